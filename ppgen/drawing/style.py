"""A style with all its keys resolved, ready to set text and draw with.

Must not know layouts or how a style is declared.
"""

from __future__ import annotations

from typing import NamedTuple

from ppgen.drawing.ops import Color, FontList, Paint
from ppgen.geometry import Size


class Style(NamedTuple):
    """All keys of a style, ready to draw; `group` is the name by which `uniform` groups."""

    group: str
    fonts: FontList
    size: float
    min_size: float
    lines: int
    hyphens: bool
    break_below: float
    uniform: str
    align: str
    valign: str
    marks: str
    line_height: float
    case: str
    lang: str
    without_font: str
    color: Color
    paint: Paint
    radius: float
    sides: tuple[str, ...]
    padding: Size
    veil: str
    veil_strength: float
