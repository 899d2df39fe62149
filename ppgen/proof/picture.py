"""Makes proofs: one picture of PDF pages as seen by different eyes.

Takes the bytes of a PDF, gives those of a PNG.
"""

from __future__ import annotations

import io
import sys
from array import array
from collections.abc import Callable, Mapping
from pathlib import Path

import pypdfium2
from PIL import Image, ImageDraw, ImageFont, PngImagePlugin

from ppgen import __version__
from ppgen.proof.vision import Rgb

_CAPTIONS = Path(__file__).resolve().parent.parent / "fonts" / "RobotoCondensed-Regular.ttf"
_GROUND = (225, 225, 225)
_INK = (0, 0, 0)
#: In pixels. Pages are equally wide on every paper, so that proofs can be compared.
_PAGE, _GAP, _CAPTION, _LETTER = 640, 24, 44, 26
_SMOOTH = 2  # drawn larger, then scaled down, which keeps thin lines even


def proof(pdf: bytes, ways: Mapping[str, Callable[[Rgb], Rgb]]) -> bytes:
    """Draw all pages below each other, one column for each kind of vision."""
    pages = _raster(pdf)
    tall = sum(page.height + _GAP for page in pages)
    sheet = Image.new("RGB", (_GAP + len(ways) * (_PAGE + _GAP), _CAPTION + tall), _GROUND)
    draw = ImageDraw.Draw(sheet)
    font = ImageFont.truetype(str(_CAPTIONS), _LETTER)
    for column, (name, way) in enumerate(ways.items()):
        x, y = _GAP + column * (_PAGE + _GAP), _CAPTION
        draw.text((x, _CAPTION / 2), name, _INK, font, anchor="lm")
        for page in pages:
            sheet.paste(_seen(page, way), (x, y))
            y += page.height + _GAP
    out = io.BytesIO()
    # This tells a later run that it may replace the file.
    mark = PngImagePlugin.PngInfo()
    mark.add_text("Software", f"ppgen {__version__}")
    sheet.save(out, "PNG", pnginfo=mark)
    return out.getvalue()


def _raster(pdf: bytes) -> list[Image.Image]:
    out = []
    with pypdfium2.PdfDocument(pdf) as document:
        for page in document:
            width, height = page.get_size()
            large: Image.Image = page.render(scale=_SMOOTH * _PAGE / width).to_pil()
            size = (_PAGE, round(_PAGE * height / width))
            out.append(large.convert("RGB").resize(size, Image.Resampling.BOX))
    return out


def _seen(picture: Image.Image, way: Callable[[Rgb], Rgb]) -> Image.Image:
    """Convert every pixel; a page has few colors, so each is computed once."""
    pixels = array("I", picture.convert("RGBX").tobytes())
    table = {pixel: _packed(way(_unpacked(pixel))) for pixel in set(pixels)}
    changed = array("I", map(table.__getitem__, pixels)).tobytes()
    return Image.frombytes("RGBX", picture.size, changed).convert("RGB")


def _unpacked(pixel: int) -> Rgb:
    red, green, blue, _ = pixel.to_bytes(4, sys.byteorder)
    return Rgb(red, green, blue)


def _packed(color: Rgb) -> int:
    return int.from_bytes(bytes((*color, 255)), sys.byteorder)
