"""The walk that turns a layout and a record into a face.

Takes a layout, its filled needs, a size and metrics; gives a Face, and the sizes that texts of
`uniform` styles came to. Must not know reportlab or paper.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from ppgen import svgpath
from ppgen.decode import Text, nearest
from ppgen.diagnostics import Diagnostic, Problem, Report, Span
from ppgen.geometry import Edges, Frame, Point, Rect, Size, Turn, turn_into
from ppgen.model import Layout, Shape
from ppgen.place.names import Scope
from ppgen.place.ops import (
    MM_PER_PT,
    Color,
    Command,
    EllipseOp,
    Face,
    ImageOp,
    LineOp,
    Metrics,
    Op,
    Paint,
    PathOp,
    RectOp,
    TextOp,
)
from ppgen.place.prose import set_prose
from ppgen.place.styles import Style, Styles
from ppgen.place.text import INK_ALIGNED, Fitted, Fitter, shortened
from ppgen.place.tree import Box, Builder, Cells, Content, Item
from ppgen.units import show

#: ppgen's own way to draw marks: line weight, dash, tint.
MARKS = {
    "cut": Paint(stroke=Color(0, 0, 0), weight=0.15),
    "fold": Paint(stroke=Color(0, 0, 0), weight=0.15, dash=1.5),
    "glue": Paint(fill=Color(225, 225, 225)),
}


@dataclass
class Caps:
    """The sizes of `uniform` styles: seen in the first pass, kept to in the second."""

    seen: dict[tuple[str, str], list[float]] = field(default_factory=dict)
    limits: dict[tuple[str, str], float] | None = None

    def settle(self) -> None:
        """Turn what was seen into limits: the smallest, or the 10th percentile."""
        self.limits = {}
        for (group, rule), sizes in self.seen.items():
            ranked = sorted(sizes)
            at = 0 if rule == "all" else len(ranked) // 10
            self.limits[group, rule] = ranked[at]

    def apply(self, style: Style) -> Style:
        """Cap a style's size by what all texts of it allow."""
        if style.uniform == "no" or not self.limits:
            return style
        limit = self.limits.get((style.group, style.uniform))
        return style if limit is None else replace(style, size=max(limit, style.min_size))


@dataclass(frozen=True, slots=True)
class _Place:
    """A frame to lay content out in: local millimetres to the face."""

    frame: Frame
    size: Size
    turn: Turn
    mirrored: bool


