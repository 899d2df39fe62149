"""Finds the possible sizes of a record's face, and the one that wastes the least paper.

Takes a request and the placers of its sides; returns sizes. Must not know PDF.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from ppgen.diagnostics import Problem, Refused, Report
from ppgen.drawing.face import drawn_edges
from ppgen.geometry import Edges, Flip, Frame, Size, portrait
from ppgen.impose.grid import best_size, fit, shrink
from ppgen.impose.sheets import SIDES, Side
from ppgen.load.workspace import Workspace
from ppgen.model.needs import Scope
from ppgen.place.placer import Placer
from ppgen.printers.profile import back_frame, front_frame, reach
from ppgen.request import USUAL_MARGIN, Request
from ppgen.units import show, show_margin

#: The smallest fraction of its width and height to which a face may shrink.
_LEAST, _LEAST_FIT = 0.95, 0.5


def face_sizes(
    workspace: Workspace, request: Request, scope: Scope, values: Sequence[object],
    placers: Sequence[Placer], report: Report,
) -> tuple[Size, ...]:  # fmt: skip
    """Return the sizes that a record's face may have; `values` are those of the record."""
    if request.size is not None:
        size = workspace.size(request.size)
        if size is None:
            msg = f"there is no size `{request.size}`; {workspace.near_size(request.size)}"
            raise Refused(msg)
        return (size,)
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


class Chosen(NamedTuple):
    """The size of a face, and its usual size."""

    size: Size
    usual: Size | None = None


class TooLarge(Problem):
    """No leaf can hold a face; the diagnostic has the numbers."""


def flip_of(request: Request) -> Flip:
    """Return the edge about which leaves are turned over."""
    if request.duplex == "manual" and request.printer:
        return request.printer.flip
    return "short" if request.duplex == "short" else "long"


def frame_of(request: Request, side: Side) -> Frame | None:
    """Return the frame in which the pages of a side are drawn that a measured printer prints."""
    printer = request.printer
    if printer is None:
        return None
    behind = side == "back" and request.duplex in {"long", "short", "manual"}
    if behind:
        return back_frame(printer, request.paper, flip_of(request))
    return front_frame(printer, request.paper)


def folded(request: Request) -> bool:
    """Return whether a booklet is folded from leaves with one printed side."""
    return request.fronts or request.duplex in {"fold", "none"}


def _automatic(request: Request) -> bool:
    """Tell whether faces are already as small as their layout allows."""
    return request.size is None and any(s.constant == "auto" for s in request.product.sizes)


def _unit(request: Request, size: Size) -> Size:
    """Return the size of the units on a leaf: a face, or a sheet of a booklet."""
    if request.product.kind != "booklet":
        return size
    from ppgen.impose.booklet import sheet_size  # noqa: PLC0415 - few products are booklets

    return sheet_size(size, two_sided=not folded(request))


def kept_clear(request: Request) -> Edges:
    """Return the margins that stay blank on every page.

    The printer's margins apply to a page. On a leaf with two printed sides, each margin also limits
    the opposite side, mirrored.
    """
    left, top, right, bottom = margin = _reached(request)
    booklet = request.product.kind == "booklet"
    one_sided = folded(request) if booklet else request.product.back == "none"
    if one_sided or request.fronts or request.duplex == "fold":
        return margin
    if flip_of(request) == "long":
        left = right = max(left, right)
    else:
        top = bottom = max(top, bottom)
    return Edges(left, top, right, bottom)


def _reached(request: Request) -> Edges:
    """Return the printer's margins, and what its pages are moved beyond them."""
    margin, printer = request.margin, request.printer
    # Usual margins are a guess, which a few tenths of a millimetre make no better.
    if printer is None or printer.margins is None:
        return margin
    frames = [frame for side in SIDES if (frame := frame_of(request, side))]
    moved = reach(frames, portrait(request.paper))
    return Edges(*(a + b for a, b in zip(margin, moved, strict=True)))


def choose_size(
    request: Request, sizes: tuple[Size, ...], placers: Sequence[Placer],
    values: Sequence[object], report: Report,
) -> Chosen | None:  # fmt: skip
    """Choose the size that wastes the least paper, or raise TooLarge.

    None if no face can be placed at all, which is reported.
    """
    margin = kept_clear(request)
    roomy = max(margin) <= max(USUAL_MARGIN)
    units = [_unit(request, size) for size in sizes]
    if len(sizes) == 1 and roomy and fit(units[0], request.paper, margin, Edges()):
        return Chosen(sizes[0])
    problems: list[Problem] = []

    @cache
    def drawn(unit: Size) -> Edges:
        size = sizes[units.index(unit)]
        # Problems with sizes that are not chosen do not matter.
        unheard = Report()
        faces = []
        for placer in placers:
            try:
                placed = placer.place(values, size, unheard)
                faces.append(placed.program.alone(placed.texts, unheard))
            except Problem as problem:
                problems.append(problem)
        return drawn_edges(faces) if faces else Edges(5, 5, 5, 5)

    at = best_size(units, request.paper, margin, drawn)
    if at is None or not roomy:
        narrow = Edges(*map(min, margin, USUAL_MARGIN))
        usual = best_size(units, request.paper, narrow, drawn)
        for size in sizes if usual is None else [sizes[usual]]:
            near = drawn(_unit(request, size))
            if smaller := _smaller(request, size, near, margin, narrow):
                return Chosen(smaller, size)
    if at is None:
        if problems:
            report.problem(problems[0])
            return None
        raise too_large(request, min(sizes, key=lambda s: s.width * s.height))
    return Chosen(sizes[at])


def _smaller(
    request: Request, size: Size, drawn: Edges, margin: Edges, narrow: Edges
) -> Size | None:
    """Return a smaller size, if that compensates for a wide margin.

    Sheets to write on shrink to keep their number per leaf; other faces, which have to match each
    other, only if they would not fit at all.
    """
    paper, kind, unit = request.paper, request.product.kind, _unit(request, size)
    if (request.duplex == "fold" and kind != "booklet") or _automatic(request):
        return None
    grid = fit(unit, paper, margin, drawn)
    wanted = 1
    if kind != "cards":
        usual = fit(unit, paper, narrow, drawn)
        wanted = usual.capacity if usual else 1
    if grid and grid.capacity >= wanted:
        return None
    smaller = shrink(unit, paper, margin, drawn, wanted, _LEAST_FIT if request.fit else _LEAST)
    return smaller and Size(
        smaller.width * size.width / unit.width, smaller.height * size.height / unit.height
    )


def too_large(request: Request, size: Size) -> TooLarge:
    """Return the problem of a face that the paper cannot hold."""
    paper = f"{request.paper_name} ({show(request.paper.width)}x{show(request.paper.height)} mm)"
    booklet = request.product.kind == "booklet"
    what = "a front and a back side by side, each" if request.duplex == "fold" else "a face"
    if booklet:
        what = "a sheet of eight pages, each" if folded(request) else "two pages side by side, each"
    automatic = _automatic(request)
    ways = ["a larger --paper", *([] if automatic else ["a smaller --size"]), "a smaller --margin"]
    ways += ["another --duplex than fold"] if request.duplex == "fold" else []
    ways += [] if request.fit or automatic else ["--fit, which makes it smaller"]
    return TooLarge(
        "E501",
        f"{what} of {show(size.width)}x{show(size.height)} mm does not fit on {paper}",
        request.product.span,
        note=f"with a printable margin of {show_margin(request.margin)} mm",
        help=f"choose {', '.join(ways[:-1])} or {ways[-1]}",
    )
