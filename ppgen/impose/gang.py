"""Puts pieces of several jobs on one leaf: blocks of equal pieces, on shelves.

Takes sizes and counts, and what a printer reaches; returns blocks of slots, and pages of them, as
plain numbers. A guillotine cuts between shelves first, then between the blocks of a shelf: each
block keeps room around it for marks of its own. Must not know which products they are.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from functools import reduce
from typing import NamedTuple

from ppgen.geometry import Edges, Flip, Marks, MarksOn, Rect, Size, Turn
from ppgen.impose.grid import SLACK, Grid, slots_along
from ppgen.impose.marks import BLEED_GAP, MARK_RULER
from ppgen.impose.sheets import PieceTurn, Plan, Sheet, Side, Slot, back_turn, page_frame

AROUND = BLEED_GAP + MARK_RULER
"""Room around a block, for marks that guide a ruler."""
STRIP = 7.0
"""Room below all blocks, for the line in the margin and its ruler."""
#: With more ways to turn faces, a search takes too long; later lots then stand upright.
_MOST_TURNED = 7


class Lot(NamedTuple):
    """Equal pieces that stay together.

    Attributes:
        face: The cut size of one face, upright.
        pieces: How many there are.
        clear: What each edge of the face leaves blank on both sides; negative where it bleeds.
        gap: The room between neighbouring pieces.
        two_sided: Whether they have backs.
        turn: How a finished piece is turned over.
    """

    face: Size
    pieces: int
    clear: Size
    gap: float = 0.0
    two_sided: bool = False
    turn: PieceTurn = "side"


class Block(NamedTuple):
    """Pieces of one lot on the leaf: which, from the first one, and where."""

    lot: int
    first: int
    pieces: int
    grid: Grid


def share(lots: Sequence[Lot], paper: Size, printable: Rect) -> list[Block] | None:
    """Find room for all pieces on one leaf: the blocks with the fewest cuts, or None."""
    room = printable.inset(Edges(bottom=STRIP))
    area = math.fsum(lot.pieces * lot.face.width * lot.face.height for lot in lots)
    if area > room.width * room.height:
        return None
    either, upright = [(False, True)] * len(lots), [(False,)] * len(lots)
    ways = itertools.product(*either[:_MOST_TURNED], *upright[_MOST_TURNED:])
    found = (_shelved(lots, way, paper, room) for way in ways)
    return min((blocks for blocks in found if blocks), key=_cost, default=None)


def _cost(blocks: Sequence[Block]) -> tuple[int, int]:
    return len(blocks), sum(block.grid.columns + block.grid.rows for block in blocks)


def _shelved(
    lots: Sequence[Lot], turned: Sequence[bool], paper: Size, room: Rect
) -> list[Block] | None:
    """Fill shelves from the top, the highest faces first; None if the leaf is too small."""
    cells = [
        lot.face.turned() if turn else lot.face for lot, turn in zip(lots, turned, strict=True)
    ]
    shelves: list[Rect] = []  # what is still free of each
    blocks: list[Block] = []
    below = room
    for at in sorted(range(len(lots)), key=lambda at: (-cells[at].height, -cells[at].width)):
        first = 0
        while wanted := lots[at].pieces - first:
            for number, shelf in enumerate(shelves):  # noqa: B007 - used after the loop
                if grid := _block(lots[at], paper, shelf, wanted, turned=turned[at]):
                    break
            else:
                grid = _block(lots[at], paper, below, wanted, turned=turned[at], low=True)
                if grid is None:
                    return None
                number, shelf = len(shelves), below._replace(height=grid.printable.height)
                shelves.append(shelf)
                below = below.inset(Edges(top=shelf.height))
            shelves[number] = shelf.inset(Edges(left=grid.printable.width))
            count = min(wanted, grid.capacity)
            blocks.append(Block(at, first, count, grid))
            first += count
    return _centered(blocks, room)


def _block(
    lot: Lot, paper: Size, free: Rect, wanted: int, *, turned: bool, low: bool = False
) -> Grid | None:  # fmt: skip
    """Return the upper left corner of what is free as slots for a lot; a new shelf stays low."""
    cell, clear = (
        (lot.face.turned(), lot.clear.turned()) if turned else (lot.face, lot.clear)
    )  # fmt: skip
    around = AROUND + max(0.0, -clear.width, -clear.height)
    columns = slots_along(cell.width, free.width - 2 * around, lot.gap)
    rows = slots_along(cell.height, free.height - 2 * around, lot.gap)
    if min(columns, rows) < 1:
        return None
    if low:
        rows = min(rows, math.ceil(wanted / columns))
    columns = min(columns, math.ceil(wanted / rows))
    rows = min(rows, math.ceil(wanted / columns))
    width = columns * (cell.width + lot.gap) - lot.gap
    height = rows * (cell.height + lot.gap) - lot.gap
    box = Rect(free.x + around, free.y + around, width, height)
    own = box.inset(Edges(-around, -around, -around, -around))
    return Grid(paper, own, columns, rows, turned, box, cell, clear, lot.gap)


def _centered(blocks: Sequence[Block], room: Rect) -> list[Block]:
    """Move all blocks into the middle of the room."""
    all_ = reduce(Rect.union, (block.grid.printable for block in blocks))
    across = max(0.0, (room.width - all_.width) / 2 - SLACK)
    down = max(0.0, (room.height - all_.height) / 2 - SLACK)

    def moved(rect: Rect) -> Rect:
        return rect._replace(x=rect.x + across, y=rect.y + down)

    return [
        block._replace(
            grid=block.grid._replace(
                printable=moved(block.grid.printable), box=moved(block.grid.box)
            )
        )
        for block in blocks
    ]


class Leaf(NamedTuple):
    """A shared leaf to print.

    Attributes:
        lots: The pieces on it, counted through all lots.
        blocks: Where they are.
        printable: What the printer reaches on both sides.
        flip: The edge about which the leaf is turned over.
        backed: Whether it has a back page; one without faces keeps other leaves' backs in place.
        apart: Whether that is on a leaf of its own.
        marks: What shows the cuts.
        marks_on: On which pages.
    """

    lots: Sequence[Lot]
    blocks: Sequence[Block]
    printable: Rect
    flip: Flip
    backed: bool
    apart: bool = False
    marks: Marks = "corners"
    marks_on: MarksOn = "both"


def shared_plan(leaf: Leaf) -> Plan:
    """Return the pages of a shared leaf."""
    sheets = [_sheet(leaf, "front"), *([_sheet(leaf, "back")] if leaf.backed else [])]
    box = sheets[0].trim
    paper = leaf.blocks[0].grid.paper
    grid = Grid(paper, leaf.printable, 1, 1, False, box, box.size, Size(0, 0))
    return Plan(tuple(sheets), grid, 2 if leaf.backed and leaf.apart else 1)


def _sheet(leaf: Leaf, side: Side) -> Sheet:
    firsts = list(itertools.accumulate((lot.pieces for lot in leaf.lots), initial=0))
    marks = leaf.marks if not leaf.backed or leaf.marks_on in {"both", side} else "none"
    flip = leaf.flip if side == "back" else "none"
    frames = [page_frame(block.grid, block.pieces, flip, marks) for block in leaf.blocks]

    def slots() -> Iterator[Slot]:
        for block, frame in zip(leaf.blocks, frames, strict=True):
            lot = leaf.lots[block.lot]
            turn: Turn = 90 if block.grid.turned else 0
            if side == "back":
                if not lot.two_sided:
                    continue
                turn = back_turn(turned=block.grid.turned, flip=leaf.flip, turn=lot.turn)
            for at, rect in enumerate(frame.rects):
                yield Slot(firsts[block.lot] + block.first + at, side, rect, turn)

    trim, area = reduce(Rect.union, (frame.trim for frame in frames)), leaf.printable
    free = Edges(
        trim.x - area.x, trim.y - area.y, area.right - trim.right, area.bottom - trim.bottom
    )
    lines = tuple(mark for frame in frames for mark in frame.marks)
    number = 1 if leaf.apart and side == "back" else 0
    return Sheet(side, number, tuple(slots()), lines, trim, free)
