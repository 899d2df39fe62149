"""Text in many scripts: cut, shaped, drawn where it was measured, and read back as it was."""

from __future__ import annotations

import io
import os
import shutil
import unicodedata
from pathlib import Path

import pikepdf
import pytest

from ppgen.diagnostics import Problem
from ppgen.drawing.ops import MM_PER_PT, Color, FontChoice, FontList, TextOp
from ppgen.geometry import Point, Rect, Turn
from ppgen.install import to_add_fonts
from ppgen.pdf.document import write
from ppgen.text import families, font_files, stack, system_fonts
from ppgen.text.fonts import Fonts
from ppgen.text.scripts import pieces, script_of
from ppgen.text.typeface import Piece
from tests.support import made_fonts
from tests.support.pdf import ALL, BUNDLED, INFO, NAMES, SPAN, at, dark, face, ink, page, read

#: Lines that every reader gives back as they were, by language.
LINES = {
    "de": ["Führungskräfte", "Straße 007", "fließt"],
    "pl": ["Zażółć gęślą jaźń"],
    "tr": ["İstanbul ılık"],
    "vi": ["Việt Nam", "Tiếng Việt"],
    "el": ["Μυστικό μήνυμα"],
    "ru": ["Секретный код"],
    "ar": ["رسالة", "السلام", "الأسود", "رسالة سرية", "مفتاح"],
    "fa": ["می\u200cخواهم", "پیام"],
    "he": ["סוד", "שלום עולם", "מפתח"],
    "hi": ["हिन्दी", "क्षत्रिय", "शक्ति जासूस", "गुप्त"],
    "th": ["น้ำ", "ความลับ", "กุ้ง ปู"],
    "ja": ["秘密の暗号", "スパイ 007", "「鍵」です。"],
    "zh": ["间谍密码", "骨"],
    "zh-TW": ["間諜密碼"],
    "ko": ["비밀 암호"],
}
CASES = [(lang, line) for lang, lines in LINES.items() for line in lines]


@pytest.fixture(scope="module")
def some() -> Fonts:
    return Fonts([BUNDLED])


def drawn(words: str, lang: str, some: Fonts, turn: Turn = 0, size: float = 24.0) -> bytes:
    op = TextOp(words, ALL, size, Point(40, 30), turn, Color(0, 0, 0), Rect(40, 25, 9, 5), lang)
    return write([page(at(face((op,)), 60, 100))], INFO, some)


# --- read back, and drawn where measured


@pytest.mark.parametrize("turn", [0, 180])
def test_lines_read_back(some: Fonts, turn: Turn) -> None:
    wrong = {}
    for lang, words in CASES:
        got = unicodedata.normalize("NFC", read(drawn(words, lang, some, turn)).strip())
        if got != words:
            wrong[words] = got
    assert wrong == {}


def test_lines_of_both_directions_keep_their_words(some: Fonts) -> None:
    # Readers differ in the order of such a line when it is turned; upright this one keeps it.
    for lang, words in (("ar", "فريق 007 سري"), ("he", "קוד 4.2.1!")):
        assert read(drawn(words, lang, some)).strip() == words
    for words in ("סוכן Agent 007", "رمز 4.2.1 جديد"):
        for turn in (0, 180):
            assert sorted(read(drawn(words, "he", some, turn)).split()) == sorted(words.split())


@pytest.mark.parametrize(("lang", "words"), CASES)
def test_ink_stands_where_it_was_measured(some: Fonts, lang: str, words: str) -> None:
    line = some.line(words, ALL, lang, None)
    box = ink(dark(drawn(words, lang, some)))
    scale = 24.0 * MM_PER_PT
    assert box.x == pytest.approx(100 + line.ink_left * scale, abs=0.2)
    assert box.right == pytest.approx(100 + line.ink_right * scale, abs=0.2)


def test_a_turned_line_is_the_same_ink(some: Fonts) -> None:
    for lang, words in (("ar", "رسالة 12"), ("hi", "क्षत्रिय")):
        upright = dark(drawn(words, lang, some))
        turned = dark(drawn(words, lang, some, 180))
        a, b = ink(upright), ink(turned)
        assert (a.width, a.height) == pytest.approx((b.width, b.height), abs=0.2)


