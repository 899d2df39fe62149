"""`ppgen words export` and `import`: out to lists, in from lists, and nothing lost on the way."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from openpyxl import Workbook

from ppgen.load.bank_text import add_words
from ppgen.load.workspace import Workspace
from ppgen.source.kinds import Word
from tests.support.run import REPO, Ran, run_here, write

HEAD = "ppgen: bank/1\nlang: {}\ntitle: T\nlicence: CC0-1.0\nauthor: we\nwords:\n"
BANK = (
    HEAD.format("sw")
    + """\
  # of the sea
  bahari:
    - samaki   # fish
    - {word: "pa\\u00ADpa", id: shark, note: 'big, "bad"'}
  chakula:
    - embe
"""
)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    write(tmp_path, {"ppgen.yaml": "ppgen: workspace/1\n"})
    return tmp_path


@pytest.fixture
def bank(root: Path) -> Path:
    path = root / "content/words/sw.yaml"
    path.parent.mkdir(parents=True)
    path.write_text(BANK, encoding="utf-8")
    return path


def words(root: Path, *args: str | Path) -> Ran:
    return run_here("words", *args, cwd=root)


def read(root: Path, name: str, lang: str = "sw") -> list[tuple[str, str, str, str]]:
    workspace = Workspace(root)
    bank = workspace.bank_file(root / name, lang, ["words"])
    assert [d.message for d in workspace.report.sorted()] == []
    assert bank is not None
    return [(str(w), w.category, w.id, w.note) for w in bank.words]


# --- out ---


@pytest.mark.parametrize("name", ["w.csv", "w.tsv"])
def test_a_table_holds_all_that_a_bank_says(root: Path, bank: Path, name: str) -> None:
    ran = words(root, "export", "sw", name)
    assert (ran.code, ran.out) == (0, f"{name}: 3 words\n")
    assert (root / name).read_bytes().startswith(b"\xef\xbb\xbfword"), "as spreadsheets want it"
    found = read(root, name)
    assert found == [(w.replace("\u00ad", ""), *more) for w, *more in read(root, str(bank))]
    assert found[1] == ("papa", "bahari", "shark", 'big, "bad"')


@pytest.mark.usefixtures("bank")
def test_a_list_is_a_word_a_line(root: Path) -> None:
    words(root, "export", "sw", "w.txt", "--category", "bahari")
    assert (root / "w.txt").read_bytes() == b"samaki\npapa\n"


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["de", "ar", "ja"])
def test_a_bank_comes_back_as_it_went(root: Path, lang: str) -> None:
    words(root, "export", lang, "w.csv")
    ran = words(root, "import", "w.csv", "--lang", lang)
    assert ran.code == 0
    assert ran.out.endswith("0 words new\n")
    assert "note" not in ran.err


@pytest.mark.usefixtures("bank")
def test_a_file_is_replaced_by_force_only(root: Path) -> None:
    (root / "w.csv").write_text("mine")
    ran = words(root, "export", "sw", "w.csv")
    assert ran.code == 2
    assert "w.csv already exists" in ran.err
    assert (root / "w.csv").read_text() == "mine"
    assert words(root, "export", "sw", "w.csv", "--force").code == 0
    ran = words(root, "export", "sw", "w.pdf")
    assert (ran.code, "exported to .txt, .csv or .tsv" in ran.err) == (2, True)


# --- in ---

ROWS = [("wimbi", "bahari"), ("chungwa", "chakula"), ("papa", "bahari"), ("nyota", "anga"),
        ("wimbi", "bahari"), ("no", "chakula"), ("samakii", "bahari")]  # fmt: skip
AFTER = (
    HEAD.format("sw")
    + """\
  anga:
    - nyota
  # of the sea
  bahari:
    - wimbi
    - samakii
    - samaki   # fish
    - {word: "pa\\u00ADpa", id: shark, note: 'big, "bad"'}
  chakula:
    - chungwa
    - "no"
    - embe
