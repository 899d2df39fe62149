"""Decrypto's parts: what is printed on them, read back, and whether they fit together."""

from __future__ import annotations

import io
import itertools
import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import reduce
from pathlib import Path

import numpy as np
import pikepdf
import pypdfium2 as pdfium
import pytest
import yaml

from ppgen.build import Printout
from ppgen.drawing.extent import bounds
from ppgen.drawing.face import Face
from ppgen.drawing.ops import EllipseOp, LineOp, PathOp, RectOp, TextOp, VeilOp
from ppgen.geometry import Edges, Rect, Size
from ppgen.place.shapes import MARKS
from ppgen.request import Dealing
from ppgen.source.kinds import Word
from tests.support.products import Build, Prepare, ops, texts
from tests.support.run import REPO, Runner

LANGS = ["en", "de"]
CODES = [".".join(p) for p in itertools.permutations("1234", 3)]


@pytest.fixture(scope="module")
def product(placed: Prepare) -> Prepare:
    """Place a product of this game: `product("codes", "de", paper="letter", card="mini")`."""
    return lambda name, *rest, **asked: placed(f"decrypto/{name}", *rest, **asked)


def fronts(done: Printout) -> list[Face]:
    return [f for group in done.groups for f in group.fronts[: len(group.fronts) - group.spares]]


def backs(done: Printout) -> list[Face]:
    return [f for group in done.groups for f in group.backs[: len(group.backs) - group.spares]]


def said(face: Face) -> list[TextOp]:
    return [op for op in ops(face) if isinstance(op, TextOp)]


def inked(data: bytes, index: int) -> np.ndarray:
    """Give how dark each pixel of a page is, 12 pixels a millimetre."""
    page = pdfium.PdfDocument(data)[index]
    pixels = page.render(scale=12 * 25.4 / 72 * (1 - 1e-6), grayscale=True).to_numpy()
    return 1 - pixels.reshape(pixels.shape[:2]) / 255


def slot(page: np.ndarray, column: int, row: int) -> np.ndarray:
    """Cut one of 3 x 6 half cards, 63x44 mm, out of an A4 page; its cut marks are left out."""
    x, y = 10.5 + 63 * column, 16.5 + 44 * row
    edges = [round(v * 12) for v in (y + 2, y + 42, x + 2, x + 61)]
    return page[edges[0] : edges[1], edges[2] : edges[3]]


# --- keyword cards ---

#: Where 3 x 6 half cards lie on each paper, from the upper left corner.
GRID = {"a4": (210, 297), "letter": (215.9, 279.4)}
NUMBER = re.compile(r"\b(\d{3})\b")
CODE = re.compile(r"\b[a-z]{2}-\d+-\d+-\w{4}\b")


@dataclass(frozen=True)
class Card:
    """What one face of a card says, read back from its place on the page."""

    number: int
    side: str
    deck: str
    words: frozenset[str]


def read(page: pdfium.PdfTextPage, x: float, y: float) -> Card | None:
    high = page.page.get_height()
    left, top, right, bottom = (v * 72 / 25.4 for v in (x, y, x + 63, y + 44))
    text = page.get_text_bounded(left, high - bottom, right, high - top)
    deck = CODE.search(text)
    if deck is None:
        return None
    found = NUMBER.search(text.replace(deck[0], " "))
    assert found is not None
    rest = text.replace(deck[0], " ").replace(found[0], " ").split()
    (side,) = [word for word in rest if word in {"A", "B"}]
    return Card(int(found[1]), side, deck[0], frozenset(rest) - {side})


def leaves(data: bytes, paper: str, duplex: str) -> list[tuple[Card | None, Card | None]]:
    """Read each card's front and what lies behind it once the leaf is turned over."""
    wide, tall = GRID[paper]
    left, top = (wide - 189) / 2, (tall - 264) / 2
    out = []
    pages = [page.get_textpage() for page in pdfium.PdfDocument(data)]
    for front, back in zip(pages[::2], pages[1::2], strict=True):
        for row, column in itertools.product(range(6), range(3)):
            x, y = left + 63 * column, top + 44 * row
            behind = (wide - x - 63, y) if duplex == "long" else (x, tall - y - 44)
            out.append((read(front, x, y), read(back, *behind)))
    return out


def capitals(words: Iterable[str]) -> set[str]:
    return {word.upper().replace("\u00ad", "") for word in words}


@pytest.fixture(scope="module")
def bank() -> Callable[[str], set[str]]:
    """Return the words of a bank in capitals."""

    def get(lang: str) -> set[str]:
        text = (REPO / f"content/words/{lang}.yaml").read_text(encoding="utf-8")
        words = yaml.safe_load(text)["words"]
        return capitals(w["word"] if isinstance(w, dict) else w for c in words.values() for w in c)

    return get


