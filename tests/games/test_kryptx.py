"""The parts of Kryptx: counts and rules read back, paper folded in space, colours for all eyes."""

from __future__ import annotations

import io
import itertools
import math
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import pikepdf
import pypdfium2 as pdfium
import pytest

from ppgen.build import Printout
from ppgen.drawing.face import Face
from ppgen.drawing.ops import EllipseOp, LineOp, PathOp, RectOp, TextOp
from ppgen.geometry import Rect, Size
from ppgen.load.workspace import Workspace
from tests.support.colour import RGB, SEEN, distance
from tests.support.paper import A6_ON_A4, Cuts, Picture, blank, cut, leaf, turned_over
from tests.support.products import Build, Prepare, ops, texts
from tests.support.run import REPO, Runner
from tests.support.show_through import MARGIN, faces, ink, shown_through, told
from tests.support.show_through import PX as SHOWN

CARD = Size(44, 63)
LETTERS = "NSMPK"
STANDS = "ABCDEFGHI"
#: Letters that look like a stand or a nought: Greek, Cyrillic and Arabic ones.
ALIKE = "ΑΒΕΗΙΟАВСЕНОأاه٥"
LANGS = ["de", "en"]
NAMED = {"de": {"6": ["sechs"], "9": ["neun"]}, "en": {"6": ["six"], "9": ["nine"]}}
#: A page for each card, so that a page's text is the card's.
APART = ("--paper", "44x63mm", "--margin", "3")
# Cards lie across A4, three by six; eight alone in a block in the middle, two by four.
MINI_ON_A4 = Cuts(tuple((10.5 + 63 * c, 16.5 + 44 * r) for r in range(6) for c in range(3)), 63, 44)
EIGHT_ON_A4 = Cuts(tuple((42 + 63 * c, 60.5 + 44 * r) for r in range(4) for c in range(2)), 63, 44)


def front(done: Printout) -> Face:
    return done.groups[0].fronts[0]


def strings(face: Face) -> list[str]:
    return [op.text for op in ops(face) if isinstance(op, TextOp)]


def fills(face: Face) -> Iterator[tuple[PathOp, RGB]]:
    """Give signs with the colour they are filled with."""
    for op in ops(face):
        if isinstance(op, PathOp) and op.paint.fill:
            fill = op.paint.fill
            yield op, (fill.red, fill.green, fill.blue)


def rings(face: Face, width: float) -> list[EllipseOp]:
    """Find the circles of a diameter, whether their line lies inside it or not."""
    return [
        op for op in ops(face) if isinstance(op, EllipseOp) and abs(op.rect.width - width) < 0.3
    ]


# --- numbers and controls ---


@pytest.mark.parametrize("lang", LANGS)
def test_fifty_numbers_each_once(build: Build, lang: str) -> None:
    pages = texts(build("kryptx/numbers", "--lang", lang, *APART))
    assert len(pages) == 100
    cards = []
    for page in pages[::2]:
        found = Counter(page.split())
        assert set(found.values()) == {2}, "both ends say the same"
        digit, letter, *word = sorted(found)
        assert word == NAMED[lang].get(digit, []), "from the other end a six is a nine"
        cards.append((letter, int(digit)))
    assert cards == list(itertools.product(LETTERS, range(10)))
    assert not any(page.split() for page in pages[1::2]), "a back has no text"


