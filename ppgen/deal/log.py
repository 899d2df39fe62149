"""The list of decks that were made whole, in the user's data folder: a recipe a deck.

Takes recipes; returns them back, so that another deck can do without their words. A file a deck, so
two runs at once, or a file that is damaged, cost no other entry. Must not print.
"""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path
from typing import NamedTuple

from ppgen.deal.code import read_code
from ppgen.deal.recipe import read_recipe
from ppgen.diagnostics import Report
from ppgen.language.folding import base_language
from ppgen.model.recipe import MOST_BYTES, Recipe


class Log(NamedTuple):
    """The decks by their codes, sorted, and the names of files that cannot be read."""

    decks: tuple[Recipe, ...] = ()
    damaged: tuple[str, ...] = ()

    def words(self, lang: str) -> frozenset[str]:
        """Return the words of all decks in a language."""
        decks = (deck for deck in self.decks if base_language(deck.lang) == base_language(lang))
        return frozenset(str(word) for deck in decks for word in deck.words)


def folder() -> Path:
    """Return the folder that this system has for such files.

    Raises:
        RuntimeError: if there is no home.
    """
    home = Path.home()
    if sys.platform == "darwin":
        base = home / "Library/Application Support"
    elif sys.platform == "win32":
        base = Path(os.environ.get("APPDATA", home / "AppData/Roaming"))
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or home / ".local/share")
    return base / "ppgen" / "decks"


def load_log() -> Log:
    """Read all decks."""
    decks: list[Recipe] = []
    damaged: list[str] = []
    for path in _files():
        recipe = None
        # A file that goes while we look is one that another run has removed.
        with contextlib.suppress(FileNotFoundError):
            with contextlib.suppress(PermissionError):
                if path.is_file() and path.stat().st_size <= MOST_BYTES:
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
    """Put a deck into the list, where it is once, however often it is made.

    Raises:
        OSError: if the folder cannot be written.
    """
    try:
        path = folder() / f"{code}.yaml"
    except RuntimeError:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        beside.write_bytes(text)
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)


def remove_deck(code: str) -> bool:
    """Take a deck, or a damaged file of its name, out of the list; False if it is not there."""
    found = read_code(code)
    for path in _files():
        if found is not None and path.stem == str(found):
            path.unlink(missing_ok=True)
            return True
    return False


def clear_log() -> int:
    """Take all decks out of the list; return how many there were."""
    paths = _files()
    for path in paths:
        path.unlink(missing_ok=True)
    return len(paths)
