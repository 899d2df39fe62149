"""Puts faces on sheets of paper: slots, quarter turns and cut marks.

Takes the size of a face, what it draws near its cut edges, the paper and the way it is turned over
between its sides; returns pages of slots and marks as plain numbers: millimeters, y down, pages
always portrait. Must not know PDF, fonts, files or games, nor what a face shows.
"""

from __future__ import annotations

import math
from functools import lru_cache, reduce
from typing import Literal, NamedTuple

from ppgen.geometry import Edges, Flip, Marks, MarksOn, Point, Rect, Size, Turn, turn_into
from ppgen.impose.arrange import arrange, block
from ppgen.impose.grid import Grid, same_size
from ppgen.impose.marks import Mark, cut_marks, unmarked

Side = Literal["front", "back"]
SIDES: tuple[Side, Side] = ("front", "back")
#: Where backs come: behind fronts, beside them across a fold, on leaves of their own, nowhere.
Backs = Literal["behind", "beside", "apart", "none"]
PieceTurn = Literal["side", "top"]
#: More pieces than any leaf holds.
_MANY = 1_000_000


class Imposition(NamedTuple):
    """Pieces to put on paper.

    Attributes:
        face: The cut size of one face, upright.
        paper: The leaf, in either orientation; it is used portrait.
        margin: The unprintable margin at each edge of the paper.
        flip: The edge on which a leaf is flipped, by the printer or by hand.
        pieces: The number of pieces; a piece has a front and possibly a back.
        drawn: The smallest distance from each cut edge to what any front or back draws, seen on the
            upright face; negative where the drawing bleeds.
        backs: Where the backs of the pieces come.
        stack: Cut and stack: one cut through all leaves gives piles that are in order.
        turn: How a finished piece is turned over: about its side like a book page, or about its top
            like a calendar.
        gap: The room between neighbouring pieces.
        marks: What shows the cuts.
        marks_on: On which pages.
    """

    face: Size
    paper: Size
    margin: Edges
    flip: Flip
    pieces: int
    drawn: Edges
    backs: Backs
    stack: bool
    turn: PieceTurn = "side"
    gap: float = 0.0
    marks: Marks = "corners"
    marks_on: MarksOn = "both"


class Slot(NamedTuple):
    """The place of one face on a page.

    Attributes:
        piece: Which piece, from 0.
        side: Which side of it.
        rect: The cut rectangle on the page.
        turn: The clockwise rotation of the face's content in `rect`.
    """

    piece: int
    side: Side
    rect: Rect
    turn: Turn


class Sheet(NamedTuple):
    """One page: one side of a leaf.

    Attributes:
        side: Which side of the pieces the page shows; `front` if it shows both.
        leaf: Which leaf of paper, from 0.
        slots: The faces, in the same order on a front and on its back.
        marks: The cut marks.
        trim: The box around the slots of this page.
        free: The printable room between the box (including bleed) and the edge of the printable
            area, on each side; never negative. Outer marks go there.
    """

    side: Side
    leaf: int
    slots: tuple[Slot, ...]
    marks: tuple[Mark, ...]
    trim: Rect
    free: Edges


class Plan(NamedTuple):
    """All pages of a job.

    Attributes:
        sheets: The pages in the order of printing.
        grid: Where the slots of a full front page are.
        leaves: How many sheets of paper it takes.
        unmarked: The cuts that no mark shows, by how far they are from the paper's next edge.
    """

    sheets: tuple[Sheet, ...]
    grid: Grid
    leaves: int
    unmarked: tuple[float, ...] = ()

    @property
    def columns(self) -> int:
        """The number of slots side by side."""
        return self.grid.columns

    @property
    def rows(self) -> int:
        """The number of slots from top to bottom."""
        return self.grid.rows

    @property
    def turned(self) -> bool:
        """Whether faces are rotated on the page."""
        return self.grid.turned

    @property
    def per_leaf(self) -> int:
        """The number of slots of a full page."""
        return self.grid.capacity


