"""Pixels of PDF and SVG pages, and whether two rasters show the same."""

from __future__ import annotations

import io

import numpy as np
import pypdfium2 as pdfium
import resvg_py
from PIL import Image

Pixels = np.ndarray
#: Two programs smooth edges and thin lines differently, by less than this and one pixel.
SHADE = 128


def of_pdf(data: bytes, width: float, per_mm: float, index: int = 0) -> Pixels:
    """Draw a page `width` mm wide."""
    page = pdfium.PdfDocument(data)[index]
    # A hair less, since what is left of a pixel would become a whole one and stretch the page.
    scale = round(width * per_mm) / page.get_width() * (1 - 1e-6)
    return page.render(scale=scale).to_numpy()[..., 2::-1].astype(int)


def of_svg(text: str, width: float, per_mm: float) -> Pixels:
    """Draw a file `width` mm wide, without any font of this machine."""
    data = resvg_py.svg_to_bytes(
        svg_string=text, width=round(width * per_mm), dpi=96.0, skip_system_fonts=True
    )
    return np.asarray(Image.open(io.BytesIO(data)).convert("RGB")).astype(int)


def unlike(one: Pixels, other: Pixels) -> int:
    """Count the pixels of either that are darker or lighter than all near them in the other."""
    height, width = (min(a, b) for a, b in zip(one.shape[:2], other.shape[:2], strict=True))
    one, other = one[:height, :width], other[:height, :width]
    return int((_beyond(one, other) | _beyond(other, one)).sum())


def _beyond(one: Pixels, other: Pixels) -> Pixels:
    low, high = other.copy(), other.copy()
    for down in (-1, 0, 1):
        for right in (-1, 0, 1):
            near = np.roll(other, (down, right), (0, 1))
            np.minimum(low, near, out=low)
            np.maximum(high, near, out=high)
    return np.asarray(((one < low - SHADE) | (one > high + SHADE)).any(axis=2))