def test_a_number_is_told_by_shape_colour_and_place(placed: Prepare) -> None:
    (group,) = placed("kryptx/numbers").groups
    looks: dict[str, tuple[object, object]] = {}
    for number, face in enumerate(group.fronts):
        letter, value = LETTERS[number // 10], number % 10
        (one, colour), (other, same) = fills(face)
        assert colour == same
        outline = tuple(
            (kind, *(round(v - (one.bounds.x, one.bounds.y)[i % 2], 3) for i, v in enumerate(at)))
            for kind, at in one.commands
        )
        looks.setdefault(letter, (outline, colour))
        assert looks[letter] == (outline, colour)
        small = [op for op in rings(face, 2.4) if op.paint.stroke]
        full = [op for op in rings(face, 2.4) if op.paint.fill]
        assert (len(small), len(full)) == (20, 2)
        upper = sorted(op.rect.x for op in small if op.rect.y < 31)
        places = [upper.index(min(upper, key=lambda x: abs(x - op.rect.x - 0.1)))
                  for op in full if op.rect.y < 31]  # fmt: skip
        assert places == [value]
        # Turned, a six is a nine: a line under it at both ends.
        lines = [op for op in ops(face) if isinstance(op, RectOp)]
        assert len(lines) == (2 if value in {6, 9} else 0)
        assert one.bounds.y + one.bounds.bottom + other.bounds.y + other.bounds.bottom == (
            pytest.approx(2 * 63)
        ), "one end is the other, turned"
    assert len(set(looks.values())) == len({shape for shape, _ in looks.values()}) == 5


@pytest.mark.parametrize(("lang", "right", "wrong"), [("de", "RICHTIG", "FALSCH"),
                                                      ("en", "RIGHT", "WRONG")])  # fmt: skip
def test_four_right_and_four_wrong(
    build: Build, placed: Prepare, lang: str, right: str, wrong: str
) -> None:
    pages = texts(build("kryptx/controls", "--lang", lang, *APART))
    assert [page.strip() for page in pages[::2]] == [right] * 4 + [wrong] * 4
    (group,) = placed("kryptx/controls", lang).groups
    signs = [next(fills(face)) for face in group.fronts]
    assert len({(sign.commands, colour) for sign, colour in signs}) == 2
    assert len({sign.commands for sign, _ in signs[:4]}) == 1
    # All that tells is well within the black disc behind it, be front and back 0.9 mm apart.
    (disc,) = [op.rect for op in ops(group.backs[0]) if isinstance(op, EllipseOp)]
    for face in group.fronts:
        (sign, _), *_ = fills(face)
        for part in (sign.bounds, *(op.bounds for op in ops(face) if isinstance(op, TextOp))):
            for x, y in itertools.product((part.x, part.right), (part.y, part.bottom)):
                assert math.hypot(x - 22, y - 31.5) < disc.width / 2 - 0.9


@pytest.mark.parametrize("product", ["numbers", "controls"])
@pytest.mark.parametrize("duplex", ["long", "short"])
def test_every_back_draws_the_same(build: Build, product: str, duplex: str) -> None:
    with pikepdf.open(io.BytesIO(build(f"kryptx/{product}", "--duplex", duplex))) as pdf:
        drawn = Counter[object]()
        for page in list(pdf.pages)[1::2]:
            placed, frames = [], []
            for one in pikepdf.parse_content_stream(page):
                if str(one.operator) == "Do":
                    placed.append(page.Resources.XObject[str(one.operands[0])].read_bytes())
                elif str(one.operator) == "cm":
                    frames.append(tuple(float(v) for v in one.operands[:4]))
            cards = [form for form in placed if form == placed[0]]
            assert len(set(frames[1 : len(cards) + 1])) == 1, "all turned the same way"
            drawn.update(cards)
        assert list(drawn.values()) == [50 if product == "numbers" else 8]


@pytest.mark.slow
@pytest.mark.parametrize("product", ["numbers", "controls"])
@pytest.mark.parametrize("duplex", ["long", "short"])
def test_a_back_lies_behind_every_front(build: Build, product: str, duplex: str) -> None:
    one = leaf(build(f"kryptx/{product}", "--duplex", duplex), 0)
    behind = turned_over(one.back, duplex)
    cuts = MINI_ON_A4 if product == "numbers" else EIGHT_ON_A4
    backs = []
    for corner in cuts.corners:
        face, back = cut(one.front, corner, cuts), cut(behind, corner, cuts)
        assert not blank(face)
        assert not blank(back)
        backs.append(inner(back))
    for back in backs:
        assert apart(back, backs[0]) < 0.001
        assert apart(back, np.rot90(back, 2)) < 0.01, "a turned card tells nothing"


def inner(face: Picture) -> Picture:
    """Return what stands in a face; cut marks touch its edges."""
    return face[36:-36, 36:-36]


def apart(one: Picture, other: Picture) -> float:
    """Tell by how much two pictures differ, as a share of all there is."""
    return float(np.abs(one - other).mean())


@pytest.mark.parametrize("product", ["numbers", "controls"])
def test_backs_may_be_left_out(build: Build, product: str) -> None:
    pages = len(pdfium.PdfDocument(build(f"kryptx/{product}")))
    assert len(pdfium.PdfDocument(build(f"kryptx/{product}", "--duplex", "none"))) == pages
    assert len(pdfium.PdfDocument(build(f"kryptx/{product}", "--fronts"))) == pages / 2


# --- colours ---


@pytest.fixture(scope="session")
def colours(placed: Prepare) -> dict[str, RGB]:
    """The five colours by letter, and those of right and wrong, as the cards draw them."""
    (numbers,), (controls,) = placed("kryptx/numbers").groups, placed("kryptx/controls").groups
    found = {LETTERS[n]: next(fills(numbers.fronts[10 * n]))[1] for n in range(5)}
    for name, face in (("right", controls.fronts[0]), ("wrong", controls.fronts[4])):
        found[name] = next(fills(face))[1]
    return found


@pytest.mark.parametrize("eye", SEEN)
def test_no_two_colours_look_alike(colours: dict[str, RGB], eye: str) -> None:
    near = {
        (one, other): distance(colours[one], colours[other], eye)
        for one, other in itertools.combinations(colours, 2)
        if (one, other) != ("right", "wrong")
    }
    assert len(near) == 20
    assert {pair: round(far, 1) for pair, far in near.items() if far < 12} == {}


def test_grey_prints_show_every_sign(build: Build) -> None:
    """Shape, letter, tick and cross are there without any colour, and no two are alike."""
    cards = pdfium.PdfDocument(build("kryptx/numbers", "--lang", "en", *APART))
    controls = pdfium.PdfDocument(build("kryptx/controls", "--lang", "en", *APART))
    grey = [in_grey(cards, 20 * n) for n in range(5)]
    shapes = [window(page, 29, 5, 40, 16) for page in grey]
    letters = [window(page, 29, 17, 40, 26) for page in grey]
    signs = [window(in_grey(controls, page), 16, 24, 28, 36) for page in (0, 8)]
    for kind in (shapes, letters, signs):
        for sign in kind:
            assert sign.max() > 0.3, "dark enough to see"
        masks = [sign > sign.max() / 2 for sign in kind]
        for one, other in itertools.combinations(masks, 2):
            assert (one ^ other).sum() > 0.15 * max(one.sum(), other.sum())


def in_grey(document: pdfium.PdfDocument, page: int) -> Picture:
    pixels = document[page].render(scale=10 / 72 * 25.4, grayscale=True).to_numpy()
    return 1 - pixels.reshape(pixels.shape[:2]) / 255


def window(page: Picture, x: float, y: float, right: float, bottom: float) -> Picture:
    return page[round(10 * y) : round(10 * bottom), round(10 * x) : round(10 * right)]


@pytest.mark.parametrize("lang", Workspace(REPO).languages("kryptx/labels"))
def test_names_of_colours_begin_with_their_letters(lang: str) -> None:
    (file,) = Workspace(REPO).labels("kryptx/labels", lang)
    labels = {str(k): str(v) for k, v in file.texts.items()}
    names = [key.removesuffix("_letter") for key in labels if key.endswith("_letter")]
    letters = [labels[f"{name}_letter"] for name in names]
    assert [labels[name][0] for name in names] == letters
    assert len(set(letters)) == 5
    assert not set(letters) & set(STANDS + "0O" + ALIKE), "no stand and no nought"


# --- the pad ---

PADS = [("a4", "all", 9), ("a4", "2", 4), ("letter", "3", 6), ("a4", "4", 6), ("letter", "all", 9)]


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize(("paper", "players", "rows"), PADS)
def test_pad_holds_all_cards_and_a_row_a_code_card(
    placed: Prepare, paper: str, players: str, rows: int, lang: str
) -> None:
    choice = players if players == "all" else int(players)
    done = placed("kryptx/pad", lang, paper, players=choice)
    face = front(done)
    assert done.leaves == 10, "four sheets a leaf"
    slots = [slot for _, sheet in done.sheets() for slot in sheet.slots]
    assert done.pieces == len(slots) == 40, "nothing on the back"
    assert face.size == (Size(105, 148) if paper == "a4" else Size(107.95, 139.7))
    found = [op for op in ops(face) if isinstance(op, TextOp)]
    counted = Counter(op.text for op in found)
    # Ten digits for each colour and for each code card; 2, 3 and 4 also in the head.
    for value in range(10):
        assert counted[str(value)] == 5 + rows + (value in {2, 3, 4})
    assert [counted[letter] for letter in LETTERS] == [1] * 5
    printed = rows if players == "all" else 0
    assert [counted[letter] for letter in STANDS] == [2 if printed else 0] * 9
    strips = rings(face, 4.3)
    assert len(strips) == 10 * rows
    strips.sort(key=lambda op: (round(op.rect.y, 3), op.rect.x))
    for row in (strips[i : i + 10] for i in range(0, len(strips), 10)):
        inside = [t.text for t in sorted(found, key=lambda t: t.bounds.x)
                  if any(holds(op.rect, t.bounds) for op in row)]  # fmt: skip
        assert inside == list("0123456789")
    outlined = [op for op in ops(face) if isinstance(op, PathOp) and not op.paint.fill]
    assert len(outlined) == 5 * rows, "open, so that a mark in them shows"
    answers = [op for op in ops(face) if isinstance(op, RectOp) and abs(op.rect.height - 10.8) < 1]
    assert len(answers) == rows
    assert (counted["Notes"] + counted["Notizen"] == 1) == (players != "all"), "rows take its room"
    upright = [op for op in ops(face) if isinstance(op, LineOp) and op.start.x == op.end.x]
    cells = [op for op in upright if abs(op.end.y - op.start.y) == pytest.approx(5.6, abs=0.3)]
    assert len(cells) == 50, "room for the stand at which each card lies"
    discs = [op for op in rings(face, 1.9) if op.paint.fill]
    cards = {"all": 9, "2": 4, "3": 3, "4": 2}[players]
    assert len(discs) == cards
    assert len(rings(face, 1.9)) == 9


def holds(outer: Rect, part: Rect) -> bool:
    x, y = (part.x + part.right) / 2, (part.y + part.bottom) / 2
    return outer.x < x < outer.right and outer.y < y < outer.bottom


def test_pad_is_cut_and_stacked_and_its_back_blank(build: Build) -> None:
    data = build("kryptx/pad", "--lang", "de")
    pages = texts(data)
    assert len(pages) == 10
    assert all(page.count("Alle 50 Karten") == 4 for page in pages)
    assert all(page.count("Inoffizieller Fan-Druck") == 4 for page in pages)


@pytest.mark.slow
@pytest.mark.parametrize("duplex", ["long", "short"])
def test_pattern_covers_every_back(build: Build, duplex: str) -> None:
    args = ("kryptx/pad", "--back", "pattern", "--count", "3", "--duplex", duplex)
    data = build(*args)
    assert not texts(data)[1].split()
    one = leaf(data, 0)
    behind = turned_over(one.back, duplex)
    backs = [inner(cut(behind, corner, A6_ON_A4)) for corner in A6_ON_A4.corners]
    fronts = [cut(one.front, corner, A6_ON_A4) for corner in A6_ON_A4.corners]
    assert [blank(face) for face in fronts] == [False] * 3 + [True]
    for back in backs[:3]:
        assert apart(back, backs[0]) < 0.001
    assert not backs[3].any()


def test_pattern_is_printed_even_one_side_at_a_time(build: Build) -> None:
    asked = ("kryptx/pad", "--back", "pattern", "--count", "4", "--duplex", "none")
    assert len(texts(build(*asked))) == 2


# --- what shines through ---

#: Where fronts differ on a number card, and most on a control card.
NUMBER = {"digit": Rect(3, 4, 14, 23), "rings": Rect(3, 27.5, 38, 4), "shape": Rect(28, 4, 13, 24)}
CONTROL = Rect(16.6, 25, 10.8, 10.8)


def sides(build: Build, *args: str) -> tuple[list[Picture], Picture]:
    """Render the fronts of a product, and the back that they share."""
    both = faces(build(*args, "--margin", "0"))
    assert all((back == both[1]).all() for back in both[3::2])
    return both[::2], both[1]


@pytest.mark.slow
@pytest.mark.parametrize("place", NUMBER)
def test_no_number_is_told_from_behind(build: Build, place: str) -> None:
    fronts, back = sides(build, "kryptx/numbers", "--lang", "de", "--paper", "mini")
    alike = fronts[8::10] if place == "shape" else fronts[:10]
    assert told(alike, back, NUMBER[place]) < MARGIN
    assert told(alike, np.ones_like(back), NUMBER[place]) > MARGIN
    assert ink(back) < 0.1


@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGS)
def test_no_control_card_is_told_from_behind(build: Build, lang: str) -> None:
    fronts, back = sides(build, "kryptx/controls", "--lang", lang, "--paper", "mini")
    alike = [fronts[0], fronts[4]]
    assert told(alike, back) < MARGIN
    assert told(alike, back, CONTROL) < MARGIN
    assert told(alike, np.ones_like(back), CONTROL) > 2 * MARGIN
    seen = [shown_through(front, back) for front in alike]
    assert abs(seen[0] - seen[1]).max() < 0.01, "nothing at all"
    assert ink(back) < 0.1


