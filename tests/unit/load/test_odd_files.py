"""Pipes, devices, folders and what editors leave behind, where files are looked for."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.run import BASE, REPO, Ran, Runner

PLACES = [
    "content/g/labels/de.yaml",
    "content/g/w/en.yaml",
    "content/sizes.yaml",
    "templates/y.yaml",
    "templates/deep/y.yaml",
]
COMMANDS = ["check", "make", "list", "words lint --rules B03"]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    shutil.copytree(BASE, tmp_path / "w")
    for place in PLACES:
        (tmp_path / "w" / place).parent.mkdir(parents=True, exist_ok=True)
    return tmp_path / "w"


def in_time(args: str, cwd: Path) -> Ran:
    """Run ppgen in a process that is stopped when it waits for ever or fills the memory."""
    code = (
        "import resource, runpy, sys\n"
        "resource.setrlimit(resource.RLIMIT_AS, (3_000_000_000, 3_000_000_000))\n"
        "sys.argv[0] = 'ppgen'\n"
        "from ppgen.cli import main\n"
        "main()\n"
    )
    env = {**os.environ, "PYTHONPATH": str(REPO)}
    ran = subprocess.run(
        [sys.executable, "-c", code, *args.split()], cwd=cwd, env=env, timeout=60, check=False,
        capture_output=True, text=True,
    )  # fmt: skip
    return Ran(ran.returncode, ran.stdout, ran.stderr)


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS)
def test_pipes_are_not_read(root: Path, command: str) -> None:
    for place in PLACES:
        os.mkfifo(root / place)
    ran = in_time(command, root)
    assert (ran.code, "Traceback" in ran.err) == (0, False), ran.err


@pytest.mark.slow
def test_devices_are_not_read(root: Path) -> None:
    for place in PLACES:
        (root / place).symlink_to("/dev/zero")
    for command in ("check", "words lint --rules B03"):
        assert in_time(command, root).code == 0


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["pipe", "device", "folder"])
def test_game_that_is_no_file_is_told(root: Path, kind: str) -> None:
    game = root / "content/h/game.yaml"
    game.parent.mkdir()
    if kind == "pipe":
        os.mkfifo(game)
    elif kind == "device":
        game.symlink_to("/dev/zero")
    else:
        game.mkdir()
    for command in ("check", "make h", "list"):
        ran = in_time(command, root)
        assert ran.code == 1
        assert "error[E601]: `content/h/game.yaml` is a folder, pipe or device" in ran.err


def test_what_editors_and_systems_leave_behind_is_not_read(ppgen: Runner, root: Path) -> None:
    for place in PLACES:
        folder = (root / place).parent
        (folder / ".#x.yaml").symlink_to("somebody@somewhere.1234:567890")
        (folder / "._x.yaml").write_bytes(b"\0\5\26\7\0")
        (folder / ".hidden").mkdir(exist_ok=True)
        (folder / ".hidden/z.yaml").write_text("not: ours\n", encoding="utf-8")
        (folder / "folder.yaml").mkdir(exist_ok=True)
    (root / "content/.old").mkdir()
    (root / "content/.old/game.yaml").write_text("not: ours\n", encoding="utf-8")
    before = ppgen("list", cwd=BASE)
    assert ppgen("check", cwd=root).out == "no problems: 1 product in 1 language\n"
    assert ppgen("list", cwd=root) == before
    assert ppgen("make", cwd=root).code == 0
    assert ppgen("words", "lint", "en", cwd=root).code == 0


@pytest.mark.parametrize(
    "name",
    ["templates/x.yaml", "content/g/game.yaml", "content/g/labels/en.yaml", "fonts", "a.png"],
)
def test_links_out_of_the_workspace_are_not_followed(
    name: str, ppgen: Runner, root: Path, tmp_path: Path
) -> None:
    """A shared workspace must not read what else is on the disk, nor show it in a message."""
    outside = tmp_path / "outside"
    if (root / name).exists():
        (root / name).rename(outside)
    elif name == "fonts":
        outside.mkdir()
        (root / "ppgen.yaml").write_text("ppgen: workspace/1\nfonts: [fonts]\n", "utf-8")
    else:
        outside.write_bytes(b"secret")
        layout = "ppgen: layout/2\ndraw:\n  - {image: a.png}\n"
        (root / "templates/x.yaml").write_text(layout, "utf-8")
    (root / name).symlink_to(outside)
    ran = ppgen("check", cwd=root)
    assert "secret" not in ran.err
    assert ran.code == 1 or name.startswith("content")  # as if it were not there


def test_a_bank_extends_no_file_elsewhere(ppgen: Runner, root: Path, tmp_path: Path) -> None:
    bank = "ppgen: bank/1\nlang: en\ntitle: T\nlicence: CC0\nsource: x\n"
    (tmp_path / "other.yaml").write_text(bank + "words: [secret]\n", "utf-8")
    (root / "content/w").mkdir(parents=True)
    (root / "content/w/link.yaml").symlink_to(tmp_path / "other.yaml")
    for name in ("../../../other", str(tmp_path / "other"), "link"):
        own = root / "content/w/en.yaml"
        own.write_text(f"{bank}extends: {name}\nwords: [cat]\n", "utf-8")
        ran = ppgen("words", "lint", "content/w/en.yaml", cwd=root)
        assert ran.code == 1, name
        assert "content/w/en.yaml:6:10" in ran.err, name