@pytest.mark.parametrize(
    ("lang", "paper", "duplex"), [("de", "a4", "long"), ("en", "letter", "short")]
)
def test_440_words_each_on_its_card(
    build: Build, bank: Callable[[str], set[str]], lang: str, paper: str, duplex: str
) -> None:
    data = build("decrypto/keywords", "--lang", lang, "--paper", paper, "--duplex", duplex)
    faces = leaves(data, paper, duplex)
    assert len(faces) == 7 * 18
    cards = [(front, back) for front, back in faces if front or back]
    # The last leaf holds two cards only, and their backs are behind them.
    assert len(cards) == 110
    dealt: list[str] = []
    for number, (front, back) in enumerate(cards, 1):
        assert front is not None
        assert back is not None
        assert (front.number, back.number) == (number, number)
        assert (front.side, back.side) == ("A", "B")
        assert len(front.words) == len(back.words) == 2
        assert front.deck == back.deck
        dealt += [*front.words, *back.words]
    assert len(set(dealt)) == 440
    assert set(dealt) <= bank(lang)
    assert len({front.deck for front, _ in cards if front}) == 1


def test_long_and_short_edge_deal_the_same_cards(build: Build) -> None:
    both = []
    for duplex in ("long", "short"):
        data = build("decrypto/keywords", "--count", "20", "--duplex", duplex)
        both.append([pair for pair in leaves(data, "a4", duplex) if pair[0]])
    assert both[0] == both[1]


def hues(page: np.ndarray) -> set[str]:
    """Name the colours of a page that are no greys."""
    pixels = page.reshape(-1, 3).astype(int)
    strong = pixels[np.ptp(pixels, axis=1) > 90]
    names = {0: "orange", 2: "blue"}
    return {names.get(int(k), "green") for k in np.unique(strong.argmax(axis=1))}


@pytest.mark.parametrize("duplex", ["long", "short", "none"])
def test_each_page_has_one_key_colour(build: Build, duplex: str) -> None:
    document = pdfium.PdfDocument(build("decrypto/keywords", "--count", "20", "--duplex", duplex))
    found = [hues(page.render(scale=0.7).to_numpy()[..., 2::-1]) for page in document]
    # Without duplex all fronts come first.
    one, other = (found[:2], found[2:]) if duplex == "none" else (found[::2], found[1::2])
    assert one == [{"blue"}] * 2
    assert other == [{"orange"}] * 2


def test_a_pile_turned_by_hand_has_every_back_behind_its_front(
    ppgen: Runner, tmp_path: Path
) -> None:
    """The fronts' file is printed first; the pile turned about its long edge keeps its order."""
    ran = ppgen("make", "decrypto/keywords", "--duplex", "manual", "-o", tmp_path / "cards.pdf")
    assert ran.code == 0, ran.err
    assert "long edge" in ran.out
    fronts, backs = (
        pikepdf.open(tmp_path / f"cards-{part}.pdf") for part in ("1-fronts", "2-backs")
    )
    assert len(fronts.pages) == 7
    check_cards(zip(fronts.pages, backs.pages, strict=True))


def check_cards(sheets: Iterable[tuple[pikepdf.Page, pikepdf.Page]]) -> None:
    """Put fronts and backs together as sheets of paper; each card must have its own back."""
    joined, data = pikepdf.new(), io.BytesIO()
    for sheet in sheets:
        joined.pages.extend(sheet)
    joined.save(data)
    pairs = [pair for pair in leaves(data.getvalue(), "a4", "long") if pair[0]]
    assert len(pairs) == 110
    for one, other in pairs:
        assert one is not None
        assert other is not None
        assert one.number == other.number
        assert not one.words & other.words


def test_leaves_glued_together_have_every_back_behind_its_front(build: Build) -> None:
    data = build("decrypto/keywords", "--duplex", "none")
    document = pikepdf.open(io.BytesIO(data))
    half = len(document.pages) // 2
    check_cards((document.pages[at], document.pages[half + at]) for at in range(half))


def test_grey_print_still_tells_the_sides_apart(product: Prepare) -> None:
    done = product("keywords", count=1)
    teeth = [
        len([op for op in ops(face) if isinstance(op, RectOp) and round(op.rect.height, 2) == 3.3])
        for face in (*fronts(done), *backs(done))
    ]
    assert teeth == [1, 2]
    # At either end of the card, and there at its very edge: so the edge of the deck shows them.
    for face, count in ((fronts(done)[0], 1), (backs(done)[0], 2)):
        boxes = [op.rect for op in ops(face) if isinstance(op, RectOp)]
        assert sum(box.y == 0 for box in boxes) == count
        assert sum(box.bottom == 44 for box in boxes) == count


