"""Decks that come back: their PDFs carry what prints them again, whatever became of their banks."""

from __future__ import annotations

import getpass
import re
import socket
import subprocess
import sys
import zlib
from dataclasses import fields
from pathlib import Path

import click
import pikepdf
import pytest
import yaml

from ppgen import __version__
from ppgen.build import Fonts, make_pdf, place
from ppgen.cli.decks import open_deck
from ppgen.cli.make import command
from ppgen.cli.options import DECLARED, MakeOptions, read_options
from ppgen.cli.requests import read_requests
from ppgen.deal import recipe_text as writing
from ppgen.deal.code import check_of
from ppgen.deal.recipe import read_recipe
from ppgen.diagnostics import Report
from ppgen.drawing.ops import Op
from ppgen.limits import DECK_BYTES, DECK_LINE, DECK_TEXT, DECK_WORDS
from ppgen.load.workspace import Workspace
from ppgen.model.recipe import Recipe
from ppgen.source.kinds import Word
from tests.support.run import REPO, Ran, run_here, write

GAME = """
    ppgen: game/2
    title: Try
    banks: {words: words, more: more}
    products:
      keys:
        size: [63x44, 44x63]
        count: 9
        options:
          case: {choices: [upper, keep], default: upper}
          rounds: {type: integer, min: 1, max: 9, default: 2}
          box: {type: size, default: 20x20}
        each: {hand: {deal: words, take: 2}, other: {deal: more, take: 1}}
        front:
          layout: k
          with: {pair: "${hand}", last: "${other[0]}", case: "${case}", of: "${count}"}
      plain: {size: 63x44, front: {layout: p}}
    """
LAYOUT = """
    ppgen: layout/2
    extends: base
    needs: {pair: [word], last: word, case: text, number: integer, deck: text, of: integer}
    rows: {words: 1fr, last: 6, foot: 5}
    draw:
      - text: "${number}/${of} ${word} ${word.second} ${word.category} ${word.note} ${word.id}"
        box: words
        style: {min-size: 3pt}
        repeat: {each: word, in: pair}
      - {text: "${last} ${case}", box: last}
      - {text: "${deck}", box: foot}
    """
PLAIN = "ppgen: layout/2\nextends: base\ndraw:\n  - {text: hello}\n"
HEAD = "ppgen: bank/1\nlang: {}\ntitle: Try\nlicence: CC0-1.0\nauthor: Somebody Private\nwords:\n"
NATURE = ["Glacier", "Otter", "Meadow", "Comet", "Fern", "Coral", "Dune", "Heath", "Lynx"]
TOOLS = ["Anvil", "Compass", "Needle", "Lantern", "Saw", "Pulley", "Nail", "Awl", "Chisel"]
OWN = ["Grandma's ark", "no", "1e3", "Ünïcode: yes", '"quoted" \\ back', "{bracket", "# hash", "橋"]


def options_of(context: click.Context) -> MakeOptions:
    """Read what `make` shares with other commands; its own options say nothing of a deck."""
    names = {field.name for field in fields(MakeOptions)}
    return read_options(
        {k: v for k, v in context.params.items() if k in names or k.startswith(DECLARED)}
    )


def bank(lang: str, end: str = "") -> str:
    rows = [
        f"  nature: [{', '.join(f'{{word: {w}{end}, id: n{n}}}' for n, w in enumerate(NATURE))}]"
    ]
    rows += [f"  tools: [{', '.join(f'{{word: {w}{end}, note: a tool}}' for w in TOOLS)}]"]
    return HEAD.format(lang) + "\n".join(rows) + "\n"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    game = GAME.replace(", other: {deal: more, take: 1}", "").replace("${other[0]}", "${hand[0]}")
    write(
        tmp_path,
        {
            "ppgen.yaml": "ppgen: workspace/1\n",
            "content/g/game.yaml": game,
            "content/two/game.yaml": GAME,
            "templates/k.yaml": LAYOUT,
            "templates/p.yaml": PLAIN,
            "content/words/en.yaml": bank("en"),
            "content/words/de.yaml": bank("de", "e"),
            "content/more/en.yaml": HEAD.format("en") + f"  [{', '.join(TOOLS + NATURE)}]\n",
            "private-list.txt": "\n".join(OWN).replace("# hash", "hash #"),
        },
    )
    return tmp_path


