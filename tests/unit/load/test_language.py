"""Products by their languages: which there are, and what is said of those that lack one."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pypdfium2 as pdfium
import pytest

from ppgen.language.tags import ANY
from ppgen.load.languages import banks_of, expressions_of, languages
from ppgen.load.workspace import Workspace
from ppgen.model.texts import ENGINE_LABELS
from tests.support.run import REPO, Runner, write

# --- products that lack a language ---

GAME = {
    "ppgen.yaml": "ppgen: workspace/1\n",
    "content/duo/game.yaml": """
        ppgen: game/2
        title: Duo
        values: {suits: [sun, moon]}
        products:
          one: {size: 60x40, front: one}
          two: {size: 60x40, front: two}
          digits: {size: 60x40, front: digits, labels: no}
          suits: {size: 60x40, each: {suit: suits}, front: suit}
        """,
    "content/duo/labels/en.yaml": """
        ppgen: labels/1
        lang: en
        labels: {both: Both, first: First, second: Second, third: Third, sun: Sun, moon: Moon}
        """,
    "templates/one.yaml": """
        ppgen: layout/2
        extends: base
        draw: [{text: "${t.both} ${t.first}"}]
        """,
    "templates/two.yaml": """
        ppgen: layout/2
        extends: base
        parts: {inner: {draw: [{text: "${t.third}", box: {top: 0, height: 3}}]}}
        draw: [{text: "${t.both} ${t.second}"}, {use: inner}]
        """,
    "templates/digits.yaml": """
        ppgen: layout/2
        extends: base
        draw: [{text: "${1 + 1}"}]
        """,
    "templates/suit.yaml": """
        ppgen: layout/2
        extends: base
        needs: {suit: text}
        draw: [{text: "${t[suit]}"}]
        """,
    "content/duo/labels/de.yaml": """
        ppgen: labels/1
        lang: de
        products: [one]
        labels: {both: Beide, first: Erstens}
        """,
}


@pytest.fixture
def duo(tmp_path: Path) -> Path:
    write(tmp_path, GAME)
    return tmp_path


def test_each_product_lists_the_languages_that_it_has(ppgen: Runner, duo: Path) -> None:
    rows = ppgen("list", cwd=duo).out.splitlines()
    has = {
        row.split()[0]: below.partition("; ")[2].split(", ")
        for row, below in pairwise(rows)
        if row.startswith("  duo/")
    }
    assert has["duo/one"] == ["de", "en"]
    assert has["duo/two"] == has["duo/suits"] == ["en"]
    assert has["duo/digits"] == ["every language"]


def test_check_asks_no_product_for_a_language_that_it_lacks(ppgen: Runner, duo: Path) -> None:
    ran = ppgen("check", cwd=duo)
    assert (ran.code, ran.err) == (0, "")


def text(path: Path) -> str:
    with pdfium.PdfDocument(path) as pdf:
        return "".join(page.get_textpage().get_text_range() for page in pdf)


def test_what_lacks_the_language_is_printed_in_another(ppgen: Runner, duo: Path) -> None:
    ran = ppgen("make", "duo", "--lang", "DE_at", cwd=duo)
    assert ran.code == 0, ran.err
    made = {p.name.split("-")[1]: text(p) for p in (duo / "out").glob("*-de-AT-a4.pdf")}
    assert sorted(made) == ["digits", "one", "suits", "two"]
    assert "Beide Erstens" in made["one"]
    assert "Both Second" in made["two"]
    assert {name: "print at" in said for name, said in made.items()} == {
        "digits": False, "one": False, "suits": True, "two": True,
    }  # fmt: skip
    assert ran.err == (
        "note: printed in `en`, as it does not exist in `de-AT`: duo/two, duo/suits\n"
    )
    assert ppgen("make", "duo", "--lang", "de-AT", "--quiet", "--force", cwd=duo).err == ""


def test_what_lacks_the_language_is_printed_in_that_of_the_workspace_first(
    ppgen: Runner, duo: Path
) -> None:
    write(duo, {"ppgen.yaml": "ppgen: workspace/1\nlang: de\n"})
    ran = ppgen("make", "duo", "--lang", "fi", cwd=duo)
    assert ran.code == 0, ran.err
    assert "Beide Erstens" in text(duo / "out" / "duo-one-fi-a4.pdf")
    assert "Both Second" in text(duo / "out" / "duo-two-fi-a4.pdf")
    assert "drucken" in text(duo / "out" / "duo-digits-fi-a4.pdf")


def test_a_language_without_any_label_is_noted_once(ppgen: Runner, duo: Path) -> None:
    ran = ppgen("make", "duo", "--lang", "fi", cwd=duo)
    assert ran.code == 0, ran.err
    assert len(ran.out.splitlines()) == 4
    assert ran.err == "note: there are no labels in `fi`, so those in `en` are printed\n"
    ran = ppgen("make", "duo", "--lang", "german", cwd=duo)
    assert ran.code == 2
    assert "`german` is not a language" in ran.err


@pytest.mark.parametrize(
    ("lang", "near"),
    [("deu", "did you mean `de`?"), ("ger-AT", "did you mean `de`?"), ("xx", "known: ")],
)
def test_a_language_that_nobody_knows_is_refused(
    ppgen: Runner, duo: Path, lang: str, near: str
) -> None:
    ran = ppgen("make", "duo", "--lang", lang, cwd=duo)
    assert ran.code == 2
    assert f"`{lang}` is not a language that ppgen knows; {near}" in ran.err
    assert not (duo / "out").exists()
    # One with a file of its own is known, and so is one with suggestions: Cherokee.
    write(duo, {"content/labels/xx.yaml": GAME["content/duo/labels/de.yaml"]})
    assert "is not a language" not in ppgen("make", "duo", "--lang", "xx", cwd=duo).err
    assert ppgen("make", "duo/digits", "--lang", "chr", cwd=duo).code == 0


def test_a_label_file_owes_all_labels_of_its_products(ppgen: Runner, duo: Path) -> None:
    labels = GAME["content/duo/labels/de.yaml"].replace("Erstens", "Erstens, second: Zweitens")
    labels = labels.replace("[one]", "[one, two]")
    write(duo, {"content/duo/labels/de.yaml": labels})
    for args in (("check",), ("make", "duo/two", "--lang", "de")):
        ran = ppgen(*args, cwd=duo)
        assert ran.code == 1
        assert "error[E215]: language `de` is incomplete: 1 label missing" in ran.err
        assert "help: add to content/duo/labels/de.yaml: third\n" in ran.err


def test_all_that_a_new_language_lacks_is_one_problem(ppgen: Runner, duo: Path) -> None:
    labels = "ppgen: labels/1\nlang: xx\nlabels: {both: Mo, sun: So}\n"
    write(duo, {"content/duo/labels/xx.yaml": labels})
    for args in (("check",), ("make", "duo/two", "--lang", "xx"), ("make", "duo", "--lang", "xx")):
        ran = ppgen(*args, cwd=duo)
        assert ran.code == 1
        assert ran.err.count("error[") == 1, ran.err
        assert (
            "add to content/duo/labels/xx.yaml: first, second, third, moon; "
            "write content/labels/xx.yaml with: notice, margin_line, edge_long"
        ) in ran.err
    # A label that a value names is no other.
    ran = ppgen("make", "duo/suits", "--lang", "xx", cwd=duo)
    assert ran.err.count("error[") == 1
    assert "first, second, third, moon; write" in ran.err


def test_a_wrong_name_is_told_beside_what_a_language_lacks(ppgen: Runner, duo: Path) -> None:
    write(
        duo,
        {
            "content/duo/labels/de.yaml": GAME["content/duo/labels/de.yaml"].replace(
                "first", "frst"
            ),
            "templates/one.yaml": GAME["templates/one.yaml"].replace("t.both", "t.bth"),
        },
    )
    ran = ppgen("make", "duo/one", "--lang", "de", cwd=duo)
    assert ran.code == 1
    assert "help: add to content/duo/labels/de.yaml: both, first" not in ran.err
    assert "help: add to content/duo/labels/de.yaml: first\n" in ran.err
    assert "there is no label `bth`\n" in ran.err


@pytest.mark.slow
def test_labels_of_all_games_begin_no_language(ppgen: Runner, duo: Path) -> None:
    common = "ppgen: labels/1\nlang: fr\nlabels: {third: Troisièmement}\n"
    write(duo, {"content/labels/fr.yaml": common})
    ran = ppgen("check", cwd=duo)
    assert (ran.code, ran.err) == (0, "")
    ran = ppgen("make", "duo/two", "--lang", "fr", cwd=duo)
    assert "note: printed in `en`, as it does not exist in `fr`: duo/two\n" in ran.err


def test_a_label_that_no_language_has_is_told(ppgen: Runner, duo: Path) -> None:
    write(duo, {"templates/one.yaml": GAME["templates/one.yaml"].replace("t.both", "t.bth")})
    ran = ppgen("check", cwd=duo)
    assert ran.code == 1
    assert "there is no label `bth`\n" in ran.err


def test_a_label_file_for_no_product_is_told(ppgen: Runner, duo: Path) -> None:
    labels = GAME["content/duo/labels/de.yaml"].replace("[one]", "[one, tow]")
    write(duo, {"content/duo/labels/de.yaml": labels})
    ran = ppgen("list", cwd=duo)
    assert ran.code == 1
    assert "duo has no product `tow`" in ran.err
    assert "did you mean `two`?" in ran.err


def test_list_reads_no_layout(ppgen: Runner, duo: Path) -> None:
    for path in (duo / "templates").iterdir():
        path.write_text("{", encoding="utf-8")
    ran = ppgen("list", cwd=duo)
    assert (ran.code, ran.err) == (0, "")
    assert "  duo/two\n      size 60x40; en\n" in ran.out


def test_products_are_listed_in_all_languages_that_have_their_labels_and_in_no_other() -> None:
    """What files say of a language is true: nothing is missing in it, and none is left out."""
    workspace = Workspace(REPO)
    for name in workspace.games():
        game = workspace.game(name)
        assert game is not None
        for product in game.products.values():
            used = [*expressions_of(workspace, game, product)]
            named = {use.key for e in used for use in e.labels}
            folders = [game.banks[bank] for bank in banks_of(workspace, game, product)]
            have = [
                lang
                for lang in workspace.languages("labels")
                if all(map(workspace.texts(name, lang).has, {*named, *ENGINE_LABELS}))
                and all({lang, ANY} & {*workspace.languages(folder)} for folder in folders)
            ]
            found = languages(workspace, game, product)
            # Labels that values name may be what a language lacks.
            known = [x for x in have if x in found or not any(e.dynamic_labels for e in used)]
            assert found == known, f"{name}/{product.name}"


# --- banks that layouts need ---

WORDS = {
    "content/duo/game.yaml": """
        ppgen: game/2
        title: Duo
        banks: {suits: duo/suits}
        products:
          one: {size: 60x40, front: one, back: {layout: two, with: {suits: [own]}}}
        """,
    "content/duo/suits/en.yaml": """
        ppgen: bank/1
        lang: en
        title: Suits
        licence: CC0-1.0
        author: me
        words: [sun, moon]
        """,
    "templates/one.yaml": """
        ppgen: layout/2
        extends: base
        needs: {suits: [word]}
        draw: [{text: "${suits[1]}"}]
        """,
    "templates/two.yaml": """
        ppgen: layout/2
        extends: base
        needs: {suits: [text]}
        draw: [{text: "${suits[0]}"}]
        """,
}


def test_a_layout_needs_a_bank_by_its_name(tmp_path: Path) -> None:
    write(tmp_path, {"ppgen.yaml": GAME["ppgen.yaml"], **WORDS})
    workspace = Workspace(tmp_path)
    game = workspace.game("duo")
    assert game is not None
    product = game.products["one"]
    assert (product.banks, banks_of(workspace, game, product)) == ((), ["suits"])


def test_what_is_no_language_is_no_language_of_a_bank(tmp_path: Path) -> None:
    """A bank may lie beside the game's own file."""
    other = {
        "content/duo/suits/game.yaml": "ppgen: game/2\n",
        "content/duo/suits/old_2.yaml": "x\n",
    }
    write(tmp_path, {"ppgen.yaml": GAME["ppgen.yaml"], **WORDS, **other})
    assert Workspace(tmp_path).languages("duo/suits") == ["en"]


