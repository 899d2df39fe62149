"""Builds requests for a product from the workspace's settings, with default or all options."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence

from ppgen.geometry import Size, portrait
from ppgen.load.workspace import Workspace
from ppgen.model.game import Game, Option, Product
from ppgen.request import USUAL_MARGIN, Request

_A4 = Size(210, 297)
#: If options have more combinations than this, only one option at a time is varied.
_MOST_WAYS = 64


def default_request(workspace: Workspace, game: Game, product: Product, lang: str) -> Request:
    """Return a request on the workspace's usual paper, with every option's default."""
    paper_name = workspace.settings.paper.lower()
    # An unknown paper was reported when the settings were read.
    paper = portrait(workspace.size(paper_name) or _A4)
    options = {option.name: option.default for option in product.options.values()}
    settings = workspace.settings
    return Request(
        game, product, lang, paper, paper_name, settings.duplex,
        margin=settings.margin or USUAL_MARGIN, options=options,
    )  # fmt: skip


def every_choice(product: Product) -> Iterator[dict[str, object]]:
    """Yield all combinations of a product's options, the defaults first."""
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
    """Return the values of an option to try, its default first; for a range, both ends."""
    whole = option.kind == "integer"
    ends = [int(end) if whole else end for end in (option.low, option.high) if end is not None]
    return list(dict.fromkeys([option.default, *option.choices, *ends]))
