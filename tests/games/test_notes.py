"""The note sheet: what is printed on it, where, on every paper, and the file it comes in."""

from __future__ import annotations

import io
import itertools
import re
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeVar

import numpy as np
import pikepdf
import pypdfium2 as pdfium
import pytest

from ppgen.build import Printout
from ppgen.drawing.face import Face
from ppgen.drawing.ops import EllipseOp, LineOp, Op, PathOp, RectOp, TextOp
from ppgen.geometry import Point, Rect, Size
from tests.support.products import Build, Prepare, ops, texts
from tests.support.run import Runner

A4, A5, A6 = Size(210, 297), Size(148, 210), Size(105, 148)
HALF_LETTER = Size(139.7, 215.9)
LABELS = {
    "en": {"team": "Team name", "clues": "Clues", "white": "WHITE", "black": "BLACK",
           "guess": "Guess", "code": "Code", "notice": "Unofficial fan print"},
    "de": {"team": "Teamname", "clues": "Hinweise", "white": "WEISS", "black": "SCHWARZ",
           "guess": "Tipp", "code": "Code", "notice": "Inoffizieller Fan-Druck"},
}  # fmt: skip
PAPERS = ["a4", "letter", "a5", "a6", "200x200mm"]
CLOSE = 1e-6


def words(page: str) -> Counter[str]:
    return Counter(page.split())


def sides(done: Printout) -> tuple[Face, Face]:
    (group,) = done.groups
    return group.fronts[0], group.backs[0]


def corners(op: Op) -> list[Point]:
    """Give points that hold all that an operation draws, half a line's weight not counted."""
    match op:
        case LineOp():
            return [op.start, op.end]
        case RectOp() | EllipseOp():
            return _ends(op.rect)
        case TextOp():
            return _ends(op.bounds)
        case PathOp():
            flat = [v for _, values in op.commands for v in values]
            return [Point(*flat[i : i + 2]) for i in range(0, len(flat), 2)]
        case _:
            raise AssertionError(op)


def _ends(rect: Rect) -> list[Point]:
    return [Point(rect.x, rect.y), Point(rect.right, rect.bottom)]


# --- what is printed, read back from the file ---


@pytest.mark.parametrize("lang", ["en", "de"])
def test_both_sides_carry_every_label(build: Build, lang: str) -> None:
    front, back = texts(build("decrypto/notes", "--count", "2", "--lang", lang))
    label = LABELS[lang]
    for page, own, other in ((front, "white", "black"), (back, "black", "white")):
        found = words(page)
        for number in range(1, 9):
            assert found[f"0{number}"] == 2, "each round once a sheet, two sheets a page"
        for number in range(1, 5):
            assert found[str(number)] == 2
        assert found[label[own]] == 2
        assert found[label[other]] == 0
        assert page.count(label["team"]) == 2
        assert found[label["clues"]] == 4
        assert found[label["guess"]] == 2
        assert found[label["code"]] == 2
        assert page.count(label["notice"]) == 2
        assert found["09"] == found["00"] == 0


@pytest.mark.parametrize(("rounds", "left", "right"), [(5, 3, 2), (12, 6, 6), (8, 4, 4)])
def test_rounds_stand_in_two_columns(
    notes: Prepare, build: Build, rounds: int, left: int, right: int
) -> None:
    labels = [f"{n:02}" for n in range(1, rounds + 1)]
    for face in sides(notes(rounds=rounds)):
        found = {op.text: op for op in ops(face) if isinstance(op, TextOp)}
        assert sorted(t for t in found if re.fullmatch(r"\d\d", t)) == labels
        columns = labels[:left], labels[left:]
        assert [len(c) for c in columns] == [left, right]
        for column in columns:
            assert len({round(found[n].bounds.x, 1) for n in column}) <= 2
            tops = [found[n].bounds.y for n in column]
            assert tops == sorted(tops)
            assert len(set(tops)) == len(tops)
        middle = face.size.width / 2
        assert all(found[n].bounds.right < middle for n in columns[0])
        assert all(found[n].bounds.x > middle for n in columns[1])
    for page in texts(build("decrypto/notes", "--count", "1", "--rounds", str(rounds))):
        assert [n for n in sorted(words(page)) if re.fullmatch(r"\d\d", n)] == labels


