"""From nodes to typed values: text, number, length, colour, choice, list, record.

Takes the node tree of `source` and a table of keys; gives plain values that keep their place,
and a diagnostic for everything that is not as the table says. Must not know files.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable
from collections.abc import Mapping as MappingOf
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar

from ppgen import units
from ppgen.diagnostics import Problem, Report, Span
from ppgen.expr import Expression, Template, compile_expression, compile_template
from ppgen.geometry import Size
from ppgen.source import Mapping, Node, Scalar, Sequence

#: Longer than any number that means something, and wider than any paper, in mm.
_DIGITS = 24
_FARTHEST = 100_000.0

_NONE: MappingOf[str, str] = {}

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class Text(str):
    """Text that knows where it was written, through dealing to the last message."""

    __slots__ = ("allow", "category", "id", "note", "second", "span")
    span: Span | None
    category: str
    note: str
    second: str
    id: str
    allow: MappingOf[str, str]

    def __new__(
        cls,
        value: str,
        span: Span | None = None,
        *,
        category: str = "",
        note: str = "",
        second: str = "",
        id: str = "",  # noqa: A002 - the key's own name
        allow: MappingOf[str, str] = _NONE,
    ) -> Text:
        """Make a text with its place and what the bank says of it."""
        text = super().__new__(cls, value)
        text.span, text.category, text.note = span, category, note
        text.second, text.id, text.allow = second, id, allow
        return text


def nearest(word: str, known: Iterable[str]) -> str:
    """Give a help line with the nearest known word, or the list of them."""
    names = sorted(set(known))
    close = difflib.get_close_matches(word, names, 1, 0.6)
    if close:
        return f"did you mean `{close[0]}`?"
    return f"known: {', '.join(names)}" if names else ""


def kind_of(node: Node) -> str:
    """Name what stands there, for messages."""
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


class Kind(Protocol[T_co]):
    """A type of scalar: reads text, or a value that an expression gave."""

    @property
    def name(self) -> str:
        """What to call it in messages."""

    def convert(self, value: object, span: Span | None) -> T_co:
        """Turn a text or a value into the type, or raise E202."""


@dataclass(frozen=True)
class Parsed(Generic[T]):
    """A kind made of a function from text to a value or None."""

    name: str
    parse: Callable[[str], T | None]
    choices: tuple[str, ...] = ()  # what a wrong word may have been meant for

    def convert(self, value: object, span: Span | None) -> T:
        """Read the text, or the text form of a number."""
        text = {True: "yes", False: "no"}[value] if isinstance(value, bool) else value
        if isinstance(text, int | float):
            text = repr(text) if isinstance(text, int) else f"{text:.9g}"
        got = self.parse(text) if isinstance(text, str) else None
        if got is None:
            near = difflib.get_close_matches(str(text), self.choices[:20], 1)
            helped = f"did you mean `{near[0]}`?" if near else ""
            raise Problem("E202", f"expected {self.name}, found {found(value)}", span, help=helped)
        return got


def found(value: object) -> str:
    """Name a value in a message."""
    if isinstance(value, str | int | float):
        shown = {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
        return f"`{shown}`" if len(shown) <= 40 else f"`{shown[:39]}…`"
    return "a list" if isinstance(value, list) else "a map"


@dataclass(frozen=True)
class TextKind:
    """Any text; numbers become text."""

    name: str = "text"

    def convert(self, value: object, span: Span | None) -> str:
        """Keep a text's own place; write numbers short."""
        if isinstance(value, Text) and value.span is not None:
            return value
        if isinstance(value, str):
            return Text(value, span)
        if isinstance(value, bool):
            return Text("yes" if value else "no", span)
        if isinstance(value, int | float):
            return Text(units.show(value), span)
        raise Problem("E202", f"expected text, found {found(value)}", span)


def _number(text: str) -> int | float | None:
    # Nothing on paper has that many digits, and Python refuses to read thousands of them.
    return units.parse_number(text) if len(text) <= _DIGITS else None


