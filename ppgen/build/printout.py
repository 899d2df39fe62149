"""A product ready to print: its faces, and their arrangement on leaves of paper.

Plain data with a few counts. Must not know files, fonts or PDF.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ppgen.deal.records import Dealt
from ppgen.diagnostics import Diagnostic
from ppgen.drawing.face import Face
from ppgen.geometry import Duplex, Size
from ppgen.impose.sheets import Plan, Sheet, Side, Slot
from ppgen.model.texts import Texts, product_label
from ppgen.request import Request


class Group(NamedTuple):
    """Pieces of one size: their faces, and the leaves that they share."""

    size: Size
    fronts: Sequence[Face]
    backs: Sequence[Face]
    plan: Plan
    two_sided: bool
    usual: Size | None = None  # the usual size of faces, if there is room
    spares: int = 0  # how many of the fronts, at their end, are spare parts
    bleed: float = 0.0  # how far faces run on beyond their cut edge
    close: bool = False  # whether a gap or bleed was asked for that there is no room for

    def is_spare(self, slot: Slot) -> bool:
        """Return whether a slot holds a spare part."""
        return slot.piece >= len(self.fronts) - self.spares


class Printout(NamedTuple):
    """A product as requested, placed and imposed."""

    request: Request
    title: str
    notice: str
    texts: Texts
    groups: Sequence[Group]
    dealt: Dealt
    side: Side | None = None  # only the pages of this side
    skipped: Sequence[Diagnostic] = ()  # texts that no font could set
    parts: tuple[str, ...] = ()  # the names of products that share leaves
    more: tuple[Printout, ...] = ()  # what follows in the same file

    @property
    def name(self) -> str:
        """The product's name from its labels, else its id; of several, all of them."""
        if self.parts:
            return ", ".join(self.parts)
        product = self.request.product.name
        key = product_label(product)
        return self.texts.look(key) if self.texts.has(key) else product

    @property
    def pieces(self) -> int:
        """The number of pieces, without spare parts."""
        return sum(len(g.fronts) - g.spares for g in self.groups)

    @property
    def spares(self) -> int:
        """The number of spare parts on these pages."""
        side = self.side or "front"
        return sum(1 for group, slot in self._slots() if group.is_spare(slot) and slot.side == side)

    @property
    def printed_pieces(self) -> int:
        """The number of pieces of which a side is on these pages, without spare parts."""
        side = self.side or "front"
        slots = [slot for group, slot in self._slots() if not group.is_spare(slot)]
        if self.request.product.kind == "booklet":
            return len(slots)
        return len([slot for slot in slots if slot.side == side])

    @property
    def leaves(self) -> int:
        """The number of leaves of paper of the whole job."""
        return sum(g.plan.leaves for g in self.groups)

    @property
    def printed_leaves(self) -> int:
        """The number of leaves of paper that these pages take."""
        return len({sheet.leaf for _, sheet in self.sheets()})

    @property
    def pages(self) -> int:
        """The number of pages of the PDF."""
        return sum(1 for _ in self.sheets())

    @property
    def own_two_sided(self) -> bool:
        """Whether leaves of this product are printed on both sides."""
        return self._replace(more=()).two_sided

    @property
    def two_sided(self) -> bool:
        """Whether leaves of this file are printed on both sides."""
        return self.duplex in {"long", "short", "manual"}

    @property
    def has_backs(self) -> bool:
        """Whether pieces in this file have something on both sides."""
        return any(g.two_sided for part in (self, *self.more) for g in part.groups)

    @property
    def duplex(self) -> Duplex:
        """The kind of duplex printing; `none` if nothing has two sides."""
        return self.request.duplex if self.has_backs else "none"

    def of_side(self, side: Side) -> Printout:
        """Return the printout of one side of the leaves of this file."""
        more = tuple(part._replace(side=side) for part in self.more)
        return self._replace(side=side, more=more)

    def in_order(self) -> Iterator[Printout]:
        """Yield all products of this file in printing order, each by itself."""
        parts = [part._replace(more=()) for part in (self, *self.more)]
        yield from reversed(parts) if self._turned else parts

    @property
    def _turned(self) -> bool:
        """Whether a pile comes back the other way round, with its last leaf on top."""
        printer = self.request.printer
        return self.side == "back" and printer is not None and printer.pile == "reversed"

    def sheets(self) -> Iterator[tuple[Group, Sheet]]:
        """Yield every page with the group it belongs to, in printing order."""
        wanted = self.request.leaves
        found = [
            (group, sheet)
            for group in self.groups
            for sheet in group.plan.sheets
            if self.side in {None, sheet.side} and (not wanted or sheet.leaf + 1 in wanted)
        ]
        yield from reversed(found) if self._turned else found

    def _slots(self) -> Iterator[tuple[Group, Slot]]:
        return ((group, slot) for group, sheet in self.sheets() for slot in sheet.slots)
