"""Binds booklets: chooses the size of their pages, and puts their faces on leaves of paper.

Takes a request and placed faces; returns sizes and plans. Must not know what a page shows.
"""

from __future__ import annotations

import math

from ppgen.build.sizing import flip_of, folded, kept_clear
from ppgen.diagnostics import Refused
from ppgen.drawing.face import Face, drawn_edges
from ppgen.geometry import Edges, Size
from ppgen.impose.booklet import Booklet, bind, sheet_size
from ppgen.impose.grid import fit
from ppgen.impose.sheets import Plan
from ppgen.load.workspace import Workspace
from ppgen.request import Request

#: A page that draws nothing near its edges can use all of the paper.
_UNBOUNDED = Edges(math.inf, math.inf, math.inf, math.inf)


def page_size(workspace: Workspace, request: Request) -> str:
    """Return the name of the page size: of those of the product, the one that uses most paper.

    It must be known before any page is made, as smaller pages may hold less.

    Raises:
        Refused: if only some of the pages are requested.
    """
    if request.only is not None:
        msg = "--only: a booklet is printed whole; --leaves chooses leaves of paper"
        raise Refused(msg)
    if request.size:
        return request.size
    names = [str(size.constant) for size in request.product.sizes]

    def used(name: str) -> float:
        size = workspace.size(name)
        if size is None:
            return -1  # reported when the page is placed
        sheet = sheet_size(size, two_sided=not folded(request))
        grid = fit(sheet, request.paper, kept_clear(request), _UNBOUNDED)
        return round(grid.capacity * sheet.width * sheet.height, 3) if grid else 0.0

    return max(names, key=used)  # the first of equally good ones


def bound(
    request: Request, size: Size, pages: list[Face], count: int, *, at_right: bool
) -> Plan | None:
    """Put the pages of several copies of a booklet on leaves of paper."""
    distinct = list({id(page): page for page in pages}.values())
    return bind(
        Booklet(
            page=size,
            paper=request.paper,
            margin=kept_clear(request),
            pages=len(pages) // count,
            drawn=drawn_edges(distinct),
            flip=None if folded(request) else flip_of(request),
            at_right=at_right,
            copies=count,
            marks=request.marks,
        )
    )
