"""Every rule of `ppgen words lint` has a folder in tests/lint: a bad bank and the text expected.

A case is named by its rule; `_base` is a workspace with a product that deals from `content/w` (a
bank elsewhere is judged by the built-in products too), `args.txt` (if it is
not just `bad.yaml`) names the banks, `bin` holds programs to find first. After a change on purpose
run `pytest tests/unit/lint --update` and read the difference.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from ppgen import cache
from ppgen.lint import answers, extra, run
from ppgen.lint.form import letters_of
from ppgen.lint.rules import IDS, RULES
from ppgen.load.workspace import Workspace
from ppgen.model.bank import Bank
from tests.support.run import REPO, Expect, Ran, run_here

CASES_AT = REPO / "tests" / "lint"
CASES = sorted(p.name for p in CASES_AT.iterdir() if p.is_dir() and p.name != "_base")
OWN = {"args.txt", "expected.txt"}


@pytest.fixture(autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """What an earlier run was told must not answer for a package."""
    folder = tmp_path_factory.mktemp("cache")
    monkeypatch.setattr(cache, "folder", lambda: folder)


def workspace(case: str, folder: Path) -> Path:
    shutil.copytree(CASES_AT / "_base", folder, dirs_exist_ok=True)
    shutil.copytree(
        CASES_AT / case, folder, dirs_exist_ok=True, ignore=lambda _d, names: OWN & set(names)
    )
    return folder


def arguments(case: str) -> list[str]:
    path = CASES_AT / case / "args.txt"
    return path.read_text("utf-8").split() if path.exists() else ["bad.yaml"]


@pytest.mark.parametrize("case", CASES)
def test_rule(case: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, expect: Expect) -> None:
    rule = case.partition("-")[0]
    here = workspace(case, tmp_path)
    monkeypatch.setenv("PATH", f"{here / 'bin'}{os.pathsep}{os.environ['PATH']}")
    extra._dictionary.cache_clear()
    ran = run_here("words", "lint", *arguments(case), "--rules", rule, cwd=here)
    expect(CASES_AT / case / "expected.txt", ran.err)
    assert f"[{rule}]" in ran.err
    assert ran.code == (1 if f"error[{rule}]" in ran.err else 0)


def test_every_rule_has_a_case() -> None:
    assert {case.partition("-")[0] for case in CASES} == set(IDS)
    assert len(IDS) == len(set(IDS)) == 24


def test_levels() -> None:
    """Errors stop a build; what is a matter of taste does not."""
    levels = {rule.id: rule.level for rule in RULES}
    assert {r for r, level in levels.items() if level == "error"} == {
        "B01", "B03", "B04", "B05", "B07", "B08", "C01", "D01", "P01",
    }  # fmt: skip
    assert {r for r, level in levels.items() if level == "note"} == {"B02", "B06", "N01"}


# --- banks of this repository ---


LANGUAGES = sorted(path.stem for path in (REPO / "content/words").glob("*.yaml"))


@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_banks_that_ship_are_clean(lang: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda _name: None)  # hunspell: make cross-check
    ran = run_here("words", "lint", lang, "--format", "short")
    assert ran.code == 0
    left = [x for x in ran.err.splitlines() if "note[" not in x and " skipped: " not in x]
    assert left == []


@pytest.mark.slow
@pytest.mark.parametrize("rule", ["W02", "W03"])
def test_few_words_are_taken_for_others(rule: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without any `allow`, at most one word in fifty of a good bank gets a warning."""
    monkeypatch.setattr("ppgen.lint.run._allowed", lambda *_: False)
    for lang in LANGUAGES:
        path = REPO / f"content/words/{lang}.yaml"
        findings, _ = run.lint(Workspace(REPO), [path], lang, mixed=False, only={rule})
        assert len(findings.sorted()) <= 0.02 * len(shipped(lang).words), lang


def shipped(lang: str) -> Bank:
    workspace = Workspace(REPO)
    bank = workspace.bank("words", lang)
    assert bank is not None
    assert not workspace.report
    return bank


