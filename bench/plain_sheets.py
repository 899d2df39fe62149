"""Two-sided A4 note sheets by plain reportlab calls, each page drawn anew: what ppgen is held to.

    python bench/plain_sheets.py SHEETS FILE

Millimetres, from the top left corner.
"""

import sys
from pathlib import Path

from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

FONT_FILE = Path(__file__).resolve().parent.parent / "ppgen/fonts/RobotoCondensed-Bold.ttf"
FONT = "Sheet"
WIDTH, HEIGHT = 210.0, 297.0
THIN, RULE = 0.5, 0.75  # pt


class Sheet:
    """One side after the other on a canvas, with y downwards."""

    def __init__(self, path: str) -> None:
        pdfmetrics.registerFont(TTFont(FONT, str(FONT_FILE)))
        self.canvas = Canvas(path, pagesize=(WIDTH * mm, HEIGHT * mm))

    def line(self, x1: float, y1: float, x2: float, y2: float) -> None:
        self.canvas.line(x1 * mm, (HEIGHT - y1) * mm, x2 * mm, (HEIGHT - y2) * mm)

    def box(self, x: float, y: float, width: float, height: float) -> None:
        self.canvas.rect(x * mm, (HEIGHT - y - height) * mm, width * mm, height * mm)

    def centred(self, text: str, x: float, y: float, size: float) -> None:
        self.canvas.setFont(FONT, size)
        self.canvas.drawCentredString(x * mm, (HEIGHT - y) * mm, text)

    def edge(self, dark: bool) -> None:
        """A 6 mm band around the side: full, or as two thin lines."""
        self.canvas.setLineWidth(6 * mm if dark else THIN)
        for inset in (8.0,) if dark else (5.0, 11.0):
            self.box(inset, inset, WIDTH - 2 * inset, HEIGHT - 2 * inset)

    def team(self) -> None:
        self.canvas.setFont(FONT, 12)
        self.canvas.drawString(16 * mm, (HEIGHT - 21) * mm, "Team")
        self.canvas.setLineWidth(RULE)
        self.line(32, 22, 120, 22)

    def round(self, number: int, left: float, top: float) -> None:
        """A frame with the number in a dot, three lines, two cells at the end of each."""
        canvas = self.canvas
        canvas.setLineWidth(THIN)
        self.box(left, top, 88, 42)
        canvas.circle((left + 6) * mm, (HEIGHT - top - 6) * mm, 3.5 * mm, stroke=0, fill=1)
        canvas.setFillColorRGB(1, 1, 1)
        self.centred(str(number), left + 6, top + 7.3, 10)
        canvas.setFillColorRGB(0, 0, 0)
        self.centred("?", left + 69, top + 8, 9)
        self.centred("!", left + 81, top + 8, 9)
        for y in (18, 28, 38):
            canvas.setLineWidth(RULE)
            self.line(left + 4, top + y, left + 60, top + y)
            canvas.setLineWidth(THIN)
            for x in (64, 76):
                self.box(left + x, top + y - 8, 10, 8)

    def column(self, number: int, left: float) -> None:
        """A headed column of eight lines."""
        self.canvas.setLineWidth(THIN)
        self.box(left, 207, 43.5, 9)
        self.centred(str(number), left + 21.75, 213.5, 14)
        self.canvas.setLineWidth(RULE)
        for row in range(1, 9):
            y = 216 + row * 7.6
            self.line(left, y, left + 43.5, y)

    def side(self, dark: bool) -> None:
        self.canvas.setStrokeColorRGB(0, 0, 0)
        self.canvas.setFillColorRGB(0, 0, 0)
        self.edge(dark)
        self.team()
        for index in range(8):
            column, row = divmod(index, 4)
            self.round(index + 1, 15 + 92 * column, 27 + 44 * row)
        for index in range(4):
            self.column(index + 1, 15 + 45.5 * index)
        self.canvas.showPage()


def main() -> None:
    sheet = Sheet(sys.argv[2])
    for _ in range(int(sys.argv[1])):
        sheet.side(dark=True)
        sheet.side(dark=False)
    sheet.canvas.save()


main()
