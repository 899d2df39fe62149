"""Dealing: records from lists, permutations and banks, the same on every machine."""

from __future__ import annotations

import itertools
import re
from pathlib import Path
from typing import Any

import pypdfium2 as pdfium
import pytest

from ppgen.deal.code import SIGNS, Code, check_of, read_code
from ppgen.deal.records import Dealt, records
from ppgen.load.workspace import Workspace
from ppgen.model.game import Product
from ppgen.source.kinds import Word
from tests.support.run import Runner

WORDS = tuple(f"word{n}" for n in range(26))


# --- the code of a deck ---


def test_a_code_reads_back() -> None:
    for code in (
        Code("de", 1, 110, "7K3F"),
        Code("pt-BR", 0, 3, "AAAA"),
        Code("sw", 99, 1, "3467"),
    ):
        assert read_code(str(code)) == code
        assert read_code(f" {str(code).lower()} ") == code
        assert read_code(str(code).upper()) == code
    assert str(Code("de", 1, 110, "7K3F")) == "de-1-110-7K3F"


@pytest.mark.parametrize(
    "text",
    ["", "de", "de-1-110", "de-1-110-7K3", "de-1-110-7K30", "de-x-1-7K3F", "words.txt", "1-1-7K3F"],
)
def test_what_is_no_code(text: str) -> None:
    assert read_code(text) is None


def test_the_check_is_by_words_and_order() -> None:
    checks = {check_of(order) for order in itertools.permutations(WORDS[:5])}
    assert len(checks) == 120
    assert all(set(check) <= set(SIGNS) and len(check) == 4 for check in checks)
    assert not set(SIGNS) & set("01258OIQSBZGUV")


# --- records of a product ---

BANK = "ppgen: bank/1\nlang: en\ntitle: Try\nlicence: CC0\nauthor: we\nwords:\n  all: [{}]\n"
GAME = """\
ppgen: game/2
title: Try
banks: {words: try/words}
values: {suits: [{name: red, low: 1}, {name: blue, low: 3}]}
products:
  made:
    size: half
    each: EACH
    front: try
"""


def product(root: Path, each: str, more: str = "") -> Product:
    (root / "content/try/words").mkdir(parents=True)
    (root / "ppgen.yaml").write_text("ppgen: workspace/1\n", encoding="utf-8")
    text = GAME.replace("EACH", each) + more
    (root / "content/try/game.yaml").write_text(text, encoding="utf-8")
    (root / "content/try/words/en.yaml").write_text(
        BANK.format(", ".join(WORDS[:12])), encoding="utf-8"
    )
    workspace = Workspace(root)
    game = workspace.game("try")
    assert game is not None
    assert not workspace.report, [d.message for d in workspace.report.sorted()]
    return game.products["made"]


def made(product: Product, *names: str, **scope: object) -> list[tuple[Any, ...]]:
    found = records(product, scope, Dealt())
    return [tuple(record[name] for name in names) for record in found]


def test_none_is_one_record(tmp_path: Path) -> None:
    assert records(product(tmp_path, "{}"), {"a": 1}, Dealt()) == [{"a": 1}]


def test_the_last_name_runs_fastest(tmp_path: Path) -> None:
    one = product(tmp_path, "{team: [white, black], value: 0..2}")
    assert made(one, "team", "value") == list(itertools.product(["white", "black"], [0, 1, 2]))


def test_permutations_are_ordered_choices_in_order(tmp_path: Path) -> None:
    one = product(tmp_path, "{code: {permutations: 1..4, take: 3}}")
    found = [tuple(code) for (code,) in made(one, "code")]
    assert found == list(itertools.permutations([1, 2, 3, 4], 3))
    assert len(found) == 24


def test_later_names_see_earlier_ones(tmp_path: Path) -> None:
    one = product(tmp_path, "{suit: suits, value: suit.low..3}")
    suits = [{"name": "red", "low": 1}, {"name": "blue", "low": 3}]
    found = [(suit["name"], value) for suit, value in made(one, "suit", "value", suits=suits)]
    assert found == [("red", 1), ("red", 2), ("red", 3), ("blue", 3)]


def test_when_keeps_only_some(tmp_path: Path) -> None:
    one = product(tmp_path, "{a: 1..3, b: 1..3}", "    when: a < b\n")
    assert made(one, "a", "b") == [(1, 2), (1, 3), (2, 3)]


def test_dealt_records_are_the_hands(tmp_path: Path) -> None:
    one = product(tmp_path, "{team: [white, black], hand: {deal: words, take: 2}}")
    hands = [[Word("ant"), Word("bee")], [Word("cat"), Word("dog")]]
    found = records(one, {}, Dealt({"hand": hands}))
    assert [(r["team"], r["hand"]) for r in found] == list(
        itertools.product(["white", "black"], hands)
    )
    assert one.deals


# --- a whole deck ---

LAYOUT = """\
ppgen: layout/2
extends: base
needs: {hand: [text], number: integer}
draw: [{text: "${number} ${join(hand, ' ')}", style: {size: 9pt, min-size: 2pt}}]
"""


@pytest.fixture
def deck(tmp_path: Path) -> Path:
    product(tmp_path, "{hand: {deal: words, take: 2}}", "    count: 9\n")
    (tmp_path / "content/try/labels").mkdir()
    (tmp_path / "content/try/labels/en.yaml").write_text(
        "ppgen: labels/1\nlang: en\nlabels: {}\n", encoding="utf-8"
    )
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates/try.yaml").write_text(LAYOUT, encoding="utf-8")
    return tmp_path


def pieces(path: Path) -> list[str]:
    document = pdfium.PdfDocument(path)
    text = "\n".join(page.get_textpage().get_text_range() for page in document)
    return sorted(re.findall(r"\b\d word\d+ word\d+", text))


def test_only_reprints_what_the_full_deck_has(ppgen: Runner, deck: Path) -> None:
    for args, name in (((), "all"), (("--only", "2,5-6"), "some"), (("--seed", "2"), "other")):
        ran = ppgen("make", "try", *args, "-o", deck / f"{name}.pdf", cwd=deck)
        assert ran.code == 0, ran.err
    full = pieces(deck / "all.pdf")
    # The bank gives 6 hands; the product's own 9 is the most, not a must.
    assert [line.split()[0] for line in full] == list("123456")
    assert pieces(deck / "some.pdf") == [full[1], full[4], full[5]]
    other = pieces(deck / "other.pdf")
    assert len(other) == 6
    assert other != full


def test_asking_for_more_hands_than_there_are(ppgen: Runner, deck: Path) -> None:
    ran = ppgen("make", "try", "--count", "7", "-o", deck / "x.pdf", cwd=deck)
    assert ran.code == 1
    assert "error[E221]: 7 hands of 2 words need 14, the bank has 12" in ran.err
    assert "use --count 6" in ran.err
    assert not (deck / "x.pdf").exists()
