"""Describes a product in one line, for lists and help.

Takes a workspace and a product; returns text. Must not build anything.
"""

from __future__ import annotations

from ppgen.deal.pieces import usual_pieces
from ppgen.diagnostics import plural
from ppgen.load.workspace import Workspace
from ppgen.model.game import Game, Option, Product


def describe(workspace: Workspace, game: Game, product: Product) -> str:
    """Return what a product is and how many pieces it has; a single piece needs no number."""
    pieces = usual_pieces(workspace, game, product)
    noun = "sheet" if product.kind == "pad" else "piece"
    # The number of pages may depend on their size, and that on the paper.
    count = plural(pieces, noun) if pieces and pieces > 1 and product.kind != "booklet" else ""
    return "; ".join(filter(None, (product.about.rstrip("."), count)))


def values_of(option: Option) -> str:
    """Return the values that an option takes."""
    if option.kind == "choice":
        return "|".join(str(choice) for choice in option.choices)
    return option.kind if option.kind in {"size", "products"} else option.range or "N"