def draws(root: Path, *args: str) -> list[tuple[int, list[Op], tuple[str, ...]]]:
    """Place what a command line asks for, and return the draw list of every piece by number."""
    workspace = Workspace(root)
    context = command.make_context("make", [*args, "--root", str(root)])
    with context:
        options, recipe = open_deck(workspace, options_of(context))
        (request,) = read_requests(workspace, options, recipe)
    printout = place(workspace, request, Fonts(workspace.fonts))
    assert printout is not None, [d.message for d in workspace.report.sorted()]
    (group,) = printout.groups
    numbers = sorted(request.only or range(1, len(group.fronts) + 1))
    faces = zip(numbers, group.fronts, strict=True)
    return [(n, list(face.ops), (printout.dealt.deck,)) for n, face in faces]


def made(root: Path, *args: str | Path, name: str = "x.pdf") -> tuple[Ran, Path]:
    ran = run_here("make", *args, "-o", root / name, cwd=root)
    assert ran.code == 0, ran.err
    return ran, root / name


def recipe_of(path: Path) -> bytes:
    with pikepdf.open(path) as pdf:
        return pdf.attachments["deck.yaml"].get_file().read_bytes()


def read(data: bytes, name: str = "deck.yaml") -> tuple[Recipe | None, list[str]]:
    report = Report()
    found = read_recipe(data, name, report)
    return found, [f"{d.code} {d.span}: {d.message}" for d in report.sorted()]


def change_banks(root: Path) -> None:
    """Do what a year does: the own list is gone, and the banks have other words."""
    (root / "private-list.txt").unlink(missing_ok=True)
    for lang in ("en", "de"):
        path = root / f"content/words/{lang}.yaml"
        path.write_text(
            HEAD.format(lang) + "  new: [Quartz, Bagel, Harp, Tram]\n", encoding="utf-8"
        )


# --- there and back ---

WAYS = {
    "first": ("g/keys", "--first", "private-list.txt"),
    "own": ("g/keys", "--bank", "private-list.txt"),
    "joined": ("g/keys", "--bank", "en", "--bank", "private-list.txt", "--seed", "7"),
    "two languages": ("g/keys", "--lang", "en+de", "--count", "5"),
    "categories": ("g/keys", "--categories", "tools"),
    "blanks": ("g/keys", "--blank", "3", "--without", "tools"),
    "options": ("g/keys", "--case", "keep", "--rounds", "5", "--box", "30x10", "--size", "70x50"),
    "paper": ("g/keys", "--paper", "letter", "--margin", "7"),
    "two names": ("two/keys", "--count", "4"),
}


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("kind", ["pdf", "yaml"])
def test_a_deck_comes_back_when_its_bank_is_gone(root: Path, way: str, kind: str) -> None:
    args = tuple(str(root / a) if a.endswith(".txt") else a for a in WAYS[way])
    before = draws(root, *args)
    _, path = made(root, *args)
    if kind == "yaml":
        (root / "deck.yaml").write_bytes(recipe_of(path))
        path = root / "deck.yaml"
    change_banks(root)
    assert draws(root, "--deck", str(path)) == before
    assert draws(root, WAYS[way][0], "--deck", str(path)) == before
    assert draws(root, "--deck", str(path), "--only", "2,4") == [before[1], before[3]]


def test_the_pdf_itself_comes_back(root: Path) -> None:
    _, path = made(root, "g/keys", "--first", "private-list.txt", "--margin", "7")
    first = path.read_bytes()
    change_banks(root)
    ran, again = made(root, "--deck", path, name="y.pdf")
    assert again.read_bytes() == first
    assert ran.err == ""
    # What is reprinted in part carries the whole deck, and so comes back itself.
    _, part = made(root, "--deck", path, "--only", "3", name="part.pdf")
    assert recipe_of(part) == recipe_of(path)


