"""What a cutting machine cuts and folds on each leaf, and the marks by which it finds its place.

Takes a printout; returns lines on the page, y down, in millimeters. Must not know files.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple, TypeAlias

from ppgen.build.printout import Group, Printout
from ppgen.diagnostics import Unsuited
from ppgen.drawing.extent import moved
from ppgen.drawing.ink import outlines
from ppgen.drawing.ops import Color, EllipseOp, LineOp, Op, Paint, PathOp, RectOp
from ppgen.drawing.page import Page, Placed
from ppgen.geometry import Frame, Point, Rect, Size, turn_into
from ppgen.impose.sheets import Sheet
from ppgen.place.shapes import MARKS
from ppgen.units import show

#: Silhouette's: a square and two corners. Cricut's: a frame around all. Or none.
Machine = Literal["silhouette", "cricut", "none"]
Layer = Literal["cut", "fold", "registration"]
#: A line through points; closed, if the last is the first.
Line: TypeAlias = tuple[Point, ...]

_SQUARE, _ARM, _WIDTH, _FRAME = 5.0, 12.0, 0.5, 1.0
#: Between what is cut and a mark.
_CLEAR = 0.3
_BLACK = Paint(fill=Color(0, 0, 0))
_NEAR = 1e-4


class CutSheet(NamedTuple):
    """What is cut and folded on leaves that are alike."""

    leaves: tuple[int, ...]  # from 1
    size: Size
    cuts: tuple[Line, ...]
    folds: tuple[Line, ...]
    registration: tuple[Rect, ...]  # filled in black
    pages: tuple[Page, ...]  # to print, with the marks

    def layers(self) -> Iterator[tuple[Layer, tuple[Line, ...]]]:
        """Yield the lines by layer."""
        yield "cut", self.cuts
        yield "fold", self.folds
        corners = (
            (Point(r.x, r.y), Point(r.right, r.y), Point(r.right, r.bottom), Point(r.x, r.bottom))
            for r in self.registration
        )
        yield "registration", tuple((*four, four[0]) for four in corners)


def cut_sheets(printout: Printout, machine: Machine) -> list[CutSheet]:
    """Return the sheets of a printout, those that are cut alike together.

    Raises:
        Unsuited: if there is no room for the machine's marks.
    """
    out: dict[tuple[object, ...], CutSheet] = {}
    backs = {sheet.leaf: (group, sheet) for group, sheet in printout.sheets() if _is_back(sheet)}
    for group, sheet in printout.sheets():
        if _is_back(sheet):
            continue
        grid = group.plan.grid
        cuts, folds = _lines(group, sheet)
        marks = _registration(printout, machine, grid.printable, [s.rect for s in sheet.slots])
        pages = [_page(group, sheet, marks)]
        if sheet.leaf in backs and printout.two_sided:
            pages.append(_page(*backs[sheet.leaf], ()))
        key = (grid.paper, cuts, folds)
        if key in out:
            known = out[key]
            out[key] = known._replace(
                leaves=(*known.leaves, sheet.leaf + 1), pages=(*known.pages, *pages)
            )
        else:
            out[key] = CutSheet((sheet.leaf + 1,), grid.paper, cuts, folds, marks, tuple(pages))
    return list(out.values())


def _is_back(sheet: Sheet) -> bool:
    return sheet.side == "back"


def _page(group: Group, sheet: Sheet, marks: Sequence[Rect]) -> Page:
    placed = tuple(
        Placed(
            (group.fronts if slot.side == "front" else group.backs)[slot.piece],
            turn_into(slot.rect, slot.turn),
        )
        for slot in sheet.slots
    )
    ops = tuple(RectOp(rect, _BLACK) for rect in marks)
    return Page(group.plan.grid.paper, placed, ops, (), sheet.trim, group.bleed)


def _lines(group: Group, sheet: Sheet) -> tuple[tuple[Line, ...], tuple[Line, ...]]:
    """Return the lines to cut, each once, and those to fold."""
    cuts: list[Line] = []
    folds: list[Line] = []
    sides: list[tuple[Point, Point]] = []
    for slot in sheet.slots:
        face = (group.fronts if slot.side == "front" else group.backs)[slot.piece]
        frame = turn_into(slot.rect, slot.turn)
        for op in face.ops:
            if isinstance(op, LineOp | RectOp | EllipseOp | PathOp):
                if op.paint == MARKS["cut"]:
                    cuts += _traced(op, frame)
                elif op.paint == MARKS["fold"]:
                    folds += _traced(op, frame)
        outline = face.outline
        if isinstance(outline, RectOp) and not outline.radius:
            r = frame.rect(outline.rect)
            corners = Point(r.x, r.y), Point(r.right, r.y), Point(r.right, r.bottom)
            corners = (*corners, Point(r.x, r.bottom))  # type: ignore[assignment]
            sides += zip(corners, (*corners[1:], corners[0]), strict=True)
        else:
            cuts += _traced(outline, frame)
    folds += [(mark.start, mark.end) for mark in sheet.marks if mark.fold]
    return (*_joined(sides), *cuts), tuple(folds)


def _traced(op: Op, frame: Frame) -> Iterator[Line]:
    """Yield the lines of a shape on the page; curves become short lines."""
    if isinstance(op, LineOp):
        yield frame.point(op.start), frame.point(op.end)
    elif isinstance(op, RectOp | EllipseOp | PathOp):
        for points in outlines(moved(op, frame)):
            yield tuple(Point(*point) for point in points)


def _joined(sides: Sequence[tuple[Point, Point]]) -> Iterator[Line]:
    """Join sides that lie on one line, so that what two faces share is cut once."""
    rows: dict[tuple[bool, float], list[tuple[float, float]]] = {}
    for start, end in sides:
        lying = abs(start.y - end.y) < _NEAR
        at = round(start.y if lying else start.x, 3)
        ends = (start.x, end.x) if lying else (start.y, end.y)
        rows.setdefault((lying, at), []).append((min(ends), max(ends)))
    for (lying, at), spans in sorted(rows.items()):
        spans.sort()
        low, high = spans[0]
        for first, last in [*spans[1:], (float("inf"), float("inf"))]:
            if first <= high + _NEAR:
                high = max(high, last)
                continue
            yield (
                (Point(low, at), Point(high, at)) if lying else (Point(at, low), Point(at, high))
            )
            low, high = first, last


def _registration(
    printout: Printout, machine: Machine, room: Rect, slots: Sequence[Rect]
) -> tuple[Rect, ...]:
    """Return the marks of a machine at the edge of what the printer reaches."""
    x, y, right, bottom = room.x, room.y, room.right, room.bottom
    if machine == "none":
        return ()
    if machine == "cricut":
        marks: tuple[Rect, ...] = (
            Rect(x, y, room.width, _FRAME), Rect(x, bottom - _FRAME, room.width, _FRAME),
            Rect(x, y, _FRAME, room.height), Rect(right - _FRAME, y, _FRAME, room.height),
        )  # fmt: skip
    else:
        marks = (
            Rect(x, y, _SQUARE, _SQUARE),
            Rect(right - _ARM, y, _ARM, _WIDTH), Rect(right - _WIDTH, y, _WIDTH, _ARM),
            Rect(x, bottom - _WIDTH, _ARM, _WIDTH), Rect(x, bottom - _ARM, _WIDTH, _ARM),
        )  # fmt: skip
    for mark in marks:
        around = Rect(
            mark.x - _CLEAR, mark.y - _CLEAR, mark.width + 2 * _CLEAR, mark.height + 2 * _CLEAR
        )
        if any(around.overlaps(slot) for slot in slots):
            request = printout.request
            left = min(d for s in slots for d in (s.x - x, right - s.right))
            top = min(d for s in slots for d in (s.y - y, bottom - s.bottom))
            msg = (
                f"{request.game.name}/{request.product.name}: no room for the marks of {machine}: "
                f"faces leave {show(round(left, 1))} mm at the sides and {show(round(top, 1))} mm "
                "above and below of what the printer reaches; use a smaller --margin or --size, a "
                "larger --paper, or --machine none"
            )
            raise Unsuited(msg)
    return marks
