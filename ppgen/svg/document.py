"""A page written as SVG text.

Takes a page of faces placed by frames; gives the text of a file, the same in every run. Letters are
outlines, so the file needs no font. What is drawn several times, such as a glyph or what faces have
in common, is in it once. Must not know YAML, games or how faces were put onto the page.

Names in the file are made of what they stand for: of several files shown in one document, equal
names mean equal things.
"""

from __future__ import annotations

import base64
import hashlib
import math
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from ppgen.drawing.face import Face, Pattern
from ppgen.drawing.numbers import number, numbers
from ppgen.drawing.ops import (
    MM_PER_PT,
    Color,
    EllipseOp,
    ImageOp,
    LineOp,
    Op,
    Paint,
    PathOp,
    RectOp,
    TextOp,
    VeilOp,
)
from ppgen.drawing.page import Page
from ppgen.drawing.strokes import fitted_dash, hatch_lines
from ppgen.geometry import Frame, Rect, Turn, turn_into
from ppgen.svg.glyphs import outline, rows
from ppgen.text.clutter import GROUND, RGB, Letter, Tile, inside, outside, tile_for
from ppgen.text.fonts import Fonts
from ppgen.text.halo import Halos
from ppgen.text.line import AnyLine, PlainLine
from ppgen.text.typeface import Typeface

_HERE = Frame()
_BLACK = Color(0, 0, 0)
_TURNS: dict[Turn, tuple[int, int]] = {0: (1, 0), 90: (0, 1), 180: (-1, 0), 270: (0, -1)}
#: As PDF has it: SVG would cut the tips of sharp corners off sooner.
_ROOT = 'stroke-miterlimit="10"'


def write(page: Page, fonts: Fonts, title: str, producer: str) -> str:
    """Return a page as SVG.

    Args:
        page: Put the same face object everywhere where it is the same.
        fonts: The fonts that placing measured with.
        title: What the picture shows, for screen readers.
        producer: Which program made it.

    Raises:
        Problem: E208, E601, E603, E604 or E605 if a text or a picture cannot be drawn.
    """
    return _Writer(page, fonts).write(title, producer)


