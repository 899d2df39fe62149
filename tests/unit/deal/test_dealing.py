"""Which words are dealt: the options of `make`, codes of decks, and what is said aloud."""

from __future__ import annotations

import re
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pypdfium2 as pdfium
import pytest

from tests.support.run import Ran, run_apart, run_here, write

KINDS = {
    "nature": ["Glacier", "Otter", "Meadow", "Comet", "Fern", "Coral"],
    "tools": ["Anvil", "Compass", "Needle", "Lantern", "Saw", "Pulley"],
    "food": ["Pepper", "Honey", "Dumpling", "Fig", "Bread", "Olive"],
    "myth": ["Dragon", "Siren", "Giant", "Oracle", "Phoenix", "Witch"],
}
HEAD = "ppgen: bank/1\nlang: {}\ntitle: Try\nlicence: CC0-1.0\nauthor: we\nwords:\n"
GAME = """
    ppgen: game/2
    title: Try
    banks: {words: words}
    products:
      keys:
        size: 63x44
        count: COUNT
        each: {hand: {deal: words, take: 4}}
        front: {layout: k, with: {pair: "${hand[0..1]}", side: A}}
        back: {layout: k, with: {pair: "${hand[2..3]}", side: B}}
      plain: {size: 63x44, front: {layout: k, with: {pair: [], side: C}}}
    """
LAYOUT = """
    ppgen: layout/2
    extends: base
    needs: {pair: [word], side: text, number: integer, deck: text}
    rows: {words: 1fr, foot: 5}
    draw:
      - text: "${number}.${side} ${word}|${word.second}|${word.category}|${word.note}|${word.id};"
        box: words
        style: {min-size: 3pt}
        repeat: {each: word, in: pair}
      - {text: "deck ${deck};", box: foot}
    """


def bank(lang: str, kinds: dict[str, list[str]], ids: int = 0) -> str:
    rows = []
    for kind, words in kinds.items():
        rows.append(f"  {kind}:")
        for n, word in enumerate(words):
            rows.append(f"    - {{word: {word}, id: {kind}-{n}}}" if n < ids else f"    - {word}")
    return HEAD.format(lang) + "\n".join(rows) + "\n"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    write(
        tmp_path,
        {
            "ppgen.yaml": "ppgen: workspace/1\n",
            "content/g/game.yaml": GAME.replace("COUNT", "110"),
            "templates/k.yaml": LAYOUT,
        },
    )
    folder = tmp_path / "content/words"
    folder.mkdir()
    (folder / "en.yaml").write_text(bank("en", KINDS, 4), encoding="utf-8")
    german = {kind: [f"{w[:3]}ische" for w in words] for kind, words in KINDS.items()}
    (folder / "de.yaml").write_text(bank("de", german, 3), encoding="utf-8")
    return tmp_path


class Deck:
    """What a PDF says: hands by number, with what stands beside each word."""

    def __init__(self, path: Path) -> None:
        text = "".join(
            page.get_textpage().get_text_range().replace("\r\n", "")
            for page in pdfium.PdfDocument(path)
        )
        found = re.findall(r"(\d+)\.([AB]) ([^|;]*)\|([^|;]*)\|([^|;]*)\|([^|;]*)\|([^|;]*);", text)
        self.hands: dict[int, list[str]] = {}
        self.second: dict[str, str] = {}
        self.category: dict[str, str] = {}
        self.sides: dict[str, str] = {}
        for number, side, word, second, category, *_ in sorted(found):
            self.hands.setdefault(int(number), []).append(word.strip())
            self.second[word.strip()] = second
            self.category[word.strip()] = category
            self.sides[word.strip()] = side
        self.codes = set(re.findall(r"deck ([^;]*);", text))

    @property
    def words(self) -> set[str]:
        return {w for hand in self.hands.values() for w in hand if w}


def make(root: Path, *args: str, name: str = "x.pdf") -> tuple[Ran, Deck]:
    ran = run_here("make", "g/keys", *args, "-o", root / name, cwd=root)
    assert ran.code == 0, ran.err
    return ran, Deck(root / name)


