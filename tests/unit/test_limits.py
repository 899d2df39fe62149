"""Limits: each is used, is in the manual, and stops what is over it where it is over it."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from PIL import Image

from ppgen import limits
from ppgen.diagnostics import Diagnostic, Problem, Report, Source, Span, text
from ppgen.drawing.pictures import read_plainly
from tests.fuzz.attacks import png
from tests.support.run import BASE, REPO, Runner, write

NAMES = {name for name, value in vars(limits).items() if isinstance(value, limits.Limit)}
PACKAGE = [p for p in (REPO / "ppgen").rglob("*.py") if p.name != "limits.py"]


def test_every_limit_is_used_and_in_the_manual() -> None:
    code = "\n".join(path.read_text("utf-8") for path in PACKAGE)
    page = (REPO / "docs" / "limits.md").read_text("utf-8")
    assert len(NAMES) == len(limits.ALL) > 30
    assert {n for n in NAMES if len(re.findall(rf"\b{n}\b", code)) < 2} == set()
    assert [one.what for one in limits.ALL if f"| {one:,} | {one.what} |" not in page] == []


def test_errors_beyond_the_limit_are_counted() -> None:
    report = Report()
    for number in range(1000):
        report.error("E201", f"unknown key `k{number}`")
        report.error("E201", "unknown key `k0`")
    report.add(Diagnostic("W1", "a warning", level="warning"))
    assert (report.errors, len(report), report.more) == (1000, limits.PROBLEMS + 1, 800)


def test_a_run_says_how_many_more_there_are(ppgen: Runner, tmp_path: Path) -> None:
    shutil.copytree(BASE, tmp_path, dirs_exist_ok=True)
    keys = "".join(f"k{n}: 1\n" for n in range(700))
    write(tmp_path, {"ppgen.yaml": "ppgen: workspace/1\n" + keys})
    ran = ppgen("check", cwd=tmp_path)
    assert ran.err.count("error[") == limits.PROBLEMS
    assert re.search(r"70. problems\nonly the first 200 are shown; 50. more were found\n$", ran.err)


@pytest.mark.parametrize("at", [0, 500, 4999])
def test_a_long_line_is_shown_around_the_place(at: int) -> None:
    line = "".join(chr(97 + n % 26) for n in range(5000))
    shown = text(Diagnostic("E101", "m" * 5000, Span(Source("a.txt", line), 1, at + 1)))
    head, _, _, source, caret = shown.splitlines()
    assert len(head) < 1100
    assert len(source) < limits.SHOWN_LINE + 10
    assert source[caret.index("^")] == line[at]


#: What a file has too much of, the file, and its place.
OVER = {
    "value": ("templates/x.yaml", "draw:\n  - {text: " + "a" * 100_001 + "}\n", "4:12"),
    "text": ("templates/x.yaml", "draw:\n  - {text: " + "a" * 20_001 + "}\n", "4:12"),
    "parts": (
        "templates/x.yaml",
        "draw:\n  - {text: " + "a " * 300 + "b, style: {lines: 3}}\n",
        "4:12",
    ),
    "path": (
        "templates/x.yaml",
        "shapes:\n  s: {view: 9x9, path: M0 0" + "L1 1" * 10_001 + "}\ndraw:\n  - {shape: s}\n",
        "4:24",
    ),
    "style": (
        "templates/x.yaml",
        "styles:\n"
        + "".join(f"  s{n}: {{extends: s{n + 1}}}\n" for n in range(20))
        + "  s20: {color: black}\ndraw:\n  - {text: a, style: s0}\n",
        "E305",
    ),
    "type": (
        "templates/x.yaml",
        "types:\n"
        + "".join(f"  s{n}: {{a: s{n + 1}, b: s{n + 1}}}\n" for n in range(12))
        + "  s12: text\nneeds: {n: s0}\ndraw:\n  - {text: a}\n",
        "1,000 keys",
    ),
    "entries": ("templates/x.yaml", "draw: [" + "," * 500_001 + "]\n", "1:1"),
    "bytes": ("templates/x.yaml", "#" * 10_000_001, "10 MB"),
}


@pytest.mark.parametrize("name", OVER)
def test_what_is_over_a_limit_is_refused_with_its_place(
    name: str, ppgen: Runner, tmp_path: Path
) -> None:
    file, content, place = OVER[name]
    shutil.copytree(BASE, tmp_path, dirs_exist_ok=True)
    head = "ppgen: layout/2\nextends: base\n" if "draw" in content else ""
    (tmp_path / file).write_text(f"{head}{content}", "utf-8")
    ran = ppgen("check", cwd=tmp_path)
    assert ran.code == 1
    assert "error[E305]" in ran.err
    assert place in ran.err


@pytest.mark.parametrize("name", ["large.png", "large.jpg", "long.png"])
def test_pictures_have_limits_without_pillow_too(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    if name == "large.jpg":
        Image.new("L", (9000, 9000)).save(path)
    else:
        path.write_bytes(
            png(13000, 13000) if name == "large.png" else png(9, 9) + bytes(50_000_000)
        )
    with pytest.raises(Problem) as caught:
        read_plainly(path)
    assert caught.value.diagnostic.code == ("E305" if name == "long.png" else "E605")
