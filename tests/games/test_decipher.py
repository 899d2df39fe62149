"""Decipher: the alphabet and its figures; what every product prints, read back from the PDFs."""

from __future__ import annotations

import ctypes
import math
import re
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import pypdfium2 as pdfium
import pypdfium2.raw as raw
import pytest
from PIL import Image, ImageDraw

from ppgen.build import Fonts, Printout, make_pdf
from ppgen.drawing import svgpath
from ppgen.drawing.face import Face
from ppgen.drawing.ops import EllipseOp, LineOp, Op, PathOp, RectOp, TextOp
from ppgen.geometry import Rect, Size, turn_into
from ppgen.load.workspace import Workspace
from ppgen.pdf.document import Page, Placed
from tests.support.products import Build, Prepare
from tests.support.run import REPO

Corners = list[tuple[float, float]]
Rgb = tuple[int, int, int]

#: What the rules say: the pieces of the set, and the colours they are printed in.
SET = {"long": 16, "short": 16, "wide": 8, "tight": 8}
COLOUR: dict[str, Rgb] = {
    "long": (0xC8, 0x10, 0x2E), "short": (0xF5, 0xBD, 0x1F),
    "wide": (0x14, 0x3F, 0x8F), "tight": (0x2B, 0xA9, 0x8A),
}  # fmt: skip
GREEN: Rgb = (0x00, 0x80, 0x5C)
ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
VIEW = Size(32, 26)
#: Letters in which one piece lies on another.
CROSSED = {"B", "Q", "X"}
LABELS = {
    "en": {"game": "GAME", "guess": "Guess", "bonus": "Bonus", "solved": "Solved", "no": "No",
           "letters": "LETTERS", "total": "TOTAL", "word": "Secret word", "setter": "Set by"},
    "de": {"game": "SPIEL", "guess": "Tipp", "bonus": "Bonus", "solved": "Gelöst", "no": "Nein",
           "letters": "BUCHSTABEN", "total": "SUMME", "word": "Geheimes Wort",
           "setter": "Gestellt von"},
}  # fmt: skip
MM = 25.4 / 72
LANGS = ["de", "en"]
PAPERS = ["a4", "letter"]


# --- the alphabet ---


@cache
def bank(name: str, lang: str) -> dict[str, Any]:
    found = Workspace(REPO).bank(f"decipher/{name}", lang)
    assert found is not None
    return {"words": [str(w) for w in found.words], **found.values}


def letters() -> dict[str, list[dict[str, str]]]:
    """Return each letter's placed pieces: kind and path."""
    return bank("alphabet", "de")["letters"]


def needed(word: str) -> Counter[str]:
    """Count the pieces that a word takes."""
    built = letters()
    return Counter(str(p["kind"]) for letter in word for p in built[letter])


def spelt(word: str) -> str:
    """Spell a word with the letters there are: an umlaut and a sharp s take two."""
    for one, two in (("Ä", "AE"), ("Ö", "OE"), ("Ü", "UE"), ("ß", "SS")):
        word = word.replace(one, two).replace(one.lower(), two)
    return word.upper()


def flat(path: str) -> Corners:
    """Walk along a path, its curves in small steps."""
    out: Corners = []
    for kind, v in svgpath.parse(path, VIEW, None):
        if kind in {"M", "L"}:
            out.append((v[0], v[1]))
        elif kind == "C":
            ends = [out[-1], (v[0], v[1]), (v[2], v[3]), (v[4], v[5])]
            for t in np.linspace(0, 1, 25)[1:]:
                w = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
                x, y = (sum(a * p[k] for a, p in zip(w, ends, strict=True)) for k in (0, 1))
                out.append((x, y))
    return out


def area(corners: Corners) -> float:
    pairs = zip(corners, [*corners[1:], corners[0]], strict=True)
    return abs(sum(x * v - u * y for (x, y), (u, v) in pairs)) / 2


def reach(corners: Corners) -> float:
    """Return the largest distance between two corners: as good as a fingerprint beside the area."""
    points = np.array(corners)
    return float(np.linalg.norm(points[:, None] - points[None], axis=2).max())


def test_bank_is_what_the_script_writes() -> None:
    script = [sys.executable, str(REPO / "scripts/alphabet.py"), "--check"]
    assert subprocess.run(script, check=False).returncode == 0


def test_all_letters_are_there_and_no_other() -> None:
    assert "".join(map(str, bank("alphabet", "de")["order"])) == ALPHABET
    assert "".join(letters()) == ALPHABET


