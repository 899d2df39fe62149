"""Times commands as whole processes, in turn, and checks their output once.

Takes processes, a folder and how many rounds; returns the cost of each. Must not judge or print
results.
"""

from __future__ import annotations

import compileall
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.check import found
from bench.jobs import ROOT, Name, Process
from bench.words import fill

#: Pixels at 150 dpi that a peer's leaf may be off: far fewer than another font or one line makes.
_STRAYS = 50


class WorkError(Exception):
    """A process failed, or wrote something else than it should have."""


@dataclass(frozen=True)
class Cost:
    """Seconds by the clock and of the processors, peak memory in MB, the file's size in KB."""

    wall: float
    cpu: float
    memory: float
    size: float = 0.0


def least(costs: Sequence[Cost]) -> Cost:
    """Return the least time of several runs, and the most memory."""
    return Cost(
        min(cost.wall for cost in costs),
        min(cost.cpu for cost in costs),
        max(cost.memory for cost in costs),
        costs[-1].size,
    )


def environment(folder: Path) -> dict[str, str]:
    """Return what processes find: bytecode as pip leaves it, fonts of this repository only."""
    unwanted = {"PYTHONDONTWRITEBYTECODE", "PYTHONPATH", "PYTHONUNBUFFERED"}
    kept = {key: value for key, value in os.environ.items() if key not in unwanted}
    own = {"FONTCONFIG_FILE": str(folder / "fonts.conf"), "XDG_DATA_HOME": str(folder / "data")}
    return {**kept, "PPGEN_FONT_PATH": "", **own}


def prepare(folder: Path) -> None:
    """Compile what pip would have compiled, and write the files that the jobs read."""
    for package in ("ppgen", "bench"):
        compileall.compile_dir(ROOT / package, quiet=1)
    fill(folder)


def output(name: Name, process: Process, folder: Path) -> Path:
    """Return the file that a process writes."""
    return folder / f"{name.job}-{name.who}{process.ending}".replace(" ", "-")


def run(name: Name, process: Process, folder: Path) -> Cost:
    """Run a process once.

    Raises:
        WorkError: It failed.
    """
    out = output(name, process, folder)
    if process.ending:
        out.unlink(missing_ok=True)
    report, said, wrong = (folder / part for part in ("report", "stdout", "stderr"))
    command = [part.format(folder=folder, out=out) for part in process.command]
    once = [sys.executable, "-I", "-S", str(ROOT / "bench" / "once.py")]
    where = fresh(folder / "fresh", process) if process.fresh else ROOT
    subprocess.run(
        [*once, *map(str, (report, said, wrong)), *command],
        cwd=where, env=environment(folder), check=True,
    )  # fmt: skip
    code, wall, cpu, memory = map(float, report.read_text(encoding="ascii").split())
    if code:
        tail = wrong.read_text(encoding="utf-8", errors="replace")[-2000:]
        raise WorkError(f"{name.who} of {name.job}: exit {code:.0f}\n{tail}")
    if process.clock == "inside":
        own = json.loads(said.read_text(encoding="utf-8"))
        wall, cpu = own["wall"], own["cpu"]
    size = out.stat().st_size / 1e3 if process.ending else 0.0
    return Cost(wall, cpu, memory / 1e6, size)


def fresh(where: Path, process: Process) -> Path:
    """Return an empty folder; all but `init` are given a workspace."""
    shutil.rmtree(where, ignore_errors=True)
    where.mkdir()
    if process.command[1] != "init":
        (where / "ppgen.yaml").write_text("ppgen: workspace/1\n", encoding="utf-8")
    return where


def faults(seen: Mapping[str, int], process: Process) -> list[str]:
    """Return how a PDF differs from what the process should have written."""
    out = []
    if seen["pages"] != process.pages:
        out.append(f"{seen['pages']} pages, not {process.pages}")
    if seen.get("words", 0) != process.words:
        out.append(f"{seen.get('words', 0)} words read back, not {process.words}")
    if seen.get("strays", 0) > _STRAYS:
        out.append(f"{seen['strays']} pixels of the first leaf lie elsewhere")
    return out


def check(name: Name, process: Process, folder: Path, like: Path | None) -> None:
    """Check the PDF of a process.

    Raises:
        WorkError: It holds something else than it should.
    """
    words = folder / process.listed if process.listed else None
    if wrong := faults(found(output(name, process, folder), words, like), process):
        raise WorkError(f"{name.who} of {name.job}: {'; '.join(wrong)}")


def alternate(
    processes: Mapping[Name, Process],
    rounds: int,
    folder: Path,
    say: Callable[[str], None],
    *,
    warm: bool,
) -> dict[Name, Cost]:
    """Run processes in alternation, so that a slow minute of the machine is one for all.

    Raises:
        WorkError: One failed, or did not do its work.
    """
    costs: dict[Name, list[Cost]] = {name: [] for name in processes}
    for number in range(-warm, rounds):
        say(f"round {number + 1} of {rounds}" if number >= 0 else "warming up")
        for name, process in processes.items():
            cost = run(name, process, folder)
            if number >= 0:
                costs[name].append(cost)
            if number == -warm and process.pages:
                other = process.reference
                like = output(other, processes[other], folder) if other else None
                check(name, process, folder, like)
    return {name: least(taken) for name, taken in costs.items()}