class _Writer:
    """Writes one file."""

    def __init__(self, page: Page, fonts: Fonts) -> None:
        self._page, self._fonts = page, fonts
        #: What the file defines, by name; drawing refers to it.
        self._defs: dict[str, str] = {}
        # As in the PDF, faces and patterns are told apart by identity, and kept by the page.
        self._times = Counter(id(placed.face) for placed in page.placed)
        faces = {id(placed.face): placed.face for placed in page.placed}
        self._sharing = Counter(id(face.pattern) for face in faces.values())
        self._faces: dict[int, str] = {}
        self._shared: dict[tuple[int, int], str] = {}
        self._glyphs: dict[tuple[Typeface, int], str] = {}
        self._pictures: dict[tuple[Path, bool], str] = {}
        self._tiles: dict[tuple[Tile, float | None], str] = {}
        self._halos = Halos()

    def write(self, title: str, producer: str) -> str:
        """Write everything."""
        page = self._page
        wide, high = numbers(page.size.width), numbers(page.size.height)
        body: list[str] = []
        for placed in page.placed:
            if not placed.face.empty:
                body += _framed(placed.frame, self._face(placed.face))
        body += self._draw(page.marks)
        body += self._draw(page.ops)
        if page.frame:
            values = " ".join(number(value, 7) for value in page.frame)
            body = [f'<g transform="matrix({values})">', *body, "</g>"]
        body.insert(0, f'<path fill="#fff" d="M0 0H{wide}V{high}H0z"/>')
        defs = "\n".join(self._defs.values())
        return (
            '<svg xmlns="http://www.w3.org/2000/svg" role="img" '
            f'width="{wide}mm" height="{high}mm" viewBox="0 0 {wide} {high}" {_ROOT}>\n'
            f"<title>{_escaped(title)}</title>\n<desc>{_escaped(producer)}</desc>\n"
            f"<defs>\n{defs}\n</defs>\n" + "\n".join(body) + "\n</svg>\n"
        )

    # --- what is drawn often

    def _define(self, kind: str, inner: str, outer: str) -> str:
        """Keep an element, given with `{}` for its name, and return that name."""
        name = kind + _digest(inner)
        if name not in self._defs:
            self._defs[name] = outer.format(name)
        return name

    def _group(self, elements: Iterable[str]) -> str:
        inner = "".join(elements)
        return self._define("p", inner, '<g id="{}">' + _braced(inner) + "</g>")

    def _clip(self, elements: str) -> str:
        outer = '<clipPath id="{}">' + _braced(elements) + "</clipPath>"
        return self._define("c", elements, outer)

    def _face(self, face: Face) -> list[str]:
        if self._times[id(face)] == 1:
            return self._parts(face)
        name = self._faces.get(id(face))
        if name is None:
            name = self._faces[id(face)] = self._group(self._parts(face))
        return [_use(name)]

    def _parts(self, face: Face) -> list[str]:
        shared = self._sharing[id(face.pattern)] > 1
        fills = iter(face.fills)
        out: list[str] = []
        for at, part in enumerate(face.pattern.parts):
            if part is None:
                out += self._draw(next(fills))
            elif shared:
                out.append(_use(self._part(face.pattern, at, part)))
            else:
                out += self._draw(part)
        return out

    def _part(self, pattern: Pattern, at: int, part: tuple[Op, ...]) -> str:
        key = (id(pattern), at)
        if key not in self._shared:
            self._shared[key] = self._group(self._draw(part))
        return self._shared[key]

    # --- operations

    def _draw(self, ops: Iterable[Op]) -> list[str]:
        """Return the elements of some operations, in their order."""
        out: list[str] = []
        line_paint: Paint | None = None
        for op in ops:
            if isinstance(op, LineOp):
                paint = fitted_dash(op)
                ends = f"M{numbers(*op.start)}L{numbers(*op.end)}"
                if paint == line_paint:
                    # Lines of one look are one path, as in the PDF.
                    out[-1] = f"{out[-1].removesuffix(_END)}{ends}{_END}"
                elif stroke := _stroke(paint):
                    out.append(f'<path{stroke} d="{ends}{_END}')
                    line_paint = paint
                continue
            line_paint = None
            match op:
                case TextOp():
                    out += self._text(op)
                case RectOp():
                    out += self._painted(_rect(op), op.rect, op.paint)
                case EllipseOp():
                    out += self._painted(_ellipse(op.rect), op.rect, op.paint)
                case PathOp():
                    out += self._painted(_path(op), op.bounds, op.paint, even_odd=True)
                case VeilOp():
                    out += self._veil(op)
                case ImageOp():
                    out += self._image(op)
        return out

    def _painted(self, shape: str, box: Rect, paint: Paint, *, even_odd: bool = False) -> list[str]:
        """Fill and stroke a shape, given as an element with a gap for its look."""
        out: list[str] = []
        fill = paint.fill
        if paint.hatch > 0 and fill is not None:
            out += self._hatch(shape, box, paint._replace(stroke=fill), even_odd=even_odd)
            fill = None
        stroke = _stroke(paint)
        rule = ' fill-rule="evenodd"' if even_odd and fill is not None else ""
        if fill is not None or stroke:
            out.append(shape.format(_fill(fill) + rule + stroke))
        return out

    def _hatch(self, shape: str, box: Rect, paint: Paint, *, even_odd: bool) -> list[str]:
        stroke = _stroke(paint._replace(dash=0.0))
        lines = "".join(f"M{numbers(*a)}L{numbers(*b)}" for a, b in hatch_lines(box, paint))
        if not stroke or not lines:
            return []
        clip = self._clip(shape.format(' clip-rule="evenodd"' if even_odd else ""))
        return [f'<g clip-path="url(#{clip})"><path{stroke} d="{lines}"/></g>']

    def _text(self, op: TextOp) -> list[str]:
        out: list[str] = []
        color = "" if op.color == _BLACK else _fill(op.color)
        for matrix, uses in self._rows(op):
            out += [f'<g{color} transform="matrix({matrix})">', *uses, "</g>"]
        return out

    def _rows(self, op: TextOp) -> Iterable[tuple[str, list[str]]]:
        """Yield the glyphs of a line, and what leads from units of their font to the face."""
        cos, sin = _TURNS[op.turn]
        for row in rows(self._line(op)):
            unit = op.size * MM_PER_PT * row.size / row.typeface.em
            turned = " ".join(number(v * unit, 7) for v in (cos, sin, -sin, cos))
            uses = []
            for gid, x, y in row.glyphs:
                if name := self._glyph(row.typeface, gid):
                    place = (f' x="{number(x, 1)}"' if x else "") + (
                        f' y="{number(y, 1)}"' if y else ""
                    )
                    uses.append(f'<use href="#{name}"{place}/>')
            if uses:
                yield f"{turned} {numbers(*op.origin)}", uses

    def _line(self, op: TextOp) -> AnyLine:
        """Shape the text of an operation; placing has done so before, hence no span."""
        if isinstance(op.line, PlainLine):
            return op.line
        return self._fonts.line(op.text, op.fonts, op.lang, None)

    def _glyph(self, typeface: Typeface, gid: int) -> str:
        """Define a glyph and return its name; none for a blank."""
        key = (typeface, gid)
        name = self._glyphs.get(key)
        if name is None:
            path = outline(typeface, gid)
            name = self._define("g", path, f'<path id="{{}}" d="{path}"/>') if path else ""
            self._glyphs[key] = name
        return name

    def _veil(self, op: VeilOp) -> list[str]:
        lines = [self._line(line) for line in op.lines]
        tile, frame = tile_for(op, lines)
        around = self._tile(tile, None)
        within = self._tile(tile, op.strength)
        # A clip takes no group, so each letter is put in its place by itself.
        letters = [
            use.replace("<use", f'<use transform="matrix({matrix})"')
            for line in op.lines
            for matrix, uses in self._rows(line)
            for use in uses
        ]
        clip = self._clip("".join(letters))
        dark = "".join(_framed(frame, [_use(within)]))
        plain = "".join(_framed(frame, [_use(around)]))
        specks = self._clip(_squares(tile.specks))
        strewn = "".join(_framed(frame, [f'<g clip-path="url(#{specks})">{_use(within)}</g>']))
        # No speck near a letter: there the tile lies once more without them.
        pairs = zip(op.lines, lines, strict=True)
        around_letters = (box for text, line in pairs for box in self._halos.boxes(text, line))
        near = self._clip(_squares(around_letters))
        return [
            plain,
            strewn,
            f'<g clip-path="url(#{near})">{plain}</g>',
            f'<g clip-path="url(#{clip})">{dark}</g>',
        ]

    def _tile(self, tile: Tile, strength: float | None) -> str:
        key = (tile, strength)
        if key not in self._tiles:

            def tone(color: tuple[int, int, int]) -> RGB:
                return outside(color) if strength is None else inside(color, strength)

            wide, high = map(number, tile.cover.size)
            ground = f'<path d="M0 0H{wide}V{high}H0z"/>'
            clip = self._clip(ground)
            shown = [ground.replace("/>", f"{_hex(*tone(GROUND))}/>")]
            shown += [self._leaning(tile.cover.typeface, x, tone(x.color)) for x in tile.letters]
            inner = f'<g clip-path="url(#{clip})">{"".join(shown)}</g>'
            self._tiles[key] = self._group([inner])
        return self._tiles[key]

    def _leaning(self, typeface: Typeface, letter: Letter, color: RGB) -> str:
        name = self._glyph(typeface, letter.gid)
        if not name:
            return ""
        unit = letter.size / typeface.em
        cos, sin = math.cos(letter.angle) * unit, math.sin(letter.angle) * unit
        matrix = " ".join(number(v, 7) for v in (cos, -sin, sin, cos))
        place = numbers(letter.x, letter.y)
        return f'<use href="#{name}"{_hex(*color)} transform="matrix({matrix} {place})"/>'

    def _image(self, op: ImageOp) -> list[str]:
        key = op.file, op.gray
        if key not in self._pictures:
            from ppgen.svg.pictures import address  # noqa: PLC0415 - most games have none

            data = address(op.file, gray=op.gray)
            shown = (
                f'<image id="{{}}" width="1" height="1" preserveAspectRatio="none" href="{data}"/>'
            )
            self._pictures[key] = self._define("i", data, shown)
        local = op.rect.size if op.turn in {0, 180} else op.rect.size.turned()
        square = Frame(local.width, 0, 0, local.height, 0, 0).then(turn_into(op.rect, op.turn))
        out = _framed(square, [_use(self._pictures[key])])
        if op.clip == op.rect:
            return out
        clip = self._clip(_rect(RectOp(op.clip, Paint())).format(""))
        return [f'<g clip-path="url(#{clip})">', *out, "</g>"]


