"""Kinds of scalars: text, number, length, size, color, choice; and text that knows its place.

Takes a text, or the value of an expression; returns a typed value or raises E202. Must not know
nodes or files.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from collections.abc import Mapping as MappingOf
from typing import Generic, Literal, NamedTuple, Protocol, TypeVar

from ppgen import units
from ppgen.diagnostics import Problem, Span, did_you_mean
from ppgen.geometry import Edges, Size
from ppgen.language.tags import tag

_NONE: MappingOf[str, str] = {}

T = TypeVar("T")

T_co = TypeVar("T_co", covariant=True)


class Text(str):
    """Text that remembers where it was written, all the way to the last message."""

    __slots__ = ("span",)
    span: Span | None

    def __new__(cls, value: str, span: Span | None = None) -> Text:
        """Create a text with its place."""
        text = super().__new__(cls, value)
        text.span = span
        return text


class Empty(Text):
    """An empty table cell: empty text, but a need with a default takes the default."""

    __slots__ = ()


class Word(Text):
    """A word of a bank, with what the bank says about it."""

    __slots__ = ("allow", "category", "id", "note", "second")
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
    ) -> Word:
        """Create a word with its place."""
        word = str.__new__(cls, value)
        word.span, word.category, word.note = span, category, note
        word.second, word.id, word.allow = second, id, allow
        return word


class Kind(Protocol[T_co]):
    """A type of scalar: converts text, or the value of an expression."""

    @property
    def name(self) -> str:
        """The name to use in messages."""

    @property
    def computed(self) -> bool:
        """Whether text that is not a value of the type is read as an expression."""

    @property
    def units(self) -> bool:
        """Whether `${}` may appear in it next to parts that expressions lack: `x`, `fr`."""

    def convert(self, value: object, span: Span | None) -> T_co:
        """Convert a text or a value to the type, or raise E202."""


class Written(NamedTuple):
    """How the texts of a kind look, for JSON Schema."""

    pattern: str
    numbers: Literal["", "integer", "number"] = ""  # the JSON type of its plain YAML numbers
    low: float | None = None
    high: float | None = None


class Parsed(NamedTuple, Generic[T]):
    """A kind made of a function from text to a value or None."""

    name: str
    parse: Callable[[str], T | None]
    written: Written
    choices: tuple[str, ...] = ()  # the words to suggest for a misspelled one
    computed: bool = False
    units: bool = False

    def convert(self, value: object, span: Span | None) -> T:
        """Parse the text, or the text form of a number."""
        text = {True: "yes", False: "no"}[value] if isinstance(value, bool) else value
        if isinstance(text, int | float):
            text = repr(text) if isinstance(text, int) else f"{text:.9g}"
        elif isinstance(text, Size):
            text = f"{text.width:.9g}x{text.height:.9g}"
        parsed = self.parse(text) if isinstance(text, str) else None
        if parsed is None:
            hint = did_you_mean(str(text), self.choices[:20])
            message = f"expected {self.name}, found {show_value(value)}"
            raise Problem("E202", message, span, help=hint)
        return parsed


def show_value(value: object) -> str:
    """Describe a value in a message."""
    if isinstance(value, str | int | float):
        shown = {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
        return f"`{shown}`" if len(shown) <= 40 else f"`{shown[:39]}…`"
    if isinstance(value, Size):
        return f"the size {units.show(value.width)}x{units.show(value.height)}"
    return "a list" if isinstance(value, list) else "a map"


class TextKind:
    """Any text; numbers become text."""

    units = False

    def __init__(self, name: str = "text", computed: bool = False) -> None:
        self.name = name
        self.computed = computed

    def convert(self, value: object, span: Span | None) -> str:
        """Keep the place of a text; write numbers in short form."""
        if isinstance(value, Text) and value.span is not None:
            return value
        if isinstance(value, str):
            return Text(value, span)
        if isinstance(value, bool):
            return Text("yes" if value else "no", span)
        if isinstance(value, int | float):
            return Text(units.show(value), span)
        raise Problem("E202", f"expected text, found {show_value(value)}", span)


class WordKind:
    """A word of a bank; any other text becomes a word without category, id or note."""

    name = "text"
    computed = False
    units = False

    def convert(self, value: object, span: Span | None) -> Word:
        """Keep a word as it is; keep the place of a text."""
        if isinstance(value, Word):
            return value
        text = TEXT.convert(value, span)
        return Word(text, getattr(text, "span", span))


def _integer(text: str) -> int | None:
    number = units.parse_number(text)
    if isinstance(number, float) and number.is_integer():
        return int(number)
    return number if isinstance(number, int) else None


def integer_from(low: int, high: int = 100_000) -> Parsed[int]:
    """Return a kind for integers within limits."""

    def parse(text: str) -> int | None:
        number = _integer(text)
        return number if number is not None and low <= number <= high else None

    name = f"an integer from {low} to {high}"
    return Parsed(name, parse, Written(r"\d+", "integer", low, high), computed=True)


def _not_negative(text: str) -> float | None:
    length = units.parse_length(text)
    return length if length is not None and length >= 0 else None


def _factor(text: str) -> float | None:
    number = units.parse_length(text)
    return number if number is not None and 0.1 <= number <= 100 else None


def _share(text: str) -> float | None:
    number = units.parse_length(text)
    return number if number is not None and 0 <= number <= 1 else None


def _area(text: str) -> Size | None:
    size = units.parse_size(text)
    return size if size and size.width > 0 and size.height > 0 else None


def _text_size(text: str) -> float | None:
    size = units.parse_text_size(text)
    return size if size and size > 0 else None


def _fixed_size(text: str) -> float | None:
    size = _text_size(text)
    return size if size and size < float("inf") else None


def choice(*names: str) -> Parsed[str]:
    """Return a kind for a fixed choice of words."""
    listed = ", ".join(f"`{n}`" for n in names)
    name = f"one of {listed}" if len(names) > 1 else listed
    return Parsed(name, lambda t: t if t in names else None, Written("|".join(names)), names)


#: The current versions of the kinds of files that are beyond version 1.
VERSIONS = {"game": 2, "layout": 2}


def head(kind: str) -> str:
    """Return the value of the key `ppgen` in a kind of file."""
    return f"{kind}/{VERSIONS.get(kind, 1)}"


TEXT = TextKind()
WORD = WordKind()
LANGUAGE: Parsed[str] = Parsed(
    "a language such as `de` or `zh-TW`", tag, Written(r"[A-Za-z0-9]+(-[A-Za-z0-9]+)*")
)

INTEGER: Parsed[int] = Parsed("an integer", _integer, Written(r"-?\d+", "integer"), computed=True)
_LENGTH = Written(units.LENGTH, "number", -units.FARTHEST, units.FARTHEST)
NUMBER: Parsed[float] = Parsed("a number (mm)", units.parse_length, _LENGTH, computed=True)
YES_NO: Parsed[bool] = Parsed(
    "`yes` or `no`",
    {"yes": True, "no": False}.get,
    Written("yes|no"),
    ("yes", "no"),
    computed=True,
)
_POSITIVE = "(?!-)"
_SIZE_OVER_0 = Written(f"{_POSITIVE}{units.LENGTH}|{_POSITIVE}{units.SIZE}", "number", 0)
SIZE: Parsed[Size] = Parsed(
    "a size such as 63x88",
    units.parse_size,
    Written(f"{units.LENGTH}|{units.SIZE}", "number"),
    computed=True,
    units=True,
)
NOT_NEGATIVE: Parsed[float] = Parsed(
    "a number of 0 or more (mm)",
    _not_negative,
    Written(_POSITIVE + units.LENGTH, "number", 0, units.FARTHEST),
    computed=True,
)

#: A factor to multiply or divide by.
FACTOR: Parsed[float] = Parsed(
    "a number from 0.1 to 100", _factor, Written(units.LENGTH, "number", 0.1, 100), computed=True
)

#: A fraction of a whole.
SHARE: Parsed[float] = Parsed(
    "a number from 0 to 1", _share, Written(units.LENGTH, "number", 0, 1), computed=True
)

#: What a printer cannot reach at the edges of the paper.
MARGIN: Parsed[Edges] = Parsed(
    "a margin from 0 to 50 mm, or four of them: top,right,bottom,left",
    units.parse_margin,
    Written(
        rf"{_POSITIVE}{units.LENGTH}(,{units.LENGTH}){{3}}|{_POSITIVE}{units.LENGTH}",
        "number",
        0,
        units.MOST_MARGIN,
    ),
)

#: A size whose sides are both greater than 0.
AREA: Parsed[Size] = Parsed(
    "a size greater than 0, such as 63x88", _area, _SIZE_OVER_0, computed=True, units=True
)

TEXT_SIZE: Parsed[float] = Parsed(
    "a text size such as 9pt, 3mm or fit", _text_size, Written(units.TEXT_SIZE)
)
#: One that is not `fit`.
FIXED_SIZE: Parsed[float] = Parsed(
    "a text size such as 9pt or 3mm", _fixed_size, Written(units.FIXED_SIZE)
)


class TrackSize(NamedTuple):
    """A track's size: a share of the free space (None: fixed) plus a length in mm."""

    share: float | None
    fixed: float


def _track(text: str) -> TrackSize | None:
    track = units.parse_track(text)
    if track is None or any(n is not None and n < 0 for n in track):
        return None
    return TrackSize(*track)


TRACK: Parsed[TrackSize] = Parsed(
    "a track such as 12, 1fr or 1fr+3",
    _track,
    Written(f"{_POSITIVE}{units.LENGTH}|{_POSITIVE}{units.TRACK}", "number", 0),
    computed=True,
    units=True,
)

#: A color name or #rrggbb; looked up once the layout's colors are known.
_COLOR = r"#[0-9a-fA-F]{6}|[a-z][\w-]*"
COLOR: Parsed[str] = Parsed(
    'a color: "#rrggbb" or a name',
    lambda t: t if re.fullmatch(_COLOR, t) else None,
    Written(_COLOR),
)
