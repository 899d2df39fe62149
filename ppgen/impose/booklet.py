"""Arranges the pages of a booklet on leaves of paper that are cut and folded.

Takes the size and number of pages, the paper and how it is printed; returns pages of slots and
marks as plain numbers. A leaf with two printed sides holds sheets of four pages, to be cut apart,
laid on each other and folded once. On a leaf with one printed side each sheet is by itself a
booklet of eight pages, slit in the middle and folded. Must not know what stands on a page.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ppgen.geometry import Edges, Flip, Frame, Marks, Point, Rect, Size, Turn, turn_into
from ppgen.impose.grid import Grid, fit, same_size
from ppgen.impose.marks import Mark, unmarked
from ppgen.impose.sheets import Plan, Sheet, Side, Slot, back_turn, flip_rect, page_frame, within

TICK = 3.0
"""Length of the ticks that mark the ends of a fold."""

#: The pages of a sheet with one printed side, counted from 0, as they lie before a reader; those of
#: the upper row are upside down.
_EIGHT = ((4, 3, 2, 1), (5, 6, 7, 0))


class Booklet(NamedTuple):
    """A booklet to bind.

    Attributes:
        page: The size of one page, upright.
        paper: The leaf; either way round, it is used portrait.
        margin: The unprintable margin at each edge of the paper.
        pages: How many pages a booklet has.
        drawn: The smallest distance from each edge of a page to what it draws.
        flip: The edge about which a leaf is turned over; None where one side is printed.
        at_right: Whether the booklet is bound at its right, as for languages that run that way.
        copies: How many booklets, each with pages of its own.
        marks: What shows the cuts.
    """

    page: Size
    paper: Size
    margin: Edges
    pages: int
    drawn: Edges
    flip: Flip | None
    at_right: bool = False
    copies: int = 1
    marks: Marks = "corners"


def sheet_size(page: Size, *, two_sided: bool) -> Size:
    """Return the size of the sheets that are folded: two pages side by side, or eight."""
    across, down = (2, 1) if two_sided else (4, 2)
    return Size(across * page.width, down * page.height)


def bind(job: Booklet) -> Plan | None:
    """Put the pages of a booklet on leaves of paper.

    Returns:
        The pages of paper, or None if not even one sheet fits.
    """
    sheet = sheet_size(job.page, two_sided=job.flip is not None)
    grid = fit(sheet, job.paper, job.margin, job.drawn)
    if grid is None:
        return None
    binder = _Binder(job, grid, sheet)
    sheets = [page for copy in range(job.copies) for page in binder.booklet(copy)]
    lacking = () if same_size(sheet, grid.paper) else unmarked(grid, grid.capacity, job.marks)
    return Plan(tuple(sheets), grid, job.copies * binder.leaves, lacking)


class _Binder(NamedTuple):
    job: Booklet
    grid: Grid
    sheet: Size

    @property
    def leaves(self) -> int:
        """The number of leaves of one booklet; blank pages fill the last one."""
        each = (8 if self.job.flip is None else 4) * self.grid.capacity
        return math.ceil(self.job.pages / each)

    @property
    def turn(self) -> Turn:
        """How far the sheets are turned on the leaf."""
        return 90 if self.grid.turned else 0

    @property
    def places(self) -> list[Rect]:
        """The places of the sheets on a leaf, in reading order."""
        rects = [self.grid.slot(index) for index in range(self.grid.capacity)]
        # With the leaf turned so that its pages are upright, its right edge is on top.
        return sorted(rects, key=lambda r: (-r.x, r.y)) if self.grid.turned else rects

    def booklet(self, copy: int) -> Iterator[Sheet]:
        """Yield the sides of all leaves of one booklet."""
        for leaf in range(self.leaves):
            if self.job.flip is None:
                yield self.slit(copy, leaf)
            else:
                yield from self.leaf(copy, leaf, self.job.flip)

    def leaf(self, copy: int, leaf: int, flip: Flip) -> Iterator[Sheet]:
        """Yield both sides of a leaf, arranged so that cut leaves are stacked pile on pile."""
        behind = back_turn(turned=self.grid.turned, flip=flip, turn="side")
        last = 4 * self.leaves * self.grid.capacity - 1
        fronts: list[Slot] = []
        backs: list[Slot] = []
        folds: list[Mark] = []
        for index, rect in enumerate(self.places):
            # The outermost sheet comes first: it is the cover, and each next one goes inside it.
            page = 2 * (index * self.leaves + leaf)
            outer, inner = (last - page, page), (page + 1, last - page - 1)
            frame = turn_into(rect, self.turn)
            fronts += self.slots(copy, [outer], frame, self.turn)
            under = turn_into(flip_rect(rect, self.grid.paper, flip), behind)
            backs += self.slots(copy, [inner], under, behind)
            width, height = self.job.page
            folds += self.fold(frame, Point(width, 0), Point(width, height))
        at = copy * self.leaves + leaf
        # Marks on one side are enough; on the other they would never match exactly.
        yield self.side("front", at, fronts, folds)
        yield self.side("back", at, backs, None)

    def slit(self, copy: int, leaf: int) -> Sheet:
        """Return the only printed side of a leaf: each sheet is a booklet of eight pages."""
        width, height = self.job.page
        slots: list[Slot] = []
        marks: list[Mark] = []
        for index, place in enumerate(self.places):
            first = 8 * (leaf * self.grid.capacity + index)
            rows = [[first + page for page in row] for row in _EIGHT]
            frame = turn_into(place, self.turn)
            slots += self.slots(copy, rows, frame, self.turn)
            for column in range(1, 4):
                for row in range(2):
                    x, y = column * width, row * height
                    marks += self.fold(frame, Point(x, y), Point(x, y + height))
            for column in (0, 3):
                x = column * width
                marks += self.fold(frame, Point(x, height), Point(x + width, height))
            marks.append(
                Mark(frame.point(Point(width, height)), frame.point(Point(3 * width, height)))
            )
        return self.side("front", copy * self.leaves + leaf, slots, marks)

    def slots(
        self, copy: int, rows: Sequence[Sequence[int]], frame: Frame, turn: Turn
    ) -> Iterator[Slot]:
        """Place rows of pages in the frame of their sheet; the upper one of two is upside down.

        Blank pages have no slot.
        """
        width, height = self.job.page
        for row, pages in enumerate(rows):
            upside_down = len(rows) > 1 and row == 0
            own: Turn = (turn + 180) % 360 if upside_down else turn  # type: ignore[assignment]
            for column, page in enumerate(reversed(pages) if self.job.at_right else pages):
                if page < self.job.pages:
                    rect = frame.rect(Rect(column * width, row * height, width, height))
                    yield Slot(copy * self.job.pages + page, "front", rect, own)

    def fold(self, frame: Frame, start: Point, end: Point) -> Iterator[Mark]:
        """Yield a tick at each end of a fold, within the printable area."""
        area = self.grid.printable
        a, b = within(frame.point(start), area), within(frame.point(end), area)
        length = math.hypot(b.x - a.x, b.y - a.y)
        if length > 0:
            x, y = (b.x - a.x) / length * TICK, (b.y - a.y) / length * TICK
            yield Mark(a, Point(a.x + x, a.y + y), fold=True)
            yield Mark(Point(b.x - x, b.y - y), b, fold=True)

    def side(
        self, side: Side, leaf: int, slots: Sequence[Slot], marks: Sequence[Mark] | None
    ) -> Sheet:
        """Return one side of a leaf; the fold is None for a side without marks."""
        flip = self.job.flip if side == "back" and self.job.flip else "none"
        bare = marks is None or same_size(self.sheet, self.grid.paper)
        frame = page_frame(self.grid, self.grid.capacity, flip, "none" if bare else self.job.marks)
        return Sheet(
            side, leaf, tuple(slots),
            (*frame.marks, *(marks or ())), frame.trim, frame.free,
        )  # fmt: skip
