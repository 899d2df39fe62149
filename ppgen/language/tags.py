"""Knowledge about languages: tags, fallbacks, direction, script, capitals.

Takes BCP 47 tags such as `de-AT`; returns plain values. Digits are 0-9 in every language.
Must not know fonts, files or layouts.
"""

from __future__ import annotations

import re
import unicodedata

#: Any language: for banks without words of a language.
ANY = "und"

#: The script of a language that is not written in Latin letters.
_SCRIPTS = {
    "am": "Ethi", "ar": "Arab", "arc": "Syrc", "as": "Beng", "be": "Cyrl", "bg": "Cyrl",
    "bn": "Beng", "bo": "Tibt", "chr": "Cher", "ckb": "Arab", "dv": "Thaa", "dz": "Tibt",
    "el": "Grek", "fa": "Arab", "gu": "Gujr", "he": "Hebr", "hi": "Deva", "hy": "Armn",
    "iu": "Cans", "ja": "Jpan", "ka": "Geor", "kk": "Cyrl", "km": "Khmr", "kn": "Knda",
    "ko": "Kore", "ky": "Cyrl", "lo": "Laoo", "mk": "Cyrl", "ml": "Mlym", "mn": "Cyrl",
    "mr": "Deva", "my": "Mymr", "ne": "Deva", "nqo": "Nkoo", "or": "Orya", "pa": "Guru",
    "ps": "Arab", "ru": "Cyrl", "sa": "Deva", "sd": "Arab", "si": "Sinh", "sr": "Cyrl",
    "syr": "Syrc", "ta": "Taml", "te": "Telu", "tg": "Cyrl", "th": "Thai", "ti": "Ethi",
    "tt": "Cyrl", "ug": "Arab", "uk": "Cyrl", "ur": "Arab", "yi": "Hebr", "yue": "Hant",
    "zh": "Hans",
}  # fmt: skip
#: Regions that write a language in a different script.
_REGIONS = {
    "zh-TW": "Hant", "zh-HK": "Hant", "zh-MO": "Hant", "pa-PK": "Arab", "az-IR": "Arab",
    "mn-CN": "Mong",
}  # fmt: skip
_RIGHT_TO_LEFT = {
    "Adlm", "Arab", "Armi", "Hebr", "Mand", "Mani", "Mend", "Nkoo", "Rohg", "Samr", "Syrc", "Thaa",
}  # fmt: skip
_TAG = re.compile(r"[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})*")


def tag(text: str) -> str | None:
    """Return a tag in its usual form: `de-AT` for `DE_at`; None if it is not a tag."""
    if not _TAG.fullmatch(text):
        return None
    first, *rest = re.split("[-_]", text)
    parts = [first.lower()]
    for part in rest:
        if len(part) == 4 and part.isalpha():
            parts.append(part.title())
        elif len(part) == 2 and part.isalpha():
            parts.append(part.upper())
        else:
            parts.append(part.lower())
    return "-".join(parts)


#: The two-letter codes of ISO 639: in each text a first letter, then the second ones.
_CODES = (
    "aabefkmnrsvyz", "baegimnors", "caehorsuvy", "daevz", "eelnostu", "fafijory", "gadlnuv",
    "haeiortuyz", "iadegikostu", "jav", "kagijklmnorsuvwy", "labginotuv", "mghiklnrsty",
    "nabdeglnorvy", "ocjmrs", "pailst", "qu", "rmnouw", "sacdegiklmnoqrstuvw",
    "taeghiklnorstwy", "ugkrz", "veio", "wao", "xh", "yio", "zahu",
)  # fmt: skip
TWO_LETTERS = frozenset(row[0] + second for row in _CODES for second in row[1:])
#: Three letters for languages whose tag has two.
SHORTER = {
    "ara": "ar", "chi": "zh", "deu": "de", "dut": "nl", "ell": "el", "eng": "en", "fra": "fr",
    "fre": "fr", "ger": "de", "gre": "el", "heb": "he", "hin": "hi", "ita": "it", "jpn": "ja",
    "kor": "ko", "nld": "nl", "pol": "pl", "por": "pt", "rus": "ru", "spa": "es", "swe": "sv",
    "tha": "th", "tur": "tr", "zho": "zh",
}  # fmt: skip


def script(lang: str) -> str:
    """Return the ISO 15924 code of the script that a language is written in."""
    first, *rest = lang.split("-")
    for part in rest:
        if len(part) == 4 and part.isalpha():
            return part
    for part in rest:
        if code := _REGIONS.get(f"{first}-{part}"):
            return code
    return _SCRIPTS.get(first, "Latn")


def right_to_left(lang: str) -> bool:
    """Return whether a language is written from right to left."""
    return script(lang) in _RIGHT_TO_LEFT


def fallbacks(lang: str) -> list[str]:
    """Return a language and its fallbacks, nearest first: de-AT, de.

    Fallbacks have the same script: `zh-TW` falls back to `zh-Hant`, never to `zh`.
    """
    parts = lang.split("-")
    chain = ["-".join(parts[:n]) for n in range(len(parts), 0, -1)]
    if script(lang) != script(parts[0]):
        chain.insert(len(chain) - 1, f"{parts[0]}-{script(lang)}")
    return [code for code in dict.fromkeys(chain) if script(code) == script(lang)]


def upper(text: str, lang: str) -> str:
    """Convert to capitals by the rules of the language; ß becomes SS, capital ẞ stays."""
    code = lang.partition("-")[0]
    if code == "el":
        return _upper_greek(text)
    for old, new in _CAPITALS.get(code, {}).items():
        text = text.replace(old, new)
    return text.upper()


#: Capitals that differ from Unicode's language-independent ones.
_CAPITALS = {
    "tr": {"i\u0307": "İ", "i": "İ", "ı": "I"},
    "az": {"i\u0307": "İ", "i": "İ", "ı": "I"},
    "hy": {"և": "ԵՎ"},
    "nl": {"ĳ": "Ĳ"},
}
#: Tonos, varia, perispomeni and the breathings; the dialytika stays.
_GREEK_ACCENTS = dict.fromkeys(map(ord, "\u0300\u0301\u0313\u0314\u0342"))


def _upper_greek(text: str) -> str:
    """Drop the accents, except for the word ή; separated vowels get a dialytika instead."""
    text = re.sub(r"(?<!\w)\u03ae(?!\w)", "\0", unicodedata.normalize("NFC", text))
    # Μάιος: the accent shows that alpha and iota are separate sounds, as capitals must too.
    text = re.sub("(?<=[άέήόύώΆΈΉΌΎΏ])[ιυ]", lambda m: "ϊϋ"["ιυ".index(m[0])], text)
    bare = unicodedata.normalize("NFD", text).translate(_GREEK_ACCENTS)
    return unicodedata.normalize("NFC", bare).upper().replace("\0", "Ή")
