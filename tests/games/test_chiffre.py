"""Chiffre: letters with the right backs, themes that can be played, scores and aid."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pypdfium2 as pdfium
import pytest
import yaml
from PIL import Image, ImageFilter

from ppgen.drawing.face import Face
from ppgen.drawing.ops import LineOp, Op, RectOp
from ppgen.geometry import Size
from ppgen.language.tags import upper
from tests.support.paper import Cuts, cut, turned_over
from tests.support.products import Build, Prepare, texts
from tests.support.run import REPO

#: Each leaves out the five letters that cost its language the fewest words of four.
LATIN = {"de": list("ABCDEFGHIKLMNOPRSTUWZ"), "en": list("ABCDEFGHIKLMNOPRSTUWY")}
GERMAN = LATIN["de"]
#: How many letters and vowels each language has.
COUNTS = {"de": (21, 5), "en": (21, 5), "el": (24, 7), "tr": (29, 8), "ru": (33, 10)}
#: Those, and two that play with the whole Latin alphabet, have themes and aids.
WORDED = (*COUNTS, "es", "fr")
GAME = REPO / "content" / "chiffre"
#: One face a leaf: every page is one side of one piece.
ALONE = ("--paper", "mini", "--margin", "0")


def bank(folder: str, lang: str) -> dict[str, Any]:
    values: dict[str, Any] = yaml.safe_load((GAME / folder / f"{lang}.yaml").read_text("utf-8"))
    return values["values"]


def both_sides(pages: list[str]) -> Iterator[tuple[str, str]]:
    yield from zip(pages[::2], pages[1::2], strict=True)


# --- the banks ---


@pytest.mark.parametrize("lang", COUNTS)
def test_letter_sets(lang: str) -> None:
    alphabet = bank("alphabet", lang)
    letters, vowels = alphabet["letters"], alphabet["vowels"]
    assert (len(letters), len(vowels)) == COUNTS[lang]
    assert len(set(letters)) == len(letters)
    assert all(len(letter) == 1 for letter in letters)
    assert letters == [letter.upper() for letter in letters]
    # The vowels stand in the order of the alphabet.
    assert [letter for letter in letters if letter in vowels] == vowels
    assert 3 <= alphabet["length"] <= 6


def test_latin_sets_lack_five_letters() -> None:
    for lang in ("de", "en"):
        assert bank("alphabet", lang)["letters"] == LATIN[lang]
        assert bank("alphabet", lang)["length"] == 4


def test_sets_of_one_script_hold_no_lookalikes() -> None:
    """A Latin A among Greek letters would look right and sort wrong."""
    scripts = {"el": "\u0391-\u03a9", "ru": "\u0401\u0410-\u042f", "tr": "A-ZÇĞİÖŞÜ"}
    for lang, allowed in scripts.items():
        assert re.fullmatch(f"[{allowed}]+", "".join(bank("alphabet", lang)["letters"]))
    # Code order is alphabetical order, but for Yo, which comes after Ye.
    for lang in ("el", "ru"):
        plain = [letter for letter in bank("alphabet", lang)["letters"] if letter != "Ё"]
        assert plain == sorted(plain)
    russian = "".join(bank("alphabet", "ru")["letters"])
    assert "ЕЁЖ" in russian
    assert "".join(bank("alphabet", "tr")["letters"]) == "ABCÇDEFGĞHIİJKLMNOÖPRSŞTUÜVYZ"


def alphabet_of(lang: str) -> dict[str, Any]:
    return bank("alphabet", lang if lang in COUNTS else "und")


def test_whoever_has_letters_has_themes_and_an_aid() -> None:
    for folder in ("themes", "aid"):
        assert {path.stem for path in (GAME / folder).glob("*.yaml")} == set(WORDED)


@pytest.mark.parametrize("lang", WORDED)
def test_fifteen_themes_can_be_played(lang: str) -> None:
    alphabet, themes = alphabet_of(lang), bank("themes", lang)["themes"]
    assert len(themes) == 15
    for key in ("id", "title", "line"):
        assert len({theme[key] for theme in themes}) == 15
    for theme in themes:
        assert len(theme["samples"]) == 5
        for word in theme["samples"]:
            assert len(word) == len(set(word)) == alphabet["length"], word
            assert set(word) <= set(alphabet["letters"]), word
        assert theme["line"].endswith((".", "?", ";")), "a Greek question mark is the third"
    # No word stands for two themes, and no theme names another.
    words = Counter(word for theme in themes for word in theme["samples"])
    assert [word for word, times in words.items() if times > 1] == []
    titles = [theme["title"].upper() for theme in themes]
    assert not set(titles) & set(words)


def test_themes_are_the_same_in_all_languages() -> None:
    english = [t["id"] for t in bank("themes", "en")["themes"]]
    for lang in WORDED:
        # Greek jobs are longer than four letters, so nature stands there.
        expected = ["nature" if (lang, name) == ("el", "jobs") else name for name in english]
        assert [t["id"] for t in bank("themes", lang)["themes"]] == expected


# --- letters ---


@pytest.mark.slow
@pytest.mark.parametrize("lang", COUNTS)
def test_two_sets_of_every_letter_with_the_class_on_the_back(build: Build, lang: str) -> None:
    alphabet = bank("alphabet", lang)
    letters, vowels = alphabet["letters"], alphabet["vowels"]
    pages = texts(build("chiffre/letters", "--lang", lang, *ALONE))
    assert len(pages) == 2 * 2 * len(letters)
    fronts = []
    backs: Counter[str] = Counter()
    for front, back in both_sides(pages):
        found = Counter("".join(front.split()))
        # Large in the middle and small at two corners; all others once.
        (letter,) = [text for text, times in found.items() if times == 3]
        fronts.append(letter)
        at = letters.index(letter)
        earlier, later = letters[:at], letters[at + 1 :]
        ranges = [
            part[0] if len(part) == 1 else f"{part[0]}–{part[-1]}"
            for part in (earlier, later)
            if part
        ]
        assert found == Counter(letter * 3 + "".join(ranges))
        assert sorted(back.split()) == (sorted(vowels) if letter in vowels else [])
        backs["vowel" if back.split() else "consonant"] += 1
    assert fronts == letters * 2
    assert backs["vowel"] == 2 * len(vowels)


@pytest.fixture(scope="session")
def faces(placed: Prepare) -> Any:
    """Place a product of the game: `faces("letters", "de")` gives its group."""
    return lambda product, *where: placed(f"chiffre/{product}", *where).groups[0]


def ops(face: Face) -> tuple[Op, ...]:
    return face.ops


@pytest.mark.slow
@pytest.mark.parametrize("lang", COUNTS)
def test_four_back_designs_and_no_more(faces: Any, lang: str) -> None:
    alphabet = bank("alphabet", lang)
    letters, vowels = alphabet["letters"], alphabet["vowels"]
    drawn: dict[tuple[int, bool], set[tuple[Op, ...]]] = {}
    for number, face in enumerate(faces("letters", lang).backs):
        kind = 1 + number // len(letters), letters[number % len(letters)] in vowels
        drawn.setdefault(kind, set()).add(ops(face))
    assert set(drawn) == set(itertools.product([1, 2], [False, True]))
    assert [len(designs) for designs in drawn.values()] == [1, 1, 1, 1]
    assert len(set.union(*drawn.values())) == 4


def test_one_theme_back(faces: Any) -> None:
    assert len({ops(face) for face in faces("themes", "en").backs}) == 1


# --- what shines through ---

#: Show-through of a card on a light table: this much of the front, blurred by this much (mm).
SHINES, BLUR = 0.15, 0.4
#: How an eye at arm's length sees it (mm).
SEEN = 0.6
#: A front may be like what is seen by so much more than any other front is.
MARGIN = 0.1


def blurred(picture: np.ndarray, mm: float) -> np.ndarray:
    grey = Image.fromarray(picture.astype(np.uint8)).convert("L")
    return np.asarray(grey.filter(ImageFilter.GaussianBlur(mm * PX)), float) / 255


def told(fronts: list[np.ndarray], back: np.ndarray) -> float:
    """Say by how much the true front correlates more with what is seen than all others do."""
    known = [blurred(front[:, ::-1], SEEN) for front in fronts]
    most = -1.0
    for true, front in enumerate(fronts):
        through = 1 - SHINES * (1 - blurred(front[:, ::-1], BLUR))
        seen = blurred(back * through[..., None], SEEN)
        alike = [float(np.corrcoef(seen.ravel(), other.ravel())[0, 1]) for other in known]
        most = max(most, alike[true] - max(alike[:true] + alike[true + 1 :]))
    return most


@pytest.mark.slow
def test_backs_hide_what_shines_through(build: Build) -> None:
    """No letter stands out from behind; a back with free space would let it."""
    alone = pictures(build("chiffre/letters", "--lang", "de", *ALONE))
    for start in (0, 42):
        fronts, backs = alone[start : start + 42 : 2], alone[start + 1 : start + 42 : 2]
        for back in (backs[0], backs[1]):
            assert told(fronts, back) < MARGIN
            assert 1 - blurred(back, 0).mean() < 0.105, "ink"
        assert told(fronts, np.full_like(backs[0], 255)) > 3 * MARGIN


# --- backs behind fronts, on rendered leaves ---

PX = 4
#: Where a person cuts: 63x44 mm lying three by six on A4, eighteen places.
A4_CUTS = Cuts(
    tuple((10.5 + 63 * x, 16.5 + 44 * y) for y in range(6) for x in range(3)), 63, 44
)  # fmt: skip
#: Six on the last sheet, in a block in the middle.
LAST_CUTS = Cuts(
    tuple((42 + 63 * x, 82.5 + 44 * y) for y in range(3) for x in range(2)), 63, 44
)  # fmt: skip


def pictures(data: bytes) -> list[np.ndarray]:
    out = []
    document = pdfium.PdfDocument(data)
    for number in range(len(document)):
        # A hair less: pdfium rounds the size of the picture up.
        scale = PX * 25.4 / 72 * (1 - 1e-6)
        width, height = (round(side / 72 * 25.4) * PX for side in document[number].get_size())
        pixels = document[number].render(scale=scale).to_numpy()
        out.append(pixels[:height, :width, :3].astype(int))
    return out


def trimmed(picture: np.ndarray) -> np.ndarray:
    """Leave the edges out, where cut marks reach in."""
    return picture[2 * PX : -2 * PX, 2 * PX : -2 * PX]


def nearest(picture: np.ndarray, known: list[np.ndarray]) -> int:
    apart = [np.abs(trimmed(picture) - trimmed(other)).mean() for other in known]
    best = int(np.argmin(apart))
    assert apart[best] < 4, "no such face"
    return best


def scaled(cuts: Cuts) -> Cuts:
    """`cut` counts in its own pixels a millimetre, 12."""
    shrink = PX / 12
    corners = tuple((x * shrink, y * shrink) for x, y in cuts.corners)
    return Cuts(corners, cuts.width * shrink, cuts.height * shrink)


@pytest.mark.slow
@pytest.mark.parametrize("duplex", ["long", "short"])
def test_each_letter_has_the_back_of_its_set_and_class(build: Build, duplex: str) -> None:
    """Print, turn over, cut and look: nothing here knows how ppgen plans a leaf."""
    alone = pictures(build("chiffre/letters", "--lang", "de", *ALONE))
    fronts, backs = alone[::2], alone[1::2]
    vowel = next(at for at, letter in enumerate(GERMAN) if letter in "AEIOU")
    consonant = vowel + 1
    designs = [backs[consonant], backs[vowel], backs[21 + consonant], backs[21 + vowel]]
    leaves = pictures(build("chiffre/letters", "--lang", "de", "--duplex", duplex))
    sheets = [scaled(cuts) for cuts in (A4_CUTS, A4_CUTS, LAST_CUTS)]
    seen = []
    for front, back, cuts in zip(leaves[::2], leaves[1::2], sheets, strict=True):
        through = turned_over(back, duplex)
        for corner in cuts.corners:
            upper, behind = cut(front, corner, cuts), cut(through, corner, cuts)
            # The letters lie on their side; a reader turns them, then over like a book page.
            number = nearest(np.rot90(upper), fronts)
            design = nearest(np.rot90(behind)[:, ::-1], designs)
            assert design == 2 * (number // 21) + (GERMAN[number % 21] in "AEIOU")
            seen.append(number)
    assert sorted(seen) == list(range(42))


def test_a_wrong_back_would_be_seen(build: Build) -> None:
    """The comparison above tells all four backs apart, and upright from turned."""
    alone = pictures(build("chiffre/letters", "--lang", "de", *ALONE))[1::2]
    four = [alone[1], alone[0], alone[22], alone[21]]
    for one, other in itertools.combinations([*four, *(np.rot90(b, 2) for b in four)], 2):
        assert np.abs(trimmed(one) - trimmed(other)).mean() > 4


# --- themes ---


@pytest.mark.parametrize("lang", WORDED)
def test_themes_carry_title_line_and_number(build: Build, lang: str) -> None:
    themes = bank("themes", lang)["themes"]
    pages = texts(build("chiffre/themes", "--lang", lang, "--paper", "half", "--margin", "0"))
    assert len(pages) == 2 * 15
    for number, (front, back) in enumerate(both_sides(pages), 1):
        theme = themes[number - 1]
        words = Counter(front.split())
        title = upper(theme["title"], lang)
        assert words == Counter([*title.split(), *theme["line"].split(), f"{number:02}"])
        assert not back.split()
        # What proves the theme playable is not printed.
        assert not set(theme["samples"]) & set(words)


# --- scores ---


@pytest.mark.parametrize("games", [1, 5, 12])
@pytest.mark.parametrize("lang", ["de", "ru"])
def test_scores_have_a_row_a_game_and_a_total(build: Build, games: int, lang: str) -> None:
    labels = yaml.safe_load((GAME / "labels" / f"{lang}.yaml").read_text("utf-8"))["labels"]
    args = ("--games", str(games), "--count", "1", "--paper", "a6", "--lang", lang)
    page, back = texts(build("chiffre/scores", *args))
    assert page == back
    found = Counter(page.split())
    for number in range(2, games + 1):
        # Five is also what the winner gets; one is what a letter gives.
        assert found[str(number)] == (2 if number == 5 else 1)
    assert found["1"] == 2
    assert found[str(games + 1)] == (1 if games + 1 == 5 else 0)
    assert found["5"] == (2 if games >= 5 else 1)
    assert found[labels["total"].upper()] == 1
    assert page.count(labels["word"]) == page.count(labels["points"]) == 2
    assert page.count(labels["name"]) == 2


def test_scores_have_a_box_a_letter_and_a_cell_a_player(faces: Any) -> None:
    (face,) = set(faces("scores", "en", "a6").fronts)
    boxes = [op.rect for op in ops(face) if isinstance(op, RectOp) and op.paint.stroke]
    # Five games of two words of four letters.
    assert len(boxes) == 2 * 5 * 4
    assert min(b.width for b in boxes) > 5
    assert min(b.height for b in boxes) > 6
    # A line at the start of the points of five games and of the total, for two players; what lies
    # between the totals is no cell.
    upright = [op for op in ops(face) if isinstance(op, LineOp) and op.start.x == op.end.x]
    assert list(Counter(round(op.start.x, 2) for op in upright).values()) == [6, 6]


def test_few_games_have_no_high_rows(placed: Prepare) -> None:
    (face,) = set(placed("chiffre/scores", "en", "a6", games=1).groups[0].fronts)
    lying = sorted({op.start.y for op in ops(face) if isinstance(op, LineOp) and op.start.x == 6})
    names, game, total = lying[-3:]
    assert game - names == pytest.approx(20)
    assert total - game == pytest.approx(13)


def test_twelve_score_sheets_fill_both_sides_of_three_leaves(build: Build) -> None:
    assert len(pdfium.PdfDocument(build("chiffre/scores", "--lang", "de"))) == 2 * 3
    assert len(pdfium.PdfDocument(build("chiffre/scores", "--paper", "letter"))) == 2 * 3


# --- aid ---

OR = {"de": "oder", "en": "or", "fr": "ou", "es": "o", "el": "ή", "tr": "ya da", "ru": "или"}

FACTS = {
    "de": [r"genau eins", r"Gegenüber legt sie an", r"früher, liegt sie darüber",
           r"später, darunter", r"gleich, wird er aufgedeckt",
           r"Karten dort zurück", r"beiden anderen kommen weg", r"Dieses kommt weg", r"gewonnen",
           r"Themen verdeckt mischen", r"drei Themen und legen sie offen aus", r"verdeckt ihr Wort",
           r"Los entscheidet", r"Vier verschiedene", r"einem deiner drei Themen", r"J, Q, V, X, Y",
           r"Vokal darf an einem Konsonanten", r"spielt, fehlen in seinem Wort",
           r"darüber oder darunter liegen", r"nur, was genannt", r"5 Punkte", r"1 je gefundenem"],
    "en": [r"exactly one", r"opponent lays it there", r"above if it comes earlier",
           r"below if later", r"same, the letter is turned up", r"get back the cards",
           r"other two are taken away", r"that one is taken away", r"you win",
           r"Shuffle the themes face down", r"three themes and lay them open",
           r"word face down", r"Draw lots", r"Four different", r"one of your three themes",
           r"no J, Q, V, X or Z", r"vowel may lie at a consonant", r"cannot be in your opponent's",
           r"may lie above or below", r"only when it is named", r"5 points", r"1 for each letter"],
}  # fmt: skip


@pytest.mark.parametrize("size", ["a6", "poker"])
@pytest.mark.parametrize("lang", ["de", "en"])
def test_aid_states_every_rule_on_either_size(build: Build, lang: str, size: str) -> None:
    args = ("--count", "1", "--paper", size, "--size", size, "--margin", "0")
    pages = texts(build("chiffre/aid", "--lang", lang, *args))
    assert len(pages) == (2 if size == "a6" else 4)
    said = " ".join(" ".join(pages).split())
    for fact in FACTS[lang]:
        assert re.search(fact, said), fact
    # The strip: the whole alphabet in order, one letter under the other.
    front = " ".join(pages[0].split())
    assert " ".join(LATIN[lang]) in front
    for number in "1234":
        assert number in front.split()


@pytest.mark.parametrize("lang", WORDED)
def test_aids_of_all_languages_fit_on_both_sizes(placed: Prepare, lang: str) -> None:
    for size, count in (("a6", 1), ("quarter-letter", 1), ("poker", 2)):
        (group,) = placed("chiffre/aid", lang, size=size).groups
        assert len({id(face) for face in group.fronts}) == count, (lang, size)


@pytest.mark.parametrize("lang", WORDED)
def test_picture_of_the_aid_keeps_the_rules(lang: str) -> None:
    alphabet = alphabet_of(lang)
    letters, vowels = alphabet["letters"], alphabet["vowels"]
    aid = bank("aid", lang)
    spots = aid["example"]
    word = [spot["letter"] for spot in spots]
    assert len(set(word)) == len(word) == alphabet["length"]
    laid = [spot[side] for spot in spots for side in ("above", "below") if spot[side]]
    assert len(set(laid)) == len(laid), "a set has each letter once"
    for spot in spots:
        if spot["open"]:
            assert not spot["above"]
            assert not spot["below"], "the cards went back"
        else:
            assert letters.index(spot["above"]) < letters.index(spot["letter"])
            assert letters.index(spot["letter"]) < letters.index(spot["below"])
    first = spots[0]
    between = letters[letters.index(first["above"]) + 1 : letters.index(first["below"])]
    left = [letter for letter in between if letter not in vowels]
    assert first["letter"] in left
    assert f"**{f' {OR[lang]} '.join(left)}.**" in aid["says"][0]
    third = spots[2]
    assert third["letter"] not in vowels
    assert third["above"] in vowels


@pytest.mark.parametrize("lang", WORDED)
def test_arrows_are_told_as_the_fourth_card_shows_them(lang: str) -> None:
    letters = alphabet_of(lang)["letters"]
    said = bank("aid", lang)["reading"]["text"]
    assert re.search(rf"\b{letters[3]}\b", said)
    assert said.count(f"{letters[0]}–{letters[2]}") == 1
    # Those that go below, and those that the hidden letter is among when the card lies above it.
    assert said.count(f"{letters[4]}–{letters[-1]}") == 2


def test_aid_lies_back_to_back(build: Build) -> None:
    """Two aids on one leaf, each with the same back, four places on A4."""
    document = pdfium.PdfDocument(build("chiffre/aid", "--lang", "de"))
    assert len(document) == 2
    width, height = document[0].get_size()
    assert Size(round(width / 72 * 25.4), round(height / 72 * 25.4)) == Size(210, 297)
