"""Finds where a line of text may end: at spaces, hyphens, soft hyphens, between Han letters.

Takes a text; returns its pieces and what joins them. Thai and its like end lines at spaces and at
U+200B only: without a dictionary nobody can tell their words apart.
Must not know widths.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence

SOFT = "\u00ad"
NOTHING = "\u200b"
#: Spaces except those that hold words together.
SPACES = re.compile(r"[^\S\u00a0\u202f\u2007]+")
#: What no line starts or ends with in Chinese and Japanese.
_NO_START = frozenset(
    "、。，．・：；？！ー）〕］｝〉》」』】〙〗〟’”％…‥々ゝゞヽヾ)]},.:;!?%°℃"
    "ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶㇰㇱㇲㇳㇴㇵㇶㇷㇸㇹㇺㇻㇼㇽㇾㇿ〜～—"
)
_NO_END = frozenset("（〔［｛〈《「『【〘〖〝‘“([{＃＄￥￡#$€£¥")
_HANGUL = ("\u1100", "\u11ff"), ("\u3130", "\u318f"), ("\uac00", "\ud7ff")
_AFTER = re.compile(rf"(?<=-)(?=\w)|{SOFT}|{NOTHING}")

Piece = tuple[str, str]


def pieces(text: str, hyphenate: Callable[[str], Sequence[int]] | None) -> list[Piece]:
    """Cut a text: letters, and what joins them to the next: '', ' ' or '-' if a line ends there."""
    out: list[Piece] = []
    for word in SPACES.split(text.strip()):
        if not word:
            continue
        parts, joins = _AFTER.split(word), _AFTER.findall(word)
        if hyphenate and len(parts) == 1:
            cuts = [c for c in hyphenate(word) if 2 < c < len(word) - 2]
            parts = _cut(word, cuts)
            joins = [SOFT] * (len(parts) - 1)
        for part, join in zip(parts, [*joins, " "], strict=True):
            inner = han_pieces(part)
            out += [(p, "") for p in inner[:-1]]
            out.append((inner[-1], "-" if join == SOFT else "" if join == NOTHING else join))
    return out


def join(pieces: Sequence[Piece]) -> str:
    """Put pieces back on one line; hyphens only at its end."""
    text = "".join(p + (" " if j == " " else "") for p, j in pieces[:-1]) + pieces[-1][0]
    return text + ("-" if pieces[-1][1] == "-" else "")


def han_pieces(word: str) -> list[str]:
    """Cut a word between Han letters and kana, where the rules of the page let a line end."""
    if not word or max(word) < "\u2e80":
        return [word]
    cuts = [
        i
        for i in range(1, len(word))
        if (_han(word[i - 1]) or _han(word[i]))
        and word[i] not in _NO_START
        and word[i - 1] not in _NO_END
        and not unicodedata.combining(word[i])
    ]
    return _cut(word, cuts)


def _han(letter: str) -> bool:
    """Return whether lines may end beside a letter: wide ones, but Korean ends them at spaces."""
    if letter < "\u2e80" or unicodedata.east_asian_width(letter) not in "WF":
        return False
    return not any(first <= letter <= last for first, last in _HANGUL)


def _cut(word: str, at: Sequence[int]) -> list[str]:
    return [word[a:b] for a, b in zip([0, *at], [*at, len(word)], strict=True)]
