"""Path data: read whole, or refused where it stops making sense."""

from __future__ import annotations

import math

import pytest

from ppgen.diagnostics import Problem
from ppgen.drawing.svgpath import parse
from ppgen.geometry import Size

VIEW = Size(10, 10)


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("M1,1L9 1 9,9z", "M 1 1 L 9 1 L 9 9 Z"),
        ("m1 1 8 0 0 8z", "M1 1L9 1L9 9z"),
        ("M1-0L9.5.5", "M1 -0 L9.5 0.5"),
        ("M1e0 10e-1L+9,1", "M1 1L9 1"),
        ("M5 1a4 4 0 015 4", "M5 1a4 4 0 0 1 5 4"),
        ("M1 1A0 0 0 119 9", "M1 1L9 9"),
        ("\n M1 1\n\tH9\r\n V9 \n", "M1 1L9 1L9 9"),
    ],
)
def test_ways_to_write_the_same(text: str, same: str) -> None:
    assert parse(text, VIEW, None) == parse(same, VIEW, None)


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("M1 1L9 1; L9 9L1 9z", "`;`"),
        ("M1 1L9 1X", "`X`"),
        ("M1 1L9 1<L9 9", "`<L9`"),
        ("M1 1L5 5 9", "too soon"),
        ("M1 1L5 5,", "too soon"),
        ("M1 1L,5 5", "`,5`"),
        ("M1 1A1 1 0 2 1 5 5", "`2`"),
        ("M1 1z5", "`5`"),
        ("L1 1", "`L1`"),
        ("M", "too soon"),
        ("  ", "too soon"),
        ("M1 nan", "`nan`"),
    ],
)
def test_what_cannot_be_read_whole_is_refused(text: str, what: str) -> None:
    with pytest.raises(Problem) as caught:
        parse(text, VIEW, None)
    assert caught.value.diagnostic.code == "E405"
    assert what in caught.value.diagnostic.message


@pytest.mark.parametrize(
    "command", ["L", "T", "C0 0 ", "C0 0 0 0 ", "Q0 0 ", "A1 1 0 0 1 ", "S0 0 "]
)
@pytest.mark.parametrize("number", ["1e999", "-1e308", "9" * 400, "1e7"])
def test_no_number_is_too_large_for_paper(command: str, number: str) -> None:
    for pair in (f"{number} 0", f"0 {number}"):
        with pytest.raises(Problem) as caught:
            parse(f"M0 0{command}{pair} 5 5 5 5 5 5z", VIEW, None)
        assert caught.value.diagnostic.code == "E405"


def test_what_is_too_small_gives_numbers_or_nothing() -> None:
    for radius in ("1e-5", "1e-100", "1e-200", "1e-300", "1e-323", "1e-400"):
        try:
            found = parse(f"M0 0A{radius} {radius} 0 0 1 5 5", VIEW, None)
        except Problem:
            continue
        assert all(math.isfinite(v) for _, values in found for v in values)
