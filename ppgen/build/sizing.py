"""The sides of a product as faces, and the size that they get.

Takes layouts, records and the paper; gives faces by their filled needs, the sizes that a record may
have, and the one that leaves least paper unused. Must not know PDF.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ppgen.diagnostics import Problem, Refused, Report
from ppgen.drawing.extent import drawn_edges
from ppgen.drawing.ops import Face
from ppgen.geometry import Edges, Size, portrait
from ppgen.impose.sheets import best_size
from ppgen.load.workspace import Workspace
from ppgen.model.game import SideSpec
from ppgen.model.layout import Layout
from ppgen.model.needs import evaluate, fill
from ppgen.place.face import Placer
from ppgen.place.tree import Content
from ppgen.place.typeset import Caps
from ppgen.request import Request
from ppgen.source.kinds import Text
from ppgen.units import show


@dataclass
class FaceSide:
    """A side of a product: its layout, the placer, and faces by their filled needs."""

    spec: SideSpec
    layout: Layout
    placer: Placer
    numbered: bool
    trees: dict[object, tuple[Content, float]] = field(default_factory=dict)
    made: dict[object, Face] = field(default_factory=dict)

    def filled(self, scope: Mapping[str, object]) -> dict[str, object]:
        """Fill the layout's needs for a record."""
        given = {k: evaluate(v, scope) for k, v in self.spec.given.items()}
        what = f"layout `{self.layout.name}`"
        return fill(
            self.layout.needs, given, scope, self.spec.layout.span, what, defaults_first=False
        )

    def face(self, filled: Mapping[str, object], size: Size) -> Face:
        """Place a face, or give the one that was placed for equal values."""
        key = (size, _frozen(filled))
        if key not in self.made:
            # Two passes set a deck in one text size; both draw the same tree.
            if key not in self.trees:
                self.trees[key] = self.placer.tree(filled, size)
            self.made[key] = self.placer.drawn(*self.trees[key], size)
        return self.made[key]


def _frozen(value: object) -> object:
    if isinstance(value, Mapping):
        return tuple((k, _frozen(v)) for k, v in value.items())
    if isinstance(value, list):
        return tuple(_frozen(v) for v in value)
    if isinstance(value, Text):
        # Two banks may say different things of one word.
        return (value, value.second, value.category, value.note, value.id)
    return (type(value).__name__, value)


def face_sizes(
    workspace: Workspace, request: Request, scope: Mapping[str, object], both: Sequence[FaceSide]
) -> tuple[Size, ...]:
    """Give the sizes that a record's face may have."""
    if request.size is not None:
        found = workspace.size(request.size)
        if found is None:
            msg = f"there is no size `{request.size}`; {workspace.near_size(request.size)}"
            raise Refused(msg)
        return (found,)
    out: list[Size] = []
    for entry in request.product.sizes:
        name = entry.get({**scope, "number": 0})
        if name == "paper":
            out.append(portrait(request.paper))
        elif name == "auto":
            needs = [s.placer.least(s.filled({**scope, "number": 0})) for s in both]
            out.append(Size(max(n.width for n in needs), max(n.height for n in needs)))
        else:
            size = workspace.size(str(name))
            if size is None:
                raise Problem("E202", f"unknown size `{name}`", entry.span)
            out.append(size)
    return tuple(out)


def choose_size(
    request: Request, sizes: tuple[Size, ...], both: Sequence[FaceSide], record: dict[str, object],
    caps: Caps, report: Report,
) -> Size | None:  # fmt: skip
    """Choose the size that leaves least paper unused; a refusal names both sizes."""
    if len(sizes) == 1:
        return sizes[0]
    problems: list[Problem] = []

    def drawn(size: Size) -> Edges:
        seen = Report()
        faces = []
        caps.limits = {}
        for side in both:
            side.placer.report = seen
            try:
                filled = side.filled({**record, "number": 1})
                faces.append(side.placer.face(filled, size))
            except Problem as problem:
                problems.append(problem)
            finally:
                side.placer.report = report
        caps.limits = None
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
    return Problem(
        "E501",
        f"a face of {show(size.width)}x{show(size.height)} mm does not fit on {paper}",
        request.product.span,
        note=f"with a printable margin of {show(request.margin)} mm",
        help="choose a larger --paper, a smaller --size or a smaller --margin",
    )
