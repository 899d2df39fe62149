"""A session answers every message, and keeps to its own folder."""

from __future__ import annotations

import base64
import random
from pathlib import Path
from typing import Any

import pytest

from ppgen.studio.session import Session
from tests.support.pdf import read

GAME = """ppgen: game/2
title: Duel
products:
  cards:
    size: poker
    each: {n: 0..9}
    front: duel/card
"""
LAYOUT = """ppgen: layout/2
extends: base
needs: {n: integer}
draw:
  - text: ${n}
    style: {extends: d, size: fit, align: center}
"""


@pytest.fixture
def session(tmp_path: Path) -> Session:
    return Session(tmp_path)


def ask(session: Session, op: str, **fields: object) -> Any:
    message: Any = {"op": op, **fields}
    answer = session.answer(message)
    assert answer["ok"], answer
    return answer["result"]


def refused(session: Session, op: str, **fields: object) -> str:
    message: Any = {"op": op, **fields}
    answer = session.answer(message)
    assert not answer["ok"]
    return answer["error"]


def encoded(text: str | bytes) -> str:
    data = text.encode() if isinstance(text, str) else text
    return base64.b64encode(data).decode()


def test_a_note_sheet_from_nothing(session: Session) -> None:
    job = {"target": "decrypto/notes", "set": {"lang": "de", "count": "4"}}
    preview = ask(session, "preview", job=job)
    assert (preview["count"], preview["leaves"], preview["pieces"]) == (4, 2, 4)
    assert [page[:4] for page in preview["pages"]] == ["<svg", "<svg"]
    assert preview["command"] == "ppgen make decrypto/notes --lang de --count 4"
    (file,) = ask(session, "pdf", job=job)
    assert file["name"] == "decrypto-notes-de-a4-x4.pdf"
    assert base64.b64decode(file["data"]).startswith(b"%PDF-")


def test_own_words_come_first_and_are_read_back(session: Session) -> None:
    words = {"name": "family.txt", "text": "Grandma\nSandcastle\n", "use": "first"}
    job = {"target": "decrypto/keywords", "set": {"lang": "en"}, "words": words}
    (file,) = ask(session, "pdf", job=job)
    data = base64.b64decode(file["data"])
    text = " ".join(read(data, page) for page in range(14))
    assert "GRANDMA" in text
    assert "SANDCASTLE" in text


def test_a_dropped_deck_is_printed_again(session: Session) -> None:
    words = {"name": "family.txt", "text": "Grandma\n", "use": "first"}
    job = {"target": "decrypto/keywords", "set": {"lang": "en", "count": "5"}, "words": words}
    before = ask(session, "preview", job=job)["deck"]
    (file,) = ask(session, "pdf", job=job)
    again = ask(session, "deck", data=file["data"])
    assert again["target"] == "decrypto/keywords"
    assert ask(session, "preview", job=again)["deck"] == before


def test_lint_marks_lines(session: Session) -> None:
    words = {"name": "w.txt", "text": "Apple\nBerry\nApple\n", "use": "only"}
    job = {"target": "decrypto/keywords", "words": words}
    found = ask(session, "lint", job=job, lang="en")
    assert [m["line"] for m in found["marks"] if m["code"] == "B03"] == [3]
    assert [w["word"] for w in found["words"]] == ["Apple", "Berry", "Apple"]


def test_a_game_of_ones_own(session: Session) -> None:
    files = {"content/duel/game.yaml": encoded(GAME), "templates/duel/card.yaml": encoded(LAYOUT)}
    ask(session, "files", files=files)
    catalog = ask(session, "catalog", lang="en")
    assert [game["name"] for game in catalog["games"] if game["own"]] == ["duel"]
    assert ask(session, "preview", job={"target": "duel/cards"})["pieces"] == 10


