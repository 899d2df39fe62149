"""Measures how much ink pages take, from pictures of them.

Takes the bytes of a PDF; returns shares of covered paper.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum
from typing import NamedTuple

import pypdfium2
from PIL import Image, ImageChops, ImageStat

#: Fine lines count for their share of a pixel, so more dots would change little.
_DPI = 100


class Ink(NamedTuple):
    """The share of paper that each ink covers, 0 to 1."""

    cyan: float
    magenta: float
    yellow: float
    black: float

    @property
    def all(self) -> float:
        """The share of all inks together; up to 4, if each covers everything."""
        return fsum(self)


def inks(pdf: bytes) -> list[Ink]:
    """Return the ink of every page."""
    with pypdfium2.PdfDocument(pdf) as document:
        return [_ink(page.render(scale=_DPI / 72).to_pil()) for page in document]


def mean(every: Sequence[Ink]) -> Ink:
    """Return the ink of several pages of one size together."""
    count = len(every) or 1
    return Ink(*(fsum(column) / count for column in zip(*every, strict=True)))


def _ink(picture: Image.Image) -> Ink:
    """Take what all colors have in common as black, as printers do."""
    cyan, magenta, yellow = ImageChops.invert(picture.convert("RGB")).split()
    black = ImageChops.darker(ImageChops.darker(cyan, magenta), yellow)
    colors = (ImageChops.subtract(color, black) for color in (cyan, magenta, yellow))
    return Ink(*(ImageStat.Stat(part).mean[0] / 255 for part in (*colors, black)))