class Placer:
    """Places the faces of one layout in one language."""

    def __init__(
        self, layout: Layout, metrics: Metrics, report: Report, caps: Caps, *,
        lang: str, rtl: bool, labels: object, folders: Sequence[Path],
    ) -> None:  # fmt: skip
        self.layout = layout
        self.styles = Styles(layout)
        self.fitter = Fitter(metrics, lang)
        self._metrics = metrics
        self._report = report
        self._caps = caps
        self._lang = lang
        self._rtl = rtl
        self._labels = labels
        self._folders = folders
        self._safe = Rect(0, 0, 0, 0)
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
        self._report.add(diagnostic)

    def face(self, filled: Mapping[str, object], size: Size) -> Face:
        """Place one face."""
        return self.drawn(*self.tree(filled, size), size)

    def drawn(self, content: Content, margin: float, size: Size) -> Face:
        """Place one face from its tree."""
        whole = Rect(0, 0, size.width, size.height)
        self._safe = whole.inset(Edges(margin, margin, margin, margin))
        need = content.needs()
        if need.width > self._safe.width + 1e-6 or need.height > self._safe.height + 1e-6:
            raise self._too_small(content, need, size, margin)
        frame = turn_into(self._safe, 0, mirrored=self._rtl)
        place = _Place(frame, self._safe.size, 0, self._rtl)
        # The face's own edge, seen from the safe area's frame.
        edge = Rect(-margin, -margin, size.width, size.height)
        boxes = {"face": edge, "bleed": edge}
        layers: list[tuple[Op, ...]] = []
        cramped = self._divide(content, place, boxes)
        if not cramped:
            for item in content.items:
                self._layer = []
                self._draw(item, boxes, place)
                layers.append(tuple(self._layer))
        return Face(size, tuple(layers), self._outline(whole, content.scope))

    def _too_small(self, content: Content, need: Size, size: Size, margin: float) -> Problem:
        """Say what makes a layout larger than its face."""
        room = self._safe.size
        for item in content.items:
            least = item.box.needs(Size(0, 0)) if item.box else Size(0, 0)
            if item.box and (least.width > room.width + 1e-6 or least.height > room.height + 1e-6):
                wide = least.width > room.width + 1e-6
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
        least = Size(need.width + 2 * margin, need.height + 2 * margin)
        return Problem(
            "E402",
            f"too small: {show(size.width)}x{show(size.height)} mm, this layout needs at "
            f"least {_up(least.width)}x{_up(least.height)} mm",
            self.layout.span,
            note=f"layout `{self.layout.name}`, margin {show(margin)} mm",
            help="choose a larger --size or --paper",
            second=_box_span(most) if most else None,
            second_note=f"the largest part: it needs {show(share.width)}x{show(share.height)} mm",
        )

    def _outline(self, whole: Rect, scope: Scope) -> PathOp | EllipseOp | RectOp:
        name = self.layout.outline.get(scope)
        if name == "rect":
            return RectOp(whole, MARKS["cut"])
        if name == "ellipse":
            return EllipseOp(whole, MARKS["cut"])
        shape = self._shape(name, self.layout.outline.span)
        return _path(shape.commands, shape.view, whole, MARKS["cut"], 0, stretch=True, flip=False)

    # ------------------------------------------------------------------ boxes
    def _divide(self, content: Content, place: _Place, boxes: dict[str, Rect]) -> bool:
        """Divide a scope's box; tells whether a fixed track was too small."""
        whole = Rect(0, 0, place.size.width, place.size.height)
        if content.cut is None:
            boxes[""] = whole
            return False
        cramped: list = []  # type: ignore[type-arg]
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
            self._report.problem(
                Problem(
                    "E402",
                    f"the track `{piece.name}` is smaller than what stands in it",
                    piece.name.span,
                    note=f"its content needs {need} mm",
                    help="make the track larger, or `0fr`: as large as what stands in it",
                    second=_box_span(most) if most else None,
                    second_note="this stands in it",
                )
            )
            told += 1
        return told > 0

    def _find(self, box: Box | None, boxes: Mapping[str, Rect], place: _Place) -> Rect:
        if box is None:
            return boxes[""]
        name = "" if box.parent is None else str(box.parent)
        parent = boxes.get(name)
        if parent is None:
            raise Problem(
                "E211", f"there is no box `{name}`", box.parent.span if box.parent else box.span,
                help=nearest(name, [b for b in boxes if b]),
            )  # fmt: skip
        del place
        x, width = _span(parent.x, parent.width, box.left, box.right, box.width)
        y, height = _span(parent.y, parent.height, box.top, box.bottom, box.height)
        rect = Rect(x, y, width, height)
        outward = any(e is not None and e < 0 for e in (box.left, box.right, box.top, box.bottom))
        if width < -1e-6 or height < -1e-6 or not (outward or parent.contains(rect)):
            raise _leaves(box, rect.size, parent.size)
        if box.ratio:
            inner = min(width, height * box.ratio)
            wide, tall = inner, inner / box.ratio
            rect = Rect(x + (width - wide) / 2, y + (height - tall) / 2, wide, tall)
        return rect

    # ------------------------------------------------------------------ elements
    def _draw(self, item: Item, boxes: Mapping[str, Rect], place: _Place) -> None:
        try:
            real = place.frame.rect(self._find(item.box, boxes, place))
            mirrored = place.mirrored and item.mirror
            turn: Turn = (place.turn + item.turn) % 360  # type: ignore[assignment]
            for rect, content in self._cells(item, real, place.turn, mirrored=mirrored):
                if content is not None:
                    self._cell(item, content, rect, turn, mirrored=mirrored)
        except Problem as problem:
            self._report.problem(problem)

    def _cells(
        self, item: Item, real: Rect, turn: Turn, *, mirrored: bool
    ) -> list[tuple[Rect, Content | None]]:
        grid = item.grid
        if grid is None:
            return [(real, item.cells[0])]
        if grid.stack:
            return [(real, content) for content in item.cells]
        frame = turn_into(real, turn, mirrored=mirrored)
        size = real.size if turn in {0, 180} else real.size.turned()
        out: list[tuple[Rect, Content | None]] = []
        for index, content in enumerate(item.cells):
            if grid.down:
                column, row = divmod(index, grid.rows)
            else:
                row, column = divmod(index, grid.columns)
            out.append((frame.rect(_cell_rect(grid, size, column, row, item.style)), content))
        return out

    def _cell(
        self, item: Item, content: Content, real: Rect, turn: Turn, *, mirrored: bool
    ) -> None:
        style = item.style
        if item.grid is not None:
            style = self.styles.get(item.element.style, content.scope)
        kind = item.element.kind
        if self._caps.limits is None and kind in {"shape", "field", "image"}:
            return  # the first pass only measures text
        if kind != "shape":
            self._boxed(style, real, turn, mirrored=mirrored)
        frame = turn_into(real, turn)
        size = real.size if turn in {0, 180} else real.size.turned()
        pad = style.padding
        inner = frame.rect(
            Rect(pad.width, pad.height, size.width - 2 * pad.width, size.height - 2 * pad.height)
        )
        if kind in {"group", "use"}:
            frame = turn_into(inner, turn, mirrored=mirrored)
            size = inner.size if turn in {0, 180} else inner.size.turned()
            place = _Place(frame, size, turn, mirrored)
            boxes: dict[str, Rect] = {}
            if not self._divide(content, place, boxes):
                for child in content.items:
                    self._draw(child, boxes, place)
        elif kind == "text":
            self._text(item, content, style, inner, turn, mirrored=mirrored)
        elif kind == "prose":
            self._prose(item, content, style, inner, turn, mirrored=mirrored)
        elif kind == "shape":
            self._shape_op(item, content, style, inner, turn, mirrored=mirrored)
        elif kind == "image":
            self._image(item, content, inner, turn)

    def _boxed(self, style: Style, real: Rect, turn: Turn, *, mirrored: bool) -> None:
        """Draw fill and stroke of an element's own box."""
        paint = style.paint
        if paint.fill is None and paint.stroke is None:
            return
        if paint.stroke is None or len(style.sides) == 4:
            self._layer.append(RectOp(real, paint, style.radius))
            return
        if paint.fill is not None:
            self._layer.append(RectOp(real, replace(paint, stroke=None), style.radius))
        frame = turn_into(real, turn, mirrored=mirrored)
        size = real.size if turn in {0, 180} else real.size.turned()
        for side in style.sides:
            self._line(side, frame, size, replace(paint, fill=None))

    def _line(self, at: str, frame: Frame, size: Size, paint: Paint) -> None:
        w, h = size.width, size.height
        ends = {
            "top": (0, 0, w, 0), "bottom": (0, h, w, h),
            "left": (0, 0, 0, h), "right": (w, 0, w, h),
            "across": (0, h / 2, w, h / 2), "down": (w / 2, 0, w / 2, h),
            "rising": (0, h, w, 0), "falling": (0, 0, w, h),
        }[at]  # fmt: skip
        start, end = frame.point(Point(*ends[:2])), frame.point(Point(*ends[2:]))
        self._layer.append(LineOp(start, end, paint))

    # ------------------------------------------------------------------ text
    def _text(
        self, item: Item, content: Content, style: Style, real: Rect, turn: Turn, *, mirrored: bool
    ) -> None:
        if item.element.value is None:
            return
        text = item.element.value.get(content.scope)
        if not text:
            return
        span = getattr(text, "span", None) or item.element.span
        size = real.size if turn in {0, 180} else real.size.turned()
        fitted = self.fitter.fit(str(text), style, size, span)
        if self._caps.limits is None:
            if style.uniform != "no":
                seen = self._caps.seen.setdefault((style.group, style.uniform), [])
                seen.append(fitted.size)
        else:
            capped = self._caps.apply(style)
            if capped is not style:
                fitted = self.fitter.fit(str(text), capped, size, span)
        self.fitter.check(fitted, str(text), style, size, span, _box_span(item))
        self._lines(fitted, style, real, turn, span, _box_span(item), mirrored=mirrored)

    def _lines(
        self, fitted: Fitted, style: Style, real: Rect, turn: Turn, span: Span | None,
        at: Span, *, mirrored: bool,
    ) -> None:  # fmt: skip
        box = real.size if turn in {0, 180} else real.size.turned()
        frame = turn_into(real, turn)
        unit = fitted.size * MM_PER_PT
        tall = (fitted.cap + (len(fitted.lines) - 1) * style.line_height) * unit
        top = {"top": 0.0, "middle": (box.height - tall) / 2, "bottom": box.height - tall}
        baseline = top[style.valign] + fitted.cap * unit
        align = style.align
        if mirrored and align != "center":
            align = "right" if align == "left" else "left"
        for text, shaped in zip(fitted.lines, fitted.shaped, strict=True):
            # From 20 pt on the side bearing of a letter would show as a crooked edge.
            ink = fitted.size >= INK_ALIGNED
            left = shaped.ink_left * unit if ink else 0.0
            right = (shaped.ink_right if ink else shaped.width) * unit
            x = {
                "left": -left,
                "center": (box.width - left - right) / 2,
                "right": box.width - right,
            }[align]
            bounds = Rect(x + left, baseline - fitted.cap * unit, right - left, fitted.cap * unit)
            real_bounds = frame.rect(bounds)
            if not self._safe.contains(real_bounds, 0.05):
                raise Problem(
                    "E406",
                    f"`{shortened(text)}` stands outside the safe area",
                    at,
                    second=span if span != at else None,
                    second_note="the text",
                    help="move its box inwards, or make `margin` of the layout smaller",
                )
            self._layer.append(
                TextOp(
                    text.replace("\u00ad", ""),
                    style.fonts,
                    fitted.size,
                    frame.point(Point(x, baseline)),
                    turn,
                    style.color,
                    real_bounds,
                    self._lang,
                )
            )
            baseline += style.line_height * unit

    def _prose(
        self, item: Item, content: Content, style: Style, real: Rect, turn: Turn, *, mirrored: bool
    ) -> None:
        if item.element.value is None:
            return
        text = item.element.value.get(content.scope)
        head = self.styles.get(item.element.head_style or Text("heading"), content.scope)
        size = real.size if turn in {0, 180} else real.size.turned()
        span = getattr(text, "span", None) or item.element.span
        capped = self._caps.apply(style)
        done, runs = set_prose(self.fitter, str(text), capped, head, size, span)
        if self._caps.limits is None and style.uniform != "no":
            self._caps.seen.setdefault((style.group, style.uniform), []).append(done)
        if done < style.min_size - 1e-6:
            raise Problem(
                "E401",
                f"this text does not fit at {show(style.min_size)} pt",
                span,
                help="shorten it, or give its box more room",
                second=_box_span(item),
                second_note=f"this box is {show(size.width)}x{show(size.height)} mm",
            )
        frame = turn_into(real, turn)
        for run in runs:
            x = size.width - run.x - run.width if mirrored else run.x
            bounds = frame.rect(Rect(x, run.y - run.cap, run.width, run.cap))
            if not self._safe.contains(bounds, 0.05):
                raise Problem(
                    "E406",
                    f"`{run.text}` stands outside the safe area",
                    _box_span(item),
                    help="move its box inwards, or make `margin` of the layout smaller",
                )
            self._layer.append(
                TextOp(
                    run.text,
                    run.fonts,
                    run.size,
                    frame.point(Point(x, run.y)),
                    turn,
                    style.color,
                    bounds,
                    self._lang,
                )
            )

    # ------------------------------------------------------------------ shapes and pictures
    def _shape(self, name: str, span: Span | None) -> Shape:
        shape = self.layout.shapes.get(str(name))
        if shape is None:
            raise Problem(
                "E207", f"unknown shape `{name}`", getattr(name, "span", None) or span,
                help=nearest(name, {*self.layout.shapes, "rect", "ellipse", "line", "path"}),
            )  # fmt: skip
        return shape

    def _shape_op(
        self, item: Item, content: Content, style: Style, real: Rect, turn: Turn, *, mirrored: bool
    ) -> None:
        element, scope = item.element, content.scope
        if element.value is None:
            return
        name = element.value.get(scope)
        paint = style.paint
        if element.mark:
            paint = MARKS[element.mark.get(scope)]
        stretch = element.fit is not None and element.fit.get(scope) == "stretch"
        if name == "rect":
            if len(style.sides) == 4 or element.mark:
                self._layer.append(RectOp(real, paint, style.radius))
            else:
                self._boxed(style, real, turn, mirrored=mirrored)
        elif name == "ellipse":
            # Its stroke lies inside the box.
            half = paint.weight / 2 if paint.stroke else 0.0
            self._layer.append(EllipseOp(real.inset(Edges(half, half, half, half)), paint))
        elif name == "line":
            at = element.at.get(scope) if element.at else "across"
            frame = turn_into(real, turn, mirrored=mirrored)
            size = real.size if turn in {0, 180} else real.size.turned()
            self._line(at, frame, size, replace(paint, fill=None))
        elif name == "path":
            if element.path is None or element.view is None:
                raise Problem("E204", "a path needs `path` and `view`", element.span)
            path, view = element.path.get(scope), element.view.get(scope)
            commands = svgpath.parse(path, view, getattr(path, "span", None) or element.path.span)
            self._layer.append(
                _path(commands, view, real, paint, turn, stretch=stretch, flip=False)
            )
        else:
            shape = self._shape(name, element.value.span)
            flip = shape.flip and mirrored
            self._layer.append(
                _path(shape.commands, shape.view, real, paint, turn, stretch=stretch, flip=flip)
            )

    def _image(self, item: Item, content: Content, real: Rect, turn: Turn) -> None:
        if item.element.value is None:
            return
        name = item.element.value.get(content.scope)
        span = getattr(name, "span", None) or item.element.span
        try:
            file = next((f / str(name) for f in self._folders if (f / str(name)).is_file()), None)
        except OSError:  # a name that no file can have, such as one too long
            file = None
        if file is None:
            helped = "the path starts at the folder of ppgen.yaml"
            raise Problem("E601", f"there is no file `{name}` in the workspace", span, help=helped)
        size = self._metrics.picture(file, span)
        box = real.size if turn in {0, 180} else real.size.turned()
        cover = item.element.fit is not None and item.element.fit.get(content.scope) == "cover"
        pick = max if cover else min
        scale = pick(box.width / size.width, box.height / size.height)
        w, h = size.width * scale, size.height * scale
        local = Rect((box.width - w) / 2, (box.height - h) / 2, w, h)
        self._layer.append(ImageOp(file, turn_into(real, turn).rect(local), real, turn))