@pytest.mark.parametrize("lang", ["en", "de", "ar", "sw"])
@pytest.mark.parametrize("size", ["half", "standard"])
def test_free_places_have_lids_dividers_and_cards_to_write_on(
    product: Prepare, lang: str, size: str
) -> None:
    words = ("ab", "cd", "ef", "gh") if lang == "sw" else ()
    dealing = Dealing(words=tuple(map(Word, words))) if words else Dealing()
    done = product("keywords", lang, size=size, dealing=dealing)
    (group,) = done.groups
    assert group.spares == -done.pieces % (18 if size == "half" else 9)
    spares = [" ".join(op.text for op in said(face)) for face in group.fronts[done.pieces :]]
    first = {"de": "ZUERST ALLE BLAUEN", "ar": "الوجوه الزرقاء"}.get(lang, "ALL BLUE SIDES FIRST")
    used = {"de": "GESPIELT", "ar": "مستعملة"}.get(lang, "USED")
    assert [first in text for text in spares[:3]] == [True, True, False]
    assert [used in text for text in spares[1:5]] == [False, True, True, False]
    assert set(spares[4:]) == {"A"}
    for face in group.fronts[done.pieces + 4 :]:
        lines = [op for op in ops(face) if isinstance(op, LineOp)]
        assert len(lines) == 2, "one at each end to write on"


def test_a_seed_gives_the_same_bytes_and_another_another_deal(build: Build, ppgen: Runner,
                                                              tmp_path: Path) -> None:  # fmt: skip
    again = tmp_path / "again.pdf"
    assert ppgen("make", "decrypto/keywords", "--lang", "de", "-o", again).code == 0
    first = build("decrypto/keywords", "--lang", "de", "--paper", "a4", "--duplex", "long")
    assert again.read_bytes() == first
    other = build("decrypto/keywords", "--lang", "de", "--seed", "2", "--count", "18")
    pairs = [leaves(data, "a4", "long")[:18] for data in (first, other)]
    words = [{card.words for pair in some for card in pair if card} for some in pairs]
    assert not words[0] & words[1]


def test_two_cards_alone_are_those_of_the_full_deck(product: Prepare) -> None:
    full, some = product("keywords", "de"), product("keywords", "de", only=frozenset({17, 42}))
    for whole, part in ((fronts(full), fronts(some)), (backs(full), backs(some))):
        assert [ops(face) for face in part] == [ops(whole[16]), ops(whole[41])]


@pytest.mark.parametrize("lang", LANGS)
def test_words_have_one_size_and_long_ones_shrink(product: Prepare, lang: str) -> None:
    done = product("keywords", lang)
    words = [op for face in (*fronts(done), *backs(done)) for op in said(face) if is_word(op)]
    sizes = Counter(round(op.size, 3) for op in words)
    (usual, times), *_ = sizes.most_common(1)
    assert usual == max(sizes)
    assert times >= 0.88 * len(words)
    assert min(sizes) >= 9
    assert 20 < usual <= 35


def is_word(op: TextOp) -> bool:
    return op.size >= 9 and op.text not in {"A", "B"} and not op.text.isdigit()


def test_case_keep_prints_the_banks_spelling(build: Build) -> None:
    data = build("decrypto/keywords", "--lang", "de", "--case", "keep", "--count", "18")
    words = {w for pair in leaves(data, "a4", "long") for card in pair if card for w in card.words}
    assert len(words) == 72
    assert all(w[0].isupper() and not w.isupper() for w in words)


def test_a_second_language_stands_under_each_word(build: Build) -> None:
    args = ("decrypto/keywords", "--count", "18", "--lang")
    one, two = (build(*args, lang) for lang in ("de", "de+en"))
    pairs = zip(leaves(one, "a4", "long"), leaves(two, "a4", "long"), strict=True)
    more = [both.words - single.words for a, b in pairs
            for single, both in zip(a, b, strict=True) if single and both]  # fmt: skip
    assert len(more) == 36
    assert sum(len(m) for m in more) >= 50, "few words have no partner, or one that is the same"


@pytest.mark.parametrize("size", ["half", "standard"])
def test_a_second_language_is_large_and_near_and_never_the_same_word(
    product: Prepare, size: str
) -> None:
    done = product("keywords", "de", size=size, dealing=Dealing(second="en"))
    base: dict[int, set[float]] = {0: set(), 180: set()}
    pairs = 0
    for face in (*fronts(done), *backs(done)):
        for turn, lines in base.items():
            words = [op for op in said(face) if op.turn == turn and is_word(op)]
            *_, one = (op for op in words if op.text.isupper())  # the last line of a long one
            other = [op for op in words if not op.text.isupper()]
            assert [op.text.upper() for op in other] != [one.text]
            lines.add(round(one.origin.y, 1))
            for two in other:
                assert two.size >= 12
                gap = abs(two.origin.y - one.origin.y) - 0.655 * two.size * 25.4 / 72
                assert gap == pytest.approx(2, abs=0.3)
                pairs += 1
    assert pairs > 350
    assert [len(lines) for lines in base.values()] == [1, 1], "whether they have a partner or not"


