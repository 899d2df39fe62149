"""The walk that turns a layout and a record into a face.

Takes a layout, its filled needs, a size and metrics; gives a Face. Must not know reportlab or
paper.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from ppgen.diagnostics import Diagnostic, Problem, Report, suggest
from ppgen.drawing.ops import EllipseOp, Face, Metrics, Op, PathOp, RectOp
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
from ppgen.model.needs import Scope
from ppgen.place.boxes import Slice
from ppgen.place.cells import box_rect, cell_rect
from ppgen.place.shapes import MARKS, boxed, find_shape, image_op, path_op, shape_ops
from ppgen.place.spot import Spot
from ppgen.place.styles import Styles
from ppgen.place.tree import Box, Builder, Content, Item
from ppgen.place.typeset import Caps, Typesetter, veiled
from ppgen.text.fit import Fitter
from ppgen.units import show


class Placer:
    """Places the faces of one layout in one language."""

    def __init__(
        self, layout: Layout, metrics: Metrics, report: Report, caps: Caps, *,
        lang: str, rtl: bool, labels: object, folders: Sequence[Path],
    ) -> None:  # fmt: skip
        self.layout = layout
        self.styles = Styles(layout)
        self._setter = Typesetter(Fitter(metrics, lang), self.styles, caps, lang)
        self._metrics = metrics
        self.report = report
        self._lang = lang
        self._rtl = rtl
        self._labels = labels
        self._folders = folders
        self._layer: list[Op] = []

    def least(self, filled: Mapping[str, object]) -> Size:
        """Give the smallest face that the layout allows."""
        content, margin = self.tree(filled, Size(1000, 1000))
        need = content.needs()
        return Size(need.width + 2 * margin, need.height + 2 * margin)

    def tree(self, filled: Mapping[str, object], size: Size) -> tuple[Content, float]:
        """Ask all bindings for one record: its content and the margin around it."""
        face = {"width": size.width, "height": size.height}
        scope: Scope = {**filled, "face": face, "lang": self._lang, "t": self._labels}
        builder = Builder(self.layout, self.styles, self._complain)
        cut = builder.cut(self.layout.division, scope)
        content = Content(scope, cut, builder.items(self.layout.draw, scope))
        return content, self.layout.margin.get(scope)

    def _complain(self, diagnostic: Diagnostic) -> None:
        self.report.add(diagnostic)

    def face(self, filled: Mapping[str, object], size: Size) -> Face:
        """Place one face."""
        return self.drawn(*self.tree(filled, size), size)

    def drawn(self, content: Content, margin: float, size: Size) -> Face:
        """Place one face from its tree."""
        whole = Rect(0, 0, size.width, size.height)
        safe = self._setter.safe = whole.inset(Edges(margin, margin, margin, margin))
        need = content.needs()
        nothing = min(safe.width, safe.height) <= 0
        if nothing or need.width > safe.width + 1e-6 or need.height > safe.height + 1e-6:
            raise self._too_small(content, need, size, margin)
        spot = Spot(safe, 0, self._rtl)
        # The face's own edge, seen from the safe area's frame.
        edge = Rect(-margin, -margin, size.width, size.height)
        boxes = {"face": edge, "bleed": edge}
        layers: list[tuple[Op, ...]] = []
        cramped = self._divide(content, spot, boxes)
        if not cramped:
            for item in content.items:
                self._layer = []
                self._draw(item, boxes, spot)
                layers.append(tuple(self._layer))
        return Face(size, tuple(layers), self._outline(whole, content.scope))

    def _too_small(self, content: Content, need: Size, size: Size, margin: float) -> Problem:
        """Say what makes a layout larger than its face."""
        room = self._setter.safe.size
        for item in content.items:
            least = item.box.needs(Size(0, 0)) if item.box else Size(0, 0)
            wide = least.width > room.width + 1e-6
            # Where one box alone makes it so, the box is too large, not the face too small.
            alone = _along(least, wide=wide) >= _along(need, wide=wide) - 1e-6
            if (
                item.box
                and alone
                and not _reaches(room, least)
                and min(room.width, room.height) > 0
            ):
                return Problem(
                    "E403",
                    f"a box {show(_along(least, wide=wide))} mm {'wide' if wide else 'high'}, "
                    "with its edges, leaves its parent",
                    item.box.span,
                    note=f"the parent has {show(_along(room, wide=wide))} mm at most",
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
            self.layout.span,
            note=f"layout `{self.layout.name}`, margin {show(margin)} mm",
            help="choose a larger --size or --paper",
            second=most.place if most else None,
            second_note=f"the largest part: it needs {show(share.width)}x{show(share.height)} mm",
        )

    def _outline(self, whole: Rect, scope: Scope) -> PathOp | EllipseOp | RectOp:
        name = self.layout.outline.get(scope)
        if name == "rect":
            return RectOp(whole, MARKS["cut"])
        if name == "ellipse":
            return EllipseOp(whole, MARKS["cut"])
        shape = find_shape(name, self.layout.outline.span, self.layout.shapes)
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
            need = f"{show(piece.need.width)}x{show(piece.need.height)}"
            inside = [i for i in content.items if i.box and i.box.parent == piece.name]
            room = boxes[str(piece.name)].size
            if any(i.box and not _reaches(room, i.box.needs(Size(0, 0))) for i in inside):
                continue  # the box itself is too large, which E403 will say of it
            most = next((i for i in inside if _reaches(i.needs(), piece.need)), None)
            self.report.problem(
                Problem(
                    "E402",
                    f"the track `{piece.name}` is smaller than what stands in it",
                    piece.name.span,
                    note=f"its content needs {need} mm",
                    help="make the track larger, or `0fr`: as large as what stands in it",
                    second=most.place if most else None,
                    second_note="this stands in it",
                )
            )
            told += 1
        return told > 0

    def _draw(self, item: Item, boxes: Mapping[str, Rect], spot: Spot) -> None:
        try:
            real = spot.frame.rect(_find(item.box, boxes))
            mirrored = spot.mirrored and item.mirror
            turn: Turn = (spot.turn + item.turn) % 360  # type: ignore[assignment]
            for rect, content in _cells(item, Spot(real, spot.turn, mirrored)):
                if content is not None:
                    self._cell(item, content, Spot(rect, turn, mirrored))
        except Problem as problem:
            self.report.problem(problem)

    def _cell(self, item: Item, content: Content, spot: Spot) -> None:
        style, element, scope = item.style, item.element, content.scope
        if item.grid is not None:
            style = self.styles.get(element.style, scope)
        if self._setter.caps.measuring and isinstance(
            element, ShapeElement | FieldElement | ImageElement
        ):
            return
        if not isinstance(element, ShapeElement):
            self._layer += boxed(style, spot)
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
                    for child in content.items:
                        self._draw(child, boxes, spot)
            case TextElement():
                lines = self._setter.text(element, item.place, scope, style, spot)
                self._layer += veiled(style, whole, lines)
            case ProseElement():
                lines = self._setter.prose(element, item.place, scope, style, spot)
                self._layer += veiled(style, whole, lines)
            case ShapeElement():
                self._layer += shape_ops(element, scope, style, spot, self.layout.shapes)
            case ImageElement():
                self._layer.append(image_op(element, scope, spot, self._folders, self._metrics))
            case FieldElement():
                pass


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
    """Give each cell's place on the face with its content."""
    grid = item.grid
    if grid is None or grid.stack:
        for content in item.cells:
            yield spot.rect, content
        return
    frame, size = spot.frame, spot.size
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
    """Round a least size up, so that the size named does work."""
    return show(math.ceil(round(value * 10, 4)) / 10)
