"""PDF files, checked with readers that share no code with the writer."""

from __future__ import annotations

import io
from itertools import groupby
from pathlib import Path

import pikepdf
import pypdfium2 as pdfium
import pytest
from PIL import Image

from ppgen.diagnostics import Problem
from ppgen.drawing.face import Face, Pattern
from ppgen.drawing.numbers import number
from ppgen.drawing.ops import (
    MM_PER_PT,
    Color,
    EllipseOp,
    ImageOp,
    LineOp,
    Op,
    Paint,
    PathOp,
    RectOp,
)
from ppgen.geometry import Flip, Point, Rect, Size, Turn, turn_into
from ppgen.pdf.document import Info, Page, Placed, write
from ppgen.text.fonts import Fonts
from tests.support.pdf import (
    A4,
    BLACK,
    BOTH,
    BUNDLED,
    FACE,
    INFO,
    RED,
    ROBOTO,
    at,
    dark,
    face,
    ink,
    page,
    read,
    text,
)


@pytest.fixture(scope="module")
def fonts() -> Fonts:
    return Fonts([BUNDLED])


def test_fonts_are_embedded_subset_and_no_other_is_named(fonts: Fonts) -> None:
    data = write([page(at(face((text("Größe Việt 007", 5, 20),))))], INFO, fonts)
    assert b"Helvetica" not in data
    found = {}
    with pikepdf.open(io.BytesIO(data)) as pdf:
        assert not pdf.check_pdf_syntax()
        for font in pdf.pages[0].Resources.Font.values():
            (inner,) = font.DescendantFonts
            found[str(font.BaseFont)] = len(inner.FontDescriptor.FontFile2.read_bytes())
            assert "/ToUnicode" in font
    tags = {name[8:] for name in found}
    assert tags == {"SofiaSansExtraCondensed-ExtraBold", "RobotoCondensed-Bold"}
    assert all(name[7] == "+" and name[1:7].isupper() for name in found)
    assert all(size < 6000 for size in found.values())


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_text_reads_back_and_stands_where_it_belongs(fonts: Fonts, turn: Turn) -> None:
    words = "Führungskräfte AVATAR fließt Việt 12"
    size = 12.0
    line = fonts.line(words, BOTH, "de", None)
    long, cap = line.width * size * MM_PER_PT, line.cap * size * MM_PER_PT
    data = write(
        [page(at(face((text(words, 40, 50, turn=turn, size=size),)), 60, 70))], INFO, fonts
    )
    assert read(data) == words
    box = ink(dark(data))
    center = {0: (1, -1), 90: (1, 1), 180: (-1, 1), 270: (-1, -1)}[turn]
    along, across = (long / 2, cap / 2) if turn in {0, 180} else (cap / 2, long / 2)
    assert box.center.x == pytest.approx(100 + center[0] * along, abs=1)
    assert box.center.y == pytest.approx(120 + center[1] * across, abs=1)


def test_shaped_width_is_the_drawn_width(fonts: Fonts) -> None:
    for words in ("AVATAR", "Wahrscheinlichkeit", "Việt 1174", "fließt"):
        size = 24.0
        line = fonts.line(words, BOTH, "de", None)
        data = write([page(at(face((text(words, 10, 30, size=size),)), 20, 20))], INFO, fonts)
        box = ink(dark(data))
        scale = size * MM_PER_PT
        assert box.x == pytest.approx(30 + line.ink_left * scale, abs=0.2)
        assert box.right == pytest.approx(30 + line.ink_right * scale, abs=0.2)


def test_text_of_two_fonts_reads_back_in_a_turned_face(fonts: Fonts) -> None:
    one = face((text("Việt Nam", 10, 30),))
    for turn in (90, 180, 270):
        data = write([page(Placed(one, turn_into(Rect(50, 50, 80, 80), turn)))], INFO, fonts)
        assert read(data) == "Việt Nam"


def test_letters_of_one_glyph_read_back_as_themselves(fonts: Fonts) -> None:
    # Greek and Latin capitals may share glyphs; a no-break space may share the space's.
    words = "A\u0391 O\u039f\u00a0B"
    data = write([page(at(face((text(words, 5, 20, fonts=(ROBOTO,)),))))], INFO, fonts)
    assert read(data).replace("\u00a0", " ") == words.replace("\u00a0", " ")