_END = '"/>'


def _digest(text: str) -> str:
    """Return a name for a text that no other text has."""
    raw = hashlib.sha256(text.encode()).digest()[:9]
    return base64.urlsafe_b64encode(raw).decode()


def _escaped(text: str) -> str:
    """Write a text so that it cannot be taken for markup; what XML has no way to hold goes."""
    shown = "".join(c for c in text if c.isprintable())
    return shown.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _braced(text: str) -> str:
    return text.replace("{", "{{").replace("}", "}}")


def _squares(boxes: Iterable[Rect]) -> str:
    """Write boxes as one path."""
    shown = (
        f"M{numbers(box.x, box.y)}h{number(box.width)}v{number(box.height)}h{number(-box.width)}z"
        for box in boxes
    )
    return f'<path d="{"".join(shown)}"/>'


def _use(name: str) -> str:
    return f'<use href="#{name}"/>'


def _framed(frame: Frame, elements: list[str]) -> list[str]:
    if frame == _HERE:
        return elements
    matrix = numbers(*frame)
    if frame[:4] == _HERE[:4]:
        move = f"translate({numbers(frame.e, frame.f)})"
    else:
        move = f"matrix({matrix})"
    if len(elements) == 1 and elements[0].startswith("<use href"):
        return [elements[0].replace("<use", f'<use transform="{move}"', 1)]
    return [f'<g transform="{move}">', *elements, "</g>"]


