"""Profiles against a model of a printer that shifts, turns and stretches what it is sent."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ppgen.geometry import Flip, Frame, Point, Size
from ppgen.printers.profile import Printer, back_frame, front_frame, reach

A4 = Size(210, 297)
#: As the sheet has them: where scales are read, from the middle of the paper, in mm.
PLACES = {"x": (0, 0), "y": (-60, 0), "far_x": (50, 84), "far_y": (-5, 84)}
CORNERS = [Point(x, y) for x in (10, 105, 200) for y in (10, 148.5, 287)]


@dataclass(frozen=True)
class Machine:
    """A printer: where it puts a front, and where a back is seen beside it, from the middle."""

    x: float
    y: float
    stretch: float
    turn: float
    across: float
    along: float

    def front(self, x: float, y: float) -> tuple[float, float]:
        return self.across * x, self.along * y

    def back(self, x: float, y: float) -> tuple[float, float]:
        """Take a place as seen from the front, through the paper."""
        right, down = self.front(x, y)
        return (
            right + self.x + self.stretch * x - self.turn * y,
            down + self.y + self.turn * x + self.stretch * y,
        )

    def read(self, scale: str) -> float:
        """Find where the lines of a scale meet: 3 mm apart on the front, 2.9 on the back."""
        x, y = map(float, PLACES[scale])
        axis = 0 if scale.endswith("x") else 1

        def apart(n: float) -> float:
            front = [x, y]
            back = [x, y]
            front[axis] += 3 * n
            back[axis] += 2.9 * n
            return self.back(*back)[axis] - self.front(*front)[axis]

        low, high = -80.0, 80.0
        for _ in range(60):
            middle = (low + high) / 2
            low, high = (middle, high) if apart(middle) > 0 else (low, middle)
        return low / 10

    def measured(self, flip: Flip = "long") -> Printer:
        """Read the sheet as exactly as numbers can be."""
        x, y, far_x, far_y = (self.read(scale) for scale in PLACES)
        return Printer("p", x, y, far_x, far_y, 100 * self.across, 100 * self.along, flip=flip)


def small(most: float) -> st.SearchStrategy[float]:
    return st.integers(-1000, 1000).map(lambda n: most * n / 1000)


machines = st.builds(
    Machine, small(3), small(3), small(0.003), small(0.006),
    small(0.006).map(lambda n: 1 + n), small(0.006).map(lambda n: 1 + n),
)  # fmt: skip


def mirrored(point: Point, flip: str) -> Point:
    """Give the place of a point seen from the other side of the leaf."""
    if flip == "long":
        return Point(A4.width - point.x, point.y)
    return Point(point.x, A4.height - point.y)


def centred(point: Point) -> tuple[float, float]:
    return point.x - A4.width / 2, point.y - A4.height / 2


@settings(deadline=None)
@given(machines, st.sampled_from(["long", "short"]))
def test_what_a_machine_does_is_made_up_for(machine: Machine, flip: Flip) -> None:
    printer = machine.measured(flip)
    front, back = front_frame(printer, A4), back_frame(printer, A4, flip)
    for place in CORNERS:
        wanted = centred(place)
        assert machine.front(*centred(front.point(place))) == pytest.approx(wanted, abs=1e-6)
        sent = back.point(mirrored(place, flip))
        seen = machine.back(*centred(mirrored(sent, flip)))
        assert seen == pytest.approx(wanted, abs=0.05)


def test_the_model_sees_each_number_that_is_wrong() -> None:
    machine = Machine(0.4, -1.1, 0.001, 0.002, 0.998, 1.003)
    right = machine.measured()
    for key in ("x", "y", "far_x", "far_y", "across", "long"):
        wrong = right._replace(**{key: getattr(right, key) + 0.3})
        far = 0.0
        for place in CORNERS:
            sent = back_frame(wrong, A4, "long").point(mirrored(place, "long"))
            seen = machine.back(*centred(mirrored(sent, "long")))
            far = max(far, *(abs(a - b) for a, b in zip(seen, centred(place), strict=True)))
        assert far > 0.1, key


def test_a_printer_of_which_nothing_is_known_changes_nothing() -> None:
    printer = Printer("p")
    for frame in (front_frame(printer, A4), back_frame(printer, A4, "long")):
        assert frame == pytest.approx(Frame())


def test_two_numbers_are_a_shift() -> None:
    printer = Printer("p", 0.4, -1.1)
    assert back_frame(printer, A4, "long") == pytest.approx(Frame(e=0.4, f=1.1))
    short = printer._replace(flip="short")
    assert back_frame(short, A4, "short") == pytest.approx(Frame(e=-0.4, f=-1.1))


def test_leaves_turned_about_another_edge_are_not_shifted() -> None:
    printer = Printer("p", 0.4, -1.1, long=100.3)
    assert back_frame(printer, A4, "short") == front_frame(printer, A4)


def test_how_far_pages_are_moved_towards_each_edge() -> None:
    assert reach([Frame(e=0.4, f=-1.1), Frame()], A4) == pytest.approx((0, 1.1, 0.4, 0))
    assert reach([Frame(1.01, 0, 0, 1, -1.05, 0)], A4) == pytest.approx((1.05, 0, 1.05, 0))
