"""Reads style declarations.

Takes a map of style keys; returns its declaration. Must not know what a style extends.
"""

from __future__ import annotations

import re
from typing import Final

from ppgen.diagnostics import Span
from ppgen.expr import compile_expression
from ppgen.expr.places import place_in
from ppgen.model.layout import StyleChoice, StyleDecl
from ppgen.model.style_keys import SIDES, SIDES_KIND, STYLE_KEYS
from ppgen.source.decode import Bound, Key, Reading, bound, fixed, items, plain, record, scalar
from ppgen.source.forms import ListOf, Record, Value, form_of, reads
from ppgen.source.kinds import TEXT, Text, choice
from ppgen.source.nodes import Mapping, Node, Scalar, Sequence

_SIDE = choice(*SIDES)
#: Tokens for finding an ` else ` outside texts and brackets.
_PIECE: Final = re.compile(r"'[^']*'|[(\[]|[)\]]| else |.", re.DOTALL)


@reads(ListOf(Value(_SIDE)), Value(SIDES_KIND, bound=True))
def _read_sides(node: Node, reading: Reading) -> Bound[tuple[str, ...]]:
    if isinstance(node, Sequence):
        names = items(node, plain(_SIDE), reading)
        return fixed(SIDES_KIND, tuple(names))
    return bound(SIDES_KIND)(node, reading)


_KEYS: dict[str, Key] = {
    "extends": Key("Style that this one builds on.", plain(TEXT), without="default"),
    **{
        name: Key(doc, bound(kind), without=default)
        for name, (kind, default, doc) in STYLE_KEYS.items()
    },
    "size": Key(STYLE_KEYS["size"][2], bound(STYLE_KEYS["size"][0]), without="9pt"),
    "sides": Key(STYLE_KEYS["sides"][2], _read_sides, without="all"),
}


@reads(Record("style", lambda: _KEYS))
def read_style(node: Node, reading: Reading) -> StyleDecl:
    """Read a map of style keys."""
    with reading.apart() as expressions:
        values = record(node, _KEYS, reading, "a map of style keys")
    own = {k: v for k, v in values.items() if v is not None and k != "extends"}
    return StyleDecl(node.span, values["extends"], own, tuple(expressions))


@reads(Value(TEXT), form_of(read_style))
def style_ref(node: Node, reading: Reading) -> StyleDecl | Text | StyleChoice:
    """Read the name of a style, a choice of names, or a map of style keys."""
    if isinstance(node, Mapping):
        return read_style(node, reading)
    item = scalar(node, "a style")
    return _chosen(item.text, 0, item, reading)


def _chosen(text: str, at: int, item: Scalar, reading: Reading) -> Text | StyleChoice:
    """Read `name`, or `name if condition else name`, where the last may again be a choice."""

    def place(start: int, length: int) -> Span:
        return place_in(item.inside, item.text, at + start, length)

    name, mark, rest = text.partition(" if ")
    end = _end(rest)
    if not mark or end is None:
        return Text(text, place(0, len(text)) if at else item.span)
    start = len(name + mark)
    condition = compile_expression(rest[:end], place(start, end))
    reading.keep(condition)
    last = end + len(" else ")
    otherwise = _chosen(rest[last:], at + start + last, item, reading)
    return StyleChoice(condition, Text(name, place(0, len(name))), otherwise)


def _end(text: str) -> int | None:
    """Return where a condition ends: at the first ` else ` outside texts and brackets."""
    depth = 0
    for piece in _PIECE.finditer(text):
        depth += (piece[0] in "([") - (piece[0] in ")]")
        if piece[0] == " else " and depth == 0:
            return piece.start()
    return None
