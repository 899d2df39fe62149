"""Fronts against backs on rendered pages: paper, a printer and two hands.

Nothing here knows how ppgen plans a leaf. A leaf is two pictures; turning it over and cutting it up
are mirror images and slices of them.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pypdfium2 as pdfium
import pytest

import ppgen.impose.sheets as planner
from ppgen.geometry import Rect, Size, Turn
from tests.support.paper import A5_ON_A4, A6_ON_A4, faults, leaf
from tests.support.products import Build
from tests.support.run import run_here

# Pictures of whole leaves, 300 dots an inch.
pytestmark = pytest.mark.slow

# --- the sheets as they are ---


@pytest.mark.parametrize("duplex", ["long", "short"])
def test_fifty_german_sheets_take_25_portrait_leaves(build: Build, duplex: str) -> None:
    data = build("decrypto/notes", "--count", "50", "--lang", "de", "--duplex", duplex)
    document = pdfium.PdfDocument(data)
    assert len(document) == 50
    small = []
    for number in range(50):
        width, height = document[number].get_size()
        assert (width, height) == pytest.approx((210 / 25.4 * 72, 297 / 25.4 * 72), abs=0.01)
        small.append(document[number].render(scale=0.5, grayscale=True).to_numpy())
    # Every leaf is printed like the first, which the tests below measure.
    for number, picture in enumerate(small):
        assert np.array_equal(picture, small[number % 2])
    assert not np.array_equal(small[0], small[1])


@pytest.mark.parametrize("duplex", ["long", "short"])
def test_black_side_lies_behind_white_side_upright(build: Build, duplex: str) -> None:
    data = build("decrypto/notes", "--count", "50", "--lang", "de", "--duplex", duplex)
    assert faults(leaf(data, 0), A5_ON_A4, duplex, expected=2) == []


@pytest.mark.parametrize("duplex", ["long", "short"])
def test_part_filled_leaf(build: Build, duplex: str) -> None:
    data = build("decrypto/notes", "--count", "3", "--lang", "de", "--duplex", duplex)
    assert len(pdfium.PdfDocument(data)) == 4
    assert faults(leaf(data, 1), A5_ON_A4, duplex, expected=1) == []


@pytest.mark.parametrize("duplex", ["long", "short"])
def test_four_up_standing_and_part_filled(build: Build, duplex: str) -> None:
    data = build(*f"decrypto/notes --size a6 --count 3 --lang de --duplex {duplex}".split())
    assert len(pdfium.PdfDocument(data)) == 2
    assert faults(leaf(data, 0), A6_ON_A4, duplex, expected=3) == []


# --- the same check, with faults planted in the plan ---

Flip = Callable[[Rect, Size, str], Rect]
REAL_FLIP: Flip = planner.flip_rect  # type: ignore[assignment]
REAL_TURN = planner.back_turn


def swapped_edges(rect: Rect, paper: Size, flip: str) -> Rect:
    return REAL_FLIP(rect, paper, {"long": "short", "short": "long", "none": "none"}[flip])


def no_mirror(rect: Rect, _paper: Size, _flip: str) -> Rect:
    return rect


def shifted(rect: Rect, paper: Size, flip: str) -> Rect:
    real = REAL_FLIP(rect, paper, flip)
    move = 0.0 if flip == "none" else 0.15
    return Rect(real.x, real.y - move, real.width, real.height)


def upside_down(**asked: object) -> Turn:
    turn: Turn = (REAL_TURN(**asked) + 180) % 360  # type: ignore[assignment, arg-type]
    return turn


def like_the_front(*, turned: bool, **_asked: object) -> Turn:
    return 90 if turned else 0


@pytest.mark.parametrize(
    ("duplex", "size", "helper", "fault", "seen"),
    [
        ("long", "a5", "flip_rect", swapped_edges, "nothing behind"),
        ("short", "a5", "flip_rect", swapped_edges, "nothing behind"),
        ("short", "a5", "flip_rect", no_mirror, "nothing behind"),
        ("long", "a6", "flip_rect", no_mirror, "nothing behind"),
        ("long", "a5", "flip_rect", shifted, "moved by 0.1"),
        ("short", "a5", "flip_rect", shifted, "moved by 0.1"),
        ("long", "a5", "back_turn", upside_down, "no black edge on the left of the back"),
        ("short", "a5", "back_turn", upside_down, "no black edge on the left of the back"),
        ("long", "a5", "back_turn", like_the_front, "no black edge on the left of the back"),
        ("short", "a6", "back_turn", like_the_front, "no black edge on the left of the back"),
    ],
)
def test_planted_fault_is_caught(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, duplex: str, size: str, helper: str,
    fault: Callable[..., object], seen: str,
) -> None:  # fmt: skip
    args = f"make decrypto/notes --count 1 --lang de --size {size} --duplex {duplex}".split()
    cuts = A5_ON_A4 if size == "a5" else A6_ON_A4
    right, wrong = tmp_path / "right.pdf", tmp_path / "wrong.pdf"
    with monkeypatch.context() as patch:
        patch.setattr(planner, helper, fault)
        planner.page_frame.cache_clear()
        ran = run_here(*args, "-o", wrong)
    planner.page_frame.cache_clear()
    assert ran.code == 0, ran.err
    found = faults(leaf(wrong.read_bytes(), 0), cuts, duplex, expected=1)
    assert any(one.startswith(seen) for one in found), found
    assert run_here(*args, "-o", right).code == 0
    assert faults(leaf(right.read_bytes(), 0), cuts, duplex, expected=1) == []