def test_another_version_says_so(root: Path) -> None:
    before = draws(root, "g/keys")
    _, path = made(root, "g/keys")
    text = recipe_of(path).decode().replace(f'"{__version__}"', '"0.0.7"')
    # An option of then that is there no more.
    text = text.replace("options: {", "options: {sparkle: much, ")
    (root / "deck.yaml").write_text(text, encoding="utf-8")
    ran, _ = made(root, "--deck", root / "deck.yaml")
    assert f"was made with ppgen 0.0.7; this is {__version__}: words, numbers and" in ran.err
    assert draws(root, "--deck", str(root / "deck.yaml")) == before
    ours = text.replace("0.0.7", __version__)
    (root / "deck.yaml").write_text(ours, encoding="utf-8")
    ran = run_here("make", "--deck", root / "deck.yaml", cwd=root)
    assert ran.code == 1
    assert "error[E201]: g/keys has no option `sparkle`\n --> deck.yaml:8:11" in ran.err


def test_a_language_without_a_bank_comes_back(root: Path) -> None:
    before = draws(root, "g/keys", "--lang", "sw", "--bank", str(root / "private-list.txt"))
    _, path = made(root, "g/keys", "--lang", "sw", "--bank", "private-list.txt")
    change_banks(root)
    assert draws(root, "--deck", str(path)) == before


# --- what else may be typed ---


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("g/plain",), "is for g/keys, not for g/plain"),
        (("g",), "is for g/keys, not for g"),
        (("g/keys", "two/keys"), "is for g/keys, not for g/keys two/keys"),
        (("--lang", "de"), "implies --lang en, which --lang de contradicts"),
        (("--lang", "en+de"), "implies --lang en, which --lang en+de contradicts"),
        (("--seed", "2"), "implies --seed 1, which --seed 2 contradicts"),
        (("--count", "2"), "implies --count 9, which --count 2 contradicts"),
        (("--bank", "de"), "sets all words, so --bank cannot be"),
        (("--first", "a.txt"), "sets all words, so --first cannot be"),
        (("--exclude", "printed"), "sets all words, so --exclude cannot be"),
        (("--only", "10"), "--only 10: there are 9 pieces"),
    ],
)
def test_what_cannot_be_of_this_deck_is_refused(
    root: Path, args: tuple[str, ...], said: str
) -> None:
    _, path = made(root, "g/keys")
    ran = run_here("make", *args, "--deck", path, "-o", root / "none.pdf", cwd=root)
    assert ran.code == 2
    assert said in ran.err
    assert not (root / "none.pdf").exists()


@pytest.mark.parametrize("name", ["deck.txt", "deck", "x.pdf.bak", "en-1-9", "."])
def test_a_deck_is_a_code_a_pdf_or_yaml(root: Path, name: str) -> None:
    (root / name).parent.mkdir(exist_ok=True)
    ran = run_here("make", "g/keys", "--deck", name, cwd=root)
    assert ran.code == 2
    assert "is neither the code of a deck such as de-1-110-7K3F nor a file name" in ran.err


@pytest.mark.parametrize("name", ["gone.pdf", "gone.yaml", "content/words.yaml"])
def test_a_file_that_is_not_there(root: Path, name: str) -> None:
    (root / "content/words.yaml").mkdir()
    ran = run_here("make", "g/keys", "--deck", name, cwd=root)
    assert ran.code == 2
    assert f"--deck: there is no file `{name}`" in ran.err


def test_paper_and_size_may_be_others(root: Path) -> None:
    _, path = made(root, "g/keys", "--size", "70x50")
    ran, _ = made(root, "--deck", path, "--paper", "a5", "--case", "keep")
    assert "9 pieces on" in ran.out
    assert "of A5" in ran.out
    assert b'paper: a5\nsize: "70x50"\n' in recipe_of(root / "x.pdf")
    assert b"{case: keep, " in recipe_of(root / "x.pdf")


def test_codes_are_read_in_any_case(root: Path) -> None:
    before = draws(root, "g/keys", "--lang", "de")
    (code,) = before[0][2]
    assert draws(root, "g/keys", "--deck", code.upper()) == before
    assert draws(root, "g/keys", "--deck", code.lower(), "--lang", "DE") == before
    _, first = made(root, "g/keys", "--lang", "de", "--count", "3")
    code = str(yaml.safe_load(recipe_of(first))["deck"])
    left = draws(root, "g/keys", "--lang", "de", "--exclude", code.upper())
    assert left == draws(root, "g/keys", "--lang", "de", "--exclude", code)


