"""Less ink: outlines and hatches for filled areas, and faces in gray alone."""

from __future__ import annotations

import numpy as np
import pypdfium2
import pytest
from PIL import Image

from ppgen.build import Unsuited, make_pdf
from ppgen.drawing.face import Face, Late, Pattern, Reach
from ppgen.drawing.ink import Inks, contrast, gray, thickness
from ppgen.drawing.ops import (
    Color,
    EllipseOp,
    FontChoice,
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
from ppgen.geometry import Frame, Ink, Point, Rect, Size
from ppgen.pdf.document import Info, write
from ppgen.proof.ink import Ink as Taken
from ppgen.proof.ink import inks, mean
from ppgen.text.fonts import Fonts
from tests.support.products import Prepare
from tests.support.run import REPO

SIZE = Size(60, 40)
WHOLE = RectOp(Rect(0, 0, *SIZE), Paint())
BLACK, WHITE, RED = Color(0, 0, 0), Color(255, 255, 255), Color(200, 20, 40)
BAND = RectOp(Rect(5, 5, 50, 12), Paint(fill=BLACK))


def text(color: Color, x: float = 30, y: float = 12) -> TextOp:
    fonts = (FontChoice("Roboto Condensed"),)
    return TextOp("Word", fonts, 9, Point(x, y), 0, color, Rect(x, y - 3, 8, 3), "en")


def converted(ink: Ink, *ops: Op) -> list[Op]:
    return list(Inks(ink).face(Face.of(SIZE, ops, WHOLE)).ops)


def test_a_large_fill_becomes_outline_and_hatch() -> None:
    hatch, outline = converted("low", BAND)
    assert isinstance(hatch, RectOp)
    assert isinstance(outline, RectOp)
    assert hatch.paint.hatch > 1
    assert outline.paint == Paint(stroke=BLACK, weight=0.3)
    assert outline.rect == Rect(5.15, 5.15, 49.7, 11.7)


@pytest.mark.parametrize(
    "op",
    [
        EllipseOp(Rect(5, 5, 2.8, 2.8), Paint(fill=BLACK)),
        RectOp(Rect(5, 5, 50, 1), Paint(fill=BLACK)),
        RectOp(Rect(5, 5, 50, 20), Paint(fill=Color(240, 240, 240))),
        RectOp(Rect(5, 5, 50, 20), Paint(stroke=BLACK)),
        RectOp(Rect(5, 5, 50, 20), Paint(fill=BLACK, hatch=1)),
        LineOp(Point(5, 5), Point(50, 5), Paint(stroke=RED)),
        text(RED),
    ],
)
def test_signs_lines_pale_areas_and_text_stay(op: Op) -> None:
    assert converted("low", op) == [op]


def test_what_was_light_on_dark_is_dark_on_paper() -> None:
    word, beside = text(WHITE), text(WHITE, y=30)
    dot = EllipseOp(Rect(8, 8, 2, 2), Paint(fill=WHITE))
    line = LineOp(Point(8, 14), Point(50, 14), Paint(stroke=WHITE))
    *_, a, b, c, d = converted("low", BAND, word, beside, dot, line)
    assert a == text(BLACK)
    assert b == beside  # there is no band below
    assert isinstance(c, EllipseOp)
    assert c.paint == Paint(fill=WHITE, stroke=BLACK, weight=0.3)
    assert isinstance(d, LineOp)
    assert d.paint.stroke == BLACK


def test_text_on_a_sheet_on_a_band_keeps_its_color() -> None:
    sheet = RectOp(Rect(20, 6, 30, 10), Paint(fill=WHITE))
    assert converted("low", BAND, sheet, text(RED))[-1] == text(RED)


def test_a_thick_ring_is_an_area_too() -> None:
    ring = EllipseOp(Rect(10, 10, 20, 20), Paint(stroke=RED, weight=6))
    hatch, outline = converted("low", ring)
    assert isinstance(hatch, PathOp)
    assert hatch.bounds == Rect(7, 7, 26, 26)
    assert thickness(hatch) == pytest.approx(6, abs=0.05)
    assert isinstance(outline, PathOp)
    assert outline.paint.fill is None


def test_faces_share_what_they_shared() -> None:
    pattern = Pattern(SIZE, WHOLE, [BAND, None])
    faces = [Face(pattern, [(text(WHITE, x),)]) for x in (10, 20)]
    inks_ = Inks("low")
    one, other = (inks_.face(face) for face in faces)
    assert one.pattern is other.pattern
    assert one is inks_.face(faces[0])
    assert other.fills == [[text(BLACK, 20)]]


def test_a_fill_that_comes_with_a_face_counts_as_ground() -> None:
    pattern = Pattern(SIZE, WHOLE, [None, text(WHITE)])
    made = Inks("low").face(Face(pattern, [(BAND,)]))
    assert made.ops[-1] == text(BLACK)


class Word(Late):
    def op(self) -> Op:
        return text(WHITE)

    def note(self, reach: Reach) -> None:
        """It reaches no edge."""


def test_text_that_is_made_late_is_seen() -> None:
    made = Inks("low").face(Face(Pattern(SIZE, WHOLE, [BAND, None]), [Word()]))
    assert isinstance(made.fills[0], Late)
    assert made.ops[-1] == text(BLACK)


def test_gray_has_no_color_and_text_can_be_read() -> None:
    picture = ImageOp(REPO / "a.png", BAND.rect, BAND.rect)
    yellow = Color(240, 200, 40)
    area, word, line, image = converted(
        "grey", RectOp(BAND.rect, Paint(fill=RED)), text(yellow, y=30), text(WHITE), picture
    )
    assert isinstance(area, RectOp)
    assert area.paint.fill == gray(RED) == Color(101, 101, 101)
    assert word == text(BLACK, y=30)  # yellow's gray is too pale on paper
    assert line == text(WHITE)
    assert contrast(WHITE, gray(RED)) > 4.5
    assert image == picture._replace(gray=True)


def test_a_picture_loses_its_colors(fonts: Fonts, tmp_path: object) -> None:
    file = REPO.__class__(str(tmp_path)) / "red.png"
    Image.new("RGBA", (4, 4), (*RED, 128)).save(file)
    op = ImageOp(file, BAND.rect, BAND.rect)
    face = Inks("grey").face(Face.of(SIZE, [op], WHOLE))
    page = Page(SIZE, (Placed(face, Frame()),), (), (), Rect(0, 0, *SIZE))
    pdf = write([page], Info("t", "en", None, "ppgen"), fonts)
    with pypdfium2.PdfDocument(pdf) as document:
        shown = np.array(document[0].render().to_pil().convert("RGB")).astype(int)
    assert shown.min() < 190
    assert np.ptp(shown, axis=2).max() == 0


@pytest.mark.parametrize("ink", ["low", "grey"])
def test_a_printout_takes_less_or_black_alone(ink: Ink, placed: Prepare, fonts: Fonts) -> None:
    full = mean(inks(make_pdf(placed("decipher/pieces"), fonts)))
    taken = mean(inks(make_pdf(placed("decipher/pieces", ink=ink), fonts)))
    assert full.magenta > 0.03
    if ink == "low":
        assert taken.all < full.all / 3
        assert taken.magenta > 0
    else:
        assert taken[:3] == (0, 0, 0)
        assert taken.black > full.black


def test_what_needs_colors_has_no_gray(placed: Prepare) -> None:
    with pytest.raises(Unsuited, match="decrypto/veil-test: words hidden for red film"):
        placed("decrypto/veil-test", ink="grey")
    low = placed("decrypto/veil-test", ink="low").groups[0].fronts[0]
    assert any(isinstance(op, VeilOp) for op in low.ops)


def test_ink_is_measured_from_the_picture(fonts: Fonts) -> None:
    half = RectOp(Rect(0, 0, 30, 40), Paint(fill=Color(255, 0, 0)))
    quarter = RectOp(Rect(30, 0, 15, 40), Paint(fill=BLACK))
    face = Face.of(SIZE, [half, quarter], WHOLE)
    page = Page(SIZE, (Placed(face, Frame()),), (), (), Rect(0, 0, *SIZE))
    blank = Page(SIZE, (), (), (), Rect(0, 0, *SIZE))
    first, second = inks(write([page, blank], Info("t", "en", None, "ppgen"), fonts))
    assert first == pytest.approx((0, 0.5, 0.5, 0.25), abs=0.01)
    assert second == Taken(0, 0, 0, 0)
    assert mean([first, second]).all == pytest.approx(0.625, abs=0.01)
