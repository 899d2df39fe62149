"""The Tab key, asked by click's own protocol, and put where shells find it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.shell_completion import ShellComplete

from ppgen.cli.app import cli
from ppgen.cli.completion import places, script
from tests.support.run import REPO, Runner, write


def offered(*typed: str) -> list[str]:
    """Give what may follow; the last of what was typed is not whole."""
    asked = ShellComplete(cli, {}, "ppgen", "_PPGEN_COMPLETE")
    return [item.value for item in asked.get_completions(list(typed[:-1]), typed[-1])]


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_part_of_a_game_offers_all_of_its_products() -> None:
    found = offered("make", "decr")
    assert found[0] == "decrypto"
    assert {"decrypto/keywords", "decrypto/notes", "decrypto/veil-test"} <= set(found)
    assert all(name.startswith("decrypto") for name in found)
    assert offered("show", "decrypto/not") == ["decrypto/notes", "decrypto/notes-3p"]


def test_nothing_typed_offers_games_only() -> None:
    assert offered("make", "") == ["all", "chiffre", "decipher", "decrypto", "kryptx", "specimen"]


def test_products_say_what_they_are() -> None:
    asked = ShellComplete(cli, {}, "ppgen", "_PPGEN_COMPLETE")
    helps = {item.value: item.help for item in asked.get_completions(["make"], "decrypto/")}
    assert "cards" in (helps["decrypto/keywords"] or "")


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        (("",), {"check", "completion", "make", "show", "watch", "words"}),
        (("ma",), {"make"}),
        (("make", "decrypto/notes", "--paper", "le"), {"letter", "legal"}),
        (("make", "decrypto/keywords", "--size", "pok"), {"poker"}),
        (("make", "decrypto/notes", "--duplex", ""), {"long", "short", "manual", "fold", "none"}),
        (("make", "decrypto/keywords", "--veil", ""), {"none", "red"}),
        (("make", "kryptx/stands", "--card", "po"), {"poker"}),
        (("show", "kryptx/stands", "--card", "po"), {"poker"}),
        (("make", "decrypto/keywords", "--lang", "de+e"), {"de+el", "de+en", "de+es"}),
        (("make", "decrypto/keywords", "--categories", "food,anim"), {"food,animals"}),
        (("make", "decrypto/keywords", "--exclude", "pri"), {"printed"}),
        (("make", "decrypto/keywords", "--bank", "f"), {"fr"}),
        (("words", "stats", "f"), {"fr"}),
        (("words", "show", "--category", "foo"), {"food"}),
        (("copy", "decrypto/notes-h"), {"decrypto/notes-head"}),
        (("completion", ""), {"bash", "zsh", "fish"}),
    ],
)
def test_what_may_follow(typed: tuple[str, ...], expected: set[str]) -> None:
    found = offered(*typed)
    assert expected <= set(found)
    assert all(name.startswith(typed[-1]) for name in found)


def test_a_product_offers_its_own_options_and_languages() -> None:
    assert {"--veil", "--veil-strength"} <= set(offered("make", "decrypto/keywords", "--ve"))
    assert "--veil" not in offered("make", "decrypto/notes", "--ve")
    themes = offered("make", "chiffre/themes", "--lang", "")
    assert {"de", "en", "el"} <= set(themes)
    assert "he" not in themes
    assert "he" in offered("make", "chiffre/letters", "--lang", "")


def test_a_list_of_categories_does_not_repeat_itself() -> None:
    found = offered("make", "decrypto/keywords", "--without", "food,")
    assert "food,animals" in found
    assert "food,food" not in found


def test_files_of_words_are_offered(here: Path) -> None:
    write(here, {"words.txt": "a\n", "notes.doc": "", ".hidden.txt": "", "lists/more.csv": "a\n"})
    assert offered("make", "decrypto/keywords", "--first", "") == ["lists/", "words.txt"]
    assert offered("make", "decrypto/keywords", "--bank", "lists/m") == ["lists/more.csv"]


def test_a_game_of_ones_own_is_offered_even_beside_a_broken_one(here: Path) -> None:
    game = "ppgen: game/2\ntitle: G\nproducts:\n  tiles: {size: 60x40, front: x}\n"
    write(
        here,
        {
            "ppgen.yaml": "ppgen: workspace/1\n", "content/own/game.yaml": game,
            "content/oops/game.yaml": "ppgen: [",
        },
    )  # fmt: skip
    assert offered("make", "ow") == ["own", "own/tiles"]
    assert offered("make", "oop") == []


def test_what_would_steer_a_terminal_is_not_offered(here: Path) -> None:
    evil = 'ppgen: game/2\ntitle: "\\e]0;x\\a"\nproducts:\n  tiles: {size: 60x40, front: x}\n'
    write(here, {"ppgen.yaml": "ppgen: workspace/1\n", "content/own/game.yaml": evil})
    write(here, {"\x1b]0;x.txt": "", "fine.txt": ""})
    asked = ShellComplete(cli, {}, "ppgen", "_PPGEN_COMPLETE")
    helps = [item.help for item in asked.get_completions(["make"], "ow")]
    assert helps[0] == "\\x1b]0;x\\x07"
    assert offered("make", "own/tiles", "--first", "") == ["content/", "fine.txt", "ppgen.yaml"]


def test_whatever_goes_wrong_a_shell_is_told_nothing(here: Path) -> None:
    write(here, {"ppgen.yaml": "ppgen: [\n", "content/own/game.yaml": "\x00"})
    assert offered("make", "ow") == []


def ask(shell: str, words: str, at: int) -> subprocess.CompletedProcess[str]:
    code = "import sys; sys.argv = ['ppgen']; from ppgen.cli import main; main()"
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False,
        env={
            **os.environ, "PYTHONPATH": str(REPO), "_PPGEN_COMPLETE": f"{shell}_complete",
            "COMP_WORDS": words, "COMP_CWORD": str(at) if shell != "fish" else "decrypto/tok",
        },
    )  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(
    ("shell", "expected"),
    [
        ("bash", "plain,decrypto/tokens\n"),
        ("zsh", "plain\ndecrypto/tokens\n"),
        ("fish", "plain"),
    ],
)
def test_a_process_answers_in_the_shell_s_own_way(shell: str, expected: str) -> None:
    ran = ask(shell, "ppgen make decrypto/tok", 2)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.startswith(expected)
    assert "decrypto/tokens" in ran.stdout


def test_answering_loads_nothing_heavy() -> None:
    code = (
        "import sys; sys.argv = ['ppgen']\nfrom ppgen.cli import main\n"
        "try: main()\nexcept SystemExit: pass\n"
        "print({'reportlab', 'PIL', 'uharfbuzz', 'pypdfium2', 'watchfiles'} & set(sys.modules))"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True,
        env={
            **os.environ, "PYTHONPATH": str(REPO), "_PPGEN_COMPLETE": "bash_complete",
            "COMP_WORDS": "ppgen make decr", "COMP_CWORD": "2",
        },
    )  # fmt: skip
    assert ran.stdout.splitlines()[-1] == "set()"
    assert "decrypto/notes" in ran.stdout


# --- where it goes


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_asks_ppgen(shell: str, ppgen: Runner) -> None:
    ran = ppgen("completion", shell)
    assert ran.code == 0
    assert ran.out == script(shell)
    assert f"_PPGEN_COMPLETE={shell}_complete" in ran.out


@pytest.mark.parametrize(("shell", "starts"), [("bash", ".bashrc"), ("zsh", ".zshrc")])
def test_it_is_installed_once(
    shell: str, starts: str, here: Path, ppgen: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(here))
    monkeypatch.setenv("SHELL", f"/usr/bin/{shell}")
    for name in ("XDG_CONFIG_HOME", "ZDOTDIR"):
        monkeypatch.delenv(name, raising=False)
    (here / starts).write_text("export A=1", encoding="utf-8")
    for _ in range(2):
        ran = ppgen("completion", "--install")
        assert ran.code == 0, ran.err
        lines = (here / starts).read_text("utf-8").splitlines()
        file = here / f".config/ppgen/completion.{shell}"
        assert lines == ["export A=1", f'[ -r "{file}" ] && . "{file}"   # ppgen completion']
    assert file.read_text("utf-8") == script(shell)


def test_fish_finds_it_by_itself(
    here: Path, ppgen: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(here))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(here / "c"))
    assert ppgen("completion", "fish", "--install").code == 0
    assert [p.name for p in here.rglob("*") if p.is_file()] == ["ppgen.fish"]
    assert places("fish", here, "", "")[0] == here / ".config/fish/completions/ppgen.fish"


def test_another_shell_is_told_what_there_is(
    ppgen: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SHELL", "/bin/tcsh")
    ran = ppgen("completion", "--install")
    assert ran.code == 2
    assert "`tcsh` is none of bash, zsh, fish" in ran.err
