"""The walk through a layout that turns it into a program, for one record and all like it.

Takes a layout, a trace of the record and a size; returns a program, with what is wrong reported.
Must not know paper or PDF.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from ppgen.diagnostics import Problem, Report, Span, suggest
from ppgen.drawing.face import Field, Outline
from ppgen.drawing.ops import EllipseOp, Op, RectOp
from ppgen.drawing.style import Style
from ppgen.geometry import Edges, Rect, Size, Turn
from ppgen.model.layout import (
    FieldElement,
    GroupElement,
    ImageElement,
    Layout,
    ProseElement,
    ShapeElement,
    TextElement,
    UseElement,
)
from ppgen.model.needs import Data, Scope, computed
from ppgen.place.boxes import Slice
from ppgen.place.cells import box_rect, cell_rect, track_rects
from ppgen.place.fields import distinct, in_order
from ppgen.place.program import Program
from ppgen.place.replay import Reg, Trace
from ppgen.place.shapes import MARKS, boxed, find_shape, image_op, path_op, shape_ops
from ppgen.place.slots import ProseSlot, Slot, TextSlot, Where
from ppgen.place.spot import Spot
from ppgen.place.styles import StyleBook, Styles
from ppgen.place.tree import Box, Builder, Content, Item
from ppgen.source.decode import Bound
from ppgen.source.kinds import Text
from ppgen.text.fit import Fitters
from ppgen.text.fonts import Fonts
from ppgen.units import show


class Voice(NamedTuple):
    """The language of faces: its tag, whether it runs from right to left, and its labels."""

    lang: str
    rtl: bool
    labels: object


class Given(NamedTuple):
    """The values that a side of a product passes to its layout, and their place."""

    values: Mapping[Text, Data]
    span: Span | None


class Kit:
    """The state shared by all walks through one layout."""

    def __init__(
        self, layout: Layout, given: Given, scope: Scope, voice: Voice, metrics: Fonts,
        folders: Sequence[Path],
    ) -> None:  # fmt: skip
        self.layout = layout
        self.given = given
        self.scope = scope
        self.rtl = voice.rtl
        self.metrics = metrics
        self.folders = folders
        self.styles = StyleBook(layout)
        self.fitters = Fitters(metrics, voice.lang)


class Walk:
    """One walk through a layout for one record."""

    def __init__(self, kit: Kit, trace: Trace, report: Report) -> None:
        self.trace = trace
        self._kit = kit
        self._layout = kit.layout
        self._report = report
        self._safe = Rect(0, 0, 0, 0)
        self._drawing: list[Op | Slot] = []
        self._fields: list[Field] = []
        #: Groups with fields so far: those in the innermost are ordered as people read.
        self._clusters = 0
        self._styles: Styles

    def _complain(self, problem: Problem) -> None:
        self.trace.faulty = True
        self._report.problem(problem)

    def tree(self, size: Size) -> tuple[Content, float]:
        """Evaluate the layout: its content and the margin around it."""
        kit, layout = self._kit, self._layout
        around = kit.scope
        given = {k: self.trace.data(v, around) for k, v in kit.given.values.items()}
        what = f"layout `{layout.name}`"
        filled = self.trace.fill(
            layout.needs, given, around, kit.given.span, what, defaults_first=False
        )
        seen = {**filled, "face": size, "lang": around["lang"], "t": around["t"]}
        scope = computed(layout.let, seen, self.trace.value)
        self._styles = Styles(kit.styles, scope, self.trace)
        builder = Builder(layout, self._styles, self.trace, self._complain)
        cut = builder.cut(layout.division, scope)
        content = Content(scope, cut, builder.items(layout.draw, scope))
        return content, self.trace.get(layout.margin, scope)

    def program(self, size: Size) -> Program:
        """Place everything but the texts that differ from record to record."""
        content, margin = self.tree(size)
        whole = Rect(0, 0, size.width, size.height)
        safe = self._safe = whole.inset(Edges(margin, margin, margin, margin))
        need = content.needs()
        nothing = min(safe.width, safe.height) <= 0
        if nothing or need.width > safe.width + 1e-6 or need.height > safe.height + 1e-6:
            raise self._too_small(content, need, size, margin)
        spot = Spot(safe, 0, self._kit.rtl)
        # The face's own edge, seen from the safe area's frame.
        edge = Rect(-margin, -margin, size.width, size.height)
        boxes = {"face": edge, "bleed": edge}
        if not self._divide(content, spot, boxes):
            for item in content.items:
                self._draw(item, boxes, spot)
        return Program(
            size, self._outline(whole, content.scope), self._drawing, distinct(self._fields)
        )

    def _too_small(self, content: Content, need: Size, size: Size, margin: float) -> Problem:
        """Report what makes a layout larger than its face."""
        room = self._safe.size
        for item in content.items:
            least = item.box.needs(Size(0, 0)) if item.box else Size(0, 0)
            wide = least.width > room.width + 1e-6
            # If a single box is the cause, it is too large, rather than the face too small.
            alone = _along(least, wide=wide) >= _along(need, wide=wide) - 1e-6
            if (
                item.box
                and alone
                and not _reaches(room, least)
                and min(room.width, room.height) > 0
            ):
                parent = f"`{item.box.parent}`" if item.box.parent else "the area inside the margin"
                return Problem(
                    "E403",
                    f"a box {show(_along(least, wide=wide))} mm {'wide' if wide else 'high'}, "
                    f"with its edges, does not fit into {parent}",
                    item.box.span,
                    note=f"{parent} is at most {show(_along(room, wide=wide))} mm "
                    f"{'wide' if wide else 'high'}",
                    help="make it smaller, or the face larger",
                )
        wide = need.width > room.width + 1e-6
        most = max(content.items, key=lambda i: _along(i.needs(), wide=wide), default=None)
        share = most.needs() if most else Size(0, 0)
        least = Size(max(need.width, 1) + 2 * margin, max(need.height, 1) + 2 * margin)
        return Problem(
            "E402",
            f"too small: {show(size.width)}x{show(size.height)} mm, this layout needs at "
            f"least {_up(least.width)}x{_up(least.height)} mm",
            self._layout.span,
            note=f"layout `{self._layout.name}`, margin {show(margin)} mm",
            help="choose a larger --size or --paper",
            second=most.place if most else None,
            second_note=f"the largest part: it needs {show(share.width)}x{show(share.height)} mm",
        )

    def _outline(self, whole: Rect, scope: Scope) -> Outline:
        name = self.trace.get(self._layout.outline, scope)
        if name == "rect":
            return RectOp(whole, MARKS["cut"])
        if name == "ellipse":
            return EllipseOp(whole, MARKS["cut"])
        shape = find_shape(name, self._layout.outline.span, self._layout.shapes)
        return path_op(shape.commands, shape.view, Spot(whole), MARKS["cut"], stretch=True)

    def _divide(self, content: Content, spot: Spot, boxes: dict[str, Rect]) -> bool:
        """Divide a scope's box; tells whether a fixed track was too small."""
        whole = Rect(0, 0, spot.size.width, spot.size.height)
        if content.cut is None:
            boxes[""] = whole
            return False
        cramped: list[Slice] = []
        pads = content.cut.inset
        boxes[""] = whole.inset(Edges(pads.width, pads.height, pads.width, pads.height))
        content.cut.place(whole, boxes, cramped)
        told = 0
        for piece in cramped:
            if piece.name is None:
                continue  # a space has no content
            need = f"{show(piece.need.width)}x{show(piece.need.height)}"
            inside = [i for i in content.items if i.box and i.box.parent == piece.name]
            room = boxes[str(piece.name)].size
            if any(i.box and not _reaches(room, i.box.needs(Size(0, 0))) for i in inside):
                continue  # the box itself is too large, which E403 will report
            most = next((i for i in inside if _reaches(i.needs(), piece.need)), None)
            self._complain(
                Problem(
                    "E402",
                    f"the track `{piece.name}` is too small for its content",
                    piece.name.span,
                    note=f"its content needs {need} mm",
                    help="make the track larger, or use `0fr`, which is as large as its content",
                    second=most.place if most else None,
                    second_note="its content",
                )
            )
            told += 1
        return told > 0

    def _draw(self, item: Item, boxes: Mapping[str, Rect], spot: Spot) -> None:
        if self._report.full:
            return
        try:
            real = spot.frame.rect(_find(item.box, boxes))
            mirrored = spot.mirrored and item.mirror
            turn: Turn = (spot.turn + item.turn) % 360  # type: ignore[assignment]
            cells = _cells(item, Spot(real, spot.turn, mirrored))
            for index, (rect, content) in enumerate(cells, 1):
                if content is not None:
                    self._cell(item, content, Spot(rect, turn, mirrored), index)
        except Problem as problem:
            self._complain(problem)

    def _cell(self, item: Item, content: Content, spot: Spot, index: int) -> None:
        style, element, scope = item.style, item.element, content.scope
        kit = self._kit
        if item.grid is not None:
            style = self._styles.get(element.style, scope)
        if not isinstance(element, ShapeElement):
            self._drawing += boxed(style, spot)
        whole = spot.rect
        if style.padding.width or style.padding.height:
            size, pad = spot.size, style.padding
            inner = Rect(
                pad.width, pad.height, size.width - 2 * pad.width, size.height - 2 * pad.height
            )
            spot = Spot(spot.upright.rect(inner), spot.turn, spot.mirrored)
        match element:
            case GroupElement() | UseElement():
                boxes: dict[str, Rect] = {}
                if not self._divide(content, spot, boxes):
                    first, clusters = len(self._fields), self._clusters
                    for child in content.items:
                        self._draw(child, boxes, spot)
                    if len(self._fields) > first and self._clusters == clusters:
                        self._clusters += 1
                        self._fields[first:] = in_order(self._fields[first:], spot)
            case TextElement() | ProseElement():
                where = Where(spot, whole, self._safe, item.place)
                self._text(self._slot(element, scope, style, where))
            case ShapeElement():
                shapes = self._layout.shapes
                self._drawing += shape_ops(element, scope, style, spot, shapes, self.trace)
            case ImageElement():
                self._drawing.append(
                    image_op(element, scope, spot, kit.folders, kit.metrics, self.trace)
                )
            case FieldElement():
                self._field(element, scope, spot, index if item.grid else 0)

    def _field(self, element: FieldElement, scope: Scope, spot: Spot, index: int) -> None:
        """Note a box to write in."""
        name = self.trace.get(element.name, scope) + (f"_{index}" if index else "")
        total = self.trace.get(element.summed, scope) if element.summed else ""
        self._fields.append(Field(name, spot.rect, spot.turn, total))

    def _slot(
        self, element: TextElement | ProseElement, scope: Scope, style: Style, where: Where
    ) -> Slot:
        fitter = self._kit.fitters[style.lang]
        if isinstance(element, TextElement):
            text = self._open(element.text, scope)
            return TextSlot(text, style, where, element.span, fitter)
        head = self._styles.get(element.head_style or Text("heading"), scope)
        text = self._open(element.prose, scope)
        return ProseSlot(text, style, where, element.span, fitter, head)

    def _text(self, slot: Slot) -> None:
        """Record a slot until its text, language and size are known."""
        if slot.text:
            self._drawing.append(slot)

    def _open(self, bound: Bound[str], scope: Scope) -> str | Reg:
        text = self.trace.open(bound, scope)
        return text if isinstance(text, str | Reg) else str(text)


