"""Where lines may end, in scripts with and without spaces."""

from __future__ import annotations

import pytest

from ppgen.text.breaks import han_pieces, join, pieces
from ppgen.text.fonts import Fonts
from tests.support.pdf import ALL, BUNDLED


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("秘密の暗号", ["秘", "密", "の", "暗", "号"]),
        ("「鍵」です。", ["「鍵」", "で", "す。"]),
        ("チームは", ["チー", "ム", "は"]),
        ("きょう", ["きょ", "う"]),
        ("第007号", ["第", "007", "号"]),
        ("비밀암호", ["비밀암호"]),
        ("ความลับ", ["ความลับ"]),
        ("Wort", ["Wort"]),
    ],
)
def test_han_lines_end_between_letters(text: str, expected: list[str]) -> None:
    assert han_pieces(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("zwei Worte", [("zwei", " "), ("Worte", " ")]),
        ("100\u00a0% Baden-Baden", [("100\u00a0%", " "), ("Baden-", ""), ("Baden", " ")]),
        ("Donau\u00addampf", [("Donau", "-"), ("dampf", " ")]),
        ("ความ\u200bลับ", [("ความ", ""), ("ลับ", " ")]),
        ("비밀 암호", [("비밀", " "), ("암호", " ")]),
        ("  ", []),
    ],
)
def test_pieces(text: str, expected: list[tuple[str, str]]) -> None:
    assert pieces(text, None) == expected


def test_pieces_are_put_together_again() -> None:
    found = pieces("ความ\u200bลับ 秘密 Donau\u00addampf", None)
    assert join(found) == "ความลับ 秘密 Donaudampf"
    assert join(found[:-1]).endswith("Donau-")


def test_no_hyphens_where_none_are_used() -> None:
    some = Fonts([BUNDLED])
    assert some.breaks("มหาวิทยาลัย", "th") == ()
    assert some.breaks("महाविद्यालय", "mr") == ()
    assert some.breaks("Секретарша", "ru") != ()
    assert some.line("ความ\u200bลับ", ALL, "th", None) == some.line("ความลับ", ALL, "th", None)
