"""`make bench`: run the jobs beside their peers, print the figures, write docs/performance.md.

Exit 0 even if a goal is missed or a peer cannot be had, 1 if something failed or drew other work.
"""

from __future__ import annotations

import argparse
import datetime
import os
import platform
import sys
import tempfile
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

from bench.jobs import JOBS, PEERS, ROOT, Job, Name, Process, chosen
from bench.measure import Cost, WorkError, alternate, prepare
from bench.report import Setting, document

FILE = ROOT / "docs" / "performance.md"
_ROUNDS, _QUICK, _HEAVY = 7, 2, 2
_SHOWN = ("ppgen-pnp", "click", "pyyaml", "pillow", "uharfbuzz", *PEERS)


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def needed(jobs: tuple[Job, ...], missing: set[str]) -> dict[Name, Process]:
    """Return the processes of some jobs, and before them all that they are compared with."""
    known = {Name(job.key, p.who): p for job in JOBS for p in job.processes}
    beside = {name for job in jobs for name in (job.beside, *(g.beside for g in job.goals)) if name}
    own = {Name(job.key, p.who) for job in jobs for p in job.processes}
    return {n: p for n, p in known.items() if n in own | beside and n.who not in missing}


def measured(jobs: tuple[Job, ...], missing: set[str], rounds: int, heavy: int) -> dict[Name, Cost]:
    """Run the small jobs together, then each large one with its own peers."""
    wanted = needed(jobs, missing)
    slow = {job.key for job in JOBS if job.heavy}
    small = {name: process for name, process in wanted.items() if name.job not in slow}
    with tempfile.TemporaryDirectory(prefix="bench-") as name:
        folder = Path(name)
        prepare(folder)
        costs: dict[Name, Cost] = {}
        if small:
            say(f"small jobs: {len(small)} processes")
            costs |= alternate(small, rounds, folder, say, warm=True)
        for key in (job.key for job in JOBS if job.heavy):
            large = {name: process for name, process in wanted.items() if name.job == key}
            if large:
                say(f"{key}: {len(large)} processes")
                costs |= alternate(large, heavy, folder, say, warm=False)
    return costs


def setting(missing: set[str], rounds: int, heavy: int) -> Setting:
    """Return when, where and with what this was measured."""
    lost = [f"{peer}, which was not installed" for peer in PEERS if peer in missing]
    shown = [f"{name} {version(name)}" for name in _SHOWN if name not in missing]
    return Setting(
        datetime.datetime.now().astimezone().date().isoformat(),
        f"{platform.system()} on {platform.machine()} with {os.cpu_count()} cores",
        [f"Python {platform.python_version()}", *shown], lost, rounds, heavy,
    )  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="only the small jobs, in few rounds")
    parser.add_argument("--only", default="", metavar="W1,LIST", help="only these jobs")
    parser.add_argument(
        "--runs", type=int, metavar="N", help="rounds of the small jobs; large ones have two"
    )
    given = parser.parse_args()
    only = tuple(name.strip().lower() for name in given.only.split(",") if name.strip())
    try:
        jobs = chosen(only, heavy=bool(only) or not given.quick)
    except KeyError as unknown:
        known = ", ".join(dict.fromkeys(job.key.partition("-")[0] for job in JOBS))
        parser.error(f"there is no job {unknown}: there are {known}")
    rounds = max(1, given.runs or (_QUICK if given.quick else _ROUNDS))
    heavy = min(rounds, _HEAVY)
    missing = {peer for peer, module in PEERS.items() if find_spec(module) is None}
    for peer in sorted(missing):
        say(f"MISSING: {peer} is not installed (python -m bench.install says why); the others run")
    try:
        costs = measured(jobs, missing, rounds, heavy)
    except WorkError as failed:
        sys.exit(f"bench: {failed}")
    text = document(jobs, costs, setting(missing, rounds, heavy))
    print(text)
    if not only and not given.quick:
        FILE.write_text(text, encoding="utf-8")
        say(f"written to {FILE.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
