"""Pads: a cover before the first sheet of each, with the edge to glue hatched.

Takes the faces of all sheets; returns them with covers among them. Must not know paper.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ppgen.drawing.face import Face, drawn_edges
from ppgen.drawing.ops import MM_PER_PT, Color, FontChoice, FontList, Op, Paint, RectOp, TextOp
from ppgen.geometry import Point, Rect, Size
from ppgen.text.fonts import Fonts

_INK = Color(0, 0, 0)
_TITLE: FontList = (
    FontChoice("Sofia Sans Extra Condensed", weight=800), FontChoice("Roboto Condensed", weight=700)
)  # fmt: skip
_NAME: FontList = (FontChoice("Roboto Condensed", weight=400),)
#: The strip along the glued edge, wide enough to be seen and to be torn off.
_GLUE = 3.0
_HATCH = Paint(fill=_INK, weight=0.2, hatch=1.2)
_LARGEST = 60.0


class Cover(NamedTuple):
    """What stands on a cover, and which edge of the pad is glued."""

    title: str
    name: str
    lang: str
    at_top: bool
    at_right: bool


def with_covers(
    fronts: Sequence[Face], backs: Sequence[Face], pads: int, cover: Cover, metrics: Fonts
) -> tuple[list[Face], list[Face]]:
    """Return fronts and backs of all pads with a cover before each; its back stays blank.

    Raises:
        Problem: if no font can write the title.
    """
    size, each = fronts[0].size, len(fronts) // pads
    # A cover that keeps as far from its edges as the sheets do takes no more paper.
    near = drawn_edges(list({id(face): face for face in [*fronts, *backs]}.values()))
    room = Rect(0, 0, size.width, size.height).inset(near)
    outline = fronts[0].outline
    front = Face.of(size, _drawn(cover, size, room, metrics), outline)
    blank = Face.of(size, [], outline)
    starts = range(0, len(fronts), each)
    listed = [[front, *fronts[at : at + each]] for at in starts]
    behind = [[blank, *backs[at : at + each]] for at in starts] if backs else []
    return [face for pad in listed for face in pad], [face for pad in behind for face in pad]


def _drawn(cover: Cover, size: Size, room: Rect, metrics: Fonts) -> list[Op]:
    """Draw title and name in the middle, and the strip to glue."""
    strip = Rect(room.x, room.y, _GLUE, room.height)
    if cover.at_top:
        strip = Rect(room.x, room.y, room.width, _GLUE)
    elif cover.at_right:
        strip = strip._replace(x=room.right - _GLUE)
    words = room.width - 4 * _GLUE
    ops: list[Op] = [RectOp(strip, _HATCH)]
    wide = metrics.line(cover.title, _TITLE, cover.lang, None).width * MM_PER_PT
    points = min(_LARGEST, words / wide if wide > 0 else _LARGEST, room.height / 6 / MM_PER_PT)
    middle = Point(size.width / 2, size.height * 0.42)
    ops.append(_text(cover.title, _TITLE, points, middle, cover.lang, metrics))
    below = Point(middle.x, middle.y + 4 + 5 * MM_PER_PT * points / 12)
    small = metrics.line(cover.name, _NAME, cover.lang, None).width * MM_PER_PT
    points = min(14.0, words / small if small > 0 else 14.0)
    ops.append(_text(cover.name, _NAME, points, below, cover.lang, metrics))
    return ops


def _text(
    words: str, fonts: FontList, points: float, middle: Point, lang: str, metrics: Fonts
) -> TextOp:
    """Write a line with its middle at a place."""
    shaped = metrics.line(words, fonts, lang, None)
    wide, cap = shaped.width * points * MM_PER_PT, shaped.cap * points * MM_PER_PT
    start = Point(middle.x - wide / 2, middle.y)
    box = Rect(start.x, start.y - cap, wide, cap)
    return TextOp(words, fonts, points, start, 0, _INK, box, lang)
