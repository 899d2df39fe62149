"""Running text: headings, items, blank lines and strong words, set to fit a box.

Takes the text and its styles; returns runs with their places in the box, in mm.
"""

from __future__ import annotations

import math
import re
from typing import NamedTuple

from ppgen.diagnostics import Span
from ppgen.drawing.ops import MM_PER_PT, FontList
from ppgen.drawing.style import Style
from ppgen.geometry import Size
from ppgen.text.breaks import NOTHING, han_pieces
from ppgen.text.fit import Fitter, check_length

_STEP = 0.1


class Run(NamedTuple):
    """Some words on one line: start of the baseline, width and cap height in mm."""

    text: str
    fonts: FontList
    size: float
    x: float
    y: float
    width: float
    cap: float


def set_prose(
    fitter: Fitter, text: str, style: Style, head: Style, box: Size, span: Span | None
) -> tuple[float, list[Run]]:
    """Set at the largest size, in steps of a tenth of a point, that the box holds.

    Gives a size under the style's least when none does.
    """
    check_length(text, span)
    # `fit` has no limit of its own: a single line that fills the box is the largest possible.
    most = box.height / MM_PER_PT / max(0.1, fitter.shape("H", style, None).cap)
    if math.isinf(style.size):
        style = style._replace(size=max(style.min_size, math.floor(most / _STEP) * _STEP))
    if math.isinf(head.size):
        head = head._replace(size=style.size)

    def attempt(step: int) -> tuple[float, list[Run], bool]:
        size = round(style.size - step * _STEP, 4)
        runs, height = _set(fitter, text, style, head, size, box.width, span)
        wide = max((run.x + run.width for run in runs), default=0.0)
        return size, runs, height <= box.height + 1e-6 and wide <= box.width + 1e-6

    size, runs, fits = attempt(0)
    if fits:
        return size, runs
    # The last step is the first below the minimum size and means "does not fit".
    last = min(
        math.floor((style.size - style.min_size) / _STEP + 1e-6) + 1,
        math.ceil(style.size / _STEP) - 1,
    )
    low, high = 0, max(1, last)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if attempt(middle)[2] else (middle, high)
    size, runs, _ = attempt(high)
    return size, runs


def _set(
    fitter: Fitter,
    text: str,
    style: Style,
    head: Style,
    size: float,
    width: float,
    span: Span | None,
) -> tuple[list[Run], float]:
    runs: list[Run] = []
    y = 0.0
    factor = size / style.size
    leading = style.line_height * size * MM_PER_PT
    last_baseline = 0.0
    for raw in text.splitlines():
        line = raw.strip()
        if not line:
            y += leading / 2
            continue
        here, at, indent = style, size, 0.0
        if line.startswith("# "):
            line, here, at = line[2:], head, head.size * factor
        elif line.startswith("- "):
            line, indent = line[2:], 3.0
        cap = fitter.shape("H", here, None).cap * at * MM_PER_PT
        words = _words(line, here)
        first = True
        while words:
            got, words = _take(fitter, words, at, width - indent, span)
            baseline = y + cap
            if first and indent:
                runs.append(_run(fitter, "•", here, at, 0.6, baseline, cap, span))
            x = indent
            for chunk, fonts in got:
                own = here._replace(fonts=fonts)
                runs.append(_run(fitter, chunk.rstrip(), own, at, x, baseline, cap, span))
                # The space behind the words moves on what follows, and is not drawn.
                x += fitter.shape(chunk, own, span).width * at * MM_PER_PT
            last_baseline = baseline
            y += style.line_height * at * MM_PER_PT
            first = False
    return runs, last_baseline


class _Word(NamedTuple):
    """A word with its fonts; no line ends before one that is `joined` to the word before it."""

    text: str
    fonts: FontList
    joined: bool = False


def _words(line: str, style: Style) -> list[_Word]:
    """Split a line into words; `**` toggles bold."""
    strong = tuple(f.with_weight(max(f.weight, 700)) for f in style.fonts)
    out: list[_Word] = []
    for i, part in enumerate(re.split(r"\*\*", line)):
        if out and part[:1].isspace():
            # The space after strong words belongs to them, or it would be lost.
            out[-1] = out[-1]._replace(text=out[-1].text.rstrip() + " ")
        fonts = strong if i % 2 else style.fonts
        words = re.findall(r"[\S\u00a0\u202f\u2007]+\s*", part)
        found = [_Word(w, fonts) for word in words for w in _unspaced(word)]
        if out and found and not part.startswith(NOTHING):
            found[0] = found[0]._replace(joined=_hangs(out[-1].text, found[0].text))
        out += found
    return out


def _hangs(before: str, after: str) -> bool:
    """Return whether no line may end between two words, such as strong ones and their full stop."""
    return not before[-1:].isspace() and _unspaced(before + after)[:1] == [before + after]


def _unspaced(word: str) -> list[str]:
    """Split a word where a line may end without a space."""
    return [piece for part in word.split(NOTHING) for piece in han_pieces(part) if piece]


def _take(
    fitter: Fitter, words: list[_Word], size: float, width: float, span: Span | None
) -> tuple[list[tuple[str, FontList]], list[_Word]]:
    """Take as many words as one line holds, at least one; equal fonts make one run."""
    room, used, count = width / MM_PER_PT / size, 0.0, 0
    for at, (word, fonts, _) in enumerate(words, 1):
        wide = fitter.metrics.line(word.rstrip(), fonts, fitter.lang, span).width
        if count and used + wide > room:
            break
        used += fitter.metrics.line(word, fonts, fitter.lang, span).width
        if at == len(words) or not words[at].joined:
            count = at
    line: list[tuple[str, FontList]] = []
    for word, fonts, _ in words[:count]:
        if line and line[-1][1] == fonts:
            line[-1] = (line[-1][0] + word, fonts)
        else:
            line.append((word, fonts))
    line[-1] = (line[-1][0].rstrip(), line[-1][1])
    return line, words[count:]


def _run(
    fitter: Fitter, text: str, style: Style, size: float, x: float, y: float, cap: float,
    span: Span | None,
) -> Run:  # fmt: skip
    width = fitter.metrics.line(text, style.fonts, fitter.lang, span).width * size * MM_PER_PT
    return Run(text, style.fonts, size, x, y, width, cap)
