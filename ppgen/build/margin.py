"""The line in the margin of a leaf: which job this is, how to print it, and a ruler.

Takes an imposed product and a leaf's number; returns draw operations in page coordinates, none
where a leaf has no room. Must not know files.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple
from unicodedata import combining

from ppgen.build.printout import Printout
from ppgen.build.sizing import flip_of
from ppgen.drawing.ops import (
    MM_PER_PT,
    Color,
    FontChoice,
    FontList,
    LineOp,
    Op,
    Paint,
    TextOp,
)
from ppgen.geometry import Frame, Point, Rect, Turn, turn_into
from ppgen.impose.grid import Grid
from ppgen.impose.marks import LINE_ROOM
from ppgen.impose.sheets import Sheet, flip_rect
from ppgen.text.fonts import Fonts

_BLACK = Color(0, 0, 0)
_THIN = Paint(stroke=_BLACK, weight=0.18)
_STRONG: FontList = (FontChoice("Roboto Condensed", weight=700),)
_PLAIN: FontList = (FontChoice("Roboto Condensed", weight=400),)
#: Two lines of words want 5.5 mm beyond the cut marks, one line less.
_TWO_LINES, _ONE_LINE = 10.5, LINE_ROOM
_RULER = 100
_SMALL = 6.5
#: The share of the paper that faces take if words stand below them.
_WIDE = 0.8
_MOST_LETTERS = 2000


class Strip(NamedTuple):
    """A strip of margin to write in: from start to end along a baseline, in its own frame.

    Words may extend beyond the end, up to `limit`, the edge of the printable area.
    """

    frame: Frame
    turn: Turn
    start: float
    end: float
    limit: float
    base: float
    lines: int


def strip(grid: Grid, box: Rect, free: float = 0) -> Strip | None:
    """Find room below the faces, or beside them, where the line is rotated.

    `box` is around the places of this page, which are mirrored on a back; `free` is the room below
    the last face of a partly filled leaf.
    """
    room, paper = grid.printable, grid.paper
    below, beside, before = room.bottom - box.bottom, room.right - box.right, box.x - room.x
    if below >= _ONE_LINE:
        start, end = _across(room, box)
        lines = 2 if below >= _TWO_LINES else 1
        return Strip(Frame(), 0, start, end, room.right, room.bottom, lines)
    if beside >= _ONE_LINE:
        frame = turn_into(Rect(0, 0, paper.width, paper.height), 270)
        start, end = paper.height - room.bottom, paper.height - room.y
        return Strip(frame, 270, start, end, end, room.right, 2 if beside >= _TWO_LINES else 1)
    if before >= _ONE_LINE:
        frame = turn_into(Rect(0, 0, paper.width, paper.height), 90)
        lines, base = 2 if before >= _TWO_LINES else 1, paper.width - room.x
        return Strip(frame, 90, room.y, room.bottom, room.bottom, base, lines)
    if free >= _ONE_LINE:
        start, end = _across(room, box)
        lines = 2 if free >= _TWO_LINES else 1
        return Strip(Frame(), 0, start, end, room.right, room.bottom, lines)
    return None


def _across(room: Rect, box: Rect) -> tuple[float, float]:
    """Return from where to where words run: below the faces, unless these are too few for that."""
    if box.width < _WIDE * room.width:
        return room.x, room.right
    return max(room.x, box.x), min(room.right, box.right)


class Margins:
    """The lines in the margins of a printout's pages; the common part is made only once.

    Raises:
        Problem: If no font can write a title or notice.
    """

    def __init__(self, printout: Printout, metrics: Fonts) -> None:
        self._printout, self._metrics = printout, metrics
        self._flip = flip_of(printout.request)
        self._strips: dict[tuple[int, float, Rect], _Writer | None] = {}

    def line(self, grid: Grid, sheet: Sheet) -> tuple[tuple[Op, ...], tuple[Op, ...]]:
        """Return the operations shared by many pages, as the same object, and those of one page."""
        # Faces that fill the leaf print it themselves, and an empty slot must stay empty.
        cards = self._printout.request.product.kind == "cards"
        free = sheet.free.bottom if cards else 0
        box = flip_rect(grid.box, grid.paper, self._flip if sheet.side == "back" else "none")
        key = (id(grid), free, box)
        if key not in self._strips:
            room = strip(grid, box, free)
            self._strips[key] = _Writer(self._printout, room, self._metrics) if room else None
        writer = self._strips[key]
        return writer.write(sheet.leaf) if writer else ((), ())


class _Writer:
    def __init__(self, printout: Printout, strip: Strip, metrics: Fonts) -> None:
        self.printout, self.strip, self.metrics = printout, strip, metrics
        title = f"{printout.title}, {printout.name} {printout.request.lang}"
        self.first = f"{title} · {printout.notice}" if printout.notice else title
        stock = printout.request.product.stock
        # What paper it wants gives way to the ruler.
        tail = f" · {stock}" if stock else ""
        self.edge = printout.texts.look(f"edge_{printout.duplex}")
        # The letters that hang lowest stand on the base.
        self.base = strip.base - self.depth(self.first + self.line(0))
        # A little off the side, clear of the cut mark that may be there.
        self.x = strip.start + 1.2
        self.upper: tuple[Op, ...] = ()
        self.end = self.x
        if strip.lines == 2:
            at = (_STRONG, 7, self.x, self.base - 3)
            self.upper, self.end = self.text(self.first + tail, *at)
            if tail and not self.room(self.end):
                self.upper, self.end = self.text(self.first, *at)
        ruler = self.ruler(strip.end - 8 - _RULER, strip.base - _THIN.weight)
        self.ruled = (*self.upper, *ruler)

    def write(self, leaf: int) -> tuple[tuple[Op, ...], tuple[Op, ...]]:
        """Return the title and ruler, and the line of one page."""
        strip, line = self.strip, self.line(leaf)
        if strip.lines == 2:
            own, end = self.text(line, _PLAIN, _SMALL, self.x, self.base)
        else:
            own, end = self.text(self.first, _PLAIN, _SMALL, self.x, self.base, f" · {line}")
        return self.ruled if self.room(max(self.end, end)) else self.upper, own

    def room(self, end: float) -> bool:
        """Tell whether the ruler has room beside words that end there."""
        return end + 6 <= self.strip.end - 8 - _RULER

    def line(self, leaf: int) -> str:
        """Say which leaf this is and how to print it."""
        places = {"sheet": leaf + 1, "sheets": self.printout.leaves, "edge": self.edge}
        line, printer = (
            self.printout.texts.call("margin_line", places),
            self.printout.request.printer,
        )
        return f"{line} · {printer.name}" if printer else line

    def depth(self, words: str) -> float:
        """Return how far words in small letters hang below their baseline, and a hair more."""
        lang = self.printout.request.lang
        low = self.metrics.line(words[:_MOST_LETTERS], _PLAIN, lang, None).ink_low
        return max(0.2, 0.05 - low * _SMALL * MM_PER_PT)

    def text(
        self, words: str, fonts: FontList, points: float, x: float, y: float, tail: str = ""
    ) -> tuple[tuple[Op, ...], float]:
        """Write words, and a tail that is never shortened; also return where they end."""
        lang, strip = self.printout.request.lang, self.strip
        words = self.fitted(words, tail, fonts, (strip.limit - x) / (points * MM_PER_PT))
        if not words:
            return (), x
        shaped = self.metrics.line(words, fonts, lang, None)
        wide, cap = shaped.width * points * MM_PER_PT, shaped.cap * points * MM_PER_PT
        bounds = strip.frame.rect(Rect(x, y - cap, wide, cap))
        origin = strip.frame.point(Point(x, y))
        op = TextOp(words, fonts, points, origin, strip.turn, _BLACK, bounds, lang)
        return (op,), x + wide

    def fitted(self, words: str, tail: str, fonts: FontList, room: float) -> str:
        """Return words and tail at size 1, shortening the words until everything fits."""
        lang = self.printout.request.lang

        def fits(text: str) -> bool:
            return self.metrics.line(text, fonts, lang, None).width <= room

        if fits(words + tail):
            return words + tail
        # If even the tail does not fit, keep as much of the whole as possible.
        whole, tail = (words, tail) if fits(f"…{tail}") else (words + tail, "")
        # A line cannot hold more letters than this, and long texts are slow to shape.
        low, high = 0, min(len(whole), _MOST_LETTERS)
        while low < high:
            middle = (low + high + 1) // 2
            if fits(f"{whole[:middle].rstrip()}…{tail}"):
                low = middle
            else:
                high = middle - 1
        # Keep combining marks with their letter.
        while 0 < low < len(whole) and combining(whole[low]):
            low -= 1
        short = f"{whole[:low].rstrip()}…{tail}"
        return short if fits(short) else ""

    def ruler(self, x: float, y: float) -> Iterator[Op]:
        """Draw a 100 mm ruler; with only one line, its ticks are short."""
        heights = (0.7, 1.2, 1.8, 2.6) if self.strip.lines == 2 else (0.5, 0.9, 1.3, 1.7)
        yield self.stroke(x, y, x + _RULER, y)
        for mm in range(_RULER + 1):
            rank = (mm % 5 == 0) + (mm % 10 == 0) + (mm % 50 == 0)
            yield self.stroke(x + mm, y, x + mm, y - heights[rank])
        yield from self.text("0", _STRONG, 6, x - 1.6, y)[0]
        yield from self.text("100 mm", _STRONG, 6, x + _RULER + 0.8, y)[0]

    def stroke(self, x1: float, y1: float, x2: float, y2: float) -> LineOp:
        frame = self.strip.frame
        return LineOp(frame.point(Point(x1, y1)), frame.point(Point(x2, y2)), _THIN)
