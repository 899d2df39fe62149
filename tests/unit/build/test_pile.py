"""Backs printed by hand: a pile of paper, two hands and a tray, for four kinds of printers.

Nothing here knows how ppgen orders pages.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import pytest

from ppgen.build import Printout
from ppgen.geometry import Edges, Flip, Point, Rect
from ppgen.impose.sheets import Sheet
from ppgen.printers.profile import Pile, Printer
from tests.support.paper import printed_by_hand
from tests.support.products import Prepare


class Leaf(NamedTuple):
    """What was printed on both sides of a leaf."""

    front: Sheet
    back: Sheet


def by_hand(fronts: Sequence[Sheet], backs: Sequence[Sheet], *, over: bool) -> list[Leaf]:
    return [Leaf(*pair) for pair in printed_by_hand(fronts, backs, over=over)]


def through(rect: Rect, wide: float, high: float, flip: Flip) -> Rect:
    """Give the place behind a place on a leaf that is turned about one of its edges."""
    if flip == "long":
        return rect._replace(x=wide - rect.right)
    return rect._replace(y=high - rect.bottom)


def faults(leaves: Sequence[Leaf], flip: Flip) -> int:
    """Count the backs that are not behind their front, and upright for who turns the card."""
    wrong = 0
    for leaf in leaves:
        behind = {slot.piece: slot for slot in leaf.back.slots}
        for slot in leaf.front.slots:
            found = behind.get(slot.piece)
            place = through(slot.rect, 210, 297, flip)
            turn = 0 if flip == "long" else 180  # of a piece that stands upright on the paper
            same = found and found.rect.center == pytest.approx(place.center)
            wrong += not (same and found and (found.turn - slot.turn) % 360 == turn)
    return wrong


def sides(placed: Prepare, flip: Flip, pile: Pile) -> tuple[list[Sheet], list[Sheet]]:
    printer = Printer("p", flip=flip, pile=pile)
    printout: Printout = placed("decrypto/codes", duplex="manual", printer=printer)
    fronts, backs = printout._replace(side="front"), printout._replace(side="back")
    assert len(list(fronts.sheets())) == 3
    return [s for _, s in fronts.sheets()], [s for _, s in backs.sheets()]


@pytest.mark.parametrize("flip", ["long", "short"])
@pytest.mark.parametrize(("pile", "over"), [("same", True), ("reversed", False)])
def test_backs_come_behind_their_fronts(
    placed: Prepare, flip: Flip, pile: Pile, over: bool
) -> None:
    fronts, backs = sides(placed, flip, pile)
    assert faults(by_hand(fronts, backs, over=over), flip) == 0
    # A pile that comes back the other way round, or turned otherwise, is seen at once.
    assert faults(by_hand(fronts, backs, over=not over), flip) > 0
    other: Flip = "short" if flip == "long" else "long"
    assert faults(by_hand(fronts, backs, over=over), other) > 0


def test_without_a_profile_the_pile_is_turned_about_its_long_edge(placed: Prepare) -> None:
    printout = placed("decrypto/codes", duplex="manual")
    fronts, backs = (
        [sheet for _, sheet in printout._replace(side=side).sheets()] for side in ("front", "back")
    )
    assert faults(by_hand(fronts, backs, over=True), "long") == 0


def test_margins_of_a_printer_are_kept_as_far_as_pages_are_moved(placed: Prepare) -> None:
    """A back that is moved 2 mm to the left must not be moved beyond what the printer reaches."""
    margins = Edges(5, 5, 5, 5)
    for x, room in ((0.0, 5), (2.0, 7)):
        printer = Printer("p", x=x, margins=margins)
        printout = placed("decrypto/codes", printer=printer, margin=margins)
        area = printout.groups[0].plan.grid.printable
        assert (area.x, 210 - area.right) == pytest.approx((room, room))
        corner = Point(area.x, area.y)
        for _, sheet in printout.sheets():
            points = [point for mark in sheet.marks for point in (mark.start, mark.end)]
            assert min(point.x for point in points) >= corner.x - 1e-6
