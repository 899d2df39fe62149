"""Finds and decodes picture files of a workspace.

Takes the name of a picture and folders; returns its path, or its pixels. Must not know PDF.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from ppgen.diagnostics import Problem, Span
from ppgen.disk import inside
from ppgen.drawing import jpeg, png
from ppgen.limits import PICTURE_BYTES, PIXELS

if TYPE_CHECKING:
    from PIL.Image import Image

_ORIENTATION = 0x0112  # the tag in EXIF data

#: The only formats that are ever opened, by content and not by name: Pillow supports many more,
#: including EPS, for which it starts Ghostscript.
FORMATS = ("PNG", "JPEG", "GIF", "WEBP", "BMP", "TIFF")


@cache
def has_pillow() -> bool:
    """Return whether Pillow is there; a browser has none."""
    return find_spec("PIL") is not None


def picture_size(file: Path, span: Span | None = None) -> tuple[int, int]:
    """Return a picture's size in pixels; it is decoded, so that a broken one is found here.

    Raises:
        Problem: E601 if the file is missing, E605 if it cannot be read.
    """
    if not has_pillow():
        found = read_plainly(file, span)
        return found.width, found.height
    return load_picture(file, span).size


def read_plainly(file: Path, span: Span | None = None) -> png.Pixels | jpeg.Jpeg:
    """Read a PNG or the head of a JPEG without Pillow.

    Raises:
        Problem: E601 if the file is missing, E605 if it is neither or cannot be read.
    """
    try:
        _check_bytes(file, span)
        data = file.read_bytes()
        if data.startswith(jpeg.SIGNATURE):
            return jpeg.read_jpeg(data)
        return png.read_png(data)
    except FileNotFoundError as error:
        raise Problem("E601", f"there is no file `{file.name}`", span) from error
    except ValueError as error:
        message = f"the picture `{file.name}` cannot be read: {error}"
        hint = "save it as PNG without interlacing, or as an upright JPEG"
        raise Problem("E605", message, span, help=hint) from error


def load_picture(file: Path, span: Span | None = None) -> Image:
    """Open and decode a picture; the only place that does so.

    Raises:
        Problem: E601 if the file is missing, E605 if it is not such a picture or is truncated.
    """
    # Imported late: most games have no pictures.
    from PIL import Image  # noqa: PLC0415

    # Pillow's own limit would warn first, in its own words. It is set once the module is loaded.
    Image.preinit()
    Image.MAX_IMAGE_PIXELS = None
    try:
        _check_bytes(file, span)
        with Image.open(file, formats=FORMATS) as image:
            wide, high = image.size
            if wide * high > PIXELS:
                raise _too_large(file, span, f"{wide}x{high} pixels; at most {PIXELS:,}")
            image.load()
            if 0 in image.size:
                raise ValueError("no pixels")
            return _upright(_eight_bits(image))
    except FileNotFoundError as error:
        raise Problem("E601", f"there is no file `{file.name}`", span) from error
    except Problem:
        raise
    except Exception as error:  # whatever Pillow raises for a broken file
        message = f"the picture `{file.name}` cannot be read"
        raise Problem("E605", message, span, help="save it as PNG or JPEG") from error


def _check_bytes(file: Path, span: Span | None) -> None:
    if (size := file.stat().st_size) > PICTURE_BYTES:
        raise _too_large(file, span, f"{size:,} bytes; at most {PICTURE_BYTES:,}")


def _too_large(file: Path, span: Span | None, what: str) -> Problem:
    message = f"the picture `{file.name}` has {what} are allowed"
    return Problem("E305", message, span, help="save it smaller: 300 dpi is enough for print")


def without_colors(image: Image) -> Image:
    """Return a picture in gray; what can be seen through stays so."""
    if not image.has_transparency_data:
        return image if image.mode == "L" else image.convert("L")
    clear = image.convert("RGBA")
    gray = clear.convert("L").convert("RGBA")
    gray.putalpha(clear.getchannel("A"))
    return gray


def _eight_bits(image: Image) -> Image:
    """Scale 16-bit gray to 8 bits; Pillow's own conversion would clip at 255."""
    deep = image.mode == "I" and image.format == "PNG"  # as older versions of Pillow open them
    if not deep and not image.mode.startswith("I;16"):
        if image.mode in {"I", "F"}:
            raise ValueError("numbers without a white")
        return image
    clear = image.info.get("transparency")
    wide = image.convert("I")
    grey = wide.point(lambda value: value * (1 / 257) + 0.5).convert("L")
    if clear is None:
        return grey
    # One gray value means transparent; all others are opaque.
    less = wide.point(lambda value: value * -1 + clear).convert("L")
    more = wide.point(lambda value: value * 1 - clear).convert("L")
    from PIL import ImageChops  # noqa: PLC0415 - see above

    ink = ImageChops.lighter(less, more)
    grey.putalpha(ink.point(lambda value: 255 if value else 0))
    return grey


def _upright(image: Image) -> Image:
    """Return a picture rotated as its camera orientation says."""
    from PIL import ImageOps  # noqa: PLC0415 - see above

    # Without rotation, keep the picture, so that its data can go into the PDF unchanged.
    return ImageOps.exif_transpose(image) if image.getexif().get(_ORIENTATION, 1) != 1 else image


def find_picture(name: str, span: Span | None, folders: Sequence[Path]) -> Path:
    """Find a picture of the workspace, or raise E601."""
    file = _inside(name, folders)
    if file is None:
        hint = "the path is relative to the folder of ppgen.yaml"
        raise Problem("E601", f"there is no file `{name}` in the workspace", span, help=hint)
    return file


def _inside(name: str, folders: Sequence[Path]) -> Path | None:
    """Return the path of a picture in the workspace, or None if it is not inside it."""
    for folder in folders:
        file = inside(folder, name)
        if file and file.is_file():
            return file.resolve()
    return None