def _integer(text: str) -> int | None:
    number = _number(text)
    if isinstance(number, float) and number.is_integer():
        return int(number)
    return number if isinstance(number, int) else None


def integer_from(low: int, high: int = 100_000) -> Parsed[int]:
    """Make a kind of integers within limits."""

    def parse(text: str) -> int | None:
        number = _integer(text)
        return number if number is not None and low <= number <= high else None

    name = f"an integer from {low} to {high}"
    return Parsed(name, parse)


def _length(text: str) -> float | None:
    length = units.parse_length(text) if len(text) <= _DIGITS else None
    return length if length is not None and abs(length) <= _FARTHEST else None


def _not_negative(text: str) -> float | None:
    length = _length(text)
    return length if length is not None and length >= 0 else None


def _factor(text: str) -> float | None:
    number = _length(text)
    return number if number is not None and 0.1 <= number <= 100 else None


def _share(text: str) -> float | None:
    number = _length(text)
    return number if number is not None and 0 <= number <= 1 else None


def _size(text: str) -> Size | None:
    size = units.parse_size(text) if len(text) <= 2 * _DIGITS else None
    return size if size and max(abs(size.width), abs(size.height)) <= _FARTHEST else None


def _area(text: str) -> Size | None:
    size = _size(text)
    return size if size and size.width > 0 and size.height > 0 else None


def _text_size(text: str) -> float | None:
    size = units.parse_text_size(text) if len(text) <= _DIGITS else None
    return size if size and (0 < size <= _FARTHEST or text.strip() == "fit") else None


def choice(*names: str) -> Parsed[str]:
    """Make a kind of listed words."""
    listed = ", ".join(f"`{n}`" for n in names)
    return Parsed(f"one of {listed}", lambda t: t if t in names else None, names)


TEXT = TextKind()
INTEGER: Parsed[int] = Parsed("an integer", _integer)
NUMBER: Parsed[float] = Parsed("a number (mm)", _length)
YES_NO: Parsed[bool] = Parsed(
    "`yes` or `no`",
    {"yes": True, "no": False}.get,
    ("yes", "no"),
)
SIZE: Parsed[Size] = Parsed("a size such as 63x88", _size)
NOT_NEGATIVE: Parsed[float] = Parsed("a number from 0 up (mm)", _not_negative)
#: A factor that something is multiplied or divided by.
FACTOR: Parsed[float] = Parsed("a number from 0.1 to 100", _factor)
#: A part of a whole.
SHARE: Parsed[float] = Parsed("a number from 0 to 1", _share)
#: A size of something that is there: neither side is 0 or less.
AREA: Parsed[Size] = Parsed("a size over 0 such as 63x88", _area)
TEXT_SIZE: Parsed[float] = Parsed("a text size such as 9pt, 3mm or fit", _text_size)


@dataclass(frozen=True, slots=True)
class TrackSize:
    """A track's size: a share of what is left (None: fixed) and mm beside it."""

    share: float | None
    fixed: float


def _track(text: str) -> TrackSize | None:
    got = units.parse_track(text) if len(text) <= 2 * _DIGITS else None
    if got is None or any(n is not None and not 0 <= n <= _FARTHEST for n in got):
        return None
    return TrackSize(*got)


TRACK: Parsed[TrackSize] = Parsed("a track such as 12, 1fr or 1fr+3", _track)
#: A colour's name or #rrggbb: looked up where the layout's colours are known.
COLOR: Parsed[str] = Parsed(
    'a colour: "#rrggbb" or a name',
    lambda t: t if re.fullmatch(r"#[0-9a-fA-F]{6}|[a-z][\w-]*", t) else None,
)


@dataclass(frozen=True, slots=True)
class Bound(Generic[T]):
    """A value that is known at load, or a binding to ask for each record."""

    kind: Kind[T]
    span: Span | None
    constant: T | None
    template: Template | None = None

    def get(self, scope: MappingOf[str, object]) -> T:
        """Give the value for the names in scope."""
        if self.template is None:
            return self.constant  # type: ignore[return-value]
        return self.kind.convert(self.template.evaluate(scope), self.span)


