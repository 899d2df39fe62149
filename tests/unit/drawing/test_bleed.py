"""Faces that run on: what reaches the cut edge does, on that side only, and text never."""

from __future__ import annotations

from pathlib import Path

import pytest

from ppgen.drawing.bleed import run_on
from ppgen.drawing.extent import bounds
from ppgen.drawing.face import Face, drawn_edges
from ppgen.drawing.ops import Color, EllipseOp, ImageOp, LineOp, Op, Paint, PathOp, RectOp, TextOp
from ppgen.geometry import Edges, Point, Rect, Size
from tests.support.pdf import text

SIZE = Size(60, 40)
BY = Edges(2, 2, 2, 2)
INK = Paint(fill=Color(0, 0, 0))
LINE = Paint(stroke=Color(0, 0, 0), weight=1)
EDGE = RectOp(Rect(0, 0, 60, 40), Paint())


def made(*ops: Op, by: Edges = BY, outline: RectOp | EllipseOp = EDGE) -> list[Op]:
    (face,) = run_on([Face.of(SIZE, ops, outline)], by)
    return list(face.ops)


def path(*points: tuple[float, float]) -> PathOp:
    (first, *rest) = points
    xs, ys = zip(*points, strict=True)
    box = Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
    commands = (("M", first), *(("L", p) for p in rest), ("Z", ()))
    return PathOp(commands, INK, box)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("rect", "far"),
    [
        (Rect(0, 0, 60, 40), Rect(-2, -2, 64, 44)),
        (Rect(0, 0, 6, 40), Rect(-2, -2, 8, 44)),
        (Rect(10, 0, 40, 5), Rect(10, -2, 40, 7)),
        (Rect(54, 10, 6, 5), Rect(54, 10, 8, 5)),
        (Rect(0.5, 0.5, 59, 39), Rect(0.5, 0.5, 59, 39)),
    ],
)
def test_fills(rect: Rect, far: Rect) -> None:
    assert made(RectOp(rect, INK)) == [RectOp(far, INK)]


def test_sides_that_do_not_run_on() -> None:
    (op,) = made(RectOp(Rect(0, 0, 60, 40), INK), by=Edges(2, 2, 0, 2))
    assert op == RectOp(Rect(-2, -2, 62, 44), INK)


def test_a_frame_is_not_cut_off() -> None:
    rect = Rect(0, 0, 60, 40)
    both = INK._replace(stroke=Color(9, 9, 9), weight=1)
    assert made(RectOp(rect, LINE)) == [RectOp(rect, LINE)]
    assert made(RectOp(rect, both)) == [
        RectOp(Rect(-2, -2, 64, 44), both._replace(stroke=None)),
        RectOp(rect, both._replace(fill=None)),
    ]


def test_lines_run_on_in_their_direction() -> None:
    def ends(*values: float, paint: Paint = LINE) -> tuple[float, ...]:
        (op,) = made(LineOp(Point(*values[:2]), Point(*values[2:]), paint))
        assert isinstance(op, LineOp)
        return (*op.start, *op.end)

    assert ends(0, 20, 60, 20) == (-2, 20, 62, 20)
    assert ends(10, 0, 10, 20) == (10, -2, 10, 20)
    assert ends(50, 30, 60, 40) == (50, 30, 62, 42)
    assert ends(0, 0, 0, 40) == (0, -2, 0, 42), "along the edge, only its ends run on"
    assert ends(5, 20, 55, 20) == (5, 20, 55, 20)
    assert ends(0, 20, 60, 20, paint=LINE._replace(dash=1)) == (0, 20, 60, 20)


def test_paths_get_strips_where_they_lie_on_the_edge() -> None:
    wedge = path((45, 0), (60, 0), (60, 15))
    found = made(wedge)
    assert found[-1] == wedge, "inside the cut nothing changes"
    boxes = [bounds(op) for op in found[:-1]]
    assert boxes[0].inset(Edges(0, 0, 0, 0.05)) == pytest.approx(Rect(45, -2, 17, 2))
    assert boxes[1].inset(Edges(0.05, 0, 0, 0)) == pytest.approx(Rect(60, -2, 2, 17))
    assert made(path((5, 5), (20, 5), (20, 20))) == [path((5, 5), (20, 5), (20, 20))]
    assert made(path((0, 20), (20, 5), (20, 35))) == [path((0, 20), (20, 5), (20, 35))], "a point"


def test_round_faces() -> None:
    outline = EllipseOp(Rect(0, 0, 60, 40), LINE)
    full, inner = EllipseOp(Rect(0, 0, 60, 40), INK), EllipseOp(Rect(0, 10, 20, 20), INK)
    assert made(full, inner, outline=outline) == [EllipseOp(Rect(-2, -2, 64, 44), INK), inner]
    assert made(full) == [full]


def test_pictures_are_enlarged_as_much_as_they_must() -> None:
    square = ImageOp(Path("x.png"), Rect(0, -10, 60, 60), Rect(0, 0, 60, 40))
    (op,) = made(square)
    assert isinstance(op, ImageOp)
    assert op.clip == Rect(-2, -2, 64, 44)
    assert op.rect == pytest.approx(Rect(-2, -12, 64, 64))
    inside = ImageOp(Path("x.png"), Rect(5, 5, 10, 10), Rect(5, 5, 10, 10))
    assert made(inside) == [inside]


def test_text_never_does() -> None:
    words = text("word", 0, 40)
    assert isinstance(words, TextOp)
    assert made(words) == [words]


def test_what_faces_share_they_share_still() -> None:
    one = Face.of(SIZE, [RectOp(Rect(0, 0, 60, 40), INK)], EDGE)
    other = Face(one.pattern)
    first, second, again = run_on([one, other, one], BY)
    assert first is again
    assert first.pattern is second.pattern
    assert first.size == SIZE
    assert drawn_edges([first]) == Edges(-2, -2, -2, -2)
