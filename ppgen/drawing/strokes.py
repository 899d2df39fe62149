"""Where the lines of a hatch run, and how long dashes are: the same in every format."""

from __future__ import annotations

import math
from collections.abc import Iterator

from ppgen.drawing.ops import LineOp, Paint
from ppgen.geometry import Point, Rect

#: Lines of a hatch that are nearer to each other than this are solid on paper.
_FINEST = 0.1


def hatch_lines(box: Rect, paint: Paint) -> Iterator[tuple[Point, Point]]:
    """Yield the slanting lines that fill a box."""
    step = max(paint.hatch, paint.weight, _FINEST) * math.sqrt(2)
    first, last = math.ceil((box.x + box.y) / step), (box.right + box.bottom) / step
    for index in range(first, math.floor(last) + 1):
        # x + y is the same all along such a line.
        total = index * step
        low, high = max(box.x, total - box.bottom), min(box.right, total - box.y)
        yield Point(low, total - low), Point(high, total - high)


def fitted_dash(op: LineOp) -> Paint:
    """Return a line's paint with dashes of such a length that it begins and ends with one."""
    paint = op.paint
    if paint.dash <= 0:
        return paint
    length = math.hypot(op.end.x - op.start.x, op.end.y - op.start.y)
    dashes = max(1, round((length / paint.dash + 1) / 2))
    # Of a length like that of other lines, so that all of them are one path.
    return paint._replace(dash=round(length / (2 * dashes - 1), 4))
