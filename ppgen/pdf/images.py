"""Pictures embedded as image objects.

Takes picture files; returns PDF objects. JPEG data goes in as it is, all else loses nothing.
Must not know where pictures are drawn.
"""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING

from ppgen.drawing.jpeg import Jpeg
from ppgen.drawing.pictures import has_pillow, load_picture, read_plainly, without_colors

if TYPE_CHECKING:
    from pathlib import Path

    from PIL.Image import Image

    from ppgen.pdf.objects import Objects

_SPACES = {"L": "DeviceGray", "RGB": "DeviceRGB"}


def add_picture(objects: Objects, file: Path, *, gray: bool = False) -> str:
    """Add a picture, perhaps without its colors, and give its reference.

    Raises:
        Problem: E601 if the file is missing, E605 if it cannot be read.
    """
    if not has_pillow():
        return _add_plainly(objects, file)
    image = load_picture(file)
    if gray:
        image = without_colors(image)
    if image.format == "JPEG" and image.mode in _SPACES:
        return objects.packed(
            file.read_bytes(), _entries(image.size, image.mode) + "/Filter/DCTDecode"
        )
    return _add_pixels(objects, image)


def _add_plainly(objects: Objects, file: Path) -> str:
    """Add a picture without Pillow: the same objects."""
    found = read_plainly(file)
    size, mode = (found.width, found.height), "L" if found.colors == 1 else "RGB"
    if isinstance(found, Jpeg):
        return objects.packed(file.read_bytes(), _entries(size, mode) + "/Filter/DCTDecode")
    mask = ""
    if found.alpha is not None:
        mask = f"/SMask {_packed(objects, found.alpha, _entries(size, 'L'))}"
    return _packed(objects, found.data, _entries(size, mode) + mask)


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
    return _packed(objects, image.tobytes(), _entries(image.size, image.mode) + mask)


def _packed(objects: Objects, data: bytes, entries: str) -> str:
    return objects.packed(zlib.compress(data, 9), f"{entries}/Filter/FlateDecode")


def _entries(size: tuple[int, int], mode: str) -> str:
    width, height = size
    return (
        f"/Type/XObject/Subtype/Image/Width {width}/Height {height}/BitsPerComponent 8"
        f"/ColorSpace/{_SPACES[mode]}"
    )