def refused(root: Path, *args: str, target: str = "g/keys") -> Ran:
    ran = run_here("make", target, *args, "-o", root / "none.pdf", cwd=root)
    assert not (root / "none.pdf").exists()
    return ran


def words_of(kind: str) -> set[str]:
    return set(KINDS[kind])


# --- a deck of one's own ---

TWELVE = ["Ant", "Bear", "Cat", "Dog", "Eel", "Fox", "Goat", "Hen", "Ibis", "Jay", "Koala", "Lion"]


def test_a_deck_from_twelve_words(root: Path) -> None:
    (root / "mine.txt").write_text("# ours\n" + "\n".join(TWELVE), encoding="utf-8")
    ran, deck = make(root, "--bank", "mine.txt")
    assert sorted(deck.words) == TWELVE
    assert [len(hand) for hand in deck.hands.values()] == [4, 4, 4]
    assert sum(side == "A" for side in deck.sides.values()) == 6
    assert ran.err == "note: mine.txt: 12 words are enough for 3 hands of 4, not for 110\n"
    assert f"deck {deck.codes.pop()}, 3 two-sided cards on 1 sheet" in ran.out


def test_a_language_without_labels(root: Path) -> None:
    (root / "mine.txt").write_text("\n".join(TWELVE), encoding="utf-8")
    ran, deck = make(root, "--bank", "mine.txt", "--lang", "sw")
    assert sorted(deck.words) == TWELVE
    assert "note: there are no labels in `sw`, so those in `en` are printed\n" in ran.err
    assert deck.codes.pop().startswith("sw-1-3-")
    # Without words of one's own there is nothing to print in that language.
    assert "has no language `sw`" in refused(root, "--lang", "sw").err


def test_banks_are_joined_and_a_word_counts_once(root: Path) -> None:
    (root / "more.csv").write_text("word,category\nOTTER,animals\nBadger,animals\n")
    ran, deck = make(root, "--bank", "en", "--bank", "more.csv", "--first", "more.csv")
    assert "note: 1 word is listed more than once; the repeats are ignored\n" in ran.err
    assert "Badger" in deck.words
    assert "Otter" in deck.words
    assert "OTTER" not in deck.words
    assert deck.category["Otter"] == "nature"
    assert deck.category["Badger"] == "animals"


def test_first_words_are_surely_dealt(root: Path) -> None:
    (root / "f.txt").write_text("Grandma\nWitch\nGrandpa\nFern\n")
    _, deck = make(root, "--first", "f.txt", "--count", "1")
    assert sorted(deck.words) == ["Fern", "Grandma", "Grandpa", "Witch"]
    assert deck.category["Witch"] == "myth"
    (root / "f.txt").write_text("\n".join(TWELVE))
    ran = refused(root, "--first", "f.txt", "--count", "2")
    assert ran.code == 1
    assert "error[E221]: --first has 12 words, the deck has room for 8" in ran.err


def test_a_family_bank(root: Path) -> None:
    text = "ppgen: bank/1\nextends: en\ndrop: [Witch]\nwords: {us: [Grandma]}\n"
    (root / "fam.yaml").write_text(text)
    _, deck = make(root, "--bank", "fam.yaml", "--count", "6")
    assert deck.words == {w for kind in KINDS.values() for w in kind} - {"Witch"} | {"Grandma"}


# --- how it is dealt ---


def test_no_two_of_a_category(root: Path) -> None:
    ran, deck = make(root)
    assert len(deck.hands) == 6
    for hand in deck.hands.values():
        assert {deck.category[word] for word in hand} == set(KINDS)
    assert "warning" not in ran.err


def test_what_cannot_be_avoided_is_said(root: Path) -> None:
    ran, deck = make(root, "--categories", "nature,tools,food", "--count", "2")
    assert len(deck.words) == 8
    assert re.search(
        r"warning: 2 of 2 hands have words that are alike \(`\w+` and `\w+` in number 1 share a "
        r"category\); the bank allows no better deal\n",
        ran.err,
    )
    quiet = run_here(
        "make", "g/keys", "--categories", "nature,tools", "--quiet", "-o", root / "q.pdf", cwd=root
    )
    assert quiet.err.startswith("warning: ")
    assert "note" not in quiet.err