def test_every_font_is_of_one_kind_embedded_and_nothing_is_ascii85(some: Fonts) -> None:
    ops = tuple(
        TextOp(w, ALL, 9, Point(5, 5), 0, Color(0, 0, 0), Rect(5, 2, 9, 3), lang)
        for lang, w in CASES
    )
    data = write([page(at(face(ops)))], INFO, some)
    assert b"ASCII85" not in data
    with pikepdf.open(io.BytesIO(data)) as pdf:
        kept = pdf.pages[0].Resources.Font
        assert len(kept) == len(NAMES)
        for font in kept.values():
            assert font.Subtype == "/Type0"
            assert font.Encoding == "/Identity-H"
            assert "/FontFile2" in font.DescendantFonts[0].FontDescriptor
            assert "/ToUnicode" in font
    assert data == write([page(at(face(ops)))], INFO, Fonts([BUNDLED]))


# --- cutting


def test_scripts_of_letters() -> None:
    letters = {"a": "Latn", "ß": "Latn", "ạ": "Latn", "λ": "Grek", "ж": "Cyrl", "ب": "Arab",
               "א": "Hebr", "ह": "Deva", "ไ": "Thai", "漢": "Hani", "の": "Hani", "한": "Hang",
               "5": "", ".": "", " ": "", "\u0301": "", "—": "", "„": ""}  # fmt: skip
    assert {letter: script_of(letter) for letter in letters} == letters


def test_a_line_is_cut_at_scripts_and_directions() -> None:
    assert pieces("Plain text", "en") == [Piece("Plain text", 0, "")]
    assert pieces("", "ar") == []
    assert pieces("Код abc", "ru") == [Piece("Код ", 0, "Cyrl"), Piece("abc", 0, "Latn")]
    assert pieces("「秘密」のABC", "ja") == [
        Piece("「秘密」の", 0, "Hani"),
        Piece("ABC", 0, "Latn"),
    ]
    assert pieces("קוד 12", "he") == [Piece("קוד ", 1, "Hebr"), Piece("12", 2, "")]
    assert pieces("אב ABC", "en")[0].level == 1
    # A line that runs one way is read that way in every language.
    assert [p.level for p in pieces("שלום!", "en")] == [1]
    assert [p.level for p in pieces("– Agent!", "ar")] == [0]


def test_brackets_open_towards_what_they_hold(some: Fonts) -> None:
    first, _, last = some.line("(א)", ALL[3:4], "he", None).runs
    assert first.typeface.name == "RobotoCondensed-Bold", "whatever list lacks signs gets these"
    opening, closing = (first.typeface.font.get_nominal_glyph(ord(c)) for c in "()")
    assert first.glyphs[0].gid == opening, "drawn at the left, though it closes"
    assert last.glyphs[0].gid == closing


def test_letters_join_and_marks_stand_over_their_letters(some: Fonts) -> None:
    word = some.line("سر", ALL[2:3], "ar", None)
    loose = sum(some.line(c, ALL[2:3], "ar", None).width for c in "سر")
    assert word.width < loose - 0.1
    (run,) = some.line("คู่", ALL[5:6], "th", None).runs
    assert [glyph.advance > 0 for glyph in run.glyphs] == [True, False, False]


def test_letters_join_whoever_names_their_font(some: Fonts) -> None:
    for lang, words, named in (("ar", "معجبين، سر", ALL[2]), ("hi", "क्षत्रिय", ALL[4])):
        listed = some.line(words, (named,), lang, None)
        found = some.line(words, (ALL[1],), lang, None)
        assert found.runs == listed.runs


def test_directing_characters_leave_no_trace(some: Fonts) -> None:
    line = some.line("\u202bסוד\u202c\u200f", ALL, "he", None)
    assert line.runs == some.line("סוד", ALL, "he", None).runs
    assert line.text == "סוד"


# --- which font


def face_of(words: str, lang: str, some: Fonts, choices: FontList = ALL) -> str:
    (run,) = some.line(words, choices, lang, SPAN).runs
    return run.typeface.name


