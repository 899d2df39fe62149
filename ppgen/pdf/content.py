"""Draw operations written as PDF content streams.

Takes operations in millimeters, y down; returns the text of a stream and the names it uses.
Must not know pages, forms' objects or where the operations come from.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, Protocol

from ppgen.drawing.numbers import number, numbers
from ppgen.drawing.ops import (
    MM_PER_PT,
    EllipseOp,
    ImageOp,
    LineOp,
    PathOp,
    RectOp,
    TextOp,
    VeilOp,
)
from ppgen.drawing.strokes import fitted_dash, hatch_lines
from ppgen.geometry import Frame, turn_into
from ppgen.pdf.fonts import hex_text
from ppgen.text.line import PlainLine

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from ppgen.drawing.ops import Color, Op, Paint
    from ppgen.geometry import Rect, Turn
    from ppgen.pdf.fonts import Embedded
    from ppgen.pdf.veil import Veil
    from ppgen.text.line import AnyLine, Run
    from ppgen.text.typeface import Typeface

#: How far a Bézier's handles reach to come nearest to a quarter of a circle of radius 1.
_KAPPA = 0.5522847498

#: The text matrix without its move; glyphs stand upright in a y-down frame only when flipped.
_TEXT_TURNS: dict[Turn, str] = {
    0: "1 0 0 -1",
    90: "0 1 1 0",
    180: "-1 0 0 1",
    270: "0 -1 -1 0",
}


#: The kind of what is looked at more than read.
SECTION = "Sect"
#: Text that is this much larger than most is a heading.
_HEADING = 1.3
#: The next line of a paragraph is at most so many sizes of its text below.
_NEXT_LINE = 1.45
_HERE = Frame()


class Tag(NamedTuple):
    """What is said by itself: its kind, its place among what is read, and its words."""

    kind: str
    order: int
    words: list[str]


class Assets(Protocol):
    """The fonts and pictures of the file that a stream belongs to."""

    def line(self, op: TextOp) -> AnyLine:
        """Shape the text of an operation."""

    def font(self, typeface: Typeface) -> Embedded:
        """Return the embedded form of a typeface."""

    def picture(self, file: Path, *, gray: bool) -> str:
        """Return the name of a picture, perhaps without its colors."""

    def veil(self, op: VeilOp) -> Veil:
        """Return the forms of the clutter around and inside the letters, and their frame."""


class Content:
    """A content stream in the making; it says only what differs from what was said before."""

    def __init__(self, assets: Assets) -> None:
        self._assets = assets
        self._out: list[str] = []
        #: The names of the forms and pictures in use, in order.
        self.names: dict[str, None] = {}
        # Nothing is known at first: a form starts with whatever state its caller left.
        self._said: dict[str, str] = {}
        self._saved: list[dict[str, str]] = []
        self._line_paint: Paint | None = None
        #: What is marked for those who listen, in order; None if nothing is.
        self.tags: list[Tag] | None = None
        self._open = ""
        #: The size of body text, where each text is marked by itself; else 0.
        self._body = 0.0
        self._before: TextOp | None = None
        #: Whether that is all there is of its block so far.
        self._alone = False
        self._order = 0
        self._begun = 0

    def __str__(self) -> str:
        return "\n".join(self._out)

    def save(self, frame: Frame | None = None) -> None:
        """Start a part of its own, perhaps in a frame of its own."""
        self._say("q")
        self._saved.append(dict(self._said))
        if frame and frame != _HERE:
            self._say(_into(frame))

    def restore(self) -> None:
        """End the part."""
        self._say("Q")
        self._said = self._saved.pop()

    def use(self, name: str) -> None:
        """Draw a form or a picture."""
        self.names.setdefault(name)
        self._say(f"/{name} Do")

    def raw(self, text: str) -> None:
        """Write an operator that changes no color, weight or dash."""
        self._say(text)

    # --- marks for those who listen

    def begin(self, kind: str, order: int = 0) -> None:
        """Begin what is said by itself, after what was begun before."""
        if self.tags is not None:
            self.end()
            self._say(f"/{kind}<</MCID {len(self.tags)}>>BDC")
            self.tags.append(Tag(kind, order, []))
            self._open = kind

    def section(self) -> None:
        """Begin what is looked at more than read; such faces after each other are one section."""
        if self.tags is not None and self._open != SECTION:
            self.begin(SECTION)

    def artifact(self) -> None:
        """Begin what says nothing."""
        if self.tags is not None and self._open != "Artifact":
            self.end()
            self._say("/Artifact BMC")
            self._open = "Artifact"

    def end(self) -> None:
        """End what was begun."""
        if self._open:
            self._say("EMC")
        self._open, self._before = "", None

    def read_out(self, body: float, order: int = 0) -> None:
        """Mark each text by itself from here on, or no longer: 0; `body` is the usual size."""
        self.end()
        self._body = body if self.tags is not None else 0.0
        self._order = order

    def draw(self, ops: Iterable[Op]) -> None:
        """Draw operations in their order."""
        if not self._body:
            self._draw(ops)
            return
        for op in ops:
            if isinstance(op, TextOp):
                self._read(op)
            elif isinstance(op, VeilOp):
                self.begin("P", self._order)
                self._before = None
            else:
                self.artifact()
            self._draw((op,))

    def _read(self, op: TextOp) -> None:
        """Begin a block with a text, unless it goes on in the one before it."""
        before = self._before
        if (
            before is None
            or not follows(op, before)
            or (self._alone and op.fonts != before.fonts and not beside(op, before))
        ):
            self.begin("P", self._order)
            self._begun = len(self._out) - 1
            # What stands in a font of its own on the first line is a heading.
            self._alone = True
        else:
            self._alone = self._alone and not beside(op, before) and op.fonts == before.fonts
        if self.tags:
            tag = self.tags[-1]
            tag.words.append(op.text)
            # A large number alone is none.
            large = op.size > _HEADING * self._body and any(map(str.isalpha, op.text))
            if large and tag.kind == "P":
                self.tags[-1] = tag._replace(kind="H")
                self._out[self._begun] = f"/H{self._out[self._begun].removeprefix('/P')}"
        self._before = op

    def _draw(self, ops: Iterable[Op]) -> None:
        for op in ops:
            match op:
                case TextOp():
                    self._text(op)
                case RectOp():
                    self._paint(_rect(op), op.rect, op.paint)
                case LineOp():
                    self._line(op)
                case EllipseOp():
                    self._paint(_ellipse(op.rect), op.rect, op.paint)
                case PathOp():
                    self._paint(_path(op), op.bounds, op.paint, even_odd="*")
                case VeilOp():
                    self._veil(op)
                case ImageOp():
                    self._image(op)

    def _say(self, text: str) -> None:
        self._line_paint = None
        self._out.append(text)

    def _set(self, operator: str, operands: str) -> None:
        if self._said.get(operator) != operands:
            self._said[operator] = operands
            self._say(f"{operands} {operator}")

    def _color(self, color: Color, gray: str, rgb: str) -> None:
        if color.red == color.green == color.blue:
            operator, operands = gray, number(color.red / 255)
        else:
            operator, operands = rgb, numbers(color.red / 255, color.green / 255, color.blue / 255)
        # Gray and RGB overwrite each other, so they are one state.
        if self._said.get(gray) != operands + operator:
            self._said[gray] = operands + operator
            self._say(f"{operands} {operator}")

    def _stroke(self, paint: Paint) -> bool:
        if paint.stroke is None or paint.weight <= 0:
            return False
        self._color(paint.stroke, "G", "RG")
        self._set("w", number(paint.weight))
        dash = number(paint.dash)
        self._set("d", "[] 0" if paint.dash <= 0 else f"[{dash} {dash}] 0")
        return True

    def _paint(self, outline: str, box: Rect, paint: Paint, even_odd: str = "") -> None:
        if paint.hatch > 0 and paint.fill is not None:
            self._hatch(f"{outline} W{even_odd} n", box, paint._replace(stroke=paint.fill))
            paint = paint._replace(fill=None)
        stroked = self._stroke(paint)
        if paint.fill is not None:
            self._color(paint.fill, "g", "rg")
            self._say(f"{outline} {'B' if stroked else 'f'}{even_odd}")
        elif stroked:
            self._say(f"{outline} S")

    def _hatch(self, clip: str, box: Rect, paint: Paint) -> None:
        """Fill what a path cuts out of a box with slanting lines."""
        self.save()
        self._say(clip)
        if self._stroke(paint._replace(dash=0.0)):
            for start, end in hatch_lines(box, paint):
                self._say(f"{numbers(*start)} m {numbers(*end)} l")
            self._say("S")
        self.restore()

    def _line(self, op: LineOp) -> None:
        ends = f"{numbers(op.start.x, op.start.y)} m {numbers(op.end.x, op.end.y)} l"
        paint = fitted_dash(op)
        if paint == self._line_paint:
            # Lines of one look become one path: marks and grids are many short lines.
            self._out[-1:] = [ends, "S"]
        elif self._stroke(paint):
            self._out += [ends, "S"]
            self._line_paint = paint

    def _text(self, op: TextOp) -> None:
        shown, exact = self._shown(op)
        if not shown:
            return
        self._color(op.color, "g", "rg")
        if not exact:
            self._say(self._actual(op))
        self._say(f"BT {shown} ET")
        if not exact:
            self._say("EMC")

    def _veil(self, op: VeilOp) -> None:
        veil = self._assets.veil(op)
        self.save(veil.frame)
        self.use(veil.specked)
        self.restore()
        # No speck near a letter: there the tile lies once more without them.
        self.save()
        self._say(" ".join(f"{numbers(*box)} re" for box in veil.near) + " W n")
        self.save(veil.frame)
        self.use(veil.plain)
        self.restore()
        self.restore()
        self.save()
        # All lines are one text object: the letters of it together are what is cut out.
        self._say("BT 7 Tr")
        for line in op.lines:
            shown, exact = self._shown(line)
            self._say(shown if exact else f"{self._actual(line)} {shown} EMC")
        self._say("ET")
        self.save(veil.frame)
        self.use(veil.dark)
        self.restore()
        self.restore()

    def _actual(self, op: TextOp) -> str:
        return f"/Span<</ActualText<FEFF{hex_text(self._assets.line(op).text)}>>>BDC"

    def _shown(self, op: TextOp) -> tuple[str, bool]:
        """Write a line's place and glyphs; tell whether it can be read back as it is."""
        line = op.line if isinstance(op.line, PlainLine) else self._assets.line(op)
        size = op.size * MM_PER_PT
        x, y = op.origin
        place = f"{_TEXT_TURNS[op.turn]} {number(x)} {number(y)} Tm"
        if isinstance(line, PlainLine):
            if not line.letters:
                return "", True
            font = self._assets.font(line.pairs.typeface)
            text, reads = font.plain(line.pairs, line.letters)
            glyphs = f"[<{text}>]TJ" if "<" in text else f"<{text}>Tj"
            return f"{place} /{font.name} {number(size * line.scale, 4)} Tf {glyphs}", reads
        shown: list[str] = []
        # Readers take turned text of two fonts for two lines, unless they are told.
        exact = len(line.runs) == 1
        for run in line.runs:
            exact &= self._run(run, size * run.scale, shown)
        if not shown:
            return "", True
        # Where text runs to the left, readers would turn round what they are told as well.
        return f"{place} {' '.join(shown)}", exact or line.rtl

    def _run(self, run: Run, size: float, shown: list[str]) -> bool:
        """Write the glyphs of a run; tell whether its codes alone let it be read back."""
        font = self._assets.font(run.typeface)
        shown.append(f"/{font.name} {number(size, 4)} Tf")
        exact, rise = True, 0.0
        parts: list[str] = []
        # Where the next glyph shall stand and where it would, in thousandths of an em: whole
        # thousandths are enough, as what is left over goes on to the next glyph.
        target = pen = 0.0
        for glyph in run.glyphs:
            if abs(glyph.dy - rise) > 0.0005:
                rise = glyph.dy
                _show(parts, shown)
                shown.append(f"{number(rise * size)} Ts")
            gap = round(pen - target - glyph.dx * 1000)
            if gap:
                parts.append(f">{gap}<")
                pen -= gap
            code, reads = font.code(glyph)
            # Readers that sort by place put a mark before or behind the wrong letter.
            exact &= reads and glyph.advance > 0
            parts.append(f"{code:04X}")
            pen += font.width(glyph.gid)
            target += glyph.advance * 1000
        gap = round(pen - target)
        if gap:
            # The next run starts where this one ends.
            parts.append(f">{gap}<")
        _show(parts, shown)
        if rise:
            shown.append("0 Ts")
        return exact

    def _image(self, op: ImageOp) -> None:
        self.save()
        if op.clip != op.rect:
            c = op.clip
            self._say(f"{numbers(c.x, c.y, c.width, c.height)} re W n")
        local = op.rect.size if op.turn in {0, 180} else op.rect.size.turned()
        # A picture is a unit square with y up.
        square = Frame(local.width, 0, 0, -local.height, 0, local.height)
        frame = square.then(turn_into(op.rect, op.turn))
        self._say(f"{numbers(frame.a, frame.b, frame.c, frame.d, frame.e, frame.f)} cm")
        self.use(self._assets.picture(op.file, gray=op.gray))
        self.restore()


