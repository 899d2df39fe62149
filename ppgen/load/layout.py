"""Layout files: from one node tree to a layout of its own, before parents are joined.

Must not know files: `workspace` reads them and joins the parents.
"""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Mapping as MappingOf
from dataclasses import dataclass, replace
from typing import Any

from ppgen.diagnostics import Problem, Report, Span, suggest
from ppgen.drawing import svgpath
from ppgen.drawing.ops import FontChoice
from ppgen.expr import compile_template
from ppgen.geometry import Size
from ppgen.model.layout import (
    BoxSpec,
    Division,
    Element,
    FieldElement,
    GroupElement,
    ImageElement,
    Part,
    ProseElement,
    Repeat,
    Shape,
    ShapeElement,
    StyleDecl,
    TextElement,
    Track,
    UseElement,
)
from ppgen.model.needs import Data, Need, NeedType
from ppgen.model.style_keys import SCALAR_NEEDS, SIDES, SIDES_KIND, STYLE_KEYS
from ppgen.source.decode import (
    Bound,
    Key,
    Keys,
    bound,
    entries,
    expression,
    fixed,
    items,
    loose,
    mapping,
    plain,
    record,
    scalar,
    sequence,
)
from ppgen.source.kinds import (
    AREA,
    COLOR,
    FACTOR,
    INTEGER,
    NOT_NEGATIVE,
    NUMBER,
    SIZE,
    TEXT,
    TRACK,
    YES_NO,
    Parsed,
    Text,
    TrackSize,
    choice,
)
from ppgen.source.nodes import Mapping, Node, Scalar, Sequence
from ppgen.units import parse_number, parse_size


def _read_sides(node: Node, report: Report) -> Bound[tuple[str, ...]]:
    if isinstance(node, Sequence):
        names = items(node, plain(choice(*SIDES)), report)
        return fixed(SIDES_KIND, tuple(names))
    return bound(SIDES_KIND)(node, report)


def read_style(node: Node, report: Report) -> StyleDecl:
    """Read a map of style keys."""
    keys: dict[str, Key] = {"extends": Key(plain(TEXT))}
    for name, (kind, _default) in STYLE_KEYS.items():
        keys[name] = Key(_read_sides if name == "sides" else bound(kind))
    got = record(node, keys, report, "a map of style keys")
    values = {k: v for k, v in got.items() if v is not None and k != "extends"}
    return StyleDecl(node.span, got["extends"], values)


def _style_ref(node: Node, report: Report) -> StyleDecl | Text:
    if isinstance(node, Mapping):
        return read_style(node, report)
    item = scalar(node, "a style")
    return Text(item.text, item.span)


def read_data(node: Node, report: Report) -> Data:
    """Read a tree of values in which any text may bind."""
    if isinstance(node, Sequence):
        return Data(items(node, read_data, report), node.span)
    if isinstance(node, Mapping):
        return Data(entries(node, read_data, report), node.span)
    item = scalar(node, "a value")
    template = compile_template(item.text, item.inside)
    return Data(loose(node, report) if template is None else template, item.span)


def read_need_type(node: Node, report: Report) -> tuple[NeedType, object, bool]:
    """Read `type`, `type = default`, `[type]` or `{key: type}`."""
    if isinstance(node, Sequence):
        if len(node.items) != 1:
            raise Problem("E202", "a list type names one type: [text]", node.span)
        inner, _default, _has = read_need_type(node.items[0], report)
        return NeedType("list", item=inner), None, False
    if isinstance(node, Mapping):
        return NeedType("map", keys=read_needs(node, report)), None, False
    item = scalar(node, "a type")
    name, equals, rest = item.text.partition("=")
    name, rest = name.strip(), rest.strip()
    default: object = None
    if equals:
        kind = SCALAR_NEEDS.get(name)
        default = kind.convert(rest, item.span) if kind else Text(rest, item.span)
    return NeedType(name), default, bool(equals)


def read_needs(node: Node, report: Report) -> dict[str, Need]:
    """Read `needs`."""
    out: dict[str, Need] = {}
    for name, child in mapping(node).entries:
        try:
            check_name(name)
            if name.text in {"face", "lang", "t"}:
                message = f"the name `{name.text}` is taken: it is always there"
                raise Problem("E212", message, name.span, help="rename the need")
            kind, default, has = read_need_type(child, report)
            out[name.text] = Need(kind, child.span, default, has)
        except Problem as problem:
            report.problem(problem)
    return out


