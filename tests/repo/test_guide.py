"""`docs/your-own-game.md` works: its files, its commands, and its marks on new lines."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pypdfium2
import pytest

from tests.support.run import REPO, Runner

TEXT = (REPO / "docs/your-own-game.md").read_text("utf-8")
_MARK = re.compile(r" +# new$", re.M)


def _load() -> ModuleType:
    spec = importlib.util.spec_from_file_location("guide", REPO / "scripts/guide.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


guide = _load()
STEPS = guide.steps(TEXT)


def test_there_are_ten_steps_each_with_a_picture() -> None:
    assert [step.number for step in STEPS] == list(range(1, 11))
    assert re.findall(r"\]\((img/[^)]+)\)", TEXT) == [f"img/guide-{n}.png" for n in range(1, 11)]


@pytest.mark.slow
@pytest.mark.parametrize("number", range(1, 11))
def test_a_step_works_as_it_is_written(ppgen: Runner, tmp_path: Path, number: int) -> None:
    guide.write(tmp_path, TEXT, number)
    for command in STEPS[number - 1].commands or ["ppgen make harvest"]:
        program, *args = command.split()
        assert program == "ppgen"
        ran = ppgen(*args, cwd=tmp_path)
        assert (ran.code, ran.err) == (0, ""), command
    assert len([*tmp_path.glob("out/*.pdf")]) >= 1
    ran = ppgen("check", cwd=tmp_path)
    assert (ran.code, ran.err) == (0, "")


@pytest.mark.slow
def test_the_last_step_is_what_the_page_promises(ppgen: Runner, tmp_path: Path) -> None:
    guide.write(tmp_path, TEXT, 10)
    pages = {}
    for lang in ("en", "de"):
        assert ppgen("make", "harvest", "--lang", lang, "-o", f"{lang}.pdf", cwd=tmp_path).code == 0
        with pypdfium2.PdfDocument(tmp_path / f"{lang}.pdf") as pdf:
            texts = [page.get_textpage().get_text_range() for page in pdf]
            pages[lang] = "".join(texts[::2])
            assert len(pdf) == 8, "four leaves of nine, front and back"
    assert "Rose hip" in pages["en"]
    assert "Hagebutte" in pages["de"]
    assert pages["en"].count("Fall") == pages["de"].count("Herbst") == 9


def test_marks_are_on_all_lines_that_are_new() -> None:
    """Without the marked lines a file is what it was before, less what went."""
    before: dict[str, list[str]] = {}
    for step in STEPS:
        for path, body in step.files.items():
            lines = body.splitlines()
            assert path in before or not any(map(_MARK.search, lines)), path
            # A mark in a table would be a cell.
            if path in before and path.endswith(".yaml"):
                rest = iter(before[path])
                assert [x for x in lines if not _MARK.search(x) and x not in rest] == [], path
            before[path] = [_MARK.sub("", line) for line in lines]


def test_no_line_is_wider_than_a_screen() -> None:
    assert [line for line in TEXT.splitlines() if len(line) > 108] == []