@pytest.mark.slow
@pytest.mark.parametrize("mark", ["cross", "ring", "open"])
@pytest.mark.parametrize("lang", ["de", "ar"])
def test_no_mark_on_the_pad_is_told_from_behind(
    build: Build, placed: Prepare, lang: str, mark: str
) -> None:
    pattern = ("--back", "pattern", "--count", "1", "--paper", "a6")
    (sheet,), back = sides(build, "kryptx/pad", "--lang", lang, *pattern)
    strip = sorted(rings(front(placed("kryptx/pad", lang)), 4.3), key=lambda op: op.rect.y)[:10]
    at = sorted((op.rect for op in strip), key=lambda rect: rect.x)
    if mark == "open":  # all are crossed out but one, which is ringed
        sheets = [penned(sheet, at[:v] + at[v + 1 :], [one]) for v, one in enumerate(at)]
    else:
        sheets = [
            penned(sheet, [one], []) if mark == "cross" else penned(sheet, [], [one]) for one in at
        ]
    place = Rect(at[0].x - 1, at[0].y - 1, at[-1].right - at[0].x + 2, at[0].height + 2)
    assert told(sheets, back, place) < MARGIN
    assert told(sheets, np.ones_like(back), place) > MARGIN
    assert ink(back) < 0.1


