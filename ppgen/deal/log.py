"""The list of printed decks in the user's data folder: one recipe per deck.

Takes recipes; returns them later, so that another deck can exclude their words. Each deck has its
own file, so concurrent runs or a damaged file harm no other entry. Must not print.
"""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import NamedTuple

from ppgen.deal.code import read_code
from ppgen.diagnostics import Report
from ppgen.disk import write_whole
from ppgen.language.folding import base_language
from ppgen.limits import DECK_BYTES
from ppgen.model.recipe import Recipe
from ppgen.system import data_folder


class Log(NamedTuple):
    """The decks sorted by code, and the names of unreadable files."""

    decks: tuple[Recipe, ...] = ()
    damaged: tuple[str, ...] = ()

    def words(self, lang: str) -> frozenset[str]:
        """Return the words of all decks in a language."""
        decks = (deck for deck in self.decks if base_language(deck.lang) == base_language(lang))
        return frozenset(str(word) for deck in decks for word in deck.words)


def folder() -> Path:
    """Return the folder for such files on this system.

    Raises:
        RuntimeError: if there is no home folder.
    """
    return data_folder() / "decks"


def load_log() -> Log:
    """Read all decks."""
    # Who adds a deck reads none.
    from ppgen.deal.recipe import read_recipe  # noqa: PLC0415

    decks: list[Recipe] = []
    damaged: list[str] = []
    for path in _files():
        recipe = None
        # A file that disappears meanwhile was removed by another run.
        with contextlib.suppress(FileNotFoundError):
            with contextlib.suppress(PermissionError):
                if path.is_file() and path.stat().st_size <= DECK_BYTES:
                    recipe = read_recipe(path.read_bytes(), path.name, Report())
            if recipe is None:
                damaged.append(path.name)
            else:
                decks.append(recipe)
    return Log(tuple(decks), tuple(damaged))


def _files() -> list[Path]:
    try:
        return sorted(path for path in folder().glob("*.yaml") if not path.name.startswith("."))
    except (OSError, RuntimeError):
        return []


def add_deck(code: str, text: bytes) -> None:
    """Add a deck to the list, once, however often it is made.

    Raises:
        OSError: if the folder cannot be written.
    """
    try:
        path = folder() / f"{code}.yaml"
    except RuntimeError:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, text)


def remove_deck(code: str) -> bool:
    """Remove a deck, or a damaged file of its name, from the list; False if it is not there."""
    wanted = read_code(code)
    for path in _files():
        if wanted is not None and path.stem == str(wanted):
            path.unlink(missing_ok=True)
            return True
    return False


def clear_log() -> int:
    """Remove all decks from the list; return how many there were."""
    paths = _files()
    for path in paths:
        path.unlink(missing_ok=True)
    return len(paths)
