"""What the files say, checked and frozen: games, products, banks, labels, layouts, papers.

Values that may bind are `Bound`; everything keeps its place. Must not do input or output.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from ppgen.decode import Bound, Text, TrackSize
from ppgen.diagnostics import Span
from ppgen.expr import Expression, Template
from ppgen.geometry import Size
from ppgen.place.ops import Command, FontChoice
from ppgen.units import show


@dataclass(frozen=True)
class NeedType:
    """The type of a need: a scalar's name, a list of one type, or a map of needs."""

    name: str
    item: NeedType | None = None
    keys: Mapping[str, Need] = field(default_factory=dict)


@dataclass(frozen=True)
class Need:
    """A name that a layout or part asks for."""

    type: NeedType
    span: Span | None
    default: object = None
    has_default: bool = False


@dataclass(frozen=True)
class Track:
    """One row or column of a divided box."""

    name: Text
    size: Bound[TrackSize]
    low: Bound[float] | None = None
    high: Bound[float] | None = None
    inner: Division | None = None
    inset: Bound[Size] | None = None


@dataclass(frozen=True)
class Division:
    """How a box is cut into tracks."""

    across: bool
    tracks: tuple[Track, ...]
    gap: Bound[float] | None = None
    inset: Bound[Size] | None = None


@dataclass(frozen=True)
class BoxSpec:
    """Where an element stands inside a named box (None: the box of the scope)."""

    span: Span
    parent: Text | None = None
    left: Bound[float] | None = None
    right: Bound[float] | None = None
    width: Bound[float] | None = None
    top: Bound[float] | None = None
    bottom: Bound[float] | None = None
    height: Bound[float] | None = None
    inset: Bound[float] | None = None
    ratio: Bound[float] | None = None


@dataclass(frozen=True)
class StyleDecl:
    """A style as written: its parent and its own keys."""

    span: Span
    extends: Text | None
    values: Mapping[str, Bound[Any]]


@dataclass(frozen=True)
class Repeat:
    """One cell for each item of a list."""

    span: Span
    items: Expression | Data
    each: str | None = None
    index: str | None = None
    columns: Bound[int] | None = None
    rows: Bound[int] | None = None
    gap: Bound[Size | str] | None = None  # `even` spreads the cells from edge to edge
    cell: Bound[Size] | None = None
    stack: Bound[bool] | None = None


@dataclass(frozen=True)
class Data:
    """A tree of values in YAML in which any text may bind."""

    value: object  # Template | Text | number | list[Data] | dict[Text, Data]
    span: Span


ElementKind = Literal["text", "prose", "field", "shape", "image", "group", "use"]


@dataclass(frozen=True)
class Element:
    """Something to draw; which of the last fields count is the kind's affair."""

    kind: ElementKind
    span: Span
    value: Bound[str] | None = None
    box: BoxSpec | None = None
    style: StyleDecl | Text | None = None
    when: Expression | None = None
    repeat: Repeat | None = None
    rotate: Bound[str] | None = None
    mirror: Bound[bool] | None = None
    # text in prose
    head_style: Text | None = None
    # fields
    least: Bound[Size] | None = None
    # shapes and images
    at: Bound[str] | None = None
    path: Bound[str] | None = None
    view: Bound[Size] | None = None
    fit: Bound[str] | None = None
    mark: Bound[str] | None = None
    # groups and parts
    draw: tuple[Element, ...] = ()
    division: Division | None = None
    part: Text | None = None
    given: Mapping[Text, Data] = field(default_factory=dict)


@dataclass(frozen=True)
class Shape:
    """A drawing of one's own: path commands in a view whose corner is 0,0."""

    span: Span
    view: Size
    commands: tuple[Command, ...]
    flip: bool = False


@dataclass(frozen=True)
class Part:
    """A piece of a layout with its own needs, division and elements."""

    span: Span
    needs: Mapping[str, Need]
    division: Division | None
    draw: tuple[Element, ...]


