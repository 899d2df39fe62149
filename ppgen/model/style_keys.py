"""The keys of styles and the types of needs, with their defaults: one table for all stages.

Used by `load` for reading and by `place` for defaults. Must not know files.
"""

from __future__ import annotations

from typing import Any

from ppgen.geometry import Size
from ppgen.source.kinds import (
    COLOR,
    FACTOR,
    FIXED_SIZE,
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
    Written,
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


_SIDE = "|".join(SIDES)
SIDES_KIND: Parsed[tuple[str, ...]] = Parsed(
    "`all`, or some of top right bottom left",
    _sides,
    Written(rf"all|({_SIDE})(\s*,\s*({_SIDE}))*"),
)


def _lines(text: str) -> int | None:
    if text == "any":
        return 0
    number = parse_number(text)
    return number if isinstance(number, int) and number > 0 else None


LINES: Parsed[int] = Parsed(
    "a number of lines, or `any`", _lines, Written(r"any|\d+", "integer", 1), computed=True
)
#: Every key of a style with its kind, default and description; default None: nothing is drawn.
STYLE_KEYS: dict[str, tuple[Any, Any, str]] = {
    "font": (TEXT, "body", "Name of a font in `fonts`."),
    "bold": (YES_NO, False, "Whether to use the bold face of the font."),
    "size": (TEXT_SIZE, 9.0, "Largest size of the text; `fit`: as large as the box allows."),
    "min-size": (
        FIXED_SIZE,
        None,
        "Smallest size of the text; else 6pt, or `size` if smaller.",
    ),
    "lines": (LINES, 1, "Maximum number of lines; `any` for paragraphs."),
    "hyphens": (
        YES_NO,
        True,
        "Whether words may be hyphenated by rule; `no`: only at their soft hyphens.",
    ),
    "break-below": (
        SHARE,
        1.0,
        "Fraction of the size that fewer lines must reach to be preferred over more lines.",
    ),
    "uniform": (
        choice("no", "all", "most"),
        "no",
        "Whether all text of this style in a product has the same size.",
    ),
    "align": (
        choice("left", "center", "right"),
        "left",
        "Horizontal position of the content in its box.",
    ),
    "valign": (
        choice("top", "middle", "bottom", "ink"),
        "middle",
        "Vertical position of the content in its box; `ink` centers the visible ink.",
    ),
    "marks": (
        choice("free", "inside"),
        "free",
        "`inside`: accents and descenders stay within the box and its padding.",
    ),
    "line-height": (FACTOR, 1.15, "Distance between lines, as a multiple of the text size."),
    "case": (choice("keep", "upper"), "keep", "`upper`: capitals, by the rules of the language."),
    "lang": (LANGUAGE, "", "Language of the text, if it differs from the product's."),
    "without-font": (
        choice("stop", "skip"),
        "stop",
        "What to do with a text whose letters no font has: an error, or `skip` it with a note.",
    ),
    "color": (COLOR, "#000000", "Color of the text."),
    "veil": (choice("none", "red"), "none", "`red` hides text that red film shows again."),
    "veil-strength": (
        SHARE,
        0.45,
        "Fraction of red light that veiled text keeps; less is clearer behind film.",
    ),
    "fill": (COLOR, "none", "Fill color of the shape, or of the box of any other element."),
    "stroke": (COLOR, "none", "Color of the outline of the shape or box."),
    "weight": (NOT_NEGATIVE, 0.25, "Width of the line."),
    "dash": (NOT_NEGATIVE, 0.0, "Approximate length of dashes; 0: a solid line."),
    "hatch": (
        NOT_NEGATIVE,
        0.0,
        "Distance between the lines of a hatched fill; 0: solid.",
    ),
    "radius": (NOT_NEGATIVE, 0.0, "Radius of the corners."),
    "sides": (SIDES_KIND, SIDES, "Sides of the box on which `stroke` draws."),
    "padding": (SIZE, Size(0, 0), "Space between the box and its content."),
}
