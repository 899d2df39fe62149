"""The stages of CONTRIBUTING.md as rules on imports, and engine code that names no game."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

import pytest

from tests.support.run import REPO

#: The way of the data, first to last: each imports only itself and what stands before it.
LAYERS = (
    "limits", "disk", "deferred", "diagnostics", "geometry", "units", "install", "chance", "system",
    "cache",
    "language", "drawing", "expr", "source", "model", "text", "load", "schema", "printers",
    "request", "deal", "place", "impose", "pdf", "svg", "proof", "build", "lint", "cli", "studio",
)  # fmt: skip
#: A package from outside, and the places that may import it.
OUTSIDE: dict[str, tuple[str, ...]] = {
    "yaml": ("ppgen.source",),
    "click": ("ppgen.cli", "ppgen.studio.command", "ppgen.studio.jobs"),
    "uharfbuzz": ("ppgen.text", "ppgen.pdf.fonts"),
    "reportlab": ("ppgen.pdf",),
    "PIL": ("ppgen.drawing.pictures", "ppgen.pdf.images", "ppgen.proof"),
    "pypdfium2": ("ppgen.proof",),
    "openpyxl": ("ppgen.load.imports",),
    "werkzeug": ("ppgen.studio.server",),
    "watchfiles": ("ppgen.cli.saved",),
}
#: What the command line may import of the engine, and what for.
CLI = {
    "ppgen.build": "to place, check and make PDF: the one way in",
    "ppgen.lint": "to look at banks of words",
    "ppgen.proof": "to turn a PDF into a picture",
    "ppgen.load.workspace": "to open a workspace, and to find targets in it",
    "ppgen.load.folders": "to find the nearest workspace",
    "ppgen.load.settings": "to write a workspace file with every setting",
    "ppgen.load.languages": "to list the languages of products, for which nothing is built",
    "ppgen.model.needs": "to write what parts of a layout need",
    "ppgen.source.kinds": "to name a layout",
    "ppgen.model.settings": "to name sizes",
    "ppgen.model.game": "to read the options that products declare",
    "ppgen.load.bank_files": "to find the banks that people name",
    "ppgen.load.bank_text": "to write words as lists and banks",
    "ppgen.load.imports": "to read the files that words come from",
    "ppgen.load.suggestions": "to suggest words to begin with",
    "ppgen.model.bank": "to show the words of banks",
    "ppgen.request": "to say what to make",
    "ppgen.printers": "to keep what was measured of printers",
    "ppgen.deal.pieces": "to count the pieces of products",
    "ppgen.deal.code": "to read a deck's code, which people type",
    "ppgen.deal.recipe": "to read a deck from a file",
    "ppgen.deal.recipe_text": "to keep a deck in the list of those printed",
    "ppgen.deal.log": "to show that list",
    "ppgen.model.recipe": "to say what a deck's file says",
    "ppgen.language.tags": "to read languages, which people type",
    "ppgen.language.folding": "to compare words with what people type",
    "ppgen.units": "to read and show numbers",
    "ppgen.deferred": "to start without what click imports and a run does not need",
    "ppgen.geometry": "to turn a paper upright",
    "ppgen.diagnostics": "to show problems",
    "ppgen.disk": "to write files whole",
    "ppgen.limits": "to refuse what is too large",
}
GAMES = ("decrypto", "kryptx", "decipher", "chiffre")


def module_name(path: Path) -> str:
    parts = path.relative_to(REPO).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


FILES = sorted((REPO / "ppgen").rglob("*.py"))
NAMES = {module_name(path) for path in FILES}


def inside(name: str, area: str) -> bool:
    return name == area or name.startswith(f"{area}.")


def imports(tree: ast.AST, known: Iterable[str] = NAMES) -> set[str]:
    """Name the modules that a tree imports, those of functions and TYPE_CHECKING too."""
    out: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            out |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute here"
            base = node.module or ""
            for alias in node.names:
                full = f"{base}.{alias.name}"
                out.add(full if full in known else base)
    return out


@cache
def parsed() -> dict[str, ast.Module]:
    return {module_name(p): ast.parse(p.read_text(encoding="utf-8")) for p in FILES}


def rank(name: str) -> int:
    """Return the place of a module's layer; the package itself and its entry point come last."""
    parts = name.split(".")
    return LAYERS.index(parts[1]) if len(parts) > 1 and parts[1] in LAYERS else len(LAYERS)


def broken_rules(graph: Mapping[str, set[str]]) -> list[str]:
    """Name every import of a later layer, of a package where it has no place, past the seam."""
    out: list[str] = []
    for name, found in sorted(graph.items()):
        for target in sorted(found):
            own = inside(target, "ppgen") and target != "ppgen"
            later = own and rank(target) > rank(name)
            places = next((p for package, p in OUTSIDE.items() if inside(target, package)), ())
            astray = bool(places) and not any(inside(name, area) for area in places)
            past = inside(target, "ppgen.build") and target != "ppgen.build"
            past = past and not inside(name, "ppgen.build")
            if inside(name, "ppgen.cli") and own:
                past |= not any(inside(target, area) for area in ("ppgen.cli", *CLI))
            if later or astray or past:
                out.append(f"{name} imports {target}")
    return out


