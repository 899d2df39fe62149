"""Kinds of scalars: text, number, length, size, colour, choice; and text that knows its place.

Takes a text, or a value that an expression gave; gives a typed value or E202. Must not know nodes
or files.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from collections.abc import Mapping as MappingOf
from typing import Generic, Literal, NamedTuple, Protocol, TypeVar

from ppgen import units
from ppgen.diagnostics import Problem, Span, did_you_mean
from ppgen.geometry import Size
from ppgen.language.tags import tag

_NONE: MappingOf[str, str] = {}

T = TypeVar("T")

T_co = TypeVar("T_co", covariant=True)


class Text(str):
    """Text that knows where it was written, through dealing to the last message."""

    __slots__ = ("span",)
    span: Span | None

    def __new__(cls, value: str, span: Span | None = None) -> Text:
        """Make a text with its place."""
        text = super().__new__(cls, value)
        text.span = span
        return text


class Empty(Text):
    """An empty cell of a table: empty text, but no value where a need has a default."""

    __slots__ = ()


class Word(Text):
    """A word of a bank, with what the bank says of it."""

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
        """Make a word with its place."""
        word = str.__new__(cls, value)
        word.span, word.category, word.note = span, category, note
        word.second, word.id, word.allow = second, id, allow
        return word


class Kind(Protocol[T_co]):
    """A type of scalar: reads text, or a value that an expression gave."""

    @property
    def name(self) -> str:
        """What to call it in messages."""

    @property
    def computed(self) -> bool:
        """Whether a text that is no value of the type is an expression that gives one."""

    @property
    def units(self) -> bool:
        """Whether `${}` may stand in it beside what no expression gives: `x`, `fr`."""

    def convert(self, value: object, span: Span | None) -> T_co:
        """Turn a text or a value into the type, or raise E202."""


class Written(NamedTuple):
    """How the texts of a kind look, for programs that know JSON Schema and not the kind."""

    pattern: str
    numbers: Literal["", "integer", "number"] = ""  # whether numbers in YAML are such texts
    low: float | None = None
    high: float | None = None


class Parsed(NamedTuple, Generic[T]):
    """A kind made of a function from text to a value or None."""

    name: str
    parse: Callable[[str], T | None]
    written: Written
    choices: tuple[str, ...] = ()  # what a wrong word may have been meant for
    computed: bool = False
    units: bool = False

    def convert(self, value: object, span: Span | None) -> T:
        """Read the text, or the text form of a number."""
        text = {True: "yes", False: "no"}[value] if isinstance(value, bool) else value
        if isinstance(text, int | float):
            text = repr(text) if isinstance(text, int) else f"{text:.9g}"
        elif isinstance(text, Size):
            text = f"{text.width:.9g}x{text.height:.9g}"
        got = self.parse(text) if isinstance(text, str) else None
        if got is None:
            helped = did_you_mean(str(text), self.choices[:20])
            raise Problem("E202", f"expected {self.name}, found {found(value)}", span, help=helped)
        return got


def found(value: object) -> str:
    """Name a value in a message."""
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


class WordKind:
    """A word of a bank; any other text becomes one of which no bank says anything."""

    name = "text"
    computed = False
    units = False

    def convert(self, value: object, span: Span | None) -> Word:
        """Keep a word as it is, and the place of a text."""
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
    """Make a kind of integers within limits."""

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


def choice(*names: str) -> Parsed[str]:
    """Make a kind of listed words."""
    listed = ", ".join(f"`{n}`" for n in names)
    name = f"one of {listed}" if len(names) > 1 else listed
    return Parsed(name, lambda t: t if t in names else None, Written("|".join(names)), names)


#: The versions of the kinds of files that changed since their first.
VERSIONS = {"game": 2, "layout": 2}


def head(kind: str) -> str:
    """Return what the key `ppgen` of a kind of file says."""
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
    "a number from 0 up (mm)",
    _not_negative,
    Written(_POSITIVE + units.LENGTH, "number", 0, units.FARTHEST),
    computed=True,
)

#: A factor that something is multiplied or divided by.
FACTOR: Parsed[float] = Parsed(
    "a number from 0.1 to 100", _factor, Written(units.LENGTH, "number", 0.1, 100), computed=True
)

#: A part of a whole.
SHARE: Parsed[float] = Parsed(
    "a number from 0 to 1", _share, Written(units.LENGTH, "number", 0, 1), computed=True
)

#: A size of something that is there: neither side is 0 or less.
AREA: Parsed[Size] = Parsed(
    "a size over 0 such as 63x88", _area, _SIZE_OVER_0, computed=True, units=True
)

TEXT_SIZE: Parsed[float] = Parsed(
    "a text size such as 9pt, 3mm or fit", _text_size, Written(units.TEXT_SIZE)
)


class TrackSize(NamedTuple):
    """A track's size: a share of what is left (None: fixed) and mm beside it."""

    share: float | None
    fixed: float


def _track(text: str) -> TrackSize | None:
    got = units.parse_track(text)
    if got is None or any(n is not None and n < 0 for n in got):
        return None
    return TrackSize(*got)


TRACK: Parsed[TrackSize] = Parsed(
    "a track such as 12, 1fr or 1fr+3",
    _track,
    Written(f"{_POSITIVE}{units.LENGTH}|{_POSITIVE}{units.TRACK}", "number", 0),
    computed=True,
    units=True,
)

#: A colour's name or #rrggbb: looked up where the layout's colours are known.
_COLOR = r"#[0-9a-fA-F]{6}|[a-z][\w-]*"
COLOR: Parsed[str] = Parsed(
    'a colour: "#rrggbb" or a name',
    lambda t: t if re.fullmatch(_COLOR, t) else None,
    Written(_COLOR),
)
