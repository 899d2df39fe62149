"""The veil: clear behind red film, hidden from a glance, by a measure on the raster of one face.

The film passes red light. The naked eye sees luminance and two opponent colours, blurred by its
acuity; its worst case is a peeker who knows how to weigh the three. `d` is how far inside and
outside of the letters are apart, in spreads of what fills them, pooled over half a stroke.
"""

from __future__ import annotations

import numpy as np
import pypdfium2 as pdfium
import pytest

from ppgen.drawing.face import Face
from ppgen.drawing.ops import Color, TextOp, VeilOp
from ppgen.geometry import Frame, Rect, Size
from ppgen.pdf.document import Info, Page, Placed, write
from ppgen.text.clutter import inside, outside
from ppgen.text.fonts import Fonts
from tests.support.layouts import Bench

Picture = np.ndarray
DPI = 300
WINDOW = Size(62, 14)
#: What can be read well, and what cannot: pale plain print has 5, a word whose red is cut and not
#: made up for about 0.6, and that is found.
READABLE, HIDDEN = 3.0, 0.35


def raster(face: Face, fonts: Fonts) -> Picture:
    size = face.size
    page = Page(size, (Placed(face, Frame()),), (), (), Rect(0, 0, size.width, size.height))
    data = write([page], Info("x", "de", None, "x"), fonts)
    return pdfium.PdfDocument(data)[0].render(scale=DPI / 72).to_numpy()[..., 2::-1].astype(int)


def linear(picture: Picture) -> Picture:
    table = np.arange(256) / 255
    return np.where(table <= 0.04045, table / 12.92, ((table + 0.055) / 1.055) ** 2.4)[picture]


def blur(channel: Picture, sigma_mm: float) -> Picture:
    sigma = sigma_mm / 25.4 * DPI
    reach = int(3 * sigma) + 1
    kernel = np.exp(-0.5 * (np.arange(-reach, reach + 1) / sigma) ** 2)
    kernel /= kernel.sum()
    for axis in (0, 1):
        pads = [(reach, reach) if a == axis else (0, 0) for a in (0, 1)]
        wide = np.pad(channel, pads, "edge")
        parts = (np.take(wide, range(i, i + channel.shape[axis]), axis) for i in range(len(kernel)))
        channel = sum(k * part for k, part in zip(kernel, parts, strict=True))
    return channel


def film(picture: Picture) -> Picture:
    light = linear(picture)
    return 0.95 * light[..., 0] + 0.04 * light[..., 1] + 0.01 * light[..., 2]


def eye(picture: Picture, distance: float = 800) -> list[Picture]:
    """Give luminance, red-green and blue-yellow as seen from a distance in mm."""
    red, green, blue = np.moveaxis(linear(picture), -1, 0)
    long = 0.3139 * red + 0.6395 * green + 0.0465 * blue
    middle = 0.1554 * red + 0.7579 * green + 0.0867 * blue
    short = 0.0178 * red + 0.1096 * green + 0.8726 * blue
    light = (0.2126 * red + 0.7152 * green + 0.0722 * blue) ** (1 / 2.4)
    degree = np.tan(np.radians(1)) * distance
    channels = (
        (light, 30),
        (long / (long + middle + 1e-3), 8),
        (short / (long + middle + 1e-3), 5),
    )
    return [blur(channel, degree / cycles * 0.187) for channel, cycles in channels]


def apart(channels: list[Picture], letters: Picture) -> float:
    """Give d of the best mix of channels: 0 for no difference at all."""
    near = (blur(letters.astype(float), 1.2) > 0.05) & ~letters
    pooled = np.stack([blur(c, 0.25) for c in channels], -1)
    inner, outer = pooled[letters], pooled[near]
    spread = np.atleast_2d((np.cov(inner.T) + np.cov(outer.T)) / 2) + 1e-9 * np.eye(len(channels))
    step = inner.mean(0) - outer.mean(0)
    return float(np.sqrt(step @ np.linalg.solve(spread, step)))


def michelson(channel: Picture, letters: Picture) -> float:
    near = (blur(letters.astype(float), 1.2) > 0.05) & ~letters
    a, b = channel[letters].mean(), channel[near].mean()
    return float(abs(a - b) / (a + b))


@pytest.fixture
def card(bench: Bench) -> Face:
    return veiled(bench, "TELEGRAMM")


def veiled(bench: Bench, word: str, strength: float = 0.45) -> Face:
    style = f"{{extends: d, size: 18pt, align: center, veil: red, veil-strength: {strength}}}"
    return bench.face(f"  - {{text: {word}, style: {style}}}", size=WINDOW)


def mask(face: Face, fonts: Fonts) -> Picture:
    """Give where the letters are: the hidden lines, printed in black on white."""
    (op,) = list(face.ops)
    assert isinstance(op, VeilOp)
    lines = tuple(line.in_color(Color(0, 0, 0)) for line in op.lines)
    return raster(Face.of(face.size, lines, face.outline), fonts)[..., 1] < 128


@pytest.mark.slow
@pytest.mark.parametrize("word", ["TELEGRAMM", "NEBEL", "FUNKGERÄT"])
def test_film_shows_what_a_glance_does_not(bench: Bench, fonts: Fonts, word: str) -> None:
    face = veiled(bench, word)
    picture, letters = raster(face, fonts), mask(face, fonts)
    seen = film(picture)
    assert apart([seen], letters) > READABLE
    assert michelson(seen, letters) > 0.25
    glance = eye(picture)
    assert apart(glance[:1], letters) < HIDDEN
    assert michelson(glance[0], letters) < 0.02
    # Whoever knows how to look at the colours finds more, but less than the film shows.
    assert apart(glance, letters) < 2.6 < apart([seen], letters)


