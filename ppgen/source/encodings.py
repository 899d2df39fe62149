"""Decodes what spreadsheets and old editors write: UTF-16, Windows and Mac encodings.

Takes bytes and the language of the words; returns text, and the name of the encoding if it is not
UTF-8. If several encodings fit, the letters of the language decide, then cp1252 wins. Must not know
files.
"""

from __future__ import annotations

import codecs
import unicodedata
from collections.abc import Iterator
from typing import NamedTuple

from ppgen.language.folding import base_language
from ppgen.language.letters import LETTERS, NAMES, script_name
from ppgen.language.tags import script

#: The Windows encoding of a language, if it is not the Western one.
_WINDOWS = {
    **dict.fromkeys(("bs", "cs", "hr", "hu", "pl", "ro", "sk", "sl", "sq"), "cp1250"),
    **dict.fromkeys(("be", "bg", "mk", "ru", "sr", "uk"), "cp1251"),
    **dict.fromkeys(("et", "lt", "lv"), "cp1257"),
    "ar": "cp1256", "el": "cp1253", "fa": "cp1256", "he": "cp1255", "ja": "cp932", "ko": "cp949",
    "th": "cp874", "tr": "cp1254", "vi": "cp1258", "zh": "gbk",
}  # fmt: skip
_SHOWN = {"mac_roman": "Mac Roman", "utf-16": "UTF-16", "gbk": "GBK", "big5": "Big5"}
#: Signs that are common to many languages.
_NEUTRAL = set("\u00a0\u00ad‘’‚“”„«»‹›–—…·•€¡¿§°·，。、；：（）「」")

_NO_ASCII = dict.fromkeys(range(0x80))


class Decoded(NamedTuple):
    """A text, and the display name of its encoding; empty for UTF-8."""

    text: str
    encoding: str


def decode(data: bytes, lang: str) -> Decoded | None:
    """Decode bytes; None for UTF-8 with a broken byte, or if the data is not text."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return _wide(data, "utf-16")
    data = data.removeprefix(codecs.BOM_UTF8)
    # UTF-16 without a byte order mark: in European text, every second byte is 0.
    for start, kind in ((1, "utf-16-le"), (0, "utf-16-be")):
        half = data[start::2]
        if len(half) > 1 and half.count(0) > len(half) * 0.6:
            return _wide(data, kind)
    try:
        return Decoded(data.decode("utf-8"), "")
    except UnicodeDecodeError:
        loose = data.decode("utf-8", errors="replace")
    broken = loose.count("\ufffd")
    if len(loose.translate(_NO_ASCII)) - broken > broken:
        return None
    texts = {name: text for name in _names(lang) if (text := _read(data, name)) is not None}
    if not texts:
        return None
    # The first of equally good ones wins.
    best = max(texts, key=lambda name: _fits(texts[name], lang))
    return Decoded(texts[best], _SHOWN.get(best, f"Windows ({best})"))


def _wide(data: bytes, kind: str) -> Decoded | None:
    text = _read(data, kind)
    return None if text is None else Decoded(text, "UTF-16")


def _names(lang: str) -> Iterator[str]:
    own = "big5" if script(lang) == "Hant" else _WINDOWS.get(base_language(lang))
    if own:
        yield own
    yield from ("cp1252", "mac_roman")


def _read(data: bytes, name: str) -> str | None:
    """Decode bytes; None if that fails or yields characters that no word list contains."""
    try:
        text = data.decode(name)
    except UnicodeDecodeError:
        return None
    odd = any(
        unicodedata.category(c) in {"Cc", "Co", "Cn"} and c not in "\t\r\n\f\x85" for c in text
    )
    return None if odd else text


def _fits(text: str, lang: str) -> int:
    """Count the letters beyond a-z that belong to the language, minus those that do not."""
    own = LETTERS.get(base_language(lang))
    scripts = NAMES.get(script(lang), {"LATIN"})
    score = 0
    for sign in text:
        if sign <= "\x7f" or sign in _NEUTRAL:
            continue
        lower = sign.lower()
        good = lower in own if own else script_name(sign) in scripts
        score += 1 if good else -1
    return score
