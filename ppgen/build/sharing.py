"""Lets the last leaves of several products share paper.

Takes printouts of one game; returns printouts that together hold the same pieces on fewer leaves.
Must not know how faces are placed, or PDF.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import reduce
from typing import NamedTuple

from ppgen.build.printout import Group, Printout
from ppgen.build.sizing import flip_of
from ppgen.build.whole import joint_product
from ppgen.deal.records import Dealt
from ppgen.drawing.face import Face
from ppgen.geometry import Rect
from ppgen.impose.gang import Block, Leaf, Lot, share, shared_plan
from ppgen.impose.grid import same_size
from ppgen.impose.marks import unmarked

#: The name of the product that shared leaves make up.
SHARED = "shared"


class _Tail(NamedTuple):
    """The pieces of a printout's last leaf, without spare parts that nobody asked for."""

    printout: Printout
    group: Group
    first: int
    last: int

    @property
    def lot(self) -> Lot:
        group, request = self.group, self.printout.request
        grid = group.plan.grid
        return Lot(
            face=group.size,
            pieces=self.last - self.first,
            clear=grid.clear.turned() if grid.turned else grid.clear,
            gap=grid.gap,
            two_sided=group.two_sided,
            turn=request.product.turn,
        )

    @property
    def area(self) -> float:
        return (self.last - self.first) * self.group.size.width * self.group.size.height

    @property
    def fronts(self) -> Sequence[Face]:
        return self.group.fronts[self.first : self.last]

    @property
    def backs(self) -> Sequence[Face]:
        """The backs of the pieces, empty ones where there are none."""
        if self.group.two_sided:
            return self.group.backs[self.first : self.last]
        return [Face.of(self.group.size, (), front.outline) for front in self.fronts]


def gang(printouts: Sequence[Printout]) -> list[Printout]:
    """Return printouts of a game of which last leaves that fit on one leaf together share it.

    Shared leaves come last. Decks of words, pads and booklets have leaves of their own.
    """
    tails = [tail for printout in printouts if (tail := _tail(printout))]
    tails.sort(key=lambda tail: -tail.area)
    leaves: list[tuple[list[_Tail], list[Block]]] = []
    for tail in tails:
        for at, (others, _) in enumerate(leaves):
            if blocks := _blocks([*others, tail]):
                leaves[at] = ([*others, tail], blocks)
                break
        else:
            leaves.append(([tail], []))
    sharing = [(found, blocks) for found, blocks in leaves if len(found) > 1]
    if not sharing:
        return list(printouts)
    short = {id(tail.printout): tail for found, _ in sharing for tail in found}
    kept: list[Printout] = []
    for printout in printouts:
        tail = short.get(id(printout))
        if tail is None:
            kept.append(printout)
        elif tail.first:
            kept.append(_without(tail))
    return [*kept, _shared(sharing)]


def _tail(printout: Printout) -> _Tail | None:
    """Return the pieces that may come on another leaf."""
    request = printout.request
    product, group = request.product, printout.groups[-1]
    if product.kind != "cards" or product.deals or len(printout.groups) > 1:
        return None
    if same_size(group.size, request.paper):
        return None
    pieces = len(group.fronts) - (group.spares if request.spares is None else 0)
    front = [sheet for sheet in group.plan.sheets if sheet.side == "front"][-1]
    first = min(slot.piece for slot in front.slots)
    return _Tail(printout, group, first, pieces) if first < pieces else None


def _blocks(tails: Sequence[_Tail]) -> list[Block] | None:
    paper = tails[0].group.plan.grid.paper
    return share([tail.lot for tail in tails], paper, _printable(tails))


def _printable(tails: Sequence[_Tail]) -> Rect:
    """Return what can be printed of every one of these leaves."""

    def both(one: Rect, other: Rect) -> Rect:
        x, y = max(one.x, other.x), max(one.y, other.y)
        right, bottom = min(one.right, other.right), min(one.bottom, other.bottom)
        return Rect(x, y, right - x, bottom - y)

    return reduce(both, (tail.group.plan.grid.printable for tail in tails))


def _without(tail: _Tail) -> Printout:
    """Return a printout without the pieces of its last leaf."""
    group = tail.group
    plan = group.plan
    gone = {sheet.leaf for sheet in plan.sheets if sheet.slots[0].piece >= tail.first}
    number = {leaf: at for at, leaf in enumerate(sorted({s.leaf for s in plan.sheets} - gone))}
    kept = [s._replace(leaf=number[s.leaf]) for s in plan.sheets if s.leaf in number]
    bare = unmarked(plan.grid, plan.grid.capacity, tail.printout.request.marks)
    plan = plan._replace(sheets=tuple(kept), leaves=len(number), unmarked=bare)
    fronts, backs = group.fronts[: tail.first], group.backs[: tail.first]
    return tail.printout._replace(
        groups=[group._replace(fronts=fronts, backs=backs, plan=plan, spares=0)]
    )


def _shared(sharing: Sequence[tuple[Sequence[_Tail], Sequence[Block]]]) -> Printout:
    """Return the printout of all shared leaves."""
    tails = [tail for found, _ in sharing for tail in found]
    first = tails[0].printout
    requests = [tail.printout.request for tail in tails]
    product = joint_product(SHARED, [request.product for request in requests])
    notes = (note for tail in tails for note in tail.printout.dealt.notes if not tail.first)
    apart = first.request.duplex == "none"
    backed = any(tail.group.two_sided for tail in tails)
    groups: list[Group] = []
    for found, blocks in sharing:
        own = any(tail.group.two_sided for tail in found)
        made = _group(found, blocks, backed=own if apart else backed)
        before = sum(group.plan.leaves for group in groups)
        sheets = tuple(s._replace(leaf=before + s.leaf) for s in made.plan.sheets)
        groups.append(made._replace(plan=made.plan._replace(sheets=sheets)))
    return first._replace(
        request=replace(first.request, product=product),
        groups=groups,
        dealt=Dealt(notes=tuple(notes)),
        parts=tuple(tail.printout.name for tail in tails),
    )


def _group(tails: Sequence[_Tail], blocks: Sequence[Block], *, backed: bool) -> Group:
    """Return what lies on one shared leaf."""
    request = tails[0].printout.request
    leaf = Leaf(
        lots=[tail.lot for tail in tails],
        blocks=blocks,
        printable=_printable(tails),
        flip=flip_of(request),
        backed=backed,
        apart=request.duplex == "none",
        marks=request.marks,
        marks_on=request.marks_on,
    )
    plan = shared_plan(leaf)
    return Group(
        plan.grid.box.size,
        [face for tail in tails for face in tail.fronts],
        [face for tail in tails for face in tail.backs],
        plan,
        two_sided=backed,
        bleed=max(tail.group.bleed for tail in tails),
    )
