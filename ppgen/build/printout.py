"""A product ready to print: its faces, and how they lie on leaves of paper.

Plain data with a few counts. Must not know files, fonts or PDF.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ppgen.deal.records import Dealt
from ppgen.drawing.face import Face
from ppgen.geometry import Duplex, Size
from ppgen.impose.sheets import Plan, Sheet
from ppgen.model.texts import Texts, product_label
from ppgen.request import Request


class Group(NamedTuple):
    """Pieces of one size: their faces, and the leaves that they share."""

    size: Size
    fronts: Sequence[Face]
    backs: Sequence[Face]
    plan: Plan
    two_sided: bool


class Printout(NamedTuple):
    """A product as requested, placed and imposed."""

    request: Request
    title: str
    notice: str
    texts: Texts
    groups: Sequence[Group]
    dealt: Dealt

    @property
    def name(self) -> str:
        """The product's name as its labels have it, else its id."""
        product = self.request.product.name
        key = product_label(product)
        return self.texts.look(key) if self.texts.has(key) else product

    @property
    def pieces(self) -> int:
        """Count the pieces."""
        return sum(len(g.fronts) for g in self.groups)

    @property
    def faces(self) -> int:
        """Count the printed faces."""
        return sum(len(s.slots) for g in self.groups for s in g.plan.sheets)

    @property
    def leaves(self) -> int:
        """Count the leaves of paper."""
        return sum(g.plan.leaves for g in self.groups)

    @property
    def pages(self) -> int:
        """Count the pages of the PDF."""
        return sum(len(g.plan.sheets) for g in self.groups)

    @property
    def two_sided(self) -> bool:
        """Tell whether leaves are printed on both sides."""
        return self.request.duplex != "none" and any(g.two_sided for g in self.groups)

    @property
    def duplex(self) -> Duplex:
        """The edge about which a printer has to turn the leaves."""
        return self.request.duplex if self.two_sided else "none"

    def sheets(self) -> Iterator[tuple[Group, Sheet]]:
        """Yield every page with the group it belongs to, in printing order."""
        for group in self.groups:
            for sheet in group.plan.sheets:
                yield group, sheet
