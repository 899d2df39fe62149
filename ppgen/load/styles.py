"""Style declarations, from nodes to models.

Takes a map of style keys; gives its declaration. Must not know what a style extends.
"""

from __future__ import annotations

from ppgen.model.layout import StyleDecl
from ppgen.model.style_keys import SIDES, SIDES_KIND, STYLE_KEYS
from ppgen.source.decode import Bound, Key, Reading, bound, fixed, items, plain, record, scalar
from ppgen.source.kinds import TEXT, Text, choice
from ppgen.source.nodes import Mapping, Node, Sequence


def _read_sides(node: Node, reading: Reading) -> Bound[tuple[str, ...]]:
    if isinstance(node, Sequence):
        names = items(node, plain(choice(*SIDES)), reading)
        return fixed(SIDES_KIND, tuple(names))
    return bound(SIDES_KIND)(node, reading)


_KEYS: dict[str, Key] = {
    "extends": Key(plain(TEXT)),
    **{name: Key(bound(kind)) for name, (kind, _default) in STYLE_KEYS.items()},
    "sides": Key(_read_sides),
}


def read_style(node: Node, reading: Reading) -> StyleDecl:
    """Read a map of style keys."""
    with reading.apart() as found:
        got = record(node, _KEYS, reading, "a map of style keys")
    values = {k: v for k, v in got.items() if v is not None and k != "extends"}
    return StyleDecl(node.span, got["extends"], values, tuple(found))


def style_ref(node: Node, reading: Reading) -> StyleDecl | Text:
    """Read the name of a style, or a map of its keys."""
    if isinstance(node, Mapping):
        return read_style(node, reading)
    item = scalar(node, "a style")
    return Text(item.text, item.span)