def test_rectangle_stands_at_its_millimetre(fonts: Fonts) -> None:
    op = RectOp(Rect(10, 5, 30, 20), Paint(fill=BLACK))
    data = write([page(at(face((op,)), 50, 100))], INFO, fonts)
    assert_near(ink(dark(data)), Rect(60, 105, 30, 20))
    turned = Placed(face((op,)), turn_into(Rect(50, 100, 60, 80), 90))
    data = write([page(turned)], INFO, fonts)
    assert_near(ink(dark(data)), Rect(85, 110, 20, 30))


def assert_near(got: Rect, want: Rect, slack: float = 0.1) -> None:
    sides = [(r.x, r.y, r.right, r.bottom) for r in (got, want)]
    assert sides[0] == pytest.approx(sides[1], abs=slack)


@pytest.mark.parametrize(
    ("op", "want", "filled"),
    [
        (RectOp(Rect(10, 10, 40, 20), Paint(stroke=BLACK, weight=1)), Rect(9.5, 9.5, 41, 21), 0.13),
        (RectOp(Rect(10, 10, 40, 40), Paint(fill=BLACK), 20), Rect(10, 10, 40, 40), 0.785),
        (EllipseOp(Rect(10, 10, 40, 20), Paint(fill=BLACK)), Rect(10, 10, 40, 20), 0.785),
        (
            LineOp(Point(10, 10), Point(50, 10), Paint(stroke=BLACK, weight=1)),
            Rect(10, 9.5, 40, 1),
            1,
        ),
        (
            # It ends with a dash, as it began: 11 of them and 10 gaps.
            LineOp(Point(10, 10), Point(50, 10), Paint(stroke=BLACK, weight=1, dash=2)),
            Rect(10, 9.5, 40, 1),
            0.524,
        ),
        (
            # Lines of 0.5 every 2 mm, cut off at the box.
            RectOp(Rect(10, 10, 40, 20), Paint(fill=BLACK, weight=0.5, hatch=2)),
            Rect(10, 10, 40, 20),
            0.25,
        ),
        (
            EllipseOp(Rect(10, 10, 40, 20), Paint(fill=BLACK, weight=0.5, hatch=1)),
            Rect(10, 10, 40, 20),
            0.5 * 0.785,
        ),
        (
            # A square in a square, both the same way round: only even-odd leaves a hole.
            PathOp(
                tuple(
                    step
                    for a, b in ((10, 50), (20, 40))
                    for step in (
                        ("M", (a, a)), ("L", (b, a)), ("L", (b, b)), ("L", (a, b)), ("Z", ()),
                    )
                ),
                Paint(fill=BLACK),
                Rect(10, 10, 40, 40),
            ),
            Rect(10, 10, 40, 40),
            0.75,
        ),
        (
            PathOp(
                (("M", (10, 20)), ("C", (10, 10, 50, 10, 50, 20)), ("Z", ())),
                Paint(fill=BLACK),
                Rect(10, 12.5, 40, 7.5),
            ),
            Rect(10, 12.5, 40, 7.5),
            0.8,
        ),
    ],
)  # fmt: skip
def test_shapes(fonts: Fonts, op: Op, want: Rect, filled: float) -> None:
    pixels = dark(write([page(at(face((op,))))], INFO, fonts))
    assert_near(ink(pixels), want)
    area = pixels.sum() * (25.4 / 300) ** 2
    assert area / (want.width * want.height) == pytest.approx(filled, abs=0.02)


def test_state_is_said_again_where_it_must_be(fonts: Fonts) -> None:
    """Colours and dashes of one face do not leak into the next, or into a form."""
    dashed = face((LineOp(Point(5, 5), Point(45, 5), Paint(stroke=RED, weight=1, dash=5)),))
    solid = face((LineOp(Point(5, 5), Point(45, 5), Paint(stroke=BLACK, weight=1)),))
    data = write(
        [page(at(dashed), at(solid, 0, 20), at(dashed, 0, 40), at(solid, 0, 60))], INFO, fonts
    )
    image = pdfium.PdfDocument(data)[0].render(scale=300 / 72, rev_byteorder=True).to_numpy()
    rows = [image[round(y / 25.4 * 300)] for y in (5, 25, 45, 65)]
    assert [int(row[:, 0].min()) for row in rows] == [255, 0, 255, 0]
    covered = [int((row[:, 1] < 128).sum()) * 25.4 / 300 for row in rows]
    assert covered == pytest.approx([22.9, 40, 22.9, 40], abs=0.5), "four dashes, three gaps"


