"""Spare parts: pieces without a number that fill the places which others leave free.

Takes a request, the names that its records share and how many places there are; gives faces. Must
not deal, and must not know how faces lie on paper.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from ppgen.diagnostics import Report
from ppgen.drawing.face import Face
from ppgen.geometry import Size
from ppgen.load.check import check_layout, check_spares
from ppgen.load.languages import said_by_game
from ppgen.load.workspace import Workspace
from ppgen.model.game import SideSpec, Spare
from ppgen.place.placer import Placed, Placer
from ppgen.place.program import settle
from ppgen.place.walk import Given, Voice
from ppgen.request import Request
from ppgen.text.fonts import Fonts


class SparePart(NamedTuple):
    """A spare part: its faces, how many are wanted, whether more may fill what is free."""

    front: Face
    back: Face
    copies: int
    fill: bool


def wants_spares(request: Request) -> bool:
    """Tell whether spare parts are printed: not with single pieces, unless they are asked for."""
    if request.spares is None:
        return request.only is None
    return request.spares != "none"


def place_spares(
    workspace: Workspace, request: Request, size: Size, scope: Mapping[str, object],
    metrics: Fonts, report: Report,
) -> list[SparePart]:  # fmt: skip
    """Place every spare part of a product once, in its size.

    What they say are labels of the game, in the request's language or one that stands in for it;
    a deck may have words in any language.
    """
    product = request.product
    lang = said_by_game(workspace, request.game, product, request.lang)
    texts = workspace.texts(request.game.name, lang)
    check_spares(request.game, product, texts, report)
    known = {name: value for name, value in scope.items() if name != "deck"}
    known |= {"lang": lang, "t": texts}
    voice = Voice(lang, workspace.right_to_left(lang), texts)
    checked: set[str] = set()
    places: dict[int, Placed] = {}
    before = report.errors

    def place(side: SideSpec) -> bool:
        layout = workspace.layout(side.layout)
        if layout and layout.name not in checked:
            check_layout(layout, texts, report)
            checked.add(layout.name)
        if layout is None or layout.name in workspace.faulty or report.errors > before:
            return False
        given = Given(side.given, side.layout.span)
        placer = Placer(layout, given, known, (), voice, metrics, workspace.roots)
        found = places[id(side)] = placer.place((), size, report)
        found.program.add(found.texts, report)
        return True

    # All of them, so that what is wrong in several is told at once.
    sides = [side for spare in product.spares for side in spare.sides]
    if sum(map(place, sides)) < len(sides):
        return []
    limits = settle({id(p.program): p.program for p in places.values()}.values())

    def face(side: SideSpec) -> Face:
        found = places[id(side)]
        return found.program.face(found.texts, limits, report)

    def part(spare: Spare) -> SparePart:
        front = face(spare.front)
        if isinstance(spare.back, SideSpec):
            back = face(spare.back)
        else:
            back = front if spare.back == "same" else Face.of(size, (), front.outline)
        return SparePart(front, back, spare.copies.get(known), spare.fill)

    return [part(spare) for spare in product.spares]


def chosen_spares(
    request: Request, parts: Sequence[SparePart], free: int, per_leaf: int
) -> list[SparePart]:
    """Choose the spare parts for places that are free, or for as many leaves as all of them need.

    The wanted ones come first, in their order; then those that fill take turns.
    """
    wanted = [part for part in parts for _ in range(part.copies)]
    if request.spares == "all":
        while free < len(wanted):
            free += per_leaf
    more: Iterator[SparePart] = itertools.cycle([part for part in parts if part.fill])
    return list(itertools.islice(itertools.chain(wanted, more), free))
