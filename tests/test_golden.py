"""Golden faces: what is drawn on the note sheet, one line an operation.

After a change that is meant to move something: `pytest --update-golden`, then read the diff.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import Prepare

from ppgen.geometry import Point, Rect, Size
from ppgen.place.ops import Color, EllipseOp, Face, LineOp, Op, Paint, PathOp, RectOp, TextOp

GOLDEN = Path(__file__).parent / "golden"


def number(value: float) -> str:
    # Adding zero turns -0.0 into 0.0.
    return f"{round(value, 2) + 0.0:.2f}".rstrip("0").rstrip(".")


def numbers(*values: float) -> str:
    return " ".join(number(v) for v in values)


def color(value: Color | None) -> str:
    return f"#{value.red:02x}{value.green:02x}{value.blue:02x}" if value else "none"


def rect(value: Rect) -> str:
    return numbers(value.x, value.y, value.width, value.height)


def point(value: Point) -> str:
    return numbers(value.x, value.y)


def paint(value: Paint) -> str:
    out = [f"fill={color(value.fill)}"] if value.fill else []
    if value.stroke:
        out.append(f"stroke={color(value.stroke)} weight={number(value.weight)}")
    if value.dash:
        out.append(f"dash={number(value.dash)}")
    return " ".join(out)


def line(op: Op) -> str:
    match op:
        case RectOp():
            round_ = f" radius={number(op.radius)}" if op.radius else ""
            return f"rect {rect(op.rect)} {paint(op.paint)}{round_}"
        case EllipseOp():
            return f"ellipse {rect(op.rect)} {paint(op.paint)}"
        case LineOp():
            return f"line {point(op.start)} to {point(op.end)} {paint(op.paint)}"
        case PathOp():
            way = " ".join(f"{kind} {numbers(*values)}".strip() for kind, values in op.commands)
            return f"path {paint(op.paint)} {way}"
        case TextOp():
            font = op.fonts[0].family or op.fonts[0].file
            return (
                f"text {op.text!r} {number(op.size)}pt {font!r} at {point(op.origin)} "
                f"turn={op.turn} {color(op.color)} box {rect(op.bounds)}"
            )
        case _:
            raise AssertionError(op)


def written(face: Face) -> str:
    out = [f"face {numbers(face.size.width, face.size.height)}", f"outline {line(face.outline)}"]
    for index, layer in enumerate(face.layers, 1):
        out.append(f"element {index}")
        out.extend(f"  {line(op)}" for op in layer)
    return "\n".join(out) + "\n"


@pytest.mark.parametrize("side", ["front", "back"])
def test_note_sheet(notes: Prepare, request: pytest.FixtureRequest, side: str) -> None:
    (group,) = notes("en", paper="a4").groups
    assert group.size == Size(148, 210)
    face = (group.fronts if side == "front" else group.backs)[0]
    file = GOLDEN / f"notes-{side}-a5-en.txt"
    if request.config.getoption("--update-golden"):
        GOLDEN.mkdir(exist_ok=True)
        file.write_text(written(face), encoding="utf-8")
    assert written(face).splitlines() == file.read_text(encoding="utf-8").splitlines()


def test_a_move_of_a_fiftieth_of_a_millimetre_shows() -> None:
    one = Face(
        Size(10, 10),
        ((RectOp(Rect(1, 1, 2, 2), Paint(fill=Color(0, 0, 0))),),),
        RectOp(Rect(0, 0, 10, 10), Paint()),
    )
    moved = Face(
        one.size, ((RectOp(Rect(1.02, 1, 2, 2), Paint(fill=Color(0, 0, 0))),),), one.outline
    )
    assert written(one) != written(moved)
