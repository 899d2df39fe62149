"""Letters as outlines: what each glyph looks like, and where those of a line stand.

Takes typefaces and shaped lines; gives path data and places in units of the font. Must not know
faces or pages.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

from ppgen.drawing.numbers import number
from ppgen.text.line import AnyLine, PlainLine
from ppgen.text.typeface import Typeface


class Stand(NamedTuple):
    """A glyph and where it stands, in units of its font, y down."""

    gid: int
    x: float
    y: float


class Row(NamedTuple):
    """Glyphs of one typeface; `size` is that of the em, where the line's is 1."""

    typeface: Typeface
    size: float
    glyphs: list[Stand]


def rows(line: AnyLine) -> Iterator[Row]:
    """Yield the glyphs of a line, those of each typeface together, all from the line's start."""
    if isinstance(line, PlainLine):
        if line.letters:
            yield _plain(line)
        return
    pen = 0.0
    for run in line.runs:
        unit = run.typeface.em
        # Runs are measured at the line's size, glyphs in units of their own font.
        x = pen / run.scale if run.scale else 0.0
        glyphs = []
        for glyph in run.glyphs:
            glyphs.append(Stand(glyph.gid, (x + glyph.dx) * unit, -glyph.dy * unit))
            x += glyph.advance
        pen = x * run.scale
        yield Row(run.typeface, run.scale, glyphs)


def _plain(line: PlainLine) -> Row:
    pairs, letters = line.pairs, line.letters
    steps = (
        pairs.letters[letter] + kern
        for letter, kern in zip(letters, pairs.kerning(letters), strict=True)
    )
    places = accumulate(steps, initial=0)
    glyphs = [Stand(pairs.gid(letter), x, 0) for letter, x in zip(letters, places, strict=False)]
    return Row(pairs.typeface, line.scale, glyphs)


@lru_cache(maxsize=4096)
def outline(typeface: Typeface, gid: int) -> str:
    """Return a glyph as path data in units of its font, y down; nothing for a blank."""
    out: list[str] = []
    at = (0.0, 0.0)
    start = at
    for letter, points in typeface.curves(gid):
        if letter == "Z":
            out.append("z")
            at = start
            continue
        # What is rounded away goes on to the next point, so that nothing adds up.
        rounded = [(round(x, 1), round(-y, 1)) for x, y in points]
        if letter == "M":
            out.append(f"M{_joined(rounded[0])}")
            start = rounded[0]
        else:
            out.append(_step(letter.lower(), at, rounded))
        at = rounded[-1]
    return "".join(out)


def _step(letter: str, at: tuple[float, float], points: list[tuple[float, float]]) -> str:
    """Write a step from a point; what is upright or level takes one number only."""
    moves = [(x - at[0], y - at[1]) for x, y in points]
    if letter == "l" and moves[0][1] == 0:
        return f"h{number(moves[0][0], 1)}"
    if letter == "l" and moves[0][0] == 0:
        return f"v{number(moves[0][1], 1)}"
    return letter + _joined(*moves)


def _joined(*points: tuple[float, float]) -> str:
    """Write numbers with a space between where one is needed."""
    text = " ".join(number(v, 1) for point in points for v in point)
    return text.replace(" -", "-")
