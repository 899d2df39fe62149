"""Faces: one side of a piece as draw operations, and what many faces have in common.

All lengths are millimetres on the face, y down. Must not know layouts, paper or PDF.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import groupby
from typing import TypeAlias

from ppgen.drawing.extent import bounds
from ppgen.drawing.ops import EllipseOp, Op, PathOp, RectOp
from ppgen.geometry import Edges, Rect, Size

Outline: TypeAlias = PathOp | EllipseOp | RectOp
_FAR = float("inf")


class Pattern:
    """What faces have in common: operations, and between them gaps that each face fills.

    Patterns are told apart by identity: make one for all faces that share it.
    """

    def __init__(
        self, size: Size, outline: Outline, drawing: Sequence[Op | None],
        gaps: Sequence[Rect] | None = None,
    ) -> None:  # fmt: skip
        self.size = size
        self.outline = outline
        #: What the gaps hold at the most; None if only each face can tell.
        self.gaps = gaps
        #: In drawing order; each None is a gap. Neighbouring operations stand together.
        self.parts: tuple[tuple[Op, ...] | None, ...] = tuple(_parts(drawing))

    @cached_property
    def edges(self) -> Edges:
        """How near to each cut edge the common operations come."""
        return _edges(self.size, [bounds(op) for part in self.parts if part for op in part])

    @cached_property
    def encloses(self) -> bool:
        """Whether nothing in a gap can come nearer to an edge than the common operations."""
        if self.gaps is None:
            return False
        inner = _edges(self.size, self.gaps)
        return all(gap >= own for gap, own in zip(inner, self.edges, strict=True))


class Face:
    """One side of a piece: a pattern with its gaps filled."""

    __slots__ = ("fills", "pattern")

    def __init__(self, pattern: Pattern, fills: Sequence[Sequence[Op]] = ()) -> None:
        self.pattern = pattern
        self.fills = fills

    @classmethod
    def of(cls, size: Size, ops: Sequence[Op], outline: Outline) -> Face:
        """Make a face that has nothing in common with others."""
        return cls(Pattern(size, outline, ops))

    @property
    def size(self) -> Size:
        """The cut size."""
        return self.pattern.size

    @property
    def outline(self) -> Outline:
        """The cut line."""
        return self.pattern.outline

    @property
    def ops(self) -> tuple[Op, ...]:
        """Everything that is drawn, in order."""
        fills = iter(self.fills)
        return tuple(
            op for part in self.pattern.parts for op in (next(fills) if part is None else part)
        )

    @property
    def empty(self) -> bool:
        """Tell whether nothing is drawn."""
        return not any(self.pattern.parts) and not any(self.fills)


def drawn_edges(faces: Sequence[Face]) -> Edges:
    """Return the smallest distance from each cut edge to anything drawn, weights not counted."""
    if not faces:
        return Edges()
    patterns = {id(face.pattern): face.pattern for face in faces}
    every = [pattern.edges for pattern in patterns.values()]
    every += [
        _edges(face.size, [bounds(op) for fill in face.fills for op in fill])
        for face in faces
        if face.fills and not face.pattern.encloses
    ]
    nearest = Edges(
        min(e.left for e in every), min(e.top for e in every),
        min(e.right for e in every), min(e.bottom for e in every),
    )  # fmt: skip
    if nearest.left < _FAR:
        return nearest
    size = faces[0].size
    return Edges(size.width / 2, size.height / 2, size.width / 2, size.height / 2)


def _edges(size: Size, boxes: Sequence[Rect]) -> Edges:
    return Edges(
        min([box.x for box in boxes], default=_FAR),
        min([box.y for box in boxes], default=_FAR),
        min([size.width - box.right for box in boxes], default=_FAR),
        min([size.height - box.bottom for box in boxes], default=_FAR),
    )


def _parts(drawing: Sequence[Op | None]) -> Iterator[tuple[Op, ...] | None]:
    for gap, items in groupby(drawing, key=lambda item: item is None):
        if gap:
            yield from [None for _ in items]
        else:
            yield tuple(item for item in items if item is not None)