def test_there_are_banks_in_nineteen_languages() -> None:
    assert set(LANGUAGES) == {
        "ar", "de", "el", "en", "es", "fr", "he", "hi", "it", "ja", "ko", "nl", "pl", "pt", "ru",
        "sv", "th", "tr", "zh",
    }  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_bank_that_ships_is_a_full_one(lang: str) -> None:
    bank = shipped(lang)
    kinds = Counter(word.category for word in bank.words)
    assert bank.lang == lang
    assert len(bank.words) >= 480
    assert len(kinds) == 24
    assert max(kinds.values()) <= 0.12 * len(bank.words)
    assert set(kinds) == {word.category for word in shipped("en").words}
    ids = Counter(word.id for word in bank.words if word.id)
    assert [name for name, number in ids.items() if number > 1] == []
    assert len(ids) > 480


# --- letters ---


@pytest.mark.parametrize(
    ("word", "count"),
    [
        ("Kern\u00adseife", 9),
        ("Ka\u0308se", 4),  # an accent written apart
        ("गुफा", 4),  # two consonants, two vowel signs
        ("ज्वालामुखी", 9),  # a sign that takes a vowel away is no letter
        ("น้ำ", 2),  # nor is a tone
        ("มัมมี่", 5),
        ("שָׁלוֹם", 4),  # points that nobody has to write
        ("apple tree", 9),
    ],
)
def test_vowels_count_tones_and_points_do_not(word: str, count: int) -> None:
    assert letters_of(word) == count


def test_a_soft_hyphen_changes_no_finding(root: Path) -> None:
    found = []
    for sign in ("", "\u00ad"):
        words = f"[pear, s{sign}pear, Pe{sign}ar, plum{sign}s, plum, qw{sign}xz]"
        (root / "b.yaml").write_text(HEAD + f"words: {words}\n", encoding="utf-8")
        ran = run_here("words", "lint", "b.yaml", "--format", "json", cwd=root)
        found.append([(d["code"], d["place"]["line"]) for d in json.loads(ran.out)])
    assert found[0] == found[1]
    assert {"B03", "W01", "W03", "W04"} <= {code for code, _ in found[0]}


# --- allow ---

HEAD = "ppgen: bank/1\nlang: en\ntitle: T\nlicence: CC0-1.0\nauthor: we\n"


def lint(root: Path, *args: str) -> Ran:
    return run_here("words", "lint", *args, "--format", "short", cwd=root)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    shutil.copytree(CASES_AT / "_base", tmp_path, dirs_exist_ok=True)
    return tmp_path


def test_a_word_may_say_why(root: Path) -> None:
    path = root / "b.yaml"
    path.write_text(HEAD + "words: [pear, spear]\n")
    assert "warning[W03]" in lint(root, "b.yaml", "--rules", "W03").err
    for one in ("{word: pear, allow: {W03: why}}, spear", "pear, {word: spear, allow: {W03: why}}"):
        path.write_text(HEAD + f"words: [{one}]\n")
        assert lint(root, "b.yaml", "--rules", "W03").err == ""
    path.write_text(HEAD + "allow: {W03: all by chance}\nwords: [pear, spear]\n")
    assert lint(root, "b.yaml", "--rules", "W03").err == ""
    path.write_text(HEAD + "words: [{word: pear, allow: {W02: no kin}}, spear]\n")
    assert "warning[W03]" in lint(root, "b.yaml", "--rules", "W03").err


def test_what_loading_refuses_cannot_be_allowed(root: Path) -> None:
    (root / "b.yaml").write_text(HEAD + "allow: {B01: why not}\nwrods: 1\nwords: [pear]\n")
    ran = lint(root, "b.yaml")
    assert ran.code == 1
    assert "b.yaml:7:1: error[B01]: unknown key `wrods` (did you mean `words`?)" in ran.err


# --- what is asked of what ---


def test_a_plain_list(root: Path) -> None:
    (root / "w.txt").write_text("no\npear\nPEAR\n", encoding="utf-8")
    ran = lint(root, "w.txt", "--lang", "en")
    assert ran.code == 1
    assert "w.txt:3:1: error[B03]: `PEAR` is listed twice" in ran.err
    assert not re.search(r"\[(B01|B06|P01)\]", ran.err), "it has no head, and is no YAML"
    assert "note[W09]: the words have no categories" in ran.err


def test_what_a_bank_extends_is_looked_at_on_its_own(root: Path) -> None:
    (root / "content/words").mkdir()
    (root / "content/words/en.yaml").write_text(HEAD + "words: {a: [plum, plum], b: [1984]}\n")
    (root / "f.yaml").write_text("ppgen: bank/1\nextends: en\nwords: {c: [plums, pear]}\n")
    ran = lint(root, "f.yaml", "--rules", "B03,W01,W07")
    assert ran.err == (
        "f.yaml:3:13: warning[W01]: `plums` and `plum` have the same stem, `plum` "
        "(keep the better one)\n"
    )
    assert "error[B03]" in lint(root, "en", "--rules", "B03").err