def _along(size: Size, *, wide: bool) -> float:
    return size.width if wide else size.height


def _reaches(size: Size, other: Size) -> bool:
    return size.width >= other.width - 1e-6 and size.height >= other.height - 1e-6


def _leaves(box: Box, size: Size, parent: Size) -> Problem:
    """Refuse a box that is larger than its parent or reaches out of it."""
    inside = "" if box.parent is None else f" `{box.parent}`"
    if min(size.width, size.height) < 0:
        message = f"nothing is left of this box: {show(size.width)}x{show(size.height)} mm"
        helped = "make its edges smaller"
    else:
        message = f"a box of {show(size.width)}x{show(size.height)} mm leaves its parent"
        helped = "make it smaller; a negative edge reaches out on purpose"
    note = f"the parent{inside} is {show(parent.width)}x{show(parent.height)} mm"
    return Problem("E403", message, box.span, note=note, help=helped)


def _box_span(item: Item) -> Span:
    """Give the place of an element's box, or of the element if it fills its scope."""
    return item.element.box.span if item.element.box else item.element.span


def _span(
    start: float, room: float, low: float | None, high: float | None, size: float | None
) -> tuple[float, float]:
    if size is None:
        return start + (low or 0), room - (low or 0) - (high or 0)
    if low is not None:
        return start + low, size
    if high is not None:
        return start + room - high - size, size
    return start + (room - size) / 2, size


