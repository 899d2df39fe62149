"""Faces with less ink, or with gray alone: what a paint becomes follows from the paint itself.

Takes faces; returns faces that look alike and cost less. Must not know layouts, paper or PDF.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from math import fsum
from typing import NamedTuple, TypeAlias, cast

from ppgen.drawing.extent import bounds
from ppgen.drawing.face import Face, Fill, Late, Pattern, Reach
from ppgen.drawing.ops import (
    Color,
    Command,
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
from ppgen.geometry import Edges, Ink, Point, Rect

Shape: TypeAlias = RectOp | EllipseOp | PathOp
Points: TypeAlias = list[tuple[float, float]]

_WHITE = Color(255, 255, 255)
#: Below this share of ink a fill is too pale to be worth saving.
_PALE = 0.12
#: Shapes thinner than this, in mm, are signs: they keep their fill.
_THIN = 1.5
_OUTLINE, _LINE, _APART = 0.3, 0.15, 1.4
#: How much of a hatch's color is left, so that text on it can be read.
_SHARE = 0.55
#: The least contrast of small text to its ground, as the web's guidelines have it.
_READABLE = 4.5
#: How far the handles of a curve reach to come nearest to a quarter of a circle of radius 1.
_KAPPA = 0.5522847498
_CORNERS = ((1, 0), (0, 1), (-1, 0), (0, -1))


class Ground(NamedTuple):
    """A filled shape below what comes later; its fill before, and as it is drawn."""

    shape: Shape
    before: Color
    after: Color | None  # None for an outline with a hatch


class Inks:
    """Converts faces; equal faces and patterns stay shared."""

    def __init__(self, ink: Ink) -> None:
        self._gray = ink == "grey"
        # The values keep what is known by its identity alive.
        self._patterns: dict[int, tuple[Pattern, Pattern, list[tuple[Ground, ...]]]] = {}
        self._faces: dict[int, tuple[Face, Face]] = {}

    def face(self, face: Face) -> Face:
        """Return the face with less ink."""
        known = self._faces.get(id(face))
        if known is None:
            known = self._faces[id(face)] = face, self._face(face)
        return known[1]

    def _face(self, face: Face) -> Face:
        _, pattern, grounds = self._pattern(face.pattern)
        fills: list[Fill] = []
        for fill, below in zip(face.fills, grounds, strict=True):
            if isinstance(fill, Late):
                fills.append(_LateInk(fill, self, below))
                continue
            seen = list(below)
            fills.append(self.ops(fill, seen))
            if len(seen) > len(below):
                # What comes later may be drawn on it, so nothing can be shared.
                old, ops = face.pattern, self.ops(face.ops, [])
                return Face(Pattern(old.size, old.outline, ops, None, old.bleed, old.fields))
        return Face(pattern, fills)

    def _pattern(self, pattern: Pattern) -> tuple[Pattern, Pattern, list[tuple[Ground, ...]]]:
        """Return a pattern, what it becomes, and what is below each of its gaps."""
        known = self._patterns.get(id(pattern))
        if known is None:
            seen: list[Ground] = []
            drawing: list[Op | None] = []
            gaps: list[tuple[Ground, ...]] = []
            for part in pattern.parts:
                if part is None:
                    gaps.append(tuple(seen))
                    drawing.append(None)
                else:
                    drawing += self.ops(part, seen)
            other = Pattern(
                pattern.size, pattern.outline, drawing, pattern.gaps, pattern.bleed,
                pattern.fields,
            )  # fmt: skip
            known = self._patterns[id(pattern)] = pattern, other, gaps
        return known

    def ops(self, ops: Iterable[Op], seen: list[Ground]) -> list[Op]:
        """Convert operations in their order; what they fill is added to what was seen."""
        out: list[Op] = []
        for op in ops:
            out += self._gray_op(op, seen) if self._gray else _thrifty(op, seen)
        return out

    def _gray_op(self, op: Op, seen: list[Ground]) -> Iterator[Op]:
        match op:
            case TextOp():
                yield op.in_color(_readable(gray(op.color), _ground(op, seen)))
            case ImageOp():
                yield op._replace(gray=True)
            case VeilOp():
                yield op
            case LineOp():
                yield op._replace(paint=_gray_paint(op.paint))
            case RectOp() | EllipseOp() | PathOp():
                paint = _gray_paint(op.paint)
                if op.paint.fill is not None and paint.fill is not None and not paint.hatch:
                    seen.append(Ground(op, op.paint.fill, paint.fill))
                yield op._replace(paint=paint)


class _LateInk(Late):
    """A text that is created when it is drawn, in the color that its ground asks for."""

    __slots__ = ("_below", "_inks", "_late")

    def __init__(self, late: Late, inks: Inks, below: tuple[Ground, ...]) -> None:
        self._late, self._inks, self._below = late, inks, below

    def op(self) -> Op:
        """Create the operation."""
        (op,) = self._inks.ops([self._late.op()], list(self._below))
        return op

    def note(self, reach: Reach) -> None:
        """Take down how far it reaches."""
        self._late.note(reach)


def is_veiled(faces: Iterable[Face]) -> bool:
    """Return whether something on the faces is hidden for red film."""
    patterns = {id(face.pattern): face.pattern for face in faces}
    parts = [part for pattern in patterns.values() for part in pattern.parts if part]
    fills = (fill for face in faces for fill in face.fills if not isinstance(fill, Late))
    return any(isinstance(op, VeilOp) for part in parts for op in part) or any(
        isinstance(op, VeilOp) for fill in fills for op in fill
    )


# --- less ink


def _thrifty(op: Op, seen: list[Ground]) -> Iterator[Op]:
    """Yield what stands for an operation: outline and hatch for a large fill."""
    match op:
        case TextOp():
            yield op.in_color(_seen_on(op.color, _top(op, seen)))
        case LineOp():
            if op.paint.stroke is not None:
                color = _seen_on(op.paint.stroke, _top(op, seen))
                op = op._replace(paint=op.paint._replace(stroke=color))
            yield op
        case RectOp() | EllipseOp() | PathOp():
            yield from _thrifty_shape(op, seen)
        case _:
            yield op


def _ring(op: EllipseOp) -> PathOp:
    """Return what a thick stroke covers, as a path that is filled."""
    by, color = op.paint.weight / 2, op.paint.stroke
    commands: list[Command] = []
    for r in (op.rect.inset(Edges(-by, -by, -by, -by)), op.rect.inset(Edges(by, by, by, by))):
        (cx, cy), rx, ry = r.center, r.width / 2, r.height / 2
        commands.append(("M", (cx + rx, cy)))
        for at in range(4):
            (a, b), (c, d) = _CORNERS[at], _CORNERS[(at + 1) % 4]
            k = _KAPPA
            commands.append((
                "C",
                (
                    cx + rx * (a + k * c), cy + ry * (b + k * d),
                    cx + rx * (c + k * a), cy + ry * (d + k * b), cx + rx * c, cy + ry * d,
                ),
            ))  # fmt: skip
        commands.append(("Z", ()))
    bounds_ = op.rect.inset(Edges(-by, -by, -by, -by))
    return PathOp(tuple(commands), Paint(fill=color), bounds_)


def _thrifty_shape(op: Shape, seen: list[Ground]) -> Iterator[Op]:
    thick = isinstance(op, EllipseOp) and op.paint.fill is None and op.paint.dash <= 0
    if thick and op.paint.stroke is not None and op.paint.weight >= 2 * _THIN:
        op = _ring(cast("EllipseOp", op))
    paint, below = op.paint, _top(op, seen)
    if paint.stroke is not None:
        paint = paint._replace(stroke=_seen_on(paint.stroke, below))
    if paint.fill is None or paint.hatch:
        yield op._replace(paint=paint)
        return
    fill = paint.fill
    heavy = ink_of(fill) >= _PALE and thickness(op) >= _THIN
    seen.append(Ground(op, fill, None if heavy else fill))
    if not heavy:
        if below and below.after is None and contrast(fill, _WHITE) < _READABLE:
            # A light sign on what was dark gets an edge, else it would vanish.
            edge = paint.stroke or below.before
            paint = paint._replace(stroke=edge, weight=max(_OUTLINE, paint.weight))
        yield op._replace(paint=paint)
        return
    hatch = Paint(fill=_mixed(fill, _SHARE), weight=_LINE, hatch=_APART)
    if below and below.after is None:
        # The lines of what is below must not show through.
        yield op._replace(paint=Paint(fill=_WHITE))
    yield op._replace(paint=hatch)
    edge, weight = paint.stroke or fill, max(_OUTLINE, paint.weight)
    if paint.stroke is not None and contrast(paint.stroke, _WHITE) < contrast(fill, _WHITE):
        edge = fill
    outline = Paint(stroke=edge, weight=weight, dash=paint.dash if paint.stroke else 0.0)
    yield _inset(op, weight / 2)._replace(paint=outline)


def _inset(op: Shape, by: float) -> Shape:
    """Return a shape whose outline stays inside; a path stays as it is."""
    if isinstance(op, PathOp):
        return op
    inner = op.rect.inset(Edges(by, by, by, by))
    if isinstance(op, RectOp):
        return op._replace(rect=inner, radius=max(0.0, op.radius - by))
    return op._replace(rect=inner)


def _seen_on(color: Color, below: Ground | None) -> Color:
    """Return a color that shows on paper where the ground was dark and is paper now."""
    if below is None or below.after is not None:
        return color
    if contrast(color, _WHITE) >= contrast(below.before, _WHITE) - 0.01:
        return color
    dark = contrast(below.before, _WHITE) >= _READABLE
    return below.before if dark else Color(0, 0, 0)


# --- gray


def _gray_paint(paint: Paint) -> Paint:
    return paint._replace(
        fill=paint.fill and gray(paint.fill), stroke=paint.stroke and gray(paint.stroke)
    )


def _ground(op: Op, seen: Sequence[Ground]) -> Color:
    below = _top(op, seen)
    return _WHITE if below is None or below.after is None else below.after


def _readable(color: Color, ground: Color) -> Color:
    """Return a gray that can be read on a ground: the color itself, or black or white."""
    if contrast(color, ground) >= _READABLE:
        return color
    return max(Color(0, 0, 0), _WHITE, key=lambda c: contrast(c, ground))


@lru_cache(maxsize=1024)
def gray(color: Color) -> Color:
    """Return the gray of equal lightness."""
    light = luminance(color)
    part = 12.92 * light if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055
    value = round(part * 255)
    return Color(value, value, value)


@lru_cache(maxsize=1024)
def luminance(color: Color) -> float:
    """Return the light of a color, 0 to 1."""
    parts = [v / 255 for v in color]
    light = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2]


def contrast(one: Color, other: Color) -> float:
    """Return the contrast of two colors, 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def ink_of(color: Color) -> float:
    """Return how much of the paper's light a color takes, 0 to 1."""
    return 1 - (color.red + color.green + color.blue) / 765