def test_a_language_whose_letters_no_font_has(root: Path) -> None:
    """Nobody can print it here, which is no fault of the bank; no font has these letters."""
    text = (
        HEAD.replace("lang: en", "lang: am")
        + "words: [\u0378\u0379, \u0380\u0381, \u0382, \u0383]\n"
    )
    (root / "content/w/b.yaml").write_text(text, encoding="utf-8")
    ran = lint(root, "content/w/b.yaml", "--rules", "B07,B08")
    assert ran.code == 0
    assert ran.err.startswith("B07, B08 for `am` skipped: ")


def test_fit_is_by_the_product_s_own_box(root: Path) -> None:
    """The same word fits or not as the layout's box has room, not by its letters."""
    (root / "content/w/b.yaml").write_text(HEAD + "words: [mmmmmmmmmmmmmmmm, iiiiiiiiiiiiiiii]\n")
    assert [
        x.split()[0] for x in lint(root, "content/w/b.yaml", "--rules", "B08").err.splitlines()
    ] == ["content/w/b.yaml:6:9:"]
    layout = root / "templates/pair.yaml"
    layout.write_text(layout.read_text().replace("min-size: 20pt", "min-size: 6pt"))
    assert lint(root, "content/w/b.yaml", "--rules", "B08").err == ""


