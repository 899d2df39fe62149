"""Leaves that several jobs share: a leaf, a guillotine and two hands, by numbers alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ppgen.geometry import Flip, Point, Rect, Size, turn_into
from ppgen.impose.gang import Leaf, Lot, share, shared_plan
from ppgen.impose.marks import MARK_RULER
from ppgen.impose.sheets import PieceTurn, Plan, Slot

PAPER = Size(210, 297)
PRINTABLE = Rect(5, 8, 200, 280)


def mm(low: int, high: int) -> st.SearchStrategy[float]:
    return st.integers(low * 2, high * 2).map(lambda halves: halves / 2)


LOTS = st.builds(
    Lot,
    face=st.builds(Size, mm(15, 120), mm(15, 120)),
    pieces=st.integers(1, 20),
    clear=st.builds(Size, mm(-2, 6), mm(-2, 6)),
    gap=st.sampled_from([0.0, 4.0]),
    two_sided=st.booleans(),
    turn=st.sampled_from(["side", "top"]),
)


def leaf_of(lots: Sequence[Lot], flip: Flip = "long") -> Leaf | None:
    blocks = share(lots, PAPER, PRINTABLE)
    backed = any(lot.two_sided for lot in lots)
    return Leaf(lots, blocks, PRINTABLE, flip, backed) if blocks else None


def lot_of(lots: Sequence[Lot], piece: int) -> Lot:
    return [lot for lot in lots for _ in range(lot.pieces)][piece]


def parted(blocks: Sequence[Rect]) -> bool:
    """Return whether cuts from edge to edge take blocks apart."""
    if len(blocks) < 2:
        return True
    for start, end in (("x", "right"), ("y", "bottom")):
        for at in {getattr(block, end) for block in blocks}:
            one = [block for block in blocks if getattr(block, end) <= at + 1e-6]
            other = [block for block in blocks if getattr(block, start) >= at - 1e-6]
            if one and other and len(one) + len(other) == len(blocks):
                return parted(one) and parted(other)
    return False


@pytest.mark.slow
@settings(deadline=None)
@given(st.lists(LOTS, min_size=1, max_size=4))
def test_every_piece_is_once_on_the_leaf_and_overlaps_none(lots: list[Lot]) -> None:
    leaf = leaf_of(lots)
    if leaf is None:
        return
    plan = shared_plan(leaf)
    for sheet in plan.sheets:
        wanted = [at for at in range(sum(x.pieces for x in lots)) if sheet.side == "front"
                  or lot_of(lots, at).two_sided]  # fmt: skip
        assert Counter(slot.piece for slot in sheet.slots) == Counter(wanted)
        for at, slot in enumerate(sheet.slots):
            face = lot_of(lots, slot.piece).face
            size = face if slot.turn in {0, 180} else face.turned()
            assert slot.rect.size == pytest.approx(size)
            assert PRINTABLE.contains(slot.rect)
            assert not any(slot.rect.overlaps(other.rect) for other in sheet.slots[:at])


@pytest.mark.slow
@settings(deadline=None)
@given(st.lists(LOTS, min_size=1, max_size=4))
def test_a_guillotine_takes_blocks_apart_and_each_has_all_its_marks(lots: list[Lot]) -> None:
    leaf = leaf_of(lots)
    if leaf is None:
        return
    rooms = [block.grid.printable for block in leaf.blocks]
    assert parted(rooms)
    marks = shared_plan(leaf).sheets[0].marks
    for block, room in zip(leaf.blocks, rooms, strict=True):
        grid = block.grid
        own = [m for m in marks if all(room.contains(Rect(*p, 0, 0)) for p in (m.start, m.end))]
        rows = -(-block.pieces // grid.columns)
        columns = min(block.pieces, grid.columns)
        for lines, upright in (
            (grid.column_lines(columns), True), (grid.row_lines(rows), False)
        ):  # fmt: skip
            box = grid.box
            for line in lines:
                ends = []
                for mark in own:
                    (x, y), (right, bottom) = mark.start, mark.end
                    if upright and x == right == pytest.approx(line):
                        ends.append((y, bottom))
                    if not upright and y == bottom == pytest.approx(line):
                        ends.append((x, right))
                low, high = (box.y, box.bottom) if upright else (box.x, box.right)
                # Crosses between the pieces reach no farther than these.
                long = [(a, b) for a, b in ends if b - a >= MARK_RULER - 1e-6]
                assert any(a < low - 1e-6 for a, _ in long)
                assert any(b > high + 1e-6 for _, b in long)


def behind(slot: Slot, plan: Plan, flip: Flip, turn: PieceTurn, face: Size, point: Point) -> Point:
    """Return what a needle through a piece meets: a place on its back, as its holder sees that."""
    frame = turn_into(slot.rect, slot.turn)
    (back,) = [one for one in plan.sheets[1].slots if one.piece == slot.piece]
    x, y = frame.point(point)
    there = Point(PAPER.width - x, y) if flip == "long" else Point(x, PAPER.height - y)
    own = turn_into(back.rect, back.turn)
    # Quarter turns: the transpose is the inverse.
    dx, dy = there.x - own.e, there.y - own.f
    found = Point(own.a * dx + own.b * dy, own.c * dx + own.d * dy)
    if turn == "side":
        return Point(face.width - found.x, found.y)
    return Point(found.x, face.height - found.y)


@pytest.mark.slow
@settings(deadline=None)
@given(st.lists(LOTS, min_size=1, max_size=4), st.sampled_from(["long", "short"]))
def test_backs_are_behind_their_fronts(lots: list[Lot], flip: Flip) -> None:
    leaf = leaf_of(lots, flip)
    if leaf is None or not leaf.backed:
        return
    plan = shared_plan(leaf)
    for slot in plan.sheets[0].slots:
        lot = lot_of(lots, slot.piece)
        if lot.two_sided:
            for point in (Point(2, 3), Point(lot.face.width - 4, 5)):
                assert behind(slot, plan, flip, lot.turn, lot.face, point) == pytest.approx(point)


def test_more_than_a_leaf_holds() -> None:
    assert share([Lot(Size(90, 130), 4, Size(3, 3))], PAPER, PRINTABLE)
    assert share([Lot(Size(90, 130), 5, Size(3, 3))], PAPER, PRINTABLE) is None
    for wide, fits in ((193, True), (194, False)):  # room for marks at both ends
        assert bool(share([Lot(Size(wide, wide), 1, Size(3, 3))], PAPER, PRINTABLE)) == fits


def test_lower_pieces_come_beside_high_ones() -> None:
    blocks = share([Lot(Size(100, 150), 1, Size(3, 3)), Lot(Size(30, 30), 8, Size(3, 3))], PAPER,
                   PRINTABLE)  # fmt: skip
    assert blocks
    assert [block.pieces for block in blocks] == [1, 8]
    assert blocks[0].grid.printable.y == pytest.approx(blocks[1].grid.printable.y)
