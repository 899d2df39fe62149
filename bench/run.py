"""ppgen beside a plain reportlab script on the same note sheets (`make bench`).

Both make N two-sided A4 sheets, one to a leaf, 2N pages, each as a whole process and in
alternation, from bytecode as pip installs it. Time, peak memory and file size are the minimum of
the runs. Exit 0 even if a goal is
missed; 1 if a run fails or has the wrong number of pages.
"""

import compileall
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
PLAIN = ROOT / "bench" / "plain_sheets.py"
RUNS = {50: 5, 5000: 2}
RSS_UNIT = 1 if sys.platform == "darwin" else 1024

# Counted in a process of its own: a child's peak memory includes that of the parent that it was
# forked from, so this one stays small.
COUNT_PAGES = (
    "import sys, pypdfium2; d = pypdfium2.PdfDocument(sys.argv[1]); print(len(d)); d.close()"
)


class Cost(NamedTuple):
    seconds: float
    memory: float  # MB
    size: float  # KB


def command(who: str, sheets: int, pdf: Path) -> list[str]:
    if who == "plain":
        return [sys.executable, str(PLAIN), str(sheets), str(pdf)]
    job = ["make", "decrypto/notes", "--size", "a4", "--paper", "a4", "--lang", "en"]
    rest = ["--count", str(sheets), "-o", str(pdf), "--quiet"]
    return [sys.executable, "-m", "ppgen", *job, *rest]


def measure(who: str, sheets: int, pdf: Path) -> Cost:
    start = time.perf_counter()
    process = subprocess.Popen(command(who, sheets, pdf), cwd=ROOT)
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"bench: {who}, {sheets} sheets: exit {process.returncode}")
    return Cost(seconds, usage.ru_maxrss * RSS_UNIT / 1e6, pdf.stat().st_size / 1e3)


def check_pages(who: str, sheets: int, pdf: Path) -> None:
    result = subprocess.run(
        [sys.executable, "-c", COUNT_PAGES, str(pdf)], check=True, capture_output=True, text=True
    )
    pages = int(result.stdout)
    if pages != 2 * sheets:
        sys.exit(f"bench: {who}, {sheets} sheets: {pages} pages, not {2 * sheets}")


def compare(sheets: int, runs: int, folder: Path) -> dict[str, Cost]:
    """Run both in alternation and return the least cost of each."""
    costs: dict[str, list[Cost]] = {"plain": [], "ppgen": []}
    for run in range(runs):
        for who, taken in costs.items():
            pdf = folder / f"{who}.pdf"
            pdf.unlink(missing_ok=True)
            taken.append(measure(who, sheets, pdf))
            if run == 0:
                check_pages(who, sheets, pdf)
    return {who: Cost(*map(min, zip(*taken, strict=True))) for who, taken in costs.items()}


def main() -> None:
    # A clone has no bytecode yet; reportlab came with its own.
    compileall.compile_dir(ROOT / "ppgen", quiet=1)
    results = {}
    with tempfile.TemporaryDirectory() as folder:
        for sheets, runs in RUNS.items():
            results[sheets] = compare(sheets, runs, Path(folder))

    print(f"{'sheets':>6}  {'who':<6}{'time s':>10}{'peak MB':>10}{'file KB':>10}")
    ratios = {}
    for sheets, by_who in results.items():
        for who, cost in by_who.items():
            print(
                f"{sheets:>6}  {who:<6}{cost.seconds:>10.3f}{cost.memory:>10.1f}{cost.size:>10.1f}"
            )
        pairs = zip(by_who["ppgen"], by_who["plain"], strict=True)
        ratio = ratios[sheets] = Cost(*(ours / theirs for ours, theirs in pairs))
        print(
            f"{'':>6}  {'ratio':<6}{ratio.seconds:>10.3f}{ratio.memory:>10.2f}{ratio.size:>10.3f}"
        )

    growth = results[5000]["ppgen"].memory / results[50]["ppgen"].memory
    goals = [
        ("time, 50 sheets, ppgen / plain", ratios[50].seconds, 1.0),
        ("time, 5,000 sheets, ppgen / plain", ratios[5000].seconds, 0.15),
        ("file size, 5,000 sheets, ppgen / plain", ratios[5000].size, 0.3),
        ("peak memory of ppgen, 5,000 / 50 sheets", growth, 2.5),
    ]
    print()
    for what, value, limit in goals:
        verdict = "met" if value <= limit else "missed"
        print(f"{what:<42}{value:>8.3f}   goal <= {limit:<5} {verdict}")


if __name__ == "__main__":
    main()