# --- the structure of a sheet, from what is drawn ---


def thin(paint_weight: float) -> bool:
    return paint_weight < 0.3


def cells(face: Face) -> list[Rect]:
    """Find the small boxes for one digit."""
    return [
        op.rect
        for op in ops(face)
        if isinstance(op, RectOp)
        and op.paint.stroke
        and not op.paint.fill
        and thin(op.paint.weight)
        and op.rect.width < 20
    ]


def writing_lines(face: Face) -> list[LineOp]:
    return [op for op in ops(face) if isinstance(op, LineOp) and thin(op.paint.weight)]


T = TypeVar("T")


def columns_of(found: Iterable[T], key: Callable[[T], tuple[float, float]]) -> list[list[T]]:
    """Sort things into columns, from left to right; in each from top to bottom."""
    groups: dict[float, list[T]] = {}
    for one in found:
        groups.setdefault(round(key(one)[0], 3), []).append(one)
    return [sorted(groups[x], key=lambda one: key(one)[1]) for x in sorted(groups)]


def by_corner(rect: Rect) -> tuple[float, float]:
    return rect.x, rect.y


def by_start(line: LineOp) -> tuple[float, float]:
    return min(line.start.x, line.end.x), line.start.y


@pytest.mark.parametrize(
    ("paper", "rounds"), [*((paper, 8) for paper in PAPERS), ("a4", 5), ("a4", 12), ("a6", 2)]
)
def test_each_round_has_three_lines_and_two_columns_of_three_cells(
    notes: Prepare, paper: str, rounds: int
) -> None:
    for face in sides(notes(paper=paper, rounds=rounds)):
        digit_columns = columns_of(cells(face), by_corner)
        assert len(digit_columns) == 4, "guess and code, left and right"
        lines = columns_of(writing_lines(face), by_start)
        assert len(lines) == 2 + 4, "clues left and right, four keywords"
        left = (rounds + 1) // 2
        both = [left, rounds - left]
        clues = sorted(lines, key=lambda column: column[0].start.y)[:2]
        clues.sort(key=lambda column: column[0].start.x)
        for half, count in enumerate(both):
            guess, code = digit_columns[2 * half : 2 * half + 2]
            assert len(guess) == len(code) == 3 * count
            assert len(clues[half]) == 3 * count
            for line, one, other in zip(clues[half], guess, code, strict=True):
                # A clue, its guess and its code share one row, in this order.
                assert line.start.y == pytest.approx(one.bottom)
                assert line.start.y == pytest.approx(other.bottom)
                assert max(line.start.x, line.end.x) < one.x
                assert one.right == pytest.approx(other.x)
                assert one.width >= 5
                assert other.width >= 5


@pytest.mark.parametrize(("rounds", "count"), [(8, 8), (12, 12), (5, 5), (4, 4), (2, 4)])
def test_four_words_have_a_line_each_and_one_for_each_round(
    notes: Prepare, rounds: int, count: int
) -> None:
    for face in sides(notes(rounds=rounds)):
        lines = columns_of(writing_lines(face), by_start)
        words_at = sorted(lines, key=lambda column: column[0].start.y)[2:]
        words_at.sort(key=lambda column: column[0].start.x)
        assert [len(column) for column in words_at] == [count] * 4
        numbers = {op.text: op for op in ops(face) if isinstance(op, TextOp)}
        signs = [op for op in ops(face) if isinstance(op, PathOp)]
        strong = [op for op in ops(face) if isinstance(op, LineOp) and not thin(op.paint.weight)]
        for number, column in enumerate(words_at, 1):
            head, first = numbers[str(number)].bounds, column[0]
            # Between the number and the clues: a strong line, the word that is guessed.
            (word,) = [
                op.start.y
                for op in strong
                if op.start == Point(first.start.x, op.start.y)
                and head.bottom < op.start.y < first.start.y
            ]
            gap = column[1].start.y - first.start.y
            assert first.start.y - word == pytest.approx(gap)
            assert word - head.bottom >= gap
            assert [op for op in signs if word - gap < op.bounds.bottom < word
                    and op.bounds.x == pytest.approx(first.start.x)]  # fmt: skip
            assert first.start.x - 1 <= head.x <= first.end.x


