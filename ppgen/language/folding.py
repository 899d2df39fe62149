"""Makes words comparable: differences in case or Unicode form do not count.

Takes a word and its language; returns a form for comparing, never for printing.
"""

from __future__ import annotations

import unicodedata
from functools import cache

_DOTS = str.maketrans({"I": "ı", "İ": "i"})


#: Marks where a word may break; invisible, and ignored in comparisons.
SOFT_HYPHEN = "\u00ad"


def unbroken(word: str) -> str:
    """Return a word without its soft hyphens."""
    return word.replace(SOFT_HYPHEN, "") if SOFT_HYPHEN in word else word


@cache
def base_language(lang: str) -> str:
    """Return a language without script and region: de for de-AT."""
    return lang.partition("-")[0].lower()


def fold(word: str, lang: str) -> str:
    """Fold case by the rules of the language; normalize and strip white space.

    Soft hyphens are removed.
    """
    text = " ".join(unbroken(word).split())
    text = text if text.isascii() else unicodedata.normalize("NFC", text)
    if base_language(lang) in {"tr", "az"}:
        text = text.translate(_DOTS)
    text = text.casefold()
    return text if text.isascii() else unicodedata.normalize("NFC", text)


class _Bare(dict[int, str]):
    """Letters without their accents, filled on demand."""

    def __missing__(self, code: int) -> str:
        parts = unicodedata.normalize("NFD", chr(code))
        self[code] = "".join(c for c in parts if not unicodedata.combining(c))
        return self[code]


_BARE = _Bare()


def bare(folded: str) -> str:
    """Return a folded word without accents."""
    return folded if folded.isascii() else folded.translate(_BARE)
