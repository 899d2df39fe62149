"""Faces: one side of a piece as draw operations, and what many faces have in common.

All lengths are millimeters on the face, y down. Must not know layouts, paper or PDF.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import groupby
from typing import NamedTuple, Protocol, TypeAlias

from ppgen.drawing.extent import bounds
from ppgen.drawing.ops import EllipseOp, Op, PathOp, RectOp
from ppgen.geometry import Edges, Rect, Size, Turn

Outline: TypeAlias = PathOp | EllipseOp | RectOp
_FAR = float("inf")
_NOWHERE = Edges(_FAR, _FAR, _FAR, _FAR)


class Line(Protocol):
    """Where operations stand that differ only by where they start and end."""

    def box(self, start: float, end: float) -> Rect:
        """Return the box on the face of what reaches from start to end."""


class Field(NamedTuple):
    """A box to write in on a screen; `summed` names the fields that it adds up."""

    name: str
    rect: Rect
    turn: Turn
    summed: str = ""


#: How far operations reach that stand on a line.
Reach: TypeAlias = dict[Line, tuple[float, float]]


class Late:
    """The only operation of a gap, created each time it is drawn.

    Otherwise thousands of faces would hold thousands of operations at once.
    """

    __slots__ = ()

    def op(self) -> Op:
        """Create the operation."""
        raise NotImplementedError

    def note(self, reach: Reach) -> None:
        """Take down how far it reaches."""
        raise NotImplementedError

    def __iter__(self) -> Iterator[Op]:
        yield self.op()

    def __len__(self) -> int:
        return 1


#: The operations that fill a gap.
Fill: TypeAlias = Sequence[Op] | Late


class Pattern:
    """The common part of several faces: operations, with gaps that each face fills.

    Patterns are compared by identity: create exactly one for all faces that share it.
    """

    def __init__(
        self, size: Size, outline: Outline, drawing: Sequence[Op | None],
        gaps: Sequence[Rect] | None = None, bleed: float = 0.0, fields: Sequence[Field] = (),
    ) -> None:  # fmt: skip
        self.size = size
        #: How far it is drawn beyond its cut edge, to be cut off.
        self.bleed = bleed
        self.outline = outline
        #: In the order in which people fill them.
        self.fields = fields
        #: The extent of the gaps at most; None if it depends on the face.
        self.gaps = gaps
        #: The distance to each cut edge of the fills of all faces so far.
        self._filled = _NOWHERE
        #: How far those of them reach that are created late.
        self._reach: Reach = {}
        #: In drawing order; None is a gap. Adjacent operations are grouped.
        self.parts: tuple[tuple[Op, ...] | None, ...] = tuple(_parts(drawing))

    @cached_property
    def edges(self) -> Edges:
        """The distance of the common operations to each cut edge."""
        return _edges(self.size, [bounds(op) for part in self.parts if part for op in part])

    @cached_property
    def encloses(self) -> bool:
        """Whether nothing in a gap can get closer to an edge than the common operations."""
        if self.gaps is None:
            return False
        inner = _edges(self.size, self.gaps)
        return all(gap >= own for gap, own in zip(inner, self.edges, strict=True))

    def note(self, fills: Iterable[Fill]) -> None:
        """Update the distances to the cut edges with the fills of a face."""
        if self.encloses:
            return
        boxes: list[Rect] = []
        for fill in fills:
            if isinstance(fill, Late):
                fill.note(self._reach)
            else:
                boxes += [bounds(op) for op in fill]
        if boxes:
            self._filled = _nearest([self._filled, _edges(self.size, boxes)])

    @property
    def drawn(self) -> Edges:
        """The distance to each cut edge of anything on all faces so far."""
        late = _edges(self.size, [line.box(*ends) for line, ends in self._reach.items()])
        return _nearest([self.edges, self._filled, late])


class Face:
    """One side of a piece: a pattern with its gaps filled."""

    __slots__ = ("fills", "pattern")

    def __init__(self, pattern: Pattern, fills: Sequence[Fill] = ()) -> None:
        self.pattern = pattern
        self.fills = fills
        if fills:
            pattern.note(fills)

    @classmethod
    def of(cls, size: Size, ops: Sequence[Op], outline: Outline) -> Face:
        """Return a face that shares nothing with others."""
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
        """Whether nothing is drawn."""
        return not any(self.pattern.parts) and not any(self.fills)


def drawn_edges(faces: Sequence[Face], outlined: Sequence[Face] = ()) -> Edges:
    """Return the smallest distance from each cut edge to anything drawn, weights not counted.

    The faces are all that share their patterns. Of those that are `outlined`, the cut line is drawn
    where it is no rectangle.
    """
    if not faces:
        return Edges()
    patterns = {id(face.pattern): face.pattern for face in faces}
    every = [pattern.drawn for pattern in patterns.values()]
    lines = {id(face.pattern): face for face in outlined if not isinstance(face.outline, RectOp)}
    every += [_edges(face.size, [bounds(face.outline)]) for face in lines.values()]
    nearest = _nearest(every)
    if nearest.left < _FAR:
        return nearest
    size = faces[0].size
    return Edges(size.width / 2, size.height / 2, size.width / 2, size.height / 2)


def _nearest(every: Sequence[Edges]) -> Edges:
    return Edges(
        min([e.left for e in every]), min([e.top for e in every]),
        min([e.right for e in every]), min([e.bottom for e in every]),
    )  # fmt: skip


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
