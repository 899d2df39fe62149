"""Fonts by family, weight and letter; lines measured; what is missing or broken."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from ppgen.diagnostics import Problem
from ppgen.drawing.ops import FontChoice
from ppgen.geometry import Size
from ppgen.text.fonts import Fonts
from tests.support.pdf import BOTH, BUNDLED, ROBOTO, SOFIA, SPAN


@pytest.fixture(scope="module")
def fonts() -> Fonts:
    return Fonts([BUNDLED])


def test_a_family_is_found_in_any_case_and_with_its_weight_in_the_name(fonts: Fonts) -> None:
    usual = fonts.line("Wort", (SOFIA,), "de", None)
    for family in ("sofia sans extra condensed", "Sofia Sans Extra Condensed ExtraBold"):
        assert fonts.line("Wort", (FontChoice(family=family),), "de", None).runs == usual.runs
    file = FontChoice(file="SofiaSansExtraCondensed-ExtraBold.ttf")
    assert fonts.line("Wort", (file,), "de", None).width == usual.width


def test_the_nearest_weight_is_taken(fonts: Fonts) -> None:
    def name(weight: int) -> str:
        choice = FontChoice(family="Roboto Condensed", weight=weight)
        return fonts.line("x", (choice,), "de", None).runs[0].typeface.name

    assert [name(w) for w in (100, 400, 600, 900)] == [
        "RobotoCondensed-Regular",
        "RobotoCondensed-Regular",
        "RobotoCondensed-Bold",
        "RobotoCondensed-Bold",
    ]


def test_a_choice_is_the_same_wherever_it_is_written(fonts: Fonts) -> None:
    there = FontChoice(SOFIA.family, weight=SOFIA.weight, span=SPAN)
    assert there == SOFIA
    assert fonts.line("Wort", (there,), "de", None) is fonts.line("Wort", (SOFIA,), "de", None)
    bold = there.with_weight(700)
    assert bold != SOFIA
    assert (bold.family, bold.weight, bold.span) == (SOFIA.family, 700, SPAN)


def test_lines_are_measured(fonts: Fonts) -> None:
    line = fonts.line("AVATAR", (ROBOTO,), "de", None)
    loose = sum(fonts.line(c, (ROBOTO,), "de", None).width for c in "AVATAR")
    assert line.width < loose - 0.05, "kerned"
    assert line.cap == pytest.approx(1456 / 2048)
    assert 0 <= line.ink_left < line.ink_right <= line.width
    half = fonts.line("AVATAR", (FontChoice("Roboto Condensed", "", 700, 0.5),), "de", None)
    assert (half.width, half.cap) == pytest.approx((line.width / 2, line.cap / 2))
    given = fonts.line("A", (FontChoice("Roboto Condensed", cap=0.8),), "de", None)
    assert given.cap == pytest.approx(0.8)


def test_an_empty_line_still_has_a_height(fonts: Fonts) -> None:
    line = fonts.line("", (ROBOTO,), "de", None)
    assert (line.width, line.ink_left, line.ink_right, line.runs) == (0, 0, 0, ())
    assert line.cap > 0.6


def test_digits_are_all_of_one_width(fonts: Fonts) -> None:
    assert len({round(fonts.line(d * 4, BOTH, "de", None).width, 6) for d in "0123456789"}) == 1


def test_soft_hyphens_and_loose_accents_make_no_difference(fonts: Fonts) -> None:
    usual = fonts.line("Äther", BOTH, "de", None)
    loose = fonts.line("A\u0308\u00adther", BOTH, "de", None)
    assert (loose.text, loose.runs) == (usual.text, usual.runs)
    assert loose.width == pytest.approx(usual.width)


@pytest.mark.parametrize("lang", ["en", "vi"])
def test_a_word_with_a_letter_that_the_first_font_lacks_is_set_in_the_next(
    fonts: Fonts, lang: str
) -> None:
    """A single letter of another face would be a patch in a large word."""
    line = fonts.line("Hà Việt Cậu", BOTH, lang, None)
    names = [run.typeface.name.split("-")[0] for run in line.runs]
    sofia, roboto = "SofiaSansExtraCondensed", "RobotoCondensed"
    # In Vietnamese even the words that the first could set: a deck has one face.
    assert names == ([roboto] if lang == "vi" else [sofia, roboto])
    assert "".join(g.text for run in line.runs for g in run.glyphs) == "Hà Việt Cậu"


def test_a_sign_from_another_font_leaves_the_word_in_its_own(fonts: Fonts) -> None:
    line = fonts.line("AB′C", BOTH, "de", None)
    (lone,) = [g for run in line.runs if run.typeface.name[0] != "S" for g in run.glyphs]
    assert lone.text == "′"


def test_fonts_that_are_not_there_are_skipped(fonts: Fonts) -> None:
    optional = (FontChoice(family="Noto Sans Lao"), ROBOTO)
    assert fonts.line("x", optional, "de", None).runs == fonts.line("x", (ROBOTO,), "de", None).runs


def test_a_character_that_no_font_has(fonts: Fonts) -> None:
    with pytest.raises(Problem) as caught:
        fonts.line("Drei \u10d0", BOTH, "de", SPAN)
    d = caught.value.diagnostic
    assert (d.code, d.span) == ("E604", SPAN)
    assert "U+10D0 GEORGIAN LETTER AN" in d.message
    assert d.help.startswith("install a font such as Noto Sans Georgian, or name one")
    with pytest.raises(Problem, match=r"a control character, U\+0007, cannot be printed"):
        fonts.line("\a", BOTH, "de", SPAN)


@pytest.mark.parametrize(
    ("family", "help_"),
    [
        ("Robotto Condensed", "did you mean `Roboto Condensed`?"),
        (
            "Zapfino",
            "there are: Noto Sans Arabic, Noto Sans Devanagari, Noto Sans Hebrew, Noto Sans Thai, "
            "Roboto Condensed, Sofia Sans Extra Condensed",
        ),
    ],
)
def test_an_unknown_family(fonts: Fonts, family: str, help_: str) -> None:
    with pytest.raises(Problem) as caught:
        fonts.line("x", (FontChoice(family=family),), "de", SPAN)
    d = caught.value.diagnostic
    assert (d.code, d.help, d.span) == ("E208", help_, SPAN)


def test_broken_and_missing_font_files(tmp_path: Path) -> None:
    (tmp_path / "Broken-Bold.ttf").write_bytes(b"not a font at all")
    fonts = Fonts([tmp_path, BUNDLED, tmp_path / "nowhere"])
    for choice, code in (
        (FontChoice(file="Broken-Bold.ttf"), "E603"),
        (FontChoice(file=str(tmp_path / "Broken-Bold.ttf")), "E601"),
        (FontChoice(family="Broken"), "E603"),
        (FontChoice(family="Other"), "E208"),
        (FontChoice(file="gone.ttf"), "E601"),
    ):
        with pytest.raises(Problem) as caught:
            fonts.line("x", (choice,), "de", SPAN)
        assert caught.value.diagnostic.code == code, choice
    assert fonts.line("x", (ROBOTO,), "de", None).width > 0, "others are not hindered"


def test_breaks(fonts: Fonts) -> None:
    assert fonts.breaks("Donau\u00addampf", "de") == (5,)
    assert fonts.breaks("Donau", "xx-none") == ()
    assert fonts.breaks("Silbentrennung", "de") == (3, 6, 10)
    assert fonts.breaks("hyphenation", "en-GB")


def test_pictures(fonts: Fonts, tmp_path: Path) -> None:
    Image.new("RGB", (30, 20)).save(tmp_path / "a.png")
    (tmp_path / "b.png").write_text("no picture")
    assert fonts.picture(tmp_path / "a.png", None) == Size(30, 20)
    for name, code in (("b.png", "E605"), ("c.png", "E601")):
        with pytest.raises(Problem) as caught:
            fonts.picture(tmp_path / name, SPAN)
        assert (caught.value.diagnostic.code, caught.value.diagnostic.span) == (code, SPAN)
