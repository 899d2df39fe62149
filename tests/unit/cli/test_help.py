"""Help: of every command, with the options of products, and without waiting for the engine."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import click
import pytest

from ppgen import __version__
from ppgen.cli.app import COMMANDS
from ppgen.load.workspace import Workspace
from tests.support.run import REPO, Runner, write

#: The commands by their names, each imported.
LOADED = {later.name or "": later.load() for later in COMMANDS}


@pytest.mark.parametrize("name", LOADED)
def test_every_command_has_help_with_an_example(ppgen: Runner, name: str) -> None:
    ran = ppgen(name, "--help")
    assert ran.code == 0
    assert re.search(rf"Example:\s+ppgen {name}", ran.out)
    command = LOADED[name]
    assert command.help
    for parameter in command.params:
        if isinstance(parameter, click.Option):
            assert parameter.help, f"{name} {parameter.opts}"
            assert parameter.opts[0] in ran.out
    assert ppgen(name, "-h").out == ran.out
    assert name in ppgen("--help").out


@pytest.mark.parametrize("later", COMMANDS, ids=[later.name for later in COMMANDS])
def test_the_list_of_commands_says_what_they_say_themselves(later: click.Command) -> None:
    command = LOADED[later.name or ""]
    assert command.name == later.name
    assert re.sub(r"\s+", " ", (command.help or "").partition("\n\n")[0]) == later.help


def test_version(ppgen: Runner) -> None:
    ran = ppgen("--version")
    assert ran.code == 0
    assert ran.out.split()[-1] == __version__


def test_an_unknown_command_is_refused_with_the_nearest(ppgen: Runner) -> None:
    ran = ppgen("chekc")
    assert ran.code == 2
    assert "chekc" in ran.err


# --- options of products ---


def test_example_of_make_works(ppgen: Runner, tmp_path: Path) -> None:
    out = ppgen("make", "--help", cwd=tmp_path).out
    match = re.search(r"Example:\s+ppgen (.+)", out)
    assert match
    ran = ppgen(*match[1].split(), cwd=tmp_path)
    assert ran.code == 0, ran.err
    assert len(list(tmp_path.rglob("*.pdf"))) == 1


def test_help_shows_the_options_of_the_product_that_is_named(ppgen: Runner) -> None:
    general, named = ppgen("make", "-h"), ppgen("make", "decrypto/notes", "-h")
    assert "--rounds" not in general.out
    assert "Options of a product" in general.out
    assert "--rounds N" in named.out
    assert "--veil" not in named.out
    both = ppgen("proof", "--rounds", "3", "decrypto", "--help").out
    assert "--rounds N" in both
    assert "--veil" in both


def test_help_on_a_product_opens_with_what_it_is_and_its_own_options(ppgen: Runner) -> None:
    game = Workspace(REPO).game("decrypto")
    assert game
    about = game.products["keywords"].about
    out = ppgen("make", "decrypto/keywords", "--help").out
    parts = [f"  decrypto/keywords: {about}; 110 pieces\n", "--case CHOICE", "--lang", "Example:"]
    places = [out.index(part) for part in parts]
    assert places == sorted(places)
    assert "Build PDFs" not in out
    assert "  ppgen make decrypto/keywords --case keep --paper letter\n" in out
    both = ppgen("make", "decrypto/notes", "chiffre", "--help").out
    assert both.index("chiffre/aid: ") < both.index("decrypto/notes: ") < both.index("--rounds")
    assert "decrypto/keywords" not in both


PRODUCTS = [
    (name, product)
    for name in Workspace(REPO).games()
    if (game := Workspace(REPO).game(name))
    for product in game.products
]


@pytest.mark.parametrize(("game", "product"), PRODUCTS)
def test_every_product_is_described_for_lists_and_help(
    ppgen: Runner, game: str, product: str
) -> None:
    """One line each, in plain words, with an example that is understood."""
    found = Workspace(REPO).game(game)
    assert found
    about = found.products[product].about
    assert 10 < len(about) <= 72
    assert about[0].isupper() or about[0].isdigit()
    assert about[-1] != "."
    out = ppgen("make", f"{game}/{product}", "--help").out
    example = re.search(r"Example:\s+ppgen (.+)", out)
    assert example
    ran = ppgen(*example[1].split(), "--only", "999999")
    assert ran.code == 2
    booklet = found.products[product].kind == "booklet"
    expected = "a booklet is printed whole" if booklet else r"999999: there are \d+ pieces"
    assert re.search(f"--only:? {expected}", ran.err), ran.err


@pytest.mark.parametrize("args", [(), ("words",)])
def test_no_arguments_at_all_are_a_call_for_help(ppgen: Runner, args: tuple[str, ...]) -> None:
    ran = ppgen(*args)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == ppgen(*args, "--help").out
    assert "Usage: ppgen" in ran.out


def test_the_value_of_an_option_is_no_target(ppgen: Runner, tmp_path: Path) -> None:
    assert "--rounds" not in ppgen("make", "-o", "decrypto", "--help").out
    ran = ppgen("make", "chiffre/scores", "-o", "decrypto", "--games", "2", cwd=tmp_path)
    assert ran.code == 0, ran.err
    assert (tmp_path / "decrypto").is_file()


def test_options_are_those_of_the_workspace_that_is_named(ppgen: Runner, tmp_path: Path) -> None:
    game = "ppgen: game/2\ntitle: G\nproducts:\n  p:\n    size: half\n    front: x\n"
    options = "    options: {width: {type: integer, default: 3, help: Wide}}\n"
    write(tmp_path, {"ppgen.yaml": "ppgen: workspace/1\n", "content/g/game.yaml": game + options})
    for args in (
        ("--root", tmp_path, "g"),
        (f"--root={tmp_path}", "g/p"),
        ("g", "--root", tmp_path),
    ):
        assert "--width N" in ppgen("make", *args, "--help").out
    assert "--width" not in ppgen("make", "--root", tmp_path / "none", "g", "--help").out


def test_an_option_that_only_another_product_has_is_refused(ppgen: Runner) -> None:
    for target in ("decrypto/notes", "kryptx"):
        ran = ppgen("make", target, "--veil", "red")
        assert ran.code == 2
        assert "--veil" in ran.err
    ran = ppgen("make", "all", "decrypto/notes", "--games", "many")
    assert "--games: `many` is not a valid integer" in ran.err, (
        "all games are meant, with their options"
    )


# --- what a run imports ---

HEAVY = {"reportlab", "PIL", "uharfbuzz", "pyphen", "numpy"}
LOOK = """
import sys
sys.argv = ["ppgen", *sys.argv[1:]]
from ppgen.cli import main
try:
    main()