@pytest.mark.parametrize("size", ["half", "standard", "poker", "70x120"])
def test_the_veil_leaves_key_and_number_alone(product: Prepare, size: str) -> None:
    done = product("keywords", "de", size=size, veil="red", count=2)
    for face in (*fronts(done), *backs(done)):
        windows = [op for op in ops(face) if isinstance(op, VeilOp)]
        others = [op for op in ops(face) if not isinstance(op, VeilOp)]
        assert len(windows) == 2
        assert {"A", "B"} & {op.text for op in others if isinstance(op, TextOp)}
        for window in windows:
            assert len(window.lines) in {1, 2}
            assert not any(window.rect.overlaps(bounds(op)) for op in others)
            for line in window.lines:
                assert line.size <= 18
                assert window.rect.contains(line.bounds)


@pytest.mark.slow
def test_only_the_words_are_read_back(build: Build) -> None:
    """The clutter is drawn, not written: a search finds the words and nothing else."""
    args = ("decrypto/keywords", "--lang", "de", "--count", "6")
    plain, hidden = (build(*args, *more) for more in ((), ("--veil", "red")))

    def words(data: bytes) -> list[str]:
        document = pdfium.PdfDocument(data)
        pages = [document[n].get_textpage().get_text_range() for n in range(len(document))]
        return sorted(" ".join(pages).split())

    assert words(hidden) == words(plain)


BANK = """ppgen: bank/1
lang: {lang}
title: x
licence: CC0-1.0
author: tests
words: {{one: [{one}], two: [{two}]}}
"""
OTHERS = {
    "el": ("φάρος, ρολόι, γέφυρα, πυξίδα", "καταιγίδα, ομίχλη, δάσος, ήλιος"),
    "ar": ("منارة, ساعة, جسر, بوصلة", "عاصفة, ضباب, غابة, شمس"),
}


def foreign(ppgen: Runner, root: Path, lang: str, *args: str) -> bytes:
    """Print a deck of eight words in a language without a bank of its own."""
    one, two = OTHERS[lang]
    (root / "ppgen.yaml").write_text("ppgen: workspace/1\n", encoding="utf-8")
    for folder in ("words", "labels"):
        (root / "content" / folder).mkdir(parents=True, exist_ok=True)
    bank = BANK.format(lang=lang, one=one, two=two)
    (root / f"content/words/{lang}.yaml").write_text(bank, encoding="utf-8")
    if not (REPO / f"content/labels/{lang}.yaml").exists():
        labels = (REPO / "content/labels/en.yaml").read_text(encoding="utf-8")
        (root / f"content/labels/{lang}.yaml").write_text(
            labels.replace("lang: en", f"lang: {lang}")
        )
    made = root / "made.pdf"
    ran = ppgen("make", "decrypto/keywords", "--lang", lang, "-o", made, *args, cwd=root)
    assert ran.code == 0, ran.err
    assert "8 words are enough for 2 hands of 4, not for 110" in ran.err
    return made.read_bytes()


def test_greek_cards_drop_their_accents(ppgen: Runner, tmp_path: Path) -> None:
    data = foreign(ppgen, tmp_path, "el")
    cards = [card for pair in leaves(data, "a4", "long") for card in pair if card]
    assert {w for card in cards for w in card.words} == {
        "ΦΑΡΟΣ", "ΡΟΛΟΪ", "ΓΕΦΥΡΑ", "ΠΥΞΙΔΑ", "ΚΑΤΑΙΓΙΔΑ", "ΟΜΙΧΛΗ", "ΔΑΣΟΣ", "ΗΛΙΟΣ"
    }  # fmt: skip


@pytest.mark.slow
def test_arabic_cards_are_mirrored(ppgen: Runner, tmp_path: Path) -> None:
    """The bow of the key, where reading starts, is on the right, and with it the words' ends."""
    page = pdfium.PdfDocument(foreign(ppgen, tmp_path, "ar"))[0]
    pixels = page.render(scale=12 * 25.4 / 72 * (1 - 1e-6)).to_numpy()[..., 2::-1].astype(int)
    card = pixels[round(16.5 * 12) : round(60.5 * 12), round(10.5 * 12) : round(73.5 * 12)]
    blue = card[..., 2] - card[..., 0] > 90
    high = [np.ptp(np.flatnonzero(blue[:, x])) / 12 for x in np.flatnonzero(blue.any(0))]
    assert np.argmax(high) > 0.8 * len(high), "the bow is the highest part of the key"
    upper = (card[: round(16.8 * 12)].max(-1) < 60).any(0)
    assert np.flatnonzero(upper)[-1] / 12 == pytest.approx(59, abs=0.3)
    text = " ".join(texts((tmp_path / "made.pdf").read_bytes()))
    for words in OTHERS["ar"]:
        assert all(word in text for word in words.split(", "))


