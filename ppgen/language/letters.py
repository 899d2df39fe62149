"""The letters of languages: by script, and those besides a-z where we know them.

Data, and the script of a letter. Must not know words or files.
"""

from __future__ import annotations

import unicodedata
from functools import cache

#: The prefixes of the Unicode names of a script's letters.
NAMES = {
    "Arab": {"ARABIC"}, "Armn": {"ARMENIAN"}, "Beng": {"BENGALI"}, "Cyrl": {"CYRILLIC"},
    "Deva": {"DEVANAGARI"}, "Ethi": {"ETHIOPIC"}, "Geor": {"GEORGIAN"}, "Grek": {"GREEK"},
    "Gujr": {"GUJARATI"}, "Guru": {"GURMUKHI"}, "Hans": {"CJK", "IDEOGRAPHIC"},
    "Hant": {"CJK", "IDEOGRAPHIC", "BOPOMOFO"}, "Hebr": {"HEBREW"},
    "Jpan": {"CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "IDEOGRAPHIC"},
    "Khmr": {"KHMER"}, "Knda": {"KANNADA"}, "Kore": {"HANGUL", "CJK"}, "Laoo": {"LAO"},
    "Latn": {"LATIN"}, "Mlym": {"MALAYALAM"}, "Mong": {"MONGOLIAN"}, "Mymr": {"MYANMAR"},
    "Orya": {"ORIYA"}, "Sinh": {"SINHALA"}, "Taml": {"TAMIL"}, "Telu": {"TELUGU"},
    "Thaa": {"THAANA"}, "Thai": {"THAI"}, "Tibt": {"TIBETAN"},
}  # fmt: skip

#: The letters of a language besides a-z, where we know them; others are foreign to it.
LETTERS = {
    "cs": "áčďéěíňóřšťúůýž", "da": "æøåé", "de": "äöüß", "es": "áéíñóúü", "et": "äõöüšž",
    "fi": "äöåšž", "fr": "àâæçéèêëîïôœùûüÿ", "hr": "čćđšž", "hu": "áéíóöőúüű", "it": "àèéìíîòóù",
    "nb": "æøåéòôê", "nl": "áéëïíóöúüèêç", "no": "æøåéòôê", "pl": "ąćęłńóśźż",
    "pt": "áâãàçéêíóôõúü", "ro": "ăâîșț", "sl": "čšž", "sv": "åäöé", "tr": "çğıöşüâîû",
    "ru": "абвгдеёжзийклмнопрстуфхцчшщъыьэюя",
    "uk": "абвгґдеєжзиіїйклмнопрстуфхцчшщьюя",
    "el": "αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώϊϋΐΰ",
}  # fmt: skip


@cache
def script_name(letter: str) -> str:
    """Return the first word of a letter's Unicode name: LATIN, CJK."""
    return unicodedata.name(letter, "").partition(" ")[0]