def _hex(red: float, green: float, blue: float) -> str:
    """Write a colour of parts from 0 to 1 as the fill of an element."""
    return _fill(Color(*(round(part * 255) for part in (red, green, blue))))


@lru_cache(maxsize=1024)
def _fill(color: Color | None) -> str:
    return f' fill="{_color(color)}"'


def _color(color: Color | None) -> str:
    if color is None:
        return "none"
    text = f"{color.red:02x}{color.green:02x}{color.blue:02x}"
    short = text[::2]
    return "#" + (short if short == text[1::2] else text)


@lru_cache(maxsize=1024)
def _stroke(paint: Paint) -> str:
    """Return how a line looks; nothing if it cannot be seen."""
    if paint.stroke is None or paint.weight <= 0:
        return ""
    dash = f' stroke-dasharray="{number(paint.dash)}"' if paint.dash > 0 else ""
    return f' stroke="{_color(paint.stroke)}" stroke-width="{number(paint.weight)}"{dash}'


# Shapes are elements with a gap for how they look.


def _rect(op: RectOp) -> str:
    r = op.rect
    radius = min(op.radius, r.width / 2, r.height / 2)
    corner = f' rx="{number(radius)}"' if radius > 0 else ""
    x, y, width, height = map(number, r)
    return f'<rect x="{x}" y="{y}" width="{width}" height="{height}"{corner}{{}}/>'


def _ellipse(rect: Rect) -> str:
    x, y = numbers(rect.center.x), number(rect.y)
    rx, ry, high = number(rect.width / 2), number(rect.height / 2), number(rect.height)
    # From the top, where the dashes of the PDF start; an element's own would start at the right.
    return f'<path d="M{x} {y}a{rx} {ry} 0 0 1 0 {high}a{rx} {ry} 0 0 1 0-{high}z"{{}}/>'


def _path(op: PathOp) -> str:
    steps = "".join(f"{letter}{numbers(*values)}" for letter, values in op.commands)
    return f'<path d="{steps}"{{}}/>'
