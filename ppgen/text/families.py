"""Font families that support a script, best first, and help if none is installed.

Takes letters and a language; returns family names. Must not know files.
"""

from __future__ import annotations

import unicodedata
from typing import Final

from ppgen.language.tags import script
from ppgen.text.scripts import block_of

_CJK: Final = {
    "Jpan": (
        "Noto Sans JP", "Noto Sans CJK JP", "Source Han Sans JP", "Hiragino Sans",
        "Hiragino Kaku Gothic ProN", "Yu Gothic", "Meiryo", "BIZ UDPGothic", "IPAexGothic",
        "IPAGothic", "TakaoGothic", "VL Gothic", "MS Gothic",
    ),
    "Hans": (
        "Noto Sans SC", "Noto Sans CJK SC", "Source Han Sans SC", "PingFang SC",
        "Hiragino Sans GB", "Heiti SC", "Microsoft YaHei", "WenQuanYi Zen Hei",
        "WenQuanYi Micro Hei", "SimHei", "SimSun",
    ),
    "Hant": (
        "Noto Sans TC", "Noto Sans HK", "Noto Sans CJK TC", "Noto Sans CJK HK",
        "Source Han Sans TC", "PingFang TC", "PingFang HK", "Heiti TC", "Microsoft JhengHei",
        "AR PL UMing TW", "PMingLiU",
    ),
    "Kore": (
        "Noto Sans KR", "Noto Sans CJK KR", "Source Han Sans KR", "Apple SD Gothic Neo",
        "Malgun Gothic", "NanumGothic", "UnDotum", "Dotum", "Gulim",
    ),
}  # fmt: skip
_OTHERS: Final = {
    "Arab": ("Noto Sans Arabic", "Geeza Pro", "Segoe UI", "Tahoma", "DejaVu Sans", "Amiri"),
    "Hebr": ("Noto Sans Hebrew", "Arial Hebrew", "Segoe UI", "Arial", "DejaVu Sans"),
    "Deva": ("Noto Sans Devanagari", "Kohinoor Devanagari", "Nirmala UI", "Mangal"),
    "Thai": ("Noto Sans Thai", "Thonburi", "Leelawadee UI", "Tahoma", "Loma", "Waree"),
}  # fmt: skip
_ANY: Final = (
    "Roboto Condensed", "Noto Sans", "DejaVu Sans", "Segoe UI", "Arial Unicode MS",
    "Noto Sans Symbols", "Noto Sans Symbols2", "Segoe UI Symbol", "Apple Symbols",
)  # fmt: skip
_NAMES: Final = {
    "Adlm": "Adlam", "Armn": "Armenian", "Beng": "Bengali", "Cans": "Canadian Aboriginal",
    "Cher": "Cherokee", "Copt": "Coptic", "Egyp": "Egyptian Hieroglyphs",
    "Ethi": "Ethiopic", "Geor": "Georgian",
    "Glag": "Glagolitic", "Gujr": "Gujarati", "Guru": "Gurmukhi", "Khmr": "Khmer",
    "Knda": "Kannada", "Laoo": "Lao", "Mlym": "Malayalam", "Mong": "Mongolian",
    "Mymr": "Myanmar", "Nkoo": "NKo", "Ogam": "Ogham", "Orya": "Oriya", "Runr": "Runic",
    "Samr": "Samaritan", "Sinh": "Sinhala", "Syrc": "Syriac", "Taml": "Tamil",
    "Telu": "Telugu", "Tfng": "Tifinagh", "Thaa": "Thaana", "Tibt": "Tibetan", "Yiii": "Yi",
}  # fmt: skip
#: How a face's name tells whose Han shapes it draws.
_NATIONS: Final = {"jp": "Jpan", "sc": "Hans", "cn": "Hans", "gb": "Hans", "tc": "Hant",
                   "tw": "Hant", "hk": "Hant", "kr": "Kore"}  # fmt: skip
#: How high letters without capitals stand, in em: what a layout may say with `cap`.
_HEIGHTS: Final = {"Hani": 0.80, "Hang": 0.80, "Arab": 0.56, "Hebr": 0.603, "Deva": 0.622,
                   "Thai": 0.56}  # fmt: skip


def east_asian(cluster: str) -> bool:
    """Return whether a letter or sign is drawn differently in Chinese, Japanese and Korean."""
    return cluster[0] >= "\u1100" and unicodedata.east_asian_width(cluster[0]) in "WF"


def nation(family: str) -> str:
    """Return the script whose Han shapes a family draws, as its name says; "" if it does not."""
    return _NATIONS.get(family.rpartition(" ")[2].lower(), "")


def foreign(family: str, lang: str) -> bool:
    """Return whether a family draws Han letters as another country's readers know them."""
    own, theirs = script(lang), nation(family)
    return bool(theirs) and own in _CJK and theirs != own


def height(cluster: str) -> float | None:
    """Return the height that letters of this script are said to have; None if the font knows."""
    return _HEIGHTS.get(block_of(cluster[0]))


def families(cluster: str, lang: str) -> tuple[str, ...]:
    """Name the families to look for, best first."""
    own = script(lang)
    if east_asian(cluster):
        kana = "\u3040" <= cluster[0] <= "\u30ff"
        hangul = block_of(cluster[0]) == "Hang"
        usual = "Kore" if hangul else "Jpan" if kana else "Hans"
        return _CJK[own if own in _CJK else usual]
    found = block_of(cluster[0])
    if found in _OTHERS:
        return (*_OTHERS[found], *_ANY)
    return (f"Noto Sans {_NAMES[found]}", *_ANY) if found in _NAMES else _ANY


def advice(cluster: str, lang: str, *, packed: bool) -> str:
    """Say which package or font would have a letter; `packed` if the package is there."""
    wanted = families(cluster, lang)
    if east_asian(cluster):
        if not packed:
            from ppgen.install import to_add_fonts  # noqa: PLC0415 - only for this message

            return f"add ppgen's East Asian fonts: {to_add_fonts()}"
        return f"install a font such as {wanted[1]}"
    such = wanted[0] if wanted != _ANY else _ANY[1]
    return f"install a font such as {such}, or name one that has it in the layout's `fonts`"
