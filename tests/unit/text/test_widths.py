"""Widths by letters and pairs: equal to HarfBuzz for every word that ships, in every plain font."""

from __future__ import annotations

import re
from functools import partial

import pytest

from ppgen.drawing.ops import FontChoice
from ppgen.text.breaks import join, pieces
from ppgen.text.font_files import BUNDLED
from ppgen.text.fonts import Fonts
from ppgen.text.line import PlainLine
from ppgen.text.stack import FontStack, shape
from tests.support.run import REPO

FONTS = [
    FontChoice("Sofia Sans Extra Condensed", weight=800),
    FontChoice("Roboto Condensed", weight=700),
    FontChoice("Roboto Condensed", weight=400),
]
#: What letters do to each other: kerning, ligatures, a sharp s between capitals, accents, digits.
ODD = [
    "AVATAR",
    "Tofu",
    "fließt",
    "GROẞ",
    "STRAßE",
    "Offizier",
    "Ärger",
    "1174",
    "L'Été",
    "Wo-To",
    "a b",
]


def words() -> list[str]:
    """Return the words of all banks, as they are and in capitals."""
    found: set[str] = set()
    for path in (REPO / "content").rglob("*.yaml"):
        found.update(re.findall(r"[^\W_][\w'’-]*", path.read_text(encoding="utf-8")))
    return sorted(found | {word.upper() for word in found} | set(ODD))


@pytest.mark.slow
@pytest.mark.parametrize("font", FONTS, ids=lambda f: f"{f.family} {f.weight}")
@pytest.mark.parametrize("lang", ["de", "tr"])
def test_plain_lines_are_what_harfbuzz_makes(font: FontChoice, lang: str) -> None:
    stack = Fonts([BUNDLED]).stack((font,), lang)
    plain = 0
    some = [word for word in words() if max(word) < "\u0250"]
    for word in some:
        line = stack.line(word, None)
        if isinstance(line, PlainLine):
            plain += 1
            full = shape(word, stack, None)
            measures = [
                line.width,
                line.cap,
                line.ink_left,
                line.ink_right,
                line.ink_low,
                line.ink_top,
            ]
            assert measures == pytest.approx([*full[1:7]], abs=1e-9), word
            assert line.runs == full.runs, word
    assert plain > 0.9 * len(some)


@pytest.mark.parametrize("odd", ["ﬁ", "Việt", "א", "กา", "\u00ad", "a\u0301", "\n", "e\u200b"])
def test_what_is_not_plain_goes_to_harfbuzz(odd: str) -> None:
    stack = Fonts([BUNDLED]).stack((FONTS[1],), "de")
    assert stack.measured(None)[0].measure(f"x{odd}") is None


def test_a_letter_that_its_neighbours_change_is_not_plain() -> None:
    """The display face draws a capital for a sharp s between capitals."""
    pairs = Fonts([BUNDLED]).stack((FONTS[0],), "de").measured(None)[0]
    assert pairs.measure("STRASE") is not None
    assert pairs.measure("STRAßE") is None


def test_letters_that_become_one_glyph_are_one_letter() -> None:
    stack = Fonts([BUNDLED]).stack((FONTS[0],), "de")
    for word, glyphs in (("Pfiff", 3), ("Offizier", 7), ("Fjord", 5), ("flfl", 2)):
        line = stack.line(word, None)
        full = shape(word, stack, None)
        assert isinstance(line, PlainLine), word
        assert len(line.letters) == glyphs == len(full.runs[0].glyphs)
        assert line.width == pytest.approx(full.width, abs=1e-9)
    # Who writes the name of such a letter does not get the letters.
    joined = stack.line("flfl", None)
    assert isinstance(joined, PlainLine)
    name = joined.letters[0]
    assert stack.measured(None)[0].measure(f"x{name}") is None


def _cut(cuts: tuple[int, ...], _word: str) -> tuple[int, ...]:
    return cuts


def test_pieces_of_a_word_are_as_wide_as_their_lines() -> None:
    stack: FontStack = Fonts([BUNDLED]).stack((FONTS[0],), "de")
    for word, cuts in (
        ("Wahrscheinlichkeit", (4, 11, 14)),
        ("Vokabel", (2, 4)),
        ("Tofuwo", (2, 4)),
    ):
        found = pieces(word, partial(_cut, cuts))
        width = stack.pieces(found, None)
        assert width is not None
        for a in range(len(found)):
            for b in range(a + 1, len(found) + 1):
                line = shape(join(found[a:b]), stack, None)
                assert width(a, b) == pytest.approx(line.width, abs=1e-9)
    assert stack.pieces(pieces("zwei Wörter", None), None) is None
