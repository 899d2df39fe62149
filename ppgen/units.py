"""Reads lengths and sizes from text, always as millimeters.

Takes text, returns numbers in mm (text sizes in points) or None when it cannot be read.
Must not know files, paper names or PDF.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from ppgen.geometry import Edges, Size

#: Layouts repeat the same few numbers, and each is read for each face.
_kept = lru_cache(maxsize=4096)
_FACTORS = {"": 1.0, "mm": 1.0, "cm": 10.0, "in": 25.4, "pt": 25.4 / 72}
#: More digits than any number on paper has; Python refuses to read thousands of them.
_DIGITS = 24
#: In mm, larger than any paper; so all numbers read here are finite, as are their sums.
FARTHEST = 100_000.0
#: In mm: no printer has a larger margin.
MOST_MARGIN = 50.0
_NUMBER = rf"-?(?:\d{{1,{_DIGITS}}}(?:\.\d{{0,{_DIGITS}}})?|\.\d{{1,{_DIGITS}}})"
#: Their forms as regular expressions.
LENGTH = rf"({_NUMBER})\s*(mm|cm|in|pt)?"
MARGIN = rf"{LENGTH}(?:,{LENGTH}){{0,3}}"
SIZE = rf"({_NUMBER})\s*x\s*({_NUMBER})\s*(mm|cm|in|pt)?"
TRACK = rf"({_NUMBER})\s*fr\s*(?:\+\s*({_NUMBER}))?"
FIXED_SIZE = rf"{_NUMBER}\s*(pt|mm)"
TEXT_SIZE = rf"fit|{FIXED_SIZE}"
_LENGTH, _SIZE, _TRACK = (re.compile(p, re.ASCII) for p in (LENGTH, SIZE, TRACK))


@_kept
def parse_number(text: str) -> int | float | None:
    """Read a plain decimal number; an integer comes back as int."""
    if len(text) > _DIGITS:
        return None
    if re.fullmatch(r"-?(?:0|[1-9]\d*)", text, re.ASCII):
        return int(text)
    if re.fullmatch(r"-?(?:(?:0|[1-9]\d*)\.\d+|\.\d+)", text, re.ASCII):
        return float(text)
    return None


def _near(*lengths: float) -> bool:
    return all(abs(length) <= FARTHEST for length in lengths)


@_kept
def parse_length(text: str) -> float | None:
    """Read `12`, `12mm`, `1.2cm`, `0.5in` as mm."""
    match = _LENGTH.fullmatch(text.strip())
    length = float(match[1]) * _FACTORS[match[2] or ""] if match else None
    return length if length is not None and _near(length) else None


@_kept
def parse_size(text: str) -> Size | None:
    """Read `63x88` or `8.5x11in`; one length alone is a square."""
    match = _SIZE.fullmatch(text.strip())
    if match:
        factor = _FACTORS[match[3] or ""]
        size = Size(float(match[1]) * factor, float(match[2]) * factor)
        return size if _near(size.width, size.height) else None
    side = parse_length(text)
    return None if side is None else Size(side, side)


@_kept
def parse_track(text: str) -> tuple[float | None, float] | None:
    """Read `12` as (None, 12), `2fr` as (2, 0) and `2fr+3` as (2, 3)."""
    match = _TRACK.fullmatch(text.strip())
    if match:
        share, fixed = float(match[1]), float(match[2] or 0)
        return (share, fixed) if _near(share, fixed) else None
    alone = parse_length(text)
    return None if alone is None else (None, alone)


@_kept
def parse_text_size(text: str) -> float | None:
    """Read `9pt` or `3mm` in points; `fit` has no limit."""
    text = text.strip()
    if text == "fit":
        return float("inf")
    match = _LENGTH.fullmatch(text)
    if not match or match[2] not in {"pt", "mm"}:
        return None
    size = float(match[1]) * (1.0 if match[2] == "pt" else 72 / 25.4)
    return size if _near(size) else None


@_kept
def parse_margin(text: str) -> Edges | None:
    """Read one length for all sides, or those of top, right, bottom and left: `3,3,12.7,3`."""
    lengths = [parse_length(part) for part in text.split(",")]
    known = [length for length in lengths if length is not None and 0 <= length <= MOST_MARGIN]
    if len(known) < len(lengths) or len(known) not in {1, 4}:
        return None
    top, right, bottom, left = known * (4 // len(known))
    return Edges(left, top, right, bottom)


def show_margin(margin: Edges) -> str:
    """Write a margin as `parse_margin` reads it."""
    sides = [show(x) for x in (margin.top, margin.right, margin.bottom, margin.left)]
    return sides[0] if len(set(sides)) == 1 else ",".join(sides)


def show(value: float) -> str:
    """Write a number in its shortest form: 12, 0.5, 141.5."""
    return f"{round(value, 2):g}" if abs(value) < 1e6 else str(value)


def ranges(numbers: Iterable[int]) -> str:
    """Write numbers as people ask for them: 3,7-9."""
    out: list[list[int]] = []
    for n in sorted(numbers):
        if out and n == out[-1][1] + 1:
            out[-1][1] = n
        else:
            out.append([n, n])
    return ",".join(str(a) if a == b else f"{a}-{b}" for a, b in out)