def cycle(graph: Mapping[str, set[str]]) -> list[str]:
    """Give modules that import each other in a ring, or nothing."""
    done: set[str] = set()

    def walk(name: str, way: tuple[str, ...]) -> list[str]:
        if name in way:
            return [*way[way.index(name) :], name]
        if name in done:
            return []
        for target in sorted(graph.get(name, ())):
            if ring := walk(target, (*way, name)):
                return ring
        done.add(name)
        return []

    for name in sorted(graph):
        if ring := walk(name, ()):
            return ring
    return []


def games_named(text: str) -> list[str]:
    """Name the games that a source text mentions."""
    return [game for game in GAMES if re.search(game, text, re.IGNORECASE)]


# --- the engine ---


def test_every_stage_keeps_to_its_imports() -> None:
    assert len(FILES) > 30
    assert broken_rules({name: imports(tree) for name, tree in parsed().items()}) == []


def test_layers_are_all_there_is() -> None:
    stages = {name.split(".")[1] for name in NAMES if "." in name}
    assert stages == {*LAYERS, "__main__"}
    assert {area for areas in OUTSIDE.values() for area in areas} <= NAMES


def test_the_command_line_imports_no_more_than_it_may() -> None:
    graph = {name: imports(tree) for name, tree in parsed().items() if inside(name, "ppgen.cli")}
    used = {target for found in graph.values() for target in found}
    assert {area for area in CLI if not any(inside(target, area) for target in used)} == set()


def test_only_its_commands_know_lint() -> None:
    """So that nothing else waits for its rules."""
    graph = {name: imports(tree) for name, tree in parsed().items()}
    users = {n for n, found in graph.items() if any(inside(f, "ppgen.lint") for f in found)}
    assert {user for user in users if not inside(user, "ppgen.lint")} == {
        "ppgen.cli.bank_exchange",
        "ppgen.cli.bank_reports",
        "ppgen.cli.bank_start",
        "ppgen.studio.session",
    }


def test_no_modules_import_each_other() -> None:
    graph = {
        name: {t for t in imports(tree) if t in NAMES and t != name}
        for name, tree in parsed().items()
    }
    assert cycle(graph) == []


def test_engine_names_no_game() -> None:
    named = {str(p): games_named(p.read_text(encoding="utf-8")) for p in FILES}
    assert {path: games for path, games in named.items() if games} == {}


def test_the_names_are_those_of_games_there_are_or_will_be() -> None:
    assert {p.parent.name for p in (REPO / "content").glob("*/game.yaml")} <= {*GAMES, "specimen"}


# --- the checks themselves can fail ---


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("ppgen.text.fonts", "from ppgen.place.face import Placer"),
        ("ppgen.place.face", "def f():\n    from ppgen.impose.sheets import impose"),
        ("ppgen.impose.sheets", "from ppgen import build"),
        ("ppgen.geometry", "import ppgen.units"),
        ("ppgen.pdf.document", "if TYPE_CHECKING:\n    from ppgen.build.pages import pages"),
        ("ppgen.load.layout", "import yaml"),
        ("ppgen.build.pipeline", "import click.testing"),
        ("ppgen.text.fit", "from reportlab.pdfgen import canvas"),
        ("ppgen.cli.make", "from PIL import Image"),
        ("ppgen.cli.output", "from ppgen.build.pipeline import place"),
        ("ppgen.cli.output", "from ppgen.build import pipeline"),
        ("ppgen.lint.fit", "from ppgen.build.check import place_words"),
        ("ppgen.cli.check", "from ppgen.load.check import unused_labels"),
        ("ppgen.cli.make", "from ppgen.text.fonts import Fonts"),
        ("ppgen.cli.make", "from ppgen.pdf.document import write"),
        ("ppgen.pdf.document", "from ppgen.svg.document import write"),
    ],
)
def test_planted_import_is_caught(name: str, code: str) -> None:
    assert broken_rules({name: imports(ast.parse(code))}) != []


def test_planted_ring_is_caught() -> None:
    ring = cycle({"a": {"b"}, "b": {"c", "d"}, "c": {"a"}, "d": set()})
    assert ring == ["a", "b", "c", "a"]
    assert cycle({"a": {"b", "c"}, "b": {"c"}, "c": set()}) == []


def test_planted_game_is_caught() -> None:
    assert games_named('"""Example: ppgen make Decrypto/notes"""') == ["decrypto"]
    assert games_named("decode what was encrypted") == []
