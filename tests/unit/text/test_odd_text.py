"""Odd text and odd fonts: drawn as they should be, or refused; nothing vanishes without a word."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest

from ppgen.diagnostics import Problem
from ppgen.drawing.ops import FontChoice
from ppgen.text.fonts import Fonts
from tests.fuzz.inputs import ODD
from tests.support import made_fonts
from tests.support.pdf import BUNDLED
from tests.support.run import BASE, Runner, write

BODY = (FontChoice(family="Roboto Condensed"),)
#: What Unicode says is not seen: it steers what is around it.
UNSEEN = {"\xad", "\u034f", *"\u0300\u0301\u0488\u05b0\u064b\ufe0f"}


@pytest.mark.parametrize("letter", sorted({*ODD, "\x85", "\r", "\x1c", "\udbff"}), ids=ascii)
def test_what_is_not_drawn_is_refused(letter: str) -> None:
    fonts = Fonts([BUNDLED])
    bare = fonts.line("ab", BODY, "en", None).width
    kind = unicodedata.category(letter)
    try:
        width = fonts.line(f"a{letter}b", BODY, "en", None).width
    except Problem:
        return
    assert kind not in {"Cc", "Cs"}
    assert width > bare or kind == "Cf" or letter in UNSEEN


@pytest.mark.parametrize("text", ["\u200b", "\u202e\u202c", "\u2060\ufeff", "\U000e0067", "\u2028"])
def test_a_word_that_nobody_sees_is_refused(text: str, ppgen: Runner, tmp_path: Path) -> None:
    escaped = "".join(f"\\U{ord(c):08x}" for c in text)
    head = "ppgen: bank/1\nlang: en\ntitle: T\nlicence: CC0\nsource: x\n"
    write(tmp_path, {"ppgen.yaml": "ppgen: workspace/1\n"})
    (tmp_path / "w.yaml").write_text(f'{head}words: [cat, "{escaped}"]\n', "utf-8")
    ran = ppgen("words", "lint", "w.yaml", cwd=tmp_path)
    assert ran.code == 1
    assert "a word without a letter" in ran.err + ran.out


def test_overrides_turn_what_is_between_them() -> None:
    fonts = Fonts([BUNDLED])
    turned = fonts.line("\u202eabc\u202c", BODY, "en", None)
    plain = fonts.line("cba", BODY, "en", None)
    glyphs = [[g.gid for run in line.runs for g in run.glyphs] for line in (turned, plain)]
    assert glyphs[0] == glyphs[1]


def test_a_letter_that_a_font_has_as_a_picture_only(tmp_path: Path) -> None:
    made_fonts.pictures(tmp_path / "p.ttf")
    fonts = Fonts([tmp_path])
    body = (FontChoice(family="Pictures"),)
    assert fonts.line("A A", body, "en", None).width > 0
    with pytest.raises(Problem, match="no font has `B`"):
        fonts.line("B", body, "en", None)


@pytest.mark.parametrize("command", ["check", "make"])
def test_a_font_that_may_not_be_embedded(command: str, ppgen: Runner, tmp_path: Path) -> None:
    for path in BASE.rglob("*"):
        if path.is_file():
            write(tmp_path, {str(path.relative_to(BASE)): path.read_text("utf-8")})
    write(tmp_path, {"ppgen.yaml": "ppgen: workspace/1\nfonts: [f.ttf]\n"})
    layout = (
        "ppgen: layout/2\nfonts: {body: Locked}\ndraw:\n  - {text: AB, style: {min-size: 1pt}}\n"
    )
    write(tmp_path, {"templates/x.yaml": layout})
    made_fonts.locked(tmp_path / "f.ttf")
    ran = ppgen(command, cwd=tmp_path)
    assert ran.code == 1
    assert "the license of the font `Locked` forbids embedding" in ran.err
    assert "templates/x.yaml:2:" in ran.err
