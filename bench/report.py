"""Writes the results as Markdown, for `make bench` and docs/performance.md.

Takes jobs, costs and versions; returns text. Must not run or measure.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bench.goals import Costs, Verdict, exponent, judge, ratio
from bench.jobs import GROWTH, LARGE, PPGEN, Job, Name

_HEAD = """\
# Performance

`make bench` measures this and writes the whole file: do not edit it.
"""

_HOW = """\
## How it is measured

Each time is for a whole process from the shell, including interpreter and imports, with compiled
bytecode on both sides; only `edit` is timed inside a process that has loaded everything. Processes
take turns, and the shortest time of all rounds counts; peak memory is the largest. Ratios are of
wall time, followed by those of processor time (user and system): smaller is better. Between
machines they vary by about a fifth; seconds vary more, and a busy machine blurs both.

Plain reportlab is a script that draws each page from scratch with canvas calls. It and the other
peers draw the same deck and pad: the number of pages, the words read back and the look of the first
leaf are checked. ppgen draws its own layouts, which hold more (words broken at syllables and set in
one size, card numbers, a deck code, a ruler); its pages and words are checked too.

    make bench                        # everything, and this file: some minutes
    make bench quick=1                # the small jobs, in few rounds; writes no file
    make bench only=w1,list runs=9    # these jobs; writes no file
"""


@dataclass(frozen=True)
class Setting:
    """When, where and with what it was measured."""

    date: str
    machine: str
    versions: Sequence[str]
    missing: Sequence[str]
    rounds: int
    rounds_heavy: int


def document(jobs: Sequence[Job], costs: Costs, setting: Setting) -> str:
    """Return the whole report."""
    parts = [
        _HEAD, _setting(setting), _goals(judge(costs, jobs)), _drawn(jobs, costs),
        _others(jobs, costs), _growth(costs), _HOW, _jobs(jobs),
    ]  # fmt: skip
    return "\n".join(part.strip() + "\n" for part in parts if part)


def table(head: str, rows: Iterable[Sequence[str]]) -> str:
    """Return a table; columns whose heading ends in a colon are flush right."""
    names = head.split(" | ")
    rule = ["---:" if name.endswith(":") else "---" for name in names]
    lines = [[name.rstrip(":") for name in names], rule, *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines) + "\n"


def figure(value: float | None) -> str:
    """Return a number in three digits or so."""
    if value is None:
        return ""
    places = 0 if value >= 100 else 1 if value >= 10 else 2 if value >= 0.1 else 3
    return f"{value:,.{places}f}"


def _setting(setting: Setting) -> str:
    text = f"Measured on {setting.date}, {setting.machine}: {', '.join(setting.versions)}.\n"
    text += f"Small jobs ran {setting.rounds} times, large ones {setting.rounds_heavy} times.\n"
    for line in setting.missing:
        text += f"Missing: {line}.\n"
    return text


def _beside(name: Name | None, job: Job) -> str:
    if name is None:
        return ""
    who = "plain reportlab" if name.who == "reportlab" else name.who
    return who if name.job == job.key else f"{who}, `{name.job}`"


def _goals(verdicts: Sequence[Verdict]) -> str:
    if not verdicts:
        return ""
    rows = [
        (
            f"`{v.job.key}`", v.job.title, v.goal.figure, _beside(v.goal.beside, v.job),
            f"**{figure(v.value)}**", figure(v.cpu), f"≤ {v.goal.most:g}",
            f"{v.goal.aim:g}" if v.goal.aim else "", "met" if v.met else "missed",
        )
        for v in verdicts
    ]  # fmt: skip
    head = "job | what | figure | beside | ppgen: | by CPU: | goal: | aim: | verdict"
    text = f"## Goals\n\n{table(head, rows)}"
    missed = [f"- `{v.job.key}`, {v.goal.figure}: {v.reason}\n" for v in verdicts if not v.met]
    return text + ("\nWhat misses its goal, and why:\n\n" + "".join(missed) if missed else "")


def _row(job: Job, who: str, costs: Costs) -> list[str]:
    """Return the figures of a process: times, their ratios, memory, size."""
    name = Name(job.key, who)
    cost = costs[name]
    ratios = [
        figure(ratio(costs, name, job.beside, "wall")),
        figure(ratio(costs, name, job.beside, "cpu")),
    ]
    sizes = [figure(cost.memory), figure(cost.size) if cost.size else ""]
    return [figure(cost.wall), figure(cost.cpu), *ratios, *sizes]


def _is_drawn(job: Job) -> bool:
    """Return whether peers draw a job."""
    return len({process.who for process in job.processes if process.pages}) > 2


def _drawn(jobs: Sequence[Job], costs: Costs) -> str:
    text = ""
    for job in filter(_is_drawn, jobs):
        done = [p.who for p in job.processes if Name(job.key, p.who) in costs]
        done.sort(key=lambda who: costs[Name(job.key, who)].wall)
        rows = [(f"**{w}**" if w == "ppgen" else w, *_row(job, w, costs)) for w in done]
        head = "who | time, s: | CPU, s: | × reportlab: | by CPU: | peak MB: | file KB:"
        text += f"### `{job.key}`: {job.title}\n\n{table(head, rows)}\n"
    return f"## Beside the peers\n\n{text}" if text else ""


def _others(jobs: Sequence[Job], costs: Costs) -> str:
    rows = []
    for job in jobs:
        if _is_drawn(job) or job.key in GROWTH:
            continue
        for process in job.processes:
            itself = job.beside == Name(job.key, process.who)
            beside = "" if itself else _beside(job.beside, job)
            one = _row(job, process.who, costs)
            rows.append((f"`{job.key}`", process.who, beside, *one))
    head = "job | who | beside | time, s: | CPU, s: | ratio: | by CPU: | peak MB: | file KB:"
    return f"## All else that a person runs\n\n{table(head, rows)}" if rows else ""


def _growth(costs: Costs) -> str:
    """Return how time and memory grow with the deck."""
    decks = {**GROWTH, "w3a": LARGE}
    rows = []
    for who in ("ppgen", "reportlab"):
        points = [(d.cards, costs[n]) for k, d in decks.items() if (n := Name(k, who)) in costs]
        if len(points) < 2:
            return ""
        for cards, cost in points:
            rows.append((who, f"{cards:,}", *map(figure, (cost.wall, cost.cpu, cost.memory))))
        powers = [
            exponent([(cards, getattr(cost, key)) for cards, cost in points])
            for key in ("wall", "cpu", "memory")
        ]
        rows.append((who, "exponent", *(f"**{power:.2f}**" for power in powers)))
    text = "An exponent of 1 is growth in proportion to the cards, 2 with their square.\n\n"
    head = "who | cards: | time, s: | CPU, s: | peak MB:"
    return f"## Growth\n\n{text}{table(head, rows)}"


def _jobs(jobs: Sequence[Job]) -> str:
    text = "## What the jobs are\n\n"
    for job in jobs:
        command = " ".join(job.ppgen.command).replace(PPGEN, "ppgen").replace("{folder}/", "")
        shown = "" if job.ppgen.clock == "inside" else f": `{command.replace(' -o {out}', '')}`"
        text += f"- `{job.key}`, {job.title}{shown}\n"
    return text
