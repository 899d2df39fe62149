"""Computes the place of a box in its parent, and the cells of a repeat.

Takes edges and counts evaluated for a record; returns rectangles in the parent's frame, or E403.
Pure numbers.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from ppgen.diagnostics import Problem
from ppgen.drawing.style import Style
from ppgen.geometry import Rect, Size
from ppgen.place.boxes import share_out
from ppgen.place.tree import Box, Cells
from ppgen.units import show


def box_rect(box: Box, parent: Rect) -> Rect:
    """Place a box inside its parent."""
    x, width = _span(parent.x, parent.width, box.left, box.right, box.width)
    y, height = _span(parent.y, parent.height, box.top, box.bottom, box.height)
    rect = Rect(x, y, width, height)
    outward = any(e is not None and e < 0 for e in (box.left, box.right, box.top, box.bottom))
    if width < -1e-6 or height < -1e-6 or not (outward or parent.contains(rect)):
        raise _leaves(box, rect.size, parent.size)
    if box.ratio:
        inner = min(width, height * box.ratio)
        wide, tall = inner, inner / box.ratio
        rect = Rect(x + (width - wide) / 2, y + (height - tall) / 2, wide, tall)
    return rect


def _leaves(box: Box, size: Size, parent: Size) -> Problem:
    """Return the E403 of a box that is larger than the one around it or sticks out of it."""
    around = "the box around it" if box.parent is None else f"`{box.parent}`"
    if min(size.width, size.height) < 0:
        message = f"nothing is left of this box: {show(size.width)}x{show(size.height)} mm"
        helped = "make its edges smaller"
    else:
        message = f"a box of {show(size.width)}x{show(size.height)} mm sticks out of {around}"
        helped = "make it smaller or move it; a negative edge lets it stick out on purpose"
    note = f"{around} is {show(parent.width)}x{show(parent.height)} mm"
    return Problem("E403", message, box.span, note=note, help=helped)


def _span(
    start: float, room: float, low: float | None, high: float | None, size: float | None
) -> tuple[float, float]:
    if size is None:
        return start + (low or 0), room - (low or 0) - (high or 0)
    if low is not None:
        return start + low, size
    if high is not None:
        return start + room - high - size, size
    return start + (room - size) / 2, size


def cell_rect(grid: Cells, size: Size, column: int, row: int, style: Style) -> Rect:
    """Return one cell in the frame of the repeat's box."""
    if grid.cell is None:
        gap = grid.gap
        width = (size.width - (grid.columns - 1) * gap.width) / grid.columns
        height = (size.height - (grid.rows - 1) * gap.height) / grid.rows
        return Rect(column * (width + gap.width), row * (height + gap.height), width, height)
    cell, gap = grid.cell, grid.gap
    if grid.even:
        spread = Size(
            (size.width - grid.columns * cell.width) / max(1, grid.columns - 1),
            (size.height - grid.rows * cell.height) / max(1, grid.rows - 1),
        )
        gap = Size(
            spread.width if grid.columns > 1 else 0.0, spread.height if grid.rows > 1 else 0.0
        )
    block = Size(
        grid.columns * cell.width + (grid.columns - 1) * gap.width,
        grid.rows * cell.height + (grid.rows - 1) * gap.height,
    )
    x = {"left": 0.0, "center": 0.5, "right": 1.0}[style.align] * (size.width - block.width)
    down = {"top": 0.0, "bottom": 1.0}.get(style.valign, 0.5)
    y = down * (size.height - block.height)
    return Rect(
        x + column * (cell.width + gap.width), y + row * (cell.height + gap.height),
        cell.width, cell.height,
    )  # fmt: skip


def track_rects(grid: Cells, size: Size, needs: Sequence[Size]) -> Iterator[Rect]:
    """Give cells of their own lengths in the frame of the repeat's box, in one column or row."""
    upright = grid.upright
    gap = grid.gap.height if upright else grid.gap.width
    room = (size.height if upright else size.width) - gap * max(0, len(grid.tracks) - 1)
    bounds = []
    for (share, fixed), need in zip(grid.tracks, needs, strict=True):
        least = need.height if upright else need.width
        if share is None:
            bounds.append((0.0, fixed, fixed, fixed))
        else:
            bounds.append((share, fixed, max(fixed, least), math.inf))
    at = 0.0
    for length in share_out(room, bounds):
        if upright:
            yield Rect(0, at, size.width, length)
        else:
            yield Rect(at, 0, length, size.height)
        at += length + gap
