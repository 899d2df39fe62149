"""SVG beside PDF: both draw the same, each operation and whole pages."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections import Counter
from itertools import islice
from pathlib import Path

import pytest
from PIL import Image

from ppgen.build import Fonts, Printout, make_pages, make_pdf, make_svg
from ppgen.drawing.face import Face, Pattern
from ppgen.drawing.ops import (
    Color,
    EllipseOp,
    ImageOp,
    LineOp,
    Op,
    Paint,
    PathOp,
    RectOp,
    TextOp,
    VeilOp,
)
from ppgen.drawing.page import Page, Placed
from ppgen.geometry import Frame, Point, Rect, Turn, turn_into
from ppgen.pdf.document import write as write_pdf
from ppgen.svg.document import write as write_svg
from tests.support.layouts import Bench
from tests.support.pdf import ALL, BLACK, FACE, INFO, RED, at, face, page, text
from tests.support.products import Prepare
from tests.support.raster import of_pdf, of_svg, unlike

NS = "{http://www.w3.org/2000/svg}"
GREEN = Color(0, 120, 60)
#: Thin lines that fall between pixels, on a page of millions: what nobody can see.
FEW = 40
BOX = Rect(5, 5, 40, 30)
STAR = PathOp(
    (
        ("M", (25, 5)), ("L", (35, 35)), ("L", (8, 15)), ("L", (42, 15)), ("L", (15, 35)),
        ("Z", ()), ("M", (50, 10)), ("C", (60, 0, 75, 20, 60, 30)), ("Z", ()),
    ),
    Paint(RED, BLACK, 0.6), Rect(8, 5, 62, 30),
)  # fmt: skip
TURNS: tuple[Turn, ...] = (0, 90, 180, 270)
DRAWN: dict[str, tuple[Op, ...]] = {
    "rectangle": (RectOp(BOX, Paint(RED, BLACK, 1.0)),),
    "round corners": (RectOp(BOX, Paint(None, BLACK, 1.0), radius=6),),
    "radius of a pill": (RectOp(BOX, Paint(GREEN), radius=99),),
    "ellipse and circle": (
        EllipseOp(BOX, Paint(RED, BLACK, 2)), EllipseOp(Rect(50, 5, 20, 20), Paint(GREEN)),
    ),
    "star with holes": (STAR,),
    "sharp corner": (
        PathOp(
            (("M", (5, 40)), ("L", (40, 36)), ("L", (5, 32))), Paint(None, BLACK, 2),
            Rect(5, 32, 35, 8),
        ),
    ),
    "hatched star": (STAR._replace(paint=Paint(RED, BLACK, 0.4, hatch=2)),),
    "hatched ellipse, no outline": (EllipseOp(BOX, Paint(GREEN, hatch=1.5, weight=0.5)),),
    "dashes": (
        LineOp(Point(5, 5), Point(70, 5), Paint(None, BLACK, 1, dash=3)),
        LineOp(Point(5, 10), Point(70, 40), Paint(None, BLACK, 1, dash=3)),
        RectOp(Rect(10, 15, 31.8, 29.8), Paint(None, RED, 1, dash=2)),
        RectOp(Rect(45, 15, 20, 20), Paint(None, RED, 1, dash=2), radius=4),
        EllipseOp(Rect(10, 20, 40, 30), Paint(None, GREEN, 1, dash=3)),
    ),
    "lines of one look": tuple(
        LineOp(Point(5, y), Point(70, y + 3), Paint(None, GREEN, 0.5)) for y in range(5, 40, 5)
    ),
    "nothing to see": (RectOp(BOX, Paint()), LineOp(Point(0, 0), Point(9, 9), Paint(weight=0))),
    "text in four turns": tuple(
        text("Straße Wo AV", 40, 30, turn=turn, size=24, color=RED) for turn in TURNS
    ),
    "many scripts": tuple(
        text(words, 4, 10 + 9 * n, size=20, fonts=ALL)
        for n, words in enumerate(("قهوة شاي", "שלום 12", "हिन्दी", "ทั้งหมด", "日本語 Łódź", "한국"))
    ),
    "veil": (
        VeilOp(
            Rect(5, 5, 60, 30),
            (text("GLACIER", 10, 18, size=30), text("RIVER", 12, 32, size=30)), 0.45,
        ),
    ),
}  # fmt: skip


def both(one: Page, fonts: Fonts, per_mm: float = 10) -> int:
    """Count the pixels in which PDF and SVG of a page are not alike."""
    width = one.size.width
    drawn = of_pdf(write_pdf([one], INFO, fonts), width, per_mm)
    return unlike(drawn, of_svg(write_svg(one, fonts, "t", "p"), width, per_mm))


@pytest.mark.parametrize("name", DRAWN)
def test_an_operation_looks_as_in_the_pdf(name: str, fonts: Fonts) -> None:
    assert both(page(at(face(DRAWN[name])), size=FACE), fonts) <= 4


@pytest.mark.parametrize("turn", TURNS)
def test_a_face_is_turned_into_its_slot(turn: Turn, fonts: Fonts) -> None:
    one = face(DRAWN["star with holes"], DRAWN["text in four turns"])
    size = FACE if turn in {0, 180} else FACE.turned()
    frame = turn_into(Rect(12, 7, *size), turn)
    assert both(page(Placed(one, frame)), fonts) <= 4


@pytest.mark.parametrize("turn", TURNS)
@pytest.mark.parametrize("kind", ["png", "jpg", "clear.png"])
def test_a_picture_is_cut_off_and_turned(
    turn: Turn, kind: str, tmp_path: Path, fonts: Fonts
) -> None:
    file = tmp_path / f"a.{kind}"
    picture = Image.new("RGBA" if "clear" in kind else "RGB", (512, 512), "orange")
    picture.paste((0, 60, 200), (0, 0, 256, 256))
    if "clear" in kind:
        picture.paste((0, 0, 0, 0), (256, 256, 512, 512))
    picture.save(file)
    op = ImageOp(file, Rect(5, 5, 50, 40), Rect(10, 5, 40, 30), turn)
    assert both(page(at(face((op, op._replace(clip=op.rect)))), size=FACE), fonts) <= 40


@pytest.mark.slow
@pytest.mark.parametrize(
    ("target", "lang", "asked"),
    [
        ("decrypto/keywords", "de", {"veil": "red", "count": 6}),
        ("decrypto/keywords", "el", {"count": 6}),
        ("decrypto/notes", "en", {"paper": "letter"}),
        ("decrypto/screens", "ar", {}),
        ("decipher/board", "de", {}),
        ("kryptx/pad", "he", {}),
        ("chiffre/letters", "ja", {}),
        ("specimen/words", "en", {}),
    ],
)
def test_pages_look_as_in_the_pdf(
    target: str, lang: str, asked: dict[str, object], placed: Prepare, fonts: Fonts
) -> None:
    printout = placed(target, lang, **asked)
    for one in islice(make_pages(printout, fonts), 2):
        width = one.size.width
        drawn = of_pdf(make_pdf(printout, fonts, [one]), width, 8)
        assert unlike(drawn, of_svg(make_svg(printout, fonts, one), width, 8)) <= FEW


def test_what_is_drawn_otherwise_is_seen(fonts: Fonts) -> None:
    """What the tests above count, they would find."""
    kept = page(at(face(DRAWN["text in four turns"])), size=FACE)
    moved = page(at(face(DRAWN["text in four turns"]), 0.4), size=FACE)
    drawn = of_pdf(write_pdf([kept], INFO, fonts), FACE.width, 10)
    assert unlike(drawn, of_svg(write_svg(moved, fonts, "t", "p"), FACE.width, 10)) > FEW


# --- the file


def ids(text: str) -> list[str]:
    return [e.attrib["id"] for e in ET.fromstring(text).iter() if "id" in e.attrib]


def uses(text: str) -> Counter[str]:
    return Counter(re.findall(r'href="#([^"]+)"', text))


def first(printout: Printout, fonts: Fonts) -> str:
    return make_svg(printout, fonts, next(make_pages(printout, fonts)))


def test_the_file_is_whole_and_always_the_same(placed: Prepare, fonts: Fonts) -> None:
    made = first(placed("decrypto/keywords", "de", count=8), fonts)
    assert made == first(placed("decrypto/keywords", "de", count=8), fonts)
    root = ET.fromstring(made)
    assert (root.attrib["width"], root.attrib["height"]) == ("210mm", "297mm")
    assert root.attrib["viewBox"] == "0 0 210 297"
    assert root.find(f"{NS}title").text == "Decrypto: Schlüsselwörter (de)"  # type: ignore[union-attr]
    # All that is referred to is there, once; and nothing lies outside.
    named = ids(made)
    assert len(set(named)) == len(named)
    clips = set(re.findall(r"url\(#([^)]+)\)", made))
    assert uses(made).keys() | clips == set(named)
    assert not list(root.iter(f"{NS}text"))
    assert "http" not in made.replace("http://www.w3.org/2000/svg", "")


def test_names_mean_the_same_in_all_files(placed: Prepare, fonts: Fonts) -> None:
    """Several files may be put into one web page."""
    meaning: dict[str, str] = {}
    for target in ("decrypto/keywords", "decrypto/codes", "chiffre/scores"):
        for element in ET.fromstring(first(placed(target, "en"), fonts)).iter():
            if "id" in element.attrib:
                shown = ET.tostring(element, encoding="unicode")
                assert meaning.setdefault(element.attrib["id"], shown.strip()) == shown.strip()
    assert len(meaning) > 60


def test_what_faces_share_is_there_once(fonts: Fonts) -> None:
    common = RectOp(BOX, Paint(RED))
    pattern = Pattern(FACE, common, [common, None, STAR])
    faces = [Face(pattern, [[text(str(n), 10, 50)]]) for n in range(4)]
    placed = [Placed(one, Frame(1, 0, 0, 1, 0, 60 * n)) for n, one in enumerate(faces)]
    made = write_svg(page(*placed, at(faces[0], 90)), fonts, "t", "p")
    assert made.count('fill="#f00" fill-rule') == 1, "the star"
    assert made.count('fill="#f00"/>') == 1, "the rectangle"
    assert both(page(*placed, at(faces[0], 90)), fonts) <= 4


def test_a_title_cannot_be_markup(fonts: Fonts) -> None:
    made = write_svg(page(size=FACE), fonts, "<script>&\x00\ud800", "p")
    assert ET.fromstring(made.encode()).find(f"{NS}title").text == "<script>&"  # type: ignore[union-attr]


@pytest.mark.slow
def test_it_is_about_as_small_as_the_pdf(placed: Prepare, fonts: Fonts) -> None:
    import gzip  # noqa: PLC0415

    printout = placed("decrypto/notes", "de")
    one = next(make_pages(printout, fonts))
    packed = gzip.compress(make_svg(printout, fonts, one).encode())
    assert len(packed) < len(make_pdf(printout, fonts, [one]))


def test_a_layout_is_drawn(bench: Bench) -> None:
    one = bench.face("  - {text: hello, style: {size: 20pt}}")
    assert isinstance(one.ops[0], TextOp)
    assert len(uses(write_svg(page(at(one)), bench.fonts, "t", "p"))) == len(set("hello"))
