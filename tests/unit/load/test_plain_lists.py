"""The files that people really have: encodings, headings, columns, and what editors add."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from ppgen.load.folders import Tables
from ppgen.load.workspace import Workspace
from tests.support.run import run_here

ES = "árbol\nniño\ncorazón\npingüino\n¡olé!\n"


class Read:
    """A list as it was read."""

    def __init__(self, path: Path, lang: str = "es", tables: Tables | None = None) -> None:
        workspace = Workspace(None)
        workspace.tables = tables or Tables()
        bank = workspace.bank_file(path, lang)
        self.problems = [d.message for d in workspace.report.sorted()]
        self.words = [str(w) for w in bank.words] if bank else []
        self.kinds = [w.category for w in bank.words] if bank else []
        self.places = [str(w.span).partition(":")[2] for w in bank.words] if bank else []
        self.remarks = [line.partition("` ")[2] or line for line in bank.remarks] if bank else []
        self.notes = " / ".join(bank.remarks) if bank else ""


def read(folder: Path, text: str, name: str = "w.csv", lang: str = "es", **said: object) -> Read:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return Read(path, lang, Tables(**said))  # type: ignore[arg-type]


# --- encodings ---


@pytest.mark.parametrize(
    ("lang", "text", "encoding", "said"),
    [
        ("es", ES, "utf-8", ""),
        ("es", ES, "utf-8-sig", ""),
        ("es", ES, "cp1252", "Windows (cp1252)"),
        ("es", ES, "mac_roman", "Mac Roman"),
        ("es", ES, "utf-16", "UTF-16"),
        ("es", ES, "utf-16-le", "UTF-16"),
        ("es", ES, "utf-16-be", "UTF-16"),
        ("de", "Bär\nÖl\nFuß\n„Haus“\n", "cp1252", "Windows (cp1252)"),
        ("de", "Bär\nÖl\nFuß\nMüll\n", "mac_roman", "Mac Roman"),
        ("fr", "forêt\nnoël\nœuf\ncafé\n", "cp1252", "Windows (cp1252)"),
        ("fr", "forêt\nnoël\nœuf\ncafé\n", "mac_roman", "Mac Roman"),
        ("sv", "älg\nögon\nål\n", "mac_roman", "Mac Roman"),
        ("pl", "żółw\nźrebię\nłąka\n", "cp1250", "Windows (cp1250)"),
        ("ru", "берёза\nмедведь\n", "cp1251", "Windows (cp1251)"),
        ("el", "θάλασσα\nήλιος\n", "cp1253", "Windows (cp1253)"),
        ("tr", "ağaç\nışık\nşemsiye\n", "cp1254", "Windows (cp1254)"),
        ("he", "שלום\nבית\n", "cp1255", "Windows (cp1255)"),
        ("ja", "いぬ\n猫\n", "cp932", "Windows (cp932)"),
        ("ru", "берёза\nмедведь\n", "utf-16", "UTF-16"),
        # Of a language of which nothing is known, Windows' Western one.
        ("sw", "café\n", "cp1252", "Windows (cp1252)"),
    ],
)
def test_encodings(tmp_path: Path, lang: str, text: str, encoding: str, said: str) -> None:
    (tmp_path / "w.txt").write_bytes(text.encode(encoding))
    found = Read(tmp_path / "w.txt", lang)
    assert found.problems == []
    assert found.words == [word.strip("„“") for word in text.split()]
    assert found.remarks == ([f"is not UTF-8: read as {said}"] if said else [])


def test_the_encoding_is_said_once_by_every_command(tmp_path: Path) -> None:
    (tmp_path / "w.txt").write_bytes(ES.encode("cp1252"))
    line = "note: `w.txt` is not UTF-8: read as Windows (cp1252)\n"
    for args in (
        ("words", "lint", "w.txt", "--lang", "es"),
        ("words", "stats", "w.txt", "--lang", "es"),
        ("make", "decrypto/keywords", "--bank", "w.txt", "--lang", "es"),
    ):
        ran = run_here(*args, cwd=tmp_path)
        assert ran.code == 0, ran.err
        assert ran.err.count(line) == 1


# --- lines ---


def test_what_is_around_a_word_goes(tmp_path: Path) -> None:
    lines = ["• árbol", "- niño,", "“sol”", "«mar»;", "'río'", "\ufeffluz\u00a0", "\u200bflor"]
    found = read(tmp_path, "\n".join([*lines, "Nueva\u00a0 York", "'Tis"]), "w.txt")
    bare = ["árbol", "niño", "sol", "mar", "río", "luz", "flor", "Nueva York", "'Tis"]
    assert found.words == bare
    assert found.places[:3] == ["1:3", "2:3", "3:2"]


@pytest.mark.parametrize("head", ["Palabras", "Meine Wörter:", "words"])
def test_a_line_above_the_words(tmp_path: Path, head: str) -> None:
    found = read(tmp_path, f"{head}\nsol\nmar\n", "w.txt")
    assert found.words == ["sol", "mar"]
    assert found.notes == "`w.txt`: first line taken as heading; `--no-heading` keeps it".replace(
        "w.txt", found.notes.split("`")[1]
    )
    assert len(read(tmp_path, f"{head}\nsol\nmar\n", "w.txt", no_heading=True).words) == 3


def test_a_text_with_tabs_is_a_table(tmp_path: Path) -> None:
    found = read(tmp_path, "sol\tcielo\nmar\tagua\nrío\tagua\n", "w.txt")
    assert (found.words, found.kinds) == (["sol", "mar", "río"], ["cielo", "agua", "agua"])
    assert read(tmp_path, "sol\tcielo\nmar\tagua\n", "w.tsv").kinds == ["cielo", "agua"]


# --- tables ---

ROWS = [("sol", "cielo"), ("luna", "cielo"), ("mar", "agua"), ("río", "agua"), ("lago", "agua"),
        ("nube", "cielo")]  # fmt: skip
WORDS = [word for word, _ in ROWS]
KINDS = [kind for _, kind in ROWS]


def table(*rows: Sequence[str], sign: str = ",") -> str:
    return "".join(f"{sign.join(row)}\n" for row in rows)


@pytest.mark.parametrize("head", [("palabra", "categoría"), ("Xyzzy", "Plugh"), ("Wort", "Thema")])
def test_a_heading_is_known_by_its_name_or_by_the_rows(tmp_path: Path, head: tuple[str]) -> None:
    found = read(tmp_path, table(head, *ROWS))
    assert (found.words, found.kinds, found.problems) == (WORDS, KINDS, [])
    assert "first line taken as heading; `--no-heading` keeps it" in found.notes
    kept = read(tmp_path, table(head, *ROWS), no_heading=True)
    assert kept.words == [head[0], *WORDS]


def test_what_is_no_heading(tmp_path: Path) -> None:
    for rows in (ROWS, [("sol", "cielo"), ("mar", "agua")], [("a", "x"), ("b", "y"), ("c", "z")]):
        found = read(tmp_path, table(*rows))
        assert len(found.words) == len(rows)
        assert found.remarks == []


@pytest.mark.parametrize("sign", [",", ";", "\t"])
@pytest.mark.parametrize("head", [("Nr", "Palabra", "Tema"), ("A", "B", "C"), None])
def test_three_columns(tmp_path: Path, sign: str, head: tuple[str] | None) -> None:
    rows = [(str(n), *row) for n, row in enumerate(ROWS, 1)]
    found = read(tmp_path, table(*([head] if head else []), *rows, sign=sign))
    assert (found.words, found.kinds, found.problems) == (WORDS, KINDS, [])
    assert "words from column 2" in found.notes
    assert "categories from column 3" in found.notes


def test_words_may_be_in_the_second_of_two(tmp_path: Path) -> None:
    found = read(tmp_path, table(*[(kind, word) for word, kind in ROWS]))
    assert (found.words, found.kinds) == (WORDS, KINDS)


def test_trailing_separators_and_blank_rows(tmp_path: Path) -> None:
    found = read(
        tmp_path, "sep=;\n" + table(*[(*row, "", "") for row in ROWS], (), ("", ""), sign=";")
    )
    assert (found.words, found.problems) == (WORDS, [])


PAIRS = [(str(n), word, f"{word}x", "x") for n, word in enumerate(WORDS, 1)]
UNCLEAR = "which of the 4 columns holds the words?"


def test_what_cannot_be_told_is_one_problem(tmp_path: Path) -> None:
    head = ("Nr", "Uno", "Dos", "Tres")
    assert read(tmp_path, table(head, *PAIRS)).problems == [UNCLEAR]
    for column in ("2", "uno", "Uno"):
        assert read(tmp_path, table(head, *PAIRS), column=column).words == WORDS
    assert read(tmp_path, table(head, *PAIRS), column="Seis").problems == [
        "there is no column `Seis`"
    ]
    assert read(tmp_path, table(head, *PAIRS), column="9").words == []


def test_a_person_at_a_terminal_is_asked_once(tmp_path: Path) -> None:
    questions = []

    def ask(question: str, columns: Sequence[str]) -> int:
        questions.append((question, columns))
        return 2

    found = read(tmp_path, table(*PAIRS), ask=ask)
    assert found.words == [f"{word}x" for word in WORDS]
    [(question, columns)] = questions
    assert question == UNCLEAR
    assert columns[1] == "sol, luna, mar, río"


def test_nothing_is_asked_where_nobody_is(tmp_path: Path) -> None:
    (tmp_path / "w.csv").write_text(table(*PAIRS), encoding="utf-8")
    ran = run_here("words", "lint", "w.csv", "--lang", "es", cwd=tmp_path)
    assert ran.code == 1
    assert ran.err.count("error[") == 1
    assert "help: name it: --column 2" in ran.err
    ran = run_here(
        "make", "decrypto/keywords", "--bank", "w.csv", "--lang", "es", "--count", "1",
        "--column", "2", cwd=tmp_path,
    )  # fmt: skip
    assert ran.code == 0, ran.err
    assert "column-2" in ran.out


def test_a_row_with_a_separator_too_many_is_not_another_column(tmp_path: Path) -> None:
    rows = [*ROWS, ("pan", "comida", "rica"), ("sal", "comida"), ("té", "comida")]
    found = read(tmp_path, table(*rows))
    assert found.problems == ["a row with more than 2 columns"]
