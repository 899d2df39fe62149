"""The same drawing by fpdf2."""

from drawing import FONT, FONT_FILE, PT, WORD_SIZE, WORD_Y, Drawing, Rgb, arguments, do
from fpdf import FPDF


class Fpdf2(Drawing):
    def __init__(self, path: str) -> None:
        self.path = path
        self.pdf = FPDF(unit="mm", format="A4")
        self.pdf.set_auto_page_break(False)
        self.pdf.add_font(FONT, "", str(FONT_FILE))
        self.pdf.set_font(FONT, size=WORD_SIZE)

    def begin_page(self) -> None:
        self.pdf.add_page()

    def ink(self, color: Rgb) -> None:
        red, green, blue = (round(255 * part) for part in color)
        self.pdf.set_draw_color(red, green, blue)
        self.pdf.set_fill_color(red, green, blue)
        self.pdf.set_text_color(red, green, blue)

    def pen(self, weight: float) -> None:
        self.pdf.set_line_width(weight / PT)

    def type(self, size: float) -> None:
        self.pdf.set_font_size(size)

    def line(self, x1: float, y1: float, x2: float, y2: float) -> None:
        self.pdf.line(x1, y1, x2, y2)

    def box(self, x: float, y: float, width: float, height: float) -> None:
        self.pdf.rect(x, y, width, height)

    def block(self, x: float, y: float, width: float, height: float) -> None:
        self.pdf.rect(x, y, width, height, style="F")

    def ring(self, x: float, y: float, radius: float) -> None:
        self.pdf.circle(x, y, radius)

    def disc(self, x: float, y: float, radius: float) -> None:
        self.pdf.circle(x, y, radius, style="F")

    def write(self, text: str, x: float, y: float) -> None:
        self.pdf.text(x, y, text)

    def centered(self, text: str, x: float, y: float) -> None:
        self.pdf.text(x - self.pdf.get_string_width(text) / 2, y, text)

    def width(self, text: str) -> float:
        self.pdf.set_font_size(WORD_SIZE)
        return self.pdf.get_string_width(text)

    def word(self, text: str, x: float, y: float, size: float, *, turned: bool) -> None:
        self.pdf.set_font_size(size)
        if turned:
            with self.pdf.rotation(180, x, y):
                self.centered(text, x, y + WORD_Y)
        else:
            self.centered(text, x, y + WORD_Y)

    def save(self) -> None:
        self.pdf.output(self.path)


do(Fpdf2(arguments()[3]))