"""
)


def sheet(path: Path) -> None:
    book = Workbook()
    page = book.active
    assert page is not None
    for row in [("Neno", "Aina"), *ROWS]:
        page.append(row)
    book.save(path)


def lists(root: Path) -> dict[str, Path]:
    """Write the same words into every kind of file."""
    out = {name: root / f"w.{name}" for name in ("csv", "tsv", "xlsx", "json")}
    text = "".join(f"{word},{kind}\n" for word, kind in ROWS)
    out["csv"].write_text(text)
    out["tsv"].write_text(text.replace(",", "\t"))
    out["json"].write_text(json.dumps([{"word": w, "category": k} for w, k in ROWS], indent=1))
    sheet(out["xlsx"])
    return out


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["csv", "tsv", "xlsx", "json"])
def test_import(root: Path, bank: Path, kind: str) -> None:
    file = lists(root)[kind]
    args: tuple[str | Path, ...] = (
        "import",
        file,
        "--lang",
        "sw",
        *(["--no-heading"] if kind == "csv" else []),
    )
    ran = words(root, *args)
    assert ran.code == 0, ran.err
    assert "repeated in the file: 1\n  wimbi (" in ran.out
    assert "already in the bank: 1\n  papa (content/words/sw.yaml:10:14)\n" in ran.out
    assert "samakii / samaki: one letter apart" in ran.out
    assert "5 words new: " in ran.out
    assert ran.out.endswith("nothing written yet; --write adds them to content/words/sw.yaml\n")
    assert bank.read_text("utf-8") == BANK
    ran = words(root, *args, "--write")
    assert ran.out.endswith("content/words/sw.yaml: 5 words added\n")
    assert bank.read_text("utf-8") == AFTER
    assert "0 words new" in words(root, *args).out


def test_a_workspace_without_a_bank_extends_that_of_ppgen(root: Path) -> None:
    (root / "w.txt").write_text("zafarrancho\nglaciar\n")
    ran = words(root, "import", "w.txt", "--lang", "es", "--category", "casa", "--write")
    assert "already in the bank: 1" in ran.out
    text = (root / "content/words/es.yaml").read_text("utf-8")
    assert "extends: es\n" in text
    assert text.endswith("words:\n  casa:\n    - zafarrancho\n")
    ours = Workspace(REPO).bank("words", "es")
    assert ours is not None
    assert len(read(root, "content/words/es.yaml", "es")) == len(ours.words) + 1


def test_a_language_of_which_there_is_none_begins_a_bank(root: Path) -> None:
    (root / "w.json").write_text(
        json.dumps({"bahari": ["papa", "yes"], "anga": [{"word": "nyota: x", "id": "star"}]})
    )
    ran = words(root, "import", "w.json", "--lang", "sw", "--write")
    assert ran.code == 0, ran.err
    assert read(root, "content/words/sw.yaml") == [
        ("nyota: x", "anga", "star", ""), ("papa", "bahari", "", ""), ("yes", "bahari", "", ""),
    ]  # fmt: skip
    assert "error[" not in words(root, "lint", "content/words/sw.yaml").err


def test_long_lists_are_cut(root: Path) -> None:
    words(root, "export", "en", "w.txt")
    ran = words(root, "import", "w.txt", "--lang", "en")
    assert "already in the bank: 620\n" in ran.out
    assert "  ... and 610 more\n" in ran.out
    assert len(ran.out.splitlines()) < 16


@pytest.mark.parametrize(
    "words_of_it", ["words: {a: [b]}\n", "words: [a, b]\n", "words:\n  a: [b]\n"]
)
def test_a_bank_that_is_written_in_another_way_stays(
    root: Path, bank: Path, words_of_it: str
) -> None:
    text = HEAD.format("sw").replace("words:\n", words_of_it)
    bank.write_text(text, encoding="utf-8")
    (root / "w.txt").write_text("papa\n")
    ran = words(root, "import", "w.txt", "--lang", "sw", "--category", "a", "--write")
    assert ran.code == 2
    assert "content/words/sw.yaml" in ran.err
    assert bank.read_text("utf-8") == text


@pytest.mark.parametrize(
    ("name", "data", "what"),
    [
        ("w.pdf", b"x", "words can be imported from .yaml"),
        ("w.json", b'["a",\n "b"', "w.json:2:5"),
        ("w.json", b'{"a": 3}', "expected a list of words, found the number of `a`"),
        ("w.json", b'["a", 7]', "entry 2 is not a word"),
        ("w.json", b'["\xe4"]', "is not UTF-8"),
        ("w.xlsx", b"PK no zip", "`w.xlsx` cannot be read as .xlsx"),
        ("w.csv", b"1,a,b\n2,c,d\n3,e,f\n4,g,h\n", "which of the 3 columns holds the words?"),
    ],
)
def test_what_cannot_be_imported(root: Path, name: str, data: bytes, what: str) -> None:
    (root / name).write_bytes(data)
    ran = words(root, "import", name, "--lang", "sw", "--write")
    assert ran.code in {1, 2}
    assert what in ran.err
    assert ran.err.count("error[") <= 1
    assert not (root / "content").exists()


def test_columns_of_a_sheet(root: Path) -> None:
    book = Workbook()
    page = book.active
    assert page is not None
    for number, word in enumerate(["papa", 'so "so"', "nyota", "embe"], 1):
        page.append((number, None, word))
    book.save(root / "w.xlsx")
    assert "4 words new" in words(root, "import", "w.xlsx", "--lang", "sw").out


def test_spreadsheets_need_an_extra(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sheet(root / "w.xlsx")
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    ran = words(root, "import", "w.xlsx", "--lang", "sw")
    assert ran.code == 2
    assert "-m pip install openpyxl" in ran.err


@pytest.mark.parametrize(
    "word", ["no", "Yes", "null", "1984", "a: b", "#tag", "- x", "it's", 'so "so"', "{x}", "a, b",
             "مثال", "ねこ", "पेड़", "x: ", "*a", "&b", "%c", "@d", "a\u00adb", "?"],
)  # fmt: skip
def test_what_is_written_is_what_is_read(root: Path, word: str) -> None:
    (root / "b.yaml").write_text(
        add_words(HEAD.format("sw"), [Word(word), Word(word, id="x")], "a b: c") or "", "utf-8"
    )
    assert read(root, "b.yaml") == [(word, "a b: c", "", ""), (word, "a b: c", "x", "")]
