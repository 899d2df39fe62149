"""Boxes as paper in three dimensions: a face is cut out, folded back at its ticks, and measured.

Nothing here knows how a layout is made. Cut lines and fold ticks are read from what is drawn, the
paper falls into panels between them, and each panel is turned by a right angle about its fold.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from PIL import Image, ImageDraw

from ppgen.drawing.face import Face
from ppgen.drawing.ops import LineOp, Paint, PathOp

#: Pixels in a millimetre, those across a line, and millimetres of blank paper around the face.
FINE, LINE, AROUND = 4, 2, 2.0
Flat = tuple[float, float]
Segment = tuple[Flat, Flat]


def _role(paint: Paint) -> str:
    """Tell what a line is for: marks are a hair of black."""
    if paint.hatch:
        return "glue"
    if not paint.stroke or paint.weight != 0.15:
        return ""
    return "fold" if paint.dash else "cut"


def _flat(path: PathOp) -> Iterator[list[Flat]]:
    """Walk along a path, its curves in small steps."""
    run: list[Flat] = []
    for kind, v in path.commands:
        if kind == "M":
            if run:
                yield run
            run = [(v[0], v[1])]
        elif kind == "L":
            run.append((v[0], v[1]))
        elif kind == "C":
            ends = np.array([run[-1], (v[0], v[1]), (v[2], v[3]), (v[4], v[5])])
            for t in np.linspace(0, 1, 13)[1:]:
                x, y = (
                    np.array([(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3]) @ ends
                )
                run.append((float(x), float(y)))
        else:
            run.append(run[0])
    if run:
        yield run


def _cuts(face: Face) -> list[list[Flat]]:
    out: list[list[Flat]] = []
    for op in face.ops:
        if isinstance(op, LineOp) and _role(op.paint) == "cut":
            out.append([(op.start.x, op.start.y), (op.end.x, op.end.y)])
        elif isinstance(op, PathOp) and _role(op.paint) == "cut":
            out += _flat(op)
    return out


def _folds(face: Face) -> list[Segment]:
    """Join each two ticks on one line: they stand at the ends of a fold."""
    lines: dict[tuple[str, float], list[float]] = {}
    for op in face.ops:
        if isinstance(op, LineOp) and _role(op.paint) == "fold":
            upright = abs(op.start.x - op.end.x) < 1e-6
            key = ("x", round(op.start.x, 2)) if upright else ("y", round(op.start.y, 2))
            pair = (op.start.y, op.end.y) if upright else (op.start.x, op.end.x)
            lines.setdefault(key, []).extend(pair)
    out: list[Segment] = []
    for (axis, at), found in lines.items():
        ends = sorted(found)
        assert len(ends) % 4 == 0, "a fold has a tick at each end"
        for i in range(0, len(ends), 4):
            low, high = ends[i], ends[i + 3]
            out.append(((at, low), (at, high)) if axis == "x" else ((low, at), (high, at)))
    return out


@dataclass
class Panel:
    """A piece of paper between lines: its box on the face, and where folding takes it."""

    box: tuple[float, float, float, float]  # left, top, right, bottom
    area: float
    glued: bool = False
    turn: np.ndarray | None = None

    def at(self, x: float, y: float) -> np.ndarray:
        """Where a place of the face comes."""
        assert self.turn is not None
        return (self.turn @ np.array([x, y, 0.0, 1.0]))[:3]

    @property
    def corners(self) -> np.ndarray:
        left, top, right, bottom = self.box
        return np.array([self.at(x, y) for x in (left, right) for y in (top, bottom)])

    @property
    def span(self) -> tuple[np.ndarray, np.ndarray]:
        """The least and the largest coordinates."""
        return self.corners.min(axis=0), self.corners.max(axis=0)


@dataclass
class Carton:
    """All panels of a face, folded, and the folds between them by the index of their panels."""

    panels: list[Panel]
    folds: list[tuple[Segment, int, int]]

    def edge(self, index: int, fold: Segment) -> np.ndarray:
        return np.array([self.panels[index].at(*end) for end in fold])

    def beside(self, index: int) -> list[int]:
        return [b if a == index else a for _, a, b in self.folds if index in {a, b}]


def fold(face: Face) -> Carton:
    """Cut a face out and fold it, the printed side outside."""
    folds = _folds(face)
    labels = _regions(face, folds)
    count = int(labels.max())
    panels = []
    for n in range(1, count + 1):
        ys, xs = np.nonzero(labels == n)
        half = LINE / 2  # a panel reaches to the middle of the lines around it
        left, top = ((v.min() - half) / FINE - AROUND for v in (xs, ys))
        right, bottom = ((v.max() + half) / FINE - AROUND for v in (xs, ys))
        panels.append(Panel((left, top, right, bottom), len(xs) / FINE**2))
    joined: list[tuple[Segment, int, int]] = []
    for one in folds:
        (ax, ay), (bx, by) = one
        mx, my = (ax + bx) / 2, (ay + by) / 2
        dx, dy = (0.8, 0.0) if ax == bx else (0.0, 0.8)
        sides = [_label(labels, mx + s * dx, my + s * dy) for s in (-1, 1)]
        assert min(sides) > 0, f"a fold without paper at both sides: {one}"
        assert sides[0] != sides[1], f"a panel that is folded onto itself: {one}"
        joined.append((one, sides[0] - 1, sides[1] - 1))
    for op in face.ops:
        if isinstance(op, PathOp) and _role(op.paint) == "glue":
            center = op.bounds.center
            panels[_label(labels, center.x, center.y) - 1].glued = True
    carton = Carton(panels, joined)
    _turn(carton)
    return carton


def _label(labels: np.ndarray, x: float, y: float) -> int:
    return int(labels[round((y + AROUND) * FINE), round((x + AROUND) * FINE)])


def _regions(face: Face, folds: Sequence[Segment]) -> np.ndarray:
    """Number the pieces of paper between all lines; what lies outside of the box is 0."""
    size = [round((side + 2 * AROUND) * FINE) for side in face.size]
    image = Image.new("L", (size[0], size[1]), 0)
    draw = ImageDraw.Draw(image)
    for run in [*_cuts(face), *([*one] for one in folds)]:
        draw.line([((x + AROUND) * FINE, (y + AROUND) * FINE) for x, y in run], 255, width=LINE)
    wall = np.array(image) > 0
    labels = np.where(wall, -1, 0)
    ImageDraw.floodfill(image, (0, 0), 128)  # around the box
    labels[np.array(image) == 128] = -2
    count = 0
    for y, x in zip(*np.nonzero(labels == 0), strict=True):
        if labels[y, x] == 0:
            count += 1
            _flood(labels, int(y), int(x), count)
    return np.maximum(labels, 0)


def _flood(labels: np.ndarray, y: int, x: int, value: int) -> None:
    labels[y, x] = value
    queue = deque([(y, x)])
    while queue:
        y, x = queue.popleft()
        for v, u in ((y - 1, x), (y + 1, x), (y, x - 1), (y, x + 1)):
            if labels[v, u] == 0:
                labels[v, u] = value
                queue.append((v, u))


def _turn(carton: Carton) -> None:
    """Turn each panel back by a right angle about its fold, from the one with most folds on."""
    first = max(range(len(carton.panels)), key=lambda n: len(carton.beside(n)))
    carton.panels[first].turn = np.eye(4)
    queue = deque([first])
    while queue:
        index = queue.popleft()
        for one, a, b in carton.folds:
            if index not in {a, b}:
                continue
            other = b if a == index else a
            if carton.panels[other].turn is None:
                # `a` lies left of an upright fold or above a lying one; z goes to the reader.
                turn = _about(one, towards=1 if other == b else -1)
                carton.panels[other].turn = carton.panels[index].turn @ turn
                queue.append(other)
    assert all(panel.turn is not None for panel in carton.panels), "a panel that hangs on nothing"


def _about(one: Segment, towards: int) -> np.ndarray:
    """Turn what lies beyond a fold away from the reader; `towards` is 1 to the right or below."""
    (ax, ay), (bx, _) = one
    out = np.eye(4)
    if ax == bx:  # x becomes depth
        out[:3, :3] = np.array([[0, 0, towards], [0, 1, 0], [-towards, 0, 0]])
    else:
        out[:3, :3] = np.array([[1, 0, 0], [0, 0, towards], [0, -towards, 0]])
    pivot = np.array([ax, ay, 0.0])
    out[:3, 3] = pivot - out[:3, :3] @ pivot
    return out
