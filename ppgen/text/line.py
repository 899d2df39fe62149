"""Lines of text, measured at size 1 and ready to be drawn.

Must not know how a line is shaped, font lists, PDF or YAML.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from ppgen.text.pairs import PairTable
    from ppgen.text.typeface import Glyph, Ink, Typeface


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
    """A line of plain text in one typeface: its width is known, all else is found when needed."""

    __slots__ = ("_ink", "cap", "pairs", "scale", "text", "width")

    rtl = False

    def __init__(self, text: str, width: float, cap: float, scale: float, pairs: PairTable) -> None:
        self.text = text
        self.width = width
        self.cap = cap
        self.scale = scale
        self.pairs = pairs
        self._ink: tuple[float, float, float, float] | None = None

    @property
    def ink(self) -> tuple[float, float, float, float]:
        """The edges of what is black: left, right, low, top; all 0 if nothing is."""
        if self._ink is None:
            ink: Ink | None = self.pairs.ink(self.text)
            scale = self.scale
            self._ink = (0.0,) * 4 if ink is None else (
                ink.left * scale, ink.right * scale, ink.low * scale, ink.top * scale
            )  # fmt: skip
        return self._ink

    @property
    def ink_left(self) -> float:
        """Where the ink starts, right of the origin."""
        return self.ink[0]

    @property
    def ink_right(self) -> float:
        """Where the ink ends, right of the origin."""
        return self.ink[1]

    @property
    def ink_low(self) -> float:
        """How far above the baseline the ink starts: negative if it reaches below."""
        return self.ink[2]

    @property
    def ink_top(self) -> float:
        """How far the ink reaches above the baseline."""
        return self.ink[3]

    @property
    def runs(self) -> tuple[Run, ...]:
        """The glyphs."""
        if not self.text:
            return ()
        face = self.pairs.typeface
        return (Run(face, self.scale, face.shape(self.text, self.pairs.lang)),)


#: Both have the same measures and runs.
AnyLine = ShapedLine | PlainLine
