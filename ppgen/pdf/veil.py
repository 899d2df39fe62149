"""The veil in a PDF: the clutter of `text.clutter` as forms.

Takes shaped lines and the size of a window; returns forms: letters, and tiles of them in colors.
Must not know styles, pages or what the text is for.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple, Protocol

from ppgen.drawing.numbers import number, numbers
from ppgen.geometry import Frame, Rect
from ppgen.text.clutter import GROUND, RGB, Letter, Tile, inside, outside, tile_for
from ppgen.text.halo import Halos

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ppgen.drawing.ops import VeilOp
    from ppgen.text.line import AnyLine
    from ppgen.text.typeface import Typeface


class Forms(Protocol):
    """Where forms are kept; names are given by the file."""

    def add_form(self, text: str, names: list[str], box: Rect | None) -> str:
        """Store a form, cut off at a box if there is one, and give its name."""


class Veil(NamedTuple):
    """The forms of a window, in their frame: with specks, without, and inside the letters.

    `near` covers the letters and what is near them, where there are no specks.
    """

    specked: str
    plain: str
    dark: str
    frame: Frame
    near: tuple[Rect, ...]


class Veils:
    """The tiles of one file, made as they are asked for."""

    def __init__(self, forms: Forms) -> None:
        self.forms = forms
        self._glyphs: dict[tuple[int, int], str] = {}
        self._tiles: dict[tuple[Tile, float | None], str] = {}
        self._specked: dict[tuple[str, str], str] = {}
        self._halos = Halos()

    def veil(self, op: VeilOp, lines: list[AnyLine]) -> Veil:
        """Return the forms of a window, and what is near its letters."""
        tile, frame = tile_for(op, lines)
        plain = self._tile(tile, None, outside)
        dark = self._tile(tile, op.strength, lambda c: inside(c, op.strength))
        pairs = zip(op.lines, lines, strict=True)
        near = tuple(box for text, line in pairs for box in self._halos.boxes(text, line))
        return Veil(self._with_specks(tile, plain, dark), plain, dark, frame, near)

    def _with_specks(self, tile: Tile, plain: str, dark: str) -> str:
        """Give a tile with specks in the colours of another."""
        if (plain, dark) not in self._specked:
            specks = " ".join(f"{numbers(*box)} re" for box in tile.specks)
            text = f"/{plain} Do q {specks} W n /{dark} Do Q"
            size = tile.cover.size
            self._specked[plain, dark] = self.forms.add_form(
                text, [plain, dark], Rect(0, 0, size.width, size.height)
            )
        return self._specked[plain, dark]

    def _tile(
        self, tile: Tile, strength: float | None, tone: Callable[[tuple[int, int, int]], RGB]
    ) -> str:
        key = (tile, strength)
        if key not in self._tiles:
            names: dict[str, None] = {}
            text = "\n".join(self._clutter(tile, tone, names))
            size = tile.cover.size
            self._tiles[key] = self.forms.add_form(
                text, list(names), Rect(0, 0, size.width, size.height)
            )
        return self._tiles[key]

    def _clutter(
        self, tile: Tile, tone: Callable[[tuple[int, int, int]], RGB], names: dict[str, None]
    ) -> Iterator[str]:
        yield f"{numbers(*tone(GROUND))} rg 0 0 {numbers(*tile.cover.size)} re f"
        for letter in tile.letters:
            yield f"{numbers(*tone(letter.color))} rg"
            yield self._letter(tile.cover.typeface, letter, names)

    def _letter(self, typeface: Typeface, letter: Letter, names: dict[str, None]) -> str:
        """Draw a letter from its outline: as text it would be found by every search."""
        key = (id(typeface), letter.gid)
        if key not in self._glyphs:
            self._glyphs[key] = self.forms.add_form(_path(typeface, letter.gid) + " f", [], None)
        name = self._glyphs[key]
        names.setdefault(name)
        # The outline is in thousandths of an em, y up.
        size, angle = letter.size, letter.angle
        cos, sin = math.cos(angle) * size / 1000, math.sin(angle) * size / 1000
        matrix = " ".join(number(v, 6) for v in (cos, -sin, -sin, -cos))
        return f"q {matrix} {numbers(letter.x, letter.y)} cm/{name} Do Q"


def _path(typeface: Typeface, gid: int) -> str:
    return " ".join(
        "h"
        if letter == "Z"
        else f"{' '.join(number(v * 1000, 0) for v in values)} {letter.lower()}"
        for letter, values in typeface.outline(gid)
    )
