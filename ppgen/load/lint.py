"""The `lint` section of a game file: from a node to what lint checks.

Must not know a rule.
"""

from __future__ import annotations

from ppgen.model.lint import Lint, ListCheck, ValueChecks
from ppgen.source.decode import Key, Keys, Reading, entries, items, plain, record
from ppgen.source.kinds import TEXT, YES_NO, integer_from
from ppgen.source.nodes import Node, Sequence


def _names(node: Node, reading: Reading) -> tuple[str, ...]:
    read = plain(TEXT)
    return tuple(
        items(node, read, reading) if isinstance(node, Sequence) else (read(node, reading),)
    )


_CHECK_KEYS: Keys = {
    "in": Key(_names, (), must=True),
    "by": Key(plain(TEXT), ""),
    "differ": Key(plain(YES_NO), default=False),
    "among": Key(plain(TEXT), ""),
    "spelled": Key(plain(TEXT), ""),
    "length": Key(plain(integer_from(1))),
}


def _check(node: Node, reading: Reading) -> ListCheck:
    got = record(node, _CHECK_KEYS, reading, "what the entries of a list must be")
    return ListCheck(got.pop("in"), **got)


_VALUES_KEYS: Keys = {
    "having": Key(_names, (), must=True),
    "each": Key(lambda n, r: entries(n, _check, r), {}, must=True),
}


def _values(node: Node, reading: Reading) -> ValueChecks:
    return ValueChecks(**record(node, _VALUES_KEYS, reading, "checks of values"))


_LINT_KEYS: Keys = {
    "hands": Key(plain(integer_from(1)), 0),
    "values": Key(_values, ValueChecks()),
}


def read_lint(node: Node, reading: Reading) -> Lint:
    """Read the section."""
    return Lint(**record(node, _LINT_KEYS, reading, "what to lint"))