def test_what_is_wrong_in_a_file_has_its_place(session: Session) -> None:
    files = {
        "content/duel/game.yaml": encoded(GAME),
        "templates/duel/card.yaml": encoded(LAYOUT.replace("extends: d,", "extends: dd,")),
    }
    ask(session, "files", files=files)
    message: Any = {"op": "preview", "job": {"target": "duel/cards"}}
    answer = session.answer(message)
    assert not answer["ok"]
    (mark,) = answer["marks"]
    assert (mark["code"], mark["file"], mark["line"]) == ("E203", "templates/duel/card.yaml", 6)


def test_a_copy_of_a_game_is_a_workspace(session: Session) -> None:
    files = ask(session, "copy", target="kryptx")
    assert "content/kryptx/game.yaml" in files
    ask(session, "files", files=files)
    assert ask(session, "preview", job={"target": "kryptx/slips"})["pieces"] == 36


@pytest.mark.parametrize(
    "name",
    ["../x.yaml", "/etc/x", "content/../../x", "a\\b", ".x", "content//x", "x\0y", "con.", ""],
)
def test_no_file_leaves_the_folder(session: Session, tmp_path: Path, name: str) -> None:
    assert "has no file" in refused(session, "files", files={name: encoded("x")})
    assert [p for p in tmp_path.rglob("*") if p.is_file()] == []


@pytest.mark.parametrize(
    "option", ["bank", "first", "exclude", "root", "output", "force", "printer"]
)
def test_no_option_names_a_file(session: Session, option: str) -> None:
    job = {"target": "decrypto/keywords", "set": {option: "/etc/passwd"}}
    assert refused(session, "preview", job=job) == f"there is no option `{option}` here"


def test_a_deck_is_no_file_name(session: Session) -> None:
    job = {"target": "decrypto/keywords", "set": {"deck": "/etc/passwd.pdf"}}
    assert "drop the file" in refused(session, "preview", job=job)


@pytest.mark.parametrize(
    "message",
    [
        {}, {"op": "eval"}, {"op": "preview"}, {"op": "preview", "job": 3},
        {"op": "preview", "job": {"target": 3}}, {"op": "deck", "data": "%%"},
        {"op": "preview", "job": {"target": "decrypto/notes", "set": {"rounds": "99"}}},
        {"op": "preview", "job": {"target": "decrypto/notes", "set": {"paper": "1x1"}}},
        {"op": "files", "files": {"content/x.yaml": "not base64"}}, {"op": []}, {"op": "copy"},
        {"op": "preview", "job": {"target": "decrypto/notes"}, "sides": list(range(100))},
    ],
)  # fmt: skip
def test_whatever_comes_is_answered(session: Session, message: Any) -> None:
    message["id"] = 7
    answer = session.answer(message)
    assert answer["id"] == 7
    assert not answer["ok"]
    assert answer["error"]
    assert "ppgen itself failed" not in answer["error"]


#: What a stranger may put anywhere in a message.
NASTY: list[Any] = [
    None, True, -1, 10**30, 1.5, "", "x" * 3000, "../../etc/passwd", "decrypto/keywords", "\0", [],
    {}, [[]], {"x": {}}, ["a", 1], "${1/0}", "a4", "--root=/", "1-99999999", "9" * 400, "\ud800",
    {"lang": "de"}, {"op": "preview"}, "JVBERi0xLjc=", [-1, 10**9], {"../x": ""}, "{{}}",
    "en+de+fr",
]  # fmt: skip