def test_a_count_that_the_bank_cannot_meet_is_an_error(ppgen: Runner) -> None:
    ran = ppgen("make", "decrypto/keywords", "--count", "500")
    assert ran.code == 1
    assert "E221" in ran.err


# --- code cards ---


@pytest.mark.parametrize("lang", LANGS)
def test_every_code_is_there_once_a_deck(build: Build, lang: str) -> None:
    pages = texts(build("decrypto/codes", "--lang", lang))[::2]
    found = re.findall(r"\d\.\d\.\d", " ".join(pages))
    assert Counter(found) == Counter(CODES * 2)


def test_each_deck_has_one_back_and_the_decks_differ(product: Prepare) -> None:
    done = product("codes")
    faces = [
        (ops(front)[0], ops(back)) for front, back in zip(fronts(done), backs(done), strict=True)
    ]
    white = [back for band, back in faces if isinstance(band, RectOp) and not band.paint.fill]
    black = [back for band, back in faces if isinstance(band, RectOp) and band.paint.fill]
    assert len(white) == len(black) == 24
    assert all(back == white[0] for back in white)
    assert all(back == black[0] for back in black)
    assert white[0] != black[0]


def test_a_digit_is_said_again_by_its_ring(product: Prepare) -> None:
    for face in fronts(product("codes")):
        digits = [op.text for op in said(face) if op.text != "."]
        rings = [op for op in ops(face) if isinstance(op, EllipseOp) and op.rect.y > 30]
        full = {round(op.rect.center.x, 2) for op in rings if op.paint.fill}
        places = sorted({round(op.rect.center.x, 2) for op in rings if op.paint.stroke})
        assert len(places) == 12
        assert [str(i % 4 + 1) for i, x in enumerate(places) if x in full] == digits


@pytest.mark.slow
def test_the_backs_look_the_same_when_turned(build: Build) -> None:
    page = inked(build("decrypto/codes"), 3)
    for row in (0, 3):
        back = slot(page, 1, row)
        assert back.mean() > 0.02
        assert (np.abs(back - back[::-1, ::-1]) > 0.5).mean() < 2e-4


@pytest.mark.slow
def test_the_black_deck_spares_ink(build: Build) -> None:
    front, back = (inked(build("decrypto/codes"), n) for n in (2, 3))
    cover = {name: [slot(page, 1, row).mean() for page in (front, back)]
             for name, row in (("white", 0), ("black", 3))}  # fmt: skip
    assert cover["white"][0] < cover["black"][0] < 0.26
    assert cover["white"][1] < cover["black"][1] < 0.16


# --- note sheets for three, tokens ---


@pytest.mark.parametrize("lang", LANGS)
def test_sheets_for_three_have_five_rounds_on_both_sides(
    build: Build, product: Prepare, lang: str
) -> None:
    data = build("decrypto/notes-3p", "--lang", lang, "--count", "2")
    page, back = texts(data)
    assert sorted(back.split()) == sorted(page.split())
    # Who plays, each with a line; the German rule names the interceptor again.
    name, times = {"en": ("Interceptor", 2), "de": ("Abfänger", 4)}[lang]
    assert page.split().count(name) == times
    assert sorted(n for n in page.split() if re.fullmatch(r"\d\d", n)) == sorted(
        [f"0{n}" for n in range(1, 6)] * 2
    )
    # Readers mix up the lines of turned text, so these are read on the face.
    rule = " ".join(op.text for op in said(fronts(product("notes-3p", lang))[0]))
    assert {"en": "before the end of round 5", "de": "vor dem Ende von Runde 5"}[lang] in rule
    assert {"en": "and another if the team", "de": "und eine, wenn das Team"}[lang] in rule


def test_four_tokens_of_each_kind_the_same_on_both_faces(product: Prepare) -> None:
    done = product("tokens")
    faces = fronts(done)
    assert len(faces) == 8
    assert [len({id(f) for f in faces[i : i + 4]}) for i in (0, 4)] == [1, 1]
    assert ops(faces[0]) != ops(faces[4])
    assert [ops(f) for f in backs(done)] == [ops(f) for f in faces]
    for face in faces:
        (sign,) = ops(face)
        assert isinstance(face.outline, PathOp)
        assert isinstance(sign, PathOp)
        assert across(face.outline) == pytest.approx(25, abs=0.15)
        assert 0.3 < (across(sign) - across(face.outline)) / 2 < 1, "it reaches over the cut"