@pytest.mark.slow
def test_no_card_struck_out_on_the_pad_is_told_from_behind(build: Build, placed: Prepare) -> None:
    pattern = ("--back", "pattern", "--count", "1", "--paper", "a6")
    (sheet,), back = sides(build, "kryptx/pad", "--lang", "de", *pattern)
    words = [op for op in ops(front(placed("kryptx/pad", "de"))) if isinstance(op, TextOp)]
    (letter,) = [op for op in words if op.text == "M"]
    at = [op.bounds for op in words if op.text.isdigit() and abs(op.origin.y - letter.origin.y) < 2]
    assert len(at) == 10
    sheets = [penned(sheet, [one], []) for one in at]
    place = Rect(16, at[0].y - 2, 84, at[0].height + 4)
    assert told(sheets, back, place) < MARGIN
    assert told(sheets, np.ones_like(back), place) > MARGIN


def penned(sheet: Picture, crossed: list[Rect], ringed: list[Rect]) -> Picture:
    """Draw with a pen of 0.5 mm over small circles."""
    rows, columns = (np.indices(sheet.shape) + 0.5) / SHOWN
    out = sheet.copy()
    for rect in crossed:
        x, y = columns - rect.x - rect.width / 2, rows - rect.y - rect.height / 2
        lines = np.minimum(abs(x - y), abs(x + y)) < 0.35
        out[lines & (np.maximum(abs(x), abs(y)) < 2)] = 0.1
    for rect in ringed:
        x, y = columns - rect.x - rect.width / 2, rows - rect.y - rect.height / 2
        out[abs(np.hypot(x, y) - 2.4) < 0.25] = 0.1
    return out


