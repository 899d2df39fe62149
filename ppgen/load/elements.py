"""Reads elements with their boxes and repeats.

Takes the list `draw`; returns one object per element, of the class of its kind, with its
expressions. Must not know the layout that it belongs to.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ppgen.diagnostics import Problem, Report, suggest
from ppgen.drawing import svgpath
from ppgen.geometry import Size
from ppgen.load.divisions import DIVISION_KEYS, last_key, scope_division
from ppgen.load.needs import NAME, check_name, read_data
from ppgen.load.styles import style_ref
from ppgen.model.layout import (
    BoxSpec,
    Element,
    FieldElement,
    GroupElement,
    ImageElement,
    ProseElement,
    Repeat,
    ShapeElement,
    TextElement,
    UseElement,
)
from ppgen.model.needs import Data
from ppgen.source.decode import (
    Key,
    Keys,
    Reading,
    bound,
    expression,
    fixed,
    items,
    map_of,
    mapping,
    plain,
    record,
    scalar,
    sequence,
)
from ppgen.source.forms import Formula, ListOf, Loose, Named, OneOf, Record, Value, reads
from ppgen.source.kinds import (
    AREA,
    INTEGER,
    NUMBER,
    SIZE,
    TEXT,
    TRACK,
    YES_NO,
    Parsed,
    Text,
    Written,
    choice,
)
from ppgen.source.nodes import Node, Scalar, Sequence
from ppgen.units import LENGTH, parse_number, parse_size


def _ratio(text: str) -> float | None:
    number = parse_number(text)
    return float(number) if number is not None and 0.001 <= number <= 1000 else None


#: Width divided by height, such as 1 or 0.7.
_RATIO: Parsed[float] = Parsed(
    "a number greater than 0: width divided by height",
    _ratio,
    Written(LENGTH, "number", 0.001, 1000),
    computed=True,
)
_EDGES = {
    "left": "Distance from the left edge.",
    "right": "Distance from the right edge.",
    "width": "Width; centered if no edge is given.",
    "top": "Distance from the top edge.",
    "bottom": "Distance from the bottom edge.",
    "height": "Height; centered if no edge is given.",
    "inset": "Distance from all four edges.",
}

_BOX_KEYS: Keys = {
    "in": Key("Box in which this one is placed.", plain(TEXT)),
    **{name: Key(doc, bound(NUMBER)) for name, doc in _EDGES.items()},
    "ratio": Key("Width divided by height; the box shrinks to it.", bound(_RATIO)),
}


@reads(Value(TEXT), Record("box", lambda: _BOX_KEYS))
def _read_box(node: Node, reading: Reading) -> BoxSpec:
    if isinstance(node, Scalar):
        item = scalar(node, "a box")
        return BoxSpec(item.span, Text(item.text, item.span))
    values = record(node, _BOX_KEYS, reading, "a box")
    for trio in (("left", "right", "width"), ("top", "bottom", "height")):
        if all(values[name] is not None for name in trio):
            reading.report.error(
                "E404",
                f"a box takes two of {', '.join(trio)}, not three",
                last_key(node, trio),
                help="the third follows from the other two; delete one",
            )
    parent = values.pop("in")
    return BoxSpec(node.span, parent, **values)


@reads(ListOf(Loose()), Formula())
def _items(node: Node, reading: Reading) -> object:
    return read_data(node, reading) if isinstance(node, Sequence) else expression(node, reading)


@reads(Value(NAME))
def _name(node: Node, _reading: Reading) -> Text:
    item = scalar(node, "a name")
    check_name(item)
    return Text(item.text, item.span)


def _gap(text: str) -> Size | str | None:
    return "even" if text == "even" else parse_size(text)


_GAP: Parsed[Size | str] = Parsed(
    "a size, or `even`",
    _gap,
    Written(f"even|{SIZE.written.pattern}", "number"),
    computed=True,
    units=True,
)

_REPEAT_KEYS: Keys = {
    "each": Key("Name of the item inside the element.", _name),
    "in": Key("The items: a list, or an expression such as `1..4`.", _items, must=True),
    "index": Key("Name of the item's number, counted from 1.", _name),
    "columns": Key("Number of columns; items fill row by row.", bound(INTEGER)),
    "rows": Key("Number of rows; items fill column by column.", bound(INTEGER)),
    "gap": Key("Space between cells; `even` spreads them from edge to edge.", bound(_GAP)),
    "cell": Key("Size of each cell; by default the cells share the box.", bound(AREA)),
    "stack": Key("`yes`: every item gets the whole box.", bound(YES_NO), without=False),
    "track": Key("Length of each cell, in one column, or in one row: `rows: 1`.", bound(TRACK)),
}


@reads(Record("repeat", lambda: _REPEAT_KEYS))
def _read_repeat(node: Node, reading: Reading) -> Repeat:
    with reading.apart() as expressions:
        values = record(node, _REPEAT_KEYS, reading)
    listed = values.pop("in")
    if values["gap"] and values["gap"].constant == "even" and values["cell"] is None:
        message = "`gap: even` spreads cells of a fixed size"
        reading.report.error("E204", message, values["gap"].span, help="add `cell: ...`")
    track = values["track"]
    if track and (values["columns"] or values["cell"] or values["stack"]):
        message = "`track` is for cells one below the other, or side by side"
        hint = "remove `columns`, `cell` and `stack`; `rows: 1` puts cells side by side"
        reading.report.error("E204", message, track.span, help=hint)
    if track and track.template:
        # It knows the item, as the element does.
        own = track.template
        expressions = [each for each in expressions if each not in own.bindings]
        reading.keep(own)
    if listed is None:
        listed = Data([], node.span)
    return Repeat(node.span, listed, **values, expressions=tuple(expressions))


@reads(Value(TEXT))
def _part_name(node: Node, _reading: Reading) -> Text:
    item = scalar(node, "the name of a part")
    if not item.text:
        raise Problem("E202", "expected the name of a part, found nothing", node.span)
    return Text(item.text, item.span)


_TURNS = ("0", "90", "180", "270")
_ROTATE = choice(*_TURNS)._replace(computed=True)

_COMMON: Keys = {
    "box": Key("Where it is: a box, or edges and sizes; by default the whole scope.", _read_box),
    "style": Key("Name of a style, or style keys.", style_ref, without="default"),
    "when": Key("Condition: draws the element only if it holds.", expression),
    "repeat": Key("Draws the element once for each item.", _read_repeat),
    "rotate": Key("Rotates the content in its box, clockwise.", bound(_ROTATE), without=0),
    "mirror": Key("`no`: left stays left in right-to-left languages.", bound(YES_NO), without=True),
}
_SHAPE_FIT = choice("inside", "stretch")
_LINE_AT = choice("top", "bottom", "left", "right", "across", "down", "rising", "falling")


@reads(ListOf(Named("element", lambda: _ELEMENT)))
def read_draw(node: Node, reading: Reading) -> tuple[Element, ...]:
    """Read a list of elements."""
    return tuple(items(sequence(node, "a list of elements"), read_element, reading))


#: The keys of each kind of element; the first one names it.
_KINDS: dict[str, Keys] = {
    "text": {"text": Key("The text, set as large as its style and box allow.", bound(TEXT))},
    "prose": {
        "prose": Key("Running text: `# heading`, `- item`, `**strong**`.", bound(TEXT)),
        "head-style": Key("Style of the headings.", plain(TEXT), without="heading"),
    },
    "field": {
        "field": Key("Label of a field to write in.", bound(TEXT)),
        "min": Key("Smallest size that leaves room to write.", bound(SIZE)),
        "sum": Key("Labels of fields to add up on a screen; `*` is any part.", bound(TEXT)),
    },
    "shape": {
        "shape": Key("`rect`, `ellipse`, `line`, `path`, or a name in `shapes`.", bound(TEXT)),
        "at": Key("Position of a line in its box.", bound(_LINE_AT), without="across"),
        "path": Key("SVG path data, for `path`.", bound(TEXT)),
        "view": Key("Size of the area in which the path is drawn.", bound(AREA)),
        "fit": Key("`inside` keeps the proportions.", bound(_SHAPE_FIT), without="inside"),
        "mark": Key("Makes it a cut, fold or glue mark.", bound(choice("cut", "fold", "glue"))),
    },
    "image": {
        "image": Key("Path of a picture in the workspace.", bound(TEXT)),
        "fit": Key("`inside` shows all of it.", bound(choice("inside", "cover")), without="inside"),
    },
    "group": {
        "group": Key("Elements that share a box.", read_draw, ()),
        **DIVISION_KEYS,
    },
    "use": {
        "use": Key("Name of a part in `parts`.", _part_name),
        "with": Key("Values for the needs of the part.", map_of(read_data), {}),
    },
}
_KEYS: dict[str, Keys] = {kind: {**_COMMON, **own} for kind, own in _KINDS.items()}


def _form(kind: str) -> Record:
    return Record(f"{kind}-element", lambda: _KEYS[kind], must=(kind,))


_ELEMENT: OneOf = OneOf(tuple(_form(kind) for kind in _KINDS))
#: Replaces a text that could not be read, which is already reported.
_NOTHING = fixed(TEXT, Text(""))


def read_element(node: Node, reading: Reading) -> Element:
    """Read one element: the first key names its kind."""
    item = mapping(node, "an element such as {text: ...}")
    first = item.entries[0][0] if item.entries else None
    if first is None or first.text not in _KINDS:
        raise Problem(
            "E201",
            f"the first key of an element names its kind, not `{first.text if first else ''}`",
            first.span if first else item.span,
            help=suggest(first.text if first else "", _KINDS),
        )
    kind = first.text
    with reading.apart() as expressions:
        values = record(item, _KEYS[kind], reading)
    common: dict[str, Any] = {k: values[k] for k in _COMMON}
    common |= {"span": first.span, "expressions": tuple(expressions)}
    match kind:
        case "text":
            return TextElement(**common, text=values["text"] or _NOTHING)
        case "prose":
            prose = values["prose"] or _NOTHING
            return ProseElement(**common, prose=prose, head_style=values["head-style"])
        case "field":
            return FieldElement(
                **common,
                name=values["field"] or _NOTHING,
                least=values["min"],
                summed=values["sum"],
            )
        case "shape":
            own = {k: values[k] for k in ("at", "path", "view", "fit", "mark")}
            shape = ShapeElement(**common, shape=values["shape"] or _NOTHING, **own)
            return _with_commands(shape, reading.report)
        case "image":
            return ImageElement(**common, image=values["image"] or _NOTHING, fit=values["fit"])
        case "group":
            division = scope_division(values, item, reading.report)
            return GroupElement(**common, draw=values["group"], division=division)
        case _:
            part = values["use"] or Text("", first.span)
            return UseElement(**common, part=part, given=values["with"])


def _with_commands(element: ShapeElement, report: Report) -> ShapeElement:
    """Parse the path of an element once if it is the same on all faces."""
    path, view = element.path, element.view
    if element.shape.template is None and element.shape.constant != "path":
        return element
    if path is None or view is None:
        if element.shape.constant == "path":
            report.error("E204", "a path needs `path` and `view`", element.span)
        return element
    if path.constant is None or view.constant is None:
        return element
    try:
        commands = svgpath.parse(path.constant, view.constant, path.span)
    except Problem as problem:
        report.problem(problem)
        return element
    return replace(element, commands=commands)
