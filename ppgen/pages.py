"""From an imposed product to pages: faces in their slots, cut marks, the line in the margin.

Takes a job that is done; gives the pages that `render` writes. Must not know files.
"""

from __future__ import annotations

from collections.abc import Iterator

from ppgen.geometry import Frame, Point, Rect, Size, turn_into
from ppgen.impose import Sheet
from ppgen.job import Done, Group
from ppgen.place.ops import (
    MM_PER_PT,
    Color,
    FontChoice,
    FontList,
    LineOp,
    Metrics,
    Op,
    Paint,
    RectOp,
    TextOp,
)
from ppgen.render.pdf import Page, Placed

_MARK = Paint(stroke=Color(0, 0, 0), weight=0.15)
_BLACK = Color(0, 0, 0)
_STRONG: FontList = (FontChoice("Roboto Condensed", weight=700),)
_PLAIN: FontList = (FontChoice("Roboto Condensed", weight=400),)
#: Room that the margin line asks for under or beside the faces, and how wide its text may be.
_ROOM = 9.5
_WIDEST = 85.0


def pages(done: Done, metrics: Metrics) -> Iterator[Page]:
    """Give every page in printing order."""
    shared: dict[object, tuple[Op, ...]] = {}
    frames: dict[tuple[Rect, int], Frame] = {}
    total = sum(1 for _ in done.sheets())
    for number, (group, sheet) in enumerate(done.sheets(), 1):
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
        extra = _outlines(group, sheet) + _margin_line(done, group, sheet, number, total, metrics)
        paper = group.plan.grid.paper
        yield Page(paper, tuple(placed), marks + extra if extra else marks, sheet.trim)


def _outlines(group: Group, sheet: Sheet) -> tuple[Op, ...]:
    """Draw the cut line of faces that are no rectangles, on their fronts."""
    if sheet.side != "front" or not group.fronts or isinstance(group.fronts[0].outline, RectOp):
        return ()
    from ppgen.place.moving import moved  # noqa: PLC0415 - few products have such outlines

    return tuple(
        moved(group.fronts[slot.piece].outline, turn_into(slot.rect, slot.turn))
        for slot in sheet.slots
    )


def _margin_line(
    done: Done, group: Group, sheet: Sheet, number: int, total: int, metrics: Metrics
) -> tuple[Op, ...]:
    """Name the job, say how to print it, and give a ruler, where a leaf has room for it."""
    grid = group.plan.grid
    room, paper = grid.printable, grid.paper
    below, beside = room.bottom - grid.box.bottom, room.right - grid.box.right
    if below >= _ROOM:
        frame, size = Frame(), paper
        start, end, base = max(room.x, grid.box.x), min(room.right, grid.box.right), room.bottom
        turn = 0
    elif beside >= _ROOM:
        # The line stands in the side margin, to be read from the right.
        size = paper.turned()
        frame = turn_into(Rect(0, 0, paper.width, paper.height), 270)
        start, end = paper.height - room.bottom, paper.height - room.y
        base, turn = room.right, 270
    else:
        return ()
    return tuple(
        _line_ops(done, sheet, number, total, metrics, frame, size, start, end, base, turn)
    )


def _line_ops(
    done: Done, sheet: Sheet, number: int, total: int, metrics: Metrics, frame: Frame, size: Size,
    start: float, end: float, base: float, turn: int,
) -> Iterator[Op]:  # fmt: skip
    del size
    request, texts = done.request, done.texts
    title = f"{done.title}, {request.product.name} {request.lang}"
    edge = texts.look(f"edge_{request.duplex if done.two_sided else 'none'}")
    line = texts.call("margin_line", {"sheet": number, "sheets": total, "edge": edge})
    del sheet

    def text(words: str, fonts: FontList, points: float, x: float, y: float) -> Iterator[TextOp]:
        shaped = metrics.line(words, fonts, request.lang, None)
        wide, cap = shaped.width * points * MM_PER_PT, shaped.cap * points * MM_PER_PT
        if wide > _WIDEST:
            points *= _WIDEST / wide
        bounds = frame.rect(Rect(x, y - cap, wide, cap))
        origin = frame.point(Point(x, y))
        yield TextOp(words, fonts, points, origin, turn, _BLACK, bounds, request.lang)  # type: ignore[arg-type]

    first = f"{title} · {done.notice}" if done.notice else title
    yield from text(first, _STRONG, 7, start, base - 3.2)
    yield from text(line, _PLAIN, 6.5, start, base - 0.2)
    if end - start < _WIDEST + 105:
        return
    x0, y0 = end - 100, base - 0.3
    paint = Paint(stroke=_BLACK, weight=0.18)
    yield LineOp(frame.point(Point(x0, y0)), frame.point(Point(end, y0)), paint)
    for mm in range(101):
        tall = 2.6 if mm % 50 == 0 else 1.8 if mm % 10 == 0 else 1.2 if mm % 5 == 0 else 0.7
        yield LineOp(frame.point(Point(x0 + mm, y0)), frame.point(Point(x0 + mm, y0 - tall)), paint)
    yield from text("0", _STRONG, 6, x0, y0 - 3.2)
    label = "100 mm"
    wide = metrics.line(label, _STRONG, request.lang, None).width * 6 * MM_PER_PT
    yield from text(label, _STRONG, 6, end - wide, y0 - 3.2)
