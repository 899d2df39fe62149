"""Turns lines, boxes, shapes and pictures into draw operations.

Takes styles and spots evaluated for a record; returns operations. Must not know text.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from ppgen.diagnostics import Problem, Span, suggest
from ppgen.drawing import svgpath
from ppgen.drawing.ops import (
    Color,
    Command,
    EllipseOp,
    ImageOp,
    LineOp,
    Op,
    Paint,
    PathOp,
    RectOp,
)
from ppgen.drawing.pictures import find_picture
from ppgen.drawing.style import Style
from ppgen.geometry import Edges, Frame, Point, Rect, Size
from ppgen.model.layout import ImageElement, Shape, ShapeElement, file_for, from_data
from ppgen.model.needs import Scope
from ppgen.place.replay import Trace
from ppgen.place.spot import Spot
from ppgen.text.fonts import Fonts

#: The style of marks: line weight, dash, hatch.
MARKS = {
    "cut": Paint(stroke=Color(0, 0, 0), weight=0.15),
    "fold": Paint(stroke=Color(0, 0, 0), weight=0.15, dash=1.5),
    "glue": Paint(fill=Color(0, 0, 0), weight=0.15, hatch=1.2),
}


def boxed(style: Style, spot: Spot) -> Iterator[Op]:
    """Draw fill and stroke of an element's own box."""
    paint = style.paint
    if paint.fill is None and paint.stroke is None:
        return
    if paint.stroke is None or len(style.sides) == 4:
        yield RectOp(spot.rect, paint, style.radius)
        return
    if paint.fill is not None:
        yield RectOp(spot.rect, paint._replace(stroke=None), style.radius)
    for side in style.sides:
        yield _line(side, spot, paint._replace(fill=None))


def shape_ops(
    element: ShapeElement, scope: Scope, style: Style, spot: Spot, shapes: Mapping[str, Shape],
    trace: Trace,
) -> Iterator[Op]:  # fmt: skip
    """Draw a shape."""
    get = trace.get
    name = get(element.shape, scope)
    paint = MARKS[get(element.mark, scope)] if element.mark else style.paint
    stretch = element.fit is not None and get(element.fit, scope) == "stretch"
    if name == "rect":
        if len(style.sides) == 4 or element.mark:
            yield RectOp(spot.rect, paint, style.radius)
        else:
            yield from boxed(style, spot)
    elif name == "ellipse":
        # Its stroke lies inside the box.
        half = paint.weight / 2 if paint.stroke else 0.0
        yield EllipseOp(spot.rect.inset(Edges(half, half, half, half)), paint)
    elif name == "line":
        at = get(element.at, scope) if element.at else "across"
        yield _line(at, spot, paint._replace(fill=None))
    elif name == "path":
        if element.path is None or element.view is None:
            raise Problem("E204", "a path needs `path` and `view`", element.span)
        view, commands = get(element.view, scope), element.commands
        if commands is None:
            path = get(element.path, scope)
            commands = svgpath.parse(path, view, getattr(path, "span", None) or element.path.span)
        yield path_op(commands, view, spot, paint, stretch=stretch)
    else:
        shape = find_shape(name, element.shape.span, shapes)
        flip = shape.flip and spot.mirrored
        yield path_op(shape.commands, shape.view, spot, paint, stretch=stretch, flip=flip)


def find_shape(name: str, span: Span | None, shapes: Mapping[str, Shape]) -> Shape:
    """Return a shape by name."""
    shape = shapes.get(str(name))
    if shape is None:
        near = suggest(name, {*shapes, "rect", "ellipse", "line", "path"})
        file = file_for([shape.span for shape in shapes.values()], span) if span else "the layout"
        way = f"add `{name}: {{view: ..., path: ...}}` to `shapes` in {file}"
        raise from_data("E207", f"unknown shape `{name}`", name, span, near, way)
    return shape


def path_op(
    commands: Sequence[Command], view: Size, spot: Spot, paint: Paint, *,
    stretch: bool, flip: bool = False,
) -> PathOp:  # fmt: skip
    """Scale a path from its view into a box less half the line weight."""
    half = paint.weight / 2 if paint.stroke else 0.0
    box = Spot(spot.rect.inset(Edges(half, half, half, half)), spot.turn)
    size = box.size
    sx, sy = size.width / view.width, size.height / view.height
    if not stretch:
        sx = sy = min(sx, sy)
    dx, dy = (size.width - view.width * sx) / 2, (size.height - view.height * sy) / 2
    scale = Frame(-sx, 0, 0, sy, size.width - dx, dy) if flip else Frame(sx, 0, 0, sy, dx, dy)
    frame = scale.then(box.upright)
    out: list[Command] = []
    for kind, values in commands:
        points = [frame.point(Point(*values[i : i + 2])) for i in range(0, len(values), 2)]
        out.append((kind, tuple(v for p in points for v in (p.x, p.y))))
    return PathOp(tuple(out), paint, frame.rect(Rect(0, 0, view.width, view.height)))


def image_op(
    element: ImageElement, scope: Scope, spot: Spot, folders: Sequence[Path], metrics: Fonts,
    trace: Trace,
) -> ImageOp:  # fmt: skip
    """Draw a picture, either whole or covering its box."""
    name = trace.get(element.image, scope)
    span = getattr(name, "span", None) or element.span
    file = find_picture(str(name), span, folders)
    size, box = metrics.picture(file, span), spot.size
    pick = max if element.fit is not None and trace.get(element.fit, scope) == "cover" else min
    scale = pick(box.width / size.width, box.height / size.height)
    w, h = size.width * scale, size.height * scale
    local = Rect((box.width - w) / 2, (box.height - h) / 2, w, h)
    return ImageOp(file, spot.upright.rect(local), spot.rect, spot.turn)


def _line(at: str, spot: Spot, paint: Paint) -> LineOp:
    w, h = spot.size.width, spot.size.height
    ends = {
        "top": (0, 0, w, 0), "bottom": (0, h, w, h),
        "left": (0, 0, 0, h), "right": (w, 0, w, h),
        "across": (0, h / 2, w, h / 2), "down": (w / 2, 0, w / 2, h),
        "rising": (0, h, w, 0), "falling": (0, 0, w, h),
    }[at]  # fmt: skip
    frame = spot.frame
    return LineOp(frame.point(Point(*ends[:2])), frame.point(Point(*ends[2:])), paint)