def _mixed(color: Color, share: float) -> Color:
    return Color(*(round(255 - (255 - part) * share) for part in color))


# --- geometry


def _top(op: Op, seen: Sequence[Ground]) -> Ground | None:
    """Return the last shape that was filled below the middle of an operation."""
    if not seen:
        return None
    if isinstance(op, LineOp):
        at = Point((op.start.x + op.end.x) / 2, (op.start.y + op.end.y) / 2)
    else:
        at = bounds(op).center
    for ground in reversed(seen):
        if _holds(ground.shape, at):
            return ground
    return None


def _holds(shape: Shape, at: Point) -> bool:
    box = bounds(shape)
    if not (box.x <= at.x <= box.right and box.y <= at.y <= box.bottom):
        return False
    if isinstance(shape, EllipseOp):
        c = box.center
        return ((at.x - c.x) * 2 / box.width) ** 2 + ((at.y - c.y) * 2 / box.height) ** 2 <= 1
    return (
        not isinstance(shape, PathOp)
        or len([p for p in _polygons(shape) if _inside(p, at)]) % 2 == 1
    )


def thickness(op: Shape) -> float:
    """Return twice the area of a shape by its outline: the width of a band, half a square's."""
    area, around = _measured(op)
    return 2 * area / around if around else 0.0


