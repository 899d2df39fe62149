"""How many pieces a product has if no option says otherwise, and what room sets of them take.

Takes a workspace and a product; returns numbers. No layout is read for them.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import NamedTuple

from ppgen.deal.defaults import default_request
from ppgen.deal.records import Dealt, records
from ppgen.deal.scope import constants
from ppgen.diagnostics import Problem, Refused, suggest
from ppgen.geometry import Size
from ppgen.load.workspace import Workspace
from ppgen.model.bank import Bank
from ppgen.model.game import Deal, Game, Option, Product
from ppgen.model.texts import Texts, product_label
from ppgen.request import USUAL_MARGIN, Request
from ppgen.source.kinds import Text, Word


def usual_pieces(workspace: Workspace, game: Game, product: Product) -> int | None:
    """Return the number of pieces; None after an error, which is reported when they are made.

    Also None for booklets: how many pages they have depends on the size of these.
    """
    if product.kind == "booklet":
        return None
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
    # Only the number of hands counts, so they may be empty.
    deals = [name for name, generator in product.each.items() if isinstance(generator, Deal)]
    hands: dict[str, list[list[Word]]] = {name: [[]] * product.count for name in deals}
    texts = workspace.texts(game.name, lang)
    try:
        request = default_request(workspace, game, product, lang)
        request = with_products(workspace, request, texts)
        scope = constants(workspace, request, banks, texts, USUAL_MARGIN)
        made = records(product, {**scope, "deck": Text("")}, Dealt(hands))
        pieces = sum(product.copies.get(record) for record in made)
    except Problem:
        return None
    return pieces if product.deals else pieces * product.count


# --- products that others are made for


class _Pieces(NamedTuple):
    """The pieces of a product: what they are called, how many there are, their upright size."""

    name: str
    title: str
    number: int
    size: Size


def with_products(workspace: Workspace, request: Request, texts: Texts) -> Request:
    """Return a request whose options of type `products` are what expressions see of these."""
    options = dict(request.options)
    for option in request.product.options.values():
        value = options.get(option.name)
        if option.kind != "products" or not isinstance(value, str):
            continue
        try:
            options[option.name] = _room([
                _read(workspace, request.game, part, texts) for part in value.split("+")
            ])  # fmt: skip
        except Refused as refused:
            if value is option.default:
                raise Problem("E202", str(refused), option.span) from None
            msg = f"{option.flag}: {refused}"
            raise Refused(msg) from None
    return replace(request, options=options)


def takes_products(product: Product) -> Option | None:
    """Return the first option of a product that names others, if there is one."""
    return next((o for o in product.options.values() if o.kind == "products"), None)


def _read(workspace: Workspace, game: Game, text: str, texts: Texts) -> _Pieces:
    """Read `NAME`, `NAME:COUNT`, `NAME:SIZE` or both.

    Raises:
        Refused: if there is no such product, or no telling how large its pieces are.
    """
    name, *more = (part.strip() for part in text.split(":"))
    product = game.products.get(name)
    if product is None:
        msg = f"{game.name} has no product `{name}`; {suggest(name, game.products)}"
        raise Refused(msg)
    if takes_products(product):
        msg = f"`{name}` is made for other products, and cannot be put into one"
        raise Refused(msg)
    counts = [part for part in more if re.fullmatch(r"[0-9]{1,6}", part)]
    sizes = [part for part in more if part not in counts]
    if len(counts) > 1 or len(sizes) > 1:
        msg = f"`{text}`: write at most a number and a size, such as {name}:60:poker"
        raise Refused(msg)
    count = int(counts[0]) if counts else usual_pieces(workspace, game, product)
    if not count:
        msg = f"there is no telling how many pieces `{name}` has: write {name}:60"
        raise Refused(msg)
    size = _size_of(workspace, product, sizes)
    upright = Size(min(size), max(size))
    key = product_label(name)
    return _Pieces(name, texts.look(key) if texts.has(key) else name, count, upright)


def _size_of(workspace: Workspace, product: Product, named: list[str]) -> Size:
    given = named or [str(entry.constant) for entry in product.sizes]
    if not named and (len(given) > 1 or given[0] in {"None", "auto", "paper"}):
        msg = f"`{product.name}` comes in several sizes: write which, {product.name}:63x88"
        raise Refused(msg)
    found = workspace.size(given[0])
    if found is None:
        msg = f"there is no size `{given[0]}`; {workspace.near_size(given[0])}"
        raise Refused(msg)
    return found


def _room(sets: list[_Pieces]) -> dict[str, object]:
    """Return what expressions see: all sets, the room for one of each, and how high they lie.

    Sets lie on each other; pieces of half the room or less lie in several piles beside each other.
    """
    width = max(one.size.width for one in sets)
    height = max(one.size.height for one in sets)

    def piles(size: Size) -> int:
        return max(int(width // a) * int(height // b) for a, b in (size, size.turned()))

    return {
        "width": width,
        "height": height,
        "pile": sum(-(-one.number // piles(one.size)) for one in sets),
        "sets": [
            {"name": one.name, "title": one.title, "count": one.number, "width": one.size.width,
             "height": one.size.height}
            for one in sets
        ],
    }  # fmt: skip
