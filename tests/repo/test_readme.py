"""Every command of the README works as it is written, from top to bottom, in an empty folder."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.run import REPO

README = (REPO / "README.md").read_text("utf-8")
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```", README, re.M | re.S)
#: What `tests/cross/release` and `tests/unit/studio` run: installing, and a server that goes on.
ELSEWHERE = re.compile(r"(pipx|uv|python3|ppgen-venv/bin/\w+) .*|ppgen studio")
WORDS = "faro isla nube puente queso reloj silla tigre uva violín barco cobre dedo erizo flor globo"
FAMILY = "Oma Gartenzaun Wohnmobil Lieblingstasse"


def lines(kind: str) -> list[str]:
    return [line for name, text in BLOCKS if name == kind for line in text.splitlines()]


def test_blocks_can_be_copied() -> None:
    for kind, text in BLOCKS:
        assert kind != "sh" or "  #" not in text, text
        for line in text.splitlines():
            assert not re.search(r"\S {4,}\S", line) or kind == "", line


@pytest.mark.slow
def test_every_command_works(tmp_path: Path) -> None:
    (tmp_path / "words.txt").write_text("\n".join(WORDS.split()), encoding="utf-8")
    (tmp_path / "family.txt").write_text("\n".join(FAMILY.split()), encoding="utf-8")
    env = {**os.environ, "HOME": str(tmp_path / "home")}
    run = []
    for line in lines("sh"):
        if ELSEWHERE.fullmatch(line):
            continue
        program, *args = shlex.split(line)
        assert program == "ppgen", line
        made = subprocess.run(
            [sys.executable, "-m", "ppgen", *args],
            cwd=tmp_path, env=env, capture_output=True, text=True, encoding="utf-8", check=False,
        )  # fmt: skip
        assert made.returncode == 0, f"{line}\n{made.stdout}{made.stderr}"
        assert "error" not in made.stderr, line
        run.append((line, made.stdout))
    assert len(run) > 12
    # What the README shows is what the first command says.
    assert f"\n```\n{dict(run)['ppgen make decrypto/notes']}```\n" in README


def test_its_settings_are_read(tmp_path: Path) -> None:
    (settings,) = (text for kind, text in BLOCKS if kind == "yaml")
    (tmp_path / "ppgen.yaml").write_text(settings, encoding="utf-8")
    made = subprocess.run(
        [sys.executable, "-m", "ppgen", "make", "decrypto/codes", "--leaves", "1"],
        cwd=tmp_path, capture_output=True, text=True, encoding="utf-8", check=False,
    )  # fmt: skip
    assert made.returncode == 0, made.stderr
    assert "decrypto-codes-de-a4-manual-leaves-1-2-backs.pdf: Rückseiten" in made.stdout
