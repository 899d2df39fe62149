"""Plain reportlab calls, each page drawn anew: what the ratios of this benchmark are to."""

from drawing import (
    FONT,
    FONT_FILE,
    HEIGHT,
    PT,
    WIDTH,
    WORD_SIZE,
    WORD_Y,
    Drawing,
    Rgb,
    arguments,
    do,
)
from reportlab.pdfbase.pdfmetrics import registerFont, stringWidth
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas


class Reportlab(Drawing):
    def __init__(self, path: str) -> None:
        registerFont(TTFont(FONT, str(FONT_FILE)))
        self.canvas = Canvas(path, pagesize=(WIDTH * PT, HEIGHT * PT))

    def end_page(self) -> None:
        self.canvas.showPage()

    def ink(self, color: Rgb) -> None:
        self.canvas.setStrokeColorRGB(*color)
        self.canvas.setFillColorRGB(*color)

    def pen(self, weight: float) -> None:
        self.canvas.setLineWidth(weight)

    def type(self, size: float) -> None:
        self.canvas.setFont(FONT, size)

    def line(self, x1: float, y1: float, x2: float, y2: float) -> None:
        self.canvas.line(x1 * PT, (HEIGHT - y1) * PT, x2 * PT, (HEIGHT - y2) * PT)

    def box(self, x: float, y: float, width: float, height: float) -> None:
        self.canvas.rect(x * PT, (HEIGHT - y - height) * PT, width * PT, height * PT)

    def block(self, x: float, y: float, width: float, height: float) -> None:
        low = (HEIGHT - y - height) * PT
        self.canvas.rect(x * PT, low, width * PT, height * PT, stroke=0, fill=1)

    def ring(self, x: float, y: float, radius: float) -> None:
        self.canvas.circle(x * PT, (HEIGHT - y) * PT, radius * PT)

    def disc(self, x: float, y: float, radius: float) -> None:
        self.canvas.circle(x * PT, (HEIGHT - y) * PT, radius * PT, stroke=0, fill=1)

    def write(self, text: str, x: float, y: float) -> None:
        self.canvas.drawString(x * PT, (HEIGHT - y) * PT, text)

    def centered(self, text: str, x: float, y: float) -> None:
        self.canvas.drawCentredString(x * PT, (HEIGHT - y) * PT, text)

    def width(self, text: str) -> float:
        return stringWidth(text, FONT, WORD_SIZE) / PT

    def word(self, text: str, x: float, y: float, size: float, *, turned: bool) -> None:
        self.canvas.saveState()
        self.canvas.translate(x * PT, (HEIGHT - y) * PT)
        if turned:
            self.canvas.rotate(180)
        self.canvas.setFont(FONT, size)
        self.canvas.drawCentredString(0, -WORD_Y * PT, text)
        self.canvas.restoreState()

    def save(self) -> None:
        self.canvas.save()


do(Reportlab(arguments()[3]))
