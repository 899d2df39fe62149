"""The clutter of a veil: what hides a text that is clear behind red film.

Takes shaped lines and the size of a window; returns the letters around and inside of them, with
their places, turns and colors. Must not know how these are written into a file.

A tile is a ground and three layers of letters of the text's own font and size, tilted, in reds and
other light colors that red film turns into one bright field. Drawn again inside the text, each
color has a part of its red taken away and green put in, so that its luminance stays: the eye finds
no edge, the film, which lets only red pass, finds a dark word. Specks of those colors lie over the
whole window, so that the word's place and length are not the only green in it; they keep away from
the letters, which stay clear behind the film. It stops glances, not study.
"""

from __future__ import annotations

import math
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from ppgen.chance import shares
from ppgen.drawing.ops import MM_PER_PT, VeilOp
from ppgen.geometry import Frame, Rect, Size
from ppgen.text.line import AnyLine
from ppgen.text.typeface import Typeface

#: Enough of them that neighbors differ; each is drawn upright and upside down.
_TILES = 8
_LAYERS = 3
_TILT = 25.0
#: Sizes of clutter go in steps of this, in points, so that few tiles serve a deck.
_STEP = 2.0
GROUND = (252, 222, 222)
#: Reds and pinks, and colors that hide the greenish ones of the word among them: khaki, mint,
#: lilac, sand, dusty rose, olive. In linear light none has less than 0.73 of red.
_COLORS = (
    (238, 51, 56), (237, 39, 144), (243, 119, 104), (248, 152, 66), (243, 139, 185),
    (230, 222, 130), (224, 240, 222), (226, 212, 236), (232, 205, 150), (224, 190, 200),
    (222, 205, 96),
)  # fmt: skip
_RED, _GREEN, _BLUE = 0.2126, 0.7152, 0.0722
#: Specks: their size, how far apart they are, and how far off that (mm).
_SPECK, _APART, _OFF = 0.5, 1.0, 0.22
#: How many letters of a script are used at most.
_MOST_LETTERS = 32

RGB = tuple[float, float, float]


class Cover(NamedTuple):
    """What a tile is made for: a window, letters of a typeface, a size in mm."""

    size: Size
    typeface: Typeface
    letters: tuple[int, ...]
    em: float


class Letter(NamedTuple):
    """A letter of the clutter: its baseline's start, its size in mm, how it leans, its color."""

    gid: int
    x: float
    y: float
    size: float
    angle: float
    color: tuple[int, int, int]


class Tile(NamedTuple):
    """One of the grounds of clutter: equal ones hold the same letters."""

    cover: Cover
    which: int

    @property
    def letters(self) -> tuple[Letter, ...]:
        """The letters in drawing order."""
        return _made(self)

    @property
    def specks(self) -> tuple[Rect, ...]:
        """Where specks lie that have the colors inside of letters."""
        return tuple(_specks(self.cover.size, str(self.which)))


@lru_cache(maxsize=64)
def _made(tile: Tile) -> tuple[Letter, ...]:
    return tuple(_strewn(tile.cover, tile.which))


def _strewn(cover: Cover, which: int) -> Iterator[Letter]:
    wide, high, em = cover.size.width, cover.size.height, cover.em
    chance = shares(f"{which}\0{wide:.2f}x{high:.2f}\0{em:.3f}\0{len(cover.letters)}")

    def between(low: float, high: float) -> float:
        return low + (high - low) * next(chance)

    for _ in range(_LAYERS):
        y = high + between(0, 0.3) * em
        while y > -0.25 * em:
            x = -between(0, 0.8) * em
            while x < wide:
                gid = cover.letters[int(next(chance) * len(cover.letters))]
                size = em * between(0.85, 1.15)
                color = _COLORS[int(next(chance) * len(_COLORS))]
                angle = math.radians(between(-_TILT, _TILT))
                yield Letter(gid, x, y, size, angle, color)
                x += max(cover.typeface.advance(gid), 0.2) * size * between(0.75, 1.05)
            y -= em * 0.42 * between(0.8, 1.2)


def _specks(size: Size, key: str) -> Iterator[Rect]:
    """Strew squares: in rows, each a little off its place."""
    chance = shares(f"specks\0{key}\0{size.width:.2f}x{size.height:.2f}")
    down, across = round(size.height / _APART), round(size.width / _APART)
    for i in range(down):
        for j in range(across):
            x = (j + 0.5 + i % 2 / 2) / across * size.width + (2 * next(chance) - 1) * _OFF
            y = (i + 0.5) / down * size.height + (2 * next(chance) - 1) * _OFF
            side = _SPECK * (0.8 + 0.4 * next(chance))
            yield Rect(x - side / 2, y - side / 2, side, side)


def count(size: Size, points: float) -> float:
    """Return about how many letters of a size in points hide a window."""
    em = max(_STEP, points) * MM_PER_PT
    return _LAYERS * (size.height / (0.42 * em) + 1) * (size.width / (0.45 * em) + 1)


def tile_for(op: VeilOp, lines: Sequence[AnyLine]) -> tuple[Tile, Frame]:
    """Choose the tile that hides some lines, and how it lies on the face."""
    chance = shares("\n".join(line.text for line in lines))
    which = int(next(chance) * _TILES)
    r = op.rect
    frame = Frame(1, 0, 0, 1, r.x, r.y)
    if next(chance) < 0.5:
        frame = Frame(-1, 0, 0, -1, r.right, r.bottom)
    return Tile(_cover(op, lines), which), frame


def outside(color: tuple[int, int, int]) -> RGB:
    """Return a color as it is, each part from 0 to 1."""
    return (color[0] / 255, color[1] / 255, color[2] / 255)


def inside(color: tuple[int, int, int], strength: float) -> RGB:
    """Leave `strength` of the red light and raise green, then blue, to the same luminance."""
    red, green, blue = (_linear(v / 255) for v in color)
    light = _RED * red + _GREEN * green + _BLUE * blue
    red *= strength
    green = min(1.0, (light - _RED * red - _BLUE * blue) / _GREEN)
    blue = min(1.0, max(blue, (light - _RED * red - _GREEN * green) / _BLUE))
    return (_encoded(red), _encoded(green), _encoded(blue))


def _linear(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def _encoded(light: float) -> float:
    return 12.92 * light if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055


def _cover(op: VeilOp, lines: Sequence[AnyLine]) -> Cover:
    """Choose letters of the text's own script and case, in the font it mostly uses."""
    runs = [run for line in lines for run in line.runs]
    most = max(runs, key=lambda run: len(run.glyphs))
    points = max(op.lines[0].size * most.scale, _STEP)
    em = max(1, round(points / _STEP)) * _STEP * MM_PER_PT
    size = Size(round(op.rect.width, 2), round(op.rect.height, 2))
    return Cover(size, most.typeface, _letters("".join(x.text for x in lines), most.typeface), em)


def _letters(text: str, typeface: Typeface) -> tuple[int, ...]:
    """Return glyphs of letters near those of the text in Unicode, and of the same kind."""
    kinds = Counter((ord(c) // 128, unicodedata.category(c)) for c in text if c.isalpha())
    if kinds:
        block, kind = min(kinds, key=lambda key: (-kinds[key], key))
        near = (chr(code) for code in range(block * 128, block * 128 + 128))
        found = [c for c in near if unicodedata.category(c) == kind and typeface.covers(c)]
    else:
        found = [c for c in "0123456789" if typeface.covers(c)]
    glyphs = [glyph.gid for c in found[:_MOST_LETTERS] for glyph in typeface.shape(c, "")[:1]]
    return tuple(glyphs) or (0,)