def test_every_placed_piece_is_one_of_the_four() -> None:
    """Turning and moving keep area and reach; a piece of another size would change them."""
    rim = 0.3
    wide, narrow = 24 - 2 * rim, 4 - 2 * rim
    bars = {"long": wide, "short": 12 - 2 * rim}
    rings = {"wide": (12 - rim, 8 + rim), "tight": (7 - rim, 3 + rim)}
    for letter, pieces in letters().items():
        for piece in pieces:
            corners = flat(piece["path"])
            if piece["kind"] in bars:
                length = bars[piece["kind"]]
                assert area(corners) == pytest.approx(length * narrow, rel=0.01), letter
                assert reach(corners) == pytest.approx(math.hypot(length, narrow), abs=0.03)
            else:
                outer, inner = rings[piece["kind"]]
                half = math.pi / 2 * (outer**2 - inner**2) - 2 * rim * (outer - inner)
                assert area(corners) == pytest.approx(half, rel=0.01), letter
                assert reach(corners) == pytest.approx(2 * outer, abs=0.03)


def test_letters_stand_on_one_line_and_fit_a_zone() -> None:
    play = 33 / 24
    zone = (269 - 2 * 6 - 5 * 4) / 6  # six zones on the narrower board, 4 mm between them
    for letter, pieces in letters().items():
        xs, ys = zip(*(c for p in pieces for c in flat(p["path"])), strict=True)
        assert 23.9 <= max(ys) <= 25.8, letter
        assert 0.6 <= min(ys) <= 2.1, letter
        assert max(xs) - min(xs) < zone / play + 0.3, letter
        assert (max(xs) + min(xs)) / 2 == pytest.approx(VIEW.width / 2, abs=0.6), letter


def test_pieces_lie_side_by_side_but_where_they_cross() -> None:
    scale = 20
    for letter, pieces in letters().items():
        covered = np.zeros((round(VIEW.height * scale), round(VIEW.width * scale)), int)
        for piece in pieces:
            image = Image.new("1", (covered.shape[1], covered.shape[0]))
            outline = [(x * scale, y * scale) for x, y in flat(piece["path"])]
            ImageDraw.Draw(image).polygon(outline, fill=1)
            covered += np.array(image)
        assert ((covered > 1).sum() > 0) == (letter in CROSSED), letter


def test_no_two_letters_are_drawn_alike() -> None:
    drawn = [tuple(sorted(p["path"] for p in pieces)) for pieces in letters().values()]
    assert len(set(drawn)) == 26


@pytest.mark.parametrize("lang", LANGS)
def test_48_pieces_build_every_word_of_the_sample(build: Build, lang: str) -> None:
    have = pieces_on(page(build("decipher/pieces", "--lang", lang), 0))
    words = bank("words", lang)["words"]
    assert len(set(words)) == len(words) == 200
    for word in words:
        assert 3 <= len(spelt(word)) <= 6, word
        assert set(spelt(word)) <= set(ALPHABET), word
        assert needed(spelt(word)) <= have, word


def test_a_word_that_takes_too_much_is_found_out() -> None:
    assert not needed("VOODOO") <= Counter(SET)
    assert needed("PANDA") == Counter(long=6, short=8, wide=1, tight=1)


# --- reading a page back ---


@dataclass(frozen=True)
class Shape:
    """A drawn path: its bounds on the page in mm, y down, its fill and whether it has a line."""

    bounds: Rect
    fill: Rgb | None
    line: bool


def page(data: bytes, number: int) -> pdfium.PdfPage:
    return pdfium.PdfDocument(data)[number]


def text(data: bytes, number: int) -> str:
    return page(data, number).get_textpage().get_text_range()


def shapes(one: pdfium.PdfPage) -> list[Shape]:
    """Return all paths of a page, those inside forms too."""
    height = one.get_height()
    out = []
    for found in one.get_objects(filter=[raw.FPDF_PAGEOBJ_PATH], max_depth=15):
        left, bottom, right, top = found.get_bounds()
        corners = [(left, bottom), (right, bottom), (left, top), (right, top)]
        around = found.container
        while around is not None:
            matrix = around.get_matrix()
            corners = [matrix.on_point(*c) for c in corners]
            around = around.container
        xs, ys = zip(*corners, strict=True)
        rect = Rect(min(xs) * MM, (height - max(ys)) * MM, (max(xs) - min(xs)) * MM,
                    (max(ys) - min(ys)) * MM)  # fmt: skip
        fills, line = ctypes.c_int(), ctypes.c_int()
        raw.FPDFPath_GetDrawMode(found.raw, ctypes.byref(fills), ctypes.byref(line))
        parts = [ctypes.c_uint() for _ in range(4)]
        raw.FPDFPageObj_GetFillColor(found.raw, *map(ctypes.byref, parts))
        red, green, blue = (p.value for p in parts[:3])
        out.append(Shape(rect, (red, green, blue) if fills.value else None, bool(line.value)))
    return out