def test_a_large_bank_finds_the_same_wide_words(root: Path) -> None:
    """Of many words only those in doubt are placed; none that is too wide may be missed."""
    few = [f"{a}{b}{c}it" for a in "bcdfg" for b in "aeiou" for c in "klmnp"]
    pairs = [a + b for a in "bcdfghjkprst" for b in "aeiou"]
    many = [f"{a}{b}t" for a in pairs for b in pairs]
    # Some of these fit by a hair, some do not.
    edge = ["n" * n for n in range(8, 24)] + ["il" * n for n in range(8, 24)]
    wide = [*edge, "wwwwwwwwwwwwww", "Mmmmmmmmmmmm", "washingmachinemechanic"]
    found = []
    for words in (few, many):
        listed = [*words[: len(words) // 2], *wide, *words[len(words) // 2 :]]
        (root / "content/w/b.yaml").write_text(
            HEAD + "words:\n" + "".join(f"  - {w}\n" for w in listed)
        )
        ran = lint(root, "content/w/b.yaml", "--rules", "B08")
        found.append([x.partition("`")[2].partition("`")[0] for x in ran.err.splitlines()])
    assert len(many) > 2000 > len(few)
    assert found[0] == found[1]
    assert len(edge) > len(found[0]) > 10


# --- what a game says of its banks ---

SECTION = """
lint:
  hands: 3
  values:
    having: [colours, dark]
    each:
      colour: {in: [colours, moods.colours], differ: yes}
      shade: {in: dark, by: name, among: colours}
      label: {in: moods.label, spelled: signs, length: 3}
products:"""
VALUES = """values:
  colours: [red, blue, Red]
  dark: [{name: blue}, {name: brown}, red]
  signs: abc
  moods: [{colours: [green, BLUE], label: [cab]}, {label: [bad, abba, aab]}, plain]
"""
FOUND = [
    "7:24: error[C01]: the colour `Red` is listed twice",
    "8:31: error[C01]: the shade `brown` is not among the colours",
    "10:29: error[C01]: the colour `BLUE` is listed twice",
    "10:60: error[C01]: the label `bad` has the letter `d`, which is not in the set",
    "10:65: error[C01]: the label `abba` has 4 letters, not 3",
    "10:71: error[C01]: the label `aab` has a letter twice",
]


@pytest.fixture
def own_rules(root: Path) -> Path:
    path = root / "content/g/game.yaml"
    text = path.read_text().replace("banks: {words: w}", "banks: {words: w, set: s}")
    path.write_text(text.replace("\nproducts:", SECTION))
    (root / "content/s").mkdir()
    return root


def test_a_game_says_what_its_lists_must_be(own_rules: Path) -> None:
    for name in ("content/s/en.yaml", "elsewhere.yaml"):
        (own_rules / name).write_text(HEAD + VALUES)
        ran = lint(own_rules, name, "--rules", "C01")
        assert [
            x.removeprefix(f"{name}:").partition(" (")[0] for x in ran.err.splitlines()
        ] == FOUND


def test_lists_that_are_not_all_there_are_no_set(own_rules: Path) -> None:
    path = own_rules / "content/s/en.yaml"
    path.write_text(HEAD + VALUES.replace("dark:", "black:"))
    assert lint(own_rules, "content/s/en.yaml", "--rules", "C01").err == ""


def test_a_length_of_the_bank_s_own(own_rules: Path) -> None:
    path = own_rules / "content/s/en.yaml"
    path.write_text(HEAD + VALUES + "  length: 4\n")
    found = lint(own_rules, "content/s/en.yaml", "--rules", "C01").err
    assert "`cab` has 3 letters, not 4" in found
    assert "`abba` has a letter twice" in found


def test_the_lists_of_one_game_are_no_affair_of_another(own_rules: Path) -> None:
    """A built-in game has rules for these lists, but this bank is not one of its own."""
    bad = (CASES_AT / "C01/bad.yaml").read_text("utf-8")
    for name, known in (("content/s/de.yaml", False), ("elsewhere.yaml", True)):
        (own_rules / name).write_text(bad, encoding="utf-8")
        ran = lint(own_rules, name, "--rules", "C01")
        assert ("is listed twice" in ran.err) is known


def test_a_game_says_how_many_words_it_uses_up(own_rules: Path) -> None:
    """Three hands of two words; of a bank elsewhere, what the greediest game uses."""
    text = HEAD + "words: [" + ", ".join(f"word{c}" for c in "abcdefghijklmnopqrs") + "]\n"
    for name, games in (("content/w/b.yaml", 3), ("elsewhere.yaml", 2), ("content/s/b.yaml", 2)):
        (own_rules / name).write_text(text)
        found = lint(own_rules, name, "--rules", "N01").err
        assert f"; {games} games until a word repeats" in found


# --- what needs more than ppgen ---


@pytest.mark.parametrize(("package", "rule"), [("wordfreq", "W04"), ("simplemma", "W01")])
def test_what_is_not_installed_is_said(
    root: Path, monkeypatch: pytest.MonkeyPatch, package: str, rule: str
) -> None:
    (root / "content/w/b.yaml").write_text(HEAD + "words: [zyzzyva, mouse, mice]\n")
    assert f"warning[{rule}]" in lint(root, "content/w/b.yaml", "--rules", rule).err
    monkeypatch.setitem(sys.modules, package, None)
    answers.version.cache_clear()
    ran = lint(root, "content/w/b.yaml", "--rules", rule)
    answers.version.cache_clear()
    assert ran.code == 0
    assert "-m pip install wordfreq simplemma\n" in ran.err
    assert f"warning[{rule}]" not in ran.err


def test_a_language_without_counts_is_said(root: Path) -> None:
    (root / "b.yaml").write_text(HEAD.replace("lang: en", "lang: th") + "words: [แมว]\n")
    assert lint(root, "b.yaml", "--rules", "W04").err == (
        "W04 for `th` skipped: there are no counts for this language\n"
    )


def test_no_hunspell_is_said(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(root))
    (root / "b.yaml").write_text(HEAD + "words: [qwxz]\n")
    assert lint(root, "b.yaml", "--rules", "W08").err == "W08 skipped: hunspell is not installed\n"


def test_what_holds_for_several_languages_is_said_once(root: Path) -> None:
    for lang in ("th", "xh", "zu"):
        (root / f"{lang}.yaml").write_text(
            HEAD.replace("lang: en", f"lang: {lang}") + "words: [a]\n"
        )
    assert lint(root, "th.yaml", "xh.yaml", "zu.yaml", "--rules", "W04").err == (
        "W04 for `th`, `xh`, `zu` skipped: there are no counts for this language\n"
    )


def test_absence_says_little_where_few_texts_were_counted(root: Path) -> None:
    for lang, found in (("el", 0), ("en", 1)):
        (root / "b.yaml").write_text(HEAD.replace("lang: en", f"lang: {lang}") + "words: [qwxzq]\n")
        assert lint(root, "b.yaml", "--rules", "W04").err.count("in any counted text") == found


# --- the command ---


def test_text_shows_ten_of_a_kind(root: Path) -> None:
    (root / "b.yaml").write_text(HEAD + f"words: [{', '.join(['pear'] * 14)}]\n")
    args = ("words", "lint", "b.yaml", "--rules", "B03")
    ran = run_here(*args, cwd=root)
    assert ran.err.count("error[B03]") == 10
    assert ran.err.endswith("3 more [B03]: `--rules B03 --format short` shows all\n")
    assert ran.out == "1 bank: 13 errors\n"
    assert run_here(*args, "--format", "short", cwd=root).err.count("error[B03]") == 13
    assert len(json.loads(run_here(*args, "--format", "json", cwd=root).out)) == 13


@pytest.mark.slow
def test_many_banks_fit_a_screen(root: Path) -> None:
    ran = run_here("words", "lint", *LANGUAGES, "--rules", "N01,W11", cwd=root)
    assert len(ran.err.splitlines()) == 22
    assert "10 more [N01]" in ran.err


def test_formats(root: Path) -> None:
    (root / "b.yaml").write_text(HEAD + "words: [pear, Pear]\n")
    args = ("words", "lint", "b.yaml", "--rules", "B03")
    ran = run_here(*args, cwd=root)
    assert (ran.code, ran.out) == (1, "1 bank: 1 error\n")
    ran = run_here(*args, "--format", "short", cwd=root)
    assert (ran.out, ran.err) == (
        "",
        "b.yaml:6:15: error[B03]: `Pear` is listed twice (delete one of them)\n",
    )
    ran = run_here(*args, "--format", "json", cwd=root)
    [found] = json.loads(ran.out)
    assert (found["code"], found["level"], found["place"]["line"]) == ("B03", "error", 6)
    assert found["second"]["column"] == 9


@pytest.mark.parametrize(
    ("args", "what"),
    [
        (("lint", "xx"), "a language with a bank: there are"),
        (("lint", "none.txt"), "`none.txt` is neither"),
        (("lint", "--rules", "X01"), "there is no rule `X01`"),
        (("stats", "none.csv"), "`none.csv` is neither"),
    ],
)
def test_usage(root: Path, args: tuple[str, ...], what: str) -> None:
    ran = run_here("words", *args, cwd=root)
    assert ran.code == 2
    assert what in ran.err


def test_none_is_all(root: Path) -> None:
    """The banks of the workspace and the built-in ones."""
    (root / "content/words").mkdir()
    (root / "content/words/en.yaml").write_text(HEAD + "words: [pear, Pear]\n")
    ran = lint(root, "--rules", "B03,N01")
    assert "content/words/en.yaml:6:15: error[B03]" in ran.err
    assert re.search(r"content/words/de.yaml:2:1: note\[N01\]: \d{3} words", ran.err)
    assert ran.err.count("content/words/en.yaml:1:1: note[N01]") == 1, "one's own hides the other"


def test_stats(root: Path) -> None:
    (root / "w.csv").write_text("word,category,id\nant,animals,1\nbear,animals,2\nhoney,food,\n")
    ran = run_here("words", "stats", "w.csv", cwd=root)
    assert ran.code == 0
    assert ran.out.splitlines() == [
        "3 words",
        "bank        w, en (w.csv)",
        "length      3 to 5 letters, median 4, 95 % up to 5",
        "categories  2: animals 2, food 1",
        "letters     9 different: a 17%, n 17%, e 17%, t 8%, b 8%, r 8%, h 8%, o 8%",
        "concepts    2 with an id",
        "games       0 until a word repeats",
        "longest     honey, bear, ant",
        "",
        "   3 letters     1 ########################################",
        "   4 letters     1 ########################################",
        "   5 letters     1 ########################################",
    ]
    ran = run_here("words", "stats", "de", cwd=REPO)
    assert re.match(r"\d{3} words\n", ran.out)


def test_rules_are_read_when_they_are_asked() -> None:
    """Neither `make` nor a help text may wait for them."""
    code = (
        "import sys; from ppgen.cli import main\n"
        "sys.argv = ['ppgen', *sys.argv[1:]]\n"
        "try: main()\n"
        "except SystemExit: print(sum(m.startswith('ppgen.lint') for m in sys.modules))"
    )
    loaded = []
    for args in (["words", "lint", "--help"], ["list"], ["words", "stats", "de"]):
        got = subprocess.run(
            [sys.executable, "-c", code, *args],
            cwd=REPO,
            check=True,
            capture_output=True,
            text=True,
        )
        loaded.append(int(got.stdout.split()[-1]))
    assert loaded[:2] == [0, 0]
    assert loaded[2] > 5
