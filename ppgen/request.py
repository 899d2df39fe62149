"""A user's request as frozen data: a product, how to print it, and which words to deal.

Must not look anything up, place or draw.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeAlias

from ppgen.geometry import Duplex, Edges, Ink, Marks, MarksOn, Size
from ppgen.model.game import Game, Product
from ppgen.model.recipe import Recipe
from ppgen.printers.profile import Printer
from ppgen.source.kinds import Word

#: Which spare parts are printed: those that find a free place, all of them, none.
Spares: TypeAlias = Literal["fill", "all", "none"]

#: A margin that suits most printers.
USUAL_MARGIN = Edges(5.0, 5.0, 5.0, 5.0)
#: The value of `exclude` for all previously printed decks; their words are in `seen`.
PRINTED = "printed"


class Dealing(NamedTuple):
    """Which words to deal: from which banks, and which of their words."""

    banks: tuple[str, ...] = ()  # files, or languages of the product's own banks
    first: tuple[str, ...] = ()  # files of words that must be dealt
    deck: str = ""  # the code of a deck to deal again
    exclude: tuple[str, ...] = ()  # codes of decks, files, or PRINTED
    categories: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    blank: int = 0  # additional hands of empty words
    second: str = ""  # the language under each word
    words: tuple[Word, ...] | None = None  # exactly these, in order, even if they clash
    recipe: Recipe | None = None  # the deck as originally dealt
    seen: frozenset[str] = frozenset()  # words of printed decks, to exclude

    @property
    def own(self) -> bool:
        """Return whether the product's own banks are not needed."""
        return bool(self.banks) or self.recipe is not None


#: Deals all words of the product's own bank.
_USUAL = Dealing()


@dataclass(frozen=True, eq=False, repr=False, match_args=False)
class Request:
    """One product to make, and how to make it."""

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
    spares: Spares | None = None  # as many as fit, but none beside single pieces
    seed: int = 1
    margin: Edges = USUAL_MARGIN  # the area that the printer cannot reach
    fit: bool = False  # whether faces may shrink a lot to fit
    marks: Marks = "corners"
    marks_on: MarksOn = "both"
    gap: float = 0.0  # between neighbouring faces
    bleed: float = 0.0  # how far faces run on beyond their cut edge; at most half the gap
    printer: Printer | None = None  # as it was measured
    pads: int = 0  # so many pads of `count` sheets, each with a cover; 0 for sheets alone
    options: Mapping[str, object] = field(default_factory=dict)
    dealing: Dealing = _USUAL
    recipe: bool = True  # whether the PDF carries the recipe of its deck
    ink: Ink = "normal"  # how much ink faces may take
