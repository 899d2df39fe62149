"""Deals hands of words that do not clash, by a seed.

Takes words, a judge of clashes, and the number and size of the hands; returns hands in which each
word appears at most once, with as few clashes as possible: categories, if there are any, are
spread optimally, then words are swapped until stems and contained words are apart too.
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Sequence
from typing import NamedTuple

from ppgen.chance import Draws, shuffled
from ppgen.deal.clash import Judge
from ppgen.deal.rows import Rows
from ppgen.deal.search import search
from ppgen.source.kinds import Word

#: Number of swaps to try to separate clashing words, plus some for each word.
_TRIES = 8_000


class Hands(NamedTuple):
    """Hands of words, and the pairs that still clash, with the hand of the second word."""

    hands: list[list[Word]]
    clashes: Sequence[tuple[int, Word, Word, str]] = ()  # the hand, counted from 0, and why


def deal(
    words: Sequence[Word], take: int, count: int, seed: int, lang: str, first: frozenset[str],
    apart: int = 0,
) -> Hands:  # fmt: skip
    """Deal `count` hands of `take` words, including those in `first`.

    There must be enough distinct words, and no more in `first` than are dealt. Keeps the words of a
    hand apart or, with `apart`, those at the same place of that many consecutive hands.
    """
    deck = shuffled(words, seed)
    judge = Judge(deck, lang)
    must = [word in first for word in deck] if first else [False] * len(deck)
    if apart:
        rows = Rows(judge, take, count, apart, Draws(seed), must)
        return Hands(
            [[deck[i] for i in hand] for hand in rows.hands()],
            [(at, deck[a], deck[b], judge.why(a, b)) for at, a, b in rows.clashes()],
        )
    table = _Table(judge, take, count, Draws(seed), must)
    if judge.sorts:
        table.spread()
        table.mix()
    else:
        table.cut()
    clashes = [
        (number, deck[a], deck[b], judge.why(a, b))
        for number in sorted(table.part())
        for a, b in table.clashing(table.hands[number])
    ]
    return Hands([[deck[i] for i in hand] for hand in table.hands], clashes)


class _Table:
    """Hands being dealt; words are indices into the shuffled deck."""

    def __init__(
        self, judge: Judge, take: int, count: int, draws: Draws, must: Sequence[bool]
    ) -> None:
        self.judge, self.take, self.count, self.draws = judge, take, count, draws
        self.must = must
        self.hands: list[list[int]] = [[] for _ in range(count)]
        self.rest: list[int] = []
        self.least = 0  # category clashes that no deal can avoid

    def cut(self) -> None:
        """Cut the deck into hands: its order is already random."""
        order = list(range(len(self.must)))
        if any(self.must):
            order.sort(key=lambda word: not self.must[word])
        dealt, self.rest = order[: self.take * self.count], order[self.take * self.count :]
        if any(self.must):  # required words come first, and should not end up together
            self.draws.shuffle(dealt)
        self.hands = [dealt[i : i + self.take] for i in range(0, len(dealt), self.take)]

    # ------------------------------------------------------------------ categories
    def spread(self) -> None:
        """Choose the words and spread each category over as many hands as possible.

        Rows with at most one word per hand each go to the hands with most room: this finds a deal
        without two words of a category in a hand whenever one exists (Gale and Ryser).
        """
        rows = self._rows(self._choose())
        room: list[list[int]] = [[] for _ in range(self.take)] + [list(range(self.count))]
        for row in rows:
            used: list[tuple[int, int]] = []
            for word in row:
                level = max(n for n in range(1, self.take + 1) if room[n])
                hands = room[level]
                at = self.draws.below(len(hands))
                hands[at], hands[-1] = hands[-1], hands[at]
                number = hands.pop()
                self.hands[number].append(word)
                used.append((level - 1, number))
            for level, number in used:
                room[level].append(number)
        for hand in self.hands:
            self.draws.shuffle(hand)

    def _choose(self) -> list[int]:
        """Take the first words of the deck, but no more of a category than there are hands."""
        need = self.take * self.count
        taken: dict[int, int] = {}
        chosen: list[int] = []
        left = list(range(len(self.must)))
        for wanted in (True, False):
            level = 1
            waiting = [w for w in left if self.must[w] == wanted]
            while waiting and len(chosen) < need:
                later = []
                for word in waiting:
                    kind = self.judge.categories[word]
                    full = kind >= 0 and not wanted and taken.get(kind, 0) >= level * self.count
                    if len(chosen) == need or full:
                        later.append(word)
                        continue
                    chosen.append(word)
                    taken[kind] = taken.get(kind, 0) + 1
                waiting, level = later, level + 1
        kept = set(chosen)
        self.rest = [w for w in left if w not in kept]
        for kind, number in taken.items():
            if kind >= 0:
                rounds, more = divmod(number, self.count)
                self.least += self.count * rounds * (rounds - 1) // 2 + more * rounds
        return chosen

    def _rows(self, chosen: list[int]) -> list[list[int]]:
        """Cut the words into rows of one category, none longer than the number of hands."""
        by_kind: dict[int, list[int]] = {}
        rows: list[list[int]] = []
        for word in chosen:
            kind = self.judge.categories[word]
            if kind < 0:
                rows.append([word])
            else:
                by_kind.setdefault(kind, []).append(word)
        for words in by_kind.values():
            rows += [words[i : i + self.count] for i in range(0, len(words), self.count)]
        order = list(range(len(rows)))
        self.draws.shuffle(order)
        return [rows[i] for i in order]

    # ------------------------------------------------------------------ clashes
    def clashing(self, hand: Sequence[int]) -> list[tuple[int, int]]:
        """Return the pairs of a hand that clash."""
        why = self.judge.why
        return [(a, b) for a, b in itertools.combinations(hand, 2) if why(a, b)]

    def _against(self, word: int, hand: Sequence[int], without: int) -> int:
        """Count the clashes of a word with a hand, ignoring one place of it."""
        why = self.judge.why
        return len([1 for i, other in enumerate(hand) if i != without and why(word, other)])

    def _harmless(self, h: int, i: int, g: int, j: int) -> bool:
        """Return whether a swap adds no clashes; hand -1 holds the words not dealt."""
        one, other = self.hands[h], self.hands[g] if g >= 0 else []
        a, b = one[i], other[j] if g >= 0 else self.rest[j]
        after = self._against(b, one, i) + self._against(a, other, j)
        return not after or after <= self._against(a, one, i) + self._against(b, other, j)

    def _swap(self, h: int, i: int, g: int, j: int) -> None:
        there = self.hands[g] if g >= 0 else self.rest
        self.hands[h][i], there[j] = there[j], self.hands[h][i]

    def _pick(self) -> tuple[int, int]:
        """Draw a place: a word in a hand, or one not dealt."""
        at = self.draws.below(self.count * self.take + len(self.rest))
        if at >= self.count * self.take:
            return -1, at - self.count * self.take
        return divmod(at, self.take)

    def mix(self) -> None:
        """Swap words at random where it adds no clashes, so that any two categories can meet."""
        for _ in range(2 * self.count * self.take if self.count > 1 else 0):
            h, i = divmod(self.draws.below(self.count * self.take), self.take)
            g, j = divmod(self.draws.below(self.count * self.take), self.take)
            if h != g and self._harmless(h, i, g, j):
                self._swap(h, i, g, j)

    def _by_more(self, hand: Sequence[int]) -> bool:
        return any(self.judge.why(a, b) != "category" for a, b in self.clashing(hand))

    def _move(self, at: int) -> tuple[int | None, int]:
        """Swap a clashing word of a hand if nothing gets worse; return where to, and the tries."""
        hand = self.hands[at]
        places = [i for i, word in enumerate(hand) if self._against(word, hand, i)]
        i = places[self.draws.below(len(places))]
        for cost in range(1, 201):
            g, j = self._pick()
            if g == at or (g < 0 and self.must[hand[i]]):
                continue
            # Even a swap that only moves the clash may open a way.
            if self._harmless(at, i, g, j):
                self._swap(at, i, g, j)
                return g, cost
        return None, 200

    def part(self) -> Collection[int]:
        """Swap clashing words until no deal can be better, or trying more is not worth it.

        Returns the hands that still have clashes.
        """
        tries = _TRIES + min(_TRIES, self.take * self.count)
        bad = {h: n for h, hand in enumerate(self.hands) if (n := len(self.clashing(hand)))}
        # Clashes by more than category are not caused by a lack of categories.
        first = [h for h in bad if self._by_more(self.hands[h])]
        while bad and sum(bad.values()) > self.least and tries > 0:
            at = first.pop() if first else next(iter(bad))
            if at not in bad:
                continue
            other, cost = self._move(at)
            tries -= cost
            for h in {at, other}:
                if h is None or h < 0:
                    continue
                bad.pop(h, None)  # and after the others, if it still clashes
                if number := len(self.clashing(self.hands[h])):
                    bad[h] = number
                    if self._by_more(self.hands[h]):
                        first.insert(0, h)
        return () if bad and self.least == 0 and self._search() else bad

    def _search(self) -> bool:
        """Deal without any clash, if the words are few enough for an exact search."""
        hands = search(self.judge, self.take, self.count, self.must)
        if hands is None:
            return False
        for hand in hands:
            self.draws.shuffle(hand)
        order = list(range(self.count))
        self.draws.shuffle(order)
        self.hands = [hands[i] for i in order]
        return True