def test_what_a_layout_needs_by_name_is_printed(ppgen: Runner, tmp_path: Path) -> None:
    write(tmp_path, {"ppgen.yaml": GAME["ppgen.yaml"], **WORDS})
    ran = ppgen("make", "duo/one", "-o", "a.pdf", cwd=tmp_path)
    assert ran.code == 0, ran.err
    with pdfium.PdfDocument(tmp_path / "a.pdf") as pdf:
        front, back = (page.get_textpage().get_text_range() for page in pdf)
    assert "moon" in front
    assert "own" in back


def test_a_bank_that_a_layout_needs_lacks_the_language(ppgen: Runner, tmp_path: Path) -> None:
    write(tmp_path, {"ppgen.yaml": GAME["ppgen.yaml"], **WORDS})
    ran = ppgen("make", "duo/one", "--lang", "de", "-o", "a.pdf", cwd=tmp_path)
    assert ran.code == 0, ran.err
    assert ran.err == "note: printed in `en`, as it does not exist in `de`: duo/one\n"
    assert "moon" in text(tmp_path / "a.pdf")
    bank = tmp_path / "content/duo/suits"
    (bank / "sv.yaml").write_text((bank / "en.yaml").read_text().replace("lang: en", "lang: sv"))
    (bank / "en.yaml").unlink()
    ran = ppgen("make", "duo/one", "--lang", "de", cwd=tmp_path)
    assert ran.code == 1
    assert "error[E216]: the bank `suits` has no language `de`" in ran.err


