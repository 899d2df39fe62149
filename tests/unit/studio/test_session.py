"""A session answers every message, and keeps to its own folder."""

from __future__ import annotations

import base64
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


@pytest.mark.parametrize("option", ["bank", "first", "exclude", "root", "output", "force"])
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