# --- what is in it ---


def test_no_recipe_where_there_is_no_deck_or_it_is_not_wanted(root: Path) -> None:
    for args in (("g/plain",), ("g/keys", "--no-recipe")):
        _, path = made(root, *args)
        with pikepdf.open(path) as pdf:
            assert len(pdf.attachments) == 0
            assert not {"/AF", "/Names"} & set(pdf.Root.keys())
        ran = run_here("make", "--deck", path, cwd=root)
        assert ran.code == 1
        assert "error[E606]: `x.pdf` carries no deck" in ran.err
    with_one, _ = made(root, "g/keys")
    assert "error" not in with_one.err


def test_readers_find_it(root: Path) -> None:
    _, path = made(root, "g/keys")
    with pikepdf.open(path) as pdf:
        assert list(pdf.attachments) == ["deck.yaml"]
        spec = pdf.attachments["deck.yaml"]
        assert spec.get_file().mime_type == "application/yaml"
        assert pdf.Root.AF[0].AFRelationship == "/Source"
        assert set(pdf.Root.AF[0].EF.F.Params.keys()) == {"/Size"}
        assert pdf.check_pdf_syntax() == []
    found, problems = read(path.read_bytes())
    assert problems == []
    assert found is not None
    assert (found.product, found.lang, found.wanted) == ("g/keys", "en", 9)


def test_it_is_yaml_that_any_reader_takes_for_the_same(root: Path) -> None:
    _, path = made(root, "g/keys", "--bank", "private-list.txt", "--lang", "no")
    found = yaml.safe_load(recipe_of(path))
    assert found["lang"] == "no"
    assert sorted(w for hand in found["hands"]["hand"] for w in hand) == sorted(
        word.replace("# hash", "hash #") for word in OWN
    )


def test_nothing_personal_is_in_it(root: Path) -> None:
    home = root / "home of somebody"
    home.mkdir()
    (home / "private-list.txt").write_text("\n".join(f"Wort{n}" for n in range(18)))
    _, path = made(
        root, "g/keys", "--bank", home / "private-list.txt", "--first", "private-list.txt"
    )
    text = recipe_of(path).decode()
    for secret in (
        "private",
        "home",
        str(root),
        "Somebody",
        getpass.getuser(),
        socket.gethostname(),
    ):
        assert secret.casefold() not in text.casefold()
    assert not re.search(r"\d{4}-\d\d-\d\d|\b20\d\d\b|\d\d:\d\d", text)
    assert list(yaml.safe_load(text)) == [
        "ppgen", "version", "deck", "product", "lang", "paper", "count", "options", "columns",
        "hands",
    ]  # fmt: skip
    assert b"private" not in path.read_bytes()


def test_a_deck_of_the_usual_size_carries_ten_kilobytes(tmp_path: Path) -> None:
    ran = run_here("make", "decrypto/keywords", "--lang", "de", "-o", tmp_path / "d.pdf")
    assert ran.code == 0
    text = recipe_of(tmp_path / "d.pdf")
    assert len(zlib.compress(text, 9)) < 7_000
    assert 8_000 < len(text) < 16_000
    assert len(yaml.safe_load(text)["hands"]["hand"]) == 110


# --- files of strangers ---

GOOD = """\
ppgen: deck/1
version: "1.0"
deck: en-1-1-CODE
product: g/keys
lang: en
paper: a4
count: 1
columns: [word, category]
hands:
  hand:
  - [[Otter, nature], Anvil]
"""


def good(text: str = GOOD) -> bytes:
    """Put in the code that the words have."""
    return text.replace("CODE", check_of(["Otter", "Anvil"])).encode()


