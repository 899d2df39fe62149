"""Which grid a job gets: the one that holds most faces, if all of its cuts can be marked.

Takes the size of a face, the paper and how many pieces there are; returns a grid for full leaves,
and the block in which the pieces of a leaf lie that is not full. Pure numbers.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

from ppgen.geometry import Edges, Marks, Rect, Size
from ppgen.impose.grid import Grid, both_ways, same_size
from ppgen.impose.marks import cuts, scarce

#: How much of what a leaf could hold may be given up for marks at all cuts.
_KEPT = 2 / 3


def arrange(
    face: Size, paper: Size, margin: Edges, drawn: Edges, pieces: int, *,
    gap: float = 0.0, marks: Marks = "corners", stack: bool = False,
) -> Grid | None:  # fmt: skip
    """Find the grid of a job.

    Where cuts of the fullest grid have no room for a mark, one that holds a little less is taken
    if it has; for marks that are only short, one that takes no more paper. Cut and stack keeps the
    fullest grid, as each of its leaves has to be like the others; a single leaf only if it can.

    Args:
        face: The cut size of one face, upright.
        paper: The leaf, either way round.
        margin: What the printer cannot reach at each edge of the paper.
        drawn: The smallest distance from each cut edge to what is drawn.
        pieces: How many faces there are.
        gap: The room between neighbouring faces.
        marks: What shows the cuts.
        stack: Whether one cut goes through all leaves.

    Returns:
        The grid, or None if not even one face fits.
    """
    fullest = both_ways(face, paper, margin, drawn, gap)
    if not fullest:
        return None
    best = max(fullest, key=lambda grid: grid.capacity)
    if pieces < 1 or same_size(face, paper) or (stack and pieces > best.capacity):
        return best
    if stack and not scarce(best, min(pieces, best.capacity), marks)[0]:
        return best
    if pieces < best.capacity:
        fullest.sort(key=lambda grid: grid is not best)  # first among equals
        blocks = [one for grid in fullest if (one := block(grid, pieces, margin, marks))]
        return min(blocks, key=lambda grid: _cost(grid, pieces, marks))
    missing, short = scarce(best, best.capacity, marks)
    if not short:
        return best
    leaves = math.ceil(pieces / best.capacity)
    found = best
    for grid in _fewer(fullest, margin):
        enough = grid.capacity >= _KEPT * best.capacity if missing else (
            math.ceil(pieces / grid.capacity) <= leaves
        )  # fmt: skip
        if enough and _rank(grid, marks) < _rank(found, marks):
            found = grid
    return found


def block(grid: Grid, count: int, margin: Edges, marks: Marks) -> Grid | None:
    """Return the block of a leaf that holds `count` pieces, with few cuts.

    It lies in the middle of the paper, or, where this saves cuts, in the corner of the grid. None
    if the grid cannot hold so many.
    """
    blocks: list[Grid] = []
    for columns in range(1, grid.columns + 1):
        rows = math.ceil(count / columns)
        if rows <= grid.rows:
            middle = grid.smaller(columns, rows, margin)
            corner = Rect(grid.box.x, grid.box.y, middle.box.width, middle.box.height)
            blocks += [middle, middle._replace(box=corner)]
    return min(blocks, key=lambda one: _cost(one, count, marks), default=None)


def _fewer(fullest: Iterable[Grid], margin: Edges) -> Iterable[Grid]:
    """Return grids both ways round, and those with a row, a column or both less."""
    for grid in fullest:
        for columns in (grid.columns, grid.columns - 1):
            for rows in (grid.rows, grid.rows - 1):
                if columns and rows:
                    yield grid.smaller(columns, rows, margin)


def _rank(grid: Grid, marks: Marks) -> tuple[bool, bool, int]:
    missing, short = scarce(grid, grid.capacity, marks)
    return missing > 0, short > 0, -grid.capacity


def _cost(grid: Grid, count: int, marks: Marks) -> tuple[bool, bool, int, int]:
    """Rank blocks: marks that are there, marks that guide a ruler, few cuts, few empty places."""
    missing, short = scarce(grid, min(count, grid.capacity), marks)
    return missing > 0, short > 0, cuts(grid, count), grid.capacity - count
