"""The keys of styles and the types of needs, with their defaults: one table for all stages.

Gives kinds to `load` for reading, to `place` for defaults. Must not know files.
"""

from __future__ import annotations

from typing import Any

from ppgen.geometry import Size
from ppgen.source.kinds import (
    COLOR,
    FACTOR,
    INTEGER,
    LANGUAGE,
    NOT_NEGATIVE,
    NUMBER,
    SHARE,
    SIZE,
    TEXT,
    TEXT_SIZE,
    TRACK,
    WORD,
    YES_NO,
    Kind,
    Parsed,
    choice,
)
from ppgen.units import parse_number

SCALAR_NEEDS: dict[str, Kind[object]] = {
    "text": TEXT, "integer": INTEGER, "number": NUMBER, "yes-no": YES_NO, "size": SIZE,
    "text size": TEXT_SIZE, "track": TRACK, "color": COLOR, "word": WORD,
}  # fmt: skip

SIDES = ("top", "right", "bottom", "left")


def _sides(text: str) -> tuple[str, ...] | None:
    names = tuple(part.strip() for part in text.split(","))
    if names == ("all",):
        return SIDES
    return names if all(n in SIDES for n in names) else None


SIDES_KIND: Parsed[tuple[str, ...]] = Parsed("`all`, or some of top right bottom left", _sides)


def _lines(text: str) -> int | None:
    if text == "any":
        return 0
    number = parse_number(text)
    return number if isinstance(number, int) and number > 0 else None


LINES: Parsed[int] = Parsed("a number of lines, or `any`", _lines, computed=True)
#: Every key of a style with its default; None means that nothing is drawn.
STYLE_KEYS: dict[str, tuple[Any, Any]] = {
    "font": (TEXT, "body"),
    "bold": (YES_NO, False),
    "size": (TEXT_SIZE, 9.0),
    "min-size": (TEXT_SIZE, None),
    "lines": (LINES, 1),
    "hyphens": (YES_NO, True),
    "uniform": (choice("no", "all", "most"), "no"),
    "align": (choice("left", "center", "right"), "left"),
    "valign": (choice("top", "middle", "bottom", "ink"), "middle"),
    "line-height": (FACTOR, 1.15),
    "case": (choice("keep", "upper"), "keep"),
    "lang": (LANGUAGE, ""),
    "color": (COLOR, "#000000"),
    "veil": (choice("none", "red"), "none"),
    "veil-strength": (SHARE, 0.45),
    "fill": (COLOR, "none"),
    "stroke": (COLOR, "none"),
    "weight": (NOT_NEGATIVE, 0.25),
    "dash": (NOT_NEGATIVE, 0.0),
    "radius": (NOT_NEGATIVE, 0.0),
    "sides": (SIDES_KIND, SIDES),
    "padding": (SIZE, Size(0, 0)),
}