def _find(box: Box | None, boxes: Mapping[str, Rect]) -> Rect:
    if box is None:
        return boxes[""]
    name = "" if box.parent is None else str(box.parent)
    parent = boxes.get(name)
    if parent is None:
        raise Problem(
            "E211", f"there is no box `{name}`", box.parent.span if box.parent else box.span,
            help=suggest(name, [b for b in boxes if b]),
        )  # fmt: skip
    return box_rect(box, parent)


def _cells(item: Item, spot: Spot) -> Iterator[tuple[Rect, Content | None]]:
    """Return each cell's place on the face with its content."""
    grid = item.grid
    if grid is None or grid.stack:
        for content in item.cells:
            yield spot.rect, content
        return
    frame, size = spot.frame, spot.size
    if grid.tracks:
        for rect, content in zip(
            track_rects(grid, size, item.cell_needs()), item.cells, strict=True
        ):
            yield frame.rect(rect), content
        return
    for index, content in enumerate(item.cells):
        if grid.down:
            column, row = divmod(index, grid.rows)
        else:
            row, column = divmod(index, grid.columns)
        yield frame.rect(cell_rect(grid, size, column, row, item.style)), content


def _along(size: Size, *, wide: bool) -> float:
    return size.width if wide else size.height


def _reaches(size: Size, other: Size) -> bool:
    return size.width >= other.width - 1e-6 and size.height >= other.height - 1e-6


def _up(value: float) -> str:
    """Round a minimum size up, so that the size in the message works."""
    return show(math.ceil(round(value * 10, 4)) / 10)
