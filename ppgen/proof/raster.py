"""A PDF page as a picture file of a kind that is named by its ending.

Takes the bytes of a PDF; gives those of a PNG, JPEG or WebP file.
"""

from __future__ import annotations

import io

import pypdfium2
from PIL import Image, PngImagePlugin

from ppgen import __version__

#: Kinds of picture by their endings.
KINDS = {".png": "PNG", ".jpg": "JPEG", ".jpeg": "JPEG", ".webp": "WEBP"}
#: As much memory as anybody has to spare for a picture; WebP knows no longer side.
MOST_PIXELS, MOST_WEBP = 200_000_000, 16_383
_SOFTWARE = 0x0131  # the tag in EXIF data
_SMOOTH = 2  # drawn larger, then scaled down: thin lines stay even


class TooManyPixelsError(Exception):
    """A picture that nobody could open."""


def raster(pdf: bytes, dpi: float, most: tuple[int, int] | None = None) -> Image.Image:
    """Draw the first page of a PDF; `most` is the room that it has in pixels.

    Raises:
        TooManyPixelsError: if the picture would be larger than anybody can use.
    """
    with pypdfium2.PdfDocument(pdf) as document:
        page = document[0]
        width, height = (side * dpi / 72 for side in page.get_size())
        if most:
            shrunk = min(1.0, most[0] / width, most[1] / height)
            width, height = width * shrunk, height * shrunk
        size = max(1, round(width)), max(1, round(height))
        if size[0] * size[1] > MOST_PIXELS:
            raise TooManyPixelsError(f"{size[0]} x {size[1]}")
        # What is large is even without.
        smooth = _SMOOTH if size[0] * size[1] < MOST_PIXELS / 16 else 1
        scale = smooth * size[0] / page.get_size()[0]
        large: Image.Image = page.render(scale=scale).to_pil()
    return large.convert("RGB").resize(size, Image.Resampling.BOX)


def encoded(image: Image.Image, ending: str, dpi: float) -> bytes:
    """Write a picture as a file that says which program made it.

    Raises:
        TooManyPixelsError: if the kind of file cannot hold it.
    """
    made = f"ppgen {__version__}"
    exif = Image.Exif()
    exif[_SOFTWARE] = made
    out = io.BytesIO()
    match KINDS[ending]:
        case "PNG":
            mark = PngImagePlugin.PngInfo()
            mark.add_text("Software", made)
            image.save(out, "PNG", dpi=(dpi, dpi), pnginfo=mark)
        case "JPEG":
            image.save(out, "JPEG", quality=92, dpi=(round(dpi), round(dpi)), exif=exif)
        case _:
            if max(image.size) > MOST_WEBP:
                raise TooManyPixelsError(f"{image.width} x {image.height}")
            image.save(out, "WEBP", lossless=True, exif=exif)
    return out.getvalue()