def _cell_rect(grid: Cells, size: Size, column: int, row: int, style: Style) -> Rect:
    """Give one cell in the frame of the repeat's box."""
    if grid.cell is None:
        gap = grid.gap
        width = (size.width - (grid.columns - 1) * gap.width) / grid.columns
        height = (size.height - (grid.rows - 1) * gap.height) / grid.rows
        return Rect(column * (width + gap.width), row * (height + gap.height), width, height)
    cell, gap = grid.cell, grid.gap
    if grid.even:
        spread = Size(
            (size.width - grid.columns * cell.width) / max(1, grid.columns - 1),
            (size.height - grid.rows * cell.height) / max(1, grid.rows - 1),
        )
        gap = Size(
            spread.width if grid.columns > 1 else 0.0, spread.height if grid.rows > 1 else 0.0
        )
    block = Size(
        grid.columns * cell.width + (grid.columns - 1) * gap.width,
        grid.rows * cell.height + (grid.rows - 1) * gap.height,
    )
    x = {"left": 0.0, "center": 0.5, "right": 1.0}[style.align] * (size.width - block.width)
    y = {"top": 0.0, "middle": 0.5, "bottom": 1.0}[style.valign] * (size.height - block.height)
    return Rect(
        x + column * (cell.width + gap.width), y + row * (cell.height + gap.height),
        cell.width, cell.height,
    )  # fmt: skip


