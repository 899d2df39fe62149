"""Gaps and bleed as they are printed: colour up to the bleed edge, and boxes that say so."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pypdfium2 as pdfium
import pytest

from tests.support.run import BASE, Runner, write

DPI = 600
MM = 72 / 25.4
LAYOUT = """
    ppgen: layout/2
    extends: base
    margin: 3
    draw:
      - {shape: rect, box: bleed, style: {fill: blue}}
      - {text: "${t.hello}", style: {color: paper}}
"""
GAME = """
    ppgen: game/2
    title: G
    products:
      p: {size: 60x40, copies: 20, front: x, back: x}
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    shutil.copytree(BASE, tmp_path, dirs_exist_ok=True)
    write(tmp_path, {"templates/x.yaml": LAYOUT, "content/g/game.yaml": GAME})
    return tmp_path


def runs(page: pdfium.PdfPage, *, at: float, upright: bool) -> list[tuple[float, float]]:
    """Give where colour starts and ends along a line across a page, in mm."""
    pixels = page.render(scale=DPI / 72).to_numpy().astype(int)
    line = round(at / 25.4 * DPI)
    row = pixels[:, line] if upright else pixels[line]
    ink = np.concatenate([[0], row.max(axis=1) - row.min(axis=1) > 60, [0]]).astype(int)
    edges = np.flatnonzero(np.diff(ink)) * 25.4 / DPI
    return [(float(a), float(b)) for a, b in zip(edges[::2], edges[1::2], strict=True)]


def box(page: pdfium.PdfPage, name: str) -> tuple[float, ...]:
    left, bottom, right, top = (v / MM for v in getattr(page, f"get_{name}box")())
    return left, page.get_height() / MM - top, right, page.get_height() / MM - bottom


@pytest.mark.slow
@pytest.mark.parametrize(("bleed", "gap"), [(2, 5), (2, 4), (1.5, 8)])
def test_colour_reaches_the_bleed_edge_and_no_farther(
    ppgen: Runner, root: Path, bleed: float, gap: float
) -> None:
    given = ("--bleed", str(bleed), "--gap", str(gap))
    assert ppgen("make", *given, "-o", "x.pdf", cwd=root).code == 0
    for page in pdfium.PdfDocument(root / "x.pdf"):
        left, top, right, bottom = box(page, "trim")
        assert box(page, "bleed") == pytest.approx(
            (left - bleed, top - bleed, right + bleed, bottom + bleed), abs=0.01
        )
        for upright, low, high, at in ((False, left, right, top), (True, top, bottom, left)):
            found = runs(page, at=at - bleed / 2, upright=upright)
            length = round(found[0][1] - found[0][0] - 2 * bleed)  # faces may be turned
            count = round((high - low + gap) / (length + gap))
            wanted: Sequence[tuple[float, float]] = [
                (low + n * (length + gap) - bleed, low + n * (length + gap) + length + bleed)
                for n in range(count)
            ]
            if gap == 2 * bleed:
                wanted = [(low - bleed, high + bleed)]
            assert length in {40, 60} or gap == 2 * bleed
            assert len(found) == len(wanted)
            for one, other in zip(found, wanted, strict=True):
                assert one == pytest.approx(other, abs=0.1)


def test_bleed_alone_makes_a_gap(ppgen: Runner, root: Path) -> None:
    for given, name in (
        (("--bleed", "2"), "g-p-en-a4-gap4-bleed2.pdf"),
        (("--gap", "0.5in"), "g-p-en-a4-gap12.7.pdf"),
        (("--gap", "5", "--bleed", "2"), "g-p-en-a4-gap5-bleed2.pdf"),
    ):
        ran = ppgen("make", *given, cwd=root)
        assert (ran.code, ran.err) == (0, "")
        assert (root / "out" / name).is_file()


def test_bleed_of_more_than_half_the_gap(ppgen: Runner, root: Path) -> None:
    ran = ppgen("make", "--gap", "3", "--bleed", "2", cwd=root)
    assert ran.code == 2
    assert "neighbours 3 mm apart would overlap; at most --bleed 1.5, or --gap 4" in ran.err
    assert ppgen("make", "--gap", "31", cwd=root).code == 2


def test_pads_and_full_faces_ignore_both_with_one_note(ppgen: Runner, root: Path) -> None:
    pad = "q: {size: a6, kind: pad, copies: 8, front: x}"
    full, near = "r: {size: paper, front: y}", "s: {size: 198x285, front: x}"
    plain = LAYOUT.replace("margin: 3", "margin: 8").replace("box: bleed", "box: {inset: 1}")
    text = GAME + "".join(f"      {product}\n" for product in (pad, full, near))
    write(root, {"content/g/game.yaml": text, "templates/y.yaml": plain})
    assert ppgen("make", "-o", "plain/", cwd=root).code == 0
    ran = ppgen("make", "--bleed", "2", "-o", "out/", cwd=root)
    assert ran.code == 0
    assert ran.err.count("note:") == 1
    assert ran.err.startswith("note: --gap and --bleed are ignored for pads")
    assert ran.err.rstrip().endswith(": g/q, g/r, g/s")
    for name in "qrs":
        same = (root / f"plain/g-{name}-en-a4.pdf").read_bytes()
        assert (root / f"out/g-{name}-en-a4-gap4-bleed2.pdf").read_bytes() == same


@pytest.mark.slow
def test_nothing_runs_on_across_a_fold(ppgen: Runner, root: Path) -> None:
    """A front that does not reach its edges keeps its white ones, beside a back that does."""
    plain = LAYOUT.replace("box: bleed", "box: {in: face, inset: 3}")
    game = GAME.replace("front: x", "front: y").replace("copies: 20", "copies: 1")
    write(root, {"content/g/game.yaml": game, "templates/y.yaml": plain})
    ran = ppgen("make", "--bleed", "2", "--duplex", "fold", "-o", "x.pdf", cwd=root)
    assert ran.code == 0, ran.err
    page = pdfium.PdfDocument(root / "x.pdf")[0]
    left, top, right, bottom = box(page, "trim")
    wide = right - left > bottom - top
    at, start = (top + 5, left) if wide else (left + 5, top)
    front, back = runs(page, at=at, upright=not wide)
    length = max(right - left, bottom - top) / 2
    assert front == pytest.approx((start + 3, start + length - 3), abs=0.1)
    assert back == pytest.approx((start + length, start + 2 * length + 2), abs=0.1)
