"""Makes the marks along which a page is cut.

Takes a grid of slots and how many of them are filled; returns segments inside the printable area
and outside everything drawn. Pure numbers; must not know what is in a slot.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from ppgen.geometry import Point, Rect
from ppgen.impose.grid import SLACK, Grid

MARK_FROM = 1.5
MARK_TO = 5.0
MARK_LEAST = 0.8
"""Outer marks shorter than this do not help with cutting and are omitted."""

BLEED_GAP = 0.5
CROSS_ARM = 1.0
CROSS_CLEAR = 1.2
TICK = 3.0
TICK_CLEAR = 0.3


class Mark(NamedTuple):
    """A line that shows where to cut, or to fold."""

    start: Point
    end: Point
    fold: bool = False


class _Span(NamedTuple):
    """A section of a line."""

    low: float
    high: float

    def cut(self, other: _Span) -> _Span:
        """Return the intersection, which may be too short or empty."""
        return _Span(max(self.low, other.low), min(self.high, other.high))

    @property
    def visible(self) -> bool:
        """Whether it is long enough to be visible."""
        return self.high - self.low >= MARK_LEAST - SLACK

    def holds(self, value: float) -> bool:
        """Return whether a position is within it."""
        return self.low - SLACK <= value <= self.high + SLACK


def cut_marks(grid: Grid, filled: int) -> list[Mark]:
    """Return the marks of a front page whose first `filled` slots hold a face."""
    columns, rows = min(filled, grid.columns), math.ceil(filled / grid.columns)
    area = grid.printable
    across, down = _Span(area.x, area.right), _Span(area.y, area.bottom)
    trim_x = _Span(grid.column_line(0), grid.column_line(columns))
    trim_y = _Span(grid.row_line(0), grid.row_line(rows))
    marks: list[Mark] = []
    for index in range(columns + 1):
        x = grid.column_line(index)
        if across.holds(x):
            tick = grid.clear.width > TICK_CLEAR
            spans = _line_marks(trim_y, down, grid.clear.height, tick=tick)
            marks += [Mark(Point(x, span.low), Point(x, span.high)) for span in spans]
    for index in range(rows + 1):
        y = grid.row_line(index)
        if down.holds(y):
            tick = grid.clear.height > TICK_CLEAR
            spans = _line_marks(trim_x, across, grid.clear.width, tick=tick)
            marks += [Mark(Point(span.low, y), Point(span.high, y)) for span in spans]
    return marks + _crosses(grid, filled)


def _line_marks(trim: _Span, printable: _Span, clear: float, *, tick: bool) -> list[_Span]:
    """Return the marks at both ends of one cut line.

    Args:
        trim: From the first to the last cut edge along the line.
        printable: From end to end of the printable area along the line.
        clear: The blank room inside the cut edge at an end of the line; negative for a bleed.
        tick: Whether a mark may be on the edge of slots if there is no room outside.
    """

    def start(room: float) -> float:
        """Return the offset from the cut edge, reduced if a mark would be too short to see."""
        return max(BLEED_GAP - clear, min(MARK_FROM, room - MARK_LEAST), 0.0)

    low, high = start(trim.low - printable.low), start(printable.high - trim.high)
    length = MARK_TO - MARK_FROM
    before = _Span(trim.low - low - length, trim.low - low).cut(printable)
    after = _Span(trim.high + high, trim.high + high + length).cut(printable)
    if tick and not before.visible:
        before = _Span(printable.low, min(printable.low + TICK, trim.high)).cut(printable)
    if tick and not after.visible:
        after = _Span(max(printable.high - TICK, trim.low), printable.high).cut(printable)
    return [span for span in (before, after) if span.visible]


def _crosses(grid: Grid, filled: int) -> list[Mark]:
    """Return the marks at corners shared by four slots, if at least one of them holds a face."""
    if min(grid.clear.width, grid.clear.height) < CROSS_CLEAR:
        return []
    marks: list[Mark] = []
    arm = CROSS_ARM
    for row in range(1, grid.rows):
        for column in range(1, grid.columns):
            # Slots fill up in order: if any of the four holds a face, the upper left one does.
            if (row - 1) * grid.columns + column - 1 >= filled:
                return marks
            x, y = grid.column_line(column), grid.row_line(row)
            if grid.printable.contains(Rect(x - arm, y - arm, 2 * arm, 2 * arm)):
                marks.append(Mark(Point(x - arm, y), Point(x + arm, y)))
                marks.append(Mark(Point(x, y - arm), Point(x, y + arm)))
    return marks
