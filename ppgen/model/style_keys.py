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
#: Every key of a style with its kind, its default and what it says; None: nothing is drawn.
STYLE_KEYS: dict[str, tuple[Any, Any, str]] = {
    "font": (TEXT, "body", "Name of a font in `fonts`."),
    "bold": (YES_NO, False, "Whether the bold face of the font is taken."),
    "size": (TEXT_SIZE, 9.0, "Largest size of the text; `fit` is as large as the box allows."),
    "min-size": (TEXT_SIZE, None, "Smallest size of the text; else 6pt, or `size` if smaller."),
    "lines": (LINES, 1, "Most lines that the text may take; `any` for paragraphs."),
    "hyphens": (
        YES_NO,
        True,
        "Whether the language's rules may hyphenate a word; `no`: only its own soft hyphens.",
    ),
    "break-below": (
        SHARE,
        1.0,
        "Share of the size that fewer lines must reach to win over more lines.",
    ),
    "uniform": (
        choice("no", "all", "most"),
        "no",
        "Whether all text of this style in a product has one size.",
    ),
    "align": (
        choice("left", "center", "right"),
        "left",
        "Where the content stands in its box, across.",
    ),
    "valign": (
        choice("top", "middle", "bottom", "ink"),
        "middle",
        "Where the content stands in its box, down; `ink` centres what is black.",
    ),
    "marks": (
        choice("free", "inside"),
        "free",
        "`inside`: accents and descenders stay in the box and its padding.",
    ),
    "line-height": (FACTOR, 1.15, "Distance of lines, times the size of the text."),
    "case": (choice("keep", "upper"), "keep", "`upper`: capitals, by the rules of the language."),
    "lang": (LANGUAGE, "", "Language of the text, if it is not that of the product."),
    "color": (COLOR, "#000000", "Colour of the text."),
    "veil": (choice("none", "red"), "none", "`red` hides text that red film shows again."),
    "veil-strength": (
        SHARE,
        0.45,
        "Share of red light that veiled text keeps; less is clearer behind film.",
    ),
    "fill": (COLOR, "none", "Colour inside the shape, or of the box of any other element."),
    "stroke": (COLOR, "none", "Colour of the line around the shape, or around the box."),
    "weight": (NOT_NEGATIVE, 0.25, "Width of the line."),
    "dash": (NOT_NEGATIVE, 0.0, "Length of dashes, about; 0 is a line without gaps."),
    "hatch": (NOT_NEGATIVE, 0.0, "Distance of the slanting lines that fill; 0 fills all."),
    "radius": (NOT_NEGATIVE, 0.0, "Radius of the corners."),
    "sides": (SIDES_KIND, SIDES, "Sides of the box on which `stroke` draws."),
    "padding": (SIZE, Size(0, 0), "Space between the box and its content."),
}
