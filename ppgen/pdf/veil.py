"""The veil: clutter over a text that is hard to read at a glance and clear behind red film.

Takes shaped lines and the size of a window; gives forms: letters, and tiles of them in colours.
Must not know styles, pages or what the text is for.

A tile is a ground and three layers of letters of the text's own font and size, tilted, in reds and
other light colours that red film turns into one bright field. Drawn again inside the text, each
colour has a part of its red taken away and green put in, so that its luminance stays: the eye finds
no edge, the film, which lets only red pass, finds a dark word. It stops glances, not study.
"""

from __future__ import annotations

import math
import unicodedata
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple, Protocol

from ppgen.chance import shares
from ppgen.drawing.ops import MM_PER_PT
from ppgen.geometry import Frame, Rect, Size
from ppgen.pdf.objects import number, numbers

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ppgen.drawing.ops import VeilOp
    from ppgen.text.line import AnyLine
    from ppgen.text.typeface import Typeface

#: Enough of them that neighbours differ; each is drawn upright and upside down.
_TILES = 8
_LAYERS = 3
_TILT = 25.0
#: Sizes of clutter go in steps of this, in points, so that few tiles serve a deck.
_STEP = 2.0
_GROUND = (252, 222, 222)
#: Reds and pinks, and colours that hide the greenish ones of the word among them: khaki, mint,
#: lilac, sand, dusty rose, olive. In linear light none has less than 0.73 of red.
_COLORS = (
    (238, 51, 56), (237, 39, 144), (243, 119, 104), (248, 152, 66), (243, 139, 185),
    (230, 222, 130), (224, 240, 222), (226, 212, 236), (232, 205, 150), (224, 190, 200),
    (222, 205, 96),
)  # fmt: skip
_RED, _GREEN, _BLUE = 0.2126, 0.7152, 0.0722
#: How many letters of a script are used at most.
_MOST_LETTERS = 32

RGB = tuple[float, float, float]


class Forms(Protocol):
    """Where forms are kept; names are given by the file."""

    def add_form(self, text: str, names: list[str], box: Rect | None) -> str:
        """Store a form, cut off at a box if there is one, and give its name."""


def outside(color: tuple[int, int, int]) -> RGB:
    """Give a colour as it is, each part from 0 to 1."""
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


class _Cover(NamedTuple):
    """What a tile is made for: a window, letters of a typeface, a size in mm."""

    size: Size
    typeface: Typeface
    letters: tuple[int, ...]
    em: float

    @property
    def key(self) -> tuple[object, ...]:
        return (self.size, id(self.typeface), self.letters, self.em)


class Veils:
    """The tiles of one file, made as they are asked for."""

    def __init__(self, forms: Forms) -> None:
        self.forms = forms
        self._glyphs: dict[tuple[int, int], str] = {}
        self._tiles: dict[tuple[object, ...], str] = {}

    def tile(self, op: VeilOp, lines: list[AnyLine]) -> tuple[str, str, Frame]:
        """Give the form around the letters, the one inside them, and their frame on the face."""
        cover = _cover(op, lines)
        chance = shares("\n".join(line.text for line in lines))
        which = int(next(chance) * _TILES)
        r = op.rect
        frame = Frame(1, 0, 0, 1, r.x, r.y)
        if next(chance) < 0.5:
            frame = Frame(-1, 0, 0, -1, r.right, r.bottom)
        plain = self._tile(cover, which, None, outside)
        dark = self._tile(cover, which, op.strength, lambda c: inside(c, op.strength))
        return plain, dark, frame

    def _tile(
        self, cover: _Cover, which: int, strength: float | None,
        tone: Callable[[tuple[int, int, int]], RGB],
    ) -> str:  # fmt: skip
        key = (*cover.key, which, strength)
        if key not in self._tiles:
            names: dict[str, None] = {}
            text = "\n".join(self._clutter(cover, which, tone, names))
            box = Rect(0, 0, cover.size.width, cover.size.height)
            self._tiles[key] = self.forms.add_form(text, list(names), box)
        return self._tiles[key]

    def _clutter(
        self, cover: _Cover, which: int, tone: Callable[[tuple[int, int, int]], RGB],
        names: dict[str, None],
    ) -> Iterator[str]:  # fmt: skip
        wide, high, em = cover.size.width, cover.size.height, cover.em
        yield f"{numbers(*tone(_GROUND))} rg 0 0 {numbers(wide, high)} re f"
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
                    yield f"{numbers(*tone(color))} rg"
                    yield self._letter(cover.typeface, gid, (x, y), size, angle, names)
                    x += max(cover.typeface.advance(gid), 0.2) * size * between(0.75, 1.05)
                y -= em * 0.42 * between(0.8, 1.2)

    def _letter(
        self, typeface: Typeface, gid: int, at: tuple[float, float], size: float, angle: float,
        names: dict[str, None],
    ) -> str:  # fmt: skip
        """Draw a letter from its outline: as text it would be found by every search."""
        key = (id(typeface), gid)
        if key not in self._glyphs:
            self._glyphs[key] = self.forms.add_form(_path(typeface, gid) + " f", [], None)
        name = self._glyphs[key]
        names.setdefault(name)
        # The outline is in thousandths of an em, y up.
        cos, sin = math.cos(angle) * size / 1000, math.sin(angle) * size / 1000
        matrix = " ".join(number(v, 6) for v in (cos, -sin, -sin, -cos))
        return f"q {matrix} {numbers(*at)} cm/{name} Do Q"


def _path(typeface: Typeface, gid: int) -> str:
    return " ".join(
        "h"
        if letter == "Z"
        else f"{' '.join(number(v * 1000, 0) for v in values)} {letter.lower()}"
        for letter, values in typeface.outline(gid)
    )


def _cover(op: VeilOp, lines: list[AnyLine]) -> _Cover:
    """Choose letters of the text's own script and case, in the font it mostly uses."""
    runs = [run for line in lines for run in line.runs]
    most = max(runs, key=lambda run: len(run.glyphs))
    points = max(op.lines[0].size * most.scale, _STEP)
    em = max(1, round(points / _STEP)) * _STEP * MM_PER_PT
    size = Size(round(op.rect.width, 2), round(op.rect.height, 2))
    return _Cover(size, most.typeface, _letters("".join(x.text for x in lines), most.typeface), em)


def _letters(text: str, typeface: Typeface) -> tuple[int, ...]:
    """Give glyphs of letters that stand near those of the text in Unicode and are of their kind."""
    kinds = Counter((ord(c) // 128, unicodedata.category(c)) for c in text if c.isalpha())
    if kinds:
        block, kind = min(kinds, key=lambda key: (-kinds[key], key))
        near = (chr(code) for code in range(block * 128, block * 128 + 128))
        found = [c for c in near if unicodedata.category(c) == kind and typeface.covers(c)]
    else:
        found = [c for c in "0123456789" if typeface.covers(c)]
    glyphs = [glyph.gid for c in found[:_MOST_LETTERS] for glyph in typeface.shape(c, "")[:1]]
    return tuple(glyphs) or (0,)