def test_the_good_one_is_good() -> None:
    found, problems = read(good())
    assert problems == []
    assert found is not None
    assert [(str(w), w.category) for w in found.words] == [("Otter", "nature"), ("Anvil", "")]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("deck/1", "deck/2", "E202 deck.yaml:1:8: version 2 of `deck` files is unknown"),
        ("deck/1", "bank/1", "E202 deck.yaml:1:8: this is not a `deck` file"),
        ("paper: a4\n", "", "E204 deck.yaml:1:1: the key `paper` is missing"),
        ("paper", "papre", "E201 deck.yaml:6:1: unknown key `papre`"),
        ("g/keys", "all", "E202 deck.yaml:4:10: expected a product such as game/product"),
        ("lang: en", "lang: 1", "E202 deck.yaml:5:7: expected a language such as `de` or"),
        ("count: 1", "count: -1", "E202 deck.yaml:7:8: expected an integer from 1 to"),
        ("Otter", "Beaver", "E222 deck.yaml:3:7: these are not the words of the deck en-1-1"),
        ("Otter", '" "', "E202 deck.yaml:11:7: an empty word"),
        ("Otter", "O" * 1001, "E305 deck.yaml:11:7: a text of 1,001 characters; at most 1,000"),
        ("nature", "nature, a, b", "E202 deck.yaml:11:6: expected word, category"),
        ("category]", "word]", "E202 deck.yaml:8:10: the first column is `word`, and each"),
        ("category]", "sapn]", "E201 deck.yaml:8:17: unknown column"),
        ("en-1-1-", "en-1-2-", "E222 deck.yaml:3:7: the deck en-1-2-"),
        ("en-1-1-", "de-1-1-", "E222 deck.yaml:3:7: the deck de-1-1-"),
        ("en-1-1-", "x-", "E202 deck.yaml:3:7: expected the code of a deck such as"),
        ("hand:", "hand: &a", "E103 deck.yaml:10:9: an anchor, `&a`, is not allowed here"),
        ("[Otter, nature]", "{a: b}", "E205 deck.yaml:11:7: a mapping where a word is expected"),
        ("count: 1", "count: 1\nblank: 1001", "E202 deck.yaml:8:8: expected an integer from 0"),
        ("count: 1", "count: 1\nmargin: 51", "E202 deck.yaml:8:9: expected a margin from 0 to"),
    ],
)  # fmt: skip
def test_what_is_wrong_has_its_place(old: str, new: str, said: str) -> None:
    text = good().decode()
    assert old in text
    found, problems = read(text.replace(old, new, 1).encode())
    assert found is None
    assert any(said in problem for problem in problems), problems


def test_a_recipe_of_a_million_words_is_refused_before_it_is_parsed() -> None:
    text = GOOD.replace("Anvil", ",".join(["a"] * 1_000_000))
    found, problems = read(text.encode())
    assert found is None
    assert problems == [f"E305 deck.yaml:1:1: a deck of more than {DECK_WORDS:,} words"]
    packed = zlib.compress(text.encode(), 9)
    assert len(packed) < 5_000
    found, problems = read(pdf_with(packed), "a.pdf")
    assert found is None
    assert problems == [f"E305 a.pdf/deck.yaml:1:1: a deck of more than {DECK_WORDS:,} words"]


def test_a_few_words_too_many_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ppgen.deal.recipe.DECK_WORDS", 1)
    assert read(good())[1] == ["E305 deck.yaml:11:3: a deck of more than 1 words"]


def test_a_long_line_is_refused_and_not_shown() -> None:
    text = GOOD + "#" + "x" * DECK_LINE
    said = f"E305 None: a line of more than {DECK_LINE:,} characters in `deck.yaml`"
    assert read(text.encode())[1] == [said]


def test_of_many_problems_a_few_are_shown() -> None:
    text = good().decode() + "lang: en\n" * 5000
    found, problems = read(text.encode())
    assert found is None
    assert len(problems) == 20
    assert problems[0] == "E102 deck.yaml:12:1: the key `lang` is used twice"


def test_names_of_streams_that_are_none_cost_little() -> None:
    data = b"%PDF-1.7\n" + b"/EmbeddedFile " * 200_000
    found, problems = read(data, "a.pdf")
    assert (found, problems) == (None, ["E606 None: `a.pdf` carries no deck"])


def test_too_many_keys_are_refused() -> None:
    text = GOOD + "".join(f"k{n}: a\n" for n in range(1000))
    assert read(text.encode())[1] == ["E305 deck.yaml:1:1: more than 100 keys"]


def pdf_with(stream: bytes, entries: str = "/Filter/FlateDecode") -> bytes:
    head = f"%PDF-1.7\n1 0 obj\n<</Type/EmbeddedFile{entries}/Length {len(stream)}>>\nstream\n"
    return head.encode() + stream + b"\nendstream\nendobj\n%%EOF\n"


