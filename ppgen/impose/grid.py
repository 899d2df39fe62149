"""Finds the grid of slots that holds the most faces on a leaf of paper.

Takes the size of a face, what it draws near its cut edges, the paper and the printer's margin;
returns a grid of slots as plain numbers. Must not know what is drawn in a slot, nor marks or pages.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

from ppgen.geometry import Edges, Rect, Size, portrait

SLACK = 1e-6
"""Tolerance for rounding, far below the precision of any printer."""

#: A face that draws nothing near its edges may extend into the unprintable margin.
_UNBOUNDED = Edges(math.inf, math.inf, math.inf, math.inf)


class Grid(NamedTuple):
    """The slots of a full front page.

    Attributes:
        paper: The leaf, portrait.
        printable: The part of the leaf that the printer reaches.
        columns: The number of slots side by side.
        rows: The number of slots from top to bottom.
        turned: Whether faces are rotated, with their top to the right.
        box: The box around all slots, in the middle of the paper.
        cell: The size of a slot on the page.
        clear: Room on each side of a slot that stays blank however its face is turned; negative
            where faces bleed.
        gap: The room between neighbouring slots.
    """

    paper: Size
    printable: Rect
    columns: int
    rows: int
    turned: bool
    box: Rect
    cell: Size
    clear: Size
    gap: float = 0.0

    @property
    def capacity(self) -> int:
        """The number of slots."""
        return self.columns * self.rows

    def slot(self, index: int) -> Rect:
        """Return the place of a slot, counted along rows."""
        row, column = divmod(index, self.columns)
        x = self.box.x + column * (self.cell.width + self.gap)
        y = self.box.y + row * (self.cell.height + self.gap)
        return Rect(x, y, self.cell.width, self.cell.height)

    def column_lines(self, columns: int) -> list[float]:
        """Return the x of the vertical cuts of the first columns, from left to right."""
        return _lines(self.box.x, self.cell.width, self.gap, columns)

    def row_lines(self, rows: int) -> list[float]:
        """Return the y of the horizontal cuts of the first rows, from top to bottom."""
        return _lines(self.box.y, self.cell.height, self.gap, rows)

    def smaller(self, columns: int, rows: int, margin: Edges) -> Grid:
        """Return a grid of fewer such slots, in the middle of what the printer reaches."""
        box = _box(self.cell, self.paper, margin, columns, rows, self.gap)
        return self._replace(columns=columns, rows=rows, box=box)


def _lines(start: float, step: float, gap: float, count: int) -> list[float]:
    if gap <= 0:
        return [start + index * step for index in range(count + 1)]
    firsts = [start + index * (step + gap) for index in range(count)]
    return [line for first in firsts for line in (first, first + step)]


def same_size(one: Size, other: Size) -> bool:
    """Return whether two sizes are equal, whichever way round."""
    one, other = portrait(one), portrait(other)
    return abs(one.width - other.width) <= SLACK and abs(one.height - other.height) <= SLACK


def fit(face: Size, paper: Size, margin: Edges, drawn: Edges, gap: float = 0.0) -> Grid | None:
    """Find the grid that holds most faces; on equal counts the faces stand upright.

    Args:
        face: The cut size of one face, upright.
        paper: The leaf, in either orientation.
        margin: The unprintable margin at each edge of the paper.
        drawn: The smallest distance from each cut edge to what is drawn.
        gap: The room between neighbouring faces.

    Returns:
        The grid, or None if not even one face fits.
    """
    return max(both_ways(face, paper, margin, drawn, gap), key=_capacity, default=None)


def both_ways(face: Size, paper: Size, margin: Edges, drawn: Edges, gap: float = 0.0) -> list[Grid]:
    """Return the fullest grids of faces that stand upright, and of those that lie across."""
    paper = portrait(paper)
    # Backs are mirrored, so the smaller of two opposite distances applies on both sides.
    clear = Size(min(drawn.left, drawn.right), min(drawn.top, drawn.bottom))
    upright = _grid(face, paper, margin, clear, gap, turned=False)
    across = _grid(face.turned(), paper, margin, clear.turned(), gap, turned=True)
    return [grid for grid in (upright, across) if grid]


def _capacity(grid: Grid) -> int:
    return grid.capacity


def best_size(
    sizes: Sequence[Size], paper: Size, margin: Edges, drawn_of: Callable[[Size], Edges]
) -> int | None:
    """Find the size that wastes the least paper.

    A size that fills the whole leaf would always win, so it is used only if no other size fits. Of
    equally good sizes, the first wins.

    Args:
        sizes: The sizes to choose from.
        paper: The leaf, in either orientation.
        margin: The unprintable margin at each edge of the paper.
        drawn_of: Returns the distances from the cut edges to what a face of a size draws.

    Returns:
        The index of the size, or None if none fits.
    """
    # Finding out what a face draws is slow, so do it only for sizes that may still win.
    most = [_used(fit(size, paper, margin, _UNBOUNDED), size) for size in sizes]
    whole = [same_size(size, paper) for size in sizes]
    used: dict[int, float] = {}
    for index in sorted(range(len(sizes)), key=lambda i: (whole[i], -most[i])):
        if most[index] > 0 and (
            not used or (not whole[index] and most[index] >= max(used.values()) - SLACK)
        ):
            size = sizes[index]
            if area := _used(fit(size, paper, margin, drawn_of(size)), size):
                used[index] = area
    best: int | None = None
    for index in sorted(used):
        if best is None or used[index] > used[best] + SLACK:
            best = index
    return best


def _used(grid: Grid | None, size: Size) -> float:
    """Return the area of paper that becomes faces."""
    return grid.capacity * size.width * size.height if grid else 0.0


def shrink(
    face: Size, paper: Size, margin: Edges, drawn: Edges, wanted: int, least: float
) -> Size | None:
    """Find the largest reduced size at which a leaf holds the wanted number of faces.

    Args:
        face: The cut size that is too large.
        paper: The leaf, in either orientation.
        margin: The unprintable margin at each edge of the paper.
        drawn: The smallest distance from each cut edge to what is drawn.
        wanted: How many faces a leaf must hold.
        least: The smallest fraction of its width and height that a face may keep.

    Returns:
        The size, in tenths of a millimeter, or None if there is none.
    """
    paper = portrait(paper)
    clear = Size(min(drawn.left, drawn.right), min(drawn.top, drawn.bottom))
    best: tuple[float, Size] | None = None
    for turned in (False, True):
        cell, inner = (face.turned(), clear.turned()) if turned else (face, clear)
        across = _extent(paper.width, margin.left, margin.right, inner.width)
        down = _extent(paper.height, margin.top, margin.bottom, inner.height)
        for columns in range(1, wanted + 1):
            width = min(cell.width, _tenths(across / columns))
            height = min(cell.height, _tenths(down / math.ceil(wanted / columns)))
            kept = min(width / cell.width, height / cell.height)
            if kept >= least and (best is None or kept > best[0]):
                smaller = Size(width, height)
                best = kept, smaller.turned() if turned else smaller
    return best and best[1]


def _tenths(length: float) -> float:
    return math.floor((length + SLACK) * 10) / 10


def _grid(
    cell: Size, paper: Size, margin: Edges, clear: Size, gap: float, *, turned: bool
) -> Grid | None:
    """Fill the paper with cells that lie one way."""
    printable = Rect(0, 0, paper.width, paper.height).inset(margin)
    if min(printable.width, printable.height, cell.width, cell.height) <= 0:
        return None
    across = _extent(paper.width, margin.left, margin.right, clear.width)
    down = _extent(paper.height, margin.top, margin.bottom, clear.height)
    columns, rows = slots_along(cell.width, across, gap), slots_along(cell.height, down, gap)
    if columns < 1 or rows < 1:
        return None
    box = _box(cell, paper, margin, columns, rows, gap)
    return Grid(paper, printable, columns, rows, turned, box, cell, clear, gap)


def _box(cell: Size, paper: Size, margin: Edges, columns: int, rows: int, gap: float) -> Rect:
    """Put a block of slots into the middle of what the printer reaches."""
    width = columns * cell.width + (columns - 1) * gap
    height = rows * cell.height + (rows - 1) * gap
    x = _middle(paper.width, width, margin.left, margin.right)
    y = _middle(paper.height, height, margin.top, margin.bottom)
    return Rect(x, y, width, height)


def _extent(paper: float, before: float, after: float, clear: float) -> float:
    """Return the room for cut edges on the paper, with drawings in the printable area."""
    return min(
        paper, paper - before - after + 2 * clear, paper - before + clear, paper - after + clear
    )


def slots_along(step: float, extent: float, gap: float) -> int:
    """Return how many slots of one length lie side by side in an extent."""
    return math.floor((extent + gap + SLACK) / (step + gap))


def _middle(paper: float, length: float, before: float, after: float) -> float:
    """Return the start of a box centered in the printable area, but on the paper."""
    return max(0.0, min((paper - length) / 2 + (before - after) / 2, paper - length))
