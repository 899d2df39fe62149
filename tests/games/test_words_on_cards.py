"""The words of keyword cards: where they break, how large they are, what stays clear of the cut."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ppgen.build import Printout
from ppgen.drawing.face import Face
from ppgen.drawing.ops import TextOp
from ppgen.load.workspace import Workspace
from ppgen.request import Dealing
from ppgen.source.kinds import Word
from tests.support.products import Prepare, ops

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

Deck = Callable[..., Printout]


@pytest.fixture(scope="module")
def deck(placed: Prepare, shipped: Workspace) -> Deck:
    """Place all words of a bank on cards, and words of one's own among them."""

    def get(lang: str, size: str, *more: str, **asked: object) -> Printout:
        bank = shipped.bank("words", lang)
        assert bank is not None
        words = (*(Word(text, bank.span) for text in more), *bank.words)
        dealing = Dealing(banks=(lang,), words=words)
        return placed("decrypto/keywords", lang, size=size, dealing=dealing, **asked)

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
    joints = {part for word in bank.words for part in word.replace(" ", SHY).split(SHY)[:-1]}
    words = [lines for face in faces(deck(lang, size)) for lines in set_words(face)]
    usual = max(op.size for lines in words for op in lines)
    for lines in words:
        text = "/".join(op.text for op in lines)
        assert lines[0].size >= 0.62 * usual, text
        if len(lines) > 1 and not lines[0].text.endswith("-"):
            continue  # between two words, or at a hyphen of the word's own
        for op in lines[:-1]:
            assert op.text[:-1] in {joint.upper() for joint in joints}, text
