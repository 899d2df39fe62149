"""Hyphens by our own reading of pyphen's dictionaries: pyphen itself says what is right."""

from __future__ import annotations

import random
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pyphen
import pytest

from ppgen.text import hyphens
from ppgen.text.hyphens import positions
from tests.support.run import REPO

DICTIONARIES = sorted({Path(path) for path in pyphen.LANGUAGES.values()})
ODD = [
    "", " ", "a", "ab", "abc", "abcd", ".", "...", "----", "'", "%", "100%", "%1", "#1", "2024",
    "1a2b3c", "a1b1c1d", "/=,1,2", "ab/cd=ef", "zwei Wörter", "x" * 60, "東京都", "😀😀😀😀",
    "Über", "ÜBERMÄSSIG", "Straße", "STRASSE", "STRAẞE", "Maßstäbe", "ﬁndig", "büﬀel", "Eﬀekt",
    # In lower case it is longer.
    "İstanbul", "İİİİİİ", "don't", "l'été", "l’homme", "aujourd'hui", "U-Bahn-Station",
    "Rhein-Main-Donau-Kanal", "co-operation", "naïve", "Ångström", "cafe\u0301s", "résumé",
    "asszonnyal", "Straßen\N{SOFT HYPHEN}bahn", "Δημοκρατία", "Чебурашка", "Abblutharnstoffe",
    "Reklamationsbearbeitungsgebühr", "Donaudampfschifffahrtsgesellschaft",
]  # fmt: skip


def spellings(word: str) -> set[str]:
    return {word, word.lower(), word.upper(), word.title(), word.swapcase()}


def same(words: set[str], lang: str) -> None:
    known = pyphen.Pyphen(lang=lang)
    wrong = {
        word: (ours, theirs)
        for word in sorted(words)
        if (ours := positions(word, lang)) != (theirs := tuple(known.positions(word)))
    }
    assert not wrong


def test_hyphens_stand_between_syllables() -> None:
    assert positions("Wasserfall", "de") == (3, 6)
    assert positions("hyphenation", "en") == (2, 6, 7)


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["de", "en"])
def test_the_words_of_the_banks(lang: str) -> None:
    text = (REPO / "content" / "words" / f"{lang}.yaml").read_text(encoding="utf-8")
    words = re.findall(r"\w[\w'’-]*", text)
    assert len(words) > 1000
    joined = {a + b.lower() for a, b in zip(words, words[5:], strict=False)}
    same({spelling for word in {*words, *joined, *ODD} for spelling in spellings(word)}, lang)


def invented(path: Path, letters: list[str]) -> Iterator[str]:
    """Make words of a dictionary's own patterns, so that many of them match, and of letters."""
    chance = random.Random(path.name)
    alphabet = sorted({letter for pattern in letters for letter in pattern} - {"."})
    accents = ["ä", "ö", "é", "å", "ß", "ñ", "-", "'", "’", "7", "\N{SOFT HYPHEN}", "\u0301"]
    for number in range(320):
        parts = chance.choices(letters, k=chance.randint(1, 4))
        parts += chance.choices(alphabet, k=chance.randint(0, 4))
        if number % 4 == 0:
            parts.append(chance.choice(accents))
        chance.shuffle(parts)
        word = "".join(parts).replace(".", "")
        yield chance.choice([word, word, word.upper(), word.title()])


@pytest.mark.slow
@pytest.mark.parametrize("path", DICTIONARIES, ids=lambda path: path.stem)
def test_every_dictionary(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # All dictionaries at once are a million objects, and slow the collection of garbage.
    monkeypatch.setattr(pyphen, "hdcache", {})
    lang = path.stem.removeprefix("hyph_")
    theirs = pyphen.Pyphen(lang=lang).hd.patterns
    words = set(invented(path, sorted(theirs)))
    assert len(words) >= 300
    same(words.union(*map(spellings, ODD)), lang)
    ours = hyphens._patterns(path.read_bytes())
    read = ((letters, hyphens._levels(p)) for letters, p in ours.items())
    assert dict(read) == {
        letters: tuple((start + at, value) for at, value in enumerate(values) if value)
        for letters, (start, values) in theirs.items()
    }


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_all_that_a_dictionary_may_hold(tmp_path: Path, newline: str) -> None:
    lines = [
        "UTF-8", "LEFTHYPHENMIN 3", "RIGHTHYPHENMIN 4", "COMPOUNDLEFTHYPHENMIN 2", "% f1g", "%1",
        "#1", "", "a1b", "c1d  ", "e1f\t ", "x^^e91x", "k1k/k=,1,1", "m/1n", "11o", "ab", ".a2b",
        "q12r", "u0v", "y1111", "NOHYPHEN ',-", "1NEXTLEVEL", "NEXTLEVEL", "g1h", "g3h", "g4h",
    ]  # fmt: skip
    path = tmp_path / "hyph_xx.dic"
    path.write_text(newline.join(lines), encoding="utf-8", newline="")
    ours: Callable[[str], tuple[int, ...]] = hyphens._load(path)
    known = pyphen.Pyphen(filename=path)
    pieces = [
        "ab", "cd", "ef", "fg", "gh", "xéx", "kk", "m/n", "oo", "qr", "uv", "y", "#%", "f1g", "İ",
    ]  # fmt: skip
    chance = random.Random(1)
    for _ in range(500):
        word = "".join(chance.choices(pieces, k=chance.randint(1, 7)))
        assert ours(word) == tuple(known.positions(word)), word
    assert ours("ooababoo") == (2, 3, 5, 6)


def test_old_encodings(tmp_path: Path) -> None:
    path = tmp_path / "hyph_xx.dic"
    path.write_bytes("microsoft-cp1251\nа1б\n".encode("cp1251"))
    assert hyphens._load(path)("вАБвабв") == (2, 5)


def test_a_language_falls_back_as_in_pyphen() -> None:
    assert hyphens._dictionaries() == {
        name.lower(): Path(path) for name, path in pyphen.LANGUAGES.items()
    }
    for lang in ("pt", "pt-PT", "PT_br", "sr-Latn-RS", "sr-Cyrl-RS", "it-CH-x-y", "gl"):
        name = pyphen.language_fallback(lang)
        assert hyphens._hyphenator(lang) is hyphens._load(Path(pyphen.LANGUAGES[name])), lang


@pytest.mark.parametrize("lang", ["", "-", "xx", "tlh-Latn", "zh-Hans", "d", "deu"])
def test_a_language_without_rules_has_no_hyphens(lang: str) -> None:
    assert pyphen.language_fallback(lang) is None
    assert positions("Wasserfall", lang) == ()


@pytest.fixture
def forgetful() -> Iterator[None]:
    """Look for the dictionaries anew, now and afterwards."""
    found = (hyphens._hyphenator, hyphens._dictionaries)
    for one in found:
        one.cache_clear()
    yield
    for one in found:
        one.cache_clear()


@pytest.mark.usefixtures("forgetful")
def test_without_pyphen_there_are_no_hyphens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hyphens, "find_spec", lambda _: None)
    assert positions("Wasserfall", "de") == ()


def test_pyphen_is_not_imported() -> None:
    code = (
        "import sys; from ppgen.text.hyphens import positions;"
        "assert positions('syllable', 'en'); assert 'pyphen' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=REPO)
