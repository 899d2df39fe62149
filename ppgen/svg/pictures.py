"""Pictures inside of an SVG file.

Takes picture files; gives them as `data:` addresses. JPEG data goes in as it is, all else loses
nothing. Must not know where pictures are drawn.
"""

from __future__ import annotations

import base64
import io
from pathlib import Path

from ppgen.drawing.jpeg import Jpeg
from ppgen.drawing.pictures import has_pillow, load_picture, read_plainly, without_colors


def address(file: Path, *, gray: bool = False) -> str:
    """Return a picture, perhaps without its colors, as an address that holds all of it.

    Raises:
        Problem: E601 if the file is missing, E605 if it cannot be read.
    """
    if not has_pillow():
        kind = "jpeg" if isinstance(read_plainly(file), Jpeg) else "png"
        return _data(kind, file.read_bytes())
    image = load_picture(file)
    if gray:
        image = without_colors(image)
    if image.format == "JPEG" and image.mode in {"L", "RGB"}:
        return _data("jpeg", file.read_bytes())
    clear = image.has_transparency_data
    # Without the profile and notes of the file: colours are taken as in the PDF.
    bare = image.convert("RGBA" if clear else "L" if image.mode in {"1", "L"} else "RGB")
    bare.info.clear()
    out = io.BytesIO()
    bare.save(out, "PNG")
    return _data("png", out.getvalue())


def _data(kind: str, data: bytes) -> str:
    return f"data:image/{kind};base64,{base64.b64encode(data).decode()}"
