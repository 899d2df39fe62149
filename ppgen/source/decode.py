"""From nodes to typed values: scalars, lists and records.

Takes the node tree and a table of keys; gives plain values that keep their place, the expressions
among them, and a diagnostic for everything that is not as the table says. Must not know files.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from collections.abc import Mapping as MappingOf
from contextlib import contextmanager
from typing import Any, Generic, NamedTuple, TypeVar

from ppgen.diagnostics import Problem, Report, Span, suggest
from ppgen.expr import Expression, Template, compile_expression, compile_template
from ppgen.source.forms import Formula, ListOf, Loose, MapOf, Value, form_of, reads
from ppgen.source.kinds import Kind, Text, choice, head
from ppgen.source.nodes import Mapping, Node, Scalar, Sequence
from ppgen.units import parse_number

T = TypeVar("T")
#: A number and nothing else.
_DIGITS = re.compile(r"-?[\d.]+")
#: A number gone wrong rather than an expression: `0,5`, `12mmm`.
_NUMERAL = re.compile(r"[-+]?[\d.]\S*")


class Reading:
    """What comes up while a file is decoded: problems, expressions, and texts that are values.

    Whoever makes a value that has expressions of its own reads it `apart`, and so learns which.
    """

    def __init__(self, report: Report) -> None:
        self.report = report
        self.texts: set[str] = set()
        self._found: list[Expression] = []

    def found(self, value: Expression | Template) -> None:
        """Keep an expression, or those in a text."""
        if isinstance(value, Template):
            self._found.extend(value.bindings)
        else:
            self._found.append(value)

    @contextmanager
    def apart(self) -> Iterator[list[Expression]]:
        """Collect what is found from here on in a list of its own."""
        outer, self._found = self._found, []
        try:
            yield self._found
        finally:
            self._found = outer


def kind_of(node: Node) -> str:
    """Describe a node, for messages."""
    if isinstance(node, Scalar):
        return f"`{node.text}`" if node.text or not node.plain else "nothing"
    return "a list" if isinstance(node, Sequence) else "a mapping"


def scalar(node: Node, what: str) -> Scalar:
    """Insist on a scalar with something in it."""
    if isinstance(node, Mapping) and what in {"text", "a word"}:
        raise Problem(
            "E205",
            "a mapping where a word is meant",
            node.entries[0][0].span if node.entries else node.span,
            note="it reads as a key and its value" if node.entries else "",
            help="text with `: ` in it must be quoted: '...'",
        )
    if not isinstance(node, Scalar):
        raise Problem("E202", f"expected {what}, found {kind_of(node)}", node.span)
    if node.plain and not node.text:
        raise Problem("E202", f"expected {what}, found nothing", node.span, help=_fill(node))
    return node


def _fill(node: Scalar) -> str:
    """Say what to write where a value is missing; a colour without quotes is a comment to YAML."""
    behind = node.span.source.line(node.span.line)[node.span.column - 1 :].strip()
    if behind.startswith("#"):
        word = behind.split()[0].rstrip(",]}")
        return f'a `#` starts a comment; if it is the value, quote it: "{word}"'
    return 'write a value or delete the key; "" is empty text'


class Bound(Generic[T]):
    """A value that is known at load, or a binding to ask for each record."""

    __slots__ = ("constant", "kind", "span", "template")

    def __init__(
        self,
        kind: Kind[T],
        span: Span | None,
        constant: T | None,
        template: Template | None = None,
    ) -> None:
        self.kind = kind
        self.span = span
        self.constant = constant
        self.template = template

    def get(self, scope: MappingOf[str, object]) -> T:
        """Return the value for the names in scope."""
        if self.template is None:
            return self.constant  # type: ignore[return-value]
        return convert(self.kind, self.template.evaluate(scope), self.span)


def convert(kind: Kind[T], value: object, span: Span | None) -> T:
    """Turn the value of a binding into a kind; a fault is shown where the value came from."""
    try:
        return kind.convert(value, span)
    except Problem as problem:
        origin = getattr(value, "span", None)
        found = problem.diagnostic
        if origin is None or found.span != span:
            raise
        raise Problem(
            found.code, found.message, origin, help=found.help,
            second=span, second_note="needed here",
        ) from None  # fmt: skip


def fixed(kind: Kind[T], value: T) -> Bound[T]:
    """Make a bound that is always the same."""
    return Bound(kind, None, value)


def bound(kind: Kind[T]) -> Callable[[Node, Reading], Bound[T]]:
    """Make a reader of a scalar that may hold bindings, or be an expression if it has a number."""

    @reads(Value(kind, bound=True))
    def read(node: Node, reading: Reading) -> Bound[T]:
        item = scalar(node, kind.name)
        template = compile_template(item.text, item.inside)
        if kind.computed and not (template and kind.units and len(template.parts) > 1):
            return _computed(item, kind, reading)
        if template is None:
            return Bound(kind, item.span, kind.convert(item.text, item.span))
        reading.found(template)
        return Bound(kind, item.span, None, template)

    return read


def _computed(item: Scalar, kind: Kind[T], reading: Reading) -> Bound[T]:
    """Read a value of a kind, or an expression that gives one."""
    try:
        return Bound(kind, item.span, kind.convert(item.text, item.span))
    except Problem as problem:
        if _DIGITS.fullmatch(item.text):
            raise
        refused = problem
    try:
        made = compile_expression(item.text, item.inside)
    except Problem:
        if _NUMERAL.fullmatch(item.text):
            raise refused from None
        raise
    if not made.names:
        return Bound(kind, item.span, kind.convert(made.evaluate({}), item.span))
    reading.found(made)
    return Bound(kind, item.span, None, Template(item.text, item.inside, (made,)))


def plain(kind: Kind[T]) -> Callable[[Node, Reading], T]:
    """Make a reader of a scalar without bindings."""

    @reads(Value(kind))
    def read(node: Node, _reading: Reading) -> T:
        item = scalar(node, kind.name)
        return kind.convert(item.text, item.span)

    return read


@reads(Formula())
def expression(node: Node, reading: Reading) -> Expression:
    """Read a scalar that is an expression as a whole."""
    item = scalar(node, "an expression")
    made = compile_expression(item.text, item.inside)
    reading.found(made)
    return made


class Key(NamedTuple):
    """A key of a record: what it says, how to read it, and its value when it is absent."""

    doc: str
    read: Callable[[Node, Reading], Any]
    default: Any = None
    must: bool = False
    without: object = None  # what the manual gives as its default, if it is another


Keys = MappingOf[str, Key]


def mapping(node: Node, what: str = "a mapping") -> Mapping:
    """Insist on a mapping."""
    if not isinstance(node, Mapping):
        raise _other(node, what)
    return node


def sequence(node: Node, what: str = "a list") -> Sequence:
    """Insist on a list."""
    if not isinstance(node, Sequence):
        raise _other(node, what)
    return node


def _other(node: Node, what: str) -> Problem:
    """Refuse a node that is of another kind, or a scalar with nothing in it."""
    if isinstance(node, Scalar):
        scalar(node, what)
    return Problem("E202", f"expected {what}, found {kind_of(node)}", node.span)


def record(node: Node, keys: Keys, reading: Reading, what: str = "a mapping") -> dict[str, Any]:
    """Read a mapping by a table of keys; problems go to the report, defaults into their place."""
    item = mapping(node, what)
    values: dict[str, Any] = {}
    for name, child in item.entries:
        key = keys.get(name.text)
        if key is None:
            helped = suggest(name.text, keys)
            reading.report.error("E201", f"unknown key `{name.text}`", name.span, help=helped)
            continue
        try:
            values[name.text] = key.read(child, reading)
        except Problem as problem:
            reading.report.problem(problem)
            values[name.text] = key.default
    for name_text, key in keys.items():
        if name_text in values:
            continue
        if key.must:
            helped = f"add `{name_text}: ...`"
            message = f"the key `{name_text}` is missing"
            reading.report.error("E204", message, item.span, help=helped)
        values[name_text] = key.default
    return values


def entries(node: Node, read: Callable[[Node, Reading], T], reading: Reading) -> dict[Text, T]:
    """Read a mapping whose keys are names; a broken entry is reported and left out."""
    out: dict[Text, T] = {}
    for name, child in mapping(node).entries:
        try:
            out[Text(name.text, name.span)] = read(child, reading)
        except Problem as problem:
            reading.report.problem(problem)
    return out


def items(node: Node, read: Callable[[Node, Reading], T], reading: Reading) -> list[T]:
    """Read a list; a broken item is reported and left out."""
    out: list[T] = []
    for child in sequence(node).items:
        try:
            out.append(read(child, reading))
        except Problem as problem:
            reading.report.problem(problem)
    return out


def map_of(
    read: Callable[[Node, Reading], T], *, named: bool = False
) -> Callable[[Node, Reading], dict[Text, T]]:
    """Make a reader of a map of names; a broken entry is reported and left out."""

    @reads(MapOf(form_of(read), named=named))
    def read_map(node: Node, reading: Reading) -> dict[Text, T]:
        return entries(node, read, reading)

    return read_map


def list_of(read: Callable[[Node, Reading], T]) -> Callable[[Node, Reading], tuple[T, ...]]:
    """Make a reader of a list; a broken item is reported and left out."""

    @reads(ListOf(form_of(read)))
    def read_list(node: Node, reading: Reading) -> tuple[T, ...]:
        return tuple(items(node, read, reading))

    return read_list


def first_line(kind: str) -> Key:
    """Return the key that names the kind of a file."""
    return Key("Kind of file, and version of the language.", plain(choice(head(kind))), must=True)


@reads(Loose())
def loose(node: Node, reading: Reading) -> object:
    """Read what has no type: plain numbers are numbers, all else text, lists and maps as such."""
    if isinstance(node, Sequence):
        return items(node, loose, reading)
    if isinstance(node, Mapping):
        return entries(node, loose, reading)
    item = scalar(node, "a value")
    number = parse_number(item.text) if item.plain else None
    if number is not None:
        return number
    reading.texts.add(item.text)
    return Text(item.text, item.span)
