"""Nothing is printed where the printer does not reach, measured on rendered pages."""

from __future__ import annotations

import math

import numpy as np
import pypdfium2 as pdfium
import pytest

from ppgen.load.workspace import Workspace
from tests.support.products import Build, Prepare

# Pictures of whole leaves, 300 dots an inch.
pytestmark = pytest.mark.slow

DPI = 300
#: A pixel at each edge may be half covered.
CLOSE = 25.4 / DPI


def ink_margins(data: bytes, index: int) -> list[float]:
    """Give how far the ink of a page stays off its left, top, right and lower edge, in mm."""
    page = pdfium.PdfDocument(data)[index].render(scale=DPI / 72, grayscale=True)
    ink = page.to_numpy().reshape(page.height, page.width) < 250
    across, down = np.flatnonzero(ink.any(axis=0)), np.flatnonzero(ink.any(axis=1))
    pixels = across[0], down[0], page.width - 1 - across[-1], page.height - 1 - down[-1]
    return [float(n) * 25.4 / DPI for n in pixels]


@pytest.mark.parametrize(
    "args",
    [
        "decrypto/keywords --lang de --count 20 --margin 3",  # words in the margin, with descenders
        "decrypto/keywords --lang ar --count 20 --margin 3 --duplex short",
        "decrypto/keywords --count 20 --paper letter --margin 7 --size poker",
        "decrypto/keywords --count 20 --marks lines --margin 3,3,12.7,3",
        "decrypto/tokens --paper letter --margin 3",  # circles to cut along
        "decrypto/tokens --paper letter --margin 12.7",
        "decipher/markers --margin 7",
    ],
)
def test_ink_keeps_to_the_margins(build: Build, args: str) -> None:
    given = args.split()
    values = [float(v) for v in given[given.index("--margin") + 1].split(",")]
    top, right, bottom, left = values * (4 // len(values))
    data = build(*given)
    for index in range(len(pdfium.PdfDocument(data))):
        for got, asked in zip(ink_margins(data, index), (left, top, right, bottom), strict=True):
            # A hairline's own width may lie over the limit by half.
            assert got >= asked - 0.08 - CLOSE


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_every_cut_of_every_product_has_a_mark_that_guides_a_ruler(
    shipped: Workspace, placed: Prepare, paper: str
) -> None:
    for name in shipped.games():
        game = shipped.game(name)
        assert game is not None
        for product in game.products:
            for group in placed(f"{name}/{product}", paper=paper).groups:
                assert group.plan.unmarked == (), product
                for sheet in group.plan.sheets:
                    crosses = {2.0}
                    cuts = [mark for mark in sheet.marks if not mark.fold]
                    found = {round(math.dist(mark.start, mark.end), 3) for mark in cuts}
                    assert min(found - crosses, default=3) >= 3 - 1e-6, f"{product}: {found}"
