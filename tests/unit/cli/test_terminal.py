"""What is shown steers no terminal, however hostile the files and whatever the streams are."""

from __future__ import annotations

import json
import os
import pty
import re
import shutil
import subprocess
import sys
import unicodedata
from pathlib import Path

import pytest

from tests.support.run import BASE, REPO, Ran, Runner, write

#: Writes to the clipboard, clears the screen, turns the direction of text; as YAML and as Python.
EVIL = r"\e]52;c;ZXZp\a\e[2J\x9b31m\x7f\u202Ex\u2066"
RAW = "\x1b]52;c;ZXZp\x07\x1b[2J\x9b31m\x7f\u202ex\u2066"
SHOWN = r"\x1b]52;c;ZXZp\x07\x1b[2J\x9b31m\x7f\u202ex\u2066"
STEERING = re.compile("[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
GAME = "ppgen: game/2\ntitle: Game\nproducts:\n  p: {size: 63x88, front: x}\n"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    shutil.copytree(BASE, tmp_path / "w")
    return tmp_path / "w"


def assert_tame(ran: Ran, shown: str = SHOWN) -> None:
    assert not STEERING.search(ran.out + ran.err), ascii(ran.out + ran.err)
    assert shown in re.sub(r"\n\s*", "", ran.out + ran.err)


@pytest.mark.parametrize(
    ("file", "text", "args"),
    [
        ("content/g/game.yaml", GAME + f'"{EVIL}": 1\n', "check"),
        ("content/g/game.yaml", GAME + f'"{EVIL}": 1\n', "check --format short"),
        ("content/g/game.yaml", GAME + f"x: 1 # {RAW}\n", "check"),
        ("content/g/game.yaml", GAME.replace("Game", f'"{EVIL}"'), "list"),
        ("content/g/game.yaml", GAME.replace("p:", f'"{EVIL}":', 1), "list"),
        ("content/g/game.yaml", GAME.replace(" p:", f' "{EVIL}":', 1), "make g/q"),
        (
            "content/g/game.yaml",
            GAME.replace("{", "{options: {n: {type: integer, default: 1, help: HELP}}, ", 1),
            "list",
        ),
        (
            "content/g/game.yaml",
            GAME.replace("{", "{options: {n: {type: integer, default: 1, help: HELP}}, ", 1),
            "make g --help",
        ),
        ("templates/x.yaml", f'ppgen: layout/2\ndraw: [{{text: a, style: "{EVIL}"}}]\n', "make"),
        ("words.txt", f"a{RAW}\na{RAW}\n", "words lint words.txt"),
        (f"{RAW.replace('/', '')}.txt", "a\na\n", "words lint EVIL.txt"),
        ("x", "", "make EVIL"),
        ("x", "", "make --EVIL"),
        ("x", "", "check EVIL"),
    ],
)  # fmt: skip
def test_nothing_steers(ppgen: Runner, root: Path, file: str, text: str, args: str) -> None:
    write(root, {file: text.replace("HELP", f'"{EVIL}"')})
    assert_tame(ppgen(*[arg.replace("EVIL", RAW) for arg in args.split()], cwd=root))


def test_json_stays_json(ppgen: Runner, root: Path) -> None:
    write(root, {"content/g/game.yaml": GAME + f'"{EVIL}": 1\n'})
    ran = ppgen("check", "--format", "json", cwd=root)
    assert not STEERING.search(ran.out)
    (row,) = json.loads(ran.out)
    assert row["message"] == f"unknown key `{RAW}`"


def test_no_file_can_add_lines_to_a_message(ppgen: Runner, root: Path) -> None:
    write(root, {"content/g/game.yaml": GAME.replace("Game", r'"G\nerror: all is lost"')})
    assert r"g: G\x0aerror: all is lost" in ppgen("list", cwd=root).out.splitlines()
    write(root, {"content/g/game.yaml": GAME + r'"a\n\nno problems: 1 product in 1 language": 1'})
    assert "no problems" not in "".join(
        line for line in ppgen("check", cwd=root).err.splitlines() if line.startswith("all")
    )


def test_caret_stands_under_what_is_shown(ppgen: Runner, root: Path) -> None:
    odd = GAME.replace("p: {", "p: {\u202e\u7532: 1, xy\u2066z: 2, ")
    write(root, {"content/g/game.yaml": odd})
    ran = ppgen("check", cwd=root)
    found = re.findall(r"^\d* +\| (.+)$", ran.err, re.MULTILINE)
    marked = []
    for line, caret in zip(found[::2], found[1::2], strict=True):
        cells = "".join(c * (2 if unicodedata.east_asian_width(c) == "W" else 1) for c in line)
        start = len(caret) - len(caret.lstrip())
        marked.append(cells[start : start + caret.count("^")])
    assert marked == ["\\u202e\u7532\u7532", "xy\\u2066z"]


def test_on_a_terminal(root: Path) -> None:
    write(root, {"content/g/game.yaml": GAME.replace("Game", f'"{EVIL}"') + f'"{EVIL}": 1\n'})
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-m", "ppgen", "list"], cwd=root, stdout=theirs, stderr=theirs,
        env={**os.environ, "PYTHONPATH": str(REPO)},
    ):  # fmt: skip
        os.close(theirs)
        seen = b""
        try:
            while more := os.read(ours, 65536):
                seen += more
        except OSError:  # Linux says so at the end
            pass
    os.close(ours)
    text = seen.decode().replace("\r\n", "\n")
    assert not STEERING.search(text)
    assert text.count(SHOWN) >= 2


def test_an_encoding_without_the_letters(root: Path) -> None:
    write(root, {"content/g/game.yaml": GAME.replace("Game", "Дé😀") + "Дé😀: 1\n"})
    env = {"PYTHONIOENCODING": "cp1252"}

    def run(*args: str) -> bytes:
        return subprocess.run(
            [sys.executable, "-m", "ppgen", *args], cwd=root, capture_output=True, check=False,
            env={**os.environ, "PYTHONPATH": str(REPO), **env},
        ).stdout  # fmt: skip

    assert rb"g: \u0414" + "é".encode("cp1252") + rb"\ud83d\ude00" in run("list")
    (row,) = json.loads(run("check", "--format", "json").decode("cp1252"))
    assert row["message"] == "unknown key `Дé😀`"


@pytest.mark.parametrize("closed", ["2>&-", ">&-", ">&- 2>&-"])
def test_closed_streams_stop_no_work(root: Path, closed: str) -> None:
    command = f'"{sys.executable}" -m ppgen make {closed}'
    env = {**os.environ, "PYTHONPATH": str(REPO)}
    ran = subprocess.run(command, shell=True, cwd=root, env=env, check=False)
    assert ran.returncode == 0
    assert (root / "out/g-p-en-a4.pdf").read_bytes().startswith(b"%PDF-")