def follows(op: TextOp, before: TextOp) -> bool:
    """Return whether a text goes on in the paragraph of the one before it."""
    if op.turn != before.turn or abs(op.size - before.size) > 0.02 * op.size:
        return False
    em = op.size * MM_PER_PT
    along, down = _moved(op, before)
    if abs(down) < 0.1 * em:
        # On one line: what comes after a gap is said by itself.
        return -_wide(op) - 1.5 * em < along < _wide(before) + 1.5 * em
    return 0 < down < _NEXT_LINE * em


def beside(op: TextOp, before: TextOp) -> bool:
    """Return whether two texts stand on one line."""
    return abs(_moved(op, before)[1]) < 0.1 * op.size * MM_PER_PT


def _moved(op: TextOp, before: TextOp) -> tuple[float, float]:
    """Return how far a text starts along and below another, as people see it who read them."""
    x, y = op.origin.x - before.origin.x, op.origin.y - before.origin.y
    return {0: (x, y), 90: (y, -x), 180: (-x, -y), 270: (-y, x)}[op.turn]


def _wide(op: TextOp) -> float:
    """Return the length of a text along its line."""
    box = op.bounds
    return box.width if op.turn in {0, 180} else box.height


@lru_cache(maxsize=4096)
def _into(frame: Frame) -> str:
    return f"{numbers(*frame)} cm"


