"""A printer as it was measured, and the frames that make up for what it does.

Lengths are in mm, x to the right and y down, as a page lies before a reader. What was read on the
backs is as seen from the front, through the paper. Must not know files.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from ppgen.geometry import Edges, Flip, Frame, Point, Size

Pile = Literal["same", "reversed"]

#: Where on the test sheet each number is read, from the middle of the paper.
AT_X, AT_Y = Point(0, 0), Point(-60, 0)
AT_FAR_X, AT_FAR_Y = Point(50, 84), Point(-5, 84)
#: How far neighbouring lines of a scale are apart, on the front; on the back it is a tenth less.
STEP, TENTH = 3.0, 0.1
#: The largest number on a scale, either way.
MOST = 15
#: How long a ruler is that is measured.
RULER = 100.0


class Printer(NamedTuple):
    """What was measured; what was not is neutral.

    Attributes:
        name: What the user calls it.
        x: How far backs lie to the right of their fronts, in the middle of the paper.
        y: How far they lie below them.
        far_x: The same near the lower right corner; None if it was not read.
        far_y: The same near the lower right corner.
        across: How long a ruler of 100 mm comes out across the paper.
        long: How long it comes out along it.
        margins: What the printer cannot reach; None if that was not read.
        flip: The edge about which a leaf is turned, by the printer or by hand.
        pile: Whether a pile that is turned by hand comes back in the same order.
    """

    name: str
    x: float = 0.0
    y: float = 0.0
    far_x: float | None = None
    far_y: float | None = None
    across: float = RULER
    long: float = RULER
    margins: Edges | None = None
    flip: Flip = "long"
    pile: Pile = "same"


class _Drift(NamedTuple):
    """Where a back comes to lie: x and y at the middle, and how much more farther out."""

    x: float
    y: float
    stretch: float
    turn: float


def front_frame(printer: Printer, paper: Size) -> Frame:
    """Return the frame in which a page is drawn that has to come out true to size."""
    return _inverse(_printed(printer, _Drift(0, 0, 0, 0)), paper)


def back_frame(printer: Printer, paper: Size, flip: Flip) -> Frame:
    """Return the frame in which the page is drawn that has to come out behind such a page.

    Leaves that are turned about another edge than measured come out true to size only: what was
    read says nothing of them.
    """
    if flip != printer.flip:
        return front_frame(printer, paper)
    seen = _inverse(_printed(printer, _drift(printer)), paper)
    upright, lying = Frame(-1, 0, 0, 1, paper.width, 0), Frame(1, 0, 0, -1, 0, paper.height)
    mirror = upright if flip == "long" else lying
    return mirror.then(seen).then(mirror)


def reach(frames: Sequence[Frame], paper: Size) -> Edges:
    """Return how far frames move what is drawn towards each edge of the paper."""
    corners = [Point(x, y) for x in (0, paper.width) for y in (0, paper.height)]
    moved = [(corner, frame.point(corner)) for frame in frames for corner in corners]
    return Edges(
        max(0.0, *(a.x - b.x for a, b in moved if a.x == 0)),
        max(0.0, *(a.y - b.y for a, b in moved if a.y == 0)),
        max(0.0, *(b.x - a.x for a, b in moved if a.x > 0)),
        max(0.0, *(b.y - a.y for a, b in moved if a.y > 0)),
    )


def _printed(printer: Printer, drift: _Drift) -> Frame:
    """Return where the printer puts what is drawn, from the middle of the paper."""
    return Frame(
        printer.across / RULER + drift.stretch, drift.turn,
        -drift.turn, printer.long / RULER + drift.stretch,
        drift.x, drift.y,
    )  # fmt: skip


def _inverse(frame: Frame, paper: Size) -> Frame:
    """Return what undoes a frame whose origin is the middle of the paper."""
    a, b, c, d, e, f = frame
    area = a * d - b * c
    undone = Frame(
        d / area, -b / area, -c / area, a / area, (c * f - d * e) / area, (b * e - a * f) / area
    )
    middle = Point(paper.width / 2, paper.height / 2)
    there, back = Frame(e=-middle.x, f=-middle.y), Frame(e=middle.x, f=middle.y)
    return there.then(undone).then(back)


def _drift(printer: Printer) -> _Drift:
    """Find shift, turn and stretch from four numbers, each read at the line that it names."""
    x, y = printer.x, printer.y
    if printer.far_x is None and printer.far_y is None:
        return _Drift(x, y, 0, 0)
    far_x = x if printer.far_x is None else printer.far_x
    far_y = y if printer.far_y is None else printer.far_y
    # x = X + stretch * px - turn * py and y = Y + turn * px + stretch * py at each place (px, py).
    near_x, near_y = _line(AT_X, x, 0), _line(AT_Y, 0, y)
    there_x, there_y = _line(AT_FAR_X, far_x, 0), _line(AT_FAR_Y, 0, far_y)
    a, b = there_x.x - near_x.x, -(there_x.y - near_x.y)
    c, d = there_y.y - near_y.y, there_y.x - near_y.x
    area = a * d - b * c
    stretch = ((far_x - x) * d - b * (far_y - y)) / area
    turn = (a * (far_y - y) - (far_x - x) * c) / area
    return _Drift(
        x - stretch * near_x.x + turn * near_x.y,
        y - turn * near_y.x - stretch * near_y.y,
        stretch,
        turn,
    )


def _line(middle: Point, across: float, down: float) -> Point:
    """Return the place of the line of a scale that says so much."""
    return Point(middle.x + across / TENTH * STEP, middle.y + down / TENTH * STEP)
