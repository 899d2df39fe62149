"""Language tags, what stands in for a language, direction, and capitals."""

from __future__ import annotations

import pytest

from ppgen.language.tags import fallbacks, right_to_left, script, tag, upper


@pytest.mark.parametrize(
    ("text", "lang", "expected"),
    [
        ("Straße", "de", "STRASSE"),
        ("Straße", "de-AT", "STRASSE"),
        ("Straße", "en", "STRASSE"),
        ("Straẞe Weiẞ", "de", "STRAẞE WEIẞ"),
        ("ilık İstanbul", "tr", "ILIK İSTANBUL".replace("I", "İ", 1)),
        ("i\u0307lik", "az-Latn", "İLİK"),
        ("ilik", "en", "ILIK"),
        ("άέή ϊΐ", "el", "ΑΕΗ ΪΪ"),
        ("Μάιος", "el", "ΜΑΪΟΣ"),
        ("άυλος", "el", "ΑΫΛΟΣ"),
        ("ευρώ αίμα", "el", "ΕΥΡΩ ΑΙΜΑ"),
        ("Ναι ή όχι", "el", "ΝΑΙ Ή ΟΧΙ"),
        ("ὁδός", "el", "ΟΔΟΣ"),
        ("e\u0301", "fr", "E\u0301"),
        ("ijs", "nl", "IJS"),
        ("ĳs", "nl", "ĲS"),
        ("título", "es", "TÍTULO"),
        ("և", "hy", "ԵՎ"),
        ("سر 日本", "ar", "سر 日本"),
    ],
)
def test_capitals_by_the_rules_of_the_language(text: str, lang: str, expected: str) -> None:
    assert upper(text, lang) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("de", "de"), ("DE_at", "de-AT"), ("zh-hant-tw", "zh-Hant-TW"), ("sl-ROZAJ", "sl-rozaj"),
        ("es-419", "es-419"), ("yue", "yue"), ("", None), ("german", None), ("d", None),
        ("de-", None), ("de AT", None), ("../de", None),
    ],
)  # fmt: skip
def test_tags_as_files_are_named(text: str, expected: str | None) -> None:
    assert tag(text) == expected


@pytest.mark.parametrize(
    ("lang", "expected"),
    [
        ("de", ["de"]),
        ("de-AT", ["de-AT", "de"]),
        ("de-Latn-AT", ["de-Latn-AT", "de-Latn", "de"]),
        ("zh-CN", ["zh-CN", "zh"]),
        ("zh-TW", ["zh-TW", "zh-Hant"]),
        ("zh-Hant-HK", ["zh-Hant-HK", "zh-Hant"]),
        ("zh-Hans-SG", ["zh-Hans-SG", "zh-Hans", "zh"]),
        ("sr-Latn", ["sr-Latn"]),
    ],
)
def test_only_what_is_written_alike_stands_in(lang: str, expected: list[str]) -> None:
    assert fallbacks(lang) == expected


def test_direction_follows_the_script() -> None:
    assert [right_to_left(x) for x in ("ar", "he-IL", "fa", "ur", "az-IR", "az-Arab")] == [True] * 6
    assert not any(right_to_left(x) for x in ("de", "ja", "hi", "ar-Latn", "az"))
    assert [script(x) for x in ("ja", "zh", "zh-HK", "ko", "en")] == [
        "Jpan", "Hans", "Hant", "Kore", "Latn",
    ]  # fmt: skip
