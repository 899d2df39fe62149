"""Reads needs, and the data that fills them.

Takes nodes of layout and game files; returns needs with their types, and trees of values. Must not
know elements or files.
"""

from __future__ import annotations

import keyword

from ppgen.diagnostics import Problem
from ppgen.expr import compile_template
from ppgen.model.needs import ALWAYS, Data, Let, Need, NeedType
from ppgen.model.style_keys import SCALAR_NEEDS
from ppgen.source.decode import Reading, entries, expression, items, loose, mapping, scalar
from ppgen.source.forms import Formula, ListOf, Loose, MapOf, Named, OneOf, Value, reads
from ppgen.source.kinds import Parsed, Text, Written
from ppgen.source.nodes import Mapping, Node, Scalar, Sequence


@reads(Loose())
def read_data(node: Node, reading: Reading) -> Data:
    """Read a tree of values in which any text may have bindings."""
    if isinstance(node, Sequence):
        return Data(items(node, read_data, reading), node.span)
    if isinstance(node, Mapping):
        return Data(entries(node, read_data, reading), node.span)
    item = scalar(node, "a value")
    template = compile_template(item.text, item.inside)
    if template is None:
        return Data(loose(node, reading), item.span)
    reading.keep(template)
    return Data(template, item.span)


NAME: Parsed[str] = Parsed(
    "a name", lambda t: t if t.isidentifier() else None, Written(r"[^\d\W]\w*")
)
_NAMED: Parsed[str] = Parsed("a type, or `type = default`", lambda t: t or None, Written(".+"))
_TYPE: Named = Named("type", lambda: OneOf((Value(_NAMED), ListOf(_TYPE, one=True), MapOf(_TYPE))))


@reads(_TYPE)
def read_need_type(node: Node, reading: Reading) -> tuple[NeedType, object, bool]:
    """Read `type`, `type = default`, `[type]` or `{key: type}`."""
    if isinstance(node, Sequence):
        if len(node.items) != 1:
            raise Problem("E202", "a list type has exactly one type: [text]", node.span)
        inner, _default, _has = read_need_type(node.items[0], reading)
        return NeedType("list", item=inner), None, False
    if isinstance(node, Mapping):
        return NeedType("map", keys=read_needs(node, reading)), None, False
    item = scalar(node, "a type")
    name, equals, rest = item.text.partition("=")
    name, rest = name.strip(), rest.strip()
    default: object = None
    if equals:
        kind = SCALAR_NEEDS.get(name)
        default = kind.convert(rest, item.span) if kind else Text(rest, item.span)
        reading.texts.add(rest)
    return NeedType(name), default, bool(equals)


@reads(MapOf(_TYPE, named=True))
def read_needs(node: Node, reading: Reading) -> dict[str, Need]:
    """Read `needs`."""
    out: dict[str, Need] = {}
    for name, child in mapping(node).entries:
        try:
            check_name(name)
            if name.text in ALWAYS:
                message = f"the name `{name.text}` is already taken: it is built in"
                raise Problem("E212", message, name.span, help="rename the need")
            kind, default, has = read_need_type(child, reading)
            out[name.text] = Need(kind, child.span, default, has)
        except Problem as problem:
            reading.report.problem(problem)
    return out


@reads(MapOf(OneOf((Formula(), Loose())), named=True))
def read_let(node: Node, reading: Reading) -> dict[Text, Let]:
    """Read `let`: names, each with an expression, a list or a map."""
    for name, _ in mapping(node).entries:
        try:
            check_name(name)
        except Problem as problem:
            reading.report.problem(problem)
    return entries(node, _read_value, reading)


def _read_value(node: Node, reading: Reading) -> Let:
    with reading.apart() as expressions:
        scalar_ = isinstance(node, Scalar)
        value = expression(node, reading) if scalar_ else read_data(node, reading)
    return Let(value, tuple(expressions))


def check_name(name: Scalar) -> None:
    """Raise E302 for names that expressions cannot use."""
    if not name.text.isidentifier():
        raise Problem(
            "E301",
            f"`{name.text}` cannot be used as a name in expressions",
            name.span,
            help=f"write `{name.text.replace('-', '_')}`"
            if "-" in name.text
            else "use letters, digits and `_`, not starting with a digit",
        )
    if keyword.iskeyword(name.text):
        raise Problem(
            "E301",
            f"`{name.text}` is a reserved word and cannot be a name",
            name.span,
            help=f"rename it, for example `{name.text}_`",
        )