@pytest.mark.parametrize("length", [3, 5, 6.2, 40, 59.9])
def test_dashed_line_begins_and_ends_with_a_dash(fonts: Fonts, length: float) -> None:
    line = LineOp(Point(10, 10), Point(10 + length, 10), Paint(stroke=BLACK, weight=1, dash=1.5))
    row = dark(write([page(at(face((line,))))], INFO, fonts))[round(10 / 25.4 * 300)]
    runs = [len(list(same)) / 300 * 25.4 for black, same in groupby(row[118:]) if black]
    gaps = [len(list(same)) / 300 * 25.4 for black, same in groupby(row[118:]) if not black]
    assert ink(dark(write([page(at(face((line,))))], INFO, fonts))).right == pytest.approx(
        10 + length, abs=0.1
    )
    assert runs == pytest.approx([runs[0]] * len(runs), abs=0.1), "no dash is cut short"
    assert gaps[:-1] == pytest.approx([runs[0]] * (len(runs) - 1), abs=0.2)
    assert 0.75 <= runs[0] <= 3


def test_neighbours_share_the_lines_of_a_hatch(fonts: Fonts) -> None:
    paint = Paint(fill=BLACK, weight=0.5, hatch=2)
    one = face((RectOp(Rect(10, 10, 40, 20), paint),))
    two = face(tuple(RectOp(Rect(x, 10, w, 20), paint) for x, w in ((10, 13), (23, 27))))
    ours, theirs = (dark(write([page(at(f))], INFO, fonts)) for f in (one, two))
    assert (ours != theirs).mean() < 0.001


def test_pictures_are_turned_and_cut(fonts: Fonts, tmp_path: Path) -> None:
    picture = Image.new("RGBA", (2, 2), (0, 0, 0, 0))
    picture.putpixel((0, 0), (0, 0, 0, 255))
    picture.resize((40, 40), Image.Resampling.NEAREST).save(tmp_path / "corner.png")
    where, all_ = Rect(10, 10, 40, 40), Rect(0, 0, 80, 60)
    corners: dict[Turn, tuple[float, float]] = {
        0: (10, 10), 90: (30, 10), 180: (30, 30), 270: (10, 30),
    }  # fmt: skip
    for turn, (x, y) in corners.items():
        op = ImageOp(tmp_path / "corner.png", where, all_, turn)
        pixels = dark(write([page(at(face((op,))))], INFO, fonts))
        assert_near(ink(pixels), Rect(x, y, 20, 20), 1)
    cut = ImageOp(tmp_path / "corner.png", where, Rect(10, 10, 5, 10))
    assert_near(ink(dark(write([page(at(face((cut,))))], INFO, fonts))), Rect(10, 10, 5, 10))
    Image.new("L", (8, 8), 0).save(tmp_path / "black.jpg")
    jpeg = ImageOp(tmp_path / "black.jpg", where, where)
    data = write([page(at(face((jpeg, jpeg))))], INFO, fonts)
    assert_near(ink(dark(data)), where)
    assert data.count(b"/DCTDecode") == 1
    (tmp_path / "bad.png").write_text("no picture")
    with pytest.raises(Problem, match="cannot be read"):
        write([page(at(face((ImageOp(tmp_path / "bad.png", where, where),))))], INFO, fonts)


@pytest.mark.parametrize("value", [float("nan"), float("inf"), float("-inf"), 1e30])
def test_no_number_that_is_none_is_written(fonts: Fonts, value: float) -> None:
    """The last guard: whatever placing lets through."""
    for where in (Rect(value, 0, 10, 10), Rect(0, 0, 10, value)):
        with pytest.raises(Problem) as caught:
            write([page(at(face((RectOp(where, Paint(fill=Color(0, 0, 0))),))))], INFO, fonts)
        assert caught.value.diagnostic.code == "E305"


def test_page_boxes(fonts: Fonts) -> None:
    letter = Size(215.9, 279.4)
    data = write([page(), page(size=letter)], INFO, fonts)
    with pikepdf.open(io.BytesIO(data)) as pdf:
        for one, size in zip(pdf.pages, (A4, letter), strict=True):
            mm = [[float(v) * MM_PER_PT for v in box] for box in (one.mediabox, one.trimbox)]
            assert mm[0] == pytest.approx([0, 0, size.width, size.height], abs=1e-3)
            trim = [10, 30, size.width - 10, size.height - 20]
            assert mm[1] == pytest.approx(trim, abs=1e-3)
            assert one.obj.BleedBox == one.trimbox