# --- the evening's tally ---


@pytest.mark.parametrize(("paper", "games"), [("a4", 10), ("letter", 10), ("a4", 4), ("a4", 12)])
def test_tally_has_a_row_a_game_and_a_column_a_player(
    placed: Prepare, paper: str, games: int
) -> None:
    done = placed("kryptx/scores", paper=paper, games=games)
    assert (done.pieces, done.leaves, done.pages) == (12, 3, 6)
    face = front(done)
    found = Counter(strings(face))
    for number in range(1, games + 1):
        assert found[str(number)] == 1 + (number <= 4), "games, and four players"
    cracked, failed = rings(face, 6.8 if games == 4 else 5), rings(face, 2.6)
    assert (len(cracked), len(failed)) == (4 * games, 3 * 4 * games)
    assert len({round(op.rect.x, 2) for op in cracked}) == 4
    assert len({round(op.rect.y, 2) for op in cracked}) == games
    # A tick and a cross head each player's columns, lead the two sums and stand in the legend.
    assert len(list(fills(face))) == 2 * 4 + 2 + 2


# --- stands: paper folded in space ---


@dataclass(frozen=True)
class Tent:
    """A stand, folded as its marks say: x to the side, y towards the front, z up, in mm.

    All folds go away from the print. The floor runs back from the front side's foot; the flap runs
    forward from the foot of the back side, and lies on the floor.
    """

    face: Face
    folds: tuple[float, ...]

    @property
    def panels(self) -> tuple[float, ...]:
        edges = (0.0, *self.folds, self.face.size.height)
        return tuple(b - a for a, b in itertools.pairwise(edges))

    @property
    def height(self) -> float:
        return math.sqrt(self.panels[1] ** 2 - (self.panels[3] / 2) ** 2)

    def at(self, x: float, y: float) -> np.ndarray:
        """Give where a place on the sheet is, once folded."""
        _, side, _, floor = self.panels
        way = 1 if y > self.folds[1] else -1
        far = abs(y - self.folds[1])
        if far <= side:
            depth, up = floor / 2 * far / side, self.height * (1 - far / side)
        else:
            depth, up = floor / 2 - (far - side), 0.0
        # Seen from the front, the left of the sheet is on the left.
        return np.array([self.face.size.width - x, way * depth, up])

    def along(self, x: float, y: float, dx: float, dy: float) -> np.ndarray:
        """Return the way that a line on the sheet takes in space."""
        step = 0.01
        return (self.at(x + dx * step, y + dy * step) - self.at(x, y)) / step

    def outward(self, x: float, y: float) -> np.ndarray:
        """Give where the printed side looks."""
        return np.cross(self.along(x, y, 0, 1), self.along(x, y, 1, 0))


