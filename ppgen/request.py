"""What a person may ask for: products in languages, sizes by name, and the request itself.

Takes a workspace; gives requests and what they may name. Must not place or draw.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ppgen.geometry import Size
from ppgen.impose import Duplex
from ppgen.load import check
from ppgen.load.workspace import Workspace
from ppgen.model import Game, Product, SideSpec
from ppgen.units import parse_size


class Refused(Exception):  # noqa: N818 - a refusal of what was asked, not a fault in a file
    """What was asked for on the command line cannot be had; says what can."""


@dataclass(frozen=True)
class Request:
    """What a person asked for."""

    game: Game
    product: Product
    lang: str
    paper: Size
    paper_name: str
    duplex: Duplex = "long"
    size: str | None = None
    count: int | None = None
    only: frozenset[int] | None = None
    seed: int = 1
    margin: float = 5.0
    options: Mapping[str, object] = field(default_factory=dict)


def languages(workspace: Workspace, game: Game, product: Product) -> list[str]:
    """Name the languages in which a product exists."""
    folders = [game.banks[b] for b in banks_of(game, product)]
    own = set(workspace.languages(f"{game.name}/labels"))
    common = set(workspace.languages("labels"))
    found = own or common
    for folder in folders:
        have = set(workspace.languages(folder))
        if "und" not in have:
            found &= have
    return sorted(found)


def banks_of(game: Game, product: Product) -> list[str]:
    """Name the banks that a product's own expressions use."""
    used: set[str] = set()
    sides = [s for s in (product.front, product.back) if isinstance(s, SideSpec)]
    parts: list[object] = [product.each, product.when, product.copies, product.sizes]
    for expression in check.expressions([*parts, *(s.given for s in sides)]):
        used |= expression.names
    return [b for b in game.banks if b in used]


def named_size(workspace: Workspace, name: str) -> Size | None:
    """Look a size up by name, or read `63x88`, `8.5x11in`."""
    found = workspace.sizes().find(name.lower())
    if found is None:
        found = parse_size(name.lower()) if "x" in name.lower() else None
    return found if found and found.width > 0 and found.height > 0 else None