def test_the_first_round_says_that_nobody_intercepts(notes: Prepare) -> None:
    for face in sides(notes()):
        rounds = {op.text: op.bounds for op in ops(face) if isinstance(op, TextOp)}
        struck = [
            op
            for op in ops(face)
            if isinstance(op, LineOp) and op.start.x != op.end.x and op.start.y != op.end.y
        ]
        assert len(struck) == 2, "a line and the white on both sides of it"
        assert all(rounds["01"].bottom < op.end.y < rounds["02"].y for op in struck)


@pytest.mark.parametrize("size", ["a6", "a5", "a4"])
def test_tokens_have_rings_to_tick_in_the_head(notes: Prepare, size: str) -> None:
    for face in sides(notes("de", size=size)):
        said = {op.text: op.bounds for op in ops(face) if isinstance(op, TextOp)}
        top = [op.rect for op in ops(face) if isinstance(op, EllipseOp) and op.paint.stroke]
        rings = [r for r in top if r.bottom < said["Hinweise"].y and r.x > said["Teamname"].right]
        assert len(rings) == 4
        assert min(r.width for r in rings) >= 3.8
        assert {"Abgefangen", "Missverstanden"} < set(said)


@pytest.mark.parametrize("lang", ["de", "en", "el", "ar"])
def test_both_sides_have_one_size_of_letters(notes: Prepare, lang: str) -> None:
    for size in ("a6", "a5"):
        used = [
            sorted(op.size for op in ops(face) if isinstance(op, TextOp))
            for face in sides(notes(lang, size=size))
        ]
        assert used[0] == pytest.approx(used[1])


def test_heads_grow_with_the_sheet(notes: Prepare) -> None:
    sizes = []
    for size in ("a6", "a5", "a4", "a3"):
        face, _ = sides(notes("en", size=size, paper="a3"))
        said = {op.text: op for op in ops(face) if isinstance(op, TextOp)}
        sizes.append([said[word].size for word in ("WHITE", "Team name", "Clues")])
    small, usual, large, huge = sizes
    assert small[1:] == usual[1:]
    for one, other, factor in ((usual, large, 1.2), (usual, huge, 1.5)):
        assert all(b >= factor * a for a, b in zip(one, other, strict=True))


def test_lines_are_far_enough_apart_to_write_on(notes: Prepare) -> None:
    done = notes(paper="a4")
    assert done.groups[0].size == A5
    for face in sides(done):
        for column in columns_of(writing_lines(face), by_start):
            gaps = [b.start.y - a.start.y for a, b in itertools.pairwise(column)]
            assert min(gaps) >= 6.5
        for boxes in columns_of(cells(face), by_corner):
            assert min(cell.height for cell in boxes) >= 6.5


def test_no_code_is_printed(notes: Prepare) -> None:
    for face in sides(notes()):
        for op in ops(face):
            if isinstance(op, TextOp):
                assert re.fullmatch(r"0[1-8]|[1-4]|\D+", op.text)
                assert not any(cell.overlaps(op.bounds) for cell in cells(face))


# --- paper ---