def impose(job: Imposition) -> Plan | None:
    """Put all pieces of a job on leaves of paper.

    Args:
        job: The faces, the paper and the printer.

    Returns:
        The pages, or None if not even one face fits.
    """
    if job.backs == "beside":
        return _impose_folded(job)
    grid = _arranged(job, job.face)
    if grid is None:
        return None
    build = _Builder(job, grid, math.ceil(job.pieces / grid.capacity))
    leaves = build.leaves
    fronts = [build.sheet("front", leaf) for leaf in range(leaves)]
    plan = Plan(tuple(fronts), grid, leaves, build.unmarked())
    if job.backs == "none":
        return plan
    backs = [build.sheet("back", leaf) for leaf in range(leaves)]
    if job.backs == "apart":
        # Mirrored like backs behind fronts, so that leaves can be glued together.
        backs = [back._replace(leaf=leaves + back.leaf) for back in backs]
        return plan._replace(sheets=tuple(fronts + backs), leaves=2 * leaves)
    pages = (page for pair in zip(fronts, backs, strict=True) for page in pair)
    return plan._replace(sheets=tuple(pages))


def leaf_capacity(job: Imposition) -> int:
    """Return how many pieces a full leaf holds; 0 where backs lie beside fronts."""
    grid = None if job.backs == "beside" else _arranged(job._replace(pieces=_MANY), job.face)
    return grid.capacity if grid else 0


def _arranged(job: Imposition, face: Size) -> Grid | None:
    return arrange(
        face, job.paper, job.margin, job.drawn, job.pieces,
        gap=job.gap, marks=job.marks, stack=job.stack,
    )  # fmt: skip


def back_turn(*, turned: bool, flip: Flip, turn: PieceTurn) -> Turn:
    """Return the turn of a back, so that the finished piece, turned over, shows it upright."""
    if turned:
        # If rotated, the paper's vertical axis runs along the face's top and bottom.
        return 270 if (flip == "long") == (turn == "side") else 90
    return 0 if (flip == "long") == (turn == "side") else 180


def _impose_folded(job: Imposition) -> Plan | None:
    """Put each front next to its back, so that folding the pair puts the back behind it."""
    width, height = job.face
    candidates: list[tuple[Grid, Point]] = []
    # Folded sideways, a back has the orientation of the front if the piece is turned sideways too.
    pairs = [
        (Size(2 * width, height), Point(width, 0)),
        (Size(width, 2 * height), Point(0, height)),
    ]
    for size, behind in pairs if job.turn == "side" else reversed(pairs):
        if grid := _arranged(job, size):
            candidates.append((grid, behind))
    if not candidates:
        return None
    grid, behind = max(candidates, key=lambda pair: pair[0].capacity)
    about_side = behind.y == 0
    front_turn: Turn = 90 if grid.turned else 0
    turns: dict[Turn, Turn] = {0: 180, 90: 270}
    turn = front_turn if about_side == (job.turn == "side") else turns[front_turn]
    leaves = math.ceil(job.pieces / grid.capacity)
    build = _Builder(job, grid, leaves)
    sheets = []
    for leaf in range(leaves):
        slots: list[Slot] = []
        folds: list[Mark] = []
        pieces = build.pieces(leaf)
        for index, piece in enumerate(pieces):
            frame = turn_into(build.grid_of(len(pieces)).slot(index), front_turn)
            front = frame.rect(Rect(0, 0, width, height))
            back = frame.rect(Rect(behind.x, behind.y, width, height))
            slots += [Slot(piece, "front", front, front_turn), Slot(piece, "back", back, turn)]
            # The fold runs from the shared corner of front and back to the front's last corner.
            start = within(frame.point(behind), grid.printable)
            end = within(frame.point(Point(width, height)), grid.printable)
            folds.append(Mark(start, end, fold=True))
        page = page_frame(build.grid_of(len(pieces)), len(pieces), "none", job.marks)
        marks = (*page.marks, *folds)
        sheets.append(Sheet("front", leaf, tuple(slots), marks, page.trim, page.free))
    return Plan(tuple(sheets), grid, leaves, build.unmarked())


def facing(slot: Slot, other: Slot, edges: Edges) -> Edges:
    """Return distances from the edges of a slot's face, none where the other one lies."""
    frame = turn_into(slot.rect, slot.turn)
    size = slot.rect.size if slot.turn in {0, 180} else slot.rect.size.turned()
    width, height = size
    middles = Edges(
        *(
            math.dist(frame.point(Point(*at)), other.rect.center)
            for at in ((0, height / 2), (width / 2, 0), (width, height / 2), (width / 2, height))
        )
    )
    nearest = min(middles)
    pairs = zip(edges, middles, strict=True)
    return Edges(*(0.0 if middle == nearest else edge for edge, middle in pairs))