def covered(op: Shape) -> float:
    """Return the share of the box around a shape that it covers."""
    box = reach(op)
    return _measured(op)[0] / (box.width * box.height)


def reach(op: Shape) -> Rect:
    """Return the box around a shape, which may be smaller than the box that a path is set in."""
    if not isinstance(op, PathOp):
        return op.rect
    xs, ys = zip(*(point for points in _polygons(op) for point in points), strict=True)
    return Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def _measured(op: Shape) -> tuple[float, float]:
    """Return the area of a shape, and the length of its outline."""
    if isinstance(op, PathOp):
        polygons = _polygons(op)
        area = fsum(
            # What lies in an odd number of others is a hole.
            abs(_area(p))
            * (-1) ** len([q for q in polygons if q is not p and _inside(q, Point(*p[0]))])
            for p in polygons
        )
        around = fsum(math.dist(a, b) for p in polygons for a, b in _sides(p))
    else:
        width, height = op.rect.width, op.rect.height
        round_ = math.pi / 4 if isinstance(op, EllipseOp) else 1.0
        area, around = width * height * round_, 2 * (width + height) * round_
    return area, around


def outlines(op: Shape) -> list[Points]:
    """Return the outlines of a shape as points; a closed one ends where it starts."""
    if isinstance(op, RectOp):
        r = op.rect
        if not op.radius:
            corners = [(r.x, r.y), (r.right, r.y), (r.right, r.bottom), (r.x, r.bottom)]
            return [[*corners, corners[0]]]
        # A quarter of a circle at each corner.
        by = op.radius
        centers = (r.right - by, r.bottom - by), (r.x + by, r.bottom - by), (r.x + by, r.y + by)
        centers = (*centers, (r.right - by, r.y + by))  # type: ignore[assignment]
        points = [
            (x + by * math.cos(math.radians(a)), y + by * math.sin(math.radians(a)))
            for at, (x, y) in enumerate(centers)
            for a in range(90 * at, 90 * at + 91, 6)
        ]
        return [[*points, points[0]]]
    if isinstance(op, EllipseOp):
        (x, y), rx, ry = op.rect.center, op.rect.width / 2, op.rect.height / 2
        turns = [math.radians(a) for a in range(0, 360, 3)]
        around = [(x + rx * math.cos(a), y + ry * math.sin(a)) for a in turns]
        return [[*around, around[0]]]
    return [
        [*points, points[0]] if shut and points[0] != points[-1] else points
        for points, shut in zip(_traced(op), _closed(op), strict=True)
    ]