def _hostile(chance: random.Random) -> dict[str, Any]:
    """Return a message whose fields have the right names and whatever values."""
    nasty = chance.choice
    settings = {
        nasty(["lang", "paper", "size", "count", "only", "leaves", "seed", "margin", "duplex",
               "categories", "case", "rounds", "deck", "bank", "column"]): nasty(NASTY)
        for _ in range(chance.randrange(4))
    }  # fmt: skip
    words = {"name": nasty(NASTY), "text": nasty(NASTY), "use": nasty(["only", "first", 3])}
    job = {
        "target": nasty(["decrypto/notes", "decrypto/keywords", "kryptx/slips", *NASTY]),
        "set": nasty([settings, settings, nasty(NASTY)]),
    }
    if chance.random() < 0.3:
        job["words"] = nasty([words, nasty(NASTY)])
    if chance.random() < 0.2:
        job["recipe"] = nasty(NASTY)
    fields = {
        "op": nasty(["preview", "pdf", "words", "lint", "deck", "files", "copy", "catalog", "?"]),
        "job": nasty([job, job, job, nasty(NASTY)]),
        "lang": nasty(["en", *NASTY]), "sides": nasty([[0], *NASTY]), "target": nasty(NASTY),
        "data": nasty(NASTY),
        "files": nasty([{}, {nasty(["a.yaml", "../b"]): nasty(NASTY)}, *NASTY]),
    }  # fmt: skip
    return {name: value for name, value in fields.items() if chance.random() < 0.9}


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
def test_a_hundred_hostile_messages_each(tmp_path: Path, seed: int) -> None:
    # One session takes them all, as a page's would; what one does must not break the next.
    inside = tmp_path / "session"
    session = Session(inside)
    chance = random.Random(seed)
    for _ in range(100):
        message: Any = _hostile(chance)
        answer = session.answer(message)
        assert answer["ok"] or answer["error"], message
        assert "ppgen itself failed" not in answer.get("error", ""), message
    assert [path for path in tmp_path.iterdir() if path != inside] == []
    assert ask(session, "files", files={}) == {"files": 0}
    assert ask(session, "preview", job={"target": "decrypto/notes"})["pages"]


def test_dealt_hands_have_numbers_and_pages(session: Session) -> None:
    hands = ask(session, "preview", job={"target": "decrypto/keywords"})["hands"]
    assert [hand["number"] for hand in hands] == list(range(1, 111))
    assert [hands[0]["page"], hands[18]["page"]] == [0, 2]
    job = {"target": "decrypto/keywords", "set": {"only": "20,3"}}
    assert ask(session, "preview", job=job)["hands"] == [
        {**hands[2], "page": 0}, {**hands[19], "page": 0},
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "why"),
    [("a\n" * 20_001, "more than 20,000 words"), ("b" * 2001, "line 1 is longer than a word"),
     ("c\n" * 2_500_001, "more than 5 MB")],
)  # fmt: skip
def test_lists_that_nobody_reads_are_refused(session: Session, text: str, why: str) -> None:
    words = {"name": "w.txt", "text": text, "use": "only"}
    assert why in refused(session, "preview", job={"target": "decrypto/keywords", "words": words})


def test_texts_come_in_the_language_of_the_page(session: Session) -> None:
    def about(lang: str) -> list[str]:
        games = ask(session, "catalog", lang=lang)["games"]
        return [p["about"] for g in games for p in g["products"]]

    assert all(about("de"))
    assert [a for a, b in zip(about("de"), about("en"), strict=True) if a == b] == []


def test_a_booklet_has_two_sides_and_copies(session: Session) -> None:
    games = {game["name"]: game for game in ask(session, "catalog", lang="en")["games"]}
    (rules,) = (p for p in games["decrypto"]["products"] if p["name"] == "rules")
    assert (rules["kind"], rules["two_sided"], rules["pieces"]) == ("booklet", True, None)
    preview = ask(session, "preview", job={"target": "decrypto/rules"}, sides=[0, 1])
    assert (preview["count"], preview["leaves"]) == (2, 1)


def test_marks_of_typed_words_name_no_path(session: Session, tmp_path: Path) -> None:
    words = {"name": "w.txt", "text": "Apple", "use": "only"}
    message: Any = {"op": "preview", "job": {"target": "decrypto/keywords", "words": words}}
    answer = session.answer(message)
    (mark,) = answer["marks"]
    assert (mark["code"], mark["file"], mark["line"]) == ("E221", "", 1)
    assert str(tmp_path) not in str(answer)