def tent(face: Face) -> tuple[Tent, LineOp, Rect]:
    """Read folds, the slit in the ridge and the slot in the floor from what is drawn."""
    lines = [op for op in ops(face) if isinstance(op, LineOp)]
    folds = tuple(sorted({round(op.start.y, 6) for op in lines if op.paint.dash}))
    (slit,) = [op for op in lines if not op.paint.dash]
    (slot,) = [op.rect for op in ops(face)
               if isinstance(op, RectOp) and op.paint.stroke and op.rect.height < 2]  # fmt: skip
    return Tent(face, folds), slit, slot


CARDS = [(CARD, "mini"), (Size(63, 88), "standard"), (Size(63.5, 88.9), "poker")]


@pytest.mark.parametrize(("card", "name"), CARDS)
def test_stand_folds_into_a_tent_that_stands(placed: Prepare, card: Size, name: str) -> None:
    one, _, _ = tent(front(placed("kryptx/stands", card=name)))
    assert len(one.panels) == 4, "flap, side, side, floor: three folds"
    flap, back, ahead, floor = one.panels
    assert back == pytest.approx(ahead)
    assert 2 * back > floor + 10, "the sides reach each other over the floor"
    width = one.face.size.width
    # The floor's edge lies at the foot of the back side, and the flap flat on the floor.
    assert one.at(width / 2, sum(one.panels)) == pytest.approx(one.at(width / 2, one.folds[0]))
    assert one.at(width / 2, 0)[2] == 0
    # It must not tip: heavy card (300 g/m2), light tent (160 g/m2), weights at their middles.
    paper = sum(one.panels) * width * 160
    middle = 2 * back * one.height / 2 / sum(one.panels)
    high = (paper * middle + card.width * card.height * 300 * card.height / 2) / (
        paper + card.width * card.height * 300
    )
    assert math.degrees(math.atan(floor / 2 / high)) > 25
    # The flap's print looks down, to the floor's inside: that is where the glue is.
    (glue,) = [op.rect for op in ops(one.face) if isinstance(op, RectOp) and op.paint.hatch]
    assert glue.bottom < flap
    assert one.outward(width / 2, flap / 2) == pytest.approx([0, 0, -1], abs=1e-6)
    assert one.outward(width / 2, sum(one.panels) - 2) == pytest.approx([0, 0, -1], abs=1e-6)


