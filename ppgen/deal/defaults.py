"""A request for a product as the workspace's settings have it."""

from __future__ import annotations

from ppgen.geometry import Size, portrait
from ppgen.load.workspace import Workspace
from ppgen.model.game import Game, Product
from ppgen.request import Request

_A4 = Size(210, 297)


def default_request(workspace: Workspace, game: Game, product: Product, lang: str) -> Request:
    """Return a request on the workspace's usual paper, with every option's default."""
    paper_name = workspace.settings.paper.lower()
    # A paper that nobody knows was reported when the settings were read.
    paper = portrait(workspace.size(paper_name) or _A4)
    options = {option.name: option.default for option in product.options.values()}
    return Request(game, product, lang, paper, paper_name, options=options)
