"""The test sheet as a person reads it: rulers, scales at planted offsets, the proof of a job."""

from __future__ import annotations

import numpy as np
import pypdfium2 as pdfium
import pytest

from ppgen.build import Fonts, make_test_sheet
from ppgen.geometry import Flip, Point, Size
from ppgen.printers.profile import Printer
from tests.support.products import Prepare

# Pictures of whole leaves.
pytestmark = pytest.mark.slow

DPI = 600
MM = DPI / 25.4
A4 = Size(210, 297)
LETTER = Size(215.9, 279.4)
Picture = np.ndarray


def picture(data: bytes, index: int, dpi: int = DPI) -> Picture:
    """Give how much ink each pixel has, 0 to 1."""
    page = pdfium.PdfDocument(data)[index].render(scale=dpi / 72 * (1 - 1e-7), grayscale=True)
    return 1 - page.to_numpy().reshape(page.height, page.width).astype(float) / 255


def lines(ink: Picture) -> np.ndarray:
    """Give the middle of each line that crosses a row of pixels, in pixels."""
    inked = np.concatenate([[False], ink > 0.3, [False]])
    edges = np.flatnonzero(np.diff(inked.astype(int)))
    return np.array([(a + b) / 2 for a, b in zip(edges[::2], edges[1::2], strict=True)])


def meeting(front: np.ndarray, back: np.ndarray) -> int:
    """Name the line of 31 that goes on straight."""
    assert len(front) == len(back) == 31
    return int(np.argmin(np.abs(front - back))) - 15


def scales(data: bytes, paper: Size, flip: Flip, shift: tuple[int, int]) -> list[int]:
    """Read all four scales, the back moved by so many pixels as seen through the paper."""
    front, back = picture(data, 0), picture(data, 1)
    back = back[:, ::-1] if flip == "long" else back[::-1]
    back = np.roll(back, shift, (1, 0))
    x, y = paper.width / 2, paper.height / 2

    def row(image: Picture, right: float, down: float) -> np.ndarray:
        at = image[round((y + down) * MM)]
        return lines(at[round((x + right - 49) * MM) : round((x + right + 49) * MM)])

    def column(image: Picture, right: float, down: float) -> np.ndarray:
        at = image[:, round((x + right) * MM)]
        return lines(at[round((y + down - 49) * MM) : round((y + down + 49) * MM)])

    return [
        meeting(row(front, 0, -2), row(back, 0, 2)),
        meeting(column(front, -62, 0), column(back, -58, 0)),
        meeting(row(front, 50, 82), row(back, 50, 86)),
        meeting(column(front, -7, 84), column(back, -3, 84)),
    ]


@pytest.mark.parametrize(
    ("paper", "flip", "pixels"),
    [(A4, "long", (0, 0)), (A4, "long", (14, -26)), (LETTER, "short", (-33, 9))],
)
def test_scales_say_how_far_backs_are_off(
    fonts: Fonts, paper: Size, flip: Flip, pixels: tuple[int, int]
) -> None:
    data = make_test_sheet(paper, flip, fonts).fronts
    across, down = (round(n / MM * 10) for n in pixels)
    assert scales(data, paper, flip, pixels) == [across, down, across, down]


def test_rulers_are_100_mm(fonts: Fonts) -> None:
    front = picture(make_test_sheet(A4, "long", fonts).fronts, 0)
    x, y = A4.width / 2, A4.height / 2
    across = lines(front[round((y - 109) * MM)][: round((x + 50.5) * MM)])
    along = lines(front[:, round((x + 78) * MM)][round((y - 55) * MM) : round((y + 50.6) * MM)])
    for found in (across, along):
        assert len(found) == 101
        assert (found[-1] - found[0]) / MM == pytest.approx(100, abs=0.04)


def test_steps_are_as_far_from_the_edge_as_they_say(fonts: Fonts) -> None:
    front = picture(make_test_sheet(A4, "long", fonts).fronts, 0)
    for turned in range(4):
        side = np.rot90(front, turned)
        start = side.shape[1] / MM / 2 - 90
        for distance in range(1, 15):
            column = side[: round(16 * MM), round((start + 5 * distance + 0.4) * MM)]
            assert lines(column)[0] / MM == pytest.approx(distance, abs=0.1)


def test_both_arrows_point_up_at_the_same_place(fonts: Fonts) -> None:
    flips: list[Flip] = ["long", "short"]
    for flip in flips:
        data = make_test_sheet(A4, flip, fonts).fronts
        front, back = picture(data, 0, 100), picture(data, 1, 100)
        back = back[:, ::-1] if flip == "long" else back[::-1]
        mm = 100 / 25.4
        for image in (front, back):
            left, top, right, low = (round(v * mm) for v in (21, 208, 33, 224))
            window = image[top:low, left:right] > 0.3
            upper, lower = window[: len(window) // 2].sum(), window[len(window) // 2 :].sum()
            assert upper > 1.5 * lower


def test_backs_come_behind_fronts_once_the_printer_has_done_its_worst(
    placed: Prepare, fonts: Fonts
) -> None:
    """Cut marks are found in pictures of both pages, then go where this printer puts them."""
    from ppgen.build import make_pdf  # noqa: PLC0415

    shift, stretch, turn = Point(0.43, -1.12), 0.0008, 0.0021
    across, along = 0.998, 1.003

    def front_of(x: float, y: float) -> Point:
        return Point(across * x, along * y)

    def back_of(x: float, y: float) -> Point:
        x, y = x * (across + stretch) - turn * y, y * (along + stretch) + turn * x
        return Point(x + shift.x, y + shift.y)

    # What a person reads, to a tenth: the drift at the line where front and back meet.
    def drift(x: float, y: float) -> Point:
        return Point(shift.x + stretch * x - turn * y, shift.y + turn * x + stretch * y)

    printer = Printer(
        "p", round(drift(12, 0).x, 1), round(drift(-60, -36).y, 1), round(drift(57, 84).x, 1),
        round(drift(-5, 51).y, 1), 99.8, 100.3,
    )  # fmt: skip
    for known, worst in ((printer, 0.16), (None, 99)):
        printout = placed("decrypto/codes", printer=known, only=frozenset(range(1, 19)))
        data = make_pdf(printout, fonts)
        marks = [crossings(picture(data, n, 300), 300) for n in (0, 1)]
        far = 0.0
        # What is at the left of a front is at the right of its back.
        behind = [marks[1][at] for at in (1, 0, 3, 2)]
        for (x, y), (back_x, back_y) in zip(marks[0], behind, strict=True):
            one = front_of(x - 105, y - 148.5)
            other = back_of(105 - back_x, back_y - 148.5)
            far = max(far, abs(one.x - other.x), abs(one.y - other.y))
        assert far < worst
    assert far > 0.8, "without a profile it is far off"


def crossings(ink: Picture, dpi: int) -> list[tuple[float, float]]:
    """Give the corners of the block of cards, by the marks outside it, left to right from above.

    The first and last marks across are met along lines through the marks of the other direction.
    """
    mm = dpi / 25.4

    def ends(line: np.ndarray) -> tuple[float, float]:
        found = lines(line) / mm
        return float(found[0]), float(found[-1])

    top, low = ends(ink[round(13.5 * mm)]), ends(ink[round(284 * mm)])
    left, right = ends(ink[:, round(7.2 * mm)]), ends(ink[:, round(202.8 * mm)])
    return [(top[0], left[0]), (top[1], right[0]), (low[0], left[1]), (low[1], right[1])]