def pieces_on(one: pdfium.PdfPage) -> Counter[str]:
    """Count the pieces drawn on a page by the colour they are filled with."""
    kind = {colour: name for name, colour in COLOUR.items()}
    return Counter(kind[s.fill] for s in shapes(one) if s.fill in kind)


def ops(face: Face) -> list[Op]:
    return list(face.ops)


def bounds(op: Op) -> Rect:
    """Return the box around what is drawn, half a line's weight not counted."""
    match op:
        case RectOp() | EllipseOp():
            return op.rect
        case LineOp():
            points = [(op.start.x, op.start.y), (op.end.x, op.end.y)]
        case PathOp():
            ends = [v[-2:] for _, v in op.commands if v]
            points = [(x, y) for x, y in ends]
        case _:
            raise AssertionError(op)
    xs, ys = zip(*points, strict=True)
    return Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def cells(face: Face) -> list[Rect]:
    """Return the boxes that are drawn by their lines."""
    found = (op for op in ops(face) if isinstance(op, RectOp) and not op.paint.fill)
    return [op.rect for op in found]


def numbers(page_text: str) -> Counter[str]:
    return Counter(re.findall(r"\d+", page_text))


# --- pieces ---

PLAY = {"long": (33, 5.5), "short": (16.5, 5.5), "wide": (33, 16.5), "tight": (19.25, 9.625)}


@pytest.mark.parametrize("paper", PAPERS)
def test_48_pieces_at_play_size(build: Build, paper: str) -> None:
    sheet = page(build("decipher/pieces", "--lang", "de", "--paper", paper), 0)
    assert pieces_on(sheet) == Counter(SET)
    # Cap height 33, stroke 5.5; a rim of 0.6 mm of paper. A drawn line widens what a reader finds.
    for shape in shapes(sheet):
        for kind, colour in COLOUR.items():
            if shape.fill == colour:
                # The sheet may lie across the paper.
                found = sorted(shape.bounds.size, reverse=True)
                for got, length in zip(found, PLAY[kind], strict=True):
                    assert 0 <= got - (length - 1.2) < 0.5


def test_nothing_is_cut_out_from_within(placed: Prepare) -> None:
    """The arcs to cut along have no less than the outer radius, and one cut halves all discs."""
    (group,) = placed("decipher/pieces").groups
    face = group.fronts[0]
    cuts = [op for op in ops(face) if isinstance(op, PathOp | LineOp) and op.paint.weight == 0.15
            and not op.paint.dash]  # fmt: skip
    arcs = [bounds(op) for op in cuts if isinstance(op, PathOp)]
    assert Counter(round(arc.width, 2) for arc in arcs) == {33: 8, 19.25: 8}
    halving = [op for op in cuts if isinstance(op, LineOp)]
    assert [op.end.x - op.start.x for op in halving] == [face.size.width] * 2
    for arc in arcs:
        assert min(abs(op.start.y - y) for op in halving for y in (arc.y, arc.bottom)) < 1e-6
    inner = [bounds(op) for op in ops(face) if isinstance(op, PathOp) and op.paint.dash]
    assert len(inner) == 16, "the edge inside may be cut, too"


def test_every_piece_has_a_cut_line_on_the_front_only(placed: Prepare) -> None:
    (group,) = placed("decipher/pieces").groups
    for face, share in ((group.fronts[0], 1), (group.backs[0], 0)):
        cut = [op for op in ops(face) if isinstance(op, RectOp | EllipseOp | LineOp | PathOp)]
        cuts = [bounds(op) for op in cut if not op.paint.fill]
        for kind, (width, height) in PLAY.items():
            found = [c for c in cuts if (c.width, c.height) == pytest.approx((width, height))]
            assert len(found) == share * SET[kind], kind
            assert len({(round(c.x, 3), round(c.y, 3)) for c in found}) == len(found)


# --- letters ---


