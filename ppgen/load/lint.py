"""The `lint` section of a game file: from a node to what lint checks.

Must not know a rule.
"""

from __future__ import annotations

from ppgen.model.lint import Lint, ListCheck, ValueChecks
from ppgen.source.decode import Key, Keys, Reading, items, map_of, plain, record
from ppgen.source.forms import ListOf, Record, Value, reads
from ppgen.source.kinds import TEXT, YES_NO, integer_from
from ppgen.source.nodes import Node, Sequence


@reads(Value(TEXT), ListOf(Value(TEXT)))
def _names(node: Node, reading: Reading) -> tuple[str, ...]:
    read = plain(TEXT)
    return tuple(
        items(node, read, reading) if isinstance(node, Sequence) else (read(node, reading),)
    )


_CHECK_KEYS: Keys = {
    "in": Key("Lists that are looked at.", _names, (), must=True),
    "by": Key("The entry by which their entries are named.", plain(TEXT), ""),
    "differ": Key("`yes`: no two entries are equal.", plain(YES_NO), default=False),
    "among": Key("A list that holds all of them.", plain(TEXT), ""),
    "spelled": Key("A list whose entries spell them.", plain(TEXT), ""),
    "length": Key("How many letters each has.", plain(integer_from(1))),
}


@reads(Record("lint-check", lambda: _CHECK_KEYS))
def _check(node: Node, reading: Reading) -> ListCheck:
    got = record(node, _CHECK_KEYS, reading, "what the entries of a list must be")
    return ListCheck(got.pop("in"), **got)


_VALUES_KEYS: Keys = {
    "having": Key("Entries that a bank must have for the checks to apply.", _names, (), must=True),
    "each": Key("Checks of lists, by name.", map_of(_check), {}, must=True),
}


@reads(Record("lint-values", lambda: _VALUES_KEYS))
def _values(node: Node, reading: Reading) -> ValueChecks:
    return ValueChecks(**record(node, _VALUES_KEYS, reading, "checks of values"))


_LINT_KEYS: Keys = {
    "hands": Key("Hands that one game uses up.", plain(integer_from(1)), 0),
    "values": Key("Checks of the values of banks.", _values, ValueChecks()),
}


@reads(Record("lint", lambda: _LINT_KEYS))
def read_lint(node: Node, reading: Reading) -> Lint:
    """Read the section."""
    return Lint(**record(node, _LINT_KEYS, reading, "what to lint"))