def _show(parts: list[str], shown: list[str]) -> None:
    """Write glyphs and the gaps between them, given as `>gap<`, and start anew."""
    text = "".join(parts)
    if ">" in text:
        shown.append(f"[<{text}>]TJ".replace("<>", ""))
    elif text:
        shown.append(f"<{text}>Tj")
    parts.clear()


def _rect(op: RectOp) -> str:
    r = op.rect
    radius = min(op.radius, r.width / 2, r.height / 2)
    if radius <= 0:
        return f"{numbers(r.x, r.y, r.width, r.height)} re"
    return _rounded(r, radius, radius)


def _ellipse(rect: Rect) -> str:
    return _rounded(rect, rect.width / 2, rect.height / 2)


def _rounded(r: Rect, rx: float, ry: float) -> str:
    """Go round clockwise from the upper left corner's end; an ellipse is all corners."""
    hx, hy = rx * (1 - _KAPPA), ry * (1 - _KAPPA)
    left, top, right, low = r.x, r.y, r.right, r.bottom
    straight = rx < r.width / 2 or ry < r.height / 2
    steps = [
        f"{numbers(left + rx, top)} m",
        f"{numbers(right - rx, top)} l",
        f"{numbers(right - hx, top, right, top + hy, right, top + ry)} c",
        f"{numbers(right, low - ry)} l",
        f"{numbers(right, low - hy, right - hx, low, right - rx, low)} c",
        f"{numbers(left + rx, low)} l",
        f"{numbers(left + hx, low, left, low - hy, left, low - ry)} c",
        f"{numbers(left, top + ry)} l",
        f"{numbers(left, top + hy, left + hx, top, left + rx, top)} c h",
    ]
    return " ".join(step for step in steps if straight or not step.endswith("l"))


def _path(op: PathOp) -> str:
    return " ".join(
        "h" if letter == "Z" else f"{numbers(*values)} {letter.lower()}"
        for letter, values in op.commands
    )