def tiles() -> Counter[str]:
    """Count the letter markers of a set."""
    game = Workspace(REPO).game("decipher")
    assert game is not None
    found = game.values["tiles"]
    assert isinstance(found, dict)
    return Counter({str(letter): int(count) for letter, count in found.items()})


@pytest.mark.parametrize("paper", PAPERS)
def test_two_sets_of_letter_markers_fill_a_leaf_each(build: Build, paper: str) -> None:
    data = build("decipher/letters", "--paper", paper, "--lang", "en")
    document = pdfium.PdfDocument(data)
    assert len(document) == 2
    for leaf in range(2):
        assert Counter(re.findall(r"\b[A-Z]\b", text(data, leaf))) == tiles()
        # Each piece twice: in the letter, and as a sign beside its name.
        total = Counter({k: 2 * n for k, n in needed("".join(tiles().elements())).items()})
        assert pieces_on(page(data, leaf)) == total


@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGS)
def test_a_set_of_letter_markers_lays_the_sample_words(lang: str) -> None:
    assert set(tiles()) == set(ALPHABET)
    assert sum(tiles().values()) == 48
    words = [spelt(word) for word in bank("words", lang)["words"]]
    laid = sum(Counter(word) <= tiles() for word in words)
    assert laid / len(words) >= 0.97
    single = sum(Counter(word) <= Counter(ALPHABET) for word in words)
    assert single / len(words) < 0.75, "one of each letter would not do"


def test_letters_of_the_same_pieces_are_told_by_the_alphabet() -> None:
    same = bank("alphabet", "de")["same"]
    by_pieces: dict[tuple[tuple[str, int], ...], set[str]] = {}
    for letter in ALPHABET:
        by_pieces.setdefault(tuple(sorted(needed(letter).items())), set()).add(letter)
    told = [{str(letter) for letter in entry["letters"]} for entry in same]
    assert sorted(map(sorted, told)) == sorted(map(sorted, by_pieces.values()))
    assert {"M", "N", "W", "Z"} in told
    for entry in same:
        row = [str(p["kind"]) for p in entry["pieces"]]
        assert Counter(row) == needed(str(entry["letters"][0]))
        assert row == sorted(row, key=list(SET).index), "always in one order"
    group = bank("alphabet", "de")["group"]
    assert all(letter in told[int(group[letter])] for letter in ALPHABET)


# --- markers ---

PLAYERS: list[Rgb] = [(7, 64, 138), (240, 162, 2), (181, 81, 143), (28, 28, 28)]


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("side", [0, 1])
def test_16_and_24_markers(build: Build, lang: str, side: int) -> None:
    data = build("decipher/markers", "--lang", lang)
    assert len(pdfium.PdfDocument(data)) == 2
    label = LABELS[lang]
    found = Counter(text(data, side).split())
    counts = [found[label[key]] for key in ("guess", "bonus", "solved", "no")]
    assert counts == [12, 3, 1, 24]
    worth = numbers(re.sub(r"(?m)^.*(100 mm|/1).*$", "", text(data, side)))
    assert (worth["1"], worth["2"], worth["5"]) == (12, 3, 1), "one that says no has no figure"


def test_guess_markers_differ_in_colour_and_in_shape(build: Build) -> None:
    sheet = page(build("decipher/markers", "--lang", "en"), 0)
    by_colour = {c: [s.bounds for s in shapes(sheet) if s.fill == c] for c in PLAYERS}
    assert [len(found) for found in by_colour.values()] == [3, 3, 3, 3]
    picture = sheet.render(scale=300 / 72, grayscale=True).to_numpy().squeeze()
    px = 300 / 25.4
    full = []
    for found in by_colour.values():
        x, y, w, h = (round(v * px) for v in
                      (found[0].x, found[0].y, found[0].width, found[0].height))  # fmt: skip
        full.append(float((picture[y : y + h, x : x + w] < 200).mean()))
    # Of its box a disc fills pi/4, a triangle and a diamond a half, a square all.
    assert full == pytest.approx([math.pi / 4, 0.5, 0.5, 1], abs=0.03)
    triangle, diamond = by_colour[PLAYERS[1]][0], by_colour[PLAYERS[2]][0]
    assert triangle.width > triangle.height * 1.1
    assert diamond.width == pytest.approx(diamond.height, abs=0.05)