def test_categories(root: Path) -> None:
    _, some = make(root, "--categories", "food, Myth", "--categories", "tools")
    assert some.words <= words_of("food") | words_of("myth") | words_of("tools")
    _, less = make(root, "--without", "food", name="y.pdf")
    assert not less.words & words_of("food")
    ran = refused(root, "--without", "foods")
    assert ran.code == 2
    assert "there is no category `foods`; did you mean `food`?" in ran.err


def test_pieces_to_write_on(root: Path) -> None:
    _, deck = make(root, "--count", "3", "--blank", "2")
    assert list(deck.hands) == [1, 2, 3, 4, 5]
    assert deck.hands[4] == deck.hands[5] == ["", "", "", ""]
    assert len(deck.words) == 12
    _, same = make(root, "--count", "3", name="y.pdf")
    assert deck.codes == same.codes, "they are no words of the deck"


def test_two_languages(root: Path) -> None:
    ran, deck = make(root, "--lang", "en+de")
    with_partner = [word for kind in KINDS.values() for word in kind[:3]]
    for word in deck.words:
        assert deck.second[word] == (f"{word[:3]}ische" if word in with_partner else "")
    assert "note: 12 of 24 words have no partner in `de`\n" in ran.err
    assert deck.codes.pop().startswith("en-1-6-")
    assert "there is no bank in language `eo`" in refused(root, "--lang", "en+eo").err
    assert "two languages are written de+en" in refused(root, "--lang", "en+").err


# --- codes ---


def test_a_deck_is_dealt_again(root: Path) -> None:
    _, deck = make(root, "--seed", "7", "--count", "5")
    code = deck.codes.pop()
    assert re.fullmatch(r"en-7-5-[34679ACDEFHJKLMNPRTWXY]{4}", code)
    _, again = make(root, "--deck", code.lower(), name="y.pdf")
    assert again.hands == deck.hands
    _, two = make(root, "--deck", code, "--lang", "en+de", "--only", "2", name="z.pdf")
    assert two.hands == {2: deck.hands[2]}


def test_a_soft_hyphen_makes_no_other_deck(root: Path) -> None:
    _, deck = make(root)
    path = root / "content/words/en.yaml"
    text = path.read_text("utf-8")
    path.write_text(text.replace("Dragon", "Dra\u00adgon").replace("Fern", "Fe\u00adrn"), "utf-8")
    _, again = make(root, "--deck", deck.codes.pop(), name="y.pdf")
    assert again.hands == deck.hands


def test_a_deck_that_comes_out_different_is_refused(root: Path) -> None:
    _, deck = make(root)
    code = deck.codes.pop()
    path = root / "content/words/en.yaml"
    path.write_text(path.read_text().replace("Witch", "Wizard"))
    ran = refused(root, "--deck", code)
    assert ran.code == 1
    assert f"error[E222]: the deck {code} cannot be dealt again: it comes out as en-1-6-" in ran.err
    assert re.search(r"\^ 24 words, version [0-9a-f]{8}\n", ran.err)


@pytest.mark.parametrize(
    ("more", "what"),
    [
        (["--lang", "de"], "--lang de"),
        (["--seed", "3"], "--seed 3"),
        (["--count", "9"], "--count 9"),
    ],
)
def test_a_code_says_it_already(root: Path, more: list[str], what: str) -> None:
    ran = refused(root, "--deck", "en-2-5-7K3F", *more)
    assert ran.code == 2
    assert f"{what} contradicts" in ran.err


def test_what_is_no_code(root: Path) -> None:
    ran = refused(root, "--deck", "1234")
    assert ran.code == 2
    assert "`1234` is neither the code of a deck such as de-1-110-7K3F" in ran.err


