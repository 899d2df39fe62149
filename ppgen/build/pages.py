"""From an imposed product to pages: faces in their slots, cut marks, the line in the margin.

Takes a job that is done; gives the pages that `render` writes. Must not know files.
"""

from __future__ import annotations

from collections.abc import Iterator

from ppgen.build.margin import margin_line
from ppgen.build.pipeline import Done, Group
from ppgen.drawing.ops import (
    Color,
    LineOp,
    Metrics,
    Op,
    Paint,
    RectOp,
)
from ppgen.geometry import Frame, Rect, turn_into
from ppgen.impose.sheets import Sheet
from ppgen.pdf.document import Page, Placed

_MARK = Paint(stroke=Color(0, 0, 0), weight=0.15)


def pages(done: Done, metrics: Metrics) -> Iterator[Page]:
    """Give every page in printing order."""
    shared: dict[object, tuple[Op, ...]] = {}
    frames: dict[tuple[Rect, int], Frame] = {}
    for group, sheet in done.sheets():
        placed = []
        for slot in sheet.slots:
            face = (group.fronts if slot.side == "front" else group.backs)[slot.piece]
            frame = frames.get((slot.rect, slot.turn))
            if frame is None:
                frame = frames[slot.rect, slot.turn] = turn_into(slot.rect, slot.turn)
            placed.append(Placed(face, frame))
        marks = shared.get(sheet.marks)
        if marks is None:
            marks = tuple(LineOp(m.start, m.end, _MARK) for m in sheet.marks)
            shared[sheet.marks] = marks
        extra = _outlines(group, sheet) + margin_line(done, group.plan.grid, sheet, metrics)
        paper = group.plan.grid.paper
        yield Page(paper, tuple(placed), marks + extra if extra else marks, sheet.trim)


def _outlines(group: Group, sheet: Sheet) -> tuple[Op, ...]:
    """Draw the cut line of faces that are no rectangles, on their fronts."""
    if sheet.side != "front" or not group.fronts or isinstance(group.fronts[0].outline, RectOp):
        return ()
    from ppgen.drawing.extent import moved  # noqa: PLC0415 - few products have such outlines

    return tuple(
        moved(group.fronts[slot.piece].outline, turn_into(slot.rect, slot.turn))
        for slot in sheet.slots
    )
