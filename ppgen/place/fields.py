"""Boxes to write in: their names, and the order in which people fill them.

Takes fields of a face; returns fields. Must not know layouts or PDF.
"""

from __future__ import annotations

from collections.abc import Sequence

from ppgen.drawing.face import Field
from ppgen.geometry import Rect
from ppgen.place.spot import Spot


def in_order(fields: Sequence[Field], spot: Spot) -> list[Field]:
    """Sort the fields of a group as people read: by lines, along each line."""
    placed = [(field, _seen(field.rect, spot)) for field in fields]
    placed.sort(key=lambda pair: pair[1].center.y)
    lines: list[list[tuple[Field, Rect]]] = []
    for pair in placed:
        if lines and pair[1].y < lines[-1][0][1].center.y:
            lines[-1].append(pair)
        else:
            lines.append([pair])
    ordered: list[Field] = []
    for line in lines:
        line.sort(key=lambda pair: pair[1].x)
        ordered += [field for field, _ in line]
    return ordered


def distinct(fields: Sequence[Field]) -> tuple[Field, ...]:
    """Give fields of the same name numbers: `note`, `note_2`, ..."""
    taken: set[str] = set()
    out: list[Field] = []
    for field in fields:
        name, number = field.name, 1
        while name in taken:
            number += 1
            name = f"{field.name}_{number}"
        taken.add(name)
        out.append(field._replace(name=name))
    return tuple(out)


def _seen(rect: Rect, spot: Spot) -> Rect:
    """Return a rectangle of the face as a reader of a spot sees it."""
    frame, whole = spot.frame, spot.rect
    x, y = rect.center.x - whole.center.x, rect.center.y - whole.center.y
    # The frame turns and mirrors by quarters: its inverse is its transpose.
    across, down = frame.a * x + frame.b * y, frame.c * x + frame.d * y
    size = rect.size if spot.turn in {0, 180} else rect.size.turned()
    return Rect(across - size.width / 2, down - size.height / 2, size.width, size.height)