# --- board ---


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("paper", PAPERS)
def test_board_has_two_sides(build: Build, lang: str, paper: str) -> None:
    data = build("decipher/board", "--lang", lang, "--paper", paper)
    assert len(pdfium.PdfDocument(data)) == 2
    for side, (name, zones, short) in enumerate((("A", 5, 3), ("B", 6, 4))):
        sheet = page(data, side)
        assert pieces_on(sheet) == Counter(dict.fromkeys(SET, zones))
        found = text(data, side)
        label = LABELS[lang]
        assert f"{zones} {label['letters']}" in found
        assert f"{short} {label['letters']}" in found
        words = Counter(found.split())
        assert words[name] == 1
        spots = [words[label[key]] for key in ("bonus", "solved", "no")]
        assert spots == [3, 1, 1]
        # Both words have a second letter, the long one a fifth; side A says "5 letters" too.
        assert (words["2"] - 2, words["5"] - 1 - (zones == 5)) == (3, 1)


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("lang", ["en", "he"])
def test_zones_are_numbered_from_where_each_word_starts(
    placed: Prepare, paper: str, lang: str
) -> None:
    """Numbers run from left to right, as words of these letters do."""
    (group,) = placed("decipher/board", lang, paper=paper).groups
    for face, zones, short in ((group.fronts[0], 5, 3), (group.backs[0], 6, 4)):
        rings = [op.rect for op in ops(face) if isinstance(op, EllipseOp) and op.rect.width > 7]
        digits = [op for op in ops(face) if isinstance(op, TextOp) and op.bounds.y < 26]
        lines = [op.start for op in ops(face) if isinstance(op, LineOp) and op.paint.weight == 0.6]
        left = sorted({round(p.x, 3) for p in lines})
        assert len(left) == zones
        rows = sorted({round(r.y, 3) for r in rings})
        assert len(rows) == 2
        for row, length in zip(rows, (zones, short), strict=True):
            here = sorted((r for r in rings if abs(r.y - row) < 0.1), key=lambda r: r.x)
            first = (zones - length) // 2
            starts = left[first : first + length]
            assert [r.x for r in here] == pytest.approx(starts, abs=0.21), "half a line inside"
            for number, ring in enumerate(here, 1):
                inside = [d.text for d in digits if abs(d.bounds.center.x - ring.center.x) < 2
                          and abs(d.bounds.center.y - ring.center.y) < 3]  # fmt: skip
                assert inside == [str(number)]


@pytest.mark.parametrize("paper", PAPERS)
def test_fields_hold_their_markers(placed: Prepare, paper: str) -> None:
    (group,) = placed("decipher/board", paper=paper).groups
    for face, zones in ((group.fronts[0], 5), (group.backs[0], 6)):
        fields = [c for c in cells(face) if c.width < 35]
        assert len(fields) == 4 * zones + 1 + 3 + 1
        assert all(min(f.width, f.height) > 18.5 for f in fields), "a marker is 18 mm"
        places = [bounds(op) for op in ops(face) if isinstance(op, PathOp) and op.paint.stroke]
        places = [p for p in places if p.width > 35]
        assert len(places) == zones, "room for a letter marker in each zone"
        assert all(min(p.width, p.height) > 33 + 3 for p in places), "a letter marker is 33 mm"


@pytest.mark.parametrize("paper", PAPERS)
def test_dots_are_a_stroke_apart_and_stand_on_the_line(placed: Prepare, paper: str) -> None:
    (group,) = placed("decipher/board", paper=paper).groups
    for face, zones in ((group.fronts[0], 5), (group.backs[0], 6)):
        dots = [op.rect.center for op in ops(face) if isinstance(op, EllipseOp)
                and op.rect.width == pytest.approx(0.5)]  # fmt: skip
        assert len(dots) == zones * 7 * 7
        rows = sorted({round(d.y, 2) for d in dots})
        assert np.diff(rows) == pytest.approx(5.5)
        lines = {round(op.start.y, 2) for op in ops(face) if isinstance(op, LineOp)
                 and op.paint.weight == 0.6}  # fmt: skip
        assert rows[-1] in lines
        assert rows[-1] - rows[0] == pytest.approx(33), "the height of a letter"


