"""Light falls through a card: what its back then shows of the front, and whether it can be told.

Nothing here knows how a back is made. A face is a picture of how much light it throws back, 0 to 1.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pypdfium2 as pdfium

from ppgen.geometry import Rect

Picture = np.ndarray
#: Pixels a millimetre.
PX = 6
#: This much of the front's ink is seen from behind, blurred by this much paper (mm).
SHINES, PAPER = 0.15, 0.4
#: How much an eye blurs: in the hand, across the table, with eyes half shut (mm).
EYES = (0.3, 0.6, 1.2)
#: A back hides if, in no place that tells fronts apart, the true one stands out from the others by
#: as much as this. Behind blank paper it stands out by 0.3 to 1.2.
MARGIN = 0.15


def faces(data: bytes) -> list[Picture]:
    """Render all pages; with one face a leaf and no margin, each is a face: `paper mini`."""
    out = []
    for page in pdfium.PdfDocument(data):
        width, height = (round(side / 72 * 25.4 * PX) for side in page.get_size())
        # A hair less: pdfium rounds the size of the picture up.
        grey = page.render(scale=PX * 25.4 / 72 * (1 - 1e-6), grayscale=True).to_numpy()
        out.append(grey.reshape(grey.shape[:2])[:height, :width] / 255)
    return out


def ink(face: Picture) -> float:
    """Return how much light a face swallows, as a share of what an all black one would."""
    return float(1 - face.mean())


def blurred(face: Picture, mm: float) -> Picture:
    """Blur a face by a Gaussian; paper goes on as at its edge."""
    pad = round(4 * mm * PX)
    wide = np.pad(face, pad, mode="edge")
    down, across = np.fft.fftfreq(wide.shape[0]), np.fft.rfftfreq(wide.shape[1])
    keep = [np.exp(-2 * (np.pi * f * mm * PX) ** 2) for f in (down, across)]
    soft = np.fft.irfft2(np.fft.rfft2(wide) * np.outer(*keep), wide.shape)
    return soft[pad:-pad, pad:-pad]


def shown_through(front: Picture, back: Picture) -> Picture:
    """Return the back as it looks with the front, mirrored as it lies, shining through it."""
    return back * (1 - SHINES * (1 - blurred(front[:, ::-1], PAPER)))


def told(fronts: Sequence[Picture], back: Picture, place: Rect | None = None) -> float:
    """Return by how much a true front stands out from all the others, at worst, seen from behind.

    It stands out if what is seen correlates more with it than with each other front: for someone
    who only looks, or for one who knows the bare back and looks for what has changed. `place` is
    where on the fronts to look; pass only fronts that differ there, as those that look the same
    hide each other.
    """
    x, y, right, bottom = (
        (round(v * PX) for v in (place.x, place.y, place.right, place.bottom))
        if place
        else (0, 0, back.shape[1], back.shape[0])
    )
    window = slice(y, bottom), slice(back.shape[1] - right, back.shape[1] - x)
    through = [shown_through(front, back) for front in fronts]
    worst = -2.0
    for eye in EYES:
        known = [blurred(front[:, ::-1], eye)[window] for front in fronts]
        bare = likeness(blurred(back, eye)[window], known)
        for true, one in enumerate(through):
            like = likeness(blurred(one, eye)[window], known)
            for score in (like, like - bare):
                worst = max(worst, float(score[true] - np.delete(score, true).max()))
    return worst


def likeness(seen: Picture, known: Sequence[Picture]) -> np.ndarray:
    """Return the correlation of a picture with each of many."""
    return np.array([correlation(seen, one) for one in known])


def correlation(one: Picture, other: Picture) -> float:
    """Return Pearson's correlation; nothing is like an even surface."""
    one, other = one - one.mean(), other - other.mean()
    size = float(np.sqrt((one**2).mean() * (other**2).mean()))
    return float((one * other).mean()) / size if size > 1e-9 else 0.0
