"""Every way to print backs, on rendered pages: a printer, a tray, a fold, glue and a knife.

Nothing here knows how ppgen plans backs. Both sides of a piece show the same picture, so once a
piece is cut out and turned like a page of a book, its back has to look like its front.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

from ppgen.build import Fonts, Printout, default_request, make_pdf, place
from ppgen.geometry import Duplex, Flip
from ppgen.load.workspace import Workspace
from ppgen.printers.profile import Pile, Printer
from tests.support.paper import PX, TOLERANCE, Picture, centroid, page, printed_by_hand, turned_over
from tests.support.run import BASE, write

# Pictures of whole leaves, 300 dots an inch.
pytestmark = pytest.mark.slow

#: No turn and no mirror image of it looks the same, and no other number does.
LAYOUT = """
    ppgen: layout/2
    extends: base
    needs: {n: integer}
    margin: 6
    rows: {sign: 6, number: 1fr}
    draw:
      - {shape: rect, box: sign, style: {fill: ink}}
      - {text: "${n}4", box: number}
"""
GAME = """
    ppgen: game/2
    title: G
    products:
      p:
        size: 60x85
        each: {n: 1..13}
        labels: no
        front: x
        back: x
"""
Print = Callable[..., Printout]


class Lit(NamedTuple):
    """A leaf against the light: its front, what is behind it, and where the fronts are."""

    front: Picture
    through: Picture
    slots: Sequence[tuple[tuple[float, float, float, float], int]]


@pytest.fixture(scope="module")
def fonts() -> Fonts:
    return Fonts(Workspace(BASE).fonts)


@pytest.fixture
def made(tmp_path: Path, fonts: Fonts) -> Print:
    shutil.copytree(BASE, tmp_path, dirs_exist_ok=True)
    write(tmp_path, {"templates/x.yaml": LAYOUT, "content/g/game.yaml": GAME})
    workspace = Workspace(tmp_path)

    def get(duplex: Duplex, printer: Printer | None = None) -> Printout:
        game = workspace.game("g")
        assert game
        request = default_request(workspace, game, game.products["p"], "en")
        done = place(workspace, replace(request, duplex=duplex, printer=printer), fonts)
        assert done, [d.message for d in workspace.report.sorted()]
        return done

    return get


def pages(printout: Printout, fonts: Fonts) -> list[Picture]:
    data = make_pdf(printout, fonts)
    return [page(data, number) for number in range(printout.pages)]


def places(printout: Printout) -> Iterator[list[tuple[tuple[float, float, float, float], int]]]:
    """Give where the fronts of each leaf are, and how they are turned."""
    for _, sheet in printout.sheets():
        if sheet.side == "front":
            yield [(slot.rect, slot.turn) for slot in sheet.slots if slot.side == "front"]


def faults(leaves: Sequence[Lit]) -> list[str]:
    """Cut all pieces out, turn them like pages of a book, and compare their sides."""
    out: list[str] = []
    for leaf in leaves:
        for (x, y, width, height), turn in leaf.slots:
            down, across = (
                slice(round(start * PX) + PX, round((start + length) * PX) - PX)
                for start, length in ((y, height), (x, width))
            )
            one = np.rot90(leaf.front[down, across], turn // 90)
            other = np.rot90(leaf.through[down, across], turn // 90)[:, ::-1]
            if not (one.sum() > 100 and other.sum() > 100):
                out.append("nothing there")
            elif np.abs(one - other).sum() > 0.2 * one.sum():
                out.append("another picture")
            elif abs(centroid(one) - centroid(other)).max() > TOLERANCE:
                out.append("moved")
    return out


def moved(leaves: Sequence[Lit]) -> list[Lit]:
    """Move what is behind by two pixels, a sixth of a millimetre."""
    return [leaf._replace(through=np.roll(leaf.through, 2, axis=1)) for leaf in leaves]


def check(leaves: Sequence[Lit]) -> None:
    """Find all pieces in order; then plant faults, and find each of them."""
    assert sum(len(leaf.slots) for leaf in leaves) == 13
    assert faults(leaves) == []
    assert set(faults(moved(leaves))) == {"moved"}
    others = [leaf.through for leaf in leaves[1:]] + [leaves[0].through]
    mixed = [leaf._replace(through=other) for leaf, other in zip(leaves, others, strict=True)]
    assert len(faults(mixed)) >= len(leaves[0].slots) - 1
    half = [leaf._replace(through=leaf.through[::-1, ::-1]) for leaf in leaves]
    assert len(faults(half)) == 13


@pytest.mark.parametrize("duplex", ["long", "short"])
def test_both_sides_in_the_printer(made: Print, fonts: Fonts, duplex: Flip) -> None:
    printout = made(duplex)
    found = pages(printout, fonts)
    backs = [turned_over(back, duplex) for back in found[1::2]]
    check([*map(Lit, found[::2], backs, places(printout))])


@pytest.mark.parametrize("flip", ["long", "short"])
@pytest.mark.parametrize(("pile", "over"), [("same", True), ("reversed", False)])
def test_a_pile_put_back_by_hand(
    made: Print, fonts: Fonts, flip: Flip, pile: Pile, over: bool
) -> None:
    printout = made("manual", Printer("p", flip=flip, pile=pile))
    where = list(places(printout))
    fronts = list(zip(pages(printout.of_side("front"), fonts), where, strict=True))
    backs = pages(printout.of_side("back"), fonts)
    leaves = printed_by_hand(fronts, backs, over=over)
    check([Lit(front, turned_over(back, flip), slots) for (front, slots), back in leaves])
    # Another tray shows at once.
    wrong = printed_by_hand(fronts, backs, over=not over)
    assert faults([Lit(front, turned_over(b, flip), slots) for (front, slots), b in wrong])


def test_leaf_glued_on_leaf(made: Print, fonts: Fonts) -> None:
    printout = made("none")
    found = pages(printout, fonts)
    half = len(found) // 2
    backs = [turned_over(back, "long") for back in found[half:]]
    check([*map(Lit, found[:half], backs, places(printout))])


def test_pairs_folded_together(made: Print, fonts: Fonts) -> None:
    """Fold along the dashed line of each pair: its mirror image comes to lie behind the front."""
    printout = made("fold")
    leaves = []
    pairs = zip(pages(printout, fonts), printout.sheets(), strict=True)
    for picture, (_, sheet) in pairs:
        folds = [mark for mark in sheet.marks if mark.fold]
        fronts = [slot for slot in sheet.slots if slot.side == "front"]
        for slot in fronts:
            (fold,) = [m for m in folds if touches(slot.rect, m.start, m.end)]
            upright = fold.start.x == fold.end.x
            seen = picture if upright else picture.T
            # What lies as far beyond the fold as a place before it.
            at = round(2 * (fold.start.x if upright else fold.start.y) * PX)
            across = at - 1 - np.arange(seen.shape[1])
            on_paper = (across >= 0) & (across < seen.shape[1])
            folded = np.zeros_like(seen)
            folded[:, on_paper] = seen[:, across[on_paper]]
            through = folded if upright else folded.T
            # No more than the piece is kept: thirteen leaves take a gigabyte.
            rect = slot.rect
            down, over = (
                slice(round(start * PX), round(end * PX))
                for start, end in ((rect.y, rect.bottom), (rect.x, rect.right))
            )
            own = ((0, 0, rect.width, rect.height), slot.turn)
            leaves.append(Lit(picture[down, over], through[down, over].copy(), [own]))
    assert len(leaves) == 13
    assert faults(leaves) == []
    assert set(faults(moved(leaves))) == {"moved"}


def touches(
    rect: tuple[float, float, float, float], start: Sequence[float], end: Sequence[float]
) -> bool:
    """Return whether a fold runs along an edge of a rectangle."""
    x, y, width, height = rect
    middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    if start[0] == end[0]:
        near = min(abs(start[0] - x), abs(start[0] - x - width))
        return near < 1e-6 and y < middle[1] < y + height
    near = min(abs(start[1] - y), abs(start[1] - y - height))
    return near < 1e-6 and x < middle[0] < x + width
