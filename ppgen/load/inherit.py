"""Joins a layout with its parents and resolves the types of its needs.

Takes layout files, nearest first; gives one layout. Must not read files.
"""

from __future__ import annotations

from typing import Any

from ppgen.diagnostics import Problem, Report, Span, suggest
from ppgen.load.layout import LayoutFile
from ppgen.model.layout import Layout, StyleDecl
from ppgen.model.needs import Need, NeedType
from ppgen.model.style_keys import SCALAR_NEEDS
from ppgen.source.decode import fixed
from ppgen.source.kinds import NUMBER, TEXT, Text


def joined_layout(name: str, chain: list[LayoutFile], report: Report) -> Layout:
    """Join a layout with its parents, nearest first: maps by name, all other keys replaced."""

    def joined(key: str) -> dict[str, Any]:
        return {str(k): v for f in reversed(chain) for k, v in (f.got[key] or {}).items()}

    def first(key: str, default: Any) -> Any:
        return next((f.got[key] for f in chain if f.got[key] is not None), default)

    own = chain[0].node.span
    division = next((f.division for f in chain if f.division or f.got["draw"]), None)
    styles: dict[str, tuple[StyleDecl, ...]] = {}
    for file in chain:
        for key, style in (file.got["styles"] or {}).items():
            styles[str(key)] = (*styles.get(str(key), ()), style)
    types: dict[str, NeedType] = joined("types")
    draw = first("draw", None)
    if draw is None:
        draw = ()
    needs = {k: _typed(v, types, report) for k, v in joined("needs").items()}
    return Layout(
        name, own, needs, joined("fonts"), joined("colors"), joined("shapes"), styles,
        {
            k: type(p)(p.span, {n: _typed(v, types, report) for n, v in p.needs.items()},
                       p.division, p.draw)
            for k, p in joined("parts").items()
        },
        first("margin", fixed(NUMBER, 3.0)), first("outline", fixed(TEXT, Text("rect"))),
        division, draw,
    )  # fmt: skip


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
        report.problem(Problem("E213", f"the type `{kind.name}` holds itself", span))
        return NeedType("text")
    help_ = suggest(kind.name, {*SCALAR_NEEDS, *types})
    report.problem(Problem("E211", f"there is no type `{kind.name}`", span, help=help_))
    return NeedType("text")
