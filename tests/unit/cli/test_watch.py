"""`ppgen watch`: real files are saved, and a real process builds them again."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from ppgen.cli.saved import folders, matters
from tests.support.run import REPO, Runner, write

GAME = """\
    ppgen: game/2
    title: G
    products:
      p: {size: 60x40, front: x}
    """
LAYOUT = """\
    ppgen: layout/2
    extends: base
    margin: 0
    draw: [{text: "Hello", style: {size: 8pt}}]
    """
#: In seconds: far more than it takes; only a failure waits so long.
PATIENCE = 60


@pytest.fixture
def root(tmp_path: Path) -> Path:
    write(
        tmp_path,
        {
            "ppgen.yaml": "ppgen: workspace/1\n",
            "content/g/game.yaml": GAME,
            "templates/x.yaml": LAYOUT,
        },
    )
    return tmp_path


class Watching:
    """A process that watches, and what it has said so far."""

    def __init__(self, root: Path, *args: str) -> None:
        self.log = root / ".log"
        with self.log.open("w") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "ppgen", "watch", *args],
                cwd=root, stderr=log, stdout=log,
                env={**os.environ, "PYTHONPATH": str(REPO), "PYTHONUNBUFFERED": "1"},
            )  # fmt: skip

    def wait(self, words: str, times: int = 1) -> str:
        """Wait until it has said something so many times."""
        end = time.monotonic() + PATIENCE
        while (said := self.log.read_text("utf-8")).count(words) < times:
            assert time.monotonic() < end, said
            assert self.process.poll() is None, said
            time.sleep(0.02)
        return said


@pytest.fixture
def watching() -> Iterator[list[Watching]]:
    started: list[Watching] = []
    yield started
    for one in started:
        one.process.kill()
        one.process.wait()


@pytest.mark.slow
def test_a_saved_file_is_built_and_a_broken_one_is_not(
    root: Path, watching: list[Watching]
) -> None:
    one = Watching(root, "g/p")
    watching.append(one)
    pdf = root / "out/g-p-en-a4.pdf"
    one.wait("watching for changes")
    first = pdf.read_bytes()
    layout = root / "templates/x.yaml"
    layout.write_text(layout.read_text().replace("Hello", "Other"))
    one.wait("out/g-p-en-a4.pdf: built in", 2)
    second = pdf.read_bytes()
    assert second != first
    layout.write_text(layout.read_text().replace("8pt", "8pz"))
    said = one.wait("the last good file is still there")
    assert "templates/x.yaml:4:" in said
    assert pdf.read_bytes() == second
    layout.write_text(layout.read_text().replace("8pz", "9pt"))
    one.wait("built in", 3)
    assert pdf.read_bytes() not in {first, second}
    # An editor that puts a new file in the place of the old one, of a file beside the folders.
    (root / "new").write_text("ppgen: workspace/1\npaper: letter\n")
    (root / "new").rename(root / "ppgen.yaml")
    one.wait("out/g-p-en-letter.pdf: built in")
    one.process.send_signal(signal.SIGINT)
    assert one.process.wait(PATIENCE) == 0
    assert one.log.read_text("utf-8").endswith("stopped; out/g-p-en-letter.pdf is up to date\n")


@pytest.mark.slow
def test_a_workspace_that_is_broken_at_first_is_watched(
    root: Path, watching: list[Watching]
) -> None:
    write(root, {"templates/x.yaml": LAYOUT.replace("8pt", "8pz")})
    one = Watching(root, "g/p", "-o", "a.svg")
    watching.append(one)
    assert "E202" in one.wait("watching for changes")
    assert not (root / "a.svg").exists()
    write(root, {"templates/x.yaml": LAYOUT})
    one.wait("a.svg: built in")
    assert (root / "a.svg").read_text("utf-8").startswith("<svg ")


@pytest.mark.parametrize(
    ("args", "said"),
    [
        ((), "name what is to be built"),
        (("g/p", "-o", "a.gif"), "`ppgen watch` writes .pdf, .png"),
    ],
)
def test_what_cannot_be_watched_is_refused(
    ppgen: Runner, root: Path, args: tuple[str, ...], said: str
) -> None:
    ran = ppgen("watch", *args, cwd=root)
    assert ran.code == 2
    assert said in ran.err


def test_without_a_workspace_there_is_nothing_to_watch(ppgen: Runner, tmp_path: Path) -> None:
    ran = ppgen("watch", "decrypto/notes", cwd=tmp_path)
    assert ran.code == 2
    assert "ppgen init" in ran.err


def test_only_sources_matter(tmp_path: Path) -> None:
    out = tmp_path / "out"
    for name, counts in {
        "a.yaml": True, "B.PNG": True, "words.txt": True, ".a.yaml": False, "a.yaml~": False,
        "a.pyc": False, "out/x.png": False, "~a.xlsx": False,
    }.items():  # fmt: skip
        assert matters(tmp_path / name, out) is counts, name


def test_folders_that_hold_no_sources_are_left_alone(tmp_path: Path) -> None:
    for name in ("content", "art", ".git", "out", "venv"):
        (tmp_path / name).mkdir()
    (tmp_path / "venv/pyvenv.cfg").touch()
    assert [path.name for path in folders(tmp_path)] == ["art", "content"]
    assert folders(None) == []
