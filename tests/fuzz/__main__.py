"""Try inputs at random for some minutes: `make fuzz minutes=30`.

    python -m tests.fuzz MINUTES [--seed N] [--kind KIND]
    python -m tests.fuzz --one KIND:SEED

A worker tries inputs one after the other; it is watched, and started again if an input hangs it,
kills it or takes all its memory. Exit code 1 if anything was found. Put what was found into
`FORMER` of test_fuzz.py once it is fixed.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import select
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from tests.fuzz.inputs import KINDS, run

HANG = 20.0
_MEMORY = 2 << 30


def kinds(seed: int, only: str) -> str:
    """Return the kind of an input by its number."""
    if only:
        return only
    at = seed * 7919 % 1000
    for name, (_, share) in KINDS.items():
        at -= share
        if at < 0:
            return name
    return "expression"


def work(seed: int, only: str) -> None:
    """Try inputs from a number on, without end, and say what came of each."""
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    with tempfile.TemporaryDirectory() as above:
        folder = Path(above) / "in"
        folder.mkdir()
        while True:
            kind = kinds(seed, only)
            print(json.dumps(["start", kind, seed]), flush=True)
            start = time.process_time()
            wrong = run(kind, seed, folder)
            used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
            print(json.dumps(["done", time.process_time() - start, used, wrong]), flush=True)
            seed += 1


def watch(minutes: float, seed: int, only: str) -> int:
    """Run workers until the time is up; print what was found, and figures."""
    end = time.monotonic() + 60 * minutes
    tried: Counter[str] = Counter()
    found: dict[str, tuple[int, str]] = {}
    slowest, largest, hangs, crashes = (0.0, ""), 0, 0, 0
    while time.monotonic() < end:
        command = [sys.executable, "-m", "tests.fuzz", "--work", str(seed), "--kind", only]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as child:
            assert child.stdout is not None
            current, buffer, limit, wrong = "", b"", end, ""
            while time.monotonic() < end:
                ready, _, _ = select.select([child.stdout], [], [], 3 * HANG)
                if not ready:
                    hangs, wrong = hangs + 1, f"hang of {3 * HANG:.0f} s"
                    break
                data = os.read(child.stdout.fileno(), 65536)
                if not data:
                    wrong = f"the worker ended with {child.wait()}"
                    break
                *lines, buffer = (buffer + data).split(b"\n")
                for line in lines:
                    kind, *rest = json.loads(line)
                    if kind == "start":
                        current, seed = f"{rest[0]}:{rest[1]}", rest[1] + 1
                        continue
                    tried[current.partition(":")[0]] += 1
                    slowest = max(slowest, (rest[0], current))
                    largest = max(largest, rest[1])
                    if rest[2]:
                        crashes += 1
                        _note(found, rest[2], current)
            del limit
            if wrong:
                _note(found, f"{wrong} in {current.partition(':')[0]}", current)
            child.kill()
    total = sum(tried.values())
    print(f"{total:,} inputs: " + ", ".join(f"{kind} {n:,}" for kind, n in tried.most_common()))
    print(
        f"{crashes} faults, {hangs} hangs; slowest {slowest[0]:.1f} s ({slowest[1]}); {largest} MB"
    )
    for what, (times, first) in sorted(found.items(), key=lambda item: -item[1][0]):
        print(f"{times:6} x {what}  --one {first}")
    return 1 if found else 0


def _note(found: dict[str, tuple[int, str]], wrong: str, current: str) -> None:
    key = wrong.partition(": ")[0]
    if key not in found:
        print(f"{current}: {wrong}", flush=True)
    times, first = found.get(key, (0, current))
    found[key] = times + 1, first


def main() -> int:
    parser = argparse.ArgumentParser(description="Try inputs at random.")
    parser.add_argument("minutes", type=float, nargs="?", default=5)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--kind", choices=("", *KINDS), default="")
    parser.add_argument("--one", default="")
    parser.add_argument("--work", type=int)
    args = parser.parse_args()
    os.environ["PPGEN_FONT_PATH"] = ""
    if args.work is not None:
        work(args.work, args.kind)
    if args.one:
        kind, _, seed = args.one.partition(":")
        with tempfile.TemporaryDirectory() as above:
            (Path(above) / "in").mkdir()
            wrong = run(kind, int(seed), Path(above) / "in")
        print(wrong or "fine")
        return 1 if wrong else 0
    return watch(args.minutes, args.seed, args.kind)


if __name__ == "__main__":
    sys.exit(main())
