"""The recipe of a deck: all that prints its pieces again, whatever has become of its bank.

Plain data. Must not know where a recipe is kept, nor how it is written.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ppgen.diagnostics import Span
from ppgen.geometry import Edges
from ppgen.source.kinds import Text, Word

#: The words of each hand, by the name in a product's `each` that deals them.
Hands = Mapping[str, tuple[tuple[Word, ...], ...]]

#: What a recipe holds at most. Decks that are larger carry none.
MOST_WORDS = 100_000
LONGEST_TEXT = 1000
LONGEST_LINE = 50_000
MOST_BYTES = 8_000_000


class Recipe(NamedTuple):
    """A deck: its words in their order, and the options that its pieces were drawn with."""

    span: Span
    version: Text  # of the ppgen that dealt it
    deck: Text  # its code
    product: Text  # game/product
    lang: str
    paper: Text
    wanted: int  # the count as expressions of the product see it
    hands: Hands
    second: str = ""
    size: Text | None = None
    margin: Edges | None = None
    blank: int = 0
    options: Mapping[Text, Text] = {}

    @property
    def words(self) -> tuple[Word, ...]:
        """The words in the order in which they were dealt."""
        return tuple(word for hands in self.hands.values() for hand in hands for word in hand)
