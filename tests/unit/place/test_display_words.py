"""Words at display size: where they break, which size a deck has, where their marks stay."""

from __future__ import annotations

import pytest

from ppgen.drawing.face import Face
from ppgen.drawing.ops import MM_PER_PT, TextOp
from ppgen.geometry import Size
from tests.support.layouts import Bench

STYLE = "{{font: display, size: 40pt, lines: 2, hyphens: no{more}}}"
SHY = "\u00ad"


def word(bench: Bench, text: str, width: float, more: str = "", lang: str = "de") -> list[TextOp]:
    style = STYLE.format(more=more)
    box = f"{{left: 10, top: 10, width: {width}, height: 40}}"
    face = bench.face(f'  - {{text: "{text}", box: {box}, style: {style}}}', lang=lang)
    assert bench.codes() == []
    return [op for op in face.ops if isinstance(op, TextOp)]


def test_a_word_breaks_at_its_own_soft_hyphens_only(bench: Bench) -> None:
    """pyphen would make GÄNSEB-LÜMCHEN of it, which is the largest that fits."""
    (whole,) = word(bench, "GÄNSEBLÜMCHEN", 30)
    first, second = word(bench, f"GÄNSE{SHY}BLÜMCHEN", 30)
    assert (first.text, second.text) == ("GÄNSE-", "BLÜMCHEN")
    assert first.size > whole.size


@pytest.mark.parametrize(("share", "lines"), [(1.0, 2), (0.8, 1), (0.6, 1)])
def test_one_line_wins_as_long_as_it_is_large_enough(
    bench: Bench, share: float, lines: int
) -> None:
    text = f"GÄNSE{SHY}BLÜMCHEN"
    (alone,) = word(bench, text, 88, ", break-below: 0.1")
    wide = alone.bounds.width
    assert alone.size == 40
    found = word(bench, text, wide * 0.82, f", break-below: {share}")
    assert len(found) == lines
    assert found[0].size == pytest.approx(40 if lines == 2 else 40 * 0.82, rel=0.01)


def test_more_lines_are_taken_rather_than_none_at_all(bench: Bench) -> None:
    """One line would reach the share, but not the least size."""
    found = word(bench, "EINS ZWEI", 24, ", break-below: 0.2, min-size: 30pt")
    assert [op.text for op in found] == ["EINS", "ZWEI"]


UNIFORM = """
  - {text: "${word}", box: {width: 40, height: 20}, style: big}
  - {text: "${n}", box: {bottom: 0, height: 5}}
"""


@pytest.mark.parametrize(("count", "spoilt"), [(2, True), (3, False), (8, False)])
def test_one_long_word_does_not_shrink_a_small_deck(bench: Bench, count: int, spoilt: bool) -> None:
    words = ["cat"] * (count - 1) + ["hippopotamuses everywhere"]
    head = (
        "needs: {word: text, n: integer}\nstyles: {big: {size: 18pt, min-size: 4pt, uniform: most}}"
    )
    faces = bench.faces(UNIFORM, head, [{"word": w, "n": n} for n, w in enumerate(words)])
    sizes = [next(op for op in face.ops if isinstance(op, TextOp)).size for face in faces]
    assert (sizes[0] < 18) == spoilt
    assert sizes[-1] < 18


# --- marks ---

TALL = ["HAUS", "BÄR", "ÄÖÜ", "Ẩ", "ẬỢ", "gjpq"]


def ink(face: Face, bench: Bench, lang: str) -> tuple[float, float]:
    """Return the highest and the lowest black of the lines of a face, in mm."""
    ops = [op for op in face.ops if isinstance(op, TextOp)]
    tops, lows = [], []
    for op in ops:
        line = bench.fonts.line(op.text, op.fonts, lang, None)
        tops.append(op.origin.y - line.ink_top * op.size * MM_PER_PT)
        lows.append(op.origin.y - line.ink_low * op.size * MM_PER_PT)
    return min(tops), max(lows)


@pytest.mark.parametrize("text", TALL)
@pytest.mark.parametrize("valign", ["top", "middle", "bottom"])
@pytest.mark.parametrize("padding", [0, 2])
def test_marks_stay_inside_the_box_and_its_padding(
    bench: Bench, text: str, valign: str, padding: float
) -> None:
    style = (
        f"{{font: display, size: 40pt, min-size: 4pt, valign: {valign}, marks: inside, "
        f"padding: 0x{padding}}}"
    )
    draw = f'  - {{text: "{text}", box: {{top: 20, height: 12}}, style: {style}}}'
    face = bench.face(draw, lang="vi", size=Size(100, 60))
    top, low = ink(face, bench, "vi")
    assert top >= 20 - 1e-6
    assert low <= 32 + 1e-6


def test_words_without_marks_stay_where_they_are(bench: Bench) -> None:
    """Only what would stand out moves: the baseline of the others is that of `marks: free`."""
    draw = "  - {{text: HAUS, box: {{height: 12}}, style: {{font: display, size: 30pt{0}}}}}"
    ends = [bench.face(draw.format(more)) for more in ("", ", marks: inside")]
    one, other = (next(iter(face.ops)) for face in ends)
    assert isinstance(one, TextOp)
    assert isinstance(other, TextOp)
    assert one.origin == other.origin
