"""Options of products, and what a game file may ask of face and paper."""

from __future__ import annotations

from pathlib import Path

import pypdfium2 as pdfium
import pytest

from tests.support.run import Ran, run_here

GAME = """ppgen: game/2
title: G
products:
  p:
    size: {size}
    options:
      share: {{type: number, min: 0.2, max: 0.8, default: 0.5}}
      part: {{type: size, default: mini}}
    each: {{n: "{each}"}}
    front: {{layout: x, with: {{said: "{said}"}}}}
"""
LAYOUT = """ppgen: layout/2
extends: base
needs: {said: text}
draw: [{text: "${said}", style: {size: 8pt}}]
"""


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    (tmp_path / "ppgen.yaml").write_text("ppgen: workspace/1\n", encoding="utf-8")
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates/x.yaml").write_text(LAYOUT, encoding="utf-8")
    (tmp_path / "content/g").mkdir(parents=True)
    return tmp_path


def make(root: Path, *args: str, each: str = "1..1", said: str = "x", size: str = "half") -> Ran:
    game = GAME.format(each=each, said=said, size=size)
    (root / "content/g/game.yaml").write_text(game, encoding="utf-8")
    return run_here("make", "g/p", "-o", root / "made.pdf", *args, cwd=root)


def said(root: Path, *args: str, **game: str) -> str:
    ran = make(root, *args, **game)
    assert ran.code == 0, ran.err
    return pdfium.PdfDocument((root / "made.pdf").read_bytes())[0].get_textpage().get_text_range()


def test_a_number_option_keeps_its_fraction(workspace: Path) -> None:
    assert "<0.5>" in said(workspace, said="<${share}>")
    assert "<0.35>" in said(workspace, "--share", "0.35", said="<${share}>")


@pytest.mark.parametrize("value", ["0.1", "0.81", "1", "a", "0,5"])
def test_a_number_option_keeps_its_limits(workspace: Path, value: str) -> None:
    ran = make(workspace, "--share", value)
    assert ran.code == 2
    assert "--share" in ran.err


def test_a_size_option_takes_names_and_measures(workspace: Path) -> None:
    asked = "<${part.width}|${part.height}>"
    assert "<44|63>" in said(workspace, said=asked)
    assert "<63.5|88.9>" in said(workspace, "--part", "poker", said=asked)
    assert "<50|60>" in said(workspace, "--part", "50x60", said=asked)


def test_an_unknown_size_is_refused_with_the_nearest(workspace: Path) -> None:
    ran = make(workspace, "--part", "pocker")
    assert ran.code == 2
    assert "did you mean `poker`?" in ran.err


def test_a_game_knows_the_paper_and_its_face(workspace: Path) -> None:
    asked = "<${printable.width}|${printable.height}|${face.width}>"
    assert "<200|287|63>" in said(workspace, said=asked)
    assert "<190|277|70>" in said(workspace, "--margin", "10", "--size", "tarot", said=asked)
    assert "<138|200|63>" in said(workspace, "--paper", "a5", said=asked)


def test_records_may_depend_on_the_paper(workspace: Path) -> None:
    each = "1..printable.height // 100"
    assert said(workspace, each=each, said="n${n}").split()[:2] == ["n1", "n2"]
    assert "n2" not in said(workspace, "--paper", "a6", each=each, said="n${n}")


def test_a_list_of_sizes_is_known_by_its_least(workspace: Path) -> None:
    assert "<105|139.7>" in said(
        workspace, said="<${face.width}|${face.height}>", size="[a6, quarter-letter]"
    )


def test_a_face_that_is_not_known_yet_is_refused(workspace: Path) -> None:
    ran = make(workspace, said="${face.width}", size="auto")
    assert ran.code == 1
    assert "E303" in ran.err
