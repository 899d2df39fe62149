"""Counts the pieces of a product with default options, without reading layouts.

Takes a workspace and a product; returns a number.
"""

from __future__ import annotations

from ppgen.deal.defaults import default_request
from ppgen.deal.records import Dealt, records
from ppgen.deal.scope import constants
from ppgen.diagnostics import Problem
from ppgen.load.workspace import Workspace
from ppgen.model.bank import Bank
from ppgen.model.game import Deal, Game, Product
from ppgen.request import USUAL_MARGIN
from ppgen.source.kinds import Text, Word


def usual_pieces(workspace: Workspace, game: Game, product: Product) -> int | None:
    """Return the number of pieces; None after an error, which is reported when they are made."""
    if not product.each and not product.when and product.copies.constant is not None:
        return product.count * product.copies.constant
    folders = {name: game.banks[name] for name in product.banks if name not in product.dealt}
    usual = workspace.settings.lang
    spoken = (x for x in (usual, "en") if all(workspace.bank_path(f, x) for f in folders.values()))
    lang = next(spoken, usual)
    banks: dict[str, Bank] = {}
    for name, folder in folders.items():
        if bank := workspace.bank(folder, lang):
            banks[name] = bank
    request = default_request(workspace, game, product, lang)
    # Only the number of hands counts, so they may be empty.
    deals = [name for name, generator in product.each.items() if isinstance(generator, Deal)]
    hands: dict[str, list[list[Word]]] = {name: [[]] * product.count for name in deals}
    try:
        scope = constants(workspace, request, banks, workspace.texts(game.name, lang), USUAL_MARGIN)
        made = records(product, {**scope, "deck": Text("")}, Dealt(hands))
        pieces = sum(product.copies.get(record) for record in made)
    except Problem:
        return None
    return pieces if product.deals else pieces * product.count
