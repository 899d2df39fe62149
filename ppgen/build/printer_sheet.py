"""The test sheet of printers: scales on both sides, rulers and steps at the edges.

Takes a paper and perhaps a profile to prove; returns the pages of a PDF. What stands where is in
`ppgen.printers.profile`, which turns what was read into frames. Must not know files.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ppgen import __version__
from ppgen.drawing.ops import MM_PER_PT, Color, FontChoice, FontList, LineOp, Op, Paint, TextOp
from ppgen.drawing.page import Page
from ppgen.geometry import Edges, Flip, Frame, Point, Rect, Size, Turn, portrait, turn_into
from ppgen.impose.grid import fit
from ppgen.impose.marks import cut_marks
from ppgen.pdf.document import Info, write
from ppgen.printers.profile import (
    AT_FAR_X,
    AT_FAR_Y,
    AT_X,
    AT_Y,
    MOST,
    RULER,
    STEP,
    TENTH,
    Printer,
    back_frame,
    front_frame,
)
from ppgen.text.fonts import Fonts

_BLACK = Color(0, 0, 0)
_FINE = Paint(stroke=_BLACK, weight=0.15)
_TICK = Paint(stroke=_BLACK, weight=0.2)
_CUT = Paint(stroke=Color(120, 120, 120), weight=0.1, dash=1.0)
_STRONG: FontList = (FontChoice("Roboto Condensed", weight=700),)
_PLAIN: FontList = (FontChoice("Roboto Condensed", weight=400),)
#: The smallest paper that the scales have room on.
LEAST = Size(200, 260)
#: Steps at an edge show margins up to this.
_STEPS = 14
_SIDES: tuple[Turn, ...] = (0, 90, 180, 270)
#: Scales by what is read on them: where, and whether their lines stand upright.
SCALES = (
    ("x", AT_X, True), ("y", AT_Y, False), ("far x", AT_FAR_X, True), ("far y", AT_FAR_Y, False)
)  # fmt: skip


class Pages(NamedTuple):
    """The bytes of a PDF of fronts, and of one of backs where the pile is turned by hand."""

    fronts: bytes
    backs: bytes | None


def make_test_sheet(
    paper: Size, flip: Flip, fonts: Fonts, printer: Printer | None = None, *, manual: bool = False
) -> Pages:
    """Return the PDF of the test sheet; two leaves in two files to turn by hand."""
    paper = portrait(paper)
    leaves = 2 if manual else 1
    draw = _Sheet(paper, flip, fonts, printer, manual)
    fronts = [draw.page("front", leaf) for leaf in range(1, leaves + 1)]
    backs = [draw.page("back", leaf) for leaf in range(1, leaves + 1)]
    title = f"ppgen printer test{f': {printer.name}' if printer else ''}"

    def pdf(pages: Iterable[Page]) -> bytes:
        info = Info(title, "en", None if manual else flip, f"ppgen {__version__}")
        return write(pages, info, fonts)

    if manual:
        turned = printer is not None and printer.pile == "reversed"
        return Pages(pdf(fronts), pdf(reversed(backs) if turned else backs))
    return Pages(pdf([*fronts, *backs]), None)


class _Sheet(NamedTuple):
    paper: Size
    flip: Flip
    fonts: Fonts
    printer: Printer | None
    manual: bool

    @property
    def middle(self) -> Point:
        return Point(self.paper.width / 2, self.paper.height / 2)

    def page(self, side: str, leaf: int) -> Page:
        """Make one side; a back is drawn as for the long edge, and turned for the short one."""
        whole = Rect(0, 0, self.paper.width, self.paper.height)
        front = side == "front"
        turn: Turn = 180 if not front and self.flip == "short" else 0
        pen = _Pen(self.fonts, turn_into(whole, turn), turn)
        ops = [*self.grid(pen), *self.scales(pen, front=front), *self.arrow(pen, leaf, front=front)]
        if front:
            ops += [*self.words(pen), *self.rulers(pen)]
            for edge in _SIDES:
                ops += self.steps(edge)
        frame = None
        if self.printer:
            frame = (
                front_frame(self.printer, self.paper)
                if front
                else back_frame(self.printer, self.paper, self.flip)
            )
        return Page(self.paper, (), tuple(ops), (), whole, 0.0, frame)

    def grid(self, pen: _Pen) -> Iterator[Op]:
        """Mark the cuts of a page of cards, as real jobs have them."""
        grid = fit(Size(63, 44), self.paper, Edges(5, 5, 5, 5), Edges(4, 4, 4, 4))
        for mark in cut_marks(grid, grid.capacity, "edges") if grid else ():
            yield pen.line(*mark.start, *mark.end, _FINE)

    def scales(self, pen: _Pen, *, front: bool) -> Iterator[Op]:
        """Draw the lines of both sides of each scale; they meet on a line to cut along."""
        step = STEP if front else STEP - TENTH
        for name, at, upright in SCALES:
            # Seen through the paper, a back has its right where the front has its left.
            x = self.middle.x + (at.x if front else -at.x)
            y = self.middle.y + at.y
            for n in range(-MOST, MOST + 1):
                far = 6.0 if n % 5 == 0 else 4.0
                inner, outer = (1.0, -far) if front else (-1.0, far)
                if upright:
                    along = x + n * step * (1 if front else -1)
                    yield pen.line(along, y + inner, along, y + outer, _TICK)
                    if front and n % 5 == 0:
                        yield pen.text(f"{n:+d}" if n else "0", along, y - far - 0.8, 6.5, 0.5)
                else:
                    # The left of a back is the right of its front.
                    along = y + n * step
                    yield pen.line(x + 1, along, x - far, along, _TICK)
                    if front and n % 5 == 0:
                        label = f"{n:+d}" if n else "0"
                        yield pen.text(label, x - far - 0.8, along + 0.8, 6.5, 1.0)
            reach = MOST * STEP + 4
            if front and upright:
                yield pen.line(x - reach, y, x + reach, y, _CUT)
                yield pen.text(name, x - MOST * STEP - 2, y - 11, 9, 0, _STRONG)
            elif front:
                yield pen.line(x, y - reach, x, y + reach, _CUT)
                yield pen.text(name, x - 1, y - reach - 1.5, 9, 1.0, _STRONG)

    def arrow(self, pen: _Pen, leaf: int, *, front: bool) -> Iterator[Op]:
        """Point to the top, beside the number of the leaf: on both sides at the same place."""
        x = self.middle.x + (-78 if front else 78)
        y = self.middle.y + 75
        for x1, y1, x2, y2 in ((0, 0, 0, -14), (0, -14, -4, -9), (0, -14, 4, -9)):
            dash = 0.0 if front else 1.2
            yield pen.line(x + x1, y + y1, x + x2, y + y2, _TICK._replace(weight=0.7, dash=dash))
        shift = -6 if front else 6
        yield pen.text(f"{leaf}", x + shift, y, 18, 0.5, _STRONG)
        yield pen.text("front" if front else "back", x, y + 4, 8, 0.5)

    def words(self, pen: _Pen) -> Iterator[Op]:
        """Say what to do."""
        x, y = self.middle.x - 42, self.middle.y - 96
        printer = self.printer
        title = "Printer test" + (f", with what is known of {printer.name}" if printer else "")
        yield pen.text(title, x, y, 13, 0, _STRONG)
        lines = [
            f"1  Print both sides at 100 %, on the {self.flip} edge, as you print cards.",
            "2  Hold the sheet against a window or a lamp, this side to you; or cut along a",
            "    dashed line through both sides and look at the edge. Both arrows point up: if the",
            f"    one of the back points down, print again with --flip {_OTHER[self.flip]}.",
            "3  On each scale find the number whose line goes on straight in a line of the back.",
            "    1 is 0.1 mm. Where none does, the sides are more than 1.5 mm apart: measure from",
            "    the long line 0 of the front to that of the back; right and down are above 0.",
            "4  Measure both rulers. At each edge read the smallest number whose step is whole.",
            f"5  Type  ppgen printer set {printer.name if printer else 'NAME'}  and answer, "
            "or give the numbers at once:",
            "    --x --y --far-x --far-y (in mm) --across --long --margins TOP,RIGHT,BOTTOM,LEFT",
        ]
        if self.manual:
            lines[0] = (
                f"1  Print all fronts, turn the pile about its {self.flip} edge, print the backs."
            )
            lines.append("    If front 1 has back 2, add  --pile reversed")
        if printer:
            lines[-1:] = [
                "    All scales should meet at 0; what they say, --add adds to the profile."
            ]
        for number, line in enumerate(lines):
            yield pen.text(line, x, y + 6 + 3.6 * number, 7.5, 0)

    def rulers(self, pen: _Pen) -> Iterator[Op]:
        """Draw 100 mm across and along the paper."""
        x, y = self.middle.x - RULER / 2, self.middle.y - 108
        yield from _ruler(pen, Frame(e=x, f=y), "100 mm: --across")
        down = Frame(0, 1, -1, 0, self.middle.x + 77, self.middle.y - 50)
        yield from _ruler(pen, down, "100 mm: --long", turned=True)

    def steps(self, edge: Turn) -> Iterator[Op]:
        """Draw lines farther and farther from an edge of the paper."""
        whole = Rect(0, 0, self.paper.width, self.paper.height)
        pen = _Pen(self.fonts, turn_into(whole, edge), edge)
        length = self.paper.width if edge in {0, 180} else self.paper.height
        x = length / 2 - 90
        for distance in range(1, _STEPS + 1):
            at = x + 5 * distance
            yield pen.line(at, distance, at + 4, distance, _TICK)
            yield pen.text(str(distance), at + 2, distance + 2.6, 6, 0.5)


_OTHER = {"long": "short", "short": "long"}


class _Pen(NamedTuple):
    """Draws on a page that may be turned."""

    fonts: Fonts
    frame: Frame
    turn: Turn

    def line(self, x1: float, y1: float, x2: float, y2: float, paint: Paint) -> LineOp:
        return LineOp(self.frame.point(Point(x1, y1)), self.frame.point(Point(x2, y2)), paint)

    def text(
        self, words: str, x: float, y: float, points: float, align: float, fonts: FontList = _PLAIN
    ) -> TextOp:
        """Write words that start, end (1) or have their middle (0.5) at a place."""
        wide = self.fonts.line(words, fonts, "en", None).width * points * MM_PER_PT
        origin = self.frame.point(Point(x - align * wide, y))
        box = Rect(*origin, 0, 0)
        return TextOp(words, fonts, points, origin, self.turn, _BLACK, box, "en")


def _ruler(pen: _Pen, frame: Frame, label: str, *, turned: bool = False) -> Iterator[Op]:
    """Draw a ruler from the origin of a frame."""

    def line(x1: float, y1: float, x2: float, y2: float) -> LineOp:
        return pen.line(*frame.point(Point(x1, y1)), *frame.point(Point(x2, y2)), _FINE)

    yield line(0, 0, RULER, 0)
    for mm in range(round(RULER) + 1):
        yield line(mm, 0, mm, -(1.5 + 0.8 * (mm % 5 == 0) + 0.8 * (mm % 10 == 0)))
    at = frame.point(Point(RULER + 1, 0))
    if turned:
        yield pen.text(label, at.x, at.y + 3, 7, 0.5)
    else:
        yield pen.text(label, at.x, at.y, 7, 0)
