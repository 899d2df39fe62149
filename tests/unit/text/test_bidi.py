"""The bidirectional algorithm against all of Unicode's own test file."""

from __future__ import annotations

import lzma
from collections.abc import Iterator

import pytest

from ppgen.text.bidi import levels, visual
from tests.support.run import REPO

CASES = REPO / "tests" / "data" / "BidiCharacterTest.txt.xz"
PARTS = 2


def cases(part: int) -> Iterator[tuple[int, str, int | None, list[str], list[int]]]:
    """Yield every other case: its line, text, base, levels ('x' if none counts), visual order."""
    with lzma.open(CASES, "rt", encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            if number % PARTS == part and line.strip() and not line.startswith("#"):
                letters, base, _, expected, order = line.rstrip("\n").split(";")
                text = "".join(chr(int(code, 16)) for code in letters.split())
                asked = None if base == "2" else int(base)
                yield number, text, asked, expected.split(), [int(i) for i in order.split()]


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_all_of_unicodes_cases(part: int) -> None:
    seen = 0
    for number, text, base, expected, order in cases(part):
        seen += 1
        got = levels(text, base)
        counted = [i for i, level in enumerate(expected) if level != "x"]
        assert [str(got[i]) for i in counted] == [expected[i] for i in counted], number
        assert visual(counted, got.__getitem__) == order, number
    assert seen > 45_000


@pytest.mark.parametrize(
    ("text", "base", "shown"),
    [
        ("abc אבג 12", 0, "abc 12 גבא"),
        ("אבג abc 12", 1, "abc 12 גבא"),
        ("קוד 4.2.1!", 1, "!4.2.1 דוק"),
        ("א (ב) ג", 1, "ג (ב) א".replace("(", "\0").replace(")", "(").replace("\0", ")")),
        ("סודAgent007", None, "Agent007דוס"),
        ("\u2067אב\u2069c", 0, "\u2067בא\u2069c"),
    ],
)
def test_lines_as_they_are_read(text: str, base: int | None, shown: str) -> None:
    found = levels(text, base)
    assert "".join(text[i] for i in visual(range(len(text)), found.__getitem__)) == shown


def test_joiners_stay_with_their_letters() -> None:
    found = levels("می\u200cخواهم", 1)
    assert found == [1] * len(found)
