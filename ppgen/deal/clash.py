"""Decides whether two words clash: by category, stem, or one inside the other.

Takes words of one language; compares pairs of them. Must not know files.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import Literal

from ppgen.language.folding import bare, base_language, fold
from ppgen.language.stems import stemmer
from ppgen.source.kinds import Word

Why = Literal["category", "stem", "containment", ""]

#: Scripts in which one sign is a word.
_SIGNS = {"zh", "ja", "ko"}
#: Languages whose stemmers also strip prefixes.
_PREFIXES = {"ar", "fa", "ga", "id", "st"}
#: Forms of one word begin with the same letters, ignoring accents. Stems are compared only then,
#: as a stemmer takes longer than everything else.
_START = 3


def holds(inner: str, outer: str, lang: str) -> bool:
    """Return whether a folded word is part of another: 3 letters at an end of it, 4 anywhere."""
    if len(inner) >= len(outer):
        return False
    if base_language(lang) in _SIGNS:
        return inner in outer
    if len(inner) >= 4:
        return inner in outer
    return len(inner) == 3 and (outer.startswith(inner) or outer.endswith(inner))


class Judge:
    """Judges which words, by their index in a list, must not be in one hand."""

    def __init__(self, words: Sequence[Word], lang: str) -> None:
        self._lang = lang
        self._folded = [fold(word, lang) for word in words]
        start = 0 if base_language(lang) in _PREFIXES else _START
        self._starts = [
            head if (head := word[:start]).isascii() else bare(word)[:start]
            for word in self._folded
        ]
        self._stems: dict[int, str] = {}
        numbers: dict[str, int] = {}
        for word in words:
            if word.category:
                numbers.setdefault(fold(word.category, lang), len(numbers))
        #: Whether any word has a category.
        self.sorts = bool(numbers)
        # If all words have the same category, it distinguishes nothing.
        one = len(numbers) < 2
        #: The number of a word's category; -1: no category, which never clashes.
        self.categories = [
            -1 if one or not w.category else numbers[fold(w.category, lang)] for w in words
        ]

    @cached_property
    def _stemmer(self) -> Callable[[str], str] | None:
        return stemmer(self._lang)

    def stem(self, at: int) -> str:
        """Return the stem of a word, or the word itself if its language has no stemmer."""
        if at not in self._stems:
            word = self._folded[at]
            self._stems[at] = self._stemmer(word) if self._stemmer else word
        return self._stems[at]

    def clashing(self, a: int, others: Iterable[int]) -> list[int]:
        """Return those of some words that clash with a word."""
        folded, starts, categories = self._folded, self._starts, self.categories
        word, start, category = folded[a], starts[a], categories[a]
        # What comes before `why` is no more than a quick look, as nearly no words clash.
        return [
            b
            for b in others
            if (
                starts[b] == start
                or (other := folded[b]) in word
                or word in other
                or categories[b] == category != -1
            )
            and self.why(a, b)
        ]

    def why(self, a: int, b: int) -> Why:
        """Return why two words clash; empty if they do not."""
        if self.categories[a] == self.categories[b] != -1:
            return "category"
        one, other = self._folded[a], self._folded[b]
        if len(one) > len(other):
            one, other = other, one
        if one in other:
            if one == other:
                return "stem"
            if holds(one, other, self._lang):
                return "containment"
        if self._starts[a] == self._starts[b] and self.stem(a) == self.stem(b):
            return "stem"
        return ""