# --- scores ---


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("style", ["simple", "detailed"])
def test_two_games_of_four_rounds(build: Build, lang: str, style: str) -> None:
    """They stand on each side of a sheet, or in detail on a side each."""
    data = build(*f"decipher/scores --lang {lang} --style {style} --count 1 --paper a5".split())
    assert len(pdfium.PdfDocument(data)) == 2
    sheets = range(1 if style == "simple" else 2)
    if style == "simple":
        assert text(data, 0) == text(data, 1)
    found, label = "\n".join(text(data, n) for n in sheets), LABELS[lang]
    assert f"{label['game']} 1" in found
    assert f"{label['game']} 2" in found
    assert f"{label['game']} 3" not in found
    for key, times in (("total", 2), ("word", 2), ("setter", 2 if style == "simple" else 8)):
        if (style, key) != ("detailed", "total"):
            assert found.count(label[key]) == times
    # Four players: their signs in the heads of two games, in the colours of their markers.
    drawn = [shape for n in sheets for shape in shapes(page(data, n))]
    for colour in PLAYERS:
        assert sum(s.fill == colour for s in drawn) == 2
    assert pieces_on(page(data, 0)) == needed(ALPHABET)


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("style", ["simple", "detailed"])
def test_rows_of_a_game(placed: Prepare, paper: str, style: str) -> None:
    (group,) = placed("decipher/scores", style=style, count=1, paper=paper).groups
    faces, games = [*group.fronts, *group.backs], 2 if style == "simple" else 1
    assert len(faces) == 2
    for face in faces:
        boxes = [c for c in cells(face) if c.height == pytest.approx(9.6)]
        assert len({round(b.y, 3) for b in boxes}) == games * 4, "four rounds a game"
        assert len({round(b.x, 3) for b in boxes}) == 6, "six letters a word"
        assert len(boxes) == games * 4 * 6
        # Who set the word: four signs to tick in each row.
        signs = [op for op in ops(face) if isinstance(op, PathOp) and not op.paint.fill
                 and op.paint.weight == 0.25]  # fmt: skip
        assert len(signs) == games * 4 * 4
        # The rest are cells for four players: names, points in four rounds, totals.
        rest = [c for c in cells(face) if c.height != pytest.approx(9.6)]
        kinds = 1 if style == "simple" else 4 + 1
        assert len(rest) == games * 4 * (1 + 4 * kinds + 1)
        # A ball pen needs this much; the highest total has three figures, but seldom.
        assert min(c.width for c in rest) >= 13
        assert min(c.height for c in rest) >= 6.8


def test_ten_sheets_by_default(build: Build) -> None:
    data = build("decipher/scores", "--lang", "de")
    assert len(pdfium.PdfDocument(data)) == 2 * 5
    assert text(data, 9).count("SUMME") == 4


# --- shield and aid ---


@pytest.mark.parametrize("paper", PAPERS)
def test_shield_hides_a_word_and_shows_the_alphabet(build: Build, paper: str) -> None:
    for lang, word in (("de", "GEHEIM"), ("en", "SECRET")):
        data = build("decipher/shield", "--lang", lang, "--paper", paper)
        outside, inside = page(data, 0), page(data, 1)
        # A word half deciphered: its pieces as outlines, a third of them filled.
        filled = pieces_on(outside)
        assert filled <= needed(word)
        assert sum(filled.values()) == pytest.approx(sum(needed(word).values()) / 3, abs=2)
        assert pieces_on(inside) == needed(ALPHABET) + alike()


@pytest.mark.parametrize("lang", [*LANGS, "fr", "es"])
@pytest.mark.parametrize("paper", PAPERS)
def test_the_whole_word_stands_between_the_folds(
    placed: Prepare, paper: str, lang: str
) -> None:  # fmt: skip
    (group,) = placed("decipher/shield", lang, paper=paper).groups
    face = group.fronts[0]
    wing = face.size.width / 6
    word = sum(len(letters()[letter]) for letter in str(bank("aid", lang)["word"]))
    drawn = [bounds(op) for op in ops(face) if isinstance(op, PathOp)]
    between = [box for box in drawn if box.height < 50]  # the curves on the wings are 72 high
    assert len(between) == len(drawn) - 2 == word
    assert min(box.x for box in between) > wing + 3
    assert max(box.right for box in between) < 5 * wing - 3


@pytest.mark.parametrize("paper", PAPERS)
def test_shield_has_cut_marks_at_all_corners_outside_of_it(placed: Prepare, paper: str) -> None:
    done = placed("decipher/shield", paper=paper)
    (group,) = done.groups
    sheet = group.plan.sheets[0]
    cuts = [mark for mark in sheet.marks if not mark.fold]
    assert len(cuts) == 8
    for mark in cuts:
        long = math.dist((mark.start.x, mark.start.y), (mark.end.x, mark.end.y))
        assert long >= 3