def _path(
    commands: Sequence[Command], view: Size, real: Rect, paint: Paint, turn: Turn, *,
    stretch: bool, flip: bool,
) -> PathOp:  # fmt: skip
    """Scale a path from its view into a box less half the line weight."""
    half = paint.weight / 2 if paint.stroke else 0.0
    box = real.inset(Edges(half, half, half, half))
    size = box.size if turn in {0, 180} else box.size.turned()
    sx, sy = size.width / view.width, size.height / view.height
    if not stretch:
        sx = sy = min(sx, sy)
    dx, dy = (size.width - view.width * sx) / 2, (size.height - view.height * sy) / 2
    scale = Frame(-sx, 0, 0, sy, size.width - dx, dy) if flip else Frame(sx, 0, 0, sy, dx, dy)
    frame = scale.then(turn_into(box, turn))
    out: list[Command] = []
    for kind, values in commands:
        points = [frame.point(Point(*values[i : i + 2])) for i in range(0, len(values), 2)]
        out.append((kind, tuple(v for p in points for v in (p.x, p.y))))
    return PathOp(tuple(out), paint, frame.rect(Rect(0, 0, view.width, view.height)))


def _up(value: float) -> str:
    """Round a least size up, so that the size named does work."""
    import math  # noqa: PLC0415 - beside its only use

    return show(math.ceil(round(value * 10, 4)) / 10)
