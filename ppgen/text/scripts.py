"""Which script a letter belongs to, and where a line must be cut to be shaped.

Takes a line and its language; returns pieces of one direction and one script, in logical order.
Must not know fonts.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_right
from typing import Final

from ppgen.language.tags import right_to_left
from ppgen.text.typeface import PLAIN, Piece

#: Where the blocks of a script start; "" starts what belongs to none.
_BLOCKS: Final = (
    (0x0000, "Latn"), (0x0300, ""), (0x0370, "Grek"), (0x0400, "Cyrl"), (0x0530, "Armn"),
    (0x0590, "Hebr"), (0x0600, "Arab"), (0x0700, "Syrc"), (0x0750, "Arab"), (0x0780, "Thaa"),
    (0x07C0, "Nkoo"), (0x0800, "Samr"), (0x0840, "Mand"), (0x0860, "Syrc"), (0x0870, "Arab"),
    (0x0900, "Deva"), (0x0980, "Beng"), (0x0A00, "Guru"), (0x0A80, "Gujr"), (0x0B00, "Orya"),
    (0x0B80, "Taml"), (0x0C00, "Telu"), (0x0C80, "Knda"), (0x0D00, "Mlym"), (0x0D80, "Sinh"),
    (0x0E00, "Thai"), (0x0E80, "Laoo"), (0x0F00, "Tibt"), (0x1000, "Mymr"), (0x10A0, "Geor"),
    (0x1100, "Hang"), (0x1200, "Ethi"), (0x13A0, "Cher"), (0x1400, "Cans"), (0x1680, "Ogam"),
    (0x16A0, "Runr"), (0x1700, ""), (0x1780, "Khmr"), (0x1800, "Mong"), (0x18B0, "Cans"),
    (0x1900, ""), (0x19E0, "Khmr"), (0x1A00, ""), (0x1C80, "Cyrl"), (0x1C90, "Geor"),
    (0x1CC0, ""), (0x1D00, "Latn"), (0x1DC0, ""), (0x1E00, "Latn"), (0x1F00, "Grek"),
    (0x2000, ""), (0x2C00, "Glag"), (0x2C60, "Latn"), (0x2C80, "Copt"), (0x2D00, "Geor"),
    (0x2D30, "Tfng"), (0x2D80, "Ethi"), (0x2DE0, "Cyrl"), (0x2E00, ""), (0x2E80, "Hani"),
    (0x3100, "Hani"), (0x3130, "Hang"), (0x3190, "Hani"), (0xA000, "Yiii"), (0xA4D0, ""),
    (0xA640, "Cyrl"), (0xA6A0, ""), (0xA720, "Latn"), (0xA800, ""), (0xA8E0, "Deva"),
    (0xA900, ""), (0xA960, "Hang"), (0xA980, ""), (0xAA60, "Mymr"), (0xAA80, ""),
    (0xAB00, "Ethi"), (0xAB30, "Latn"), (0xAB70, "Cher"), (0xABC0, ""), (0xAC00, "Hang"),
    (0xD800, ""), (0xF900, "Hani"), (0xFB00, "Latn"), (0xFB13, "Armn"), (0xFB1D, "Hebr"),
    (0xFB50, "Arab"), (0xFE00, ""), (0xFE70, "Arab"), (0xFEFF, ""), (0xFF21, "Latn"),
    (0xFF66, "Hani"), (0xFFA0, "Hang"), (0xFFE0, ""), (0x13000, "Egyp"), (0x13460, ""),
    (0x1E900, "Adlm"), (0x1E960, ""),
    (0x1EE00, "Arab"), (0x1EF00, ""), (0x20000, "Hani"), (0x40000, ""),
)  # fmt: skip
_STARTS: Final = [start for start, _ in _BLOCKS]
_FIRST_TO_THE_LEFT: Final = "\u0590"


def script_of(letter: str) -> str:
    """Return a letter's script; "" for signs, spaces and marks that go with any. Kana are Han."""
    if unicodedata.category(letter)[0] not in "LMN":
        return ""
    if letter < PLAIN and not letter.isalpha():
        return ""
    return block_of(letter)


def block_of(letter: str) -> str:
    """Return the script whose fonts have a letter or sign: that of the block it stands in."""
    return _BLOCKS[bisect_right(_STARTS, ord(letter)) - 1][1]


def pieces(text: str, lang: str) -> list[Piece]:
    """Cut a line where direction or script change."""
    if not text or max(text) < PLAIN:
        return [Piece(text, 0, "")] if text else []
    levels = _levels(text, lang)
    out: list[Piece] = []
    start, last = 0, ""
    for i, letter in enumerate(text):
        found = script_of(letter)
        turns = i > 0 and levels[i] != levels[i - 1]
        if i > start and (turns or (found and last and found != last)):
            out.append(Piece(text[start:i], levels[start], last))
            start, last = i, found
        last = found or last
    out.append(Piece(text[start:], levels[start], last))
    return out


def _levels(text: str, lang: str) -> list[int]:
    if max(text) < _FIRST_TO_THE_LEFT:
        return [0] * len(text)
    classes = {unicodedata.bidirectional(c) for c in text}
    if classes.isdisjoint({"R", "AL", "AN", "RLE", "RLO", "RLI"}):
        return [0] * len(text)
    from ppgen.text.bidi import levels  # noqa: PLC0415 - most lines never need it

    # A line whose letters all run one way is read that way in any language.
    both = "L" in classes and not classes.isdisjoint({"R", "AL"})
    return levels(text, int(right_to_left(lang)) if both else int("L" not in classes))
