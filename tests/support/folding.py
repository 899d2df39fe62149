"""Booklets as paper in three dimensions: a leaf is printed, turned over, cut, folded and read.

Nothing here knows where ppgen puts a page. Each page has a pin at its top left, one at its top
right and one at its bottom left; hands cut and fold the leaf, and a reader looks at the pins.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from ppgen.geometry import Point, Rect, Size, turn_into
from ppgen.impose.sheets import Plan

CLOSE = 1e-6
#: Pins of a page: top left, top right, bottom left.
Pins = np.ndarray


@dataclass(frozen=True)
class Print:
    """A page as printed: on which side of which leaf, and its pins as seen from the front."""

    page: int
    front: bool
    leaf: int
    pins: Pins

    @property
    def middle(self) -> np.ndarray:
        """The middle of the page."""
        return (self.pins[1] + self.pins[2]) / 2


@dataclass(frozen=True)
class Read:
    """A page as a reader sees it."""

    page: int
    upright: bool


def prints(plan: Plan, page: Size, flip: str | None) -> Iterator[Print]:
    """Return all that is printed, as pins through the leaf."""
    paper = plan.grid.paper
    corners = [Point(0, 0), Point(page.width, 0), Point(0, page.height)]
    for sheet in plan.sheets:
        for slot in sheet.slots:
            frame = turn_into(slot.rect, slot.turn)
            pins = np.array([[*frame.point(corner)] for corner in corners])
            if sheet.side == "back":
                # The leaf was turned over about an edge before this side was printed.
                if flip == "long":
                    pins[:, 0] = paper.width - pins[:, 0]
                else:
                    pins[:, 1] = paper.height - pins[:, 1]
            yield Print(slot.piece, sheet.side == "front", sheet.leaf, pins)


def held(plan: Plan, printed: Sequence[Print]) -> tuple[list[Print], list[Rect]]:
    """Turn the leaf until its sheets lie before a reader, and cut these out, row by row."""
    grid = plan.grid
    sheets = [grid.slot(index) for index in range(grid.capacity)]
    if grid.turned:
        wide = grid.paper.width
        printed = [
            Print(p.page, p.front, p.leaf, np.stack([p.pins[:, 1], wide - p.pins[:, 0]], axis=1))
            for p in printed
        ]
        sheets = [Rect(r.y, wide - r.right, r.height, r.width) for r in sheets]
    return list(printed), sorted(sheets, key=lambda r: (round(r.y, 3), r.x))


def _in(one: Print, sheet: Rect) -> bool:
    x, y = one.middle
    return sheet.x < x < sheet.right and sheet.y < y < sheet.bottom


def read_nested(plan: Plan, page: Size, flip: str, *, spine: str) -> list[Read | None]:
    """Cut leaves with two printed sides apart, lay pile on pile, fold once, and read; None: blank.

    The pile that comes first lies on top, and the fold leaves its uppermost side outside.
    """
    printed, sheets = held(plan, list(prints(plan, page, flip)))
    leaves = sorted({one.leaf for one in printed})
    stack = [(sheet, leaf) for sheet in sheets for leaf in leaves]
    # The half at the free edge stays before the reader; the other one is folded behind all others.
    near, far = ("right", "left") if spine == "left" else ("left", "right")
    order = [(*at, near) for at in stack] + [(*at, far) for at in reversed(stack)]
    out: list[Read | None] = []
    for sheet, leaf, half in order:
        middle = sheet.center.x
        inside = [one for one in printed if one.leaf == leaf and _in(one, sheet)]
        half_of = [one for one in inside if (one.middle[0] > middle) == (half == "right")]
        for upper in (True, False):
            # What was folded behind shows the reader its other side first.
            side = upper if half == near else not upper
            found = [one for one in half_of if one.front == side]
            assert len(found) <= 1, "two pages in one place"
            if not found:
                out.append(None)
                continue
            (one,) = found
            pins = one.pins.copy()
            if half == far:
                pins[:, 0] = 2 * middle - pins[:, 0]  # folded about the spine
            if not upper:
                pins[:, 0] *= -1  # the page is turned, and seen from behind
            out.append(Read(one.page, _upright(pins)))
    return out


def _upright(pins: Pins) -> bool:
    (left, top), (right, level), (below_left, below) = pins
    straight = abs(top - level) < CLOSE and abs(left - below_left) < CLOSE
    return bool(straight and left < right and top < below)


# --- one printed side: eight panels in a ring around the slit ---

#: The panels as column and row; each is joined to the next one, and the last to the first.
#: The first one, of the lower row, lies still.
RING = [(0, 1), (0, 0), (1, 0), (2, 0), (3, 0), (3, 1), (2, 1), (1, 1)]


def _about(point: np.ndarray, axis: np.ndarray, degrees: float) -> np.ndarray:
    """Turn space about a line, by the rule of the right hand."""
    angle = np.radians(degrees)
    k = np.array([[0, -axis[2], axis[1]], [axis[2], 0, -axis[0]], [-axis[1], axis[0], 0]])
    turn = np.eye(3) + np.sin(angle) * k + (1 - np.cos(angle)) * (k @ k)
    out = np.eye(4)
    out[:3, :3] = turn
    out[:3, 3] = point - turn @ point
    return out


def _fold(panel: tuple[int, int], following: tuple[int, int], page: Size) -> np.ndarray:
    """Fold the next panel of the ring, as it lies flat, about the edge that it shares with one.

    Printed sides come outside where two panels are to be the two sides of one leaf; else they come
    to face each other, a right angle apart: the booklet stands open like a cross.
    """
    column, next_column = panel[0], following[0]
    if column == next_column:
        return _about(np.array([0, page.height, 0]), np.array([1.0, 0, 0]), 180)
    x = max(column, next_column) * page.width
    if {column, next_column} == {1, 2}:
        return _about(np.array([x, 0, 0]), np.array([0, 1.0, 0]), 180)
    # y goes down and z towards the reader: the free side comes up.
    towards = -1 if next_column > column else 1
    return _about(np.array([x, 0, 0]), np.array([0, 1.0, 0]), 90 * towards)


def read_slit(plan: Plan, page: Size, *, spine: str) -> Iterator[list[Read | None]]:
    """Slit and fold each sheet of leaves with one printed side; give what each booklet reads."""
    printed, sheets = held(plan, list(prints(plan, page, None)))
    for leaf in sorted({one.leaf for one in printed}):
        for sheet in sheets:
            here = [one for one in printed if one.leaf == leaf and _in(one, sheet)]
            if here:
                yield _read_cross(here, sheet, page, spine)


@dataclass(frozen=True)
class Panel:
    """An eighth of a sheet, folded: from where it is seen, and on which leaf it has come."""

    stand: tuple[int, int]
    leaf: tuple[int, int]
    at_right: bool
    read: Read | None


def _read_cross(here: Sequence[Print], sheet: Rect, page: Size, spine: str) -> list[Read | None]:
    at = np.eye(4)
    placed = {RING[0]: at}
    for panel, following in itertools.pairwise([*RING, RING[0]]):
        at = at @ _fold(panel, following, page)
        if following == RING[0]:
            assert np.allclose(at, np.eye(4), atol=CLOSE), "the ring does not close"
        else:
            placed[following] = at
    spines = [
        (placed[panel] @ np.array([x * page.width, page.height / 2, 0, 1]))[[0, 2]]
        for x, panel in ((1, (0, 0)), (3, (2, 0)), (1, (0, 1)), (3, (2, 1)))
    ]
    assert np.allclose(spines, spines[0], atol=CLOSE), "the spines do not meet"
    panels = [_panel(here, sheet, page, *each, spines[0]) for each in placed.items()]
    assert len({p.stand for p in panels}) == 4, "a booklet open like a cross has four spreads"
    # A reader takes the page at the free edge, turns its leaf, and goes on with the next spread.
    first = min((p for p in panels if p.read), key=lambda p: p.read.page if p.read else 0)
    assert first.at_right == (spine == "left"), "the cover opens at the wrong side"
    out: list[Read | None] = []
    page_at = first
    for _ in range(4):
        (turned,) = [p for p in panels if p.leaf == page_at.leaf and p is not page_at]
        out += [page_at.read, turned.read]
        (page_at,) = [p for p in panels if p.stand == turned.stand and p is not turned]
    assert page_at is first
    return out


def _panel(
    here: Sequence[Print], sheet: Rect, page: Size, place: tuple[int, int], how: np.ndarray,
    spine: np.ndarray,
) -> Panel:  # fmt: skip
    column, row = place
    centre = how @ np.array([(column + 0.5) * page.width, (row + 0.5) * page.height, 0, 1])
    out = (centre[[0, 2]] - spine) / (page.width / 2)
    stand = out + (how @ np.array([0, 0, 1, 0]))[[0, 2]]
    look = -stand / np.hypot(*stand)
    right = np.array([-look[1], look[0]])
    area = Rect(sheet.x + column * page.width, sheet.y + row * page.height, page.width, page.height)
    found = [one for one in here if _in(one, area)]
    assert len(found) <= 1, "two pages in one place"
    read = None
    if found:
        flat = np.column_stack([found[0].pins - [sheet.x, sheet.y], np.zeros(3), np.ones(3)])
        space = (how @ flat.T).T
        view = np.column_stack([space[:, [0, 2]] @ right, space[:, 1]])
        read = Read(found[0].page, _upright(view))
    return Panel(_whole(stand), _whole(out), bool(out @ right > 0), read)


def _whole(direction: np.ndarray) -> tuple[int, int]:
    return round(float(direction[0])), round(float(direction[1]))