def check_name(name: Scalar) -> None:
    """Refuse names that expressions cannot say."""
    import keyword  # noqa: PLC0415 - rarely needed

    if not name.text.isidentifier():
        raise Problem(
            "E301",
            f"`{name.text}` cannot be used as a name in expressions",
            name.span,
            help=f"write `{name.text.replace('-', '_')}`"
            if "-" in name.text
            else "a name has letters, digits and `_`, and no digit first",
        )
    if keyword.iskeyword(name.text):
        raise Problem(
            "E301",
            f"`{name.text}` is a word of Python and cannot be a name",
            name.span,
            help=f"rename it, for example `{name.text}_`",
        )


def _division_keys() -> dict[str, Key]:
    return {
        "rows": Key(_read_tracks),
        "columns": Key(_read_tracks),
        "gap": Key(bound(NUMBER)),
        "inset": Key(bound(SIZE)),
    }


def _read_tracks(node: Node, report: Report) -> tuple[Track, ...]:
    out: list[Track] = []
    for name, child in mapping(node, "a map of tracks").entries:
        label = Text(name.text, name.span)
        try:
            if isinstance(child, Mapping):
                keys = {
                    "size": Key(bound(TRACK)),
                    "min": Key(bound(NUMBER)),
                    "max": Key(bound(NUMBER)),
                    **_division_keys(),
                }
                got = record(child, keys, report)
                size: Bound[TrackSize] = got["size"] or fixed(TRACK, TrackSize(1, 0))
                inner = _division(got, child, report)
                out.append(Track(label, size, got["min"], got["max"], inner, got["inset"]))
            else:
                out.append(Track(label, bound(TRACK)(child, report)))
        except Problem as problem:
            report.problem(problem)
    return tuple(out)


def _last_key(node: Node, names: Iterable[str]) -> Span:
    """Give the place of the last of some keys."""
    keys = [k.span for k, _ in node.entries if k.text in names] if isinstance(node, Mapping) else []
    return keys[-1] if keys else node.span


def _division(got: dict[str, Any], node: Node, report: Report) -> Division | None:
    if got["rows"] and got["columns"]:
        report.problem(
            Problem(
                "E217",
                "rows and columns on one level",
                _last_key(node, ("rows", "columns")),
                help="divide one of the rows: `name: {size: 1fr, columns: {...}}`",
            )
        )
    tracks = got["rows"] or got["columns"]
    if not tracks:
        return None
    return Division(not got["rows"], tracks, got["gap"])


def _unique_tracks(division: Division | None, seen: dict[str, Text], report: Report) -> None:
    """Refuse a second box of the same name in a scope."""
    for track in division.tracks if division else ():
        first = seen.setdefault(str(track.name), track.name)
        if first is not track.name or track.name in {"face", "bleed"}:
            always = "; a box of this name is always there" if first is track.name else ""
            report.problem(
                Problem(
                    "E212",
                    f"two boxes have the name `{track.name}`{always}",
                    track.name.span,
                    help="rename one of them",
                    second=None if first is track.name else first.span,
                    second_note="first here",
                )
            )
        _unique_tracks(track.inner, seen, report)


def scope_division(got: dict[str, Any], node: Node, report: Report) -> Division | None:
    """Build the division of a layout, part or group; its inset belongs to it."""
    division = _division(got, node, report)
    _unique_tracks(division, {}, report)
    if got["inset"] is None:
        return division
    if division is None:
        return Division(across=False, tracks=(), inset=got["inset"])
    return Division(division.across, division.tracks, division.gap, got["inset"])


def _ratio(text: str) -> float | None:
    number = parse_number(text)
    return float(number) if number is not None and 0.001 <= number <= 1000 else None


#: Width by height, such as 1 or 0.7.
RATIO: Parsed[float] = Parsed("a number over 0: width by height", _ratio)

_BOX_KEYS: Keys = {
    "in": Key(plain(TEXT)),
    **{
        name: Key(bound(NUMBER))
        for name in ("left", "right", "width", "top", "bottom", "height", "inset")
    },
    "ratio": Key(bound(RATIO)),
}


