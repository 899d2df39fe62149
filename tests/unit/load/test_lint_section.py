"""The `lint` section of a game file."""

from __future__ import annotations

from pathlib import Path

import pytest

from ppgen.diagnostics import short
from ppgen.load.workspace import Workspace
from ppgen.model.lint import Lint, ListCheck, ValueChecks
from tests.support.run import write

GAME = """\
ppgen: game/2
title: G
lint: SECTION
products: {}
"""


def read(root: Path, section: str) -> tuple[Lint | None, list[str]]:
    game = GAME.replace("SECTION", section) if section else GAME.replace("lint: SECTION\n", "")
    write(root, {"ppgen.yaml": "ppgen: workspace/1\n", "content/g/game.yaml": game})
    workspace = Workspace(root)
    found = workspace.game("g")
    return found.lint if found else None, [short(d) for d in workspace.report.sorted()]


def test_without_it_a_game_says_nothing(tmp_path: Path) -> None:
    assert read(tmp_path, "") == (Lint(), [])


def test_it_is_read(tmp_path: Path) -> None:
    each = "each: {tone: {in: [a, b.c], by: d, differ: yes}, sign: {in: e, spelled: a, length: 3}}"
    found, wrong = read(tmp_path, f"{{hands: 2, values: {{having: [a, e], {each}}}}}")
    checks = {
        "tone": ListCheck(("a", "b.c"), by="d", differ=True),
        "sign": ListCheck(("e",), spelled="a", length=3),
    }
    assert wrong == []
    assert found == Lint(2, ValueChecks(("a", "e"), checks))


@pytest.mark.parametrize(
    ("section", "message"),
    [
        ("{hand: 2}", "unknown key `hand`"),
        ("{hands: 0}", "expected an integer from 1"),
        ("{values: {having: a}}", "the key `each` is missing"),
        ("{values: {having: a, each: {x: {by: b}}}}", "the key `in` is missing"),
        ("{values: {having: a, each: {x: {in: b, differs: yes}}}}", "unknown key `differs`"),
        ("{values: {having: a, each: {x: {in: b, length: long}}}}", "expected an integer from 1"),
    ],
)
def test_what_is_refused(tmp_path: Path, section: str, message: str) -> None:
    _, wrong = read(tmp_path, section)
    assert len(wrong) == 1
    assert message in wrong[0]
    assert wrong[0].startswith("content/g/game.yaml:3:")
