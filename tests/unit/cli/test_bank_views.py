"""`ppgen words show`, `find` and `compare`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.run import Ran, run_here, write

HEAD = "ppgen: bank/1\nlang: {}\ntitle: T\nlicence: CC0-1.0\nauthor: we\nwords:\n"
AA = (
    HEAD.format("de")
    + """\
  nature: [{word: "Glet\\u00ADscher", id: glacier}, {word: Bär, id: bear}, Fels]
  food: [{word: Apfel, id: apple}]
"""
)
BB = HEAD.format("fr") + "  nature: [{word: ours, id: bear}, {word: pré, id: meadow}]\n"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    write(tmp_path, {"ppgen.yaml": "ppgen: workspace/1\n"})
    (tmp_path / "a.yaml").write_text(AA, encoding="utf-8")
    (tmp_path / "b.yaml").write_text(BB, encoding="utf-8")
    return tmp_path


def words(root: Path, *args: str) -> Ran:
    return run_here("words", *args, cwd=root)


def test_show_lists_words_by_category(root: Path) -> None:
    ran = words(root, "show", "a.yaml")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == "nature (3)\n  Gletscher, Bär, Fels\nfood (1)\n  Apfel\n"
    assert words(root, "show", "a.yaml", "--category", "FOOD").out == "food (1)\n  Apfel\n"


def test_show_keeps_lines_and_words_whole(root: Path) -> None:
    (root / "w.txt").write_text("".join(f"red house {n}\n" for n in range(60)))
    lines = words(root, "show", "w.txt").out.splitlines()[1:]
    assert len(lines) > 5
    assert max(map(len, lines)) <= 96
    assert all(line.startswith("  red house") for line in lines)


def test_show_a_built_in_language(root: Path) -> None:
    ran = words(root, "show", "de", "--category", "food")
    assert ran.out.startswith("food (31)\n  Brot, Käse")


@pytest.mark.parametrize(
    ("args", "what"),
    [
        (("show", "xx"), "`xx` is neither"),
        (("show", "a.yaml", "--category", "fod"), "no category `fod`; did you mean `food`?"),
        (("compare", "a.yaml", "none.csv"), "`none.csv` is neither"),
    ],
)
def test_what_is_not_there(root: Path, args: tuple[str, ...], what: str) -> None:
    ran = words(root, *args)
    assert ran.code == 2
    assert what in ran.err


def test_find_without_accents_and_by_id(root: Path) -> None:
    line = "de\tBär\tnature\tbear\ta.yaml:7:59\n"
    assert words(root, "find", "bar", "a.yaml", "b.yaml").out == line
    assert words(root, "find", "BÄR", "a.yaml").out == line
    assert words(root, "find", "bear", "a.yaml", "b.yaml").out == (
        line + "fr\tours\tnature\tbear\tb.yaml:7:19\n"
    )
    ran = words(root, "find", "gletsch", "a.yaml")
    assert ran.out.startswith("de\tGletscher\tnature\tglacier\t")


def test_find_in_all_banks(root: Path) -> None:
    found = words(root, "find", "glacier").out.splitlines()
    assert {"de", "en", "fr"} <= {line.partition("\t")[0] for line in found}


def test_find_nothing(root: Path) -> None:
    ran = words(root, "find", "qqq", "a.yaml", "b.yaml")
    assert (ran.code, ran.out, ran.err) == (1, "", "`qqq` is not in any of 2 banks\n")


def test_compare_says_what_lacks_a_partner(root: Path) -> None:
    ran = words(root, "compare", "a.yaml", "b.yaml")
    assert ran.out == (
        "1 concept in both de and fr\n\n"
        "2 concepts of de that fr lacks; 1 word have no id\n"
        "nature (1)\n  Gletscher (glacier)\nfood (1)\n  Apfel (apple)\n\n"
        "1 concept of fr that de lacks\nnature (1)\n  pré (meadow)\n"
    ).replace("1 word have no id", "1 word without an id")
