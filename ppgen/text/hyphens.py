"""Finds where a word may be hyphenated, by the rules in the pyphen package.

Takes a word and a language tag; returns the places in the word where a hyphen may be put, the same
as pyphen would. Only reads pyphen's dictionary files: its own loader looks at each of a language's
patterns (German has 66 000) and takes half a second. Must not know fonts, widths, lines or styles.

The patterns are Liang's: letters with digits between them, `.` for an end of the word. Where a
pattern occurs in a word its digits apply, the highest at each place wins, and a hyphen may stand
where that is odd.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from itertools import accumulate, compress
from operator import ne
from pathlib import Path

#: A hyphen leaves at least so many letters before it and after it.
_MARGIN = 2

#: Digits of a pattern that count: how far into it, and the digit.
_Levels = tuple[tuple[int, int], ...]


def positions(word: str, lang: str) -> tuple[int, ...]:
    """Return where a hyphen may go; nowhere without pyphen or rules for the language."""
    hyphenate = _hyphenator(lang)
    return hyphenate(word) if hyphenate else ()


@cache
def _hyphenator(lang: str) -> Callable[[str], tuple[int, ...]] | None:
    """Find the rules of a language, or of the nearest wider one: `de-Latn-DE`, `de-Latn`, `de`."""
    dictionaries = _dictionaries()
    parts = lang.replace("-", "_").lower().split("_")
    for count in range(len(parts), 0, -1):
        if path := dictionaries.get("_".join(parts[:count])):
            return _load(path)
    return None


@cache
def _dictionaries() -> dict[str, Path]:
    """Find the dictionary of each language in lower case; without a country, the first one's."""
    spec = find_spec("pyphen")  # which does not import it
    out: dict[str, Path] = {}
    for folder in (spec and spec.submodule_search_locations) or ():
        for path in sorted(Path(folder, "dictionaries").glob("hyph_*.dic")):
            name = path.stem.removeprefix("hyph_").lower()
            out[name] = path
            out.setdefault(name.split("_")[0], path)
    return out


@cache
def _load(path: Path) -> Callable[[str], tuple[int, ...]]:
    """Make the hyphenator of a dictionary."""
    patterns = _patterns(path.read_bytes())
    longest = max(map(len, patterns), default=0)

    @cache
    def levels(letters: str) -> _Levels:
        return _levels(patterns[letters])

    def hyphenate(word: str) -> tuple[int, ...]:
        dotted = f".{word.lower()}."
        size = len(dotted)
        highest = [0] * size
        for start in range(size - 1):
            # Every piece of the word that starts here, shortest first.
            pieces = accumulate(dotted[start : start + longest])
            for letters in filter(patterns.__contains__, pieces):
                for offset, level in levels(letters):
                    place = start + offset
                    if place < size and level > highest[place]:
                        highest[place] = level
        # The dot before the word counts in `highest`, and not in what is given.
        inner = range(_MARGIN, len(word) - _MARGIN + 1)
        return tuple(place for place in inner if highest[place + 1] % 2)

    return hyphenate


def _patterns(data: bytes) -> dict[str, str]:
    """Return each pattern of a dictionary file by its letters.

    There is no Python in here that runs for each line: that is what makes loading quick.
    """
    if b"\r" in data:
        data = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    head, _, body = data.partition(b"\n")
    encoding = head.decode().strip()
    if encoding.lower() == "microsoft-cp1251":  # Python knows it by another name
        encoding = "cp1251"
    text = _clean(f"\n{body.decode(encoding)}\n")
    # Bytes lose their digits far quicker than a string; no other letter has a digit's in UTF-8.
    letters = text.encode().translate(None, b"0123456789").decode().split("\n")
    lines = text.split("\n")
    # A line without a digit is no rule, and must not hide an earlier one with the same letters:
    # German has hundreds of them.
    return dict(compress(zip(letters, lines, strict=True), map(ne, letters, lines)))


def _clean(text: str) -> str:
    """Leave only patterns on the lines of a dictionary; each starts and ends at a line break.

    The expressions start with one fixed character, which is what `re` finds quickly.
    """
    # Comments, and keywords such as LEFTHYPHENMIN, which pyphen does not follow either: no pattern
    # starts with a capital letter, as words are looked up in lower case.
    text = re.sub(r"\n[%#A-Z][^\n]*", "", text)
    text = re.sub(r" [ \t]*\n", "\n", text)
    text = re.sub(r"\t[ \t]*\n", "\n", text)
    if "^" in text:  # TeX's way to write a character by its number: ^^e9
        text = re.sub(r"\^\^([0-9a-f]{2})", lambda found: chr(int(found[1], 16)), text)
    # After a slash: how the spelling changes at the hyphen, which does not move it.
    return re.sub(r"/[^\n=]*=[^\n]*", "", text)


def _levels(pattern: str) -> _Levels:
    """Read the digits of a pattern; of two in a row, the second stands one letter further on."""
    digits = [digit for digit, _ in re.findall(r"(\d?)(\D?)", pattern)]
    return tuple((offset, int(digit)) for offset, digit in enumerate(digits) if digit > "0")
