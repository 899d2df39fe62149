"""The form of a word: its length (W05), and whether it is a plain noun (W07)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import cache

from ppgen.language.folding import unbroken
from ppgen.language.tags import script
from ppgen.lint.subject import Bench, Finding, Subject

#: Languages that capitalize nouns.
_CAPITAL_NOUNS = {"de", "lb", "gsw", "nds"}
#: Scripts in which one sign is a word or a syllable.
_SIGNS = {"Hans", "Hant", "Jpan", "Kore"}
#: Scripts that omit some vowels: there two letters can be a word.
_SYLLABLES = {
    "Beng", "Deva", "Gujr", "Guru", "Khmr", "Knda", "Laoo", "Mlym", "Mymr", "Orya", "Sinh", "Taml",
    "Telu", "Thai", "Tibt",
}  # fmt: skip
#: Unicode names of vowels that are signs, not letters: in India and Thailand.
_VOWEL = re.compile(r" VOWEL SIGN | SARA | MAI HAN-AKAT")
_ARTICLES = {
    "de": "der die das ein eine", "en": "the a an", "es": "el la los las un una",
    "fr": "le la les un une l'", "it": "il lo la i gli le un uno una l'", "nl": "de het een 't",
    "pt": "o a os as um uma", "sv": "en ett", "da": "en et", "nb": "en ei et", "no": "en ei et",
    "ca": "el la els les un una l'", "el": "ο η το οι τα ένας μια ένα", "hu": "a az egy",
    "ro": "un o", "eo": "la",
}  # fmt: skip


def letters_of(word: str) -> int:
    """Count the letters, and the vowels that are written as signs around them.

    Tones, accents written apart, soft hyphens, blanks and other signs do not count.
    """
    composed = unicodedata.normalize("NFC", word)
    if composed.isalpha():
        return len(composed)
    return sum(map(_counts, composed))


@cache
def _counts(sign: str) -> bool:
    kind = unicodedata.category(sign)[0]
    return kind in "LN" or (kind == "M" and bool(_VOWEL.search(unicodedata.name(sign, ""))))


def median(counts: Sequence[int]) -> int:
    """Return the median of some numbers, the lower one of two."""
    return sorted(counts)[(len(counts) - 1) // 2]


def length(subject: Subject, bench: Bench) -> Iterator[Finding]:
    """W05: too short or too long to play with."""
    del bench
    written = script(subject.lang)
    least, most = (1, 6) if written in _SIGNS else (2 if written in _SYLLABLES else 3, 14)
    for word in subject.own:
        count = letters_of(word)
        if not least <= count <= most:
            message = f"`{word}` has {count} letters, not {least} to {most}"
            yield Finding(message, word.span, (word,))
        elif len(word.split()) > 2:
            yield Finding(f"`{word}` is more than two words", word.span, (word,))


def noun(subject: Subject, bench: Bench) -> Iterator[Finding]:
    """W07: likely a name, an abbreviation, or no noun."""
    del bench
    capitals = subject.base in _CAPITAL_NOUNS
    cased = [word for word in subject.words if word[:1].upper() != word[:1].lower()]
    # A bank that capitalizes all its words does so on purpose.
    style = sum(word[:1].isupper() for word in cased) > len(cased) * 0.9
    articles = _ARTICLES.get(subject.base, "").split()
    for word in subject.own:
        hint = _odd(unbroken(word), articles, capitals=capitals, style=style)
        if hint:
            yield Finding(f"`{word}` {hint}", word.span, (word,))


def _odd(word: str, articles: list[str], *, capitals: bool, style: bool) -> str:
    first = word[:1]
    if not (word.isalpha() and word[1:].islower()):  # as most words are
        odd = _no_word(word, articles)
        if odd:
            return odd
    if first.isupper() and not capitals and not style:
        return "begins with a capital: is it a name?"
    if first.islower() and capitals:
        return "begins with a small letter: nouns are capitalized"
    return ""


def _no_word(word: str, articles: list[str]) -> str:
    if any(c.isdigit() for c in word):
        return "has digits"
    letters = [c for c in word if c.isalpha()]
    if len(letters) > 1 and all(c.isupper() for c in letters):
        return "looks like an abbreviation"
    head, blank, _ = word.partition(" ")
    lowered = word.casefold()
    if (blank and head.casefold() in articles) or any(
        article.endswith("'") and lowered.startswith(article) for article in articles
    ):
        return "begins with an article"
    return ""
