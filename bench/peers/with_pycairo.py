"""The same drawing by pycairo, text by its toy interface; fontconfig has to know the font."""

from math import pi

import cairo
from drawing import FONT, HEIGHT, PT, WIDTH, WORD_SIZE, WORD_Y, Drawing, Rgb, arguments, do


class Pycairo(Drawing):
    def __init__(self, path: str) -> None:
        self.surface = cairo.PDFSurface(path, WIDTH * PT, HEIGHT * PT)
        self.context = cairo.Context(self.surface)
        self.context.scale(PT, PT)
        self.context.select_font_face(FONT, cairo.FONT_SLANT_NORMAL, cairo.FONT_WEIGHT_BOLD)

    def end_page(self) -> None:
        self.context.show_page()

    def ink(self, color: Rgb) -> None:
        self.context.set_source_rgb(*color)

    def pen(self, weight: float) -> None:
        self.context.set_line_width(weight / PT)

    def type(self, size: float) -> None:
        self.context.set_font_size(size / PT)

    def line(self, x1: float, y1: float, x2: float, y2: float) -> None:
        self.context.move_to(x1, y1)
        self.context.line_to(x2, y2)
        self.context.stroke()

    def box(self, x: float, y: float, width: float, height: float) -> None:
        self.context.rectangle(x, y, width, height)
        self.context.stroke()

    def block(self, x: float, y: float, width: float, height: float) -> None:
        self.context.rectangle(x, y, width, height)
        self.context.fill()

    def ring(self, x: float, y: float, radius: float) -> None:
        self.context.new_sub_path()
        self.context.arc(x, y, radius, 0, 2 * pi)
        self.context.stroke()

    def disc(self, x: float, y: float, radius: float) -> None:
        self.context.new_sub_path()
        self.context.arc(x, y, radius, 0, 2 * pi)
        self.context.fill()

    def write(self, text: str, x: float, y: float) -> None:
        self.context.move_to(x, y)
        self.context.show_text(text)

    def centered(self, text: str, x: float, y: float) -> None:
        self.write(text, x - self.context.text_extents(text).x_advance / 2, y)

    def width(self, text: str) -> float:
        self.type(WORD_SIZE)
        return float(self.context.text_extents(text).x_advance)

    def word(self, text: str, x: float, y: float, size: float, *, turned: bool) -> None:
        self.context.save()
        self.context.translate(x, y)
        if turned:
            self.context.rotate(pi)
        self.type(size)
        self.centered(text, 0, WORD_Y)
        self.context.restore()

    def save(self) -> None:
        self.surface.finish()


do(Pycairo(arguments()[3]))
