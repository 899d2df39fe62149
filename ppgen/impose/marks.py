"""The marks along which a page is cut.

Takes a grid of slots and how many of them are filled; returns segments inside the printable area
and outside all that is drawn, and tells which cuts have no room for one. Pure numbers; must not
know what stands in a slot.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ppgen.geometry import Marks, Point, Rect
from ppgen.impose.grid import SLACK, Grid

MARK_FROM = 1.5
MARK_LENGTH = 3.5
MARK_RULER = 3.0
"""What a ruler can be laid against; a shorter mark is a way out where there is no room."""
MARK_LEAST = 0.8
"""Outer marks shorter than this do not help with cutting and are omitted."""

BLEED_GAP = 0.5
CROSS_ARM = 1.0
CROSS_CLEAR = 1.2
TICK_CLEAR = 0.3
NO_CUT = 1.0
"""A cut as near as this to the paper's edge is left alone."""
LINE_ROOM = 7.5
LINE_WORDS = 6.0
"""How far from the edge of what the printer reaches such words begin at most."""
"""Marks reach 5 mm out; where so much is free, words may stand beyond them."""


class Mark(NamedTuple):
    """A line that shows where to cut, or to fold."""

    start: Point
    end: Point
    fold: bool = False
    whole: bool = False


class _Span(NamedTuple):
    """A section of a line."""

    low: float
    high: float

    @property
    def length(self) -> float:
        return self.high - self.low

    def cut(self, other: _Span) -> _Span:
        """Return the intersection, which may be too short or empty."""
        return _Span(max(self.low, other.low), min(self.high, other.high))

    def longer(self, least: float) -> bool:
        return self.length >= least - SLACK

    def holds(self, value: float) -> bool:
        """Return whether a position is within it."""
        return self.low - SLACK <= value <= self.high + SLACK


class _Way(NamedTuple):
    """The cuts of one direction: where they are, and what room they have along and across."""

    lines: Sequence[float]
    trim: _Span  # from the first to the last cut edge along a line
    along: _Span  # what the printer reaches along a line
    across: _Span  # and across
    paper: float  # the length of the paper across
    clear: float  # the blank room inside the cut edge at an end of a line; negative for a bleed
    beside: float  # the same at its sides


def _ways(grid: Grid, filled: int) -> tuple[_Way, _Way]:
    """Return the upright cuts of the first slots, then the lying ones."""
    columns, rows = min(filled, grid.columns), math.ceil(filled / grid.columns)
    xs, ys = grid.column_lines(columns), grid.row_lines(rows)
    area, clear = grid.printable, grid.clear
    wide, tall = _Span(area.x, area.right), _Span(area.y, area.bottom)
    return (
        _Way(xs, _Span(ys[0], ys[-1]), tall, wide, grid.paper.width, clear.height, clear.width),
        _Way(ys, _Span(xs[0], xs[-1]), wide, tall, grid.paper.height, clear.width, clear.height),
    )


def cut_marks(grid: Grid, filled: int, marks: Marks = "corners") -> list[Mark]:
    """Make the marks of a front page whose first `filled` slots hold a face."""
    if marks == "none":
        return []
    out: list[Mark] = []
    for upright, way in zip((True, False), _ways(grid, filled), strict=True):
        whole = marks == "lines"
        spans = _whole(way) if whole else _ends(way)
        for line in way.lines:
            if way.across.holds(line):
                out += [_mark(line, span, upright=upright, whole=whole) for span in spans]
    return out + (_crosses(grid, filled) if marks == "corners" else [])


def unmarked(grid: Grid, filled: int, marks: Marks = "corners") -> tuple[float, ...]:
    """Return the cuts without a mark at both ends: how far each is from the paper's next edge."""
    return () if marks == "none" else tuple(_lacking(grid, filled, marks, MARK_LEAST))


def cuts(grid: Grid, filled: int) -> int:
    """Count the cuts; the paper's own edges are none."""
    return len(list(_lacking(grid, filled, "edges", math.inf)))


