"""Hands of words: each word at most once, and no clash where one can be avoided."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from functools import cache

import pytest

from ppgen.deal.clash import Judge, holds
from ppgen.deal.hands import Hands, deal
from ppgen.source.kinds import Word

#: German words, and which of them belong to one another: by stem, or one inside the other.
LEXICON = [
    "Haus", "Häuser", "Maus", "Mäuse", "Hand", "Hände", "Handschuh", "Schuh", "Uhr", "Sanduhr",
    "Sand", "Baum", "Bäume", "Apfelbaum", "Apfel", "Äpfel", "Vogel", "Vögel", "Berg", "Bergwerk",
    "Insel", "Wolke", "Tinte", "Nebel", "Kompass", "Zelt", "Yak", "Mond", "Anker", "Feder",
]  # fmt: skip
RELATED = {
    frozenset(pair.split("+"))
    for pair in [
        "Haus+Häuser", "Maus+Mäuse", "Hand+Hände", "Hand+Handschuh", "Schuh+Handschuh",
        "Uhr+Sanduhr", "Sand+Sanduhr", "Baum+Bäume", "Baum+Apfelbaum", "Apfel+Apfelbaum",
        "Apfel+Äpfel", "Vogel+Vögel", "Berg+Bergwerk",
    ]
}  # fmt: skip


def clash(a: Word, b: Word, *, one_category: bool) -> bool:
    same = bool(a.category) and a.category == b.category and not one_category
    return same or frozenset((str(a), str(b))) in RELATED


def fewest(words: list[Word], take: int, count: int) -> int:
    """Find the least number of clashing pairs by trying every deal."""
    one = len({w.category for w in words if w.category}) < 2
    bad = [[clash(a, b, one_category=one) for b in words] for a in words]

    def cost(hand: tuple[int, ...]) -> int:
        return sum(bad[a][b] for a, b in itertools.combinations(hand, 2))

    @cache
    def best(left: frozenset[int], hands: int) -> int:
        if hands == 0:
            return 0
        if len(left) < hands * take:
            return 10_000
        word = min(left)
        rest = sorted(left - {word})
        found = best(left - {word}, hands)  # not dealt
        for others in itertools.combinations(rest, take - 1):
            hand = (word, *others)
            if found == 0:
                break
            found = min(found, cost(hand) + best(left - set(hand), hands - 1))
        return found

    return best(frozenset(range(len(words))), count)


def random_bank(number: int) -> tuple[list[Word], int, int]:
    """Make a small bank: words, how many a hand, how many hands."""
    chance = random.Random(number)
    size = chance.randint(4, 11)
    kinds = chance.choice([0, 1, 2, 3, 4, 6])
    names = chance.sample(LEXICON[: chance.choice([12, 20, 30])], size)
    words = [Word(w, category=f"kind {chance.randint(1, kinds)}" if kinds else "") for w in names]
    take = chance.choice([2, 2, 3, 4, 4])
    return words, take, chance.randint(1, max(1, size // take))


def dealt(words: list[Word], take: int, count: int, seed: int = 1) -> Hands:
    return deal(words, take, count, seed, "de", frozenset())


@pytest.mark.parametrize("part", range(4))
def test_200_banks(part: int) -> None:
    for number in range(part * 50, part * 50 + 50):
        words, take, count = random_bank(number)
        got = dealt(words, take, count, seed=number)
        flat = [word for hand in got.hands for word in hand]
        assert Counter(len(hand) for hand in got.hands) == {take: count}
        assert len(set(flat)) == len(flat)
        assert set(flat) <= set(words)
        # Side A is the first half of each hand.
        sides = [len(hand[: take // 2]) for hand in got.hands]
        assert take % 2 or 2 * sum(sides) == len(flat)
        one = len({w.category for w in words if w.category}) < 2
        seen = sum(
            clash(a, b, one_category=one)
            for hand in got.hands
            for a, b in itertools.combinations(hand, 2)
        )
        assert seen == len(got.clashes), "what it tells is what is so"
        assert seen == fewest(words, take, count), (number, words, got.hands)


def test_the_count_of_the_fewest_is_right() -> None:
    """The measure itself: known answers."""
    three = [Word(w, category=c) for w, c in zip("abcdef", "xxxyyz", strict=True)]
    assert fewest(three, 2, 3) == 0
    assert fewest(three, 3, 2) == 1
    assert fewest([Word("Haus"), Word("Häuser")], 2, 1) == 1
    assert fewest([Word("Haus"), Word("Häuser"), Word("Yak")], 2, 1) == 0


def full_bank() -> list[Word]:
    return [
        Word(f"{chr(97 + n % 26)}{n * 7919 % 10007:05}", category=f"c{n % 20}") for n in range(480)
    ]


def test_a_full_deck() -> None:
    got = dealt(full_bank(), 4, 110)
    assert not got.clashes
    # Any two categories can meet: without mixing a fifth of them never would.
    met = {
        frozenset((a.category, b.category))
        for hand in got.hands
        for a, b in itertools.combinations(hand, 2)
    }
    assert len(met) > 170  # of 190 pairs


def test_the_order_of_the_file_does_not_matter() -> None:
    words = full_bank()
    assert dealt(words, 4, 110).hands == dealt(words[::-1], 4, 110).hands


def test_seeds_deal_different_decks() -> None:
    one, other = (dealt(full_bank(), 4, 110, seed).hands for seed in (1, 2))
    assert sum(set(a) == set(b) for a in one for b in other) == 0


KNOWN = [
    ["Insel", "Sand", "Wolke", "Äpfel"],
    ["Bäume", "Bergwerk", "Apfel", "Zelt"],
    ["Berg", "Vogel", "Apfelbaum", "Nebel"],
    ["Baum", "Vögel", "Tinte", "Kompass"],
]


def test_known_deal() -> None:
    """Decks that people have printed are dealt again by code: this must never change."""
    words = [Word(w, category=c) for w, c in zip(LEXICON[10:26], "abcd" * 4, strict=True)]
    assert dealt(words, 4, 4).hands == KNOWN


PLAIN = [
    ["Bäume", "Nebel", "Äpfel", "Tinte"],
    ["Sand", "Kompass", "Baum", "Insel"],
    ["Bergwerk", "Vögel", "Zelt", "Wolke"],
]


def test_known_deal_without_categories() -> None:
    words = [Word(w) for w in LEXICON[10:26]]
    assert dealt(words, 4, 3).hands == PLAIN


def test_first_words_without_categories_do_not_lie_together() -> None:
    words = [Word(f"{chr(97 + n % 26)}{n * 7919 % 10007:05}") for n in range(200)]
    wanted = frozenset(words[:20])
    got = deal(words, 4, 20, 1, "de", wanted)
    held = [len(wanted.intersection(hand)) for hand in got.hands]
    assert sum(held) == 20
    assert max(held) < 4
    assert sum(held[:5]) < 10
    assert sum(held[-5:]) < 10


def test_first_words_are_dealt() -> None:
    words = full_bank()
    wanted = frozenset(words[-9:])
    got = deal(words, 4, 5, 1, "de", wanted)
    assert wanted <= {word for hand in got.hands for word in hand}


def test_a_category_beyond_all_bounds_is_spread() -> None:
    """Nine of a category in three hands: three in each, not four in one."""
    words = [Word(w, category="much" if n < 9 else f"c{n}") for n, w in enumerate(LEXICON[20:32])]
    words += [Word("Blume", category="c10"), Word("Chlor", category="c11")]
    got = dealt(words, 4, 3)
    assert [sum(w.category == "much" for w in hand) for hand in got.hands] == [3, 3, 3]
    assert len(got.clashes) == 9


# --- what clashes ---


def why(a: str, b: str, lang: str) -> str:
    return Judge([Word(a), Word(b)], lang).why(0, 1)


@pytest.mark.parametrize(
    ("a", "b", "lang", "expected"),
    [
        ("Haus", "Häuser", "de", "stem"),
        ("Sanduhr", "Uhr", "de", "containment"),
        ("Uhr", "Sanduhr", "de-AT", "containment"),
        ("Giraffe", "Affe", "de", "containment"),
        ("Ei", "Reise", "de", ""),
        ("Art", "Karten", "de", ""),  # three letters, but not at an end
        ("maison", "maisons", "fr", "containment"),
        ("mouse", "house", "en", ""),
        ("baby", "babies", "en", "stem"),
        ("KEDİ", "kedi", "tr", "stem"),
        ("IŞIK", "ışık", "tr", "stem"),
        ("IŞIK", "ışık", "en", ""),
        ("山", "火山", "zh", "containment"),
        ("билет", "билеты", "ru", "containment"),
        ("кошка", "кошек", "ru", ""),
        ("बच्चा", "लड़का", "hi", ""),
    ],
)
def test_why_two_words_clash(a: str, b: str, lang: str, expected: str) -> None:
    assert why(a, b, lang) == expected
    assert why(b, a, lang) == expected


def test_categories() -> None:
    words = [Word("a", category="x"), Word("b", category="X"), Word("c", category="y"), Word("d")]
    judge = Judge(words, "en")
    assert judge.why(0, 1) == "category"
    assert judge.why(0, 2) == judge.why(0, 3) == ""
    # One category for all tells nothing apart.
    assert Judge(words[:2], "en").why(0, 1) == ""


def test_no_word_is_inside_itself() -> None:
    assert not holds("katze", "katze", "de")
