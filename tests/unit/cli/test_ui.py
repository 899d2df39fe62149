"""Summaries and headings in the language of the user: German and English."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from ppgen.cli.summary import WORDS, Words
from ppgen.cli.ui import LANGUAGES, language
from tests.support.run import Runner, write

GERMAN = (
    "out/decrypto-notes-en-a4-x1.pdf: 1 Blockblatt mit Rückseite auf 1 Blatt A4; beidseitig "
    "drucken, an der langen Kante wenden, mit 100 %\n"
)


@pytest.mark.parametrize(
    ("setting", "env", "lang"),
    [
        (None, {"LANG": "de_AT.UTF-8"}, "de"),
        (None, {"LANG": "de_DE", "LC_ALL": "C"}, "en"),
        (None, {"LC_MESSAGES": "de", "LANG": "en_US"}, "de"),
        (None, {"LANG": "den_CA"}, "en"),
        ("de   # Deutsch", {"LANG": "en_US"}, "de"),
        ('"en"', {"LANG": "de_DE"}, "en"),
        ("fr", {"LANG": "de_DE"}, "de"),
    ],
)
def test_the_workspace_decides_then_the_system(
    tmp_path: Path, setting: str | None, env: dict[str, str], lang: str
) -> None:
    if setting:
        write(tmp_path, {"ppgen.yaml": f"ppgen: workspace/1\nui: {setting}\n"})
    below = tmp_path / "content/g"
    below.mkdir(parents=True)
    assert language(below, env) == lang


def test_a_german_workspace_hears_german(ppgen: Runner, tmp_path: Path) -> None:
    write(tmp_path, {"ppgen.yaml": "ppgen: workspace/1\nui: de\n"})
    assert ppgen("make", "decrypto/notes", "--count", "1", cwd=tmp_path).out == GERMAN
    shown = ppgen("make", "decrypto/notes", "--help", cwd=tmp_path).out
    assert shown.startswith("Aufruf: ")
    for heading in ("\nEigene Optionen:\n", "\nOptionen:\n", "\nBeispiel:\n"):
        assert heading in shown
    refused = ppgen("check", cwd=tmp_path)
    assert refused.err == ""


def test_another_ui_is_refused_where_files_are_read(ppgen: Runner, tmp_path: Path) -> None:
    write(tmp_path, {"ppgen.yaml": "ppgen: workspace/1\nui: fr\n"})
    assert "ppgen.yaml:2:5" in ppgen("check", cwd=tmp_path).err


def test_every_language_says_the_same_things() -> None:
    assert set(WORDS) == set(LANGUAGES)
    for words in WORDS.values():
        for name, text in zip(Words._fields, words, strict=True):
            parts = text.values() if isinstance(text, dict) else text
            assert all(parts), name
    english, german = WORDS["en"], WORDS["de"]
    assert set(english.how) == set(german.how)


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("chiffre/themes",), "15 two-sided cards on 1 sheet of A4 paper; "),
        (("decrypto/tokens", "--duplex", "none"), "8 pieces on 1 sheet of A4 paper; print one"),
        (("decrypto/notes", "--leaves", "1"), "2 two-sided pad sheets on 1 sheet of A4 paper; "),
        (("kryptx/numbers", "--paper", "letter"), "50 two-sided cards on 3 sheets of Letter paper"),
    ],
)
def test_it_speaks_of_what_people_hold(
    ppgen: Runner, tmp_path: Path, args: tuple[str, ...], said: str
) -> None:
    assert said in ppgen("make", *args, cwd=tmp_path).out


def test_piles_turned_by_hand_are_told_apart(ppgen: Runner, tmp_path: Path) -> None:
    args = ("make", "kryptx/numbers", "--only", "1-4", "--duplex", "manual")
    fronts, backs = ppgen(*args, cwd=tmp_path).out.splitlines()
    assert ": fronts of 4 cards on 1 sheet of A4 paper; print one side" in fronts
    assert ": backs of 4 cards on 1 sheet of A4 paper; flip the printed pile" in backs


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGINT for another process")
@pytest.mark.slow
def test_ctrl_c_says_what_was_not_written(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "ppgen", "make", "all"],
        cwd=tmp_path, env=os.environ, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    ) as run:  # fmt: skip
        while not list(tmp_path.glob("out/*.pdf")) and run.poll() is None:
            time.sleep(0.01)
        run.send_signal(signal.SIGINT)
        out, err = run.communicate()
    assert run.returncode == 130
    missing = [line for line in err.splitlines() if line.startswith("not written: out/")]
    written = {path.name for path in tmp_path.glob("out/*.pdf")}
    (line,) = missing
    assert written.isdisjoint(line.replace(",", "").replace("out/", "").split())
    assert err.endswith("interrupted; no file is half written\n")
    assert {name.partition(":")[0].removeprefix("out/") for name in out.splitlines()} <= written
    assert not list(tmp_path.glob("out/.*"))