def scarce(grid: Grid, filled: int, marks: Marks) -> tuple[int, int]:
    """Count the cuts that lack a mark, and those that lack one which guides a ruler."""
    if marks == "none":
        return 0, 0
    lacking = [list(_lacking(grid, filled, marks, least)) for least in (MARK_LEAST, MARK_RULER)]
    return len(lacking[0]), len(lacking[1])


def _lacking(grid: Grid, filled: int, marks: Marks, least: float) -> Iterator[float]:
    for way in _ways(grid, filled):
        ends = [span for span in _ends(way) if span.longer(least)]
        marked = marks == "lines" or len(ends) == 2
        for line in way.lines:
            distance = min(line, way.paper - line)
            if distance > NO_CUT and not (marked and way.across.holds(line)):
                yield distance


def _mark(line: float, span: _Span, *, upright: bool, whole: bool) -> Mark:
    start, end = (line, span.low), (line, span.high)
    if not upright:
        start, end = start[::-1], end[::-1]
    return Mark(Point(*start), Point(*end), whole=whole)


def _whole(way: _Way) -> list[_Span]:
    """Run from end to end of what the printer reaches, but not through words in the margin."""
    low, high = way.along
    if way.trim.low - low >= LINE_ROOM:
        low += LINE_WORDS
    if high - way.trim.high >= LINE_ROOM:
        high -= LINE_WORDS
    return [_Span(low, high)]


def _ends(way: _Way) -> list[_Span]:
    """Mark both ends of the cuts of one direction, outside the slots if there is room."""
    trim, along = way.trim, way.along
    # On the edge of slots a mark may lie that nothing is drawn near to.
    tick = way.beside > TICK_CLEAR
    low = _outside(trim.low - along.low, way.clear)
    high = _outside(along.high - trim.high, way.clear)
    before = _Span(trim.low - low - MARK_LENGTH, trim.low - low).cut(along)
    after = _Span(trim.high + high, trim.high + high + MARK_LENGTH).cut(along)
    if tick and not before.longer(MARK_RULER):
        first = max(along.low, trim.low - max(low, MARK_LENGTH))
        before = _Span(first, min(first + MARK_RULER, trim.high)).cut(along)
    if tick and not after.longer(MARK_RULER):
        last = min(along.high, trim.high + max(high, MARK_LENGTH))
        after = _Span(max(last - MARK_RULER, trim.low), last).cut(along)
    return [span for span in (before, after) if span.longer(MARK_LEAST)]


def _outside(room: float, clear: float) -> float:
    """Say how far off the cut edge a mark starts: less where it would else be too short."""
    least = BLEED_GAP - clear
    if clear >= 0 and room - least < MARK_RULER:
        least = 0.0
    return max(least, min(MARK_FROM, room - MARK_LENGTH), 0.0)


def _crosses(grid: Grid, filled: int) -> list[Mark]:
    """Mark the corners that slots share, where at least one of them holds a face."""
    if min(grid.clear.width, grid.clear.height) < CROSS_CLEAR:
        return []
    marks: list[Mark] = []
    xs, ys = grid.column_lines(grid.columns)[1:-1], grid.row_lines(grid.rows)[1:-1]
    arm = CROSS_ARM
    for row, y in enumerate(ys):
        for column, x in enumerate(xs):
            # Slots fill up in order: if any that share a corner holds a face, the upper left one
            # does. Across a gap each slot has corners of its own.
            slot = row * grid.columns + column
            if grid.gap > 0:
                slot = (row + 1) // 2 * grid.columns + (column + 1) // 2
            if slot >= filled:
                break
            if grid.printable.contains(Rect(x - arm, y - arm, 2 * arm, 2 * arm)):
                marks.append(Mark(Point(x - arm, y), Point(x + arm, y)))
                marks.append(Mark(Point(x, y - arm), Point(x, y + arm)))
    return marks
