"""Labels of every product in nineteen languages, and player aids that say the same in each."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from ppgen.load.languages import languages
from ppgen.load.workspace import Workspace
from tests.support.run import REPO, Runner

LANGS = [
    "de", "en", "fr", "es", "it", "pt", "nl", "pl", "sv", "tr", "el", "ru", "ar", "he", "hi", "th",
    "ja", "zh", "ko",
]  # fmt: skip
OWN = Workspace(REPO)
GAMES = [name for name in OWN.games() if OWN.languages(f"{name}/labels")]
FOLDERS = ["labels", *(f"{name}/labels" for name in GAMES)]


def labels(folder: str, lang: str) -> dict[str, str]:
    (file,) = OWN.labels(folder, lang)
    assert file.lang == lang
    return {str(key): str(text) for key, text in file.texts.items()}


@pytest.mark.parametrize("folder", FOLDERS)
def test_all_labels_are_there_in_all_languages_with_the_same_places(folder: str) -> None:
    assert set(OWN.languages(folder)) == set(LANGS)
    english = labels(folder, "en")
    for lang in LANGS:
        here = labels(folder, lang)
        assert list(here) == list(english), lang
        for key, text in here.items():
            assert text.strip()
            assert sorted(re.findall(r"\{\w+\}", text)) == sorted(
                re.findall(r"\{\w+\}", english[key])
            ), (lang, key)
            assert text.count("**") == english[key].count("**"), (lang, key)


@pytest.mark.parametrize("name", GAMES)
def test_every_product_has_a_name(name: str) -> None:
    game = OWN.game(name)
    assert game is not None
    named = {key for key in labels(f"{name}/labels", "en") if key.startswith("product_")}
    assert named == {f"product_{product.replace('-', '_')}" for product in game.products}


@pytest.mark.parametrize("name", GAMES)
def test_what_needs_no_bank_of_a_language_exists_in_all(name: str) -> None:
    game = OWN.game(name)
    assert game is not None
    for product in game.products.values():
        # Words, themes and running text are there in some languages only.
        if not {"words", "aid", "themes", "rules"} & set(product.banks):
            assert set(LANGS) <= set(languages(OWN, game, product)), product.name


def shape(value: object, path: str = "") -> Iterator[str]:
    """Name all entries of a tree of values; but for texts, what they are."""
    if isinstance(value, dict | list):
        for key, child in value.items() if isinstance(value, dict) else enumerate(value):
            yield from shape(child, f"{path}/{key}")
    else:
        yield path if isinstance(value, str) else f"{path}={value}"


@pytest.mark.parametrize(
    ("name", "lang"),
    [(name, lang) for name in GAMES for lang in OWN.languages(f"{name}/aid") if lang != "en"],
)
def test_aids_hold_the_same_entries(name: str, lang: str) -> None:
    here, english = (OWN.bank(f"{name}/aid", code) for code in (lang, "en"))
    assert here is not None
    assert english is not None
    assert here.lang == lang
    assert list(shape(here.values)) == list(shape(english.values))


def test_aids_are_there_in_the_languages_that_are_promised() -> None:
    for name in GAMES:
        assert {"de", "en", "fr", "es"} <= set(OWN.languages(f"{name}/aid"))
    assert set(OWN.languages("decrypto/aid")) == set(LANGS)


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["es", "he", "sw"])
def test_a_whole_game_with_words_of_ones_own(ppgen: Runner, tmp_path: Path, lang: str) -> None:
    (tmp_path / "own.txt").write_text("uno\ndos\nsol\nluna\n", encoding="utf-8")
    ran = ppgen("make", "decrypto", "--lang", lang, "--bank", "own.txt", cwd=tmp_path)
    assert ran.code == 0, ran.err
    game = OWN.game("decrypto")
    assert game is not None
    made = {path.name.split("-" + lang)[0] for path in (tmp_path / "out").iterdir()}
    assert made == {f"decrypto-{name}" for name in game.products}
    assert "skipped" not in ran.err
    # What is printed in another language is said, in one line.
    said = [line for line in ran.err.splitlines() if "`en`" in line]
    assert len(said) == (lang != "es")
    assert [line for line in said if line.endswith(": decrypto/rules")] == said * (lang == "he")