@pytest.mark.parametrize(("card", "name"), CARDS)
def test_slit_and_slot_hold_the_card(placed: Prepare, card: Size, name: str) -> None:
    one, slit, slot = tent(front(placed("kryptx/stands", card=name)))
    assert slit.start.y == slit.end.y == pytest.approx(one.folds[1]), "in the ridge"
    opened = abs(slit.end.x - slit.start.x)
    assert card.width + 0.5 <= opened <= card.width + 2
    bridges = (one.face.size.width - opened) / 2
    assert bridges >= 6, "enough paper beside the slit"
    assert min(slit.start.x, slit.end.x) == pytest.approx(bridges)
    assert slot.x == pytest.approx(bridges), "one below the other"
    assert slot.width == pytest.approx(opened)
    edges = [one.at(slot.x, y) for y in (slot.y, slot.bottom)]
    assert sorted(at[1] for at in edges) == pytest.approx([-0.6, 0.6], abs=1e-4), (
        "right under the ridge"
    )
    assert all(at[2] == 0 for at in edges), "down to the table"
    # The flap, on the floor, leaves the slot open.
    assert one.at(slot.x, 0)[1] < -2
    # Upright, with the whole upper half of the card to see.
    assert card.height - one.height > 0.6 * card.height


@pytest.mark.parametrize("lang", LANGS)
def test_nine_letters_upright_on_both_sides(placed: Prepare, build: Build, lang: str) -> None:
    (page,) = texts(build("kryptx/stands", "--lang", lang))
    assert Counter("".join(re.findall(r"^[A-Z]{1,2}\b", page, re.M))) == dict.fromkeys(STANDS, 2)
    for face, letter in zip(placed("kryptx/stands", lang).groups[0].fronts, STANDS, strict=True):
        one, _, _ = tent(face)
        shown = [op for op in ops(face) if isinstance(op, TextOp) and op.text == letter]
        looks = []
        for op in shown:
            x, y = (op.bounds.x + op.bounds.right) / 2, (op.bounds.y + op.bounds.bottom) / 2
            way = {0: 1, 180: -1}[op.turn]
            up, on = one.along(x, y, 0, -way), one.along(x, y, way, 0)
            out = one.outward(x, y)
            assert up[2] > 0.8, "its top is up"
            assert out[2] > 0.3, "it looks a little upwards"
            # Who stands before it sees it run from his left to his right.
            assert np.cross(-out * [1, 1, 0], [0, 0, 1]) @ on > 0.8
            looks.append(round(float(np.sign(out[1]))))
        assert sorted(looks) == [-1, 1], "once to the front, once to the back"
        full = [op for op in rings(face, 2.4) if op.paint.fill]
        assert len(full) == 2
        middle = face.size.width / 2
        from_left = 4 + round((full[1].rect.x + 1.2 - middle) / 3.6)
        assert from_left == STANDS.index(letter)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_nine_stands_take_one_leaf(placed: Prepare, paper: str) -> None:
    done = placed("kryptx/stands", paper=paper)
    assert (done.pieces, done.leaves, done.pages) == (9, 1, 1)


