"""Layouts joined with their parents: boxes, styles, elements and parts.

Values that may have bindings are `Bound`; everything keeps its place. Must not do input or output.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

from ppgen.diagnostics import NEEDED, Problem, Span
from ppgen.drawing.ops import Command, FontChoice
from ppgen.expr import Expression
from ppgen.geometry import Size
from ppgen.model.needs import Data, Let, Need
from ppgen.source.decode import Bound
from ppgen.source.kinds import Text, TrackSize


class Track(NamedTuple):
    """One row or column of a divided box; a space if it has no name."""

    name: Text | None
    size: Bound[TrackSize]
    low: Bound[float] | None = None
    high: Bound[float] | None = None
    inner: Division | None = None
    inset: Bound[Size] | None = None


class Division(NamedTuple):
    """How a box is divided into tracks."""

    across: bool
    tracks: tuple[Track, ...]
    gap: Bound[float] | None = None
    inset: Bound[Size] | None = None


class BoxSpec(NamedTuple):
    """The place of an element inside a named box (None: the box of the scope)."""

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


class StyleDecl(NamedTuple):
    """A style as written: its parent and its own keys."""

    span: Span
    extends: Text | None
    values: Mapping[str, Bound[Any]]
    expressions: tuple[Expression, ...] = ()


class StyleChoice(NamedTuple):
    """One style if a condition holds, else another."""

    condition: Expression
    then: Text
    otherwise: Text | StyleChoice


StyleRef: TypeAlias = StyleDecl | Text | StyleChoice | None


@dataclass(eq=False, repr=False, match_args=False)
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
    track: Bound[TrackSize] | None = None  # cells of their own lengths, in one column or row
    expressions: tuple[Expression, ...] = ()


@dataclass(kw_only=True, eq=False, repr=False, match_args=False)
class BaseElement:
    """The fields that every kind of element has.

    A plain class, since defining a dataclass takes four times as long. `expressions` holds only the
    element's own: not those of `repeat`, of an inline style, or of elements in it.
    """

    span: Span
    box: BoxSpec | None = None
    style: StyleRef = None
    when: Expression | None = None
    repeat: Repeat | None = None
    rotate: Bound[str] | None = None
    mirror: Bound[bool] | None = None
    expressions: tuple[Expression, ...] = ()


@dataclass(kw_only=True, eq=False, repr=False, match_args=False)
class TextElement(BaseElement):
    """A text of one line or a few."""

    text: Bound[str]


@dataclass(kw_only=True, eq=False, repr=False, match_args=False)
class ProseElement(BaseElement):
    """Running text with headings and lists."""

    prose: Bound[str]
    head_style: Text | None = None


@dataclass(kw_only=True, eq=False, repr=False, match_args=False)
class FieldElement(BaseElement):
    """A box to write in."""

    name: Bound[str]
    least: Bound[Size] | None = None
    summed: Bound[str] | None = None


@dataclass(kw_only=True, eq=False, repr=False, match_args=False)
class ShapeElement(BaseElement):
    """A rectangle, ellipse, line, path, or shape of the layout."""

    shape: Bound[str]
    at: Bound[str] | None = None
    path: Bound[str] | None = None
    view: Bound[Size] | None = None
    fit: Bound[str] | None = None
    mark: Bound[str] | None = None
    commands: tuple[Command, ...] | None = None  # parsed, if path and view have no bindings


@dataclass(kw_only=True, eq=False, repr=False, match_args=False)
class ImageElement(BaseElement):
    """A picture from a file."""

    image: Bound[str]
    fit: Bound[str] | None = None


@dataclass(kw_only=True, eq=False, repr=False, match_args=False)
class GroupElement(BaseElement):
    """Elements in a box that may be divided."""

    draw: tuple[Element, ...]
    division: Division | None = None


@dataclass(kw_only=True, eq=False, repr=False, match_args=False)
class UseElement(BaseElement):
    """A use of a part of the layout, with the values for its needs."""

    part: Text
    given: Mapping[Text, Data] = field(default_factory=dict)


Element: TypeAlias = (
    TextElement | ProseElement | FieldElement | ShapeElement | ImageElement | GroupElement
    | UseElement
)  # fmt: skip


def every_element(draw: Iterable[Element]) -> Iterator[Element]:
    """Yield elements and everything in their groups."""
    for element in draw:
        yield element
        if isinstance(element, GroupElement):
            yield from every_element(element.draw)


class Shape(NamedTuple):
    """A custom drawing: path commands in a view whose corner is 0,0."""

    span: Span
    view: Size
    commands: tuple[Command, ...]
    flip: bool = False


def file_for(places: Iterable[Span | None], layout: Span) -> str:
    """Return the file to add a color or shape to: the last with some in the layout's own folder."""
    own = layout.source.name
    folder = own.rpartition("/")[0]
    # Directly in `templates` are the parents of all games, too.
    if "/" not in folder:
        return own
    files = [place.source.name for place in places if place]
    return next((f for f in reversed(files) if f.rpartition("/")[0] == folder), own)


def from_data(
    code: str, message: str, name: str, span: Span | None, near: str, way: str
) -> Problem:  # fmt: skip
    """Return the problem of an unknown name, where it comes from, with two ways to correct it."""
    origin = getattr(name, "span", None) or span
    typo = near.endswith("?")
    hint = f"{near} Or {way}" if typo else f"{near}; or {way}" if near else way
    if origin == span:
        return Problem(code, message, span, help=near if typo else hint)
    return Problem(code, message, origin, help=hint, second=span, second_note=NEEDED)


class Part(NamedTuple):
    """A piece of a layout with its own needs, division and elements."""

    span: Span
    needs: Mapping[str, Need]
    let: Mapping[Text, Let]
    division: Division | None
    draw: tuple[Element, ...]
    expressions: tuple[Expression, ...] = ()  # in its division


class Layout(NamedTuple):
    """The looks of one face, joined with those of its parents."""

    name: str
    span: Span
    needs: Mapping[str, Need]
    let: Mapping[Text, Let]
    fonts: Mapping[str, tuple[FontChoice, ...]]
    colors: Mapping[str, str]
    shapes: Mapping[str, Shape]
    styles: Mapping[str, tuple[StyleDecl, ...]]  # own first, then those replaced in parents
    parts: Mapping[str, Part]
    margin: Bound[float]
    outline: Bound[str]
    division: Division | None
    draw: tuple[Element, ...]
    expressions: tuple[Expression, ...] = ()  # in its margin, outline and division
    texts: frozenset[str] = frozenset()  # used as values anywhere in it: they may be keys of labels

    def elements(self) -> Iterator[Element]:
        """Yield all elements, including those in groups and parts."""
        yield from every_element(self.draw)
        for part in self.parts.values():
            yield from every_element(part.draw)

    def every_expression(self) -> Iterator[Expression]:
        """Return all expressions in it."""
        yield from self.expressions
        for lets in (self.let, *(part.let for part in self.parts.values())):
            for let in lets.values():
                yield from let.expressions
        for decl in (decl for chain in self.styles.values() for decl in chain):
            yield from decl.expressions
        for part in self.parts.values():
            yield from part.expressions
        for element in self.elements():
            yield from element.expressions
            if element.repeat:
                yield from element.repeat.expressions
            if isinstance(element.style, StyleDecl):
                yield from element.style.expressions
