"""Files are written whole or not at all, and what killed runs left goes."""

from __future__ import annotations

import fcntl
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from ppgen.disk import inside, write_whole
from tests.support.run import REPO


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_file_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(b"former")
    write_whole(path, b"new", 0o600)
    assert path.read_bytes() == b"new"
    assert path.stat().st_mode & 0o777 == 0o600
    assert names(tmp_path) == ["a.pdf"]


def test_the_name_may_be_as_long_as_the_disk_allows(tmp_path: Path) -> None:
    path = tmp_path / ("a" * 251 + ".pdf")
    write_whole(path, b"new")
    assert path.read_bytes() == b"new"


def test_a_full_disk_leaves_the_former_file(tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(b"former")
    code = (
        "import resource, signal, sys\n"
        "from pathlib import Path\n"
        "from ppgen.disk import write_whole\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))\n"
        "try:\n    write_whole(Path(sys.argv[1]), bytes(5000))\n"
        "except OSError as error:\n    print(error.filename)\n"
    )
    env = {**os.environ, "PYTHONPATH": str(REPO)}
    ran = subprocess.run(
        [sys.executable, "-c", code, str(path)], env=env, capture_output=True, check=True, text=True
    )
    assert ran.stdout.strip() == str(path)
    assert path.read_bytes() == b"former"
    assert names(tmp_path) == ["a.pdf"]


def test_what_a_killed_run_left_is_removed_by_the_next(tmp_path: Path) -> None:
    code = (
        "import sys, time\n"
        "from pathlib import Path\n"
        "from ppgen import disk\n"
        "def stop(*args):\n    print('now', flush=True)\n    time.sleep(60)\n"
        "Path.replace = stop\n"
        "disk.write_whole(Path(sys.argv[1]), b'new')\n"
    )
    env = {**os.environ, "PYTHONPATH": str(REPO)}
    path = tmp_path / "a.pdf"
    with subprocess.Popen(
        [sys.executable, "-c", code, str(path)], env=env, stdout=subprocess.PIPE
    ) as run:
        assert run.stdout is not None
        assert run.stdout.readline() == b"now\n"
        (left,) = names(tmp_path)
        write_whole(tmp_path / "b.pdf", b"other")
        assert names(tmp_path) == [left, "b.pdf"], "a running one keeps its file"
        run.send_signal(signal.SIGKILL)
    write_whole(path, b"third")
    assert names(tmp_path) == ["a.pdf", "b.pdf"]


def test_only_our_own_files_go(tmp_path: Path) -> None:
    (tmp_path / ".ppgen-x").write_text("x")
    (tmp_path / "x.part").write_text("x")
    (tmp_path / ".ppgen-1.part").mkdir()
    (tmp_path / ".ppgen-2.part").symlink_to("x.part")
    write_whole(tmp_path / "a", b"")
    assert names(tmp_path) == [".ppgen-1.part", ".ppgen-2.part", ".ppgen-x", "a", "x.part"]


def test_a_lock_of_another_run_is_seen(tmp_path: Path) -> None:
    held = tmp_path / ".ppgen-3.part"
    with held.open("xb") as file:
        fcntl.flock(file, fcntl.LOCK_SH)
        write_whole(tmp_path / "a", b"")
        assert held.exists()
    write_whole(tmp_path / "a", b"")
    assert not held.exists()


@pytest.mark.parametrize(
    ("name", "good"),
    [
        ("a/b.png", True), ("b.png", True), ("../b.png", False), ("a/../../b.png", False),
        ("/etc/passwd", False), ("C:\\b.png", False), ("..\\b.png", False), ("out/b.png", False),
        ("ring", False), ("a\0b", False), ("x" * 5000, True), ("in/b.png", True),
    ],
)  # fmt: skip
def test_what_is_inside(tmp_path: Path, name: str, good: bool) -> None:
    folder = tmp_path / "w"
    (folder / "a").mkdir(parents=True)
    (folder / "out").symlink_to(tmp_path)
    (folder / "in").symlink_to("a")
    (folder / "ring").symlink_to("ring")
    assert (inside(folder, name) is not None) == good
