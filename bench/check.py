"""Checks that a PDF holds the requested work: its pages, its words, and its looks.

Takes a PDF, and perhaps a list of words and a PDF that must look the same; returns what it found.
Must not know jobs.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pypdfium2

_DPI = 150
_DARK, _DARKISH = 160, 220
#: What pdfium puts in place of a hyphen at the end of a line.
_BROKEN = "\x02"

Image = np.ndarray[Any, np.dtype[np.uint8]]
Mask = np.ndarray[Any, np.dtype[np.bool_]]


def text(document: pypdfium2.PdfDocument) -> str:
    """Return all text of a file, words that were broken in one piece."""
    pages = (page.get_textpage().get_text_bounded() for page in document)
    return "\n".join(pages).replace(f"{_BROKEN}\r\n", "").replace(_BROKEN, "")


def strays(ours: Image, theirs: Image) -> int:
    """Count the pixels that are dark in one picture, and not even near a darkish one in the other.

    Fonts and edges may lie a fraction of a pixel apart; what is missing or elsewhere is counted.
    """
    if ours.shape != theirs.shape:
        return max(ours.size, theirs.size)
    astray = 0
    for one, other in ((ours, theirs), (theirs, ours)):
        astray += int(np.count_nonzero((one < _DARK) & ~_around(other < _DARKISH)))
    return astray


def _around(mask: Mask) -> Mask:
    """Return a mask with the pixels next to it."""
    grown = mask.copy()
    for step in (-1, 0, 1):
        for side in (-1, 0, 1):
            grown |= np.roll(mask, (step, side), (0, 1))
    return grown


def picture(document: pypdfium2.PdfDocument, index: int) -> Image:
    """Draw a page in gray."""
    drawn: Image = document[index].render(scale=_DPI / 72, grayscale=True).to_numpy()
    return drawn.reshape(drawn.shape[:2])


def found(pdf: Path, words: Path | None, like: Path | None) -> dict[str, int]:
    """Return how many pages and listed words a file has, and how far the first leaf is off."""
    out: dict[str, int] = {}
    with pypdfium2.PdfDocument(pdf) as document:
        out["pages"] = len(document)
        if words:
            listed = set(words.read_text(encoding="utf-8").split())
            out["words"] = len(listed & set(text(document).split()))
        if like:
            with pypdfium2.PdfDocument(like) as other:
                out["strays"] = max(strays(picture(document, i), picture(other, i)) for i in (0, 1))
    return out
