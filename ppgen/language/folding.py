"""Words made comparable: the same word in another case or spelling of Unicode is one word.

Takes a word and its language; returns a form for comparing, never for printing.
"""

from __future__ import annotations

import unicodedata
from functools import cache

_DOTS = str.maketrans({"I": "ı", "İ": "i"})


#: Says where a word may break; nobody sees it, and no comparison counts it.
SOFT_HYPHEN = "\u00ad"


def unbroken(word: str) -> str:
    """Return a word without its soft hyphens."""
    return word.replace(SOFT_HYPHEN, "") if SOFT_HYPHEN in word else word


@cache
def base_language(lang: str) -> str:
    """Return a language without script and region: de for de-AT."""
    return lang.partition("-")[0].lower()


def fold(word: str, lang: str) -> str:
    """Fold case by the language's own rules, with one blank between parts and none around.

    Soft hyphens go.
    """
    text = " ".join(unbroken(word).split())
    text = text if text.isascii() else unicodedata.normalize("NFC", text)
    if base_language(lang) in {"tr", "az"}:
        text = text.translate(_DOTS)
    text = text.casefold()
    return text if text.isascii() else unicodedata.normalize("NFC", text)


class _Bare(dict[int, str]):
    """Letters without their accents, made when a word first needs them."""

    def __missing__(self, code: int) -> str:
        parts = unicodedata.normalize("NFD", chr(code))
        self[code] = "".join(c for c in parts if not unicodedata.combining(c))
        return self[code]


_BARE = _Bare()


def bare(folded: str) -> str:
    """Take the accents off a folded word."""
    return folded if folded.isascii() else folded.translate(_BARE)
