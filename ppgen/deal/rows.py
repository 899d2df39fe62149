"""Deals rows of words in which no two near each other are alike, by a seed.

A hand is one word from each row. The words that meet in play are those at the same place of
consecutive hands: in any `apart` of them no two share a category, a stem or letters, as far as the
categories allow; the words of one hand never meet. Takes words and a judge of clashes; returns the
rows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ppgen.chance import Draws
from ppgen.deal.clash import Judge

#: Number of swaps to try for each word that still clashes.
_TRIES = 300


class Rows:
    """One row for each place of a hand; words are indices into the shuffled deck."""

    def __init__(
        self, judge: Judge, take: int, count: int, apart: int, draws: Draws, must: Sequence[bool]
    ) -> None:
        self._judge, self._apart, self._draws, self._must = judge, apart, draws, must
        self._count = count
        chosen = self._choose(take * count)
        kept = set(chosen)
        self._rest = [word for word in range(len(must)) if word not in kept]
        # Words go to each row in turn, which spreads each category over all of them.
        self.rows = [self._ordered(chosen[place::take]) for place in range(take)]
        self._part()

    def hands(self) -> list[list[int]]:
        """Return the hands."""
        return [list(hand) for hand in zip(*self.rows, strict=True)]

    def clashes(self) -> Iterator[tuple[int, int, int]]:
        """Yield clashing pairs that are too close, with the number of the later hand."""
        for row in self.rows:
            for at in range(len(row)):
                for before in self._near(row, at):
                    yield at, row[before], row[at]

    # ------------------------------------------------------------------ which words, in which row
    def _choose(self, need: int) -> list[int]:
        """Take the first words of the deck, but no more of a category than can be kept apart.

        They are sorted by category.
        """
        # A row holds one word of a category in every `apart` places.
        room = -(-self._count // self._apart) * (need // self._count)
        taken: dict[int, int] = {}
        chosen: list[int] = []
        for wanted in (True, False):
            waiting = [word for word in range(len(self._must)) if self._must[word] == wanted]
            level = 1
            while waiting and len(chosen) < need:
                later = []
                for word in waiting:
                    kind = self._judge.categories[word]
                    full = kind >= 0 and not wanted and taken.get(kind, 0) >= level * room
                    if full or len(chosen) == need:
                        later.append(word)
                        continue
                    chosen.append(word)
                    taken[kind] = taken.get(kind, 0) + 1
                waiting, level = later, level + 1
        # At random among the categories, so that the longer rows vary.
        kinds = sorted(taken)
        self._draws.shuffle(kinds)
        rank = {kind: at for at, kind in enumerate(kinds)}
        if len(rank) > 1:
            chosen.sort(key=lambda word: rank[self._judge.categories[word]])
        elif any(self._must):  # required words come first, and should not end up together
            self._draws.shuffle(chosen)
        return chosen

    # ------------------------------------------------------------------ the order of a row
    def _ordered(self, words: Sequence[int]) -> list[int]:
        """Order the words of a row so that those of a category are apart.

        A category that would otherwise no longer fit into the rest of the row goes first; else the
        choice is random, weighted by the words left.
        """
        left: dict[int, list[int]] = {}
        for word in words:
            left.setdefault(self._judge.categories[word], []).append(word)
        if set(left) == {-1}:
            return list(words)
        for some in left.values():
            self._draws.shuffle(some)
        last: dict[int, int] = {}
        out: list[int] = []
        for at in range(len(words)):
            kind = self._next(left, last, at, len(words))
            out.append(self._word(left[kind], out))
            last[kind] = at
            if not left[kind]:
                del left[kind]
        return out

    def _next(self, left: dict[int, list[int]], last: dict[int, int], at: int, end: int) -> int:
        """Choose the category for a place of the row."""
        apart = self._apart
        ready = [k for k in left if k < 0 or at - last.get(k, -apart) >= apart]
        if not ready:
            return min(left, key=lambda kind: (last.get(kind, -apart), kind))
        # The last place at which a category can continue with all its words apart.
        due = {k: end - 1 - (len(some) - 1) * apart for k, some in left.items() if k >= 0}
        while len(ready) > 1:
            kind = self._drawn(ready, left)
            after = sorted(
                place + apart if k == kind else place
                for k, place in due.items()
                if k != kind or len(left[k]) > 1
            )
            if all(place > at + number for number, place in enumerate(after)):
                return kind
            ready.remove(kind)
        # No random choice leaves room for all: take what is due first.
        open_ = [k for k in left if k < 0 or at - last.get(k, -apart) >= apart]
        return min(open_, key=lambda kind: (due.get(kind, end), kind))

    def _drawn(self, kinds: Sequence[int], left: dict[int, list[int]]) -> int:
        at = self._draws.below(sum(len(left[kind]) for kind in kinds))
        for kind in kinds:
            at -= len(left[kind])
            if at < 0:
                return kind
        raise AssertionError

    def _word(self, words: list[int], before: Sequence[int]) -> int:
        """Take a word that does not clash with those just before it; any, if there is none."""
        near = before[-self._apart + 1 :] if self._apart > 1 else []
        for number, word in enumerate(words):
            if not self._judge.clashing(word, near):
                return words.pop(number)
        return words.pop(0)

    # ------------------------------------------------------------------ what still clashes
    def _near(self, row: Sequence[int], at: int, *, both: bool = False) -> list[int]:
        """Return the nearby places whose words clash with a place: before it, or also after."""
        start = max(0, at - self._apart + 1)
        near = [*row[start:at], *row[at + 1 : at + self._apart]] if both else row[start:at]
        found = self._judge.clashing(row[at], near)
        return [row.index(word, start) for word in found] if found else []

    def _part(self) -> None:
        """Swap clashing words with any others as long as that reduces the clashes."""
        for row in self.rows:
            for at in range(len(row)):
                if self._near(row, at) and not self._exchange(row, at):
                    # Its neighbors may be easier to move.
                    for before in self._near(row, at):
                        if self._exchange(row, before):
                            break

    def _exchange(self, row: list[int], at: int) -> bool:
        size = len(self.rows) * self._count
        for _ in range(_TRIES):
            drawn = self._draws.below(size + len(self._rest))
            other, place = self._rest, drawn - size
            if drawn < size:
                other, place = self.rows[drawn // self._count], drawn % self._count
            elif self._must[row[at]]:
                continue
            if other is row and abs(place - at) < self._apart:
                continue
            before = self._harm(row, at) + self._harm(other, place)
            row[at], other[place] = other[place], row[at]
            if self._harm(row, at) + self._harm(other, place) < before:
                return True
            row[at], other[place] = other[place], row[at]
        return False

    def _harm(self, row: Sequence[int], at: int) -> int:
        """Count the clashes of a word; words not dealt clash with nothing."""
        return 0 if row is self._rest else len(self._near(row, at, both=True))
