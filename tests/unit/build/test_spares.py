"""Spare parts: on free places only, without a number, and counted by nothing."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pypdfium2 as pdfium
import pytest

from tests.support.run import Runner, write

#: 190x270 mm of A4 take 4 faces of 90x130 mm.
FILES = {
    "ppgen.yaml": "ppgen: workspace/1\n",
    "content/words/en.yaml": """
        ppgen: bank/1
        lang: en
        title: Words
        licence: CC0-1.0
        author: me
        words: [ant, bee, cat, dog, elk, fox, gnu, hen, imp, jay, kid, lad]
    """,
    "content/own/game.yaml": """
        ppgen: game/2
        title: Own
        banks: {words: words}
        products:
          cards:
            size: 90x130
            count: 5
            labels: no
            each: {hand: {deal: words, take: 1}}
            front: {layout: own, with: {text: "word ${hand[0]} ${number}"}}
            back: {layout: own, with: {text: back}}
            spares:
              - copies: 2
                front: {layout: own, with: {text: "${t.lid}"}}
                back: {layout: own, with: {text: under}}
              - fill: yes
                copies: 0
                front: {layout: own, with: {text: blank}}
    """,
    "content/own/labels/en.yaml": "ppgen: labels/1\nlang: en\nlabels: {lid: the lid}\n",
    "content/own/labels/de.yaml": "ppgen: labels/1\nlang: de\nlabels: {lid: der Deckel}\n",
    "templates/own.yaml": """
        ppgen: layout/2
        extends: base
        needs: {text: text}
        draw: [{text: "${text}", style: {size: 20pt}}]
    """,
}
SAID = re.compile(r"word \w+ \d+|back|the lid|der Deckel|under|blank")


@pytest.fixture
def own(tmp_path: Path) -> Path:
    write(tmp_path, FILES)
    return tmp_path


def read(own: Path, ppgen: Runner, *options: str) -> tuple[list[Counter[str]], str]:
    """Return what each page says, the words of cards left out, and what the command says."""
    ran = ppgen("make", "own/cards", "--root", own, "-o", own / "made.pdf", "--force", *options)
    assert ran.code == 0, ran.err
    pages = []
    for page in pdfium.PdfDocument(own / "made.pdf"):
        found = SAID.findall(page.get_textpage().get_text_range())
        pages.append(Counter(text.split(" ")[0] if "word" in text else text for text in found))
    return pages, ran.out


def test_wanted_ones_come_first_then_those_that_fill(own: Path, ppgen: Runner) -> None:
    pages, said = read(own, ppgen)
    assert pages[0] == {"word": 4}
    assert pages[2] == {"word": 1, "the lid": 2, "blank": 1}
    assert pages[3] == {"back": 1, "under": 2}
    assert "5 two-sided pieces and 3 spare parts on 2 sheets" in said


def test_a_full_leaf_has_none_unless_all_are_asked_for(own: Path, ppgen: Runner) -> None:
    pages, said = read(own, ppgen, "--count", "4")
    assert pages == [{"word": 4}, {"back": 4}]
    assert "spare" not in said
    pages, _ = read(own, ppgen, "--count", "4", "--spares", "all")
    assert pages[2] == {"the lid": 2, "blank": 2}


def test_they_take_another_leaf_only_if_the_wanted_ones_need_it(own: Path, ppgen: Runner) -> None:
    assert len(read(own, ppgen, "--count", "6", "--spares", "all")[0]) == 4
    pages, _ = read(own, ppgen, "--count", "7", "--spares", "all")
    assert pages[2] == {"word": 3, "the lid": 1}
    assert pages[4] == {"the lid": 1, "blank": 3}
    assert len(read(own, ppgen, "--count", "7")[0]) == 4


def test_single_pieces_have_them_only_on_request(own: Path, ppgen: Runner) -> None:
    assert read(own, ppgen, "--only", "5")[0] == [{"word": 1}, {"back": 1}]
    pages, _ = read(own, ppgen, "--only", "5", "--spares", "fill")
    assert pages[0] == {"word": 1, "the lid": 2, "blank": 1}


def test_the_code_of_the_deck_does_not_know_them(own: Path, ppgen: Runner) -> None:
    _, plain = read(own, ppgen, "--spares", "none")
    _, more = read(own, ppgen, "--spares", "all")
    code = re.compile(r"deck (\S+),")
    assert code.findall(plain) == code.findall(more) != []


def test_they_speak_the_language_of_the_deck_or_one_that_stands_in(
    own: Path, ppgen: Runner
) -> None:
    bank = own / "mine.txt"
    bank.write_text("\n".join("abcdefgh"), encoding="utf-8")
    for lang, lid in (("de", "der Deckel"), ("sw", "the lid")):
        pages, _ = read(own, ppgen, "--bank", str(bank), "--lang", lang)
        assert pages[2][lid] == 2


def test_what_is_wrong_in_them_is_said_at_its_place(own: Path, ppgen: Runner) -> None:
    game = own / "content/own/game.yaml"
    game.write_text(game.read_text().replace("${t.lid}", "${number}"), encoding="utf-8")
    ran = ppgen("make", "own/cards", "--root", own, "-o", own / "made.pdf")
    assert ran.code == 1
    assert "error[E302]" in ran.err
    assert "game.yaml" in ran.err


@pytest.mark.parametrize("duplex", ["long", "short", "fold", "none"])
def test_each_has_its_own_back(own: Path, ppgen: Runner, duplex: str) -> None:
    pages, _ = read(own, ppgen, "--duplex", duplex)
    total = sum(pages, Counter[str]())
    assert total["the lid"] == total["under"] > 0
    assert total["word"] == total["back"] == 5