def test_decks_that_share_no_word(root: Path) -> None:
    _, one = make(root, "--count", "2")
    first = one.codes.pop()
    _, two = make(root, "--count", "2", "--exclude", first, name="y.pdf")
    second = two.codes.pop()
    _, three = make(root, "--count", "2", "--exclude", first, "--exclude", second, name="z.pdf")
    assert not one.words & two.words
    assert not (one.words | two.words) & three.words
    assert len(one.words | two.words | three.words) == 24
    ran = refused(root, "--exclude", "en-1-2-7K3F")
    assert ran.code == 1
    assert "error[E222]: the excluded deck en-1-2-7K3F cannot be dealt" in ran.err
    assert "that deck is in `de`, this one in `en`" in refused(root, "--exclude", "de-1-2-7K3F").err


def test_words_to_leave_out(root: Path) -> None:
    (root / "seen.txt").write_text("WITCH\nfern\nunknown\n")
    ran, deck = make(root, "--exclude", "seen.txt")
    assert not deck.words & {"Witch", "Fern"}
    assert "22 words are enough for 5 hands of 4, not for 110; 2 left over" in ran.err


def test_more_than_there_are(root: Path) -> None:
    (root / "seen.txt").write_text("Witch\n")
    ran = refused(root, "--exclude", "seen.txt", "--count", "6")
    assert ran.code == 1
    assert "error[E221]: 6 hands of 4 words need 24, the bank has 23" in ran.err
    (root / "seen.txt").write_text("One\nTwo\n")
    ran = refused(root, "--bank", "seen.txt")
    assert "error[E221]: 1 hand of 4 words need 4, the bank has 2" in ran.err


@pytest.mark.slow
def test_the_same_deck_in_another_process(root: Path) -> None:
    _, deck = make(root)
    for hashes in ("0", "1"):
        path = root / f"{hashes}.pdf"
        ran = run_apart(
            "make", "g/keys", "-o", path, cwd=root, env={"PYTHONHASHSEED": hashes, "LANG": "C"}
        )
        assert ran.code == 0, ran.err
        assert Deck(path).hands == deck.hands


# --- usage ---


@pytest.mark.parametrize(
    "args",
    [["--bank", "en"], ["--blank", "1"], ["--without", "food"], ["--deck", "en-1-1-7K3F"],
     ["--first", "f.txt"], ["--exclude", "f.txt"], ["--categories", "food"], ["--lang", "en+de"]],
)  # fmt: skip
def test_products_that_deal_nothing_have_no_such_options(root: Path, args: list[str]) -> None:
    ran = refused(root, *args, target="g/plain")
    assert ran.code == 2
    assert "none of the selected products deals words" in ran.err


def test_with_several_products_they_go_to_those_that_deal(root: Path) -> None:
    ran = run_here("make", "g", "--bank", "de", "--lang", "de", "--blank", "1", cwd=root)
    assert ran.code == 0, ran.err
    assert sorted(p.name for p in (root / "out").iterdir()) == [
        "g-keys-de-a4-bank-de-blank1.pdf",
        "g-plain-de-a4.pdf",
    ]


@pytest.mark.parametrize(
    ("args", "what"),
    [
        (["--bank", "none.txt"], "there is no file `none.txt`"),
        (
            ["--bank", "xx"],
            "`xx` is neither a .yaml, .txt, .csv or .tsv file nor a bank: there are ar, de, ",
        ),
        (["--bank", "ppgen"], "a bank: there are ar, de, "),
        (["--first", "none.csv"], "there is no file `none.csv`"),
        (["--exclude", "none.txt"], "there is no file `none.txt`"),
    ],
)
def test_banks_that_are_not_there(root: Path, args: list[str], what: str) -> None:
    ran = refused(root, *args)
    assert ran.code == 2
    assert what in ran.err