def test_the_measure_tells_plain_print_from_hidden(card: Face, fonts: Fonts) -> None:
    """Pale cyan on white is what a film alone would need: legible to everybody."""
    letters = mask(card, fonts)
    plain = np.where(letters[..., None], (145, 217, 248), (255, 255, 255))
    assert apart(eye(plain)[:1], letters) > READABLE
    assert apart([film(plain)], letters) > READABLE


@pytest.mark.parametrize(("strength", "shown"), [(0.35, True), (0.6, True), (0.97, False)])
def test_a_strength_near_one_hides_from_the_film_too(
    bench: Bench, fonts: Fonts, strength: float, shown: bool
) -> None:
    face = veiled(bench, "SCHATTEN", strength)
    picture, letters = raster(face, fonts), mask(face, fonts)
    assert (apart([film(picture)], letters) > 1.8) == shown
    assert apart(eye(picture)[:1], letters) < HIDDEN


def test_letters_that_are_darker_are_seen(card: Face, fonts: Fonts) -> None:
    """The plain way, cyan under red, fails since overlaps go dark: the measure must notice."""
    letters, picture = mask(card, fonts), raster(card, fonts)
    dark = np.where(letters[..., None], picture * 0.75, picture).astype(int)
    assert apart(eye(dark)[:1], letters) > HIDDEN


def test_inside_keeps_luminance_and_loses_red() -> None:
    for color in [(252, 222, 222), (238, 51, 56), (230, 222, 130), (226, 212, 236)]:
        before, after = (linear_of(c) for c in (outside(color), inside(color, 0.45)))
        assert after[0] == pytest.approx(0.45 * before[0])
        weights = (0.2126, 0.7152, 0.0722)
        light = [sum(w * v for w, v in zip(weights, c, strict=True)) for c in (before, after)]
        assert light[1] == pytest.approx(light[0], abs=0.02)


def linear_of(color: tuple[float, float, float]) -> list[float]:
    return [v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in color]


def test_the_veil_fills_its_box_and_no_more(bench: Bench, fonts: Fonts) -> None:
    face = bench.face(
        "  - {text: AB, box: {left: 10, top: 10, width: 40, height: 12}, "
        "style: {extends: d, size: 18pt, padding: 3, veil: red}}",
    )
    (op,) = list(face.ops)
    assert isinstance(op, VeilOp)
    assert op.rect == Rect(10, 10, 40, 12)
    assert isinstance(op.lines[0], TextOp)
    assert op.lines[0].bounds.x >= 13
    picture = raster(face, fonts)
    coloured = np.any(picture < 250, axis=-1)
    rows, columns = np.flatnonzero(coloured.any(axis=1)), np.flatnonzero(coloured.any(axis=0))
    edges = [v / DPI * 25.4 for v in (columns[0], rows[0], columns[-1] + 1, rows[-1] + 1)]
    assert edges == pytest.approx([10, 10, 50, 22], abs=0.15)


def test_other_scripts_get_clutter_of_their_own(bench: Bench, fonts: Fonts) -> None:
    latin, greek = veiled(bench, "ABEHKMNOPT"), veiled(bench, "ΦΛΓΔΞΠΣΨΩ")
    # Both words use one font; the letters around them differ.
    pictures = [raster(face, fonts) for face in (latin, greek)]
    assert (np.abs(pictures[0] - pictures[1]).max(-1) > 60).mean() > 0.3


PLACES = ["TELEGRAMM", "NEBEL", "ZUG", "WACHS", "MUSEUM", "GLOCKE", "SCHATTEN", "TULPE"]


def greener(face: Face, fonts: Fonts) -> float:
    """Return how much greener the box of a word is than its window, in spreads of the window."""
    letters = mask(face, fonts)
    rows, columns = np.flatnonzero(letters.any(1)), np.flatnonzero(letters.any(0))
    box = np.zeros_like(letters)
    box[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1] = True
    red = blur(eye(raster(face, fonts))[1], 1.5)
    return float((red[~box].mean() - red[box].mean()) / red[~box].std())


@pytest.mark.slow
def test_specks_take_a_words_place_and_length_from_sight(
    bench: Bench, fonts: Fonts, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without them the box of the word is the only green thing, whatever the word."""
    faces = [veiled(bench, word) for word in PLACES]
    specked = np.mean([greener(face, fonts) for face in faces])
    monkeypatch.setattr("ppgen.text.clutter._SPECK", 0.0)
    bare = np.mean([greener(face, fonts) for face in faces])
    assert bare > 0.8
    assert abs(specked) < 0.6 * bare


def test_a_word_stands_at_a_dealt_place(bench: Bench) -> None:
    places = []
    for word in PLACES:
        (op,) = list(veiled(bench, word).ops)
        assert isinstance(op, VeilOp)
        (line,) = op.lines
        assert isinstance(line, TextOp)
        assert op.rect.contains(line.bounds)
        room = op.rect.width - line.bounds.width
        places.append((line.bounds.x - op.rect.x) / room)
    assert min(places) < 0.25
    assert max(places) > 0.75


def test_no_speck_is_near_a_letter(bench: Bench, fonts: Fonts) -> None:
    """Behind the film, a ring of half a stroke around the letters is as bright as the ground."""
    face = veiled(bench, "NEBEL")
    letters, seen = mask(face, fonts), film(raster(face, fonts))
    near = (blur(letters.astype(float), 0.1) > 0.001) & (blur(letters.astype(float), 0.05) < 0.001)
    assert near.sum() > 500
    assert np.quantile(seen[near], 0.02) > 0.7 > np.quantile(seen[~letters], 0.1)
