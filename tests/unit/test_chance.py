"""Chance: orders and numbers by a seed, the same on every machine and for ever."""

from __future__ import annotations

import itertools
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from ppgen.chance import Draws, shares, shuffled

WORDS = tuple(f"word{n}" for n in range(26))
FIRST = ["bee", "cat", "dog", "ant", "fox", "eel"]
SECOND = ["cat", "fox", "ant", "bee", "dog", "eel"]


def test_order_is_the_same_for_ever() -> None:
    """Decks that people have printed are reprinted by number: this order must never change."""
    assert shuffled(["ant", "bee", "cat", "dog", "eel", "fox"], 1) == FIRST
    assert shuffled(["fox", "eel", "dog", "cat", "bee", "ant"], 2) == SECOND


def test_numbers_are_the_same_for_ever() -> None:
    draws = Draws(1)
    assert [draws.below(100) for _ in range(6)] == [9, 51, 51, 82, 16, 41]
    found = [int(share * 1000) for share in itertools.islice(shares("veil"), 10)]
    assert found == [336, 705, 604, 339, 667, 528, 671, 438, 698, 120]


def test_a_word_in_another_form_of_unicode_keeps_its_place() -> None:
    composed, apart = "K\u00e4se", "Ka\u0308se"
    order = shuffled([*WORDS, composed], 3).index(composed)
    assert shuffled([*WORDS, apart], 3).index(apart) == order


def test_other_seeds_deal_other_decks() -> None:
    decks = {tuple(shuffled(WORDS, seed)) for seed in range(20)}
    assert len(decks) == 20


@given(st.lists(st.text(max_size=4), max_size=30), st.integers(0, 10**9))
def test_every_word_once(words: list[str], seed: int) -> None:
    found = shuffled(words, seed)
    assert Counter(found) == Counter(words)
    assert found == shuffled(list(words), seed)


def test_every_place_is_as_likely_as_another() -> None:
    first = Counter(shuffled("abcd", seed)[0] for seed in range(400))
    assert sorted(first) == list("abcd")
    assert min(first.values()) > 60
