"""Inputs that once broke something, and a few new ones of every kind."""

from __future__ import annotations

from pathlib import Path

import pytest

from ppgen.diagnostics import Problem, Source, Span
from ppgen.expr import compile_expression
from ppgen.studio.session import Session
from tests.fuzz.inputs import KINDS, run

#: What fuzzing found, by kind and seed; each failed before it was fixed.
FORMER = ("expression:101185", "studio:115321")


@pytest.mark.parametrize("name", FORMER)
def test_what_once_broke(name: str, tmp_path: Path) -> None:
    kind, _, seed = name.partition(":")
    folder = tmp_path / "in"
    folder.mkdir()
    assert run(kind, int(seed), folder) == ""


@pytest.mark.parametrize(
    "line", ["(a if )", "[(1 if ]", "a.b if (c if )", "\ud800", "(" * 30, "'\ud800'"]
)
def test_an_expression_that_once_broke(line: str) -> None:
    with pytest.raises(Problem):
        compile_expression(line, Span(Source("f", line), 1, 1))


def test_half_a_character_in_the_studio(tmp_path: Path) -> None:
    words = {"name": "a.txt", "text": "cat\ud800", "use": "first"}
    message = {
        "op": "lint",
        "lang": "en",
        "job": {"target": "decrypto/codes", "set": {}, "words": words},
    }
    answer = Session(tmp_path).answer(message)  # type: ignore[arg-type]
    assert not answer["ok"]
    assert "ppgen itself" not in answer["error"]


@pytest.mark.parametrize("kind", KINDS)
def test_a_few_of_each_kind(kind: str, tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    assert [found for seed in range(6) if (found := run(kind, seed, folder))] == []


def test_a_fault_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise KeyError("if")

    monkeypatch.setitem(KINDS, "path", (broken, 1))
    assert run("path", 1, tmp_path).startswith("KeyError at ?: 'if'")