def _closed(op: PathOp) -> list[bool]:
    """Return for each outline of a path whether it ends where it starts."""
    out: list[bool] = []
    for kind, _ in op.commands:
        if kind == "M":
            out.append(False)
        elif kind == "Z":
            out[-1] = True
    return out


@lru_cache(maxsize=1024)
def _polygons(op: PathOp) -> list[Points]:
    """Return the outlines of a path that can be filled."""
    return [points for points in _traced(op) if len(points) > 2]


def _traced(op: PathOp) -> list[Points]:
    """Return the outlines of a path as points."""
    out: list[Points] = []
    for kind, v in op.commands:
        if kind == "M":
            out.append([(v[0], v[1])])
        elif kind == "L":
            out[-1].append((v[0], v[1]))
        elif kind == "C":
            x, y = out[-1][-1]
            for i in range(1, 9):
                t, s = i / 8, 1 - i / 8
                a, b, c, d = s**3, 3 * s * s * t, 3 * s * t * t, t**3
                out[-1].append(
                    (
                        a * x + b * v[0] + c * v[2] + d * v[4],
                        a * y + b * v[1] + c * v[3] + d * v[5],
                    )
                )
    return out


def _sides(points: Points) -> Iterator[tuple[tuple[float, float], tuple[float, float]]]:
    yield from zip(points, [*points[1:], points[0]], strict=True)


def _area(points: Points) -> float:
    return fsum(a[0] * b[1] - b[0] * a[1] for a, b in _sides(points)) / 2


def _inside(points: Points, at: Point) -> bool:
    inside = False
    for (x1, y1), (x2, y2) in _sides(points):
        if (y1 > at.y) != (y2 > at.y) and at.x < (x2 - x1) * (at.y - y1) / (y2 - y1) + x1:
            inside = not inside
    return inside
