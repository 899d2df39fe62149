"""Fitting text into boxes: size and line breaks, in closed form.

Takes a text, its style and a box; gives the size and the lines. Widths come from Metrics, so
the widths used here are the widths drawn.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

from ppgen.diagnostics import Problem, Span
from ppgen.drawing.ops import MM_PER_PT, Line, Metrics
from ppgen.drawing.style import Style
from ppgen.geometry import Size
from ppgen.language.tags import upper
from ppgen.text.breaks import NOTHING, SOFT, Piece, join, pieces
from ppgen.units import show

#: What says where a line may end is not drawn where it does not.
_UNSEEN = dict.fromkeys(map(ord, (SOFT, NOTHING)))
#: From this size on, in points, the ink touches the side and not the side bearing.
INK_ALIGNED = 20.0


@dataclass(frozen=True, slots=True)
class Fitted:
    """A text set in lines at one size."""

    size: float
    lines: tuple[str, ...]
    shaped: tuple[Line, ...]
    cap: float


def shortened(text: str) -> str:
    """Give the start of a long text, for a message."""
    return text if len(text) <= 60 else text[:59].rstrip() + "…"


class Fitter:
    """Fits text for one language."""

    def __init__(self, metrics: Metrics, lang: str) -> None:
        self.metrics = metrics
        self.lang = lang

    def shape(self, text: str, style: Style, span: Span | None) -> Line:
        """Shape one line."""
        return self.metrics.line(text.translate(_UNSEEN), style.fonts, self.lang, span)

    def fit(self, text: str, style: Style, box: Size, span: Span | None) -> Fitted:
        """Give the largest size from `min-size` to `size` that fits, fewer lines first."""
        if style.case == "upper":
            text = self._capitals(text, style)
        text = " ".join(text.split(" ")) if style.lines == 1 else text
        width, height = box.width / MM_PER_PT, box.height / MM_PER_PT
        if style.lines == 0:
            return self._paragraph(text, style, box, span)
        best: Fitted | None = None
        for lines in self._broken(text, style, span):
            shaped = tuple(self.shape(line, style, span) for line in lines)
            cap = max((s.cap for s in shaped), default=0.0)
            tall = cap + (len(lines) - 1) * style.line_height
            most = min(style.size, height / tall if tall > 0 else style.size)
            size = _widest(shaped, width, most)
            if best is None or size > best.size * (1 + 1e-9):
                best = Fitted(size, lines, shaped, cap)
            if best.size >= style.size:
                break
        assert best is not None  # noqa: S101 - one line is always tried
        if best.size == float("inf"):
            best = Fitted(style.min_size, best.lines, best.shaped, best.cap)
        return best

    def _capitals(self, text: str, style: Style) -> str:
        """Write capitals; a sharp s as SS, which is right too, where no font has its capital."""
        capitals = upper(text, self.lang)
        if "ß" in text:
            try:
                self.metrics.line("ẞ", style.fonts, self.lang, None)
            except Problem:
                capitals = capitals.replace("ẞ", "SS")
        return capitals

    def check(
        self, fitted: Fitted, text: str, style: Style, box: Size, span: Span | None, at: Span | None
    ) -> None:
        """Refuse a text that is smaller than its style allows."""
        if fitted.size >= style.min_size - 1e-6:
            return
        wide = max(s.width for s in fitted.shaped) * style.min_size * MM_PER_PT
        raise Problem(
            "E401",
            f"`{shortened(text)}` does not fit: it would need {show(fitted.size)} pt, the least is "
            f"{show(style.min_size)} pt",
            span,
            note=f"{show(wide)} mm wide at {show(style.min_size)} pt",
            help="shorten it, put soft hyphens where it may break, or give its box more room",
            second=at,
            second_note=f"this box is {show(box.width)}x{show(box.height)} mm",
        )

    def _paragraph(self, text: str, style: Style, box: Size, span: Span | None) -> Fitted:
        """Set running text: the height allows n lines at one size; the first n that holds it."""
        cap = self.shape("H", style, None).cap
        height = box.height / MM_PER_PT
        count = 1
        while True:
            size = min(style.size, height / (cap + (count - 1) * style.line_height))
            lines = self.wrap(text, style, size, box.width, span) or [""]
            shaped = tuple(self.shape(line, style, span) for line in lines)
            wide = max(s.width for s in shaped) * size * MM_PER_PT
            if (len(lines) <= count and wide <= box.width + 1e-6) or size < style.min_size / 4:
                return Fitted(size, tuple(lines), shaped, cap)
            count += 1

    def _pieces(self, text: str, style: Style) -> list[Piece]:
        if not style.hyphens:
            return pieces(text, None)
        return pieces(text, lambda word: self.metrics.breaks(word, self.lang))

    def _broken(self, text: str, style: Style, span: Span | None) -> list[tuple[str, ...]]:
        if style.lines == 1:
            return [(text,)]
        found = self._pieces(text, style)
        if not found:
            return [("",)]
        most = min(len(found), style.lines)
        return [self._even(found, n, style, span) for n in range(1, most + 1)]

    def _even(
        self, found: list[Piece], count: int, style: Style, span: Span | None
    ) -> tuple[str, ...]:
        """Break into `count` lines whose longest is as short as can be; a hyphen costs 15 %."""
        widths: dict[tuple[int, int], float] = {}

        def width(a: int, b: int) -> float:
            if (a, b) not in widths:
                line = self.shape(join(found[a:b]), style, span).width
                penalty = 1.15 if b < len(found) and found[b - 1][1] == "-" else 1.0
                widths[a, b] = line * penalty
            return widths[a, b]

        n = len(found)
        table: list[dict[int, tuple[float, int]]] = [{0: (0.0, 0)}]
        for _ in range(count):
            row: dict[int, tuple[float, int]] = {}
            for start, (cost, _) in table[-1].items():
                for end in range(start + 1, n + 1):
                    new = max(cost, width(start, end))
                    if end not in row or new < row[end][0]:
                        row[end] = (new, start)
            table.append(row)
        ends = [n]
        for level in range(count, 0, -1):
            ends.append(table[level][ends[-1]][1])
        ends.reverse()
        return tuple(join(found[a:b]) for a, b in itertools.pairwise(ends))

    def wrap(
        self, text: str, style: Style, size: float, width: float, span: Span | None
    ) -> list[str]:
        """Break a paragraph greedily at a given size, for a width in mm."""
        room = width / MM_PER_PT / size
        out: list[str] = []
        line: list[Piece] = []
        for piece in self._pieces(text, style):
            if line and self.shape(join([*line, piece]), style, span).width > room:
                out.append(join(line))
                line = [piece]
            else:
                line.append(piece)
        return [*out, join(line)] if line else out


def _widest(shaped: Sequence[Line], room: float, most: float) -> float:
    """Give the largest size at which all lines fit the room.

    From 20 pt on the ink must fit, since it is the ink that is aligned; below, the advances.
    """
    ink = max((s.ink_right - s.ink_left for s in shaped), default=0.0)
    size = min(most, room / ink) if ink > 0 else most
    if size >= INK_ALIGNED:
        return size
    wide = max((s.width for s in shaped), default=0.0)
    return min(most, room / wide, INK_ALIGNED) if wide > 0 else most
