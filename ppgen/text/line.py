"""Lines of text, measured at size 1 and ready to be drawn.

Must not know how a line is shaped, font lists, PDF or YAML.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from ppgen.text.typeface import Glyph, Typeface
    from ppgen.text.widths import PairTable


class Run(NamedTuple):
    """Glyphs of one typeface, left to right; `scale` is the size relative to the line's."""

    typeface: Typeface
    scale: float
    glyphs: tuple[Glyph, ...]


class ShapedLine(NamedTuple):
    """A line shaped by HarfBuzz, with its glyphs; `rtl` if any of it runs to the left."""

    text: str
    width: float
    cap: float
    ink_left: float
    ink_right: float
    ink_low: float
    ink_top: float
    runs: tuple[Run, ...]
    rtl: bool = False


class PlainLine:
    """A line of plain text in one typeface: its width is known, all else is found when needed.

    `letters` name the glyphs, one each: see `PairTable`. `unit` leads from units of the font to
    the line's own.
    """

    __slots__ = ("_sides", "cap", "letters", "pairs", "scale", "text", "unit", "units", "width")

    rtl = False

    def __init__(
        self, text: str, letters: str, units: int, unit: float, cap: float, scale: float,
        pairs: PairTable,
    ) -> None:  # fmt: skip
        self.text = text
        self.letters = letters
        self.units = units
        self.width = units * unit
        self.cap = cap
        self.scale = scale
        self.unit = unit
        self.pairs = pairs
        self._sides: tuple[float, float] | None = None

    @property
    def sides(self) -> tuple[float, float]:
        """Where the ink starts and ends."""
        if self._sides is None:
            left, right = self.pairs.sides(self.letters, self.units)
            self._sides = left * self.unit, right * self.unit
        return self._sides

    @property
    def ink_left(self) -> float:
        """Where the ink starts, right of the origin."""
        return self.sides[0]

    @property
    def ink_right(self) -> float:
        """Where the ink ends, right of the origin."""
        return self.sides[1]

    @property
    def ink_low(self) -> float:
        """How far above the baseline the ink starts: negative if it reaches below."""
        return self.pairs.heights(self.letters)[0] * self.unit

    @property
    def ink_top(self) -> float:
        """How far the ink reaches above the baseline."""
        return self.pairs.heights(self.letters)[1] * self.unit

    @property
    def runs(self) -> tuple[Run, ...]:
        """The glyphs."""
        if not self.text:
            return ()
        face = self.pairs.typeface
        return (Run(face, self.scale, face.shape(self.text, self.pairs.lang)),)


#: Both have the same measures and runs.
AnyLine = ShapedLine | PlainLine