def fixed(kind: Kind[T], value: T) -> Bound[T]:
    """Make a bound that is always the same."""
    return Bound(kind, None, value)


def bound(kind: Kind[T]) -> Callable[[Node, Report], Bound[T]]:
    """Make a reader of a scalar that may hold bindings."""

    def read(node: Node, _report: Report) -> Bound[T]:
        item = scalar(node, kind.name)
        template = compile_template(item.text, item.inside)
        if template is not None:
            return Bound(kind, item.span, None, template)
        return Bound(kind, item.span, kind.convert(item.text, item.span))

    return read


def plain(kind: Kind[T]) -> Callable[[Node, Report], T]:
    """Make a reader of a scalar without bindings."""
    return lambda node, _report: kind.convert(
        scalar(node, kind.name).text, scalar(node, kind.name).span
    )


def expression(node: Node, _report: Report) -> Expression:
    """Read a scalar that is an expression as a whole."""
    item = scalar(node, "an expression")
    return compile_expression(item.text, item.inside)


@dataclass(frozen=True)
class Key:
    """A key of a record: how to read it and what stands in its place when it is absent."""

    read: Callable[[Node, Report], Any]
    default: Any = None
    must: bool = False
    doc: str = ""
    json: MappingOf[str, Any] = field(default_factory=dict)


Keys = MappingOf[str, Key]


def mapping(node: Node, what: str = "a mapping") -> Mapping:
    """Insist on a mapping."""
    if not isinstance(node, Mapping):
        if isinstance(node, Scalar):
            scalar(node, what)
        raise Problem("E202", f"expected {what}, found {kind_of(node)}", node.span)
    return node


def sequence(node: Node, what: str = "a list") -> Sequence:
    """Insist on a list."""
    if not isinstance(node, Sequence):
        if isinstance(node, Scalar):
            scalar(node, what)
        raise Problem("E202", f"expected {what}, found {kind_of(node)}", node.span)
    return node


def record(node: Node, keys: Keys, report: Report, what: str = "a mapping") -> dict[str, Any]:
    """Read a mapping by a table of keys; problems go to the report, defaults into their place."""
    item = mapping(node, what)
    values: dict[str, Any] = {}
    for name, child in item.entries:
        key = keys.get(name.text)
        if key is None:
            report.problem(
                Problem(
                    "E201",
                    f"unknown key `{name.text}`",
                    name.span,
                    help=nearest(name.text, keys),
                )
            )
            continue
        try:
            values[name.text] = key.read(child, report)
        except Problem as problem:
            report.problem(problem)
            values[name.text] = key.default
    for name_text, key in keys.items():
        if name_text in values:
            continue
        if key.must:
            helped = f"add `{name_text}: ...`"
            message = f"the key `{name_text}` is missing"
            report.problem(Problem("E204", message, item.span, help=helped))
        values[name_text] = key.default
    return values


def entries(node: Node, read: Callable[[Node, Report], T], report: Report) -> dict[Text, T]:
    """Read a mapping whose keys are names; a broken entry is reported and left out."""
    out: dict[Text, T] = {}
    for name, child in mapping(node).entries:
        try:
            out[Text(name.text, name.span)] = read(child, report)
        except Problem as problem:
            report.problem(problem)
    return out


def items(node: Node, read: Callable[[Node, Report], T], report: Report) -> list[T]:
    """Read a list; a broken item is reported and left out."""
    out: list[T] = []
    for child in sequence(node).items:
        try:
            out.append(read(child, report))
        except Problem as problem:
            report.problem(problem)
    return out


def loose(node: Node, report: Report) -> object:
    """Read what has no type: plain numbers are numbers, all else text, lists and maps as such."""
    if isinstance(node, Sequence):
        return items(node, loose, report)
    if isinstance(node, Mapping):
        return entries(node, loose, report)
    item = scalar(node, "a value")
    number = _number(item.text) if item.plain else None
    return Text(item.text, item.span) if number is None else number
