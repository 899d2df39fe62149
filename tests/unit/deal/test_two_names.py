"""Two names that deal, from one bank or from two."""

from __future__ import annotations

from pathlib import Path

import pytest

from ppgen.deal.deck import deal_product
from ppgen.deal.records import Dealt
from ppgen.deal.words import stocks_for
from ppgen.diagnostics import Problem
from ppgen.geometry import Size
from ppgen.load.workspace import Workspace
from ppgen.request import Dealing, Request
from tests.support.run import write

GAME = """\
ppgen: game/2
title: G
banks: {words: w, names: n}
products:
  p:
    size: 63x44
    count: 4
    each: {pair: {deal: words, take: 2}, one: {deal: BANK, take: 1}}
    front: x
"""
BANK = "ppgen: bank/1\nlang: en\ntitle: B\nlicence: CC0-1.0\nauthor: we\nwords: [{}]\n"


def dealt(root: Path, bank: str, **more: object) -> Dealt:
    write(
        root,
        {
            "ppgen.yaml": "ppgen: workspace/1\n",
            "content/g/game.yaml": GAME.replace("BANK", bank),
            "content/w/en.yaml": BANK.format(", ".join(f"w{c}ord" for c in "abcdefghijklm")),
            "content/n/en.yaml": BANK.format("Ann, Bob, Cid, Dot, Eve"),
            "first.txt": "wmord\nwlord\nwkord\n",
        },
    )
    workspace = Workspace(root)
    game = workspace.game("g")
    assert game is not None
    request = Request(game, game.products["p"], "en", Size(210, 297), "a4", **more)  # type: ignore[arg-type]
    return deal_product(request, stocks_for(workspace, request, workspace.report), {})


def test_one_bank_gives_each_word_once(tmp_path: Path) -> None:
    got = dealt(tmp_path, "words")
    flat = [word for hands in got.hands.values() for hand in hands for word in hand]
    assert [len(hand) for hand in got.hands["pair"]] == [2, 2, 2, 2]
    assert [len(hand) for hand in got.hands["one"]] == [1, 1, 1, 1]
    assert len(set(flat)) == len(flat) == 12


def test_two_banks_give_their_own(tmp_path: Path) -> None:
    got = dealt(tmp_path, "names")
    assert {word for hand in got.hands["one"] for word in hand} <= {
        "Ann",
        "Bob",
        "Cid",
        "Dot",
        "Eve",
    }
    assert all(word.startswith("w") for hand in got.hands["pair"] for word in hand)


def test_the_shorter_bank_says_how_many(tmp_path: Path) -> None:
    with pytest.raises(Problem) as caught:
        dealt(tmp_path, "names", count=6)
    found = caught.value.diagnostic
    assert found.message == "6 hands of 1 words need 6, the bank has 5"
    assert found.span is not None
    assert found.span.source.name == "content/n/en.yaml"


def test_a_deck_of_two_names_is_left_out_whole(tmp_path: Path) -> None:
    one = dealt(tmp_path, "words", count=2)
    other = dealt(tmp_path, "words", count=2, dealing=Dealing(exclude=(one.deck,)))
    first, second = (
        {word for hands in got.hands.values() for hand in hands for word in hand}
        for got in (one, other)
    )
    assert len(first) == len(second) == 6
    assert not first & second


def test_what_the_first_name_cannot_hold_is_left_for_the_second(tmp_path: Path) -> None:
    got = dealt(tmp_path, "words", count=1, dealing=Dealing(first=(str(tmp_path / "first.txt"),)))
    assert sorted(got.hands["pair"][0]) == ["wkord", "wlord"]
    assert got.hands["one"] == [["wmord"]]
