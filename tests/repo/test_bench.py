"""The benchmark's own arithmetic, judgement and checks; nothing here is timed."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import click
import numpy as np
import pytest

from bench import check, goals, jobs, measure, report
from bench.__main__ import needed
from bench.measure import Cost, WorkError
from bench.words import bank, invented, scripted
from ppgen.cli.app import cli

W1 = next(job for job in jobs.JOBS if job.key == "w1")
OURS, PLAIN = jobs.Name("w1", "ppgen"), jobs.Name("w1", "reportlab")
SETTING = report.Setting("2026-01-02", "a machine", ["Python 3"], ["a peer"], 7, 2)


def costs(wall: float = 0.6, cpu: float = 0.5, memory: float = 30) -> dict[jobs.Name, Cost]:
    return {OURS: Cost(wall, cpu, memory, 50), PLAIN: Cost(1, 1, 10, 80)}


# --- arithmetic


def test_least_takes_the_least_time_and_the_most_memory() -> None:
    taken = [Cost(3, 2, 20, 5), Cost(2, 2.5, 30, 5), Cost(4, 1, 10, 5)]
    assert measure.least(taken) == Cost(2, 1, 30, 5)


def test_ratio_is_ours_to_theirs() -> None:
    assert goals.ratio(costs(memory=30), OURS, PLAIN, "memory") == 3
    assert goals.ratio(costs(wall=0.25), OURS, PLAIN, "wall") == 0.25


@pytest.mark.parametrize("power", [0.5, 1, 2])
def test_exponent_is_the_power_of_growth(power: float) -> None:
    points = [(x, 7 * x**power) for x in (1000.0, 3000.0, 10_900.0)]
    assert goals.exponent(points) == pytest.approx(power)


@pytest.mark.parametrize(
    ("value", "shown"),
    [(12345.6, "12,346"), (12.345, "12.3"), (0.624, "0.62"), (0.0224, "0.022"), (None, "")],
)
def test_figures_have_three_digits_or_so(value: float | None, shown: str) -> None:
    assert report.figure(value) == shown


# --- judgement


def judged(wall: float, goal: jobs.Goal) -> goals.Verdict:
    (verdict,) = goals.judge(costs(wall=wall), [replace(W1, goals=(goal,))])
    return verdict


@pytest.mark.parametrize(("wall", "met"), [(0.5, True), (0.8, True), (0.81, False)])
def test_goal_is_met_up_to_its_limit(wall: float, met: bool) -> None:
    verdict = judged(wall, jobs.Goal("time", 0.8, PLAIN))
    assert (verdict.value, verdict.met) == (wall, met)


def test_time_is_judged_by_the_clock_and_shown_by_the_processor_too() -> None:
    verdict = judged(0.9, jobs.Goal("time", 0.8, PLAIN))
    assert (verdict.cpu, verdict.met) == (0.5, False)


def test_memory_and_milliseconds_are_judged() -> None:
    assert judged(1, jobs.Goal("memory", 3, PLAIN)).value == 3
    assert not judged(1, jobs.Goal("memory", 2.9, PLAIN)).met
    assert judged(0.049, jobs.Goal("milliseconds", 50)).met
    assert not judged(0.051, jobs.Goal("milliseconds", 50)).met


def test_every_reason_is_one_for_a_goal() -> None:
    assert set(goals.REASONS) <= {(job.key, g.figure) for job in jobs.JOBS for g in job.goals}


def test_missed_goal_without_a_reason_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(goals, "REASONS", {})
    assert "nobody has written down why" in judged(2, jobs.Goal("time", 0.8, PLAIN)).reason


# --- what there is to run


def commands(group: click.Group, way: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    for name, command in group.commands.items():
        if isinstance(command, click.Group):
            yield from commands(command, (*way, name))
        else:
            yield (*way, name)


def test_every_command_has_a_line() -> None:
    """What nobody times gets slow unseen."""
    timed = {p.command[1 : 1 + n] for job in jobs.JOBS for p in job.processes for n in (1, 2)}
    if any("bench.saved" in p.command for job in jobs.JOBS for p in job.processes):
        timed.add(("watch",))
    assert [command for command in commands(cli) if command not in timed] == []


def test_what_a_job_is_compared_with_is_run_before_it() -> None:
    for job in jobs.JOBS:
        names = list(needed((job,), set()))
        beside = {n for n in (job.beside, *(g.beside for g in job.goals)) if n}
        assert beside <= set(names)
        for process in job.processes:
            if process.reference:
                own = jobs.Name(job.key, process.who)
                assert names.index(process.reference) < names.index(own)


def test_peers_that_are_missing_are_left_out() -> None:
    names = needed((W1,), {"typst", "pycairo"})
    assert {name.who for name in names} == {"reportlab", "fpdf2", "ppgen"}


def test_jobs_are_chosen_by_name_or_family() -> None:
    keys = [job.key for job in jobs.chosen(("list", "growth"), heavy=True)]
    assert keys == ["list", "growth-1k", "growth-3k"]
    assert not any(job.heavy for job in jobs.chosen((), heavy=False))
    with pytest.raises(KeyError, match="lists"):
        jobs.chosen(("lists",), heavy=True)


# --- words


def test_words_are_many_and_the_same_every_time() -> None:
    words = invented(2000)
    assert words[:100] == invented(100)
    assert len({word.casefold() for word in words}) == 2000
    for script in jobs.SCRIPTS:
        assert len(set(scripted(script, 440))) == 440


def test_bank_holds_every_word() -> None:
    words = invented(50)
    assert [line[6:] for line in bank(words).splitlines() if line.startswith("    - ")] == words


# --- checks of what was drawn


def drawn(x: int) -> check.Image:
    """Draw a black bar on white."""
    image = np.full((60, 60), 255, np.uint8)
    image[20:40, x : x + 8] = 0
    return image


def test_strays_are_what_lies_elsewhere() -> None:
    assert check.strays(drawn(20), drawn(20)) == 0
    assert check.strays(drawn(20), drawn(21)) == 0  # within a pixel
    assert check.strays(drawn(20), drawn(24)) == 2 * 3 * 20
    assert check.strays(drawn(20), np.full((60, 60), 255, np.uint8)) == 8 * 20
    assert check.strays(drawn(20), drawn(20)[:50]) == 60 * 60


def test_faults_name_pages_words_and_strays() -> None:
    process = jobs.Process("peer", (), ".pdf", pages=26, words=440)
    good = {"pages": 26, "words": 440, "strays": 3}
    assert measure.faults(good, process) == []
    for key, wrong, said in (
        ("pages", 25, "25 pages"),
        ("words", 439, "439 words"),
        ("strays", 900, "900 pixels"),
    ):
        (fault,) = measure.faults({**good, key: wrong}, process)
        assert fault.startswith(said)


# --- running


def python(code: str, **more: str) -> jobs.Process:
    return jobs.Process("python", (sys.executable, "-c", code, "{out}"), **more)  # type: ignore[arg-type]


NAME = jobs.Name("job", "python")


def test_memory_is_the_command_s_own(tmp_path: Path) -> None:
    """Not that of the process it is started from, which is larger here."""
    small = measure.run(NAME, python("pass"), tmp_path)
    large = measure.run(NAME, python("bytearray(90_000_000)"), tmp_path)
    assert 1 < small.memory < 30
    assert large.memory > small.memory + 80


def test_file_is_written_anew_and_weighed(tmp_path: Path) -> None:
    process = python("import sys; open(sys.argv[1], 'xb').write(bytes(2500))", ending=".pdf")
    assert [measure.run(NAME, process, tmp_path).size for _ in range(2)] == [2.5, 2.5]


def test_process_may_print_its_own_seconds(tmp_path: Path) -> None:
    process = python("""print('{{"wall": 0.125, "cpu": 7}}')""", clock="inside")
    cost = measure.run(NAME, process, tmp_path)
    assert (cost.wall, cost.cpu) == (0.125, 7)


def test_failure_is_told_with_what_the_process_said(tmp_path: Path) -> None:
    with pytest.raises(WorkError, match=r"exit 1\n(.|\n)*no such luck"):
        measure.run(NAME, python("raise SystemExit('no such luck')"), tmp_path)


def test_rounds_alternate(tmp_path: Path) -> None:
    log = tmp_path / "log"
    named = {
        jobs.Name("job", who): python(f"open({str(log)!r}, 'a').write({who!r})") for who in "ab"
    }
    got = measure.alternate(named, 2, tmp_path, lambda _: None, warm=True)
    assert log.read_text() == "ababab"
    assert list(got) == list(named)


def test_environment_writes_bytecode(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    assert "PYTHONDONTWRITEBYTECODE" not in measure.environment(tmp_path)


# --- the report


def test_table_is_markdown() -> None:
    assert report.table("who | time:", [("a", "1"), ("b", "2")]) == (
        "| who | time |\n| --- | ---: |\n| a | 1 |\n| b | 2 |\n"
    )


def test_document_shows_verdicts_reasons_and_who_is_missing() -> None:
    text = report.document([W1], costs(wall=2.5), SETTING)
    assert "| **2.50** | 0.50 | ≤ 0.8 | 0.6 | missed |" in text
    assert f"- `w1`, time: {goals.REASONS['w1', 'time']}" in text
    assert "Missing: a peer." in text
    assert "2026-01-02" in text
    assert "| **ppgen** | 2.50 | 0.50 | 2.50 | 0.50 | 30.0 | 50.0 |" in text


def test_document_gives_no_reason_for_what_is_met() -> None:
    text = report.document([W1], costs(wall=0.5), SETTING)
    assert "| **0.50** | 0.50 | ≤ 0.8 | 0.6 | met |" in text
    assert "misses its goal" not in text


def test_growth_ends_in_its_exponent() -> None:
    decks = {**jobs.GROWTH, "w3a": jobs.LARGE}
    taken = {
        jobs.Name(key, who): Cost(deck.cards / 1000, deck.cards / 1000, 50)
        for key, deck in decks.items()
        for who in ("ppgen", "reportlab")
    }
    steps = jobs.chosen(("growth",), heavy=True)
    assert "| ppgen | exponent | **1.00** | **1.00** | **0.00** |" in report.document(
        steps, taken, SETTING
    )