def across(op: PathOp) -> float:
    """Return how wide what a path draws is, and not its field."""
    ends = [values[-2] for _, values in op.commands if values]
    return max(ends) - min(ends)


def test_the_last_sheet_of_codes_holds_the_tokens(product: Prepare) -> None:
    for size in ("half", "poker", "mini"):
        (group,) = product("codes", size=size).groups
        assert group.spares == 4
        signs = [len(ops(face)) for face in group.fronts[48:]]
        assert signs == [2] * 4
        assert len({id(face) for face in group.fronts[48:]}) == 2
        assert group.fronts[48:] == group.backs[48:]


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_leaf_that_is_not_full_has_room_for_the_notice(build: Build, paper: str) -> None:
    """A grid of tokens fills the leaf, but there are only eight."""
    pages = texts(build("decrypto/tokens", "--paper", paper))
    assert [page.count("Unofficial fan print") for page in pages] == [1, 1]


# --- screens, folded in numbers ---


def marks(face: Face, kind: str) -> list[RectOp | LineOp]:
    paint = MARKS[kind]
    same = paint if kind == "glue" else paint._replace(fill=None)
    found = [op for op in ops(face) if isinstance(op, RectOp | LineOp)]
    return [op for op in found if op.paint in (paint, same)]


class Screen:
    """A screen or half of it, as a person folds it: all x on the sheet, y above the fold."""

    def __init__(self, face: Face) -> None:
        self.face = face
        folds = [op for op in marks(face, "fold") if isinstance(op, LineOp)]
        across = [op for op in folds if op.start.y == op.end.y]
        (self.fold,) = {op.start.y for op in across}
        ends = sorted(x for op in across for x in (op.start.x, op.end.x))
        self.left, self.right = ends[0], ends[-1]
        self.wings = {op.start.x for op in folds if op.start.x == op.end.x}
        cuts = [op.rect for op in marks(face, "cut") if isinstance(op, RectOp)]
        self.windows = [self.up(r) for r in cuts if r.y > self.fold]
        self.grips = [r for r in cuts if r.y < self.fold < r.bottom]
        glue = [op.rect for op in marks(face, "glue") if isinstance(op, RectOp)]
        self.films = [self.up(r) for r in glue if r.width > 20 and r.y > self.fold]
        self.strips = sorted(
            (self.up(r) for r in glue if r.width < 20 and r.y >= self.fold - 1e-6),
            key=lambda r: r.x,
        )
        self.seams = [r for r in glue if r.width < 20 and r.y < self.fold - 1e-6]
        self.high = face.size.height - self.fold

    def up(self, rect: Rect) -> Rect:
        """Fold a box of the window panel up: its y is now its height above the fold."""
        return Rect(rect.x, rect.y - self.fold, rect.width, rect.height)

    def pockets(self) -> list[tuple[float, float]]:
        """Return the room between neighbouring strips of glue, where a card goes."""
        return [(a.right, b.x) for a, b in itertools.pairwise(self.strips)]


CARDS = {
    "half": Size(63, 44),
    "standard": Size(63, 88),
    "poker": Size(63.5, 88.9),
    "mini": Size(44, 63),
}


def word_boxes(faces: list[Face]) -> tuple[Rect, Rect]:
    """Return what the words of a deck cover at either end, as heights above the lower edge.

    Accents and descenders leave the box of a line by a sixth of its size at most.
    """
    out = []
    for turn in (0, 180):
        words = [op for face in faces for op in said(face) if op.turn == turn and is_word(op)]
        boxes = [op.bounds.inset(Edges(top=-op.size / 17, bottom=-op.size / 17)) for op in words]
        box = reduce(Rect.union, boxes)
        out.append(box._replace(y=faces[0].size.height - box.bottom))
    return out[0], out[1]


