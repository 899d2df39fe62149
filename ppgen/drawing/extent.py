"""Computes the extent of draw operations, and moves them to another frame."""

from __future__ import annotations

from ppgen.drawing.ops import EllipseOp, ImageOp, LineOp, Op, PathOp, RectOp, TextOp, VeilOp
from ppgen.geometry import Frame, Point, Rect


def bounds(op: Op) -> Rect:
    """Return the box of what an operation draws, ignoring line width."""
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
    """Return an outline in the coordinates of another frame."""
    if not isinstance(op, PathOp):
        return op._replace(rect=frame.rect(op.rect))
    commands = []
    for kind, values in op.commands:
        points = [frame.point(Point(*values[i : i + 2])) for i in range(0, len(values), 2)]
        commands.append((kind, tuple(v for p in points for v in (p.x, p.y))))
    return PathOp(tuple(commands), op.paint, frame.rect(op.bounds))