def test_the_shape_of_a_han_letter_follows_the_language(some: Fonts) -> None:
    languages = ("ja", "zh", "zh-TW", "zh-Hant-HK", "zh-Hans")
    found = [face_of("骨", lang, some).removeprefix("NotoSans")[:2] for lang in languages]
    assert found == ["JP", "SC", "TC", "TC", "SC"]
    # Also for who lists none of them, or the wrong one.
    assert face_of("骨", "ja", some, ALL[:1]).startswith("NotoSansJP")
    assert face_of("骨", "zh", some, (ALL[6],)).startswith("NotoSansSC")
    assert face_of("骨", "de", some, (ALL[6],)).startswith("NotoSansJP")


def test_without_the_east_asian_package_it_is_said_what_to_do(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for module in (font_files, stack):
        monkeypatch.setattr(module, "cjk_folder", lambda: None)
    with pytest.raises(Problem) as caught:
        Fonts([BUNDLED]).line("A 鍵", ALL, "ja", SPAN)
    d = caught.value.diagnostic
    assert (d.code, d.message) == ("E604", "no font has `鍵` (U+9375 CJK UNIFIED IDEOGRAPH-9375)")
    assert d.help == f"add ppgen's East Asian fonts: {to_add_fonts()}"
    with pytest.raises(Problem, match="no font has"):
        Fonts([BUNDLED]).line("비", ALL, "ja", SPAN)


def test_a_letter_beyond_the_package_names_a_font_that_has_it(some: Fonts) -> None:
    with pytest.raises(Problem) as caught:
        some.line("𠮷", ALL, "ja", SPAN)
    assert caught.value.diagnostic.help == "install a font such as Noto Sans CJK JP"


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine with font folder and cache of its own, and without the East Asian package."""
    folder = tmp_path / "fonts"
    folder.mkdir()
    monkeypatch.setenv("PPGEN_FONT_PATH", str(folder))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    packed = font_files.cjk_folder()
    assert packed is not None
    for name in ("NotoSansJP-Bold.ttf", "NotoSansSC-Bold.ttf"):
        (folder / name).symlink_to(packed / name)
    (folder / "broken.ttf").write_bytes(b"no font")
    for module in (font_files, stack):
        monkeypatch.setattr(module, "cjk_folder", lambda: None)
    return folder


def test_installed_fonts_serve_by_family_and_by_letter(machine: Path) -> None:
    own = Fonts([BUNDLED])
    assert face_of("骨", "ja", own, ALL[:1]).startswith("NotoSansJP")
    assert face_of("骨", "zh", own, ALL[:1]).startswith("NotoSansSC")
    with pytest.raises(Problem, match="no font has"):
        own.line("骨", ALL[:1], "ko", None)
    made_fonts.truetype(machine / "other.ttf", "Zeta")
    assert Fonts([BUNDLED]).line("A", (FontChoice(family="zeta"),), "en", None).width > 0
    # No list names this letter's font: the machine is searched for it.
    assert face_of("♪", "de", own, ALL[:1]).startswith("NotoSans")


def test_what_was_found_is_kept(machine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = system_fonts.SystemFonts().family("noto sans jp")
    assert [n.path.name for n in first] == ["NotoSansJP-Bold.ttf"]
    read_again: list[Path] = []

    def counted(path: Path) -> list[object]:
        read_again.append(path)
        return []

    monkeypatch.setattr(system_fonts, "_read", counted)
    assert system_fonts.SystemFonts().family("noto sans jp") == first
    assert read_again == []
    new = made_fonts.truetype(machine / "new.ttf")
    system_fonts.SystemFonts().family("x")
    assert read_again == [new]


#: Where `{}` stands, a cache has the path of a font with its size and time.
@pytest.mark.parametrize(
    "text",
    [
        "[not json", "[]", "[" * 100_000, '{{"{0}": 7}}', '{{"{0}": [{1}]}}', '{{"{0}": [{1}, 7]}}',
        '{{"{0}": [{1}, [7]]}}', '{{"{0}": [{1}, [[]]]}}',
        '{{"{0}": [{1}, [[0, 7, 7, 0, 100, 1, 9, []]]]}}',
        '{{"{0}": [{1}, [[0, "a", "b", 0, 100, 1, 9, []]]]}}',
        '{{"{0}": [{1}, [[0, "a", 1, 0, 100, 1, 9, [[]]]]]}}',
        '{{"{0}": [{1}, [[0, "a", 1, 0, 100, 1, 9, 3]]]}}',
    ],
)  # fmt: skip
def test_a_damaged_cache_is_made_again(machine: Path, tmp_path: Path, text: str) -> None:
    font = machine / "NotoSansJP-Bold.ttf"
    stamp = font.stat()
    kept = tmp_path / "cache" / "ppgen" / "fonts-1.json"
    kept.parent.mkdir(parents=True)
    if text.endswith("}}"):
        text = text.format(font, f"{stamp.st_mtime_ns}, {stamp.st_size}")
    kept.write_text(text)
    assert system_fonts.SystemFonts().family("noto sans jp")
    assert "Noto Sans JP" in kept.read_text("utf-8")


@pytest.mark.usefixtures("machine")
def test_a_cache_may_be_a_pipe_or_below_a_file(tmp_path: Path) -> None:
    cache = tmp_path / "cache" / "ppgen"
    cache.mkdir(parents=True)
    os.mkfifo(cache / "fonts-1.json")
    assert system_fonts.SystemFonts().family("noto sans jp")
    shutil.rmtree(cache)
    cache.write_text("a file")
    assert system_fonts.SystemFonts().family("noto sans jp")


def test_without_a_home_there_are_no_fonts_of_ones_own(monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody() -> Path:
        raise RuntimeError("no home")

    monkeypatch.delenv("PPGEN_FONT_PATH")
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setattr(Path, "home", nobody)
    assert system_fonts.SystemFonts().family("no such font") == []


@pytest.mark.usefixtures("machine")
def test_no_installed_font_is_asked_where_none_shall_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PPGEN_FONT_PATH", "")
    assert system_fonts.SystemFonts().family("noto sans jp") == []


def test_advice_for_scripts_that_ppgen_has_no_font_for() -> None:
    assert "Noto Sans Georgian" in families.advice("ა", "ka", packed=True)
    assert "Noto Sans Symbols" not in families.advice("ა", "ka", packed=True)
    assert "Noto Sans CJK KR" in families.advice("한", "ko", packed=True)


# --- fonts of one's own


@pytest.mark.parametrize("kind", ["ps", "tt", "variable", "ttc"])
def test_fonts_of_every_kind_are_drawn_and_read_back(tmp_path: Path, kind: str) -> None:
    choice = {
        "ps": lambda: FontChoice(file=made_fonts.postscript(tmp_path / "a.otf").name),
        "tt": lambda: FontChoice(file=made_fonts.truetype(tmp_path / "a.ttf").name),
        "variable": lambda: FontChoice(
            file=made_fonts.truetype(tmp_path / "v.ttf", variable=True).name, weight=900
        ),
        "ttc": lambda: FontChoice(
            "Bars Two",
            made_fonts.collection(
                tmp_path / "c.ttc",
                made_fonts.truetype(tmp_path / "1.ttf", "Bars One", variable=True),
                made_fonts.truetype(tmp_path / "2.ttf", "Bars Two"),
            ).name,
        ),
    }[kind]()
    own = Fonts([tmp_path])
    op = TextOp("AB", (choice,), 36, Point(10, 40), 0, Color(0, 0, 0), Rect(10, 20, 9, 9), "en")
    data = write([page(at(face((op,)), 20, 60))], INFO, own)
    assert read(data) == "AB"
    box = ink(dark(data))
    em = 36 * MM_PER_PT
    assert box.width == pytest.approx(0.95 * em - 0.05 * em, abs=0.2)
    assert box.height == pytest.approx((1.4 if kind == "variable" else 0.7) * em, abs=0.2)
    with pikepdf.open(io.BytesIO(data)) as pdf:
        assert not pdf.check_pdf_syntax()


def test_a_file_may_be_named_by_the_workspace(tmp_path: Path) -> None:
    path = made_fonts.truetype(tmp_path / "mine.ttf", "Mine")
    own = Fonts([path])
    for choice in (FontChoice(family="Mine"), FontChoice(file="mine.ttf")):
        assert own.line("AB", (choice,), "en", None).width == pytest.approx(1.0)
