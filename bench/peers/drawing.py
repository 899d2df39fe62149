"""The two jobs that every peer does: a deck of cards and a pad of note sheets.

`Drawing` holds what is drawn, a subclass for each library how. Millimeters, from the upper left
corner, y downwards; sizes of type and weights of lines in points. `jobs.typ` draws the same again
in typst's own language.

    python bench/peers/with_NAME.py deck|pad COUNT WORDS FILE
"""

import sys
from pathlib import Path

FONT_FILE = Path(__file__).resolve().parents[2] / "ppgen" / "fonts" / "RobotoCondensed-Bold.ttf"
FONT = "Roboto Condensed"
PT = 72 / 25.4  # points in a millimeter

WIDTH, HEIGHT = 210.0, 297.0
CARD_WIDTH, CARD_HEIGHT, ACROSS = 63.0, 88.0, 3
LEFT, TOP = 10.5, 16.5  # of the nine cards on a page
RIGHT, BOTTOM = WIDTH - LEFT, HEIGHT - TOP
WORD_SIZE, WORD_ROOM, WORD_Y = 22.0, 51.0, -20.0  # pt; mm; the baseline from the card's middle
BLUE, ORANGE = (0.0, 0.3, 0.7), (0.9, 0.55, 0.0)
BLACK, WHITE = (0.0, 0.0, 0.0), (1.0, 1.0, 1.0)
MARK, THIN, RULE = 0.25, 0.5, 0.75

Rgb = tuple[float, float, float]


class Drawing:
    """What is drawn, in strokes that a library has to supply."""

    # --- what a library supplies

    def begin_page(self) -> None:
        """Start a page."""

    def end_page(self) -> None:
        """Finish a page."""

    def ink(self, color: Rgb) -> None:
        """Draw in a color from here on."""
        raise NotImplementedError

    def pen(self, weight: float) -> None:
        """Draw lines of a weight from here on."""
        raise NotImplementedError

    def type(self, size: float) -> None:
        """Write in a size from here on."""
        raise NotImplementedError

    def line(self, x1: float, y1: float, x2: float, y2: float) -> None:
        raise NotImplementedError

    def box(self, x: float, y: float, width: float, height: float) -> None:
        raise NotImplementedError

    def block(self, x: float, y: float, width: float, height: float) -> None:
        """Fill a rectangle."""
        raise NotImplementedError

    def ring(self, x: float, y: float, radius: float) -> None:
        raise NotImplementedError

    def disc(self, x: float, y: float, radius: float) -> None:
        raise NotImplementedError

    def write(self, text: str, x: float, y: float) -> None:
        """Write from a point to the right."""
        raise NotImplementedError

    def centered(self, text: str, x: float, y: float) -> None:
        raise NotImplementedError

    def width(self, text: str) -> float:
        """Return the width of a text in mm, in the size of a word."""
        raise NotImplementedError

    def word(self, text: str, x: float, y: float, size: float, *, turned: bool) -> None:
        """Write a word above the middle of a card, or upside down below it."""
        raise NotImplementedError

    def save(self) -> None:
        raise NotImplementedError

    # --- the deck

    def deck(self, words: list[str]) -> None:
        """Draw cards of four words, two on each side, nine to a leaf."""
        for first in range(0, len(words), 36):
            for back in (False, True):
                self.begin_page()
                self.marks()
                for slot in range(9):
                    at = first + 4 * slot + 2 * back
                    if at < len(words):
                        self.card(slot, words[at], words[at + 1], back=back)
                self.end_page()

    def marks(self) -> None:
        self.ink(BLACK)
        self.pen(MARK)
        for i in range(ACROSS + 1):
            x, y = LEFT + i * CARD_WIDTH, TOP + i * CARD_HEIGHT
            self.line(x, TOP - 7, x, TOP - 2)
            self.line(x, BOTTOM + 2, x, BOTTOM + 7)
            self.line(LEFT - 7, y, LEFT - 2, y)
            self.line(RIGHT + 2, y, RIGHT + 7, y)

    def card(self, slot: int, upper: str, lower: str, *, back: bool) -> None:
        row, column = divmod(slot, ACROSS)
        column = ACROSS - 1 - column if back else column
        x, y = LEFT + (column + 0.5) * CARD_WIDTH, TOP + (row + 0.5) * CARD_HEIGHT
        self.ink(BLACK)
        for text, turned in ((upper, False), (lower, True)):
            size = WORD_SIZE * min(1.0, WORD_ROOM / self.width(text))
            self.word(text, x, y, size, turned=turned)
        self.ink(ORANGE if back else BLUE)
        self.pen(1.6 * PT)
        self.ring(x - 7, y, 3.2)
        self.block(x - 3, y - 0.8, 14, 1.6)
        self.block(x + 6, y + 0.8, 1.6, 3)
        self.block(x + 9.4, y + 0.8, 1.6, 2.2)

    # --- the pad

    def pad(self, count: int) -> None:
        """Draw sheets with a black and a white side."""
        for _ in range(count):
            for dark in (True, False):
                self.begin_page()
                self.side(dark=dark)
                self.end_page()

    def side(self, *, dark: bool) -> None:
        self.ink(BLACK)
        self.pen(6 * PT if dark else THIN)
        for inset in (8,) if dark else (5, 11):
            self.box(inset, inset, WIDTH - 2 * inset, HEIGHT - 2 * inset)
        self.type(12)
        self.write("Team", 16, 21)
        self.pen(RULE)
        self.line(32, 22, 120, 22)
        for number in range(8):
            column, row = divmod(number, 4)
            self.round(str(number + 1), 15 + 92 * column, 27 + 44 * row)
        for number in range(4):
            self.column(str(number + 1), 15 + 45.5 * number)

    def round(self, number: str, x: float, y: float) -> None:
        """Draw a frame with its number in a dot, and three lines with two cells at their ends."""
        self.pen(THIN)
        self.box(x, y, 88, 42)
        self.disc(x + 6, y + 6, 3.5)
        self.ink(WHITE)
        self.type(10)
        self.centered(number, x + 6, y + 7.3)
        self.ink(BLACK)
        self.type(9)
        self.centered("?", x + 69, y + 8)
        self.centered("!", x + 81, y + 8)
        for below in (18, 28, 38):
            self.pen(RULE)
            self.line(x + 4, y + below, x + 60, y + below)
            self.pen(THIN)
            for cell in (64, 76):
                self.box(x + cell, y + below - 8, 10, 8)

    def column(self, number: str, x: float) -> None:
        """Draw a headed column of eight lines."""
        self.pen(THIN)
        self.box(x, 207, 43.5, 9)
        self.type(14)
        self.centered(number, x + 21.75, 213.5)
        self.pen(RULE)
        for line in range(1, 9):
            self.line(x, 216 + 7.6 * line, x + 43.5, 216 + 7.6 * line)


def arguments() -> tuple[str, int, str, str]:
    """Return the kind of job, the count, the file of words and the file to write."""
    kind, count, words, out = sys.argv[1:]
    return kind, int(count), words, out


def do(drawing: Drawing) -> None:
    """Draw what the command line names, and save it."""
    kind, count, words, _ = arguments()
    if kind == "deck":
        drawing.deck(Path(words).read_text(encoding="utf-8").split()[: 4 * count])
    else:
        drawing.pad(count)
    drawing.save()