@pytest.mark.parametrize("paper", PAPERS)
def test_shield_folds_a_sixth_from_each_end(placed: Prepare, paper: str) -> None:
    wide = {"a4": 277, "letter": 259.4}[paper]
    (group,) = placed("decipher/shield", paper=paper).groups
    folds = [op for op in ops(group.fronts[0]) if isinstance(op, LineOp) and op.paint.dash]
    # A tick at both ends of each, not a line over the face.
    ticks = sorted((f.start.x, bounds(f).y, bounds(f).bottom) for f in folds)
    ends = [(x, *end) for x in (wide / 6, wide * 5 / 6) for end in ((0, 5), (155, 160))]
    assert [value for tick in ticks for value in tick] == pytest.approx(
        [v for e in ends for v in e]
    )


@pytest.mark.parametrize("lang", [*LANGS, "fr", "es"])
def test_example_on_the_shield_is_counted_right(lang: str) -> None:
    given = re.findall(r"\d+", bank("aid", lang)["shield"]["example"]["text"])
    refused, taken, guesses, solver, other, *points = map(int, given)
    assert guesses == solver + other
    assert points == [
        (3 - solver) + 5 + 2 * (3 - taken),
        3 - other,
        refused + 2 * taken + guesses,
    ]


@pytest.mark.parametrize("lang", [*LANGS, "fr", "es"])
def test_scoring_says_what_the_rules_say(build: Build, lang: str) -> None:
    sides = bank("aid", lang)["scoring"]["roles"]
    found = [[(str(r["sign"]), r["points"]) for r in role["rows"]] for role in sides]
    assert found == [
        [("circle", 1)],
        [("decipher", 5), ("star", 2)],
        [("refused", 1), ("star", 2), ("circle", 1), ("decipher", 5)],
    ]
    back = text(build("decipher/aid", "--lang", lang, "--count", "1"), 1)
    for role in sides:
        for row in role["rows"]:
            assert str(row["text"]) in back


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("paper", PAPERS)
def test_four_aids_take_one_leaf(build: Build, lang: str, paper: str) -> None:
    data = build("decipher/aid", "--lang", lang, "--paper", paper)
    assert len(pdfium.PdfDocument(data)) == 2
    four = Counter({k: 4 * n for k, n in (needed(ALPHABET) + alike()).items()})
    assert pieces_on(page(data, 1)) == four


def alike() -> Counter[str]:
    """Count the pieces in the table of letters that share them."""
    same = bank("alphabet", "de")["same"]
    return sum((needed(str(entry["letters"][0])) for entry in same), Counter())


@pytest.mark.parametrize("lang", [*LANGS, "fr", "es"])
def test_aid_and_shield_name_the_letters_of_the_same_pieces(build: Build, lang: str) -> None:
    for product in ("aid", "shield"):
        back = " ".join(
            text(build(f"decipher/{product}", "--lang", lang, "--count", "1"), 1).split()
        )
        for letters in ("M N W Z", "C D U", "F K T", "A H", "J P", "L Y", "V X"):
            assert letters in back, (product, letters)


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("lang", ["de", "en", "es", "fr"])
@pytest.mark.parametrize("target", ["decipher/aid", "chiffre/aid"])
def test_no_line_touches_a_text(placed: Prepare, target: str, lang: str, paper: str) -> None:
    (group,) = placed(target, lang, paper=paper).groups
    for face in (*group.fronts[:1], *group.backs[:1]):
        rules = [op for op in ops(face) if isinstance(op, LineOp) and op.start.y == op.end.y]
        for said in (op for op in ops(face) if isinstance(op, TextOp)):
            below = 0.2 * said.size * MM if set(said.text) & set("gjpqyçß,;") else 0.0
            for rule in rules:
                low, high = sorted((rule.start.x, rule.end.x))
                if low < said.bounds.right and said.bounds.x < high:
                    half = rule.paint.weight / 2
                    above = rule.start.y + half < said.bounds.y + 0.05
                    assert above or said.bounds.bottom + below - 0.05 < rule.start.y - half, (
                        said.text
                    )


def test_other_languages_do_not_speak_of_german_letters() -> None:
    for lang in ("en", "fr", "es"):
        assert not set("ÄÖß") & set(str(bank("aid", lang))), lang


# --- backs behind fronts ---

PX = 6


def picture(data: bytes, number: int) -> np.ndarray:
    scale = PX * 25.4 / 72 * (1 - 1e-6)
    pixels = page(data, number).render(scale=scale, grayscale=True).to_numpy()
    return pixels.reshape(pixels.shape[:2]).astype(float)


