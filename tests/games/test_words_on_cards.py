"""The words of keyword cards: where they break, how large they are, what stays clear of the cut."""

from __future__ import annotations

import re
from collections.abc import Callable
from io import BytesIO

import pikepdf
import pytest
import yaml

from ppgen.build import Printout
from ppgen.drawing.face import Face
from ppgen.drawing.ops import TextOp
from ppgen.load.workspace import Workspace
from ppgen.request import Dealing
from ppgen.source.kinds import Word
from tests.support.products import Build, Prepare, ops, texts

SHY = "\u00ad"
#: What hyphenation by pattern does to them.
FORBIDDEN = {
    "GÄNSEB-LÜMCHEN", "RINDFLEISCHE-TIKETTIERUNG", "THER-MOMETER", "MUS-KELKATER", "UNEND-LICHKEIT",
    "ÜBERRA-SCHUNG", "REISSVER-SCHLUSS", "TASCHEN-GELD", "BÜCHER-WURM", "SCHALL-PLATTE",
    "SCHWER-KRAFT", "ADVERT-ISEMENT", "HOME-SICKNESS",
}  # fmt: skip
#: What the German bank's longest words may come to where a card has room for two lines.
RIGHT = {
    "GÄNSE-BLÜMCHEN", "REISS-VERSCHLUSS", "SOMMER-SPROSSE", "WOLKEN-KRATZER", "VOGEL-SCHEUCHE",
    "SCHADEN-FREUDE", "FINGER-ABDRUCK", "PLAUDER-TASCHE", "NACHT-WÄCHTER", "BÜRGER-MEISTER",
    "MORGEN-MUFFEL", "HEILIGEN-SCHEIN", "HUB-SCHRAUBER",
}  # fmt: skip
LANGS = ["ar", "de", "el", "en", "es", "fr", "he", "hi", "it", "nl", "pl", "pt", "ru", "sv", "th",
         "tr"]  # fmt: skip
ALL = [*LANGS, "ja", "ko", "zh"]

Deck = Callable[..., Printout]


@pytest.fixture(scope="module")
def deck(placed: Prepare, shipped: Workspace) -> Deck:
    """Place all words of a bank on cards, and words of one's own among them; no spare parts."""

    def get(lang: str, size: str, *more: str, **asked: object) -> Printout:
        bank = shipped.bank("words", lang)
        assert bank is not None
        words = (*(Word(text, bank.span) for text in more), *bank.words)
        dealing = Dealing(banks=(lang,), words=words)
        return placed("decrypto/keywords", lang, size=size, dealing=dealing, spares="none", **asked)

    return get


def faces(done: Printout) -> list[Face]:
    return [face for group in done.groups for face in (*group.fronts, *group.backs)]


def set_words(face: Face) -> list[list[TextOp]]:
    """Return the two words of a face, each as its lines: from the first to the axis, and behind."""
    found: dict[int, list[TextOp]] = {0: [], 180: []}
    for op in ops(face):
        if not isinstance(op, TextOp) or op.size < 9:
            continue
        if op.text not in {"A", "B"} and not op.text.isdigit():
            found[op.turn].append(op)
    return [lines for lines in found.values() if lines]


def broken(done: Printout) -> set[str]:
    words = [lines for face in faces(done) for lines in set_words(face)]
    return {"".join(op.text for op in lines) for lines in words if lines[0].text.endswith("-")}


@pytest.mark.parametrize("size", ["half", "standard", "poker", "mini", "70x120"])
def test_german_words_break_at_joints_only(deck: Deck, size: str) -> None:
    done = deck("de", size, "Rindfleischetikettierung")
    found = broken(done)
    assert not found & FORBIDDEN
    assert found <= RIGHT
    lines = [op.text for face in faces(done) for word in set_words(face) for op in word]
    assert "RINDFLEISCHETIKETTIERUNG" in lines


@pytest.mark.slow
@pytest.mark.parametrize("size", ["half", "standard"])
@pytest.mark.parametrize("lang", LANGS)
def test_no_word_of_a_bank_is_small_for_want_of_a_joint(
    deck: Deck, shipped: Workspace, lang: str, size: str
) -> None:
    """On one line, or broken where the bank says, each is at least near the size of the deck."""
    bank = shipped.bank("words", lang)
    assert bank is not None
    # A hyphen of the word's own is a joint too.
    joints = {part for word in bank.words for part in re.split(f"[ {SHY}-]", word)[:-1]}
    # Hebrew never breaks within a word, and most of its words are short, so set very large.
    least = 0.55 if lang == "he" else 0.62
    words = [lines for face in faces(deck(lang, size)) for lines in set_words(face)]
    usual = max(op.size for lines in words for op in lines)
    for lines in words:
        text = "/".join(op.text for op in lines)
        assert lines[0].size >= least * usual, text
        if len(lines) > 1 and not lines[0].text.endswith("-"):
            continue  # between two words
        for op in lines[:-1]:
            assert op.text[:-1] in {joint.upper() for joint in joints}, text


@pytest.mark.slow
@pytest.mark.parametrize("lang", ALL)
def test_a_deck_of_each_language_is_read_back_word_by_word(build: Build, lang: str) -> None:
    """A reader finds each card's words, spelled as in the bank, beside its side and number."""
    data = build("decrypto/keywords", "--lang", lang, "--case", "keep")
    with pikepdf.open(BytesIO(data)) as pdf:
        recipe = yaml.safe_load(pdf.attachments["deck.yaml"].get_file().read_bytes())
    hands = [[columns[0] for columns in hand] for hand in recipe["hands"]["hand"]]
    assert len({word for hand in hands for word in hand}) == 440
    text = " ".join(" ".join(texts(data)).split())
    for number, hand in enumerate(hands, 1):
        for side, pair in (("A", hand[:2]), ("B", hand[2:])):
            first, second = (re.escape(word.replace(SHY, "")) for word in pair)
            # From the right, the number comes before the side; the deck's code may come between.
            name = f"(?:{side} {number:03}|{number:03} {side})"
            assert re.search(f"(?<!\\w){first} (?:\\S+ )?{second} ?{name}", text), pair
