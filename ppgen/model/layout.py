"""Layouts as their files say: boxes, styles, elements and parts, joined with their parents.

Values that may bind are `Bound`; everything keeps its place. Must not do input or output.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from ppgen.diagnostics import Span
from ppgen.drawing.ops import Command, FontChoice
from ppgen.expr import Expression
from ppgen.geometry import Size
from ppgen.model.needs import Data, Need
from ppgen.source.decode import Bound
from ppgen.source.kinds import Text, TrackSize


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
