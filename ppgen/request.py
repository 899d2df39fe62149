"""What a person may ask for, as frozen data: a product, how to print it, which words to deal.

Must not look anything up, place or draw.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from ppgen.geometry import Duplex, Edges, Size
from ppgen.model.game import Game, Product
from ppgen.model.recipe import Recipe
from ppgen.source.kinds import Word

#: What most printers reach.
USUAL_MARGIN = Edges(5.0, 5.0, 5.0, 5.0)
#: What `exclude` calls all decks that were printed before; their words are in `seen`.
PRINTED = "printed"


class Dealing(NamedTuple):
    """Which words are dealt: banks beside or instead of the product's own, and what of them."""

    banks: tuple[str, ...] = ()  # files, or languages of the product's own folder of banks
    first: tuple[str, ...] = ()  # files of words that are surely dealt
    deck: str = ""  # the code of a deck that must come out again
    exclude: tuple[str, ...] = ()  # codes of decks, files, or PRINTED
    categories: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    blank: int = 0  # hands of empty words behind the others
    second: str = ""  # the language under each word
    words: tuple[Word, ...] | None = None  # just these, in their order, whatever clashes
    recipe: Recipe | None = None  # the deck as it was dealt then
    seen: frozenset[str] = frozenset()  # words of printed decks, to leave out

    @property
    def own(self) -> bool:
        """Tell whether the product's own banks are not needed."""
        return bool(self.banks) or self.recipe is not None


#: All words of the product's own bank.
_USUAL = Dealing()


@dataclass(frozen=True, eq=False, repr=False, match_args=False)
class Request:
    """One product to make, and how."""

    game: Game
    product: Product
    lang: str
    paper: Size
    paper_name: str
    duplex: Duplex = "long"
    size: str | None = None
    count: int | None = None
    only: frozenset[int] | None = None
    leaves: frozenset[int] | None = None  # only these leaves of paper, counted from 1
    fronts: bool = False  # without backs
    seed: int = 1
    margin: Edges = USUAL_MARGIN  # what the printer cannot reach
    fit: bool = False  # whether faces may be made much smaller to fit
    options: Mapping[str, object] = field(default_factory=dict)
    dealing: Dealing = _USUAL
    recipe: bool = True  # whether the PDF carries what deals its deck again