def cut(leaf: np.ndarray, slot: Rect) -> np.ndarray:
    """Cut a face out, half a millimetre inside its edge, where no cut mark reaches."""
    x, y = slot.x + 1.5, slot.y + 1.5
    return leaf[round(y * PX) : round((y + slot.height - 3) * PX),
                round(x * PX) : round((x + slot.width - 3) * PX)]  # fmt: skip


def across(width: float, height: float) -> list[Rect]:
    """A face lying across A4, its top to the right, in the middle of the leaf."""
    return [Rect((210 - height) / 2, (297 - width) / 2, height, width)]


FOUR = [Rect(x, y, 105, 148) for y in (0.5, 148.5) for x in (0, 105)]


def as_drawn(done: Printout, slots: list[Rect], *, lies: bool) -> Page:
    """Put backs where the fronts are, and as the fronts are turned."""
    (group,) = done.groups
    faces = zip(group.backs, slots, strict=False)
    backs = tuple(Placed(face, turn_into(slot, 90 if lies else 0)) for face, slot in faces)
    return Page(Size(210, 297), backs, (), (), Rect(0, 0, 210, 297))


@pytest.mark.slow
@pytest.mark.parametrize("duplex", ["long", "short"])
@pytest.mark.parametrize(
    ("target", "slots", "lies"),
    [("board", across(287, 200), True), ("shield", across(277, 160), True), ("aid", FOUR, False)],
)
def test_back_lies_upright_behind_its_front(
    build: Build, placed: Prepare, fonts: Fonts, target: str, slots: list[Rect], lies: bool,
    duplex: str,
) -> None:  # fmt: skip
    """Turned over like a page of a book, a piece shows its back as it is drawn."""
    back = picture(build(f"decipher/{target}", "--lang", "de", "--duplex", duplex), 1)
    done = placed(f"decipher/{target}", "de")
    upright = picture(make_pdf(done, fonts, [as_drawn(done, slots, lies=lies)]), 0)
    through = back[:, ::-1] if duplex == "long" else back[::-1, :]
    for slot in slots:
        seen = cut(through, slot)
        seen = seen[::-1, :] if lies else seen[:, ::-1]
        wanted = cut(upright, slot)
        assert (wanted < 128).mean() > 0.005
        assert np.abs(seen - wanted).mean() < 1.5
        assert np.abs(seen[:, ::-1] - wanted).mean() > 3, "the other way round is another picture"


@pytest.mark.parametrize("duplex", ["long", "short"])
def test_colours_of_the_pieces_lie_behind_each_other(build: Build, duplex: str) -> None:
    data = build("decipher/pieces", "--lang", "de", "--duplex", duplex)
    # Three pixels a millimetre are plenty: a rim of 0.6 mm lies around every colour.
    front, back = (
        page(data, n).render(scale=3 * MM * (1 - 1e-6)).to_numpy()[:, :, 2::-1].astype(int)
        for n in (0, 1)
    )
    through = back[:, ::-1] if duplex == "long" else back[::-1, :]
    for kind, colour in COLOUR.items():
        one, other = (np.abs(side - colour).sum(axis=2) < 40 for side in (front, through))
        assert one.sum() > 1200, kind
        # A printer may be off by a millimetre, either way.
        for down, right in ((0, 0), (3, 0), (-3, 0), (0, 3), (0, -3)):
            moved = np.roll(other, (down, right), (0, 1))
            assert (one & moved).sum() / one.sum() > 0.985, kind
        assert other.sum() < 2.2 * one.sum(), "the back is no more than colored"


@pytest.mark.parametrize("duplex", ["long", "short"])
def test_both_sides_of_a_marker_are_the_same(build: Build, duplex: str) -> None:
    data = build("decipher/markers", "--lang", "de", "--duplex", duplex)
    signs = []
    for number in (0, 1):
        found = Counter[object]()
        for shape in shapes(page(data, number)):
            x, y = shape.bounds.x + shape.bounds.width / 2, shape.bounds.y + shape.bounds.height / 2
            if number == 1 and duplex == "long":
                x = 210 - x
            elif number == 1:
                y = 297 - y
            if shape.fill is not None:
                found[math.floor((x - 6) / 18), math.floor((y - 4.5) / 18), shape.fill] += 1
        signs.append(found)
    assert sum(signs[0].values()) == 40
    assert signs[0] == signs[1]