except SystemExit as leaving:
    assert leaving.code in (0, 2), leaving.code
print("\\n" + " ".join(sorted(sys.modules)))
"""


def loaded(*args: str, cwd: Path) -> set[str]:
    """Name the modules that a run has imported."""
    ran = subprocess.run(
        [sys.executable, "-c", LOOK, *args],
        cwd=cwd, capture_output=True, text=True, check=True, encoding="utf-8",
        env={**os.environ, "PYTHONPATH": str(REPO)},
    )  # fmt: skip
    return set(ran.stdout.splitlines()[-1].split())


def packages(modules: Iterable[str]) -> set[str]:
    return {name.partition(".")[0] for name in modules}


@pytest.mark.parametrize("args", [("--help",), ("-h",), ("--version",), ("mkae",)])
def test_help_imports_click_only(tmp_path: Path, args: tuple[str, ...]) -> None:
    found = loaded(*args, cwd=tmp_path)
    own = {name for name in found if name.startswith("ppgen")}
    assert own == {
        "ppgen", "ppgen.cli", "ppgen.cli.app", "ppgen.cli.commands", "ppgen.cli.terminal",
        "ppgen.cli.ui", "ppgen.deferred", "ppgen.diagnostics", "ppgen.limits",
    }  # fmt: skip
    assert packages(found) & {*HEAVY, "yaml"} == set()
    assert "click" in found


@pytest.mark.parametrize(
    "args",
    [
        ("make", "--help"), ("proof", "--help"), ("show", "--help"), ("check", "--help"),
        ("words", "lint", "--help"),
        ("make", "nothing-like-it"), ("make", "decrypto/notes", "--rounds", "x"), ("list",),
    ],
)  # fmt: skip
def test_quick_commands_load_no_heavy_package(tmp_path: Path, args: tuple[str, ...]) -> None:
    found = loaded(*args, cwd=tmp_path)
    assert "ppgen.load.workspace" in found
    assert packages(found) & HEAVY == set()
    assert "ppgen.build" not in found


def test_making_does_load_them(tmp_path: Path) -> None:
    """What the tests above look for would be seen."""
    found = loaded("make", "decrypto/notes", "--count", "1", cwd=tmp_path)
    assert {"reportlab", "uharfbuzz", "yaml"} <= packages(found)
    assert "ppgen.build" in found
