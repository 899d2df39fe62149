"""The fonts that are installed on this machine, found by family or by a letter they have.

Takes the system's font folders, or those in PPGEN_FONT_PATH (empty: none); returns names of faces.
Reading thousands of files takes a second, so what was found is kept in the user's cache.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from ppgen import cache
from ppgen.system import font_folders
from ppgen.text.typeface import SUFFIXES, BrokenFontError, Names, open_face, read_names

VARIABLE = "PPGEN_FONT_PATH"
_CACHE = "fonts-1.json"
#: Faces are told apart by pages of 256 letters: enough to know which files are worth opening.
_PAGE = 8


class Installed(NamedTuple):
    """A face, and the pages of letters of which it has any."""

    names: Names
    pages: frozenset[int]


def folders() -> list[Path]:
    """Return the folders in which this system keeps fonts."""
    given = os.environ.get(VARIABLE)
    if given is not None:
        return [Path(part) for part in given.split(os.pathsep) if part]
    try:
        return font_folders()
    except RuntimeError:  # there is no home
        return []


class SystemFonts:
    """All faces of the system; nothing is read before one is asked for."""

    def family(self, name: str) -> list[Names]:
        """Return the faces of a family, by its name in small letters."""
        return [face.names for face in self._faces if face.names.family.casefold() == name]

    def having(self, letters: str) -> Iterator[Names]:
        """Return the faces that may have all of some letters, the same order on each run."""
        wanted = {ord(letter) >> _PAGE for letter in letters}
        found = [face.names for face in self._faces if wanted <= face.pages]
        return iter(sorted(found, key=lambda n: (n.family.casefold(), str(n.path), n.number)))

    @cached_property
    def _faces(self) -> list[Installed]:
        known = cache.load(_CACHE)
        fresh: dict[str, Any] = {}
        out: list[Installed] = []
        for path in _files():
            stamp = path.stat()
            key, mark = str(path), [stamp.st_mtime_ns, stamp.st_size]
            entry: Any = known.get(key)
            faces = _faces_of(path, entry, mark)
            if faces is None:
                entry = [*mark, _read(path)]
                faces = [_installed(path, face) for face in entry[2]]
            fresh[key] = entry
            out += faces
        if fresh != known:
            cache.save(_CACHE, fresh)
        return out


def _files() -> list[Path]:
    found = {
        path
        for folder in folders()
        if folder.is_dir()
        for path in folder.rglob("*")
        if path.suffix.lower() in SUFFIXES and path.is_file()
    }
    return sorted(found)


def _read(path: Path) -> list[list[Any]]:
    """Read a file's faces as plain values; none if it cannot be read, which harms nobody."""
    out: list[list[Any]] = []
    try:
        for n in read_names(path):
            letters = open_face(path, n.number).unicodes
            pages = sorted({letter >> _PAGE for letter in letters})
            out.append([n.number, n.family, n.weight, n.italic, n.width, *n.weights, pages])
    except (BrokenFontError, OSError):
        return []
    return out


def _faces_of(path: Path, entry: object, mark: list[int]) -> list[Installed] | None:
    """Return the faces of an entry of the cache; None if it is old or damaged."""
    if not isinstance(entry, list) or entry[:2] != mark:
        return None
    try:
        return [_installed(path, face) for face in entry[2]]
    except (IndexError, TypeError, ValueError):
        return None


def _installed(path: Path, face: list[Any]) -> Installed:
    index, family, weight, italic, width, least, most, pages = face
    numbers = (index, weight, width, least, most, *pages)
    if not isinstance(family, str) or not all(isinstance(n, int | float) for n in numbers):
        raise TypeError("not a face")
    names = Names(path, index, family, weight, bool(italic), width, (least, most))
    return Installed(names, frozenset(pages))
