"""Draws each page of a PDF as the picture of one face, and puts such pictures onto sheets.

Takes the bytes of a PDF; returns pictures. Must not know files or what the pictures are for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pypdfium2
from PIL import Image

from ppgen.geometry import Size
from ppgen.proof.raster import MOST_PIXELS, TooManyPixelsError

_SMOOTH = 2  # drawn larger, then scaled down: thin lines stay even
_MM = 25.4


def faces(pdf: bytes, dpi: float, bleed: float = 0.0) -> Iterator[Image.Image]:
    """Yield a picture of every page; what reaches an edge runs on into the bleed, in mm.

    Raises:
        TooManyPixelsError: if a picture would be larger than anybody can use.
    """
    with pypdfium2.PdfDocument(pdf) as document:
        for page in document:
            width, height = (side / 72 * _MM for side in page.get_size())
            inner, outer = pixels(Size(width, height), dpi), pixels(Size(width, height), dpi, bleed)
            if outer[0] * outer[1] > MOST_PIXELS:
                raise TooManyPixelsError(f"{outer[0]} x {outer[1]}")
            scale = _SMOOTH * inner[0] / page.get_size()[0]
            large: Image.Image = page.render(scale=scale).to_pil()
            picture = large.convert("RGB").resize(inner, Image.Resampling.BOX)
            yield run_on(picture, outer)


def pixels(size: Size, dpi: float, bleed: float = 0.0) -> tuple[int, int]:
    """Return the pixels of a face with a bleed around it."""
    width, height = (round((side + 2 * bleed) * dpi / _MM) for side in size)
    return max(1, width), max(1, height)


def run_on(picture: Image.Image, size: tuple[int, int]) -> Image.Image:
    """Return a larger picture with this one in the middle, whose edges run on outward."""
    if picture.size == size:
        return picture
    (wide, high), (all_wide, all_high) = picture.size, size
    left, top = (all_wide - wide) // 2, (all_high - high) // 2
    rows = picture.transform(
        (all_wide, high), Image.Transform.EXTENT, (-left, 0, all_wide - left, high)
    )
    for x, width, at in ((0, left, 0), (left + wide, all_wide - left - wide, wide - 1)):
        if width:
            rows.paste(picture.crop((at, 0, at + 1, high)).resize((width, high)), (x, 0))
    out = Image.new("RGB", size)
    out.paste(rows, (0, top))
    for y, height, at in ((0, top, 0), (top + high, all_high - top - high, high - 1)):
        if height:
            edge = rows.crop((0, at, all_wide, at + 1)).resize((all_wide, height))
            out.paste(edge, (0, y))
    return out


def sheet(pictures: Sequence[Image.Image], columns: int, rows: int) -> Image.Image:
    """Put pictures of one size onto a sheet, in rows; what is left stays white."""
    width, height = pictures[0].size
    out = Image.new("RGB", (columns * width, rows * height), (255, 255, 255))
    for at, picture in enumerate(pictures):
        row, column = divmod(at, columns)
        out.paste(picture, (column * width, row * height))
    return out


def blank(size: tuple[int, int]) -> Image.Image:
    """Return a picture of nothing."""
    return Image.new("RGB", size, (225, 225, 225))