@pytest.mark.parametrize(
    ("card", "paper"), [*((card, "a4") for card in CARDS), ("poker", "letter"), ("half", "a3")]
)
def test_a_card_slides_in_and_shows_one_word(product: Prepare, card: str, paper: str) -> None:
    size = CARDS[card]
    # Any word of the deck, on either face: players use the back after the front.
    deck = product("keywords", "de", size=card, count=40)
    boxes = word_boxes([*fronts(deck), *backs(deck)])
    faces = fronts(product("screens", paper=paper, card=card, veil="red"))
    tabs = [op.rect for op in ops(fronts(deck)[0]) if isinstance(op, RectOp) and op.rect.y == 0]
    parts = 2 if paper != "a3" else 1
    assert len(faces) == 2 * parts
    shown = []
    for face in faces:
        screen = Screen(face)
        pockets = screen.pockets()
        assert (
            len(pockets)
            == len(screen.windows)
            == len(screen.films)
            == len(screen.grips)
            == 4 / parts
        )
        for (low, high), window, film, grip in zip(
            pockets, screen.windows, screen.films, screen.grips, strict=True
        ):
            # It slides, and cannot lie askew by more than a hand's breadth of a hair.
            assert 1 <= high - low - size.width <= 3
            # Panels cover it, from the fold up, front and back.
            assert screen.high >= size.height
            assert screen.fold >= size.height
            for x in (low, high - size.width):  # pushed to either side
                first, second = (Rect(b.x + x, b.y, b.width, b.height) for b in boxes)
                assert window.contains(Rect(first.x, first.y, first.width, first.height), 1e-6)
                assert not window.overlaps(second)
            assert window.y > size.height / 2, "the key and the number stay hidden"
            assert len(tabs) == 1
            assert window.bottom - (size.height - tabs[0].bottom) >= 1, "its tab shows"
            # A rim all around holds the film, and does not reach into the glue of the panels.
            for a, b in ((film.x, window.x), (film.y, window.y), (window.right, film.right),
                         (window.bottom, film.bottom)):  # fmt: skip
                assert b - a >= 2.5
            assert low <= film.x
            assert film.right <= high
            assert film.bottom <= screen.high
            assert screen.high - window.bottom >= 3.5
            # The grip shows no more of the card than its blank edge, and bears it at both sides.
            assert max(grip.bottom - screen.fold, screen.fold - grip.y) <= 4
            assert low + 10 <= grip.x
            assert grip.right <= high - 10
        shown += [op.text for op in said(face) if re.fullmatch(r"\d", op.text)]
        if paper != "a3" or card == "half":
            assert face.size.width <= {"a4": 210, "letter": 215.9, "a3": 420}[paper]
    assert shown == list("1234") * 2


def test_two_halves_make_one_whole(product: Prepare) -> None:
    left, right = (Screen(f) for f in fronts(product("screens"))[:2])
    (whole, *_) = (Screen(f) for f in fronts(product("screens", paper="a3")))
    assert left.face.size == right.face.size
    assert left.fold == right.fold == whole.fold
    # The last strip of the left half goes between the two layers of the first of the right one.
    overlap = left.strips[-1]
    assert overlap.right == pytest.approx(left.face.size.width)
    assert (right.strips[0].x, right.strips[0].width) == (0, overlap.width)
    (seam,) = right.seams
    assert (seam.x, seam.width, seam.y, seam.bottom) == (0, overlap.width, 0, right.fold)
    assert not left.seams
    assert not whole.seams
    shift = left.face.size.width - overlap.width
    joined = left.windows + [r._replace(x=r.x + shift) for r in right.windows]
    assert [r.x for r in joined] == pytest.approx([r.x for r in whole.windows])
    assert [r.y for r in joined] == pytest.approx([r.y for r in whole.windows])
    assert whole.face.size.width == pytest.approx(right.face.size.width + shift)
    assert [len(s.wings) for s in (left, right, whole)] == [1, 1, 2]


def test_film_is_asked_for_with_veiled_cards_only(product: Prepare) -> None:
    plain, veiled = (fronts(product("screens", veil=veil)) for veil in ("none", "red"))
    for face, other in zip(plain, veiled, strict=True):
        assert "film" not in " ".join(op.text for op in said(face))
        assert not Screen(face).films
        assert len(Screen(other).films) == 2
    steps = [
        " ".join(op.text for face in some[:2] for op in said(face)) for some in (plain, veiled)
    ]
    assert [re.findall(r"(\d)\. [A-Z]", text) for text in steps] == [list("1234"), list("12345")]


TAPE = ["11001000", "00110100", "00101100", "10110001", "00001111"]


def seen_by_others(left: Face, right: Face | None) -> list[str]:
    """Read the tape on the outside of a screen, halves joined, from left to right."""
    holes = [op.rect for op in ops(left) if isinstance(op, EllipseOp) and op.rect.y < 70]
    if right:
        shift = left.size.width - 8
        more = [op.rect for op in ops(right) if isinstance(op, EllipseOp) and op.rect.y < 70]
        holes += [r._replace(x=r.x + shift) for r in more]
    large = [r for r in holes if r.width > 5]
    columns = sorted({round(r.center.x, 1) for r in large})
    rows = sorted({round(r.center.y, 1) for r in large})
    found = {(round(r.center.x, 1), round(r.center.y, 1)) for r in large}
    # Feed holes run through, one of them on the joint for both halves.
    feed = sorted({round(r.center.x, 1) for r in holes if round(r.width, 3) == 3})
    assert {round(b - a, 1) for a, b in itertools.pairwise(feed)} == {9.6}
    assert set(columns) <= set(feed)
    return ["".join("01"[(x, y) in found] for x in columns) for y in rows]


