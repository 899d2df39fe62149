"""The simulation of show-through finds a front where it is bare, and misses it where it is not."""

from __future__ import annotations

import numpy as np
import pytest

from ppgen.geometry import Rect
from tests.support.show_through import MARGIN, PX, Picture, blurred, ink, shown_through, told

WIDTH, HEIGHT = 48, 60
BLANK = np.ones((HEIGHT * PX, WIDTH * PX))


def face(*bars: tuple[float, float, float, float]) -> Picture:
    """Draw black bars (x, y, width, height in mm) on white paper."""
    out = BLANK.copy()
    for x, y, width, height in bars:
        out[round(y * PX) : round((y + height) * PX), round(x * PX) : round((x + width) * PX)] = 0
    return out


#: An L, a T and an I, 16 x 24 mm, at the upper left.
STEM, HEAD, FOOT = (4, 6, 4, 24), (4, 6, 16, 4), (4, 26, 16, 4)
FRONTS = [face(STEM, FOOT), face((10, 6, 4, 24), HEAD), face((10, 6, 4, 24))]
PLACE = Rect(3, 5, 18, 26)


def chequers(mm: float) -> Picture:
    """Fill every other square of this size."""
    rows, columns = np.indices((round(HEIGHT / mm), round(WIDTH / mm)))
    return np.kron((rows + columns) % 2, np.ones((round(mm * PX), round(mm * PX))))


def test_a_blank_back_tells() -> None:
    assert told(FRONTS, BLANK) > 2 * MARGIN
    assert told(FRONTS, BLANK, PLACE) > 2 * MARGIN


def test_what_is_much_finer_than_the_sign_hides_nothing() -> None:
    assert told(FRONTS, chequers(0.5), PLACE) > 2 * MARGIN


def test_what_is_as_coarse_as_the_sign_hides_it() -> None:
    assert told(FRONTS, chequers(6), PLACE) < MARGIN


def test_the_front_lies_mirrored_behind_the_back() -> None:
    covering = face((WIDTH - 21, 5, 18, 26))
    assert told(FRONTS, covering, PLACE) < MARGIN
    assert told(FRONTS, covering[:, ::-1], PLACE) > 2 * MARGIN
    seen = shown_through(FRONTS[0], BLANK)
    assert seen[60, round(42 * PX)] == pytest.approx(0.85, abs=0.01), "the stem, on the right"
    assert seen[60, round(6 * PX)] == pytest.approx(1, abs=0.001)


def test_equal_fronts_cannot_be_told() -> None:
    assert told([FRONTS[0], FRONTS[0]], BLANK, PLACE) == pytest.approx(0)


def test_ink_and_blur() -> None:
    assert ink(face((0, 0, 24, 30))) == pytest.approx(0.25)
    edge = blurred(face((0, 0, 20, 60)), 0.5)[30 * PX]
    beside = edge[20 * PX - 1] + edge[20 * PX]
    assert beside == pytest.approx(1, abs=0.001)
    within = edge[round(19.5 * PX) - 1 : round(19.5 * PX) + 1].mean()
    assert within == pytest.approx(0.16, abs=0.01), "one sigma inside"
