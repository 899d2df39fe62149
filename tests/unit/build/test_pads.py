"""Pads with covers: cut through all leaves, stacked part on part, taken apart at the covers."""

from __future__ import annotations

from pathlib import Path

import pytest

from ppgen.build import Printout
from ppgen.drawing.face import Face, drawn_edges
from ppgen.drawing.ops import RectOp, TextOp
from tests.support.products import Prepare
from tests.support.run import Runner


def stacked(printout: Printout) -> list[tuple[Face, Face | None]]:
    """Cut all leaves at once and lay the piles on each other; give both sides of each sheet."""
    (group,) = printout.groups
    piles: dict[tuple[float, float], list[tuple[Face, Face | None]]] = {}
    sheets = [sheet for _, sheet in printout.sheets()]
    backs = {sheet.leaf: sheet for sheet in sheets if sheet.side == "back"}
    for front in (sheet for sheet in sheets if sheet.side == "front"):
        back = backs.get(front.leaf)
        for at, slot in enumerate(front.slots):
            behind = group.backs[back.slots[at].piece] if back else None
            assert back is None or back.slots[at].piece == slot.piece
            place = (round(slot.rect.y, 3), round(slot.rect.x, 3))
            piles.setdefault(place, []).append((group.fronts[slot.piece], behind))
    return [sheet for place in sorted(piles) for sheet in piles[place]]


def is_cover(face: Face) -> bool:
    return (
        any(isinstance(op, RectOp) and op.paint.hatch > 0 for op in face.ops)
        and len([op for op in face.ops if isinstance(op, TextOp)]) == len(face.ops) - 1
    )


@pytest.mark.parametrize(
    ("target", "pads", "count"),
    [("decrypto/notes", 4, 10), ("decrypto/notes-3p", 3, 4), ("kryptx/pad", 5, 7)],
)
def test_each_pad_is_a_cover_and_its_sheets(
    placed: Prepare, target: str, pads: int, count: int
) -> None:
    sheets = stacked(placed(target, pads=pads, count=count))
    assert len(sheets) == pads * (count + 1)
    for at, (front, back) in enumerate(sheets):
        assert is_cover(front) == (at % (count + 1) == 0)
        if back is not None:
            assert back.empty == is_cover(front)


@pytest.mark.parametrize("target", ["decrypto/notes", "kryptx/pad"])
def test_a_cover_takes_no_more_paper(placed: Prepare, target: str) -> None:
    with_covers, without = placed(target, pads=1, count=7), placed(target, count=8)
    assert with_covers.leaves == without.leaves
    (group,) = with_covers.groups
    near, usual = drawn_edges([group.fronts[0]]), drawn_edges(without.groups[0].fronts)
    assert all(one >= other - 1e-6 for one, other in zip(near, usual, strict=True))


@pytest.mark.parametrize(("lang", "right"), [("en", False), ("ar", True)])
def test_the_edge_to_glue_is_hatched(placed: Prepare, lang: str, right: bool) -> None:
    (group,) = placed("decrypto/notes", lang, pads=1, count=1).groups
    cover = group.fronts[0]
    (strip,) = [op.rect for op in cover.ops if isinstance(op, RectOp)]
    assert (strip.center.x > cover.size.width / 2) == right
    assert strip.height > 0.9 * cover.size.height


def test_single_sheets_have_no_cover(placed: Prepare) -> None:
    (group,) = placed("decrypto/notes", pads=2, count=5, only=frozenset({3, 4})).groups
    assert len(group.fronts) == 2
    assert not any(is_cover(face) for face in group.fronts)


def test_what_is_said_and_how_the_file_is_named(ppgen: Runner, tmp_path: Path) -> None:
    ran = ppgen("make", "decrypto/notes", "--pads", "2", "--count", "5", "-o", f"{tmp_path}/")
    assert ran.code == 0
    assert "a4-x5-pads2.pdf: 2 pads, 12 two-sided pad sheets on 6 sheets of A4" in ran.out
    assert "take them apart at the covers, glue the hatched edge" in ran.out
    ran = ppgen("make", "decrypto/tokens", "--pads", "2")
    assert (ran.code, "so --pads has no effect" in ran.err) == (2, True)
