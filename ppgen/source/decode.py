"""Turns nodes into typed values: scalars, lists and records.

Takes the node tree and a table of keys; returns plain values that keep their place and the
expressions among them, and reports everything that does not match the table. Must not know files.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from collections.abc import Mapping as MappingOf
from contextlib import contextmanager
from typing import Any, Generic, NamedTuple, TypeVar

from ppgen.diagnostics import NEEDED, Problem, Report, Span, suggest
from ppgen.expr import Expression, Template, compile_expression, compile_template
from ppgen.source.forms import Formula, ListOf, Loose, MapOf, Value, form_of, reads
from ppgen.source.kinds import Kind, Text, choice, head
from ppgen.source.nodes import Mapping, Node, Scalar, Sequence
from ppgen.units import parse_number

T = TypeVar("T")
#: A number and nothing else.
_DIGITS = re.compile(r"-?[\d.]+")
#: A malformed number rather than an expression: `0,5`, `12mmm`.
_NUMERAL = re.compile(r"[-+]?[\d.]\S*")


#: A key of `{...}` without a colon, after a comma.
_LOOSE = re.compile(r"[{,].*,\s*([^,:{}\[\]]+?)\s*$")


class Reading:
    """Collects what decoding a file turns up: problems, expressions, and texts that are values.

    A reader whose value keeps its own expressions decodes it inside `apart` to collect them.
    """

    def __init__(self, report: Report) -> None:
        self.report = report
        self.texts: set[str] = set()
        self._expressions: list[Expression] = []

    def keep(self, value: Expression | Template) -> None:
        """Record an expression, or those in a text."""
        if isinstance(value, Template):
            self._expressions.extend(value.bindings)
        else:
            self._expressions.append(value)

    @contextmanager
    def apart(self) -> Iterator[list[Expression]]:
        """Collect the expressions read inside this context in a separate list."""
        outer, self._expressions = self._expressions, []
        try:
            yield self._expressions
        finally:
            self._expressions = outer


def kind_of(node: Node) -> str:
    """Describe a node, for messages."""
    if isinstance(node, Scalar):
        return f"`{node.text}`" if node.text or not node.plain else "nothing"
    return "a list" if isinstance(node, Sequence) else "a mapping"


def scalar(node: Node, what: str) -> Scalar:
    """Return the node if it is a scalar with something in it; raise E202 or E205 otherwise."""
    if isinstance(node, Mapping) and what in {"text", "a word"}:
        raise Problem(
            "E205",
            "a mapping where a word is expected",
            node.entries[0][0].span if node.entries else node.span,
            note="this reads as a key and its value" if node.entries else "",
            help="text with `: ` in it must be quoted: '...'",
        )
    if not isinstance(node, Scalar):
        raise Problem("E202", f"expected {what}, found {kind_of(node)}", node.span)
    if node.plain and not node.text:
        raise Problem("E202", f"expected {what}, found nothing", node.span, help=_fill(node))
    return node


def _fill(node: Scalar) -> str:
    """Return the help for a missing value; to YAML, an unquoted color is a comment."""
    behind = node.span.source.line(node.span.line)[node.span.column - 1 :].strip()
    if behind.startswith("#"):
        word = behind.split()[0].rstrip(",]}")
        return f'a `#` starts a comment; if it is the value, quote it: "{word}"'
    if key := _LOOSE.search(node.span.source.line(node.span.line)[: node.span.column - 1]):
        return (
            f"if `{key[1]}` belongs to the text before the comma, quote that text: '..., {key[1]}'"
        )
    return 'write a value or delete the key; "" is empty text'


class Bound(Generic[T]):
    """A value known at load time, or a binding to evaluate for each record."""

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
    """Convert the value of a binding to a kind; errors point to where the value came from."""
    try:
        return kind.convert(value, span)
    except Problem as problem:
        origin = getattr(value, "span", None)
        diagnostic = problem.diagnostic
        if origin is None or diagnostic.span != span:
            raise
        raise Problem(
            diagnostic.code, diagnostic.message, origin, help=diagnostic.help,
            second=span, second_note=NEEDED,
        ) from None  # fmt: skip


def fixed(kind: Kind[T], value: T) -> Bound[T]:
    """Return a bound value that is always the same."""
    return Bound(kind, None, value)


def bound(kind: Kind[T]) -> Callable[[Node, Reading], Bound[T]]:
    """Return a reader of a scalar with bindings; a numeric one may be a bare expression."""

    @reads(Value(kind, bound=True))
    def read(node: Node, reading: Reading) -> Bound[T]:
        item = scalar(node, kind.name)
        template = compile_template(item.text, item.inside)
        if kind.computed and not (template and kind.units and len(template.parts) > 1):
            return _computed(item, kind, reading)
        if template is None:
            return Bound(kind, item.span, kind.convert(item.text, item.span))
        reading.keep(template)
        return Bound(kind, item.span, None, template)

    return read


def _computed(item: Scalar, kind: Kind[T], reading: Reading) -> Bound[T]:
    """Read a value of a kind, or an expression that evaluates to one."""
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
    reading.keep(made)
    return Bound(kind, item.span, None, Template(item.text, item.inside, (made,)))


def plain(kind: Kind[T]) -> Callable[[Node, Reading], T]:
    """Return a reader of a scalar without bindings."""

    @reads(Value(kind))
    def read(node: Node, _reading: Reading) -> T:
        item = scalar(node, kind.name)
        return kind.convert(item.text, item.span)

    return read


@reads(Formula())
def expression(node: Node, reading: Reading) -> Expression:
    """Read a scalar whose whole text is an expression."""
    item = scalar(node, "an expression")
    made = compile_expression(item.text, item.inside)
    reading.keep(made)
    return made


class Key(NamedTuple):
    """A key of a record: its description, how to read it, and its default."""

    doc: str
    read: Callable[[Node, Reading], Any]
    default: Any = None
    must: bool = False
    without: object = None  # the default shown in the manual, if it differs


Keys = MappingOf[str, Key]


def mapping(node: Node, what: str = "a mapping") -> Mapping:
    """Return the node if it is a mapping; raise E202 otherwise."""
    if not isinstance(node, Mapping):
        raise _other(node, what)
    return node


def sequence(node: Node, what: str = "a list") -> Sequence:
    """Return the node if it is a list; raise E202 otherwise."""
    if not isinstance(node, Sequence):
        raise _other(node, what)
    return node


def _other(node: Node, what: str) -> Problem:
    """Return the problem of a node of the wrong kind; an empty scalar raises its own."""
    if isinstance(node, Scalar):
        scalar(node, what)
    return Problem("E202", f"expected {what}, found {kind_of(node)}", node.span)


def record(node: Node, keys: Keys, reading: Reading, what: str = "a mapping") -> dict[str, Any]:
    """Read a mapping by a table of keys; report problems and use the defaults in their place."""
    item = mapping(node, what)
    values: dict[str, Any] = {}
    for name, child in item.entries:
        key = keys.get(name.text)
        if key is None:
            hint = "" if reading.report.full else suggest(name.text, keys)
            reading.report.error("E201", f"unknown key `{name.text}`", name.span, help=hint)
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
            hint = f"add `{name_text}: ...`"
            message = f"the key `{name_text}` is missing"
            reading.report.error("E204", message, item.span, help=hint)
        values[name_text] = key.default
    return values


def entries(node: Node, read: Callable[[Node, Reading], T], reading: Reading) -> dict[Text, T]:
    """Read a mapping whose keys are names; broken entries are reported and skipped."""
    out: dict[Text, T] = {}
    for name, child in mapping(node).entries:
        try:
            out[Text(name.text, name.span)] = read(child, reading)
        except Problem as problem:
            reading.report.problem(problem)
    return out


def items(node: Node, read: Callable[[Node, Reading], T], reading: Reading) -> list[T]:
    """Read a list; broken items are reported and skipped."""
    out: list[T] = []
    for child in sequence(node).items:
        if reading.report.full:
            break
        try:
            out.append(read(child, reading))
        except Problem as problem:
            reading.report.problem(problem)
    return out


def map_of(
    read: Callable[[Node, Reading], T], *, named: bool = False
) -> Callable[[Node, Reading], dict[Text, T]]:
    """Return a reader of a map of names; broken entries are reported and skipped."""

    @reads(MapOf(form_of(read), named=named))
    def read_map(node: Node, reading: Reading) -> dict[Text, T]:
        return entries(node, read, reading)

    return read_map


def list_of(read: Callable[[Node, Reading], T]) -> Callable[[Node, Reading], tuple[T, ...]]:
    """Return a reader of a list; broken items are reported and skipped."""

    @reads(ListOf(form_of(read)))
    def read_list(node: Node, reading: Reading) -> tuple[T, ...]:
        return tuple(items(node, read, reading))

    return read_list


def first_line(kind: str) -> Key:
    """Return the key on the first line of a file, which names its kind."""
    return Key("Kind of file and version of its format.", plain(choice(head(kind))), must=True)


@reads(Loose())
def loose(node: Node, reading: Reading) -> object:
    """Read a value without a type: plain numbers as numbers, other scalars as text."""
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
