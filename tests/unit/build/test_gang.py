"""Products of a game on shared leaves, and in one file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pypdfium2 as pdfium
import pytest

from ppgen.build import Fonts, Printout, gang, join, make_pages, make_pdf, parts_of
from ppgen.printers.profile import Printer
from tests.support.paper import TOLERANCE, centroid, page, turned_over
from tests.support.products import Prepare

DECRYPTO = ("decrypto/codes", "decrypto/tokens", "decrypto/veil-test", "decrypto/box")


def game_of(placed: Prepare, targets: Sequence[str], **asked: object) -> list[Printout]:
    return [placed(target, **asked) for target in targets]


def printed(printouts: Sequence[Printout], side: str) -> Counter[int]:
    """Count the faces of a side on all leaves, without spare parts."""
    out: Counter[int] = Counter()
    for printout in printouts:
        for group, sheet in printout.sheets():
            if sheet.side == side:
                faces = group.fronts if side == "front" else group.backs
                out.update(
                    id(faces[slot.piece]) for slot in sheet.slots if not group.is_spare(slot)
                )
    return out


@pytest.mark.parametrize("duplex", ["long", "short", "manual", "none"])
def test_the_same_pieces_on_fewer_leaves(placed: Prepare, duplex: str) -> None:
    apart = game_of(placed, DECRYPTO, duplex=duplex)
    together = gang(apart)
    assert [p.request.product.name for p in together] == ["codes", "shared"]
    for side in ("front", "back"):
        assert printed(together, side) == printed(apart, side)
    before, after = (sum(p.leaves for p in some) for some in (apart, together))
    assert (before, after) == ((9, 7) if duplex == "none" else (6, 4))
    for printout in together:
        leaves = {sheet.leaf for _, sheet in printout.sheets()}
        assert leaves == set(range(printout.leaves))
        if printout.two_sided:
            assert printout.pages == 2 * printout.leaves, "every leaf has a page for its back"


def test_what_shares_no_leaf_is_as_it_was(placed: Prepare) -> None:
    apart = game_of(placed, ("decrypto/notes", "decrypto/keywords", "decrypto/rules"))
    assert gang(apart) == apart
    # Two full leaves that no one else fits on.
    apart = game_of(placed, ("decrypto/aid", "decrypto/screens"))
    assert gang(apart) == apart


def test_spares_that_are_asked_for_stay(placed: Prepare) -> None:
    targets = ("decrypto/codes", "decrypto/tokens")
    assert sum(p.spares for p in gang(game_of(placed, targets))) == 0
    assert sum(p.spares for p in gang(game_of(placed, targets, spares="all"))) == 4


@pytest.mark.slow
def test_backs_on_a_shared_leaf_are_behind_their_fronts_on_paper(
    placed: Prepare, fonts: Fonts
) -> None:
    """Tokens are alike on both sides: their ink has one middle, seen through the paper."""
    shared = gang(game_of(placed, DECRYPTO))[-1]
    data = make_pdf(shared, fonts)
    group, sheet = next(shared.sheets())
    front, back = page(data, 0), turned_over(page(data, 1), "long")
    tokens = [slot.rect for slot in sheet.slots if group.fronts[slot.piece].size.width == 30]
    assert len(tokens) == 8
    for rect in tokens:
        x, y, right, bottom = (round(v * 12) for v in (rect.x, rect.y, rect.right, rect.bottom))
        one, other = front[y:bottom, x:right], back[y:bottom, x:right]
        assert abs(one.sum() - other.sum()) < 0.1 * one.sum()
        assert abs(centroid(one) - centroid(other)).max() < TOLERANCE


@pytest.mark.slow
def test_one_file_has_all_pages_and_blank_backs(placed: Prepare, fonts: Fonts) -> None:
    apart = game_of(placed, ("kryptx/stands", "kryptx/controls", "kryptx/rules"))
    whole = join(apart)
    pages = list(make_pages(whole, fonts))
    assert [(p.printout.request.product.name, p.pages) for p in parts_of(whole)] == [
        ("stands", range(2)), ("controls", range(2, 4)), ("rules", range(4, 6)),
    ]  # fmt: skip
    assert [bool(p.placed) for p in pages] == [True, False, True, True, True, True]
    assert len(pdfium.PdfDocument(make_pdf(whole, fonts))) == 6
    # Nothing is blank where no leaf has a printed back.
    assert len(list(make_pages(join(apart[:1] * 2), fonts))) == 2


@pytest.mark.slow
@pytest.mark.parametrize("pile", ["same", "reversed"])
def test_one_file_for_a_pile_that_is_turned_by_hand(
    placed: Prepare, fonts: Fonts, pile: str
) -> None:
    printer = Printer("p", pile=pile)  # type: ignore[arg-type]
    asked = {"duplex": "manual", "printer": printer}
    whole = join(game_of(placed, ("kryptx/stands", "kryptx/numbers"), **asked))
    fronts, backs = ([*make_pages(whole.of_side(side), fonts)] for side in ("front", "back"))
    assert len(fronts) == len(backs) == 4
    assert [bool(page.placed) for page in fronts] == [True] * 4
    expected = [False, True, True, True]
    order = expected if pile == "same" else expected[::-1]
    assert [bool(page.placed) for page in backs] == order
    assert [part.pages for part in parts_of(whole.of_side("back"))] == (
        [range(1), range(1, 4)] if pile == "same" else [range(3), range(3, 4)]
    )
