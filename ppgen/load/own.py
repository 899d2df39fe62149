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
            if (root / path.relative_to(own)).is_file():
                return True
        for path in source.list_files(own / "content", "*/**/*.yaml"):
            if (root / path.relative_to(own)).parent.is_dir():
                return True
    return False


def is_own(workspace: Workspace, game: Game, product: Product, lang: str) -> bool:
    """Return whether a file of the user's workspace contributes to a product in a language."""
    own, *builtin = workspace.roots
    files = _files(workspace, game, product, lang)
    return bool(builtin) and any(path.is_relative_to(own) for path in files)


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