def test_only_a_bank_is_dealt(ppgen: Runner, tmp_path: Path) -> None:
    game = WORDS["content/duo/game.yaml"].replace(
        "front:", "each: {a: {deal: siuts, take: 1}}, front:"
    )
    write(tmp_path, {"ppgen.yaml": GAME["ppgen.yaml"], **WORDS, "content/duo/game.yaml": game})
    for command in ("list", "check", "make"):
        ran = ppgen(command, cwd=tmp_path)
        assert ran.code == 1
        assert "error[E302]: `deal` needs the name of a bank, not `siuts`" in ran.err
        assert "content/duo/game.yaml:5:39" in ran.err
        assert "did you mean `suits`?" in ran.err


# --- labels that nothing uses ---


def stray(ppgen: Runner, root: Path) -> list[str]:
    """Name the labels that `check` finds unused."""
    ran = ppgen("check", cwd=root)
    return re.findall(r"no layout uses the label `(\w+)`", ran.err)


def test_a_stray_label_stops_no_make(ppgen: Runner, duo: Path) -> None:
    labels = GAME["content/duo/labels/en.yaml"].replace("both:", "boht: x, both:")
    write(duo, {"content/duo/labels/en.yaml": labels})
    ran = ppgen("make", "duo/one", cwd=duo)
    assert (ran.code, ran.err) == (0, "")
    assert stray(ppgen, duo) == ["boht"]


def test_a_label_may_be_named_by_a_value_only_where_one_is_looked_up(
    ppgen: Runner, duo: Path
) -> None:
    labels = GAME["content/duo/labels/en.yaml"].replace("both:", "star: Star, both:")
    game = GAME["content/duo/game.yaml"].replace("moon]}", "moon], more: [star]}")
    write(duo, {"content/duo/labels/en.yaml": labels, "content/duo/game.yaml": game})
    assert stray(ppgen, duo) == []
    fixed = GAME["templates/suit.yaml"].replace("t[suit]", "t.sun} ${t.moon")
    write(duo, {"templates/suit.yaml": fixed})
    assert stray(ppgen, duo) == ["star"]


def test_no_label_is_stray_while_something_cannot_be_read(ppgen: Runner, duo: Path) -> None:
    layout = GAME["templates/two.yaml"].replace("${t.third}", "${t.third")
    write(duo, {"templates/two.yaml": layout})
    ran = ppgen("check", cwd=duo)
    assert "error[E301]" in ran.err
    assert "E214" not in ran.err
