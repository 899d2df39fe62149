"""Fits text into boxes: size and line breaks, in closed form.

Takes a text, its style and a box; returns the size and the lines. The widths used here are those
that are drawn.
"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterator
from typing import NamedTuple

from ppgen.diagnostics import Problem, Span
from ppgen.drawing.ops import MM_PER_PT, Line
from ppgen.drawing.style import Style
from ppgen.geometry import Size
from ppgen.language.tags import upper
from ppgen.limits import BROKEN_TEXT, TEXT
from ppgen.text.breaks import NOTHING, SOFT, Piece, join, pieces
from ppgen.text.fonts import Fonts
from ppgen.units import show

#: What says where a line may end is not drawn where it does not.
_UNSEEN = dict.fromkeys(map(ord, (SOFT, NOTHING)))
#: From this size on, in points, the ink touches the side and not the side bearing.
INK_ALIGNED = 20.0
#: Texts of any number of lines rarely have more.
_FEW = 40


#: Tells whether a text is one word that breaks nowhere but where it is hyphenated.
UNBROKEN = re.compile(r"[^\W_]+").fullmatch


class Fitted(NamedTuple):
    """A text set in lines at one size."""

    size: float
    lines: tuple[str, ...]
    shaped: tuple[Line, ...]
    cap: float


def shortened(text: str) -> str:
    """Return the start of a long text, for a message."""
    return text if len(text) <= 60 else text[:59].rstrip() + "…"


def check_length(text: str, span: Span | None) -> None:
    """Raise E305 for a text that no face holds, before its letters are shaped."""
    if len(text) > TEXT:
        message = f"a text of {len(text):,} characters; at most {TEXT:,} are allowed on a face"
        place = span._replace(length=1) if span else None
        raise Problem("E305", message, place, help="divide it among several faces")


class Room(NamedTuple):
    """A box for text, in points: how high capitals and lines may be, and what is black."""

    width: float
    height: float
    #: From the highest accent to the lowest descender.
    reach: float = math.inf

    @classmethod
    def of(cls, box: Size, style: Style) -> Room:
        """Return the room in a box in mm; marks that stay inside have its padding too."""
        pad = 2 * style.padding.height
        reach = (box.height + pad) / MM_PER_PT if style.marks == "inside" else math.inf
        return cls(box.width / MM_PER_PT, box.height / MM_PER_PT, reach)


class Way:
    """One way to break a text: its lines, and how high they are, in capitals and line heights."""

    __slots__ = ("_leading", "cap", "lines", "shaped", "tall", "wide")

    def __init__(self, lines: tuple[str, ...], shaped: tuple[Line, ...], leading: float) -> None:
        self._leading = leading
        self.lines = lines
        self.shaped = shaped
        if len(shaped) == 1:
            self.wide, self.cap = shaped[0].width, shaped[0].cap
            self.tall = self.cap
        else:
            self.wide = max([line.width for line in shaped])
            self.cap = max([line.cap for line in shaped])
            self.tall = self.cap + (len(lines) - 1) * leading

    def size(self, most: float, room: Room) -> float:
        """Return the largest size up to `most` at which all lines fit.

        From 20 pt on the ink must fit, since it is the ink that is aligned; below, the advances.
        """
        width = room.width
        if most * self.tall > room.height:
            most = room.height / self.tall
        if room.reach < math.inf:
            black = self.shaped[0].ink_top - self.shaped[-1].ink_low
            black += (len(self.lines) - 1) * self._leading
            if most * black > room.reach:
                most = room.reach / black
        if most >= INK_ALIGNED:
            ink = max([line.ink_right - line.ink_left for line in self.shaped])
            size = min(most, width / ink) if ink > 0 else most
            if size >= INK_ALIGNED:
                return size
            most = min(most, INK_ALIGNED) if self.wide > 0 else most
        return width / self.wide if most * self.wide > width else most


class Trial:
    """One text on its way into a box: the ways to break it are found as they are needed.

    Ways with few lines come first; their breaks are the same at any size, so a text can be fitted
    again under another limit for nothing.
    """

    __slots__ = ("_rest", "_room", "_style", "_ways", "least", "settled")

    def __init__(self, first: Way, rest: Iterator[Way] | None, style: Style, room: Room) -> None:
        self._ways = [first]
        self._rest = rest
        self._style = style
        self._room = room
        #: The size of the first way: no other is asked for if it will do.
        self.least = first.size(style.size, room)
        #: Whether no other way would be taken, had the text its box to itself.
        self.settled = rest is None or self.least >= self._enough(style.size)

    def best(self) -> float:
        """Return the largest size that fits."""
        return self.least if self.settled else self.fit(self._style.size).size

    def fit(self, most: float) -> Fitted:
        """Return the largest size up to `most` that fits; of fewer lines, one large enough."""
        best = self._ways[0]
        size = self.least if most == self._style.size else best.size(most, self._room)
        enough = self._enough(most)
        if size < enough and self._rest is not None:
            for way in self._others():
                got = way.size(most, self._room)
                if got > size * (1 + 1e-9):
                    size, best = got, way
                if size >= enough:
                    break
        if size == math.inf:  # of nothing that is seen, any size fits
            size = self._style.min_size
        return Fitted(size, best.lines, best.shaped, best.cap)

    def _enough(self, most: float) -> float:
        """Return the size above which more lines are not worth their breaks."""
        return max(most * self._style.break_below, min(most, self._style.min_size))

    def _others(self) -> Iterator[Way]:
        """Yield the ways with more lines, those that are known first."""
        yield from self._ways[1:]
        if self._rest is not None:
            for way in self._rest:
                self._ways.append(way)
                yield way


class Paragraph:
    """A text that may break into any number of lines; another limit means other breaks."""

    __slots__ = ("_box", "_fitter", "_span", "_style", "_text", "least")

    settled = True

    def __init__(
        self, fitter: Fitter, text: str, style: Style, box: Size, span: Span | None
    ) -> None:
        self._fitter, self._text, self._style, self._box = fitter, text, style, box
        self._span = span
        self.least = self.fit(style.size).size

    def best(self) -> float:
        """Return the largest size that fits."""
        return self.least

    def fit(self, most: float) -> Fitted:
        """Return the lines at the largest size up to `most` that fits.

        The height allows n lines at one size: the first n that holds the text.
        """
        for count in range(1, _FEW + 1):
            fitted, done = self._lines(most, count)
            if done:
                return fitted
        # More lines never need a larger number: no need to try them one by one.
        low, high = _FEW, 2 * _FEW
        while not self._lines(most, high)[1]:
            low, high = high, 2 * high
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if self._lines(most, middle)[1] else (middle, high)
        return self._lines(most, high)[0]

    def _lines(self, most: float, count: int) -> tuple[Fitted, bool]:
        """Break the text at the size that allows `count` lines; also tell whether to stop there."""
        fitter, style, box = self._fitter, self._style, self._box
        cap = fitter.shape("H", style, None).cap
        size = min(most, box.height / MM_PER_PT / (cap + (count - 1) * style.line_height))
        if size <= 0:
            line = fitter.shape(self._text, style, self._span)
            return Fitted(0.0, (self._text,), (line,), cap), True
        lines = fitter.wrap(self._text, style, size, box.width, self._span) or [""]
        shaped = tuple(fitter.shape(line, style, self._span) for line in lines)
        wide = max(line.width for line in shaped) * size * MM_PER_PT
        fits = len(lines) <= count and wide <= box.width + 1e-6
        return Fitted(size, tuple(lines), shaped, cap), fits or size < style.min_size / 4


class Fitter:
    """Fits text for one language."""

    def __init__(self, metrics: Fonts, lang: str) -> None:
        self.metrics = metrics
        self.lang = lang

    def shape(self, text: str, style: Style, span: Span | None) -> Line:
        """Shape one line."""
        return self.metrics.line(text.translate(_UNSEEN), style.fonts, self.lang, span)

    def width(self, text: str, style: Style, span: Span | None) -> float:
        """Measure one line that may never be drawn."""
        return self.metrics.stack(style.fonts, self.lang).width(text.translate(_UNSEEN), span)

    def fit(self, text: str, style: Style, box: Size, span: Span | None) -> Fitted:
        """Return the largest size from `min-size` to `size` that fits, fewer lines first."""
        return self.begin(text, style, box, span).fit(style.size)

    def begin(self, text: str, style: Style, box: Size, span: Span | None) -> Trial | Paragraph:
        """Measure a text in one line, or as a paragraph; what else there is may not be needed."""
        check_length(text, span)
        if style.case == "upper":
            text = upper(text, self.lang)
        if style.lines == 0:
            return Paragraph(self, text, style, box, span)
        room = Room.of(box, style)
        stack = self.metrics.stack(style.fonts, self.lang)
        if style.lines == 1:
            line = _one_line(text)
            return Trial(self._way((line,), style, span), None, style, room)
        if UNBROKEN(text):
            # One word without marks: how it breaks need not be known yet.
            first = Way((text,), (stack.line(text, span),), style.line_height)
            return Trial(
                first, self._broken(text, style, span) if style.hyphens else None, style, room
            )
        found = self._pieces(text, style)
        if len(found) > BROKEN_TEXT:
            raise Problem(
                "E305", f"a text of more than {BROKEN_TEXT} parts, of which all ways to break it "
                "into lines would be compared", span._replace(length=1) if span else None,
                help="write `lines: any` in its style",
            )  # fmt: skip
        first = self._way((join(found) if found else "",), style, span)
        return Trial(first, self._more(found, style, span), style, room)

    def check(
        self, fitted: Fitted, text: str, style: Style, box: Size, span: Span | None, at: Span | None
    ) -> None:
        """Raise E401 for a text that is smaller than its style allows."""
        if fitted.size >= style.min_size - 1e-6:
            return
        wide = max(s.width for s in fitted.shaped) * style.min_size * MM_PER_PT
        raise Problem(
            "E401",
            f"`{shortened(text)}` does not fit: it would need {show(fitted.size)} pt, but the "
            f"minimum is {show(style.min_size)} pt",
            span,
            note=f"{show(wide)} mm wide at {show(style.min_size)} pt",
            help="shorten it, add soft hyphens where it may break, or enlarge its box",
            second=at,
            second_note=f"this box is {show(box.width)}x{show(box.height)} mm",
        )

    def _way(self, lines: tuple[str, ...], style: Style, span: Span | None) -> Way:
        return Way(lines, tuple([self.shape(x, style, span) for x in lines]), style.line_height)

    def _pieces(self, text: str, style: Style) -> list[Piece]:
        if not style.hyphens:
            return pieces(text, None)
        return pieces(text, lambda word: self.metrics.breaks(word, self.lang))

    def _broken(self, text: str, style: Style, span: Span | None) -> Iterator[Way]:
        """Break one word into two lines, then into as many as the style allows."""
        yield from self._more(self._pieces(text, style), style, span)

    def _more(self, found: list[Piece], style: Style, span: Span | None) -> Iterator[Way]:
        for count in range(2, min(len(found), style.lines) + 1):
            yield self._way(self._even(found, count, style, span), style, span)

    def _even(
        self, found: list[Piece], count: int, style: Style, span: Span | None
    ) -> tuple[str, ...]:
        """Break into `count` lines whose longest is as short as can be; a hyphen costs 15 %."""
        widths: dict[tuple[int, int], float] = {}
        pieces = self.metrics.stack(style.fonts, self.lang).pieces(found, span)

        def width(a: int, b: int) -> float:
            if (a, b) not in widths:
                line = pieces(a, b) if pieces else self.width(join(found[a:b]), style, span)
                penalty = 1.15 if b < len(found) and found[b - 1][1] == "-" else 1.0
                widths[a, b] = line * penalty
            return widths[a, b]

        n = len(found)
        if count == 2:
            # By far the most are words in two lines.
            costs = [max(width(0, at), width(at, n)) for at in range(1, n)]
            at = costs.index(min(costs)) + 1
            return join(found[:at]), join(found[at:])
        table: list[dict[int, tuple[float, int]]] = [{0: (0.0, 0)}]
        for level in range(count):
            row: dict[int, tuple[float, int]] = {}
            for start, (cost, _) in table[-1].items():
                # The last line goes to the end.
                first = start + 1 if level < count - 1 else n
                for end in range(max(first, start + 1), n + 1):
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
            if line and self.width(join([*line, piece]), style, span) > room:
                out.append(join(line))
                line = [piece]
            else:
                line.append(piece)
        return [*out, join(line)] if line else out


class Fitters(dict[str, Fitter]):
    """The fitter of each language that texts may be in; "" is that of a product."""

    def __init__(self, metrics: Fonts, lang: str) -> None:
        self._metrics = metrics
        self[""] = Fitter(metrics, lang)

    def __missing__(self, lang: str) -> Fitter:
        found = self[lang] = Fitter(self._metrics, lang)
        return found


def _one_line(text: str) -> str:
    """Write a text in one line: where it has line breaks, a space."""
    return " ".join(text.split("\n")) if "\n" in text else text
