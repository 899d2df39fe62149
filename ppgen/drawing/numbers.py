"""Short numbers for drawings in any format, and the one guard of what they may hold."""

from __future__ import annotations

from functools import lru_cache

from ppgen.diagnostics import Problem

_LARGEST = 1e9


@lru_cache(maxsize=65536)
def number(value: float, places: int = 3) -> str:
    """Write a number as short as PDF and SVG allow; a thousandth of a millimetre is enough.

    Raises:
        Problem: E305 for inf, nan and what no viewer can read: a guard for all that is drawn.
    """
    if not abs(value) <= _LARGEST:
        raise Problem("E305", f"{value:g} in a drawing: no paper is that large")
    text = f"{value:.{places}f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def numbers(*values: float) -> str:
    """Write some numbers with spaces between."""
    return " ".join([number(value) for value in values])
