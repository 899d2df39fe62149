"""A layout evaluated for one record: what is where, and the room it needs.

Takes elements and a scope; returns a tree of items whose needs can be counted from the inside out.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Sequence
from typing import NamedTuple

from ppgen.diagnostics import Problem, Span, suggest
from ppgen.drawing.style import Style
from ppgen.geometry import Size, Turn
from ppgen.limits import ELEMENTS, LEVELS
from ppgen.model.layout import (
    BoxSpec,
    Division,
    Element,
    FieldElement,
    GroupElement,
    Layout,
    Repeat,
    Track,
    UseElement,
)
from ppgen.model.needs import ALWAYS, Scope, computed
from ppgen.place.boxes import Cut, Slice
from ppgen.place.replay import Trace
from ppgen.place.styles import Styles
from ppgen.source.decode import Bound
from ppgen.source.kinds import Text, TrackSize

_NOTHING = Size(0, 0)
_TURNS: dict[str, Turn] = {"0": 0, "90": 90, "180": 180, "270": 270}


class Box(NamedTuple):
    """Edges of a box evaluated for a record."""

    span: Span
    parent: Text | None
    left: float | None
    right: float | None
    width: float | None
    top: float | None
    bottom: float | None
    height: float | None
    ratio: float | None

    def needs(self, inner: Size) -> Size:
        """Return the room needed in the parent for content of a size."""
        width = inner.width if self.width is None else self.width
        height = inner.height if self.height is None else self.height
        return Size(
            max(0.0, width + (self.left or 0) + (self.right or 0)),
            max(0.0, height + (self.top or 0) + (self.bottom or 0)),
        )


class Cells(NamedTuple):
    """How a repeat divides its box."""

    columns: int
    rows: int
    down: bool
    gap: Size
    even: bool
    cell: Size | None
    stack: bool
    tracks: tuple[TrackSize, ...] = ()

    @property
    def upright(self) -> bool:
        """Tell whether cells stand one below the other."""
        return not self.down


class Content(NamedTuple):
    """The content of one cell: the values of a leaf, or a divided box with items."""

    scope: Scope
    cut: Cut | None = None
    items: tuple[Item, ...] = ()
    least: Size = _NOTHING

    def needs(self) -> Size:
        """Return the room that the content needs, recording it in the tracks along the way."""
        own = self.least
        tracks = self.cut.named() if self.cut else {}
        for item in self.items:
            need = item.needs()
            name = item.box.parent if item.box else None
            piece = tracks.get(str(name)) if name else None
            if piece is not None:
                piece.need = Size(
                    max(piece.need.width, need.width), max(piece.need.height, need.height)
                )
            elif name not in {"face", "bleed"}:
                own = Size(max(own.width, need.width), max(own.height, need.height))
        if self.cut is None:
            return own
        cut = self.cut.needs()
        return Size(max(own.width, cut.width), max(own.height, cut.height))


class Item(NamedTuple):
    """An element evaluated for a record; `cells` holds one content, or one a repeat's item."""

    element: Element
    style: Style
    box: Box | None
    turn: Turn
    mirror: bool
    grid: Cells | None
    cells: tuple[Content | None, ...]

    @property
    def place(self) -> Span:
        """The place of the element's box, or of the element if it fills its scope."""
        return self.element.box.span if self.element.box else self.element.span

    def needs(self) -> Size:
        """Return the room that the element needs in its parent."""
        pad = self.style.padding
        cell = Size(0, 0)
        for content in self.cells:
            need = content.needs() if content else Size(0, 0)
            need = need.turned() if self.turn in {90, 270} else need
            cell = Size(max(cell.width, need.width), max(cell.height, need.height))
        cell = Size(cell.width + 2 * pad.width, cell.height + 2 * pad.height)
        if self.grid:
            cell = self.grid.cell or cell
            if self.grid.tracks:
                cell = self._tracks_need(self.grid, cell)
            elif not self.grid.stack:
                gap = Size(0, 0) if self.grid.even else self.grid.gap
                columns, rows = self.grid.columns, self.grid.rows
                cell = Size(
                    columns * cell.width + max(0, columns - 1) * gap.width,
                    rows * cell.height + max(0, rows - 1) * gap.height,
                )
        return self.box.needs(cell) if self.box else cell

    def cell_needs(self) -> list[Size]:
        """Count what each cell needs of a repeat whose cells have lengths of their own."""
        pad = self.style.padding
        out = []
        for content in self.cells:
            need = content.needs() if content else Size(0, 0)
            need = need.turned() if self.turn in {90, 270} else need
            out.append(Size(need.width + 2 * pad.width, need.height + 2 * pad.height))
        return out

    def _tracks_need(self, grid: Cells, largest: Size) -> Size:
        """Add up cells of their own lengths."""
        along = 0.0
        for (share, fixed), need in zip(grid.tracks, self.cell_needs(), strict=True):
            length = need.height if grid.upright else need.width
            along += fixed if share is None else max(fixed, length)
        gaps = max(0, len(self.cells) - 1)
        if grid.upright:
            return Size(largest.width, along + gaps * grid.gap.height)
        return Size(along + gaps * grid.gap.width, largest.height)


