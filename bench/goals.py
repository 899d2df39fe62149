"""Checks whether ppgen's figures meet their goals, and explains why not.

Takes costs by name; returns ratios, verdicts and exponents of growth. Must not run or print.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log
from statistics import linear_regression
from typing import Literal

from bench.jobs import Goal, Job, Name
from bench.measure import Cost

Costs = Mapping[Name, Cost]

#: Why a goal is missed, by job and figure, in one sentence; printed only where it is.
REASONS = {
    ("w1", "time"): (
        "half of it is imports; of these, click, PyYAML, HarfBuzz and reportlab alone take more "
        "than half of what plain reportlab needs for the whole job."
    ),
    ("w2", "time"): "two thirds of it are imports and reading the layouts.",
    ("check", "time"): (
        "every layout is walked for each kind of record, and cards whose parts come and go by a "
        "condition are planned one by one."
    ),
    ("list", "time"): (
        "imports are most of it; labels in nineteen languages are read to name the languages of "
        "each product."
    ),
    ("lint", "time"): ("imports, and looking up word counts and dictionary forms, are most of it."),
    ("w3a", "time"): (
        "each of 43,600 words takes some ten microseconds to deal, replay, measure, set and write "
        "in plain Python."
    ),
    ("w3a", "memory"): "the texts of all cards are kept until the file is written.",
    ("w3b", "memory"): "each page is a separate object, and all are kept until the end.",
    ("lint100k", "time"): (
        "a dozen rules look at each word by itself in Python, and none of them takes even a "
        "quarter of the time."
    ),
}


@dataclass(frozen=True)
class Verdict:
    """A goal with the figure it is for; `cpu` is that of processor time instead of the clock."""

    job: Job
    goal: Goal
    value: float
    cpu: float | None = None

    @property
    def met(self) -> bool:
        """Return whether the figure is within its goal."""
        return self.value <= self.goal.most

    @property
    def reason(self) -> str:
        """Return why a goal is missed."""
        unknown = "nobody has written down why (REASONS in bench/goals.py)."
        return REASONS.get((self.job.key, self.goal.figure), unknown)


def ratio(
    costs: Costs, ours: Name, theirs: Name, figure: Literal["wall", "cpu", "memory"]
) -> float:
    """Return how many times as much one process takes as another."""
    return float(getattr(costs[ours], figure)) / float(getattr(costs[theirs], figure))


def judge(costs: Costs, jobs: Sequence[Job]) -> list[Verdict]:
    """Judge every goal of some jobs."""
    return [_verdict(costs, job, goal) for job in jobs for goal in job.goals]


def _verdict(costs: Costs, job: Job, goal: Goal) -> Verdict:
    ours = Name(job.key, "ppgen")
    if goal.beside is None:
        return Verdict(job, goal, 1000 * costs[ours].wall, 1000 * costs[ours].cpu)
    if goal.figure == "memory":
        return Verdict(job, goal, ratio(costs, ours, goal.beside, "memory"))
    wall = ratio(costs, ours, goal.beside, "wall")
    return Verdict(job, goal, wall, ratio(costs, ours, goal.beside, "cpu"))


def exponent(points: Sequence[tuple[float, float]]) -> float:
    """Return the power by which y grows with x: 1 is in proportion, 2 is with the square."""
    xs, ys = zip(*((log(x), log(y)) for x, y in points), strict=True)
    return linear_regression(xs, ys).slope