class _Builder(NamedTuple):
    """Makes the pages of one job."""

    job: Imposition
    grid: Grid
    leaves: int

    def sheet(self, side: Side, leaf: int) -> Sheet:
        """Make one page."""
        pieces = self.pieces(leaf)
        turn: Turn = 90 if self.grid.turned else 0
        flip: Flip | Literal["none"] = "none"
        if side == "back":
            flip = self.job.flip
            turn = back_turn(turned=self.grid.turned, flip=flip, turn=self.job.turn)
        frame = page_frame(self.grid_of(len(pieces)), len(pieces), flip, self.marks(side))
        slots = tuple(
            Slot(piece, side, rect, turn) for piece, rect in zip(pieces, frame.rects, strict=True)
        )
        return Sheet(side, leaf, slots, frame.marks, frame.trim, frame.free)

    def marks(self, side: Side) -> Marks:
        """Tell what shows the cuts on a page; a face as large as the paper is not cut."""
        job = self.job
        whole = same_size(job.face, self.grid.paper)
        elsewhere = job.backs in {"behind", "apart"} and job.marks_on not in {"both", side}
        return "none" if whole or elsewhere else job.marks

    def grid_of(self, count: int) -> Grid:
        """Return the places of a leaf that holds `count` pieces, of which some may stay empty."""
        if self.job.stack or count in {0, self.grid.capacity}:
            return self.grid
        return block(self.grid, count, self.job.margin, self.job.marks) or self.grid

    def unmarked(self) -> tuple[float, ...]:
        """Return the cuts of all leaves that no mark shows."""
        if same_size(self.job.face, self.grid.paper):
            return ()
        counts = sorted({len(self.pieces(leaf)) for leaf in range(self.leaves)})
        return tuple(
            distance
            for count in counts
            for distance in unmarked(self.grid_of(count), count, self.job.marks)
        )

    def pieces(self, leaf: int) -> range:
        """Tell which pieces a leaf holds; they fill the first slots of its grid."""
        if self.job.stack:
            return range(leaf, self.job.pieces, self.leaves)
        first = leaf * self.grid.capacity
        return range(first, min(first + self.grid.capacity, self.job.pieces))


class _PageFrame(NamedTuple):
    """What pages with the same number of slots have in common."""

    rects: tuple[Rect, ...]
    marks: tuple[Mark, ...]
    trim: Rect
    free: Edges


@lru_cache(maxsize=64)
def page_frame(grid: Grid, filled: int, flip: Flip | Literal["none"], marks: Marks) -> _PageFrame:
    """Place the first `filled` slots of a page and mark their cuts.

    Cached, since a long job has thousands of pages and at most a handful of different frames.
    """
    rects = tuple(flip_rect(grid.slot(index), grid.paper, flip) for index in range(filled))
    trim = reduce(Rect.union, rects)
    # Marks are made once, for the front, and mirrored like the slots: so they lie behind it.
    lines = tuple(
        mark._replace(
            start=_flip_point(mark.start, grid.paper, flip),
            end=_flip_point(mark.end, grid.paper, flip),
        )
        for mark in cut_marks(grid, filled, marks)
    )
    return _PageFrame(rects, lines, trim, _free(grid, trim))


def within(point: Point, area: Rect) -> Point:
    """Return the nearest point in an area."""
    return Point(min(max(point.x, area.x), area.right), min(max(point.y, area.y), area.bottom))


def _free(grid: Grid, trim: Rect) -> Edges:
    """Return the printable room around the box of the slots."""
    bleed_x, bleed_y = max(0.0, -grid.clear.width), max(0.0, -grid.clear.height)
    area = grid.printable
    return Edges(
        left=max(0.0, trim.x - bleed_x - area.x),
        top=max(0.0, trim.y - bleed_y - area.y),
        right=max(0.0, area.right - trim.right - bleed_x),
        bottom=max(0.0, area.bottom - trim.bottom - bleed_y),
    )


def flip_rect(rect: Rect, paper: Size, flip: Flip | Literal["none"]) -> Rect:
    """Return the place behind a rectangle, seen from the other side of the leaf."""
    match flip:
        case "long":
            return Rect(paper.width - rect.x - rect.width, rect.y, rect.width, rect.height)
        case "short":
            return Rect(rect.x, paper.height - rect.y - rect.height, rect.width, rect.height)
        case "none":
            return rect


def _flip_point(point: Point, paper: Size, flip: Flip | Literal["none"]) -> Point:
    """Return the place behind a point, seen from the other side of the leaf."""
    match flip:
        case "long":
            return Point(paper.width - point.x, point.y)
        case "short":
            return Point(point.x, paper.height - point.y)
        case "none":
            return point
