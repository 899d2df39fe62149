"""The specimen: nineteen languages on one page, read back as they were written."""

from __future__ import annotations

import io
import shutil
import unicodedata
from pathlib import Path

import pikepdf
import pypdfium2 as pdfium
import pytest

from ppgen.drawing.ops import TextOp
from ppgen.language.tags import upper
from ppgen.load.workspace import Workspace
from ppgen.text import font_files, stack
from tests.support.layouts import Bench
from tests.support.products import Build
from tests.support.run import BASE, REPO, Runner, write

LANGUAGES = [
    "de", "en", "fr", "es", "it", "pt", "nl", "pl", "sv", "tr", "el", "ru", "ar", "he", "hi", "th",
    "ja", "zh", "ko",
]  # fmt: skip


def samples() -> list[dict[str, str]]:
    bank = Workspace(REPO).bank("specimen", "en")
    assert bank is not None
    return bank.values["samples"]  # type: ignore[return-value]


def test_it_has_all_languages() -> None:
    assert [s["code"] for s in samples()] == LANGUAGES


def test_words_and_lines_read_back_upright_and_turned(build: Build) -> None:
    page = pdfium.PdfDocument(build("specimen"))[0]
    got = " ".join(unicodedata.normalize("NFC", page.get_textpage().get_text_range()).split())
    for sample in samples():
        turned = upper(sample["word"], sample["code"])
        for words in (sample["word"], sample["line"], turned):
            assert words in got, sample["code"]


def test_all_its_fonts_are_embedded_and_the_language_is_said(build: Build) -> None:
    with pikepdf.open(io.BytesIO(build("specimen", "--lang", "ja"))) as pdf:
        assert pdf.Root.Lang == "ja"
        fonts = pdf.pages[0].Resources.Font
        assert {str(font.BaseFont)[8:] for font in fonts.values()} >= {
            "NotoSansArabic-Bold", "NotoSansArabic-Regular", "NotoSansThai-Bold",
        }  # fmt: skip
        for font in fonts.values():
            assert font.Subtype == "/Type0"
            assert "/FontFile2" in font.DescendantFonts[0].FontDescriptor


def test_it_is_made_only_by_name(ppgen: Runner) -> None:
    listed = ppgen("list").out
    assert listed.index("Made only if named:") < listed.index("specimen/words")


@pytest.mark.parametrize(("lang", "words"), [("tr", "İLİK"), ("en", "ILIK"), ("", "ILIK")])
def test_a_style_may_say_the_language_of_a_text(bench: Bench, lang: str, words: str) -> None:
    said = f", lang: {lang}" if lang else ""
    face = bench.face(f"  - {{text: ilik, style: {{case: upper{said}}}}}")
    (op,) = (op for op in face.ops if isinstance(op, TextOp))
    assert (op.text, op.lang) == (words, lang or "en")


def test_what_is_no_language_is_refused(bench: Bench) -> None:
    bench.face("  - {text: ilik, style: {lang: Turkish}}")
    assert "E202" in bench.codes()


@pytest.fixture
def no_fonts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hide the East Asian fonts and those of the system, as on a machine without them."""
    monkeypatch.setenv("PPGEN_FONT_PATH", "")
    for module in (font_files, stack):
        monkeypatch.setattr(module, "cjk_folder", lambda: None)


@pytest.mark.slow
@pytest.mark.usefixtures("no_fonts")
def test_without_fonts_the_rest_is_checked_and_drawn(ppgen: Runner, tmp_path: Path) -> None:
    checked = ppgen("check", cwd=tmp_path)
    assert checked.code == 0
    assert checked.err.startswith("note: not checked, as no font has their letters: ")
    assert checked.err.count("content/specimen/und.yaml") == 1
    made = ppgen("make", "specimen", cwd=tmp_path)
    assert made.code == 0
    assert "note: not printed, as no font has their letters: 灯台, 鍵は" in made.err
    page = pdfium.PdfDocument(tmp_path / "out/specimen-words-en-a4.pdf")[0]
    got = page.get_textpage().get_text_range()
    assert "Lighthouse" in got
    assert "灯台" not in got


@pytest.mark.usefixtures("no_fonts")
@pytest.mark.parametrize(("style", "code"), [("{}", 1), ("{without-font: skip}", 0)])
def test_a_letter_without_a_font_in_a_file_of_ones_own_is_an_error_unless_skipped(
    ppgen: Runner, tmp_path: Path, style: str, code: int
) -> None:
    shutil.copytree(BASE, tmp_path, dirs_exist_ok=True)
    write(
        tmp_path,
        {
            "templates/x.yaml": f"""
                ppgen: layout/2
                extends: base
                draw:
                  - text: ${{t.hello}} 鍵
                    style: {style}
                """
        },
    )
    assert ppgen("check", cwd=tmp_path).code == code
