"""Pictures embedded as image objects.

Takes picture files; returns PDF objects. JPEG data goes in as it is, all else loses nothing.
Must not know where pictures are drawn.
"""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING

from ppgen.drawing.pictures import load_picture

if TYPE_CHECKING:
    from pathlib import Path

    from PIL.Image import Image

    from ppgen.pdf.objects import Objects

_SPACES = {"L": "DeviceGray", "RGB": "DeviceRGB"}


def add_picture(objects: Objects, file: Path) -> str:
    """Add a picture and give its reference.

    Raises:
        Problem: E601 if the file is missing, E605 if it cannot be read.
    """
    image = load_picture(file)
    if image.format == "JPEG" and image.mode in _SPACES:
        return objects.packed(file.read_bytes(), _entries(image) + "/Filter/DCTDecode")
    return _add_pixels(objects, image)


def _add_pixels(objects: Objects, image: Image) -> str:
    mask = ""
    if image.has_transparency_data:
        image = image.convert("RGBA")
        alpha = image.getchannel("A")
        if alpha.getextrema() != (255, 255):
            mask = f"/SMask {_add(objects, alpha, '')}"
        image = image.convert("RGB")
    elif image.mode in {"1", "L"}:
        image = image.convert("L")
    else:
        image = image.convert("RGB")
    return _add(objects, image, mask)


def _add(objects: Objects, image: Image, mask: str) -> str:
    entries = f"{_entries(image)}{mask}/Filter/FlateDecode"
    return objects.packed(zlib.compress(image.tobytes(), 9), entries)


def _entries(image: Image) -> str:
    width, height = image.size
    return (
        f"/Type/XObject/Subtype/Image/Width {width}/Height {height}/BitsPerComponent 8"
        f"/ColorSpace/{_SPACES[image.mode]}"
    )
