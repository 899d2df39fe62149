"""Places the faces of all pieces of a product, and chooses the size of each piece.

Takes layouts and records; returns the faces of each size, and reports problems. Must not know how
faces are arranged on paper, or PDF.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ppgen.build.sizing import Chosen, choose_size, face_sizes
from ppgen.diagnostics import Problem, Report, Span
from ppgen.drawing.face import Face
from ppgen.geometry import Size
from ppgen.limits import DRAWN
from ppgen.load.workspace import Workspace
from ppgen.model.needs import Scope
from ppgen.place.placer import Placed, Placer
from ppgen.place.program import Program, Texts, settle
from ppgen.request import Request

#: The number of a piece, and the index of its record.
Piece = tuple[int, int]


class Side(NamedTuple):
    """One side of a product; `numbered` if its faces depend on the number of their piece."""

    placer: Placer
    numbered: bool


class Faces(NamedTuple):
    """The faces of all pieces of one size; no backs if there are none."""

    fronts: list[Face]
    backs: list[Face]
    usual: Size | None  # its usual size, if there was no room for that


def place_all(
    workspace: Workspace, request: Request, sides: Sequence[Side], pieces: Sequence[Piece],
    records: Sequence[Scope], names: Sequence[str], report: Report,
) -> dict[Size, Faces] | None:  # fmt: skip
    """Place the faces of all pieces, by their sizes; equal faces are the same object.

    All pieces are measured, so that a selection by `only` looks the same as in the full deck.
    `names` are those that differ between records. None if no size can be chosen, which is reported.
    """
    placers = [side.placer for side in sides]
    values = [[record[name] for name in names] for record in records]
    chosen: dict[tuple[Size, ...], Chosen] = {}
    of_record: list[Chosen] = []
    for record, own in zip(records, values, strict=True):
        scope = {**record, "number": 0}
        sizes = face_sizes(workspace, request, scope, [*own, 0], placers, report)
        if sizes not in chosen:
            choice = choose_size(request, sizes, placers, [*own, 1], report)
            if choice is None:
                return None
            chosen[sizes] = choice
        of_record.append(chosen[sizes])
    sizes_of = [size for size, _ in of_record]
    placed = [
        _placed(side, pieces, values, sizes_of, report, request.product.span) for side in sides
    ]
    if not all(placed):
        return None
    programs = {id(p.program): p.program for each in placed for p in each if p}
    limits = settle(programs.values())
    made: dict[tuple[int, Texts], Face] = {}

    def face(program: Program, texts: Texts) -> Face:
        known = made.get((id(program), texts))
        if known is None:
            known = made[id(program), texts] = program.face(texts, limits, report)
        return known

    out: dict[Size, Faces] = {}
    for at, (number, index) in enumerate(pieces):
        if request.only is not None and number not in request.only:
            continue
        size, usual = of_record[index]
        faces = out.setdefault(size, Faces([], [], usual))
        for listed, each in zip((faces.fronts, faces.backs), placed, strict=False):
            if one := each[at]:
                listed.append(face(*one))
    return out


class _TooMuchError(Problem):
    """Going on would only take time and memory."""


def _placed(
    side: Side, pieces: Sequence[Piece], values: Sequence[Sequence[object]],
    sizes: Sequence[Size], report: Report, span: Span,
) -> list[Placed | None]:  # fmt: skip
    """Place one side of all pieces; None for those that cannot be placed."""
    kept: dict[int, Placed | None] = {}
    left, faces = int(DRAWN), len(pieces if side.numbered else values)
    out: list[Placed | None] = []
    for number, index in pieces:
        if side.numbered or index not in kept:
            try:
                placed = side.placer.place([*values[index], number], sizes[index], report)
                left -= len(placed.texts)
                # The first piece shows what the others will come to.
                if left < 0 or (not kept and len(placed.texts) * faces > DRAWN):
                    raise _TooMuchError(
                        "E305", f"more than {DRAWN:,} texts that differ from face to face",
                        span, help="print fewer pieces at a time",
                    )  # fmt: skip
                placed.program.add(placed.texts, report)
                kept[index] = placed
            except _TooMuchError as problem:
                report.problem(problem)
                return []
            except Problem as problem:
                report.problem(problem)
                kept[index] = None
        out.append(kept[index])
    return out
