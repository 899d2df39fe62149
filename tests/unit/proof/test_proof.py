"""`ppgen proof`: what other eyes see, as numbers and as a picture."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from ppgen.proof.vision import MATRICES, WAYS, Rgb, from_light, grey, to_light
from tests.support.run import Runner

#: Machado, Oliveira and Fernandes 2009, table of the matrices, severity 1.
PUBLISHED = {
    "protanopia": """
        0.152286 1.052583 -0.204868
        0.114503 0.786281 0.099216
        -0.003882 -0.048116 1.051998
        """,
    "deuteranopia": """
        0.367322 0.860646 -0.227968
        0.280085 0.672501 0.047413
        -0.011820 0.042940 0.968881
        """,
    "tritanopia": """
        1.255528 -0.076749 -0.178779
        -0.078411 0.930809 0.147602
        0.004733 0.691367 0.303900
        """,
}
RED, GREEN, BLUE = Rgb(255, 0, 0), Rgb(0, 255, 0), Rgb(0, 0, 255)


@pytest.mark.parametrize("kind", PUBLISHED)
def test_matrices_are_the_published_ones(kind: str) -> None:
    assert [v for row in MATRICES[kind] for v in row] == [float(v) for v in PUBLISHED[kind].split()]
    for row in MATRICES[kind]:
        assert sum(row) == pytest.approx(1, abs=2e-6), "white stays white"


def test_light_and_code_are_inverse() -> None:
    assert [from_light(to_light(v)) for v in range(256)] == list(range(256))
    # IEC 61966-2-1: the middle of the scale holds about a fifth of the light.
    assert to_light(128) == pytest.approx(0.2158, abs=1e-4)
    assert from_light(-0.2) == 0
    assert from_light(1.3) == 255


@pytest.mark.parametrize(
    ("way", "color", "expected"),
    [
        # The light of pure red is the first column of the matrix: 0.152286 is 109 on the screen.
        ("protanopia", RED, Rgb(109, 95, 0)),
        ("deuteranopia", RED, Rgb(163, 144, 0)),
        ("tritanopia", RED, Rgb(255, 0, 15)),
        # Applied to the code instead of the light, this would be (0, 25, 255).
        ("protanopia", BLUE, Rgb(0, 89, 255)),
        ("grey", GREEN, Rgb(220, 220, 220)),
        ("as printed", Rgb(1, 2, 3), Rgb(1, 2, 3)),
    ],
)
def test_known_colours(way: str, color: Rgb, expected: Rgb) -> None:
    assert WAYS[way](color) == expected


def test_neutral_colours_stay_what_they_are() -> None:
    for value in range(0, 256, 5):
        for way in WAYS.values():
            assert way(Rgb(value, value, value)) == Rgb(value, value, value)


def test_grey_is_grey_and_as_light() -> None:
    for color in (RED, GREEN, BLUE, Rgb(213, 48, 28), Rgb(0, 87, 184)):
        seen = grey(color)
        assert seen.red == seen.green == seen.blue
    light = [grey(c).red for c in (BLUE, RED, GREEN)]
    assert light == sorted(light)


# --- the picture ---


def panels(data: bytes) -> list[np.ndarray]:
    """Cut a proof where the ground shows from top to bottom, below the captions."""
    pixels = np.asarray(Image.open(io.BytesIO(data)))
    ground = pixels[0, 0]
    below = pixels[50:]
    empty = (below == ground).all(axis=(0, 2))
    edges = np.flatnonzero(np.diff(empty.astype(int)))
    return [below[:, a + 1 : b + 1] for a, b in zip(edges[::2], edges[1::2], strict=True)]


def has(panel: np.ndarray, color: Rgb) -> bool:
    return bool((panel == np.array(color)).all(axis=2).any())


@pytest.mark.slow
def test_five_panels_of_one_leaf(ppgen: Runner, tmp_path: Path) -> None:
    ran = ppgen("proof", "chiffre/letters", "--lang", "de", "--only", "1-3,22", cwd=tmp_path)
    assert ran.code == 0, ran.err
    (made,) = tmp_path.rglob("*.*")
    assert made.relative_to(tmp_path).as_posix() in ran.out
    assert made.name == "chiffre-letters-de-a4-only-1-3,22-proof.png"
    found = panels(made.read_bytes())
    assert len(found) == 5
    assert len({panel.shape for panel in found}) == 1
    accent = Rgb(0xD5, 0x30, 0x1C)
    shades = [way(accent) for way in WAYS.values()]
    assert len(set(shades)) == 5
    for at, panel in enumerate(found):
        # Each panel shows the accent as its eyes see it, and no other eyes' shade. (Of greys there
        # are many on the smooth edges of black letters.)
        assert has(panel, shades[at])
        assert [has(panel, shade) for shade in shades[:4]] == [n == at for n in range(4)]
    last = found[-1]
    assert (last == last[..., :1]).all()


@pytest.mark.slow
def test_front_stands_over_back_and_one_side_alone(ppgen: Runner, tmp_path: Path) -> None:
    for name, args, pages in (("both", (), 2), ("one", ("--duplex", "none"), 1)):
        file = tmp_path / f"{name}.png"
        ran = ppgen("proof", "chiffre/themes", "--paper", "letter", *args, "-o", file, "--quiet")
        assert (ran.code, ran.out) == (0, ""), ran.err
        panel = panels(file.read_bytes())[0]
        paper = (panel == 255).all(axis=2).any(axis=1)
        runs = np.flatnonzero(np.diff(np.concatenate([[False], paper, [False]]).astype(int)))
        heights = (runs[1::2] - runs[::2]).tolist()
        assert len(heights) == pages
        # Letter is 11 inches by 8.5; the first page is cut at the caption's lower edge.
        assert heights[-1] == pytest.approx(panel.shape[1] * 11 / 8.5, abs=8)


@pytest.mark.slow
def test_default_name_and_product_options(ppgen: Runner, tmp_path: Path) -> None:
    ran = ppgen("proof", "chiffre/scores", "--games", "3", cwd=tmp_path)
    assert ran.code == 0, ran.err
    assert [p.name for p in (tmp_path / "out").iterdir()] == [
        "chiffre-scores-en-a4-games-3-proof.png"
    ]
    ran = ppgen("proof", "chiffre/scores", "--games", "0", cwd=tmp_path)
    assert ran.code == 2
    assert "1 to 12" in ran.err