def test_a_bomb_is_unpacked_no_further_than_needed() -> None:
    packer = zlib.compressobj(9)
    bomb = packer.compress(b"ppgen: deck/1\n") + b"".join(
        packer.compress(b" " * 1_000_000) for _ in range(30)
    ) + packer.flush()  # fmt: skip
    assert len(bomb) < 40_000
    found, problems = read(pdf_with(bomb), "a.pdf")
    assert found is None
    assert problems == [f"E305 None: the deck in `a.pdf` is larger than {DECK_BYTES // 10**6} MB"]
    assert "larger than" in read(b"ppgen: deck/1\n" + b" " * DECK_BYTES)[1][0]


def test_damage_is_seen(root: Path) -> None:
    _, path = made(root, "g/keys", "--bank", "private-list.txt", "--bank", "en")
    data = path.read_bytes()
    at = data.index(b"/EmbeddedFile/")
    start = data.index(b"stream\n", at) + 7
    for cut in (data[: start + 40], data[:start] + b"\0" * 40 + data[start + 40 :], data[:at]):
        found, problems = read(cut, "a.pdf")
        assert found is None
        assert problems[0].startswith("E606 None: ")
    end = data.index(b"endstream", start)
    assert read(data[: end - 20], "a.pdf")[1][0].startswith("E606 None: the deck in `a.pdf` is dam")
    # Nothing behind it is needed, nor anything before.
    assert read(data[:end])[0] == read(data)[0] is not None
    assert read(b"%PDF-1.7 junk\n" + data)[0] is not None


@pytest.mark.parametrize("packed", [True, False])
def test_a_pdf_that_another_program_has_written_anew(root: Path, packed: bool) -> None:
    _, path = made(root, "g/keys")
    with pikepdf.open(path) as pdf:
        pdf.save(
            root / "y.pdf",
            compress_streams=packed,
            stream_decode_level=None if packed else pikepdf.StreamDecodeLevel.all,
        )
    found, problems = read((root / "y.pdf").read_bytes())
    assert problems == []
    assert found == read(path.read_bytes())[0]


def test_no_random_damage_crashes_it(root: Path) -> None:
    _, path = made(root, "g/keys")
    data = path.read_bytes()
    at = data.index(b"/EmbeddedFile/")
    for n in range(0, 700, 3):
        changed = data[: at + n] + bytes([(data[at + n] + 101) % 256]) + data[at + n + 1 :]
        found, problems = read(changed, "a.pdf")
        assert (found is None) == bool(problems)
    text = good()
    for n in range(len(text)):
        for new in (b"", b"\n", b"[", b"\xff", b"'", b"%"):
            found, problems = read(text[:n] + new + text[n + 1 :])
            assert (found is None) == bool(problems)


def test_the_reader_needs_python_only() -> None:
    """A web page has neither click nor libraries for PDF."""
    code = (
        "import sys\nfrom ppgen.deal.recipe import read_recipe\n"
        "print(*sorted({m.partition('.')[0] for m in sys.modules}))"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code], cwd=REPO, capture_output=True, text=True, check=True
    )
    heavy = {"pikepdf", "reportlab", "PIL", "uharfbuzz", "click", "pypdfium2", "snowballstemmer"}
    assert not heavy & set(ran.stdout.split())


def test_decks_too_large_to_be_read_carry_none(root: Path) -> None:
    workspace = Workspace(root)
    context = command.make_context("make", ["g/keys", "--root", str(root)])
    with context:
        (request,) = read_requests(workspace, options_of(context))
    printout = place(workspace, request, Fonts(workspace.fonts))
    assert printout is not None
    dealt = printout.dealt
    assert b"/EmbeddedFile" in make_pdf(printout, Fonts(workspace.fonts))
    long = Word("a" * DECK_TEXT)
    for hands in ([[Word("a")] * 1000] * 101, [[Word(f"{long}a")]], [[long] * 50]):
        assert writing.recipe_text(request, dealt._replace(hands={"hand": hands})) == b""
    assert writing.recipe_text(request, dealt) != b""
