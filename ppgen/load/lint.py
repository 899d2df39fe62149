"""Reads the `lint` section of a game file.

Must not know the rules.
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
    "in": Key("The lists to check.", _names, (), must=True),
    "by": Key("The key whose value identifies an entry.", plain(TEXT), ""),
    "differ": Key("`yes`: all entries must differ.", plain(YES_NO), default=False),
    "among": Key("A list that must contain all of them.", plain(TEXT), ""),
    "spelled": Key("A list of the letters that spell them.", plain(TEXT), ""),
    "length": Key("Number of letters that each must have.", plain(integer_from(1))),
}


@reads(Record("lint-check", lambda: _CHECK_KEYS))
def _check(node: Node, reading: Reading) -> ListCheck:
    values = record(node, _CHECK_KEYS, reading, "checks of a list")
    return ListCheck(values.pop("in"), **values)


_VALUES_KEYS: Keys = {
    "having": Key("Values that a bank must have for the checks to apply.", _names, (), must=True),
    "each": Key("Checks of lists, by name.", map_of(_check), {}, must=True),
}


@reads(Record("lint-values", lambda: _VALUES_KEYS))
def _values(node: Node, reading: Reading) -> ValueChecks:
    return ValueChecks(**record(node, _VALUES_KEYS, reading, "checks of values"))


_LINT_KEYS: Keys = {
    "hands": Key("Number of hands that one game uses up.", plain(integer_from(1)), 0),
    "values": Key("Checks of the banks' values.", _values, ValueChecks()),
}


@reads(Record("lint", lambda: _LINT_KEYS))
def read_lint(node: Node, reading: Reading) -> Lint:
    """Read the section."""
    return Lint(**record(node, _LINT_KEYS, reading, "checks of banks"))