def _read_box(node: Node, report: Report) -> BoxSpec:
    if isinstance(node, Scalar):
        item = scalar(node, "a box")
        return BoxSpec(item.span, Text(item.text, item.span))
    got = record(node, _BOX_KEYS, report, "a box")
    for trio in (("left", "right", "width"), ("top", "bottom", "height")):
        if all(got[name] is not None for name in trio):
            report.problem(
                Problem(
                    "E404",
                    f"a box takes two of {', '.join(trio)}, not three",
                    _last_key(node, trio),
                    help="the third follows from the other two: delete one",
                )
            )
    parent = got.pop("in")
    return BoxSpec(node.span, parent, **got)


def _items(node: Node, report: Report) -> Any:
    return read_data(node, report) if isinstance(node, Sequence) else expression(node, report)


def _name(node: Node, _report: Report) -> Text:
    item = scalar(node, "a name")
    check_name(item)
    return Text(item.text, item.span)


def _read_gap(node: Node, report: Report) -> Bound[Any]:
    return bound(GAP)(node, report)


def _gap(text: str) -> Any:
    return "even" if text == "even" else parse_size(text)


GAP: Parsed[Any] = Parsed("a size, or `even`", _gap)

_REPEAT_KEYS: Keys = {
    "each": Key(_name),
    "in": Key(_items, must=True),
    "index": Key(_name),
    "columns": Key(bound(INTEGER)),
    "rows": Key(bound(INTEGER)),
    "gap": Key(_read_gap),
    "cell": Key(bound(AREA)),
    "stack": Key(bound(YES_NO)),
}


def _read_repeat(node: Node, report: Report) -> Repeat:
    got = record(node, _REPEAT_KEYS, report)
    listed = got.pop("in")
    if got["gap"] and got["gap"].constant == "even" and got["cell"] is None:
        message = "`gap: even` spreads cells of a fixed size"
        report.problem(Problem("E204", message, got["gap"].span, help="add `cell: ...`"))
    if listed is None:
        listed = Data([], node.span)
    return Repeat(node.span, listed, **got)


def _part_name(node: Node, _report: Report) -> Text:
    item = scalar(node, "the name of a part")
    if not item.text:
        raise Problem("E202", "expected the name of a part, found nothing", node.span)
    return Text(item.text, item.span)


_COMMON: dict[str, Key] = {
    "box": Key(_read_box),
    "style": Key(_style_ref),
    "when": Key(expression),
    "repeat": Key(_read_repeat),
    "rotate": Key(bound(choice("0", "90", "180", "270"))),
    "mirror": Key(bound(YES_NO)),
}
_LINE_AT = choice("top", "bottom", "left", "right", "across", "down", "rising", "falling")
_OWN: dict[str, dict[str, Key]] = {
    "text": {"text": Key(bound(TEXT))},
    "prose": {"prose": Key(bound(TEXT)), "head-style": Key(plain(TEXT))},
    "field": {"field": Key(bound(TEXT)), "min": Key(bound(SIZE))},
    "shape": {
        "shape": Key(bound(TEXT)),
        "at": Key(bound(_LINE_AT)),
        "path": Key(bound(TEXT)),
        "view": Key(bound(AREA)),
        "fit": Key(bound(choice("inside", "stretch"))),
        "mark": Key(bound(choice("cut", "fold", "glue"))),
    },
    "image": {"image": Key(bound(TEXT)), "fit": Key(bound(choice("inside", "cover")))},
    "group": {},
    "use": {"use": Key(_part_name), "with": Key(lambda n, r: entries(n, read_data, r), {})},
}
#: Stands for a text that could not be read, which is reported.
_NOTHING = fixed(TEXT, Text(""))


def read_element(node: Node, report: Report) -> Element:
    """Read one element: the first key names its kind."""
    item = mapping(node, "an element such as {text: ...}")
    first = item.entries[0][0] if item.entries else None
    if first is None or first.text not in _OWN:
        raise Problem(
            "E201",
            f"the first key of an element names its kind, not `{first.text if first else ''}`",
            first.span if first else item.span,
            help=suggest(first.text if first else "", _OWN),
        )
    kind = first.text
    keys: dict[str, Key] = {**_COMMON, **_OWN[kind]}
    if kind == "group":
        keys |= {"group": Key(read_draw, ()), **_division_keys()}
    got = record(item, keys, report)
    common: dict[str, Any] = {"span": first.span, **{k: got[k] for k in _COMMON}}
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
            return _with_commands(
                ShapeElement(**common, shape=got["shape"] or _NOTHING, **own), report
            )
        case "image":
            return ImageElement(**common, image=got["image"] or _NOTHING, fit=got["fit"])
        case "group":
            division = scope_division(got, item, report)
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
            message = "a path needs `path` and `view`"
            report.problem(Problem("E204", message, element.span))
        return element
    if path.constant is None or view.constant is None:
        return element
    try:
        commands = svgpath.parse(path.constant, view.constant, path.span)
    except Problem as problem:
        report.problem(problem)
        return element
    return replace(element, commands=commands)