def test_unknown_card(ppgen: Runner) -> None:
    ran = ppgen("make", "kryptx/stands", "--card", "pokre")
    assert ran.code == 2
    assert "did you mean `poker`?" in ran.err


# --- slips and the aid ---


@pytest.mark.parametrize("lang", LANGS)
def test_slips_ask_one_thing_of_one_stand(placed: Prepare, lang: str) -> None:
    done = placed("kryptx/slips", lang)
    assert (done.pieces, done.leaves) == (36, 2), "two full leaves"
    found = Counter(strings(front(done)))
    for sign in (*STANDS, *"0123456789", *LETTERS):
        assert found[sign] == 1
    assert len(rings(front(done), 4.4)) == 9 + 10, "stands and values"
    assert not list(fills(front(done))), "no tick, no cross: the answer is spoken"
    thin = [op for op in ops(front(done)) if isinstance(op, LineOp) and op.paint.weight < 0.2]
    assert len(thin) == 1, "a line for who asks"


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize(("paper", "size"), [("a4", None), ("letter", None), ("a4", "poker")])
def test_aid_fits_and_can_be_read(placed: Prepare, paper: str, size: str | None, lang: str) -> None:
    done = placed("kryptx/aid", lang, paper, size=size)
    assert (done.pieces, done.leaves) == (8 if size else 4, 1), "poker cards come in twos"
    (group,) = done.groups
    parts = 2 if size else 1
    for face in (*group.fronts[:parts], *group.backs[:parts]):
        found = [op for op in ops(face) if isinstance(op, TextOp)]
        assert all(op.size >= 6 for op in found)
        lines = [op for op in found if len(op.text) > 25]
        assert all(op.size >= 7 for op in lines)
        assert len({op.size for op in lines}) == 1, "one size for all running text"
    setup = group.fronts[parts - 1]
    said = " ".join(strings(setup))
    assert all(word in said for word in DEALT[lang])
    discs = [op for op in ops(setup) if isinstance(op, EllipseOp) and op.paint.fill]
    scale = max(0.7, min(1, setup.size.width / 105))
    dealt = Counter(round(op.rect.y, 2) for op in discs if abs(op.rect.width - 2.2 * scale) < 0.01)
    assert [dealt[y] for y in sorted(dealt)] == [4, 3, 2], "code cards for 2, 3 and 4 players"
    assert strings(setup).count("4") == 1


DEALT = {"de": ["Nacht", "See", "Mais", "Pflaume", "Kohle"],
         "en": ["Navy", "Sky", "Maize", "Plum", "Kohl"]}  # fmt: skip


@pytest.mark.parametrize("duplex", ["long", "short"])
def test_aid_is_printed_on_both_sides(build: Build, duplex: str) -> None:
    pages = texts(build("kryptx/aid", "--lang", "de", "--duplex", duplex))
    assert ["DEIN ZUG" in p for p in pages] == [True, False]
    assert ["LÖSEN" in p for p in pages] == [False, True]
