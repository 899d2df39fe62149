"""Faces that run on beyond their cut edge: what reaches the edge, and no text.

Takes faces and how far they run on at each side; returns faces of the same cut size. Must not know
layouts, paper or PDF.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from ppgen.drawing.face import Face, Fill, Late, Pattern
from ppgen.drawing.ops import EllipseOp, ImageOp, LineOp, Op, PathOp, RectOp
from ppgen.geometry import Edges, Point, Rect, Size

#: What ends as near to the cut edge as this is meant to reach it.
_NEAR = 0.01
#: How far strips lie over what they continue, so that no viewer shows a seam.
_OVER = 0.05


def run_on(faces: Sequence[Face], by: Edges) -> list[Face]:
    """Let faces run on; what is the same object among them stays so."""
    patterns: dict[int, Pattern] = {}
    made: dict[int, Face] = {}
    for face in faces:
        if id(face) not in made:
            old = face.pattern
            if id(old) not in patterns:
                patterns[id(old)] = _pattern(old, by)
            fills = [_fill(fill, old, by) for fill in face.fills]
            made[id(face)] = Face(patterns[id(old)], fills)
    return [made[id(face)] for face in faces]


def _pattern(old: Pattern, by: Edges) -> Pattern:
    drawing: list[Op | None] = []
    for part in old.parts:
        if part is None:
            drawing.append(None)
        else:
            drawing += [more for op in part for more in _ops(op, old, by)]
    return Pattern(old.size, old.outline, drawing, bleed=max(by), fields=old.fields)


def _fill(fill: Fill, pattern: Pattern, by: Edges) -> Fill:
    # What is made late is text.
    return fill if isinstance(fill, Late) else [x for op in fill for x in _ops(op, pattern, by)]


def _ops(op: Op, pattern: Pattern, by: Edges) -> Iterator[Op]:
    size = pattern.size
    match op:
        case RectOp() if op.paint.fill and (far := _farther(op.rect, size, by)) != op.rect:
            yield op._replace(rect=far, paint=op.paint._replace(stroke=None))
            # A frame stays where it is: at the bleed edge it would be cut off.
            if op.paint.stroke:
                yield op._replace(paint=op.paint._replace(fill=None, hatch=0.0))
        case EllipseOp() if op.paint.fill and _is_outline(op, pattern):
            around = Edges(-by.left, -by.top, -by.right, -by.bottom)
            yield op._replace(rect=op.rect.inset(around))
        case PathOp() if op.paint.fill:
            for strip in _strips(op, size, by):
                yield RectOp(strip, op.paint._replace(stroke=None))
            yield op
        case LineOp():
            yield _line(op, size, by)
        case ImageOp() if (far := _farther(op.clip, size, by)) != op.clip:
            yield op._replace(rect=_covering(op.rect, far), clip=far)
        case _:
            yield op


def _is_outline(op: EllipseOp, pattern: Pattern) -> bool:
    outline = pattern.outline
    if not isinstance(outline, EllipseOp):
        return False
    return all(abs(a - b) <= _NEAR for a, b in zip(op.rect, outline.rect, strict=True))


def _farther(rect: Rect, size: Size, by: Edges) -> Rect:
    """Move the sides of a rectangle that reach the cut edge to the bleed edge."""
    return rect.inset(
        Edges(
            -by.left - rect.x if rect.x <= _NEAR else 0,
            -by.top - rect.y if rect.y <= _NEAR else 0,
            rect.right - size.width - by.right if rect.right >= size.width - _NEAR else 0,
            rect.bottom - size.height - by.bottom if rect.bottom >= size.height - _NEAR else 0,
        )
    )


def _strips(op: PathOp, size: Size, by: Edges) -> Iterator[Rect]:
    """Return a strip beyond each straight piece of an outline that lies on the cut edge."""
    for a, b in _segments(op):
        low = Point(min(a.x, b.x), min(a.y, b.y))
        high = Point(max(a.x, b.x), max(a.y, b.y))
        # Where the piece ends at a corner of the face, the strip fills the corner of the bleed.
        box = _farther(Rect(low.x, low.y, high.x - low.x, high.y - low.y), size, by)
        if high.x <= _NEAR or low.x >= size.width - _NEAR:
            box = _only(box, size, upright=True)
        elif high.y <= _NEAR or low.y >= size.height - _NEAR:
            box = _only(box, size, upright=False)
        else:
            continue
        if min(box.width, box.height) > _NEAR:
            yield box


def _only(box: Rect, size: Size, *, upright: bool) -> Rect:
    """Cut a strip off a little inside of the edge that it lies on."""
    if upright:
        left = box.x < size.width / 2
        x, right = (box.x, _OVER) if left else (size.width - _OVER, box.right)
        return Rect(x, box.y, right - x, box.height)
    top = box.y < size.height / 2
    y, bottom = (box.y, _OVER) if top else (size.height - _OVER, box.bottom)
    return Rect(box.x, y, box.width, bottom - y)


def _segments(op: PathOp) -> Iterator[tuple[Point, Point]]:
    """Return the straight pieces of an outline, the closing ones too."""
    first = last = Point(math.nan, math.nan)
    for kind, values in op.commands:
        if kind == "M":
            if last != first:
                yield last, first
            first = last = Point(*values)
        elif kind == "Z":
            yield last, first
            last = first
        else:
            end = Point(*values[-2:])
            if kind == "L":
                yield last, end
            last = end
    if last != first:
        yield last, first


def _line(op: LineOp, size: Size, by: Edges) -> LineOp:
    """Let a solid line run on in its own direction."""
    if op.paint.dash > 0:
        return op
    return op._replace(
        start=_beyond(op.end, op.start, size, by), end=_beyond(op.start, op.end, size, by)
    )


def _beyond(start: Point, end: Point, size: Size, by: Edges) -> Point:
    """Move the end of a line from the cut edge to the bleed edge."""
    dx, dy = end.x - start.x, end.y - start.y
    steps = []
    for at, far, along, low, high in (
        (end.x, size.width, dx, by.left, by.right),
        (end.y, size.height, dy, by.top, by.bottom),
    ):
        if along < -_NEAR and at <= _NEAR:
            steps.append((at + low) / -along)
        elif along > _NEAR and at >= far - _NEAR:
            steps.append((far + high - at) / along)
    # One that slants out at a flat angle would run far along the edge.
    step = min(steps, default=0.0)
    longest = 2 * max(by) / max(math.hypot(dx, dy), _NEAR)
    step = min(step, longest)
    return Point(end.x + step * dx, end.y + step * dy)


def _covering(rect: Rect, area: Rect) -> Rect:
    """Enlarge a picture about its middle until it covers an area."""
    middle = rect.center
    across = max(middle.x - area.x, area.right - middle.x) / (rect.width / 2)
    down = max(middle.y - area.y, area.bottom - middle.y) / (rect.height / 2)
    scale = max(1.0, across, down)
    width, height = rect.width * scale, rect.height * scale
    return Rect(middle.x - width / 2, middle.y - height / 2, width, height)