def test_every_option_has_a_part_in_the_name(root: Path) -> None:
    (root / "my words.txt").write_text("\n".join([*TWELVE, "Fern"]))
    mine = "my_words-" + sha256((root / "my words.txt").read_bytes()).hexdigest()[:6]
    for args, name in (
        (["--bank", "my words.txt"], f"g-keys-en-a4-bank-{mine}.pdf"),
        (["--first", "my words.txt"], f"g-keys-en-a4-first-{mine}.pdf"),
        (["--exclude", "my words.txt"], f"g-keys-en-a4-exclude-{mine}.pdf"),
        (["--categories", "food,myth"], "g-keys-en-a4-of-food,myth.pdf"),
        (["--without", "myth"], "g-keys-en-a4-without-myth.pdf"),
        (["--lang", "en+de", "--seed", "2"], "g-keys-en+de-a4-seed2.pdf"),
    ):
        ran = run_here("make", "g/keys", *args, cwd=root)
        assert ran.code == 0, ran.err
        assert ran.out.startswith(f"out/{name}: ")
    long = [f"--bank={root}/my words.txt"] * 40
    ran = run_here("make", "g/keys", *long, cwd=root)
    assert ran.code == 0, ran.err
    assert len(Path(ran.out.partition(":")[0]).name) < 210


@pytest.mark.parametrize("flag", ["--bank", "--first", "--exclude"])
def test_lists_of_one_name_make_files_of_two(root: Path, flag: str) -> None:
    for folder, more in (("a", "Fern"), ("b", "Moss")):
        (root / folder).mkdir()
        (root / folder / "words.txt").write_text("\n".join([*TWELVE, more]))
    for path in ("a/words.txt", "b/words.txt", root / "a/words.txt"):
        ran = run_here("make", "g/keys", flag, path, cwd=root)
        assert ran.code == 0, ran.err
    # The same words give the same name, wherever they lie.
    assert len(list((root / "out").iterdir())) == 2


@pytest.mark.slow
def test_nothing_of_dealing_is_imported_in_vain(root: Path) -> None:
    """Stemmers take time to import; a product that deals nothing must not wait for them."""
    code = (
        "import sys; from ppgen.cli import main\n"
        "sys.argv = ['ppgen', 'make', sys.argv[1], '-o', 'i.pdf', '--quiet']\n"
        "try: main()\n"
        "except SystemExit: print([m for m in sys.modules if m in "
        "{'ppgen.deal.deck', 'ppgen.language.stems', 'ppgen.load.wordlists'} "
        "or m.startswith('snowball')])"
    )
    for target, loaded in (
        ("g/plain", "[]"),
        ("g/keys", "['ppgen.language.stems', 'ppgen.deal.deck']"),
    ):
        got = subprocess.run(
            [sys.executable, "-c", code, target],
            cwd=root, check=True, capture_output=True, text=True,
        )  # fmt: skip
        assert got.stdout.strip() == loaded, got.stderr


def test_the_name_deck_is_taken(root: Path) -> None:
    path = root / "content/g/game.yaml"
    path.write_text(path.read_text().replace("hand: {deal", "deck: {deal"))
    ran = refused(root)
    assert "error[E212]: the name `deck` is already taken: it is built in" in ran.err


def test_a_product_that_deals_nothing_prints_no_code(root: Path) -> None:
    ran = run_here("make", "g/plain", "-o", root / "p.pdf", cwd=root)
    assert ran.code == 0, ran.err
    assert Deck(root / "p.pdf").codes == {""}
    assert "deck" not in ran.out


@pytest.mark.parametrize(
    ("lang", "words", "drawn"),
    [
        ("tr", ["iğne", "ışık"], ["İĞNE", "IŞIK"]),
        ("el", ["αετός", "μαϊμού"], ["ΑΕΤΟΣ", "ΜΑΪΜΟΥ"]),
        ("de", ["Straße", "Weiẞ"], ["STRASSE", "WEIẞ"]),
        ("nl", ["ijsbeer", "Ĳs"], ["IJSBEER", "ĲS"]),
    ],
)
def test_words_of_a_deck_in_capitals(
    root: Path, lang: str, words: list[str], drawn: list[str]
) -> None:
    """Capitals by the rules of the deck's language, as they stand on the paper."""
    path = root / "templates/k.yaml"
    path.write_text(
        path.read_text().replace("min-size: 3pt", "min-size: 3pt, extends: d, case: upper")
    )
    (root / "mine.txt").write_text("\n".join([*words, "abc", "xyz"]), encoding="utf-8")
    _, deck = make(root, "--bank", "mine.txt", "--lang", lang)
    assert {*drawn, "ABC", "XYZ"} == deck.words
