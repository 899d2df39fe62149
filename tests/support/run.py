"""Run ppgen in this process or another, and write the files of a workspace."""

from __future__ import annotations

import contextlib
import io
import os
import subprocess
import sys
import textwrap
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from unittest import mock

import pytest

from ppgen.cli import main

REPO = Path(__file__).resolve().parents[2]
#: A small workspace in which all is fine: what the cases of tests/errors differ from.
BASE = REPO / "tests" / "errors" / "_base"


@dataclass(frozen=True)
class Ran:
    """What a run of ppgen gave."""

    code: int
    out: str
    err: str


Runner = Callable[..., Ran]
Expect = Callable[[Path, str], None]


def write(root: Path, files: dict[str, str]) -> None:
    """Write files by name; what all lines are indented by goes."""
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(textwrap.dedent(text).lstrip(), encoding="utf-8")


def run_here(*args: str | Path, cwd: Path = REPO) -> Ran:
    """Run the command line in this process, exit codes and all."""
    raw = io.BytesIO(), io.BytesIO()
    out, err = (io.TextIOWrapper(one, "utf-8", write_through=True) for one in raw)
    argv = ["ppgen", *map(str, args)]
    with (
        mock.patch.object(sys, "argv", argv),
        contextlib.chdir(cwd),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
        pytest.raises(SystemExit) as leaving,
    ):
        main()
    code = leaving.value.code
    assert isinstance(code, int)
    return Ran(code, raw[0].getvalue().decode(), raw[1].getvalue().decode())


def run_apart(*args: str | Path, cwd: Path = REPO, env: Mapping[str, str] | None = None) -> Ran:
    """Run the command line in a process of its own."""
    got = subprocess.run(
        [sys.executable, "-m", "ppgen", *map(str, args)],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(REPO), **(env or {})},
        capture_output=True,
        check=False,
        text=True,
        encoding="utf-8",
    )
    return Ran(got.returncode, got.stdout, got.stderr)
