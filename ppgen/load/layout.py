"""Reads a layout file on its own, before its parents are joined.

Must not know files: `workspace` reads them, and `inherit` joins the parents.
"""

from __future__ import annotations

from collections.abc import Mapping as MappingOf
from typing import NamedTuple

from ppgen.diagnostics import Problem, Report, Span
from ppgen.drawing import svgpath
from ppgen.drawing.ops import FontChoice
from ppgen.expr import Expression
from ppgen.geometry import Size
from ppgen.load.divisions import DIVISION_KEYS, scope_division
from ppgen.load.elements import read_draw
from ppgen.load.needs import read_let, read_need_type, read_needs
from ppgen.load.styles import read_style
from ppgen.model.layout import Division, Element, Part, Shape, StyleDecl
from ppgen.model.needs import Let, Need, NeedType
from ppgen.source.decode import (
    Bound,
    Key,
    Keys,
    Reading,
    bound,
    first_line,
    items,
    map_of,
    plain,
    record,
    scalar,
)
from ppgen.source.forms import ListOf, Record, Value, form_of, reads
from ppgen.source.kinds import (
    AREA,
    COLOR,
    FACTOR,
    INTEGER,
    NOT_NEGATIVE,
    TEXT,
    YES_NO,
    Text,
    Written,
)
from ppgen.source.nodes import Mapping, Node, Sequence


class LayoutFile(NamedTuple):
    """One layout file without its parents; None for keys that it lacks."""

    span: Span
    extends: Text | None
    types: MappingOf[str, NeedType]
    needs: MappingOf[str, Need]
    let: MappingOf[Text, Let]
    fonts: MappingOf[str, tuple[FontChoice, ...]]
    colors: MappingOf[str, str]
    shapes: MappingOf[str, Shape]
    styles: MappingOf[str, StyleDecl]
    parts: MappingOf[str, Part]
    margin: Bound[float] | None
    outline: Bound[str] | None
    division: Division | None
    draw: tuple[Element, ...] | None
    expressions: tuple[Expression, ...]  # in margin, outline and division
    texts: frozenset[str]  # used as values anywhere in it


_PART_KEYS: Keys = {
    "needs": Key("Names that it needs, with their types.", read_needs, {}),
    "let": Key("Names for values that are computed once.", read_let, {}),
    "draw": Key("The elements; later ones are drawn on top.", read_draw, (), must=True),
    **DIVISION_KEYS,
}


@reads(Record("part", lambda: _PART_KEYS))
def _read_part(node: Node, reading: Reading) -> Part:
    with reading.apart() as expressions:
        values = record(node, _PART_KEYS, reading)
    division = scope_division(values, node, reading.report)
    return Part(
        node.span, values["needs"], values["let"], division, values["draw"], tuple(expressions)
    )


_SHAPE_KEYS: Keys = {
    "view": Key("Size of the area in which the path is drawn.", plain(AREA), must=True),
    "path": Key("SVG path data; the top left corner of the view is 0,0.", plain(TEXT), must=True),
    "flip": Key("`yes`: mirrored in right-to-left languages.", plain(YES_NO), default=False),
}


@reads(Record("shape", lambda: _SHAPE_KEYS))
def _read_shape(node: Node, reading: Reading) -> Shape:
    values = record(node, _SHAPE_KEYS, reading)
    if values["view"] is None or values["path"] is None:
        return Shape(node.span, Size(1, 1), ())
    commands = svgpath.parse(values["path"], values["view"], values["path"].span)
    return Shape(node.span, values["view"], commands, values["flip"])


_FONT_KEYS: Keys = {
    "family": Key("Name of the font family.", plain(TEXT), ""),
    "file": Key("Font file, TrueType or OpenType.", plain(TEXT), ""),
    "weight": Key("Weight, such as 700; overrides `bold`.", plain(INTEGER)),
    "scale": Key("Factor applied to the size in the style.", plain(FACTOR), 1.0),
    "cap": Key("Cap height in em, for a script without capitals.", plain(FACTOR)),
}


@reads(Value(TEXT), Record("font", lambda: _FONT_KEYS))
def _read_font(node: Node, reading: Reading) -> FontChoice:
    if isinstance(node, Mapping):
        values = record(node, _FONT_KEYS, reading)
        if not (values["family"] or values["file"]):
            hint = "add `family: ...`"
            raise Problem("E204", "a font needs a `family` or a `file`", node.span, help=hint)
        return FontChoice(
            str(values["family"]), str(values["file"]), values["weight"] or 0, values["scale"],
            values["cap"], node.span,
        )  # fmt: skip
    name = scalar(node, "a font's family or file").text
    if name.lower().endswith((".ttf", ".otf", ".ttc")):
        return FontChoice(file=name, weight=0, span=node.span)
    return FontChoice(family=name, weight=0, span=node.span)


@reads(form_of(_read_font), ListOf(form_of(_read_font)))
def _read_fonts(node: Node, reading: Reading) -> tuple[FontChoice, ...]:
    if isinstance(node, Sequence):
        return tuple(items(node, _read_font, reading))
    return (_read_font(node, reading),)


@reads(Value(COLOR._replace(name='a color: "#rrggbb"', written=Written("#[0-9a-fA-F]{6}"))))
def _read_color(node: Node, _reading: Reading) -> str:
    value = COLOR.convert(scalar(node, COLOR.name).text, node.span)
    if not value.startswith("#"):
        raise Problem("E206", f"a color must be written as #rrggbb, not `{value}`", node.span)
    return Text(value, node.span)


@reads(form_of(read_need_type))
def _read_type(node: Node, reading: Reading) -> NeedType:
    return read_need_type(node, reading)[0]


LAYOUT_KEYS: Keys = {
    "ppgen": first_line("layout"),
    "extends": Key("Layout that this one builds on, such as `base`.", plain(TEXT)),
    "types": Key("Types for `needs`, by name.", map_of(_read_type), {}),
    "needs": Key("Names that it needs, with their types.", read_needs, {}),
    "let": Key("Names for values that are computed once.", read_let, {}),
    "fonts": Key("Fonts by name; in a list they are tried in order.", map_of(_read_fonts), {}),
    "colors": Key("Colors by name.", map_of(_read_color), {}),
    "shapes": Key("Shapes by name, as paths.", map_of(_read_shape), {}),
    "styles": Key("Styles by name.", map_of(read_style), {}),
    "parts": Key("Groups of elements by name, for `use`.", map_of(_read_part), {}),
    "margin": Key(
        "Safe area: distance of the content from the cut edge.", bound(NOT_NEGATIVE), without=3
    ),
    "outline": Key("The cut line: `rect`, `ellipse` or a shape.", bound(TEXT), without="rect"),
    "draw": Key("The elements; later ones are drawn on top.", read_draw),
    **DIVISION_KEYS,
}


@reads(Record("layout", lambda: LAYOUT_KEYS))
def read_layout(node: Mapping, report: Report) -> LayoutFile:
    """Read one layout file."""
    reading = Reading(report)
    with reading.apart() as expressions:
        values = record(node, LAYOUT_KEYS, reading)
    return LayoutFile(
        node.span,
        values["extends"],
        values["types"],
        values["needs"],
        values["let"],
        values["fonts"],
        values["colors"],
        values["shapes"],
        values["styles"],
        values["parts"],
        values["margin"],
        values["outline"],
        scope_division(values, node, report),
        values["draw"],
        tuple(expressions),
        frozenset(reading.texts),
    )
