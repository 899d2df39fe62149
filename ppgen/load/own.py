"""Tells the user's own files in a workspace from those that come with ppgen.

Takes a workspace and a product; returns whether a file of the user contributes to it. Must not deal
or place.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from ppgen.load.languages import banks_of
from ppgen.load.workspace import Workspace
from ppgen.model.game import Game, Product
from ppgen.source import nodes as source


def touches_builtin(workspace: Workspace) -> bool:
    """Return whether a file of the workspace replaces or adds to the built-in ones.

    If none does, the built-in games are unchanged.
    """
    own, *builtin = workspace.roots
    for root in builtin:
        for path in source.list_files(own / "templates", "**/*.yaml"):
            if (root / path.relative_to(own)).is_file() and _changed(path, workspace):
                return True
        for path in source.list_files(own / "content", "*/**/*.yaml"):
            if (root / path.relative_to(own)).parent.is_dir() and _changed(path, workspace):
                return True
    return False


def is_own(workspace: Workspace, game: Game, product: Product, lang: str) -> bool:
    """Return whether a file of the user's workspace contributes to a product in a language."""
    own, *builtin = workspace.roots
    files = _files(workspace, game, product, lang)
    return bool(builtin) and any(
        path.is_relative_to(own) and _changed(path, workspace) for path in files
    )


def _changed(path: Path, workspace: Workspace) -> bool:
    """Return whether a file of the user differs from the built-in one that it was copied from."""
    own, *builtin = workspace.roots
    text = _content(path)
    copied = (root / path.relative_to(own) for root in builtin)
    return all(_content(original) != text for original in copied if original.is_file())


def _content(path: Path) -> bytes:
    """Return a file without the line that names its schema, which a copy has another path in."""
    head, line_end, rest = path.read_bytes().partition(b"\n")
    return rest if head.startswith(b"# yaml-language-server:") else head + line_end + rest


def _files(workspace: Workspace, game: Game, product: Product, lang: str) -> Iterator[Path]:
    """Yield the files that a product is made from in a language."""
    if path := workspace.find(f"content/{game.name}/game.yaml"):
        yield path
    for side in product.every_side:
        yield from workspace.layout_files(side.layout)
    for bank in banks_of(workspace, game, product):
        if path := workspace.bank_path(game.banks[bank], lang):
            yield path
    for folder in (f"{game.name}/labels", "labels"):
        yield from workspace.label_files(folder, lang)
