"""The draw operations that a face is made of.

All lengths are millimeters on the face, y down; text sizes are points.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from ppgen.diagnostics import Span
    from ppgen.geometry import Point, Rect, Turn

MM_PER_PT = 25.4 / 72


class Color(NamedTuple):
    """An RGB color, each part 0 to 255."""

    red: int
    green: int
    blue: int


class Paint(NamedTuple):
    """How an outline is filled and stroked.

    A dash of 0 is a solid line. With a `hatch`, the fill is lines at 45 degrees, this far apart and
    as wide as the stroke; one passes where x + y is 0, so adjacent fills line up.
    """

    fill: Color | None = None
    stroke: Color | None = None
    weight: float = 0.25
    dash: float = 0.0
    hatch: float = 0.0


class RectOp(NamedTuple):
    """A rectangle, possibly with rounded corners."""

    rect: Rect
    paint: Paint
    radius: float = 0.0


class EllipseOp(NamedTuple):
    """An ellipse whose outline (the middle of its stroke) touches the rectangle."""

    rect: Rect
    paint: Paint


class LineOp(NamedTuple):
    """A straight line."""

    start: Point
    end: Point
    paint: Paint


Command = tuple[Literal["M", "L", "C", "Z"], tuple[float, ...]]


class PathOp(NamedTuple):
    """An even-odd path: absolute M, L, C and Z commands in face coordinates."""

    commands: tuple[Command, ...]
    paint: Paint
    bounds: Rect


class FontChoice:
    """One entry of a font list: what to look for and how to scale it.

    Choices compare equal wherever they were written. Looking up a line hashes its whole list of
    them, so the hash is cached.
    """

    __slots__ = ("_hash", "_key", "cap", "family", "file", "scale", "span", "weight")

    def __init__(
        self,
        family: str = "",
        file: str = "",
        weight: int = 400,
        scale: float = 1.0,
        cap: float | None = None,
        span: Span | None = None,
    ) -> None:
        self.family = family
        self.file = file
        self.weight = weight
        self.scale = scale
        self.cap = cap
        self.span = span
        self._key = (family, file, weight, scale, cap)
        self._hash = hash(self._key)

    def with_weight(self, weight: int) -> FontChoice:
        """Return the choice in another weight."""
        return FontChoice(self.family, self.file, weight, self.scale, self.cap, self.span)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, FontChoice) and self._key == other._key

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return f"FontChoice{self._key}"


FontList = tuple[FontChoice, ...]


class TextOp:
    """One line of text: the start of its baseline, its rotation, and its drawn box.

    `origin` is the left end of the line for a reader who has turned the face by `turn` degrees
    clockwise; `bounds` extends from cap height to baseline and is computed on demand. `line` is the
    text shaped at size 1, if already shaped. Operations are equal if they draw the same.
    """

    __slots__ = ("_bounds", "color", "fonts", "lang", "line", "origin", "size", "text", "turn")

    def __init__(
        self, text: str, fonts: FontList, size: float, origin: Point, turn: Turn, color: Color,
        bounds: Rect | Callable[[], Rect], lang: str, line: Line | None = None,
    ) -> None:  # fmt: skip
        self.text = text
        self.fonts = fonts
        self.size = size
        self.origin = origin
        self.turn = turn
        self.color = color
        self._bounds = bounds
        self.lang = lang
        self.line = line

    @property
    def bounds(self) -> Rect:
        """The box from cap top to baseline, as wide as what is drawn."""
        if not isinstance(self._bounds, tuple):
            self._bounds = self._bounds()
        return self._bounds

    def in_color(self, color: Color) -> TextOp:
        """Return the same text in another color."""
        return TextOp(
            self.text, self.fonts, self.size, self.origin, self.turn, color, self._bounds,
            self.lang, self.line,
        )  # fmt: skip

    def moved(self, x: float, y: float) -> TextOp:
        """Return the same text elsewhere."""

        def bounds() -> Rect:
            return self.bounds._replace(x=self.bounds.x + x, y=self.bounds.y + y)

        origin = self.origin._replace(x=self.origin.x + x, y=self.origin.y + y)
        return TextOp(
            self.text, self.fonts, self.size, origin, self.turn, self.color, bounds, self.lang,
            self.line,
        )  # fmt: skip

    def _key(self) -> tuple[object, ...]:
        return (
            self.text, self.fonts, self.size, self.origin, self.turn, self.color, self.lang,
        )  # fmt: skip

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TextOp) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        return f"TextOp{self._key()}"


class VeilOp(NamedTuple):
    """Lines of text hidden in clutter that fills `rect`, for red film.

    `strength` is the fraction of red light that the clutter keeps inside the letters: less is
    clearer behind the film, and easier to see without it.
    """

    rect: Rect
    lines: tuple[TextOp, ...]
    strength: float


class ImageOp(NamedTuple):
    """A picture, drawn into `rect` and clipped to `clip`."""

    file: Path
    rect: Rect
    clip: Rect
    turn: Turn = 0
    gray: bool = False


Op = RectOp | EllipseOp | LineOp | PathOp | TextOp | VeilOp | ImageOp


class Line(Protocol):
    """A shaped line of text at size 1: multiply by the size in points, result in points."""

    @property
    def width(self) -> float:
        """The sum of the advances."""

    @property
    def cap(self) -> float:
        """The largest cap height of the fonts it uses."""

    @property
    def ink_left(self) -> float:
        """Where the ink starts, right of the origin."""

    @property
    def ink_right(self) -> float:
        """Where the ink ends, right of the origin."""

    @property
    def ink_top(self) -> float:
        """How far the ink reaches above the baseline."""

    @property
    def ink_low(self) -> float:
        """How far above the baseline the ink starts: negative if it reaches below."""


__all__ = [
    "MM_PER_PT", "Color", "Command", "EllipseOp", "FontChoice", "FontList",
    "ImageOp", "Line", "LineOp", "Op", "Paint", "PathOp", "RectOp", "TextOp",
    "VeilOp",
]  # fmt: skip