@pytest.mark.parametrize(
    ("flip", "name"),
    [("long", "/DuplexFlipLongEdge"), ("short", "/DuplexFlipShortEdge"), (None, "/Simplex")],
)
def test_preferences_and_information(fonts: Fonts, flip: Flip | None, name: str) -> None:
    data = write([page()], Info("Łódź (1)", "pl", flip, "ppgen 0.0"), fonts)
    with pikepdf.open(io.BytesIO(data)) as pdf:
        assert dict(pdf.Root.ViewerPreferences) == {
            "/PrintScaling": "/None",
            "/Duplex": name,
            "/DisplayDocTitle": True,
            "/PickTrayByPDFSize": True,
        }
        assert pdf.Root.Lang == "pl"
        assert {key: str(value) for key, value in pdf.docinfo.items()} == {
            "/Title": "Łódź (1)",
            "/Creator": "ppgen 0.0",
            "/Producer": "ppgen 0.0",
        }


def deck(count: int) -> list[Face]:
    """Make faces of one pattern, which differ in a number."""
    frame = RectOp(Rect(0, 0, FACE.width, FACE.height), Paint(stroke=BLACK))
    rules = [LineOp(Point(5, 10 + y), Point(75, 10 + y), Paint(stroke=BLACK)) for y in range(40)]
    pattern = Pattern(FACE, frame, [frame, *rules, None, text("Ende", 5, 58)])
    return [Face(pattern, [(text(f"Blatt {i}", 5, 8),)]) for i in range(count)]


def pages_of(faces: list[Face]) -> list[Page]:
    marks = (LineOp(Point(5, 5), Point(5, 9), Paint(stroke=BLACK)),)
    pairs = zip(faces[::2], faces[1::2], strict=True)
    return [page(at(a, 10, 20), at(b, 110, 20), ops=marks) for a, b in pairs]


def test_the_same_bytes_twice() -> None:
    def once() -> bytes:
        faces = deck(10)
        return write(pages_of(faces), INFO, Fonts([BUNDLED]))

    assert once() == once()


def test_a_face_placed_often_is_stored_once(fonts: Fonts) -> None:
    one = deck(1)[0]
    few = write(pages_of([one] * 2), INFO, fonts)
    many = write(pages_of([one] * 200), INFO, fonts)
    assert many.count(b"/Subtype/Form") == 1 + 1, "the face and the marks"
    # A page and its mark, bookmark and label.
    assert len(many) - len(few) < 100 * 400
    assert read(many, 99) == "Blatt 0\nEnde\nBlatt 0\nEnde"


def test_what_faces_of_one_pattern_share_is_stored_once(fonts: Fonts) -> None:
    faces = deck(300)
    data = write(pages_of(faces), INFO, fonts)
    assert data.count(b"/Subtype/Form") == 2 + 1, "before the number, after it, and the marks"
    plain = write(pages_of([Face.of(f.size, f.ops, f.outline) for f in faces]), INFO, fonts)
    assert len(data) < len(plain) * 0.8
    for index in (0, 149):
        assert read(data, index) == read(plain, index)
        assert (dark(data, 100, index) == dark(plain, 100, index)).all()
    assert read(data, 149).startswith("Blatt 298\nEnde\nBlatt 299")
    with pikepdf.open(io.BytesIO(data)) as pdf:
        assert len(pdf.pages) == 150
        assert not pdf.check_pdf_syntax()


def test_patterns_that_differ_elsewhere_share_what_is_equal(fonts: Fonts) -> None:
    whole = RectOp(Rect(0, 0, FACE.width, FACE.height), Paint())
    faces = []
    for name in ("eins", "zwei"):
        pattern = Pattern(FACE, whole, [text(name, 5, 10), None, text("Ende", 5, 58)])
        faces += [Face(pattern, [(text(f"Blatt {i}", 5, 8),)]) for i in range(2)]
    data = write([page(at(f, 0, i * 60)) for i, f in enumerate(faces)], INFO, fonts)
    found = [read(data, i).split("\n") for i in range(4)]
    assert found[0] == ["eins", "Blatt 0", "Ende"]
    assert found[3] == ["zwei", "Blatt 1", "Ende"]
    assert data.count(b"/Subtype/Form") == 3, "eins, zwei, and one end for both"


@pytest.mark.parametrize(
    ("value", "want"),
    [
        (0.0, "0"),
        (-0.0001, "0"),
        (10.0, "10"),
        (0.5, "0.5"),
        (-1.23456, "-1.235"),
        (1e9, "1000000000"),
    ],
)
def test_numbers_are_short(value: float, want: str) -> None:
    assert number(value) == want