def read_draw(node: Node, report: Report) -> tuple[Element, ...]:
    """Read a list of elements."""
    return tuple(items(sequence(node, "a list of elements"), read_element, report))


def _read_part(node: Node, report: Report) -> Part:
    keys: dict[str, Key] = {
        "needs": Key(read_needs, {}),
        "draw": Key(read_draw, (), must=True),
        **_division_keys(),
    }
    got = record(node, keys, report)
    return Part(node.span, got["needs"], scope_division(got, node, report), got["draw"])


def _read_shape(node: Node, report: Report) -> Shape:
    keys: dict[str, Key] = {
        "view": Key(plain(AREA), must=True),
        "path": Key(plain(TEXT), must=True),
        "flip": Key(plain(YES_NO), default=False),
    }
    got = record(node, keys, report)
    if got["view"] is None or got["path"] is None:
        return Shape(node.span, Size(1, 1), ())
    commands = svgpath.parse(got["path"], got["view"], got["path"].span)
    return Shape(node.span, got["view"], commands, got["flip"])


_FONT_KEYS: Keys = {
    "family": Key(plain(TEXT), ""),
    "file": Key(plain(TEXT), ""),
    "weight": Key(plain(INTEGER)),
    "scale": Key(plain(FACTOR), 1.0),
    "cap": Key(plain(FACTOR)),
}


def _read_font(node: Node, report: Report) -> FontChoice:
    if isinstance(node, Mapping):
        got = record(node, _FONT_KEYS, report)
        if not (got["family"] or got["file"]):
            helped = "add `family: ...`"
            raise Problem("E204", "a font has a `family` or a `file`", node.span, help=helped)
        return FontChoice(
            str(got["family"]), str(got["file"]), got["weight"] or 0, got["scale"], got["cap"],
            node.span,
        )  # fmt: skip
    name = scalar(node, "a font's family or file").text
    if name.lower().endswith((".ttf", ".otf", ".ttc")):
        return FontChoice(file=name, weight=0, span=node.span)
    return FontChoice(family=name, weight=0, span=node.span)


def _read_fonts(node: Node, report: Report) -> tuple[FontChoice, ...]:
    if isinstance(node, Sequence):
        return tuple(items(node, _read_font, report))
    return (_read_font(node, report),)


def _read_color(node: Node, _report: Report) -> str:
    value = COLOR.convert(scalar(node, COLOR.name).text, node.span)
    if not value.startswith("#"):
        raise Problem("E206", f"a colour is written as #rrggbb, not `{value}`", node.span)
    return value


@dataclass(frozen=True)
class LayoutFile:
    """One layout file, its parent not joined yet."""

    node: Mapping
    got: MappingOf[str, Any]
    division: Division | None


LAYOUT_KEYS: dict[str, Key] = {
    "ppgen": Key(plain(TEXT)),
    "extends": Key(plain(TEXT)),
    "types": Key(lambda n, r: dict(_read_types(n, r).items()), {}),
    "needs": Key(read_needs, {}),
    "fonts": Key(lambda n, r: entries(n, _read_fonts, r), {}),
    "colors": Key(lambda n, r: entries(n, _read_color, r), {}),
    "shapes": Key(lambda n, r: entries(n, _read_shape, r), {}),
    "styles": Key(lambda n, r: entries(n, read_style, r), {}),
    "parts": Key(lambda n, r: entries(n, _read_part, r), {}),
    "margin": Key(bound(NOT_NEGATIVE)),
    "outline": Key(bound(TEXT)),
    "draw": Key(read_draw),
    **_division_keys(),
}


def _read_types(node: Node, report: Report) -> dict[Text, NeedType]:
    return entries(node, lambda n, r: read_need_type(n, r)[0], report)


def read_layout(node: Mapping, report: Report) -> LayoutFile:
    """Read one layout file."""
    got = record(node, LAYOUT_KEYS, report)
    return LayoutFile(node, got, scope_division(got, node, report))