@pytest.mark.parametrize(
    ("paper", "face", "a_leaf", "turned"),
    [
        ("a4", A5, 2, True),
        ("letter", HALF_LETTER, 2, True),
        ("a5", A5, 1, False),
        ("a6", A6, 1, False),
        ("200x200mm", Size(200, 200), 1, False),
    ],
)
def test_size_follows_the_paper(
    notes: Prepare, paper: str, face: Size, a_leaf: int, *, turned: bool
) -> None:
    (group,) = notes(paper=paper).groups
    assert group.size == face
    assert group.plan.per_leaf == a_leaf
    assert group.plan.turned is turned


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("lang", ["en", "de"])
def test_all_that_is_drawn_stays_in_the_safe_area(notes: Prepare, paper: str, lang: str) -> None:
    for face in sides(notes(lang, paper=paper)):
        drawn = ops(face)
        assert len(drawn) > 150
        for point in (p for op in drawn for p in corners(op)):
            assert 5 - CLOSE <= point.x <= face.size.width - 5 + CLOSE
            assert 5 - CLOSE <= point.y <= face.size.height - 5 + CLOSE


@pytest.mark.parametrize("lang", ["en", "ar"])
@pytest.mark.parametrize("paper", PAPERS)
def test_ink_stays_where_printers_reach(build: Build, paper: str, lang: str) -> None:
    """Neither the weight of lines on the edge nor letters that hang below it reach beyond it."""
    document = pdfium.PdfDocument(
        build("decrypto/notes", "--count", "2", "--paper", paper, "--lang", lang)
    )
    for number in range(len(document)):
        pixels = document[number].render(scale=150 / 72, grayscale=True).to_numpy()
        ink = pixels.reshape(pixels.shape[:2]) < 128
        edge = int(5 * 150 / 25.4)
        assert ink.any()
        inner = np.zeros_like(ink)
        inner[edge:-edge, edge:-edge] = True
        assert not (ink & ~inner).any()


@pytest.mark.parametrize("rounds", ["8", "12"])
def test_too_small_names_a_size_that_works(ppgen: Runner, tmp_path: Path, rounds: str) -> None:
    asked = ("make", "decrypto/notes", "--count", "1", "--rounds", rounds, "-o", tmp_path / "x.pdf")
    refused = ppgen(*asked, "--size", "60x60mm")
    assert refused.code == 1
    assert "error[E402]: too small: 60x60 mm" in refused.err
    assert not (tmp_path / "x.pdf").exists()
    match = re.search(r"needs at least ([\d.]+)x([\d.]+) mm", refused.err)
    assert match
    width, height = float(match[1]), float(match[2])
    made = ppgen(*asked, "--size", f"{width:g}x{height:g}mm")
    assert made.code == 0, made.err
    # It is the smallest: less by a fifth of a millimetre in either direction is refused.
    for less in (f"{width - 0.2:g}x{height:g}mm", f"{width:g}x{height - 0.2:g}mm"):
        again = ppgen(*asked, "--size", less)
        assert again.code == 1
        assert "E402" in again.err


def test_too_large_for_the_paper_names_both(ppgen: Runner, tmp_path: Path) -> None:
    ran = ppgen("make", "decrypto/notes", "--size", "a4", "--paper", "a5", "-o", f"{tmp_path}/")
    assert ran.code == 1
    assert "210x297 mm" in ran.err
    assert "a5 (148x210 mm)" in ran.err
    assert list(tmp_path.iterdir()) == []


# --- the file ---


@pytest.fixture(scope="module")
def german(build: Build) -> pikepdf.Pdf:
    return pikepdf.open(
        io.BytesIO(build("decrypto/notes", "--count", "50", "--lang", "de", "--duplex", "long"))
    )


def test_fonts_are_embedded_and_subset(german: pikepdf.Pdf) -> None:
    found = [
        o for o in german.objects if isinstance(o, pikepdf.Dictionary) and o.get("/Type") == "/Font"
    ]
    top = [f for f in found if f.Subtype == "/Type0"]
    below = [f for f in found if f.Subtype == "/CIDFontType2"]
    assert top
    assert len(top) + len(below) == len(found), "no font of another kind"
    whole = sum(f.stat().st_size for f in Path("ppgen/fonts").glob("*.?tf"))
    for font in top:
        assert re.fullmatch(r"/[A-Z]{6}\+.+", str(font.BaseFont))
        assert "Helvetica" not in str(font.BaseFont)
        (inner,) = font.DescendantFonts
        file = inner.FontDescriptor.FontFile2
        assert file.read_bytes()[:4] in {b"\0\1\0\0", b"true"}
        assert len(file.read_bytes()) < whole / 4
        assert font.ToUnicode.read_bytes()


