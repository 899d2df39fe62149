"""Pictures as sixels, which many terminals show: strips of six rows, each colour by itself."""

from __future__ import annotations

import re

from PIL import Image

#: Terminals have 256 at most; a printed page needs few.
_COLORS = 128
_STRIP = 6
_RUN = re.compile(rb"(.)\1{3,}", re.DOTALL)


def sixel(image: Image.Image) -> str:
    """Return what a terminal is sent to show a picture."""
    packed = image.convert("RGB").quantize(_COLORS, dither=Image.Dither.NONE)
    width, height = packed.size
    palette = packed.getpalette() or []
    colors = [tuple(palette[i : i + 3]) for i in range(0, len(palette), 3)]
    out = [f'\x1bPq"1;1;{width};{height}']
    out += [
        f"#{n};2;{';'.join(str(round(part * 100 / 255)) for part in color)}"
        for n, color in enumerate(colors)
    ]
    data = packed.tobytes()
    rows = [data[start : start + width] for start in range(0, width * height, width)]
    for top in range(0, height, _STRIP):
        strip = rows[top : top + _STRIP]
        lines = [f"#{color}{_line(strip, color, width)}" for color in sorted(set(b"".join(strip)))]
        out.append("$".join(lines) + "-")
    return "".join(out) + "\x1b\\"


def _line(strip: list[bytes], color: int, width: int) -> str:
    """Write where one colour is in a strip: a letter a column, one bit a row."""
    bits = 0
    for row, pixels in enumerate(strip):
        table = bytearray(256)
        table[color] = 1 << row
        bits |= int.from_bytes(pixels.translate(bytes(table)), "big")
    letters = bytes(63 + value for value in bits.to_bytes(width, "big")).rstrip(b"?")
    return _RUN.sub(lambda run: b"!%d%c" % (len(run[0]), run[1][0]), letters).decode("ascii")
