"""`ppgen words suggest` and `new`: a language from nothing to a deck."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from ppgen.language.tags import tag
from ppgen.load.suggestions import suggested_languages, suggestions
from ppgen.load.workspace import Workspace
from tests.support.run import REPO, Ran, run_here, write

TABLES = REPO / "content/suggestions"
LANGUAGES = suggested_languages(Workspace(REPO))
CONCEPTS = [
    line.split("\t")[:2] for line in (TABLES / "concepts.tsv").read_text("utf-8").splitlines()
]
#: What a wheel may spend on them.
MOST = 1_500_000


def words(root: Path, *args: str | Path) -> Ran:
    return run_here("words", *args, cwd=root)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    write(tmp_path, {"ppgen.yaml": "ppgen: workspace/1\n"})
    return tmp_path


# --- the tables ---


def test_tables_are_of_many_languages_and_small(tmp_path: Path) -> None:
    assert len(LANGUAGES) >= 60
    assert {tag(code) for code in LANGUAGES} == set(LANGUAGES)
    packed = tmp_path / "tables.zip"
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in TABLES.iterdir():
            archive.write(path, path.name)
    assert packed.stat().st_size < MOST


def test_tables_carry_their_licence() -> None:
    licence = (TABLES / "CLDR-LICENSE.txt").read_text("utf-8")
    assert licence.startswith("UNICODE LICENSE V3")
    assert "content/suggestions" in (REPO / "README.md").read_text("utf-8")


def test_each_table_has_a_line_for_each_concept() -> None:
    lines = {code: (TABLES / f"{code}.tsv").read_text("utf-8").count("\n") for code in LANGUAGES}
    assert set(lines.values()) == {len(CONCEPTS)}


def test_concepts_are_of_the_categories_of_the_banks() -> None:
    bank = Workspace(REPO).bank("words", "en")
    assert bank is not None
    assert {category for _, category in CONCEPTS} <= {word.category for word in bank.words}
    assert len({name for name, _ in CONCEPTS}) == len(CONCEPTS)


def test_ids_are_those_of_the_english_bank() -> None:
    workspace = Workspace(REPO)
    bank = workspace.bank("words", "en")
    assert bank is not None
    ids = {word.id for word in bank.words}
    found = suggestions(workspace, "fi") or []
    assert {word.id for word in found if word.id} <= ids
    assert next(word.id for word in found if word == "autiomaa") == "desert"


# --- suggest ---


def test_suggestions_are_shown_by_category(root: Path) -> None:
    ran = words(root, "suggest", "--lang", "fi", "--category", "sea")
    assert ran.code == 0
    assert ran.out.startswith("sea (")
    assert "ankkuri" in ran.out
    assert "drafts" in ran.err
    assert "omena" not in ran.out


def test_more_adds_other_words_of_the_same_things() -> None:
    plain = suggestions(Workspace(REPO), "fi") or []
    more = suggestions(Workspace(REPO), "fi", more=True) or []
    assert set(plain) < set(more)
    assert "tulivuorenpurkaus" in more
    assert "tulivuorenpurkaus" not in plain


def test_words_of_the_bank_are_not_suggested_again(root: Path) -> None:
    assert "anchor" in (suggestions(Workspace(REPO), "en") or [])
    assert "anchor" not in words(root, "suggest", "--lang", "en", "--category", "sea").out


def test_a_region_has_the_words_of_its_language(root: Path) -> None:
    assert (
        words(root, "suggest", "--lang", "fi-FI").out == words(root, "suggest", "--lang", "fi").out
    )


def test_a_language_without_suggestions_is_named(root: Path) -> None:
    ran = words(root, "suggest", "--lang", "zz")
    assert ran.code == 2
    assert f"no suggestions for `zz`, only for {len(LANGUAGES)} other languages" in ran.err


def test_a_wrong_category_is_named(root: Path) -> None:
    ran = words(root, "suggest", "--lang", "fi", "--category", "fod")
    assert ran.code == 2
    assert "no category `fod`; did you mean `food`?" in ran.err


# --- new ---


def test_five_commands_make_a_deck(tmp_path: Path) -> None:
    for command in (
        ["words", "suggest", "--lang", "fi"],
        ["words", "new", "fi", "--suggest", "--game", "decrypto"],
        ["words", "lint", "fi"],
        ["words", "stats", "fi"],
    ):
        ran = run_here(*command, cwd=tmp_path)
        assert ran.code == 0, ran.err
    ran = run_here("make", "decrypto/keywords", "--lang", "fi", cwd=tmp_path)
    assert ran.code == 0, ran.err
    assert "110 two-sided cards" in ran.out
    ran = run_here("make", "decrypto/notes", "--lang", "fi", "--count", "1", cwd=tmp_path)
    assert (ran.code, ran.err) == (0, "")


@pytest.mark.parametrize("lang", ["cs", "vi", "sv"])
def test_suggested_words_are_not_much_alike(root: Path, lang: str) -> None:
    assert words(root, "new", lang, "--suggest").code == 0
    for rule in ("W01", "W02", "W03", "W05"):
        ran = words(root, "lint", lang, "--rules", rule, "--format", "short")
        alike = [
            line
            for line in (ran.out + ran.err).splitlines()
            if f"[{rule}]" in line and "warn" in line
        ]
        # One word in a syllable or two is short in any case.
        assert not [line for line in alike if "has 1 letter" not in line and "has 2" not in line]


def test_a_bank_without_suggestions_makes_a_card(root: Path) -> None:
    assert words(root, "new", "sw").code == 0
    ran = run_here("make", "decrypto/keywords", "--lang", "sw", cwd=root)
    assert ran.code == 0, ran.err


def test_a_language_that_ppgen_has_is_extended(root: Path) -> None:
    assert words(root, "new", "sv", "--suggest").code == 0
    text = (root / "content/words/sv.yaml").read_text("utf-8")
    assert "extends: sv" in text
    assert not (root / "content/labels/sv.yaml").exists(), "ppgen has all of these"
    workspace = Workspace(root)
    bank = workspace.bank("words", "sv")
    assert bank is not None
    assert bank.own < len(bank.words)


def test_what_is_there_stays(root: Path) -> None:
    mine = "ppgen: labels/1\nlang: fi\nlabels: {}\n"
    write(root, {"content/labels/fi.yaml": mine, "content/words/fi.yaml": "mine"})
    ran = words(root, "new", "fi")
    assert ran.code == 2
    assert "content/words/fi.yaml already exists" in ran.err
    assert (root / "content/words/fi.yaml").read_text("utf-8") == "mine"
    (root / "content/words/fi.yaml").unlink()
    assert words(root, "new", "fi").code == 0
    assert (root / "content/labels/fi.yaml").read_text("utf-8") == mine


def test_a_link_does_not_lead_the_bank_elsewhere(root: Path, tmp_path: Path) -> None:
    outside = tmp_path.parent / f"{tmp_path.name}-outside"
    outside.mkdir()
    (root / "content").mkdir()
    (root / "content/words").symlink_to(outside)
    ran = words(root, "new", "fi")
    assert ran.code == 2
    assert "leads out of" in ran.err
    assert not list(outside.iterdir())


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["new", "finnish!"], "`finnish!` is not a language"),
        (["new", "fi", "--game", "decripto"], "no game `decripto`; did you mean `decrypto`?"),
    ],
)
def test_wrong_names_are_refused(root: Path, args: list[str], said: str) -> None:
    ran = words(root, *args)
    assert ran.code == 2
    assert said in ran.err
