"""Fronts against backs on rendered pages: paper, a printer and two hands.

Nothing here knows how ppgen plans a leaf. A leaf is two pictures; turning it over and cutting it up
are mirror images and slices of them.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
import pypdfium2 as pdfium

#: Pixels a millimetre: 304.8 dpi, so that every length used here is a whole number of pixels.
PX = 12
TOLERANCE = 0.1
Picture = np.ndarray
F = TypeVar("F")
B = TypeVar("B")


@dataclass(frozen=True)
class Leaf:
    """One leaf: how much ink each pixel of its two pages has, 0 to 1, as the printer sees them."""

    front: Picture
    back: Picture


@dataclass(frozen=True)
class Cuts:
    """Where a person cuts: the corner of each slot on the front page and its size, in mm."""

    corners: tuple[tuple[float, float], ...]
    width: float
    height: float


# A5 lies across A4 twice, 1 mm to spare; A6 stands four times.
A5_ON_A4 = Cuts(((0, 0.5), (0, 148.5)), 210, 148)
A6_ON_A4 = Cuts(((0, 0.5), (105, 0.5), (0, 148.5), (105, 148.5)), 105, 148)


def page(data: bytes, index: int) -> Picture:
    document = pdfium.PdfDocument(data)
    # A hair less: pdfium rounds the size of the picture up.
    scale = PX * 25.4 / 72 * (1 - 1e-6)
    pixels = document[index].render(scale=scale, grayscale=True).to_numpy()
    assert pixels.shape[:2] == (297 * PX, 210 * PX)
    return 1 - pixels.reshape(pixels.shape[:2]) / 255


def leaf(data: bytes, number: int) -> Leaf:
    return Leaf(page(data, 2 * number), page(data, 2 * number + 1))


def turned_over(picture: Picture, duplex: str) -> Picture:
    """See the other side of the paper through it: the leaf is turned about one of its edges."""
    return picture[:, ::-1] if duplex == "long" else picture[::-1, :]


def printed_by_hand(
    fronts: Sequence[F], backs: Sequence[B], *, over: bool
) -> list[tuple[F, B]]:  # fmt: skip
    """Print fronts, turn the pile over or put it back as it lies, print backs; give the leaves.

    A pile is a list from the lowest leaf to the uppermost; a printer takes the uppermost leaf and
    lays what is printed on a new pile.
    """
    pile: list[F] = []
    for front in fronts:
        pile.append(front)  # each leaf comes out on top of those before
    if over:
        pile.reverse()
    done = []
    for back in backs:
        done.append((pile.pop(), back))  # the uppermost is taken in
    assert pile == []
    return done


def cut(picture: Picture, corner: tuple[float, float], cuts: Cuts) -> Picture:
    x, y = (round(v * PX) for v in corner)
    return picture[y : y + round(cuts.height * PX), x : x + round(cuts.width * PX)]


def pieces(one: Leaf, cuts: Cuts, duplex: str) -> Iterator[tuple[Picture, Picture]]:
    """Cut a leaf up; give each sheet's front as it is read, and its back once it is turned over.

    The knife goes through both sides at once: the back is cut where it shines through the front. A
    reader turns the sheet until its band is on the left, and then turns it like a book page: about
    its own vertical axis.
    """
    through = turned_over(one.back, duplex)
    for corner in cuts.corners:
        front, behind = cut(one.front, corner, cuts), cut(through, corner, cuts)
        if blank(front) and blank(behind):
            continue
        quarter = next((k for k in range(4) if band_at_left(np.rot90(front, k))), 0)
        yield np.rot90(front, quarter), np.rot90(behind, quarter)[:, ::-1]


def window(face: Picture, x: float, y: float, right: float, bottom: float) -> Picture:
    return face[round(y * PX) : round(bottom * PX), round(x * PX) : round(right * PX)]


def blank(face: Picture) -> bool:
    """Return whether nothing stands in a slot; cut marks only touch its edges."""
    return not window(face, 6, 6, face.shape[1] / PX - 6, face.shape[0] / PX - 6).any()


def band_at_left(face: Picture) -> bool:
    """Return whether a line 5.6 mm from the left edge runs down the whole sheet."""
    column = window(face, 5.1, 6, 6.1, face.shape[0] / PX - 6).max(axis=1)
    return bool(face.shape[0] > face.shape[1] and (column > 0.5).mean() > 0.99)


def centre(ink: Picture) -> np.ndarray:
    """Return the middle of the ink's bounding box, to a fraction of a pixel, in mm."""
    out = []
    for axis in (0, 1):
        line = ink.max(axis=axis)
        at = np.flatnonzero(line > 0.02)
        low, high = at[0] + 1 - line[at[0]], at[-1] + line[at[-1]]
        out.append((low + high) / 2 / PX)
    return np.array(out)


def centroid(ink: Picture) -> np.ndarray:
    rows, columns = np.indices(ink.shape)
    total = ink.sum()
    return np.array([(ink * columns).sum() / total, (ink * rows).sum() / total]) / PX


def shifts(front: Picture, back: Picture) -> Iterator[float]:
    """Compare what both sides have in common, place by place; give how far each is moved, in mm.

    All but the band's filling, the ring and the team's name is the same drawing on both sides.
    Where one side has no ink, or much less, there is nothing to compare: that is infinitely far.
    """
    wide, tall = front.shape[1] / PX, front.shape[0] / PX
    yield float(np.abs(centre(window(front, 4, 4, 11, tall - 4)) -
                       centre(window(back, 4, 4, 11, tall - 4))).max())  # fmt: skip
    across = np.linspace(12, wide - 4, 8)
    down = np.linspace(14, tall - 4, 12)
    for (x, right), (y, bottom) in itertools.product(
        itertools.pairwise(across), itertools.pairwise(down)
    ):
        one, other = window(front, x, y, right, bottom), window(back, x, y, right, bottom)
        least, most = sorted((one.sum(), other.sum()))
        if most < PX * PX * 0.05:
            continue
        yield (
            float("inf")
            if least < 0.9 * most
            else float(np.abs(centroid(one) - centroid(other)).max())
        )


def disc(face: Picture) -> float:
    """Return how full the round sign at the top left of the sheet is."""
    return float(window(face, 13.8, 5.6, 21.1, 12.9).mean())


def faults(one: Leaf, cuts: Cuts, duplex: str, expected: int) -> list[str]:
    """Name all that is wrong with the sheets of a leaf."""
    out: list[str] = []
    found = list(pieces(one, cuts, duplex))
    if len(found) != expected:
        out.append(f"{len(found)} sheets instead of {expected}")
    for front, back in found:
        if blank(front) or blank(back):
            out.append("nothing in front" if blank(front) else "nothing behind")
            continue
        if not 0.2 < disc(front) < 0.6:
            out.append("no open ring on the front")
        if not disc(back) > 0.75:
            out.append("no full disc on the back")
        # White edge: a strip of paper between two lines. Black edge: filled.
        tall = front.shape[0] / PX
        edges = [window(side, 6.1, 8, 9.6, tall - 8).mean() for side in (front, back)]
        if edges[0] > 0.3:
            out.append("no white edge on the left of the front")
        if edges[1] < 0.7:
            out.append("no black edge on the left of the back")
        worst = max(shifts(front, back))
        if worst > TOLERANCE:
            out.append(f"moved by {worst:.2f} mm")
    return out
