"""Invented words, and the files of words that the jobs read.

Takes a folder; fills it with lists, a bank and what fontconfig has to know.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from pathlib import Path

from bench.jobs import FONTS, GROWTH, LARGE, LINTED, SCRIPTS, SMALL

_STARTS = "b d f g h j k l m n p r s t w z bl br dr fl fr gl gr kl kn kr pf pr sch schl spr str zw"
_VOWELS = "a e i o u ä ö ü au ei eu ie"
_ENDS = "b ch ck f g k l lt m mp n nd ng nk r rn rt s ss ß st t tz"
#: Made of these two at a time, so that every list has as many words, of about the same length.
_SYLLABLES = {
    "de": "Ba De Fi Go Hu Ka Le Mi No Pu Ra Se Ti Wo Zu Blä Dre Flö Grü Kna Schle",
    "ar": "سر كت مف رس قل نا حص شج فر بح جب ضو طي عل غر هد ود زم خب ثل صق",
    "he": "סו מפ גד לו שח לב רמ קו ני דג חל טו יר כב עט פר צב תמ אב הר זק",
    "hi": "क्ष त्र प्र स्त न्द शक् गुप् जा की रू मो हि भा घू चे छा ठी डे ढो बौ वृ",
    "th": "น้ำ กุ้ง ปู่ ช้าง ม้า เสือ ไก่ ดิน ฟ้า ลม แก้ว หมู บ้าน ป่า คน ใจ มือ ผ้า ซื้อ ข้าว รถ",
    "ja": "橋 秘密 銀 森 暗号 鍵穴 灯台 星空 雪山 海底 竜巻 庭園 太陽 月光 山 川 猫 犬 鳥 魚 石",
}
_CATEGORIES = 20


def invented(count: int) -> list[str]:
    """Return words of one to four syllables that look German, the same ones every time."""
    chance = random.Random(2026)
    starts, vowels, ends = _STARTS.split(), _VOWELS.split(), _ENDS.split()
    words: dict[str, str] = {}
    while len(words) < count:
        syllables = chance.choices((1, 2, 3, 4), (2, 6, 4, 1))[0]
        word = ""
        for _ in range(syllables):
            word += chance.choice(starts) + chance.choice(vowels)
            word += chance.choice(ends) if chance.random() < 0.6 else ""
        if 4 <= len(word) <= 18:
            words.setdefault(
                word.casefold(), word.upper() if chance.random() < 0.1 else word.capitalize()
            )
    return list(words.values())


def scripted(script: str, count: int) -> list[str]:
    """Return words of two syllables in a script."""
    parts = _SYLLABLES[script].split()
    return [first + second for first in parts for second in parts][:count]


def bank(words: list[str]) -> str:
    """Return a word bank in categories of equal size."""
    rows = ["ppgen: bank/1", "lang: de", "title: Invented", "licence: CC0-1.0", "author: nobody"]
    share = -(-len(words) // _CATEGORIES)
    rows.append("words:")
    for first in range(0, len(words), share):
        rows.append(f"  kind-{first // share + 1}:")
        rows += [f"    - {word}" for word in words[first : first + share]]
    return "\n".join(rows) + "\n"


def fill(folder: Path) -> None:
    """Write every file that a job reads."""

    def lines(name: str, words: Iterable[str]) -> None:
        (folder / name).write_text("\n".join(words) + "\n", encoding="utf-8")

    every = invented(LINTED)
    for deck in (SMALL, *GROWTH.values(), LARGE):
        lines(deck.file, every[: deck.listed])
    for script in SCRIPTS:
        lines(f"{script}.txt", scripted(script, 4 * SMALL.cards))
    (folder / "large.yaml").write_text(bank(every), encoding="utf-8")
    (folder / "fonts.conf").write_text(
        f"<fontconfig><dir>{FONTS}</dir><cachedir>{folder}/fontconfig</cachedir></fontconfig>\n",
        encoding="utf-8",
    )
