"""Puts the products of a game into one file, in the order in which they are printed.

Takes printouts of one game; returns one that holds the others. Must not know PDF.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from ppgen.build.printout import Printout
from ppgen.model.game import Product


class Part(NamedTuple):
    """A product in a file: its printout, and its pages, counted from 0."""

    printout: Printout
    pages: range


def join(printouts: Sequence[Printout]) -> Printout:
    """Return the printout of a file that holds several products."""
    first, *more = printouts
    return first._replace(more=tuple(more))


def joint_product(name: str, products: Sequence[Product]) -> Product:
    """Return a product that stands for several: with all of their options and kinds of paper."""
    kinds = [product.kind for product in products]
    return replace(
        products[0],
        name=name,
        kind="pad" if "pad" in kinds else kinds[0],
        stock="; ".join(dict.fromkeys(p.stock for p in products if p.stock)),
        options={key: option for p in products for key, option in p.options.items()},
        spares=(),
    )


def parts_of(printout: Printout) -> list[Part]:
    """Return where the products of a file begin and end."""
    out: list[Part] = []
    start = 0
    for part in printout.in_order():
        pages = part.pages
        if printout.two_sided and not part.own_two_sided:
            # Their blank backs are pages too.
            fronts = part._replace(side="front").pages
            pages = fronts if printout.side else 2 * fronts
        out.append(Part(part, range(start, start + pages)))
        start += pages
    return out