class _TooMuchError(Problem):
    """A limit is exceeded: going on would only take time."""


class Builder:
    """Builds the tree of one face."""

    def __init__(
        self, layout: Layout, styles: Styles, trace: Trace, complain: Callable[[Problem], None]
    ) -> None:
        self._layout = layout
        self._styles = styles
        self._trace = trace
        self._complain = complain
        self._count = 0

    def items(self, draw: Sequence[Element], scope: Scope, depth: int = 0) -> tuple[Item, ...]:
        """Build elements; those that cannot be evaluated are reported and skipped."""
        out: list[Item] = []
        for element in draw:
            try:
                item = self._item(element, scope, depth)
            except _TooMuchError:
                raise
            except Problem as problem:
                self._complain(problem)
                continue
            if item is not None:
                out.append(item)
        return tuple(out)

    def cut(self, division: Division | None, scope: Scope) -> Cut | None:
        """Evaluate the bindings of a division."""
        if division is None:
            return None
        get = self._trace.get
        gap = get(division.gap, scope) if division.gap else 0.0
        inset = get(division.inset, scope) if division.inset else Size(0, 0)
        return Cut(division.across, [self._slice(t, scope) for t in division.tracks], gap, inset)

    def _slice(self, track: Track, scope: Scope) -> Slice:
        get = self._trace.get
        size = get(track.size, scope)
        low = get(track.low, scope) if track.low else 0.0
        high = get(track.high, scope) if track.high else math.inf
        inset = get(track.inset, scope) if track.inset else Size(0, 0)
        return Slice(
            track.name, size.share, size.fixed, low, high, self.cut(track.inner, scope), inset
        )

    def _item(self, element: Element, scope: Scope, depth: int) -> Item | None:
        self._count += 1
        if self._count > ELEMENTS or depth > LEVELS:
            what = f"{ELEMENTS} elements" if depth <= LEVELS else f"{LEVELS} levels"
            helped = "does a part use itself through others, or is a `repeat` too long?"
            raise _TooMuchError("E305", f"more than {what} on one face", element.span, help=helped)
        if element.repeat is None:
            if not self._wanted(element, scope):
                return None
            grid, scopes = None, [scope]
        else:
            grid, scopes = self._repeat(element.repeat, scope)
            self._count += len(scopes)
        # Each cell has its own box; the first one places the block of cells.
        style = self._styles.get(element.style if scopes else None, (scopes or [scope])[0])
        cells: list[Content | None] = []
        for inner in scopes:
            drawn = grid is None or self._wanted(element, inner)
            cells.append(self._content(element, inner, depth) if drawn else None)
        get = self._trace.get
        turn = _TURNS[get(element.rotate, scope)] if element.rotate else 0
        mirror = get(element.mirror, scope) if element.mirror else True
        box = self._box(element.box, scope) if element.box else None
        return Item(element, style, box, turn, mirror, grid, tuple(cells))

    def _wanted(self, element: Element, scope: Scope) -> bool:
        return element.when is None or self._trace.holds(element.when, scope)

    def _repeat(self, repeat: Repeat, scope: Scope) -> tuple[Cells, list[Scope]]:
        trace, listed = self._trace, repeat.items
        value = trace.then(trace.value(listed, scope), lambda found: _listed(found, listed.span))
        # Geometry depends on how many there are; what they are may only be drawn.
        count = trace.decide(trace.then(value, len))
        entries = (
            value
            if isinstance(value, list)
            else [trace.then(value, operator.itemgetter(index)) for index in range(count)]
        )
        get = trace.get
        columns = get(repeat.columns, scope) if repeat.columns else None
        rows = get(repeat.rows, scope) if repeat.rows else None
        for number in (columns, rows):
            if number is not None and number < 1:
                raise Problem("E202", "rows and columns count from 1", repeat.span)
        down = columns is None and rows is not None
        if columns and rows:
            if count > columns * rows:
                raise Problem(
                    "E407", f"{count} items do not fit in {columns} x {rows} cells", repeat.span,
                    help="add columns or rows, or remove one of the two keys",
                )  # fmt: skip
        elif columns:
            rows = max(1, -(-count // columns))
        elif rows:
            columns = max(1, -(-count // rows))
        else:
            columns, rows = 1, max(1, count)
        gap: Size | str = get(repeat.gap, scope) if repeat.gap else Size(0, 0)
        even = not isinstance(gap, Size)
        cell = get(repeat.cell, scope) if repeat.cell else None
        stack = get(repeat.stack, scope) if repeat.stack else False
        scopes: list[Scope] = []
        for index, entry in enumerate(entries, 1):
            inner = dict(scope)
            if repeat.each:
                inner[repeat.each] = entry
            if repeat.index:
                inner[repeat.index] = index
            scopes.append(inner)
        size = gap if isinstance(gap, Size) else Size(0, 0)
        tracks: tuple[TrackSize, ...] = ()
        if repeat.track:
            if repeat.rows and rows != 1:
                message = "cells with a `track` stand in one column, or in one row: `rows: 1`"
                raise Problem("E202", message, repeat.track.span)
            tracks = tuple(get(repeat.track, inner) for inner in scopes)
        return Cells(columns or 1, rows or 1, down, size, even, cell, stack, tracks), scopes

    def _content(self, element: Element, scope: Scope, depth: int) -> Content:
        if isinstance(element, GroupElement):
            cut = self.cut(element.division, scope)
            return Content(scope, cut, self.items(element.draw, scope, depth + 1))
        if isinstance(element, UseElement):
            name = element.part
            part = self._layout.parts.get(str(name))
            if part is None:
                raise Problem(
                    "E211", f"there is no part `{name}`", name.span,
                    help=suggest(name, self._layout.parts),
                )  # fmt: skip
            given = {k: self._trace.data(v, scope) for k, v in element.given.items()}
            filled = self._trace.fill(
                part.needs, given, scope, element.span, f"part `{name}`", defaults_first=True
            )
            seen = {**{k: scope[k] for k in ALWAYS}, **filled}
            inner = computed(part.let, seen, self._trace.value)
            return Content(
                inner, self.cut(part.division, inner), self.items(part.draw, inner, depth + 1)
            )
        if isinstance(element, FieldElement) and element.least:
            return Content(scope, least=self._trace.get(element.least, scope))
        return Content(scope)

    def _box(self, spec: BoxSpec, scope: Scope) -> Box:
        get = self._trace.get

        def edge(bound: Bound[float] | None) -> float | None:
            return None if bound is None else get(bound, scope)

        left, right, width = edge(spec.left), edge(spec.right), edge(spec.width)
        top, bottom, height = edge(spec.top), edge(spec.bottom), edge(spec.height)
        inset, ratio = edge(spec.inset), edge(spec.ratio)
        if inset is not None and width is None:
            left = inset if left is None else left
            right = inset if right is None else right
        if inset is not None and height is None:
            top = inset if top is None else top
            bottom = inset if bottom is None else bottom
        return Box(spec.span, spec.parent, left, right, width, top, bottom, height, ratio)


def _listed(value: object, span: Span | None) -> list[object]:
    """Return the items of a list, or the letters of a text."""
    if isinstance(value, str):
        return list(value)
    if not isinstance(value, list):
        raise Problem("E303", "`in` needs a list", span)
    return value
