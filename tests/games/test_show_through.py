"""Cards that are held or lie face down: what shines through their backs does not tell them."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from ppgen.geometry import Rect
from tests.support.products import Build
from tests.support.show_through import MARGIN, Picture, faces, ink, told

#: Where the three digits of a code stand, each with its row of rings.
DIGITS = [Rect(4 + 20.7 * place, 7, 13.6, 33) for place in range(3)]
CODES = list(itertools.permutations("1234", 3))
#: The letters of a set that look the same from behind.
VOWELS, CONSONANTS = "AEIOU", "BCDFGHKLMNPRSTWZ"


@pytest.fixture(scope="module")
def codes(build: Build) -> list[Picture]:
    lying = faces(build("decrypto/codes", "--paper", "63x44mm", "--margin", "0"))
    # Paper stands upright, cards on it lie: fronts turned clockwise, backs the other way.
    return [np.rot90(face, 1 - 2 * (at % 2)) for at, face in enumerate(lying)]


@pytest.fixture(scope="module")
def letters(build: Build) -> list[Picture]:
    data = build("chiffre/letters", "--lang", "de", "--paper", "44x63mm", "--margin", "0")
    return faces(data)


@pytest.mark.slow
@pytest.mark.parametrize("deck", [0, 1], ids=["white", "black"])
def test_no_code_is_told_from_behind(codes: list[Picture], deck: int) -> None:
    fronts, back = codes[48 * deck : 48 * deck + 48 : 2], codes[48 * deck + 1]
    assert ink(back) <= 0.1
    assert told(fronts, back) < MARGIN
    blank = np.ones_like(back)
    for place, where in enumerate(DIGITS):
        one_of_each = [fronts[[code[place] for code in CODES].index(digit)] for digit in "1234"]
        assert told(one_of_each, back, where) < MARGIN
        assert told(one_of_each, blank, where) > 2 * MARGIN


@pytest.mark.slow
@pytest.mark.parametrize("which", [0, 1], ids=["red", "black"])
@pytest.mark.parametrize("alike", [VOWELS, CONSONANTS], ids=["vowels", "consonants"])
def test_no_letter_is_told_from_behind(letters: list[Picture], which: int, alike: str) -> None:
    order = sorted(VOWELS + CONSONANTS)
    own = [42 * which + 2 * order.index(letter) for letter in alike]
    fronts, back = [letters[at] for at in own], letters[own[0] + 1]
    assert all(np.array_equal(letters[at + 1], back) for at in own)
    assert ink(back) <= 0.15, "the class of the letter is printed large"
    assert told(fronts, back) < MARGIN
    assert told(fronts, np.ones_like(back)) > MARGIN
