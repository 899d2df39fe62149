"""Faces of a few operations as a PDF file, and what a reader sees of its pages."""

from __future__ import annotations

import numpy as np
import pypdfium2 as pdfium

from ppgen.diagnostics import Source, Span
from ppgen.drawing.face import Face
from ppgen.drawing.ops import Color, FontChoice, Op, Paint, RectOp, TextOp
from ppgen.geometry import Frame, Point, Rect, Size, Turn
from ppgen.pdf.document import Info, Page, Placed
from tests.support.run import REPO

BUNDLED = REPO / "ppgen" / "fonts"
BLACK, RED = Color(0, 0, 0), Color(255, 0, 0)
SOFIA = FontChoice(family="Sofia Sans Extra Condensed", weight=800)
ROBOTO = FontChoice(family="Roboto Condensed", weight=700)
BOTH = (SOFIA, ROBOTO)
#: A font for each script that is bundled or comes with the East Asian package.
NAMES = (
    "Sofia Sans Extra Condensed", "Roboto Condensed", "Noto Sans Arabic", "Noto Sans Hebrew",
    "Noto Sans Devanagari", "Noto Sans Thai", "Noto Sans JP", "Noto Sans SC", "Noto Sans TC",
    "Noto Sans KR",
)  # fmt: skip
ALL = tuple(FontChoice(family=name, weight=700) for name in NAMES)
INFO = Info("Straße nach Łódź", "de", "long", "ppgen 0.0")
A4 = Size(210, 297)
FACE = Size(80, 60)
SPAN = Span(Source("game.yaml", "word: x"), 1, 7)


def text(
    words: str, x: float, y: float, *, turn: Turn = 0, size: float = 14.0,
    fonts: tuple[FontChoice, ...] = BOTH, color: Color = BLACK,
) -> TextOp:  # fmt: skip
    return TextOp(words, fonts, size, Point(x, y), turn, color, Rect(x, y - 4, 40, 4), "de")


def face(*layers: tuple[Op, ...]) -> Face:
    ops = [op for layer in layers for op in layer]
    return Face.of(FACE, ops, RectOp(Rect(0, 0, FACE.width, FACE.height), Paint()))


def page(*placed: Placed, ops: tuple[Op, ...] = (), size: Size = A4) -> Page:
    return Page(size, placed, ops, (), Rect(10, 20, size.width - 20, size.height - 50))


def at(one: Face, x: float = 0, y: float = 0) -> Placed:
    return Placed(one, Frame(1, 0, 0, 1, x, y))


def read(data: bytes, index: int = 0) -> str:
    words: str = pdfium.PdfDocument(data)[index].get_textpage().get_text_range()
    return words.replace("\r\n", "\n")


def dark(data: bytes, dpi: int = 300, index: int = 0) -> np.ndarray:
    """Render a page and tell which pixels are dark."""
    page = pdfium.PdfDocument(data)[index].render(scale=dpi / 72, grayscale=True)
    return page.to_numpy().reshape(page.height, page.width) < 128


def ink(pixels: np.ndarray, dpi: int = 300) -> Rect:
    """Return the smallest rectangle around all ink, in millimetres."""
    rows, columns = np.flatnonzero(pixels.any(axis=1)), np.flatnonzero(pixels.any(axis=0))
    x, y, right, low = (
        v * 25.4 / dpi for v in (columns[0], rows[0], columns[-1] + 1, rows[-1] + 1)
    )
    return Rect(x, y, right - x, low - y)