@dataclass(frozen=True)
class Layout:
    """How one face looks, joined with its parents."""

    name: str
    span: Span
    needs: Mapping[str, Need]
    fonts: Mapping[str, tuple[FontChoice, ...]]
    colors: Mapping[str, str]
    shapes: Mapping[str, Shape]
    styles: Mapping[str, tuple[StyleDecl, ...]]  # own first, then what it replaced in the parents
    parts: Mapping[str, Part]
    margin: Bound[float]
    outline: Bound[str]
    division: Division | None
    draw: tuple[Element, ...]


@dataclass(frozen=True)
class Option:
    """An option that a product declares."""

    name: str
    span: Span
    kind: Literal["choice", "integer", "number", "size"]
    default: object
    choices: tuple[object, ...] = ()
    low: float | None = None
    high: float | None = None
    help: str = ""

    @property
    def flag(self) -> str:
        """How it is written on the command line."""
        return "--" + self.name.replace("_", "-")

    @property
    def range(self) -> str:
        """The least and the most of a number, as far as there are any."""
        low, high = (None if v is None else show(v) for v in (self.low, self.high))
        if low is None or high is None:
            return f"from {low}" if low is not None else f"up to {high}" if high else ""
        return f"{low} to {high}"


@dataclass(frozen=True)
class SideSpec:
    """The layout of a face and what is given to it."""

    layout: Text
    given: Mapping[Text, Data] = field(default_factory=dict)
    decor: bool = False


@dataclass(frozen=True)
class Generator:
    """Where the values of one `each` name come from."""

    kind: Literal["list", "permutations", "deal"]
    source: Expression | Data
    take: Bound[int] | None = None


@dataclass(frozen=True)
class Product:
    """One printable thing of a game."""

    name: str
    span: Span
    kind: Literal["cards", "pad"]
    sizes: tuple[Bound[str], ...]
    each: Mapping[str, Generator]
    when: Expression | None
    copies: Bound[int]
    count: int
    front: SideSpec
    back: SideSpec | Literal["same", "none"]
    turn: Literal["side", "top"]
    options: Mapping[str, Option]

    @property
    def deals(self) -> bool:
        """Tell whether `--count` is a number of hands."""
        return any(g.kind == "deal" for g in self.each.values())


@dataclass(frozen=True)
class Game:
    """The products of one game."""

    name: str
    span: Span
    root: Path
    title: str
    notice: Bound[str] | None
    listed: bool
    banks: Mapping[str, str]
    values: Mapping[str, object]
    products: Mapping[str, Product]


@dataclass(frozen=True)
class Bank:
    """Words by category, or any values, of one language."""

    lang: str
    span: Span
    title: str
    words: tuple[Text, ...] = ()
    values: Mapping[str, object] = field(default_factory=dict)
    licence: str = ""
    origin: str = ""  # its author or source
    reviewed: bool = False
    allow: Mapping[str, str] = field(default_factory=dict)  # rules, and why they are broken here
    own: int = 0  # how many of the words, the first ones, stand in its own file


@dataclass(frozen=True)
class Labels:
    """Short texts of one language."""

    lang: str
    span: Span
    texts: Mapping[Text, Text]
    rtl: bool | None = None  # None: as the language is known to run
    broken: bool = False  # the file could not be read


@dataclass(frozen=True)
class Sizes:
    """Papers and faces by name."""

    papers: Mapping[str, Size]
    faces: Mapping[str, Size]

    def find(self, name: str) -> Size | None:
        """Look a name up among both."""
        return self.papers.get(name) or self.faces.get(name)


__all__ = [
    "Bank", "BoxSpec", "Data", "Division", "Element", "ElementKind", "Game", "Generator", "Labels",
    "Layout", "Need", "NeedType", "Option", "Part", "Product", "Repeat", "Shape", "SideSpec",
    "Sizes", "StyleDecl", "Template", "Track",
]  # fmt: skip
