"""Joins a layout with its parents and resolves the types of its needs.

Takes layout files, nearest first; returns one layout. Must not read files.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

from ppgen.diagnostics import Problem, Report, Span, suggest
from ppgen.limits import PARENTS, TYPE_KEYS
from ppgen.load.layout import LayoutFile
from ppgen.model.layout import Layout, StyleDecl
from ppgen.model.needs import Let, Need, NeedType
from ppgen.model.style_keys import SCALAR_NEEDS
from ppgen.source.decode import fixed
from ppgen.source.kinds import NUMBER, TEXT, Text

T = TypeVar("T")

_MARGIN = fixed(NUMBER, 3.0)
_OUTLINE = fixed(TEXT, Text("rect"))


def joined_layout(name: str, chain: list[LayoutFile], report: Report) -> Layout:
    """Join a layout with its parents, nearest first: maps merge, other keys are replaced."""
    styles: dict[str, tuple[StyleDecl, ...]] = {}
    for file in chain:
        for key, style in file.styles.items():
            styles[str(key)] = (*styles.get(str(key), ()), style)
    types = _joined(file.types for file in chain)

    def typed(needs: Mapping[str, Need]) -> dict[str, Need]:
        return {key: _typed(need, types, report) for key, need in needs.items()}

    types = _checked_types(types, report)

    return Layout(
        name=name,
        span=chain[0].span,
        needs=typed(_joined(file.needs for file in chain)),
        let=_lets(chain),
        fonts=_joined(file.fonts for file in chain),
        colors=_joined(file.colors for file in chain),
        shapes=_joined(file.shapes for file in chain),
        styles=styles,
        parts={
            key: part._replace(needs=typed(part.needs))
            for key, part in _joined(file.parts for file in chain).items()
        },
        margin=next((file.margin for file in chain if file.margin is not None), _MARGIN),
        outline=next((file.outline for file in chain if file.outline is not None), _OUTLINE),
        division=next((file.division for file in chain if file.division or file.draw), None),
        draw=next((file.draw for file in chain if file.draw is not None), ()),
        expressions=tuple(e for file in chain for e in file.expressions),
        texts=frozenset().union(*(file.texts for file in chain)),
    )


def _joined(maps: Iterable[Mapping[str, T]]) -> dict[str, T]:
    """Join maps, nearest first: the nearest value of a key wins, at the key's first position."""
    return {str(key): value for one in reversed([*maps]) for key, value in one.items()}


def _lets(chain: list[LayoutFile]) -> dict[Text, Let]:
    """Join `let` names: those of the parents come first, so that others may use them."""
    return {key: let for file in reversed(chain) for key, let in file.let.items()}


def _checked_types(types: dict[str, NeedType], report: Report) -> dict[str, NeedType]:
    """Return the types; if one has too many levels or keys, report it and return texts instead.

    Types that hold each other are counted, not built: they double with each level.
    """
    sizes: dict[str, tuple[int, int]] = {}

    def size(kind: NeedType, way: tuple[str, ...]) -> tuple[int, int]:
        """Return how many levels a type has, and how many keys."""
        if kind.name == "list" and kind.item:
            deep, keys = size(kind.item, way)
            return deep, keys + 1
        if kind.name == "map":
            inner = [size(need.type, way) for need in kind.keys.values()]
            return max((deep for deep, _ in inner), default=0), sum(k + 1 for _, k in inner)
        if kind.name not in types or kind.name in way:
            return 0, 0
        if kind.name not in sizes:
            # Beyond the limit nothing is counted: the stack has one, too.
            deeper = (*way, kind.name)
            found = size(types[kind.name], deeper) if len(way) <= PARENTS else (PARENTS, 0)
            sizes[kind.name] = found[0] + 1, found[1]
        return sizes[kind.name]

    for name, kind in types.items():
        deep, keys = size(NeedType(name), ())
        if deep > PARENTS or keys > TYPE_KEYS:
            what = f"{PARENTS} levels" if deep > PARENTS else f"{TYPE_KEYS:,} keys"
            message = f"the type `{name}` has more than {what}, with the types in it"
            report.error("E305", message, _place(kind), help="make it simpler")
            return dict.fromkeys(types, NeedType("text"))
    return types


def _place(kind: NeedType) -> Span | None:
    """Return the place of the first key of a type."""
    if kind.item:
        return _place(kind.item)
    return next((need.span for need in kind.keys.values()), None)


def _typed(
    need: Need, types: dict[str, NeedType], report: Report, seen: tuple[str, ...] = ()
) -> Need:
    kind = _resolve(need.type, types, need.span, report, seen)
    default = need.default
    if need.has_default and kind.name in SCALAR_NEEDS and need.type.name not in SCALAR_NEEDS:
        try:
            default = SCALAR_NEEDS[kind.name].convert(default, need.span)
        except Problem as problem:
            report.problem(problem)
    return Need(kind, need.span, default, need.has_default)


def _resolve(
    kind: NeedType, types: dict[str, NeedType], span: Span | None, report: Report,
    seen: tuple[str, ...],
) -> NeedType:  # fmt: skip
    if kind.name == "list" and kind.item:
        return NeedType("list", item=_resolve(kind.item, types, span, report, seen))
    if kind.name == "map":
        inner = {k: _typed(v, types, report, seen) for k, v in kind.keys.items()}
        return NeedType("map", keys=inner)
    if kind.name in SCALAR_NEEDS:
        return kind
    if kind.name in types:
        if kind.name not in seen:
            return _resolve(types[kind.name], types, span, report, (*seen, kind.name))
        report.error("E213", f"the type `{kind.name}` contains itself", span)
        return NeedType("text")
    help_ = suggest(kind.name, {*SCALAR_NEEDS, *types})
    report.error("E211", f"there is no type `{kind.name}`", span, help=help_)
    return NeedType("text")
