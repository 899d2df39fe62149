"""Requests for a product as the workspace's settings have it, with options by default or choice."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence

from ppgen.geometry import Size, portrait
from ppgen.load.workspace import Workspace
from ppgen.model.game import Game, Option, Product
from ppgen.request import Request

_A4 = Size(210, 297)
#: Of options that go together in more ways than this, only one at a time is not the default.
_MOST_WAYS = 64


def default_request(workspace: Workspace, game: Game, product: Product, lang: str) -> Request:
    """Return a request on the workspace's usual paper, with every option's default."""
    paper_name = workspace.settings.paper.lower()
    # A paper that nobody knows was reported when the settings were read.
    paper = portrait(workspace.size(paper_name) or _A4)
    options = {option.name: option.default for option in product.options.values()}
    return Request(game, product, lang, paper, paper_name, options=options)


def every_choice(product: Product) -> Iterator[dict[str, object]]:
    """Yield the options of a product in all ways that they go together, the defaults first."""
    choices = {name: _choices(option) for name, option in product.options.items()}
    if math.prod(map(len, choices.values())) <= _MOST_WAYS:
        for way in itertools.product(*choices.values()):
            yield dict(zip(choices, way, strict=True))
        return
    usual = {name: values[0] for name, values in choices.items()}
    yield usual
    for name, values in choices.items():
        for value in values[1:]:
            yield {**usual, name: value}


def _choices(option: Option) -> Sequence[object]:
    """Return the values to try of an option, its default first: of a range, both ends."""
    whole = option.kind == "integer"
    ends = [int(end) if whole else end for end in (option.low, option.high) if end is not None]
    return list(dict.fromkeys([option.default, *option.choices, *ends]))