def test_pages_say_how_large_they_are(german: pikepdf.Pdf) -> None:
    pt = 72 / 25.4
    for page in german.pages:
        assert [float(v) for v in page.mediabox] == pytest.approx(
            [0, 0, 210 * pt, 297 * pt], abs=0.01
        )
        # Two A5 faces: 1 mm of the leaf is left over.
        trim = [0, 0.5 * pt, 210 * pt, 296.5 * pt]
        assert [float(v) for v in page.trimbox] == pytest.approx(trim, abs=0.01)
        assert int(page.get("/Rotate", 0)) == 0


@pytest.mark.parametrize(
    ("duplex", "hint"),
    [("long", "DuplexFlipLongEdge"), ("short", "DuplexFlipShortEdge"), ("none", "Simplex")],
)
def test_file_tells_the_viewer_how_to_print(build: Build, duplex: str, hint: str) -> None:
    data = build("decrypto/notes", "--count", "50", "--lang", "de", "--duplex", duplex)
    with pikepdf.open(io.BytesIO(data)) as pdf:
        wishes = pdf.Root.ViewerPreferences
        assert wishes.PrintScaling == "/None"
        assert wishes.Duplex == f"/{hint}"
        assert str(pdf.Root.Lang) == "de"
        assert str(pdf.docinfo.Title) == "Decrypto: notes (de)"


@pytest.mark.slow
def test_equal_input_gives_equal_bytes(ppgen_apart: Runner, build: Build, tmp_path: Path) -> None:
    made = []
    for folder, seed in (("one", "0"), ("another/deeper", "4242")):
        cwd = tmp_path / folder
        cwd.mkdir(parents=True)
        env = {"PYTHONHASHSEED": seed, "TZ": "Asia/Tokyo" if seed == "0" else "UTC", "LANG": "C"}
        ran = ppgen_apart("make", "decrypto/notes", "--lang", "de", cwd=cwd, env=env)
        assert ran.code == 0, ran.err
        (file,) = (cwd / "out").iterdir()
        assert file.name == "decrypto-notes-de-a4.pdf"
        made.append(file.read_bytes())
    assert made[0] == made[1]
    assert made[0] == build("decrypto/notes", "--lang", "de")
    assert made[0] != build("decrypto/notes", "--lang", "en")


# --- how many ---


def test_only_prints_the_sheets_named(build: Build, ppgen: Runner, tmp_path: Path) -> None:
    assert len(texts(build("decrypto/notes", "--only", "3"))) == 2
    assert len(texts(build("decrypto/notes", "--only", "3,7-9"))) == 4
    (front, _back) = texts(build("decrypto/notes", "--only", "3"))
    assert words(front)["01"] == 1
    ran = ppgen("make", "decrypto/notes", "--only", "51", "-o", tmp_path / "x.pdf")
    assert ran.code == 2
    assert "50" in ran.err


def test_one_sided_prints_all_fronts_first(build: Build) -> None:
    for paper, count in (("a4", 50), ("a5", 100)):
        pages = texts(build("decrypto/notes", "--lang", "de", "--duplex", "none", "--paper", paper))
        assert len(pages) == count
        half = count // 2
        assert all("WEISS" in p and "SCHWARZ" not in p for p in pages[:half])
        assert all("SCHWARZ" in p and "WEISS" not in p for p in pages[half:])


def test_two_sided_alternates(build: Build) -> None:
    pages = texts(build("decrypto/notes", "--count", "50", "--lang", "de", "--duplex", "long"))
    assert all("WEISS" in p for p in pages[::2])
    assert all("SCHWARZ" in p for p in pages[1::2])
