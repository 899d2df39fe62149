"""Path data: read whole, or refused where it stops making sense."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator

import numpy as np
import pytest
from svg.path import Move, parse_path

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


# --- the same way as another reader of paths


def drawn(text: str) -> np.ndarray:
    """List points closely along the path as it is drawn."""
    at, start, out = 0j, 0j, []
    for kind, v in parse(text, Size(1e6, 1e6), None):
        points = [complex(x, y) for x, y in zip(v[::2], v[1::2], strict=True)] or [start]
        first, second, end = [at, points[-1], points[-1]] if len(points) == 1 else points
        if kind == "M":
            start = end
        else:
            t = np.linspace(0, 1, 200)
            s = 1 - t
            bent = len(points) == 3
            curve = s**3 * at + 3 * s * s * t * first + 3 * s * t * t * second + t**3 * end
            out.append(curve if bent else s * at + t * end)
        at = end
    return np.concatenate(out)


def farthest(points: np.ndarray, others: np.ndarray) -> float:
    """Measure how far a point is at most from the nearest of the others."""
    return max(float(np.abs(others - point).min()) for point in points)


def paths() -> Iterator[str]:
    chance = random.Random(4)
    takes = {"L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "Z": 0}

    def numbers(count: int, low: float, high: float) -> str:
        return " ".join(f"{chance.uniform(low, high):.4g}" for _ in range(count))

    for letter in [*"LHVCSQTAZ"] * 12:
        text = f"M{numbers(2, 400, 500)}"
        for kind in (chance.choice("LCQA"), letter, letter, chance.choice("STLZ")):
            small = chance.random() < 0.5
            low, high = (-80, 80) if small else (400, 500)
            text += kind.lower() if small else kind
            if kind == "A":
                flags = f"{chance.randint(0, 1)}{chance.randint(0, 1)}"
                text += f"{numbers(2, 5, 90)} {numbers(1, -200, 200)} {flags}"
            text += numbers(takes.get(kind, 2), low, high)
        yield text


@pytest.mark.parametrize("text", [*paths()])
def test_paths_go_where_svg_path_has_them(text: str) -> None:
    pieces = [piece for piece in parse_path(text) if not isinstance(piece, Move)]
    there = np.array([piece.point(i / 40) for piece in pieces for i in range(41)])
    ours = drawn(text)
    assert farthest(there, ours) < 3
    assert np.abs(ours.real.max() - there.real.max()) < 1
    assert np.abs(ours.imag.max() - there.imag.max()) < 1


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("M1 4A-5 8 30 0 1 9 5", "M1 4A5 8 30 0 1 9 5"),
        ("M1 5A1 1 0 0 1 9 5", "M1 5A4 4 0 0 1 9 5"),
        ("M1 5A3 3 0 0 1 1 5L9 9", "M1 5L9 9"),
    ],
)
def test_arcs_that_the_standard_puts_right(text: str, same: str) -> None:
    assert parse(text, VIEW, None) == parse(same, VIEW, None)
