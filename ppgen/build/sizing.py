"""The sizes that a record's face may have, and the one that leaves least paper unused.

Takes a request and the placers of its sides; gives sizes. Must not know PDF.
"""

from __future__ import annotations

from collections.abc import Sequence

from ppgen.diagnostics import Problem, Refused, Report
from ppgen.drawing.face import drawn_edges
from ppgen.geometry import Edges, Size, portrait
from ppgen.impose.grid import best_size
from ppgen.load.workspace import Workspace
from ppgen.model.needs import Scope
from ppgen.place.placer import Placer
from ppgen.request import Request
from ppgen.units import show


def face_sizes(
    workspace: Workspace, request: Request, scope: Scope, values: Sequence[object],
    placers: Sequence[Placer], report: Report,
) -> tuple[Size, ...]:  # fmt: skip
    """Return the sizes that a record's face may have; `values` are those of the record."""
    if request.size is not None:
        found = workspace.size(request.size)
        if found is None:
            msg = f"there is no size `{request.size}`; {workspace.near_size(request.size)}"
            raise Refused(msg)
        return (found,)
    out: list[Size] = []
    for entry in request.product.sizes:
        name = entry.get(scope)
        if name == "paper":
            out.append(portrait(request.paper))
        elif name == "auto":
            needs = [placer.least(values, report) for placer in placers]
            out.append(Size(max(n.width for n in needs), max(n.height for n in needs)))
        else:
            size = workspace.size(str(name))
            if size is None:
                raise Problem("E202", f"unknown size `{name}`", entry.span)
            out.append(size)
    return tuple(out)


def choose_size(
    request: Request, sizes: tuple[Size, ...], placers: Sequence[Placer],
    values: Sequence[object], report: Report,
) -> Size | None:  # fmt: skip
    """Choose the size that leaves least paper unused; a refusal names both sizes.

    None if no face can be placed at all, which is reported.
    """
    if len(sizes) == 1:
        return sizes[0]
    problems: list[Problem] = []

    def drawn(size: Size) -> Edges:
        # What is wrong with a size that is not chosen is nobody's concern.
        unheard = Report()
        faces = []
        for placer in placers:
            try:
                found = placer.place(values, size, unheard)
                faces.append(found.program.alone(found.texts, unheard))
            except Problem as problem:
                problems.append(problem)
        return drawn_edges(faces) if faces else Edges(5, 5, 5, 5)

    at = best_size(sizes, request.paper, request.margin, drawn)
    if at is None:
        if problems:
            report.problem(problems[0])
            return None
        raise too_large(request, min(sizes, key=lambda s: s.width * s.height))
    return sizes[at]


def too_large(request: Request, size: Size) -> Problem:
    """Refuse a face that the paper cannot hold."""
    paper = f"{request.paper_name} ({show(request.paper.width)}x{show(request.paper.height)} mm)"
    what = "a front and a back side by side, each" if request.duplex == "fold" else "a face"
    return Problem(
        "E501",
        f"{what} of {show(size.width)}x{show(size.height)} mm does not fit on {paper}",
        request.product.span,
        note=f"with a printable margin of {show(request.margin)} mm",
        help="choose a larger --paper, a smaller --size or a smaller --margin"
        + (", or another --duplex than fold" if request.duplex == "fold" else ""),
    )
