"""Moving draw operations from one frame to another."""

from __future__ import annotations

from dataclasses import replace

from ppgen.geometry import Frame, Point
from ppgen.place.ops import EllipseOp, PathOp, RectOp


def moved(op: PathOp | EllipseOp | RectOp, frame: Frame) -> PathOp | EllipseOp | RectOp:
    """Give an outline as another frame sees it."""
    if not isinstance(op, PathOp):
        return replace(op, rect=frame.rect(op.rect))
    commands = []
    for kind, values in op.commands:
        points = [frame.point(Point(*values[i : i + 2])) for i in range(0, len(values), 2)]
        commands.append((kind, tuple(v for p in points for v in (p.x, p.y))))
    return PathOp(tuple(commands), op.paint, frame.rect(op.bounds))
