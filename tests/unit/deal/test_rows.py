"""Rows of words: what meets in play, words at the same place of consecutive hands, is unlike."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ppgen.deal.clash import Judge
from ppgen.deal.hands import Hands, deal
from ppgen.load.workspace import Workspace
from ppgen.source.kinds import Word
from tests.support.run import REPO

APART = 8


def words(sizes: list[int]) -> list[Word]:
    """Make words of categories of these sizes, no two of them alike otherwise."""
    letters = itertools.product("bcdfghjklm", "aeiou", "npqrstvwxz", "aeiou")
    names = ("".join(four) for four in letters)
    return [
        Word(next(names), category=f"kind {kind}") for kind, size in enumerate(sizes)
        for _ in range(size)
    ]  # fmt: skip


def near(got: Hands, apart: int = APART) -> list[tuple[Word, Word]]:
    """Return the pairs of words that meet in play."""
    return [
        (row[a], row[b])
        for row in zip(*got.hands, strict=True)
        for b in range(len(row))
        for a in range(max(0, b - apart + 1), b)
    ]


@pytest.mark.parametrize("lang", ["de", "en"])
@pytest.mark.parametrize("seed", [1, 2, 77])
def test_no_like_words_meet_in_a_deck_of_our_own(lang: str, seed: int) -> None:
    bank = Workspace(REPO).bank("words", lang)
    assert bank is not None
    got = deal(bank.words, 4, 110, seed, lang, frozenset(), APART)
    dealt = [word for hand in got.hands for word in hand]
    assert len(dealt) == len(set(dealt)) == 440
    judge = Judge(dealt, lang)
    at = {word: number for number, word in enumerate(dealt)}
    assert [pair for pair in near(got) if judge.why(at[pair[0]], at[pair[1]])] == []
    assert not got.clashes
    # Chance would let one hand of six and more clash: the rule is not kept by accident.
    usual = deal(bank.words, 4, 110, seed, lang, frozenset())
    assert len([1 for a, b in near(usual) if a.category == b.category]) > 20


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_categories_never_meet_where_they_can_be_kept_apart(data: st.DataObject) -> None:
    """Eight categories and more, none with more words than four for every eight hands begun."""
    count = data.draw(st.integers(8, 60), "hands")
    most = 4 * (count // APART)
    sizes = data.draw(st.lists(st.integers(1, most), min_size=8, max_size=24), "sizes")
    while sum(sizes) < 4 * count:
        sizes.append(most)
    got = deal(words(sizes), 4, count, data.draw(st.integers(1, 99)), "en", frozenset(), APART)
    assert [pair for pair in near(got) if pair[0].category == pair[1].category] == []
    assert not got.clashes


def test_what_cannot_be_kept_apart_is_counted() -> None:
    got = deal(words([20, 20]), 4, 10, 1, "en", frozenset(), APART)
    meet = [pair for pair in near(got) if pair[0].category == pair[1].category]
    assert len(meet) == len(got.clashes) > 0
    assert {why for *_, why in got.clashes} == {"category"}


def test_stems_are_kept_apart_without_categories() -> None:
    some = [Word(f"{stem}{end}") for stem in ("paint", "walk", "farm") for end in ("", "s", "ed")]
    filler = [Word(word) for word in words([60])]
    got = deal([*some, *filler], 2, 30, 3, "en", frozenset(map(str, some)), APART)
    dealt = [word for hand in got.hands for word in hand]
    assert set(map(str, some)) <= set(map(str, dealt)), "they are surely in the deck"
    assert not got.clashes


def test_words_that_must_be_dealt_are_and_the_same_seed_deals_the_same() -> None:
    bank = words([30] * 10)
    first = frozenset(map(str, bank[:7]))
    one, two, other = (deal(bank, 4, 40, seed, "en", first, APART) for seed in (5, 5, 6))
    assert one == two
    assert one.hands != other.hands
    assert first <= {word for hand in one.hands for word in hand}
    assert max(Counter(word for hand in one.hands for word in hand).values()) == 1
