"""What faces and pages have in common, so that it is written once.

Takes faces and marks; gives the parts of each face, told by identity, as thousands of faces are
too many to be compared with each other. The caller keeps the objects alive meanwhile.
Must not know PDF or fonts.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ppgen.drawing.ops import Face, Op


@dataclass(frozen=True, slots=True)
class Part:
    """Neighbouring layers of a face; `shared` tells of which form, if others have them too."""

    ops: tuple[Op, ...]
    shared: tuple[int, int] | None = None


def same_marks(marks: Iterable[tuple[Op, ...]]) -> dict[int, int]:
    """Number the marks of pages by their identity; equal ones get the same number."""
    numbered: dict[tuple[Op, ...], int] = {}
    out: dict[int, int] = {}
    for ops in marks:
        # Hashing the marks of every page would take longer than writing them.
        if id(ops) not in out:
            out[id(ops)] = numbered.setdefault(ops, len(numbered))
    return out


def whole(face: Face) -> Part:
    """Give a face that shares nothing as one part."""
    return Part(_flat(face.layers))


def shared_parts(families: Sequence[Sequence[Face]]) -> dict[int, tuple[Part, ...]]:
    """Cut the faces of each family into parts that all share and parts of their own."""
    out: dict[int, tuple[Part, ...]] = {}
    for which, family in enumerate(families):
        faces = list({id(face): face for face in family if id(face) not in out}.values())
        if len(faces) < 2 or len({(len(face.layers), face.size) for face in faces}) > 1:
            continue
        first = faces[0]
        same = list(range(len(first.layers)))
        for face in faces[1:]:
            same = [i for i in same if face.layers[i] == first.layers[i]]
        if not same:
            continue
        runs = _neighbours(set(same), len(first.layers))
        for face in faces:
            parts = (
                Part(
                    _flat(face.layers[start:stop]),
                    (which, start) if start in same else None,
                )
                for start, stop in runs
            )
            out[id(face)] = tuple(part for part in parts if part.ops)
    return out


def _flat(layers: tuple[tuple[Op, ...], ...]) -> tuple[Op, ...]:
    return tuple(op for ops in layers for op in ops)


def _neighbours(same: set[int], count: int) -> list[tuple[int, int]]:
    """Cut 0..count where layers of all and layers of one meet; give starts and ends."""
    cuts = [i for i in range(1, count) if (i in same) != (i - 1 in same)]
    return list(zip([0, *cuts], [*cuts, count], strict=True))
