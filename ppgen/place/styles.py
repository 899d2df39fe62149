"""Styles: a chain of declarations resolved to one plain value a key.

Takes a layout's style declarations and the names in scope; gives a Style.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from ppgen.diagnostics import Problem, Span, suggest
from ppgen.drawing.ops import Color, FontList, Paint
from ppgen.drawing.style import Style
from ppgen.model.layout import Layout, StyleDecl
from ppgen.model.needs import Scope
from ppgen.model.style_chain import style_chain
from ppgen.model.style_keys import STYLE_KEYS
from ppgen.place.trace import Trace
from ppgen.source.decode import Bound
from ppgen.source.kinds import Text


def _names(chain: list[StyleDecl]) -> frozenset[str]:
    """Name what a style depends on."""
    bounds = [bound for decl in chain for bound in decl.values.values()]
    return frozenset[str]().union(*[b.template.names for b in bounds if b.template])


#: The declarations of a style, the names in their bindings, and what `uniform` counts by.
_Chain: TypeAlias = tuple[list[StyleDecl], frozenset[str], str]


class Styles:
    """The styles of one layout."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        #: Styles without bindings, by name or by the identity of an inline map.
        self._fixed: dict[str | int, Style] = {}
        self._chains: dict[str | int, _Chain] = {}
        #: Styles with bindings, by their key and the values of the names in them.
        self._made: dict[tuple[object, ...], Style] = {}
        self._weighted: dict[tuple[str, int], FontList] = {}

    def get(self, ref: StyleDecl | Text | None, scope: Scope, trace: Trace) -> Style:
        """Resolve a style's name or an inline map; geometry may depend on all of it."""
        key = id(ref) if isinstance(ref, StyleDecl) else str(ref or "default")
        fixed = self._fixed.get(key)
        if fixed is not None:
            return fixed
        chain, names, group = self._chains.get(key) or self._chain(key, ref)
        style: Style = trace.within(
            names, scope, lambda inner: self._known(key, chain, names, group, inner)
        )
        if not names:
            self._fixed[key] = style
        return style

    def _chain(self, key: str | int, ref: StyleDecl | Text | None) -> _Chain:
        group = str((ref.extends if isinstance(ref, StyleDecl) else ref) or "default")
        if isinstance(ref, StyleDecl):
            chain = [ref, *style_chain(self._layout, ref.extends or Text("default"))]
        else:
            chain = style_chain(self._layout, Text(group, ref.span if ref else None))
        self._chains[key] = chain, _names(chain), group
        return self._chains[key]

    def _known(
        self, key: str | int, chain: list[StyleDecl], names: frozenset[str], group: str,
        scope: Scope,
    ) -> Style:  # fmt: skip
        """Evaluate a style, or return what it came to for the same values."""
        try:
            values = (key, *[scope.get(name) for name in names])
            found = self._made.get(values)
        except TypeError:  # a list, say
            return self._make(chain, scope, group)
        if found is None:
            found = self._made[values] = self._make(chain, scope, group)
        return found

    def _make(self, chain: list[StyleDecl], scope: Scope, group: str) -> Style:
        found: dict[str, Bound[Any]] = {}
        for decl in chain:
            for key, value in decl.values.items():
                found.setdefault(key, value)

        def get(key: str) -> Any:
            return found[key].get(scope) if key in found else STYLE_KEYS[key][1]

        def place(key: str) -> Span | None:
            return found[key].span if key in found else None

        def color(key: str) -> Color | None:
            return self.color(get(key), place(key))

        size = get("size")
        least = get("min-size")
        bold = get("bold")
        name = get("font")
        fonts = self._layout.fonts.get(str(name))
        if fonts is None:
            raise Problem(
                "E208", f"unknown font `{name}`", place("font"),
                help=suggest(name, self._layout.fonts),
            )  # fmt: skip
        weight = 700 if bold else 400
        weighted = self._weighted.get((str(name), weight))
        if weighted is None:
            weighted = tuple(f if f.weight else f.with_weight(weight) for f in fonts)
            self._weighted[str(name), weight] = weighted
        paint = Paint(color("fill"), color("stroke"), get("weight"), get("dash"))
        return Style(
            group,
            weighted,
            size,
            min(size, 6.0) if least is None else min(least, size),
            get("lines"), get("hyphens"), get("uniform"), get("align"), get("valign"),
            get("line-height"), get("case"), get("lang"), color("color") or Color(0, 0, 0), paint,
            get("radius"), get("sides"), get("padding"), get("veil"), get("veil-strength"),
        )  # fmt: skip

    def color(self, name: str, span: Span | None) -> Color | None:
        """Look a colour up."""
        if name == "none":
            return None
        text = name if name.startswith("#") else self._layout.colors.get(name)
        if text is None:
            place = getattr(name, "span", None) or span
            raise Problem(
                "E206", f"unknown colour `{name}`", place, help=suggest(name, self._layout.colors)
            )
        return Color(int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16))
