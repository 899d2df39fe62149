"""How far draw operations reach, and operations seen from another frame."""

from __future__ import annotations

from collections.abc import Sequence

from ppgen.drawing.ops import EllipseOp, Face, ImageOp, LineOp, Op, PathOp, RectOp, TextOp, VeilOp
from ppgen.geometry import Edges, Frame, Point, Rect, Size


def drawn_edges(faces: Sequence[Face]) -> Edges:
    """Give the smallest distance from each cut edge to anything drawn, weights not counted."""
    left = top = right = bottom = float("inf")
    for face in faces:
        for layer in face.layers:
            for op in layer:
                b = bounds(op)
                left, top = min(left, b.x), min(top, b.y)
                right = min(right, face.size.width - b.right)
                bottom = min(bottom, face.size.height - b.bottom)
    if left == float("inf"):
        half = Size(faces[0].size.width / 2, faces[0].size.height / 2) if faces else Size(0, 0)
        return Edges(half.width, half.height, half.width, half.height)
    return Edges(left, top, right, bottom)


def bounds(op: Op) -> Rect:
    """Give the box of what an operation draws, its line's weight not counted."""
    match op:
        case RectOp() | EllipseOp() | VeilOp():
            return op.rect
        case LineOp():
            x, y = min(op.start.x, op.end.x), min(op.start.y, op.end.y)
            return Rect(x, y, abs(op.end.x - op.start.x), abs(op.end.y - op.start.y))
        case ImageOp():
            return op.clip
        case PathOp() | TextOp():
            return op.bounds


def moved(op: PathOp | EllipseOp | RectOp, frame: Frame) -> PathOp | EllipseOp | RectOp:
    """Give an outline as another frame sees it."""
    if not isinstance(op, PathOp):
        return op._replace(rect=frame.rect(op.rect))
    commands = []
    for kind, values in op.commands:
        points = [frame.point(Point(*values[i : i + 2])) for i in range(0, len(values), 2)]
        commands.append((kind, tuple(v for p in points for v in (p.x, p.y))))
    return PathOp(tuple(commands), op.paint, frame.rect(op.bounds))
