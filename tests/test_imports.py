"""The stages of CONTRIBUTING.md as rules on imports, and engine code that names no game."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest
from conftest import REPO

#: A module or folder, and what in ppgen it may import at all (itself always).
MAY: dict[str, set[str]] = {
    "ppgen.geometry": set(),
    "ppgen.units": {"ppgen.geometry"},
    "ppgen.diagnostics": set(),
    "ppgen.language": set(),
    "ppgen.sight": set(),
    "ppgen.expr": {"ppgen.diagnostics"},
    "ppgen.source": {"ppgen.diagnostics", "ppgen.syntax"},
    "ppgen.syntax": {"ppgen.diagnostics"},
    "ppgen.impose": {"ppgen.geometry", "ppgen.marks"},
    "ppgen.marks": {"ppgen.geometry"},
    "ppgen.fold": set(),
    "ppgen.stems": {"ppgen.fold"},
    "ppgen.place.ops": {"ppgen.geometry", "ppgen.diagnostics"},
    "ppgen.render": {
        "ppgen.geometry",
        "ppgen.diagnostics",
        "ppgen.language",
        "ppgen.place.ops",
        "ppgen.units",
        "ppgen.sight",
    },
}
#: A module or folder, and what it must not know.
MUST_NOT: dict[str, set[str]] = {
    "ppgen.decode": {"load", "place", "job", "impose", "render", "cli", "model"},
    "ppgen.model": {"load", "job", "impose", "render", "cli", "source"},
    "ppgen.keys": {"load", "place", "job", "impose", "render", "cli", "source"},
    "ppgen.load": {"impose", "render", "cli", "job", "deal", "dealing", "pages"},
    "ppgen.deal": {"load", "impose", "render", "cli", "job", "source", "place.face", "place.tree"},
    "ppgen.lint": {"cli", "pages", "margin", "place.face", "place.tree"},
    "ppgen.stock": {"impose", "render", "cli", "job", "dealing", "source", "place"},
    "ppgen.dealing": {"load", "impose", "render", "cli", "job", "source", "place"},
    "ppgen.place": {"load", "source", "impose", "render", "cli", "job", "pages", "deal"},
    "ppgen.labels": {"load", "place", "impose", "render", "cli", "job"},
    "ppgen.job": {"render", "cli", "pages", "source"},
    "ppgen.pages": {"cli", "load", "source"},
    # Of drawing, commands only know how to start it.
    "ppgen.cli": {"place.ops", "place.tree", "place.text", "render.content", "render.embed"},
}
#: A package from outside, and where it may be imported.
OUTSIDE: dict[str, str] = {
    "yaml": "ppgen.source",
    "click": "ppgen.cli",
    "reportlab": "ppgen.render",
    "uharfbuzz": "ppgen.render",
    "PIL": "ppgen.render",
    "pyphen": "ppgen.render",
    "pypdfium2": "ppgen.render.proof",
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


def top_level(tree: ast.Module) -> ast.Module:
    """Keep what runs when a module is imported."""
    kept = [
        node
        for node in tree.body
        if not (isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test))
        and not isinstance(node, ast.FunctionDef | ast.ClassDef)
    ]
    return ast.Module(kept, [])


def parsed() -> dict[str, ast.Module]:
    return {module_name(p): ast.parse(p.read_text(encoding="utf-8")) for p in FILES}


def broken_rules(graph: Mapping[str, set[str]]) -> list[str]:
    """Name every import that the tables forbid."""
    out: list[str] = []
    for name, found in sorted(graph.items()):
        for target in sorted(found):
            for area, allowed in MAY.items():
                ours = inside(target, "ppgen") and target != "ppgen"
                fine = any(inside(target, other) for other in {area, *allowed})
                if inside(name, area) and ours and not fine:
                    out.append(f"{name} imports {target}")
            for area, forbidden in MUST_NOT.items():
                if inside(name, area) and any(inside(target, f"ppgen.{f}") for f in forbidden):
                    out.append(f"{name} imports {target}")
            for package, area in OUTSIDE.items():
                if inside(target, package) and not inside(name, area):
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


def test_every_rule_is_about_something_that_exists() -> None:
    areas = {*MAY, *MUST_NOT, *OUTSIDE.values(), *(a for s in MAY.values() for a in s)}
    areas |= {f"ppgen.{f}" for s in MUST_NOT.values() for f in s}
    assert sorted(area for area in areas if area not in NAMES) == []


def test_only_its_command_knows_lint() -> None:
    """So that nothing else waits for its rules."""
    graph = {name: imports(tree) for name, tree in parsed().items()}
    users = {n for n, found in graph.items() if any(inside(f, "ppgen.lint") for f in found)}
    assert {user for user in users if not inside(user, "ppgen.lint")} == {"ppgen.cli.words"}


def test_no_modules_import_each_other() -> None:
    graph = {
        name: {t for t in imports(top_level(tree)) if t in NAMES and t != name}
        for name, tree in parsed().items()
    }
    # Importing a module runs the packages around it first; these hold no code.
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
        ("ppgen.place.face", "from ppgen.render.fonts import Fonts"),
        ("ppgen.place.face", "def f():\n    from ppgen.impose import impose"),
        ("ppgen.impose", "from ppgen import units"),
        ("ppgen.geometry", "import ppgen.units"),
        ("ppgen.render.pdf", "if TYPE_CHECKING:\n    from ppgen.load.workspace import Workspace"),
        ("ppgen.load.layout", "import yaml"),
        ("ppgen.job", "import click.testing"),
        ("ppgen.place.text", "from reportlab.pdfgen import canvas"),
        ("ppgen.cli.make", "from PIL import Image"),
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