@pytest.mark.parametrize("lang", ["en", "ar"])
def test_the_other_team_reads_the_name_of_the_game(product: Prepare, lang: str) -> None:
    """Seen from outside, what is right inside is left; in Arabic the parts change sides."""
    one, two, *_ = backs(product("screens", lang))
    pair = (two, one) if lang == "en" else (one, two)
    assert seen_by_others(*pair) == TAPE
    assert seen_by_others(backs(product("screens", lang, paper="a3"))[1], None) == TAPE


# --- the aid ---

FACTS = {
    "en": ["30 seconds", "three clues", "nobody intercepts", "first column", "second column",
           "round 8", "round 5", "+1", "−1", "more points", "four words", "rhyme", "translation",
           "twice", "Spell a clue on request", "all hear", "Private", "interceptor", "For three",
           "Tie", "2 interceptions", "2 miscommunications", "Shuffle", "3 to 6", "4.2.1", "Fog",
           "windows 1 to 4", "Do not shuffle", "blue sides first", "word above the key"],
    "de": ["30 Sekunden", "drei Hinweise", "fängt niemand ab", "ersten Spalte", "zweite Spalte",
           "Runde 8", "Runde 5", "+1", "−1", "mehr Punkte", "vier fremden Wörter", "Reim",
           "Übersetzung", "zweimal", "buchstabieren", "hören alle", "Private", "Abfänger",
           "Gleichstand", "2 × abgefangen", "2 × missverstanden", "zurückmischen", "3 bis 6",
           "4.2.1", "Nebel", "Fenster 1 bis 4", "Nicht mischen", "alle blauen Seiten",
           "Wort über dem Schlüssel"],
}  # fmt: skip
AIDS = [
    "de", "en", "fr", "es", "it", "pt", "nl", "pl", "sv", "tr", "el", "ru", "ar", "he", "hi", "th",
    "ja", "zh", "ko",
]  # fmt: skip


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize(("size", "cards"), [("a6", 1), ("poker", 2)])
def test_the_aid_says_it_all_at_any_size(
    product: Prepare, lang: str, size: str, cards: int
) -> None:
    done = product("aid", lang, size=size, count=1)
    faces = [*fronts(done), *backs(done)]
    assert len(faces) == 2 * cards
    everything = " ".join(op.text for face in faces for op in said(face))
    flat = re.sub(r"\s+", " ", everything.replace("- ", ""))
    missing = [fact for fact in FACTS[lang] if fact.lower() not in flat.lower()]
    assert not missing
    notice = {"en": "Unofficial fan print", "de": "Inoffizieller Fan-Druck"}[lang]
    for face in faces:
        body = [op for op in said(face) if op.text != notice]
        assert min(op.size for op in body) >= 7


@pytest.mark.slow
@pytest.mark.parametrize("size", ["a6", "quarter-letter", "poker"])
def test_the_aid_can_be_read_in_every_language(product: Prepare, size: str) -> None:
    for lang in AIDS:
        done = product("aid", lang, size=size, count=1)
        for face in (*fronts(done), *backs(done)):
            # East Asian letters fill their square, so they are set a tenth smaller.
            sizes = [op.size for op in said(face)]
            assert sorted(sizes)[1] >= (6.3 if lang in {"ja", "zh", "ko"} else 7), lang


def rows_of(face: Face) -> list[list[TextOp]]:
    """Sort the lines of the steps by the rule that they stand under."""
    rules = sorted({op.start.y for op in ops(face) if isinstance(op, LineOp)})
    lines = [op for op in said(face) if not op.text.isdigit()]
    below = [[op for op in lines if a < op.bounds.y < b] for a, b in itertools.pairwise(rules)]
    return [row for row in below if row]


@pytest.mark.parametrize("size", ["a6", "poker"])
@pytest.mark.parametrize("lang", LANGS)
def test_steps_stand_in_the_middle_of_their_rows(product: Prepare, lang: str, size: str) -> None:
    face = fronts(product("aid", lang, size=size, count=1))[0]
    rules = sorted({op.start.y for op in ops(face) if isinstance(op, LineOp)})
    for top, bottom, row in zip(rules, rules[1:], rows_of(face)[:6], strict=False):
        above = min(op.bounds.y for op in row) - top
        below = bottom - max(op.bounds.bottom for op in row)
        assert above == pytest.approx(below, abs=0.05)
        assert above > 0.5


def test_the_aid_comes_eight_times(product: Prepare) -> None:
    assert len(fronts(product("aid"))) == 8
