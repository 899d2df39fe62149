"""Elements with their boxes and repeats, from nodes to models.

Takes the list `draw`; gives one object per element, of the class of its kind, with the expressions
in it. Must not know the layout that it belongs to.
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


#: Width by height, such as 1 or 0.7.
_RATIO: Parsed[float] = Parsed(
    "a number over 0: width by height",
    _ratio,
    Written(LENGTH, "number", 0.001, 1000),
    computed=True,
)
_EDGES = {
    "left": "Distance from the left edge.",
    "right": "Distance from the right edge.",
    "width": "Width; centred if no edge is given.",
    "top": "Distance from the top edge.",
    "bottom": "Distance from the bottom edge.",
    "height": "Height; centred if no edge is given.",
    "inset": "Distance from all four edges.",
}

_BOX_KEYS: Keys = {
    "in": Key("Box in which this one is placed; the whole scope without it.", plain(TEXT)),
    **{name: Key(doc, bound(NUMBER)) for name, doc in _EDGES.items()},
    "ratio": Key("Width by height, to which the box shrinks.", bound(_RATIO)),
}


@reads(Value(TEXT), Record("box", lambda: _BOX_KEYS))
def _read_box(node: Node, reading: Reading) -> BoxSpec:
    if isinstance(node, Scalar):
        item = scalar(node, "a box")
        return BoxSpec(item.span, Text(item.text, item.span))
    got = record(node, _BOX_KEYS, reading, "a box")
    for trio in (("left", "right", "width"), ("top", "bottom", "height")):
        if all(got[name] is not None for name in trio):
            reading.report.error(
                "E404",
                f"a box takes two of {', '.join(trio)}, not three",
                last_key(node, trio),
                help="the third follows from the other two: delete one",
            )
    parent = got.pop("in")
    return BoxSpec(node.span, parent, **got)


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
    "each": Key("Name of the item inside.", _name),
    "in": Key("The items: a list, or an expression such as `1..4`.", _items, must=True),
    "index": Key("Name of the item's number inside, from 1.", _name),
    "columns": Key("Number of columns; items fill row by row.", bound(INTEGER)),
    "rows": Key("Number of rows; items fill column by column.", bound(INTEGER)),
    "gap": Key("Space between cells; `even` spreads them from edge to edge.", bound(_GAP)),
    "cell": Key("Size of each cell; without it they share the box.", bound(AREA)),
    "stack": Key("`yes`: every item has the whole box.", bound(YES_NO), without=False),
}


@reads(Record("repeat", lambda: _REPEAT_KEYS))
def _read_repeat(node: Node, reading: Reading) -> Repeat:
    with reading.apart() as found:
        got = record(node, _REPEAT_KEYS, reading)
    listed = got.pop("in")
    if got["gap"] and got["gap"].constant == "even" and got["cell"] is None:
        message = "`gap: even` spreads cells of a fixed size"
        reading.report.error("E204", message, got["gap"].span, help="add `cell: ...`")
    if listed is None:
        listed = Data([], node.span)
    return Repeat(node.span, listed, **got, expressions=tuple(found))


@reads(Value(TEXT))
def _part_name(node: Node, _reading: Reading) -> Text:
    item = scalar(node, "the name of a part")
    if not item.text:
        raise Problem("E202", "expected the name of a part, found nothing", node.span)
    return Text(item.text, item.span)


_TURNS = ("0", "90", "180", "270")
_ROTATE = choice(*_TURNS)._replace(computed=True)

_COMMON: Keys = {
    "box": Key("Where: a box, or edges and sizes; else all of the scope.", _read_box),
    "style": Key("Name of a style, or style keys.", style_ref, without="default"),
    "when": Key("Condition: drawn only if it holds.", expression),
    "repeat": Key("Draws the element once for each item.", _read_repeat),
    "rotate": Key("Turns the content in its box, clockwise.", bound(_ROTATE), without=0),
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
    "text": {"text": Key("Text, as large as its style and box allow.", bound(TEXT))},
    "prose": {
        "prose": Key("Running text: `# heading`, `- item`, `**strong**`.", bound(TEXT)),
        "head-style": Key("Style of its headings.", plain(TEXT), without="heading"),
    },
    "field": {
        "field": Key("Name of a field to write in.", bound(TEXT)),
        "min": Key("Least size in which one can write.", bound(SIZE)),
    },
    "shape": {
        "shape": Key("`rect`, `ellipse`, `line`, `path`, or a name in `shapes`.", bound(TEXT)),
        "at": Key("Where a line lies in its box.", bound(_LINE_AT), without="across"),
        "path": Key("Path data of SVG, for `path`.", bound(TEXT)),
        "view": Key("Size of the field in which the path is drawn.", bound(AREA)),
        "fit": Key("`inside` keeps proportions.", bound(_SHAPE_FIT), without="inside"),
        "mark": Key("Makes it a mark for scissors or glue.", bound(choice("cut", "fold", "glue"))),
    },
    "image": {
        "image": Key("File of a picture in the workspace.", bound(TEXT)),
        "fit": Key("`inside` shows all of it.", bound(choice("inside", "cover")), without="inside"),
    },
    "group": {
        "group": Key("Elements with a box of their own.", read_draw, ()),
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
#: Stands for a text that could not be read, which is reported.
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
    with reading.apart() as found:
        got = record(item, _KEYS[kind], reading)
    common: dict[str, Any] = {k: got[k] for k in _COMMON}
    common |= {"span": first.span, "expressions": tuple(found)}
    match kind:
        case "text":
            return TextElement(**common, text=got["text"] or _NOTHING)
        case "prose":
            prose = got["prose"] or _NOTHING
            return ProseElement(**common, prose=prose, head_style=got["head-style"])
        case "field":
            return FieldElement(**common, name=got["field"] or _NOTHING, least=got["min"])
        case "shape":
            own = {k: got[k] for k in ("at", "path", "view", "fit", "mark")}
            shape = ShapeElement(**common, shape=got["shape"] or _NOTHING, **own)
            return _with_commands(shape, reading.report)
        case "image":
            return ImageElement(**common, image=got["image"] or _NOTHING, fit=got["fit"])
        case "group":
            division = scope_division(got, item, reading.report)
            return GroupElement(**common, draw=got["group"], division=division)
        case _:
            part = got["use"] or Text("", first.span)
            return UseElement(**common, part=part, given=got["with"])


def _with_commands(element: ShapeElement, report: Report) -> ShapeElement:
    """Parse the path of an element once, if it is the same on all faces."""
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
