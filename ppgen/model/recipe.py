"""The recipe of a deck: everything needed to print its pieces again, even if its bank has changed.

Plain data. Must not know where a recipe is stored or how it is written.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ppgen.diagnostics import Span
from ppgen.geometry import Edges
from ppgen.source.kinds import Text, Word

#: The words of each hand, by the product's `each` name that deals them.
Hands = Mapping[str, tuple[tuple[Word, ...], ...]]


class Recipe(NamedTuple):
    """A deck: its words in order, and the options that its pieces were drawn with."""

    span: Span
    version: Text  # version of ppgen that dealt it
    deck: Text  # deck code
    product: Text  # game/product
    lang: str
    paper: Text
    wanted: int  # the value of `count` in the product's expressions
    hands: Hands
    second: str = ""
    size: Text | None = None
    margin: Edges | None = None
    blank: int = 0
    options: Mapping[Text, Text] = {}

    @property
    def words(self) -> tuple[Word, ...]:
        """The words in dealing order."""
        return tuple(word for hands in self.hands.values() for hand in hands for word in hand)
