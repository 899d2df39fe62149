"""The neighbourhood of letters, as rows of boxes: what specks keep away from.

Takes shaped lines and where they stand; gives boxes on the face. Must not know PDF.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ppgen.drawing.ops import MM_PER_PT
from ppgen.geometry import Rect

if TYPE_CHECKING:
    from ppgen.drawing.ops import Command, TextOp
    from ppgen.text.line import AnyLine
    from ppgen.text.typeface import Typeface

#: Height of a row, and how far the neighbourhood reaches, in mm.
_ROW, _REACH = 0.3, 0.45
#: Straight pieces of a curve.
_PIECES = 5

Point = tuple[float, float]
#: Where a row is covered, from and to.
Spans = list[tuple[float, float]]
#: Rows by their number, counted up from the baseline.
Rows = dict[int, Spans]


class _Key(NamedTuple):
    typeface: int
    gid: int
    em: float


class Halos:
    """The neighbourhoods of letters, found once for each letter and size."""

    def __init__(self) -> None:
        self._known: dict[_Key, Rows] = {}

    def boxes(self, op: TextOp, line: AnyLine) -> Iterator[Rect]:
        """Give boxes on the face that cover a line and what is near it."""
        rows: Rows = {}
        x = 0.0
        for run in line.runs:
            em = op.size * MM_PER_PT * run.scale
            for glyph in run.glyphs:
                across, up = x + glyph.dx * em, round(glyph.dy * em / _ROW)
                for row, spans in self._glyph(run.typeface, glyph.gid, em).items():
                    moved = ((start + across, end + across) for start, end in spans)
                    rows.setdefault(row + up, []).extend(moved)
                x += glyph.advance * em
        for row, spans in rows.items():
            for start, end in _merged(spans):
                yield _turned(op, start, row * _ROW, end, (row + 1) * _ROW)

    def _glyph(self, typeface: Typeface, gid: int, em: float) -> Rows:
        key = _Key(id(typeface), gid, round(em, 3))
        if key not in self._known:
            self._known[key] = _rows(list(_lines(typeface.outline(gid), em)))
        return self._known[key]


def _turned(op: TextOp, left: float, low: float, right: float, high: float) -> Rect:
    """Place a box that stands above a baseline, as the line is turned."""
    cos, sin = ((1, 0), (0, 1), (-1, 0), (0, -1))[op.turn // 90]
    corners = [(x * cos + y * sin, x * sin - y * cos) for x, y in ((left, low), (right, high))]
    (a, b), (c, d) = corners
    x, y = op.origin.x + min(a, c), op.origin.y + min(b, d)
    return Rect(x, y, abs(c - a), abs(d - b))


def _lines(outline: Iterable[Command], em: float) -> Iterator[tuple[Point, Point]]:
    """Give an outline as straight lines in mm, y up."""
    start = at = (0.0, 0.0)
    for letter, values in outline:
        points = [(values[i] * em, values[i + 1] * em) for i in range(0, len(values), 2)]
        if letter == "M":
            start = at = points[0]
        elif letter == "Z":
            yield at, start
            at = start
        else:
            for point in points if letter == "L" else _curve(at, points):
                yield at, point
                at = point


def _curve(at: Point, points: Sequence[Point]) -> Iterator[Point]:
    one, two, end = points
    for i in range(1, _PIECES + 1):
        t = i / _PIECES
        a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
        yield (
            a * at[0] + b * one[0] + c * two[0] + d * end[0],
            a * at[1] + b * one[1] + c * two[1] + d * end[1],
        )


def _rows(lines: Sequence[tuple[Point, Point]]) -> Rows:
    """Cover what lies inside of lines, and what is near them."""
    rows: Rows = {}
    crossed: dict[int, list[float]] = {}
    reach = math.ceil(_REACH / _ROW)
    for (x1, y1), (x2, y2) in lines:
        # Near the line: boxes around points on it.
        steps = max(1, math.ceil(math.hypot(x2 - x1, y2 - y1) / _ROW))
        for i in range(steps + 1):
            x, y = x1 + (x2 - x1) * i / steps, y1 + (y2 - y1) * i / steps
            row = math.floor(y / _ROW)
            for near in range(row - reach, row + reach + 1):
                away = abs((near + 0.5) * _ROW - y)
                if away < _REACH:
                    wide = math.sqrt(_REACH**2 - away**2)
                    rows.setdefault(near, []).append((x - wide, x + wide))
        low, high = sorted((y1, y2))
        for row in range(math.ceil(low / _ROW - 0.5), math.ceil(high / _ROW - 0.5)):
            middle = (row + 0.5) * _ROW
            crossed.setdefault(row, []).append(x1 + (x2 - x1) * (middle - y1) / (y2 - y1))
    for row, crossings in crossed.items():
        crossings.sort()
        rows.setdefault(row, []).extend(zip(crossings[::2], crossings[1::2], strict=False))
    return {row: _merged(spans) for row, spans in rows.items()}


def _merged(spans: Spans) -> Spans:
    """Join spans that overlap."""
    out: Spans = []
    for start, end in sorted(spans):
        if out and start <= out[-1][1]:
            out[-1] = (out[-1][0], max(end, out[-1][1]))
        else:
            out.append((start, end))
    return out
