"""Suggests words for a new bank: the names that Unicode's CLDR has for everyday things.

Takes a workspace and a language; returns words by category, as drafts. Must not know banks.
"""

from __future__ import annotations

from ppgen.language.folding import fold
from ppgen.language.tags import fallbacks
from ppgen.load.folders import Folders
from ppgen.source import nodes as source
from ppgen.source.kinds import Word

_FOLDER = "content/suggestions"
#: Not a language: the concept, category and bank id for each line of the tables.
_CONCEPTS = "concepts"


def suggested_languages(workspace: Folders) -> list[str]:
    """Return the languages that have suggestions."""
    files = (p for root in workspace.roots for p in source.list_files(root / _FOLDER, "*.tsv"))
    return sorted({path.stem for path in files} - {_CONCEPTS})


def suggestions(workspace: Folders, lang: str, *, more: bool = False) -> list[Word] | None:
    """Return words of a language, or None if it has no table; `more` adds related words."""
    table = next((rows for code in fallbacks(lang) if (rows := _rows(workspace, code))), None)
    if table is None:
        return None
    suggested: dict[str, Word] = {}
    for concept, words in zip(_rows(workspace, _CONCEPTS) or (), table, strict=True):
        _, category, *ids = concept
        name, *others = words
        if name:
            word = Word(name, category=category, id=ids[0] if ids else "")
            suggested.setdefault(fold(name, lang), word)
        if more:
            for other in others:
                suggested.setdefault(fold(other, lang), Word(other, category=category))
    return list(suggested.values())


def _rows(workspace: Folders, name: str) -> list[list[str]] | None:
    path = workspace.find(f"{_FOLDER}/{name}.tsv")
    if path is None:
        return None
    return [line.split("\t") for line in path.read_text("utf-8").splitlines()]
