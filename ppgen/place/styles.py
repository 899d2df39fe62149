"""Styles: a chain of declarations resolved to one plain value per key.

Takes a layout's style declarations, the names of the layout and those at the place of use; returns
a Style.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from ppgen.diagnostics import Problem, Span, suggest
from ppgen.drawing.ops import Color, FontList, Paint
from ppgen.drawing.style import Style
from ppgen.model.layout import Layout, StyleChoice, StyleDecl, StyleRef, file_for, from_data
from ppgen.model.needs import Scope
from ppgen.model.style_chain import style_chain
from ppgen.model.style_keys import STYLE_KEYS
from ppgen.place.replay import Trace
from ppgen.source.decode import Bound
from ppgen.source.kinds import Text


class _Value(NamedTuple):
    """The value of a style key, and its place in the file."""

    value: Any
    span: Span | None


_Values = Mapping[str, _Value]


class StyleBook:
    """The styles of one layout, and those of them that are the same wherever they are used."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        #: Styles without bindings, by name or by the identity of an inline map.
        self.fixed: dict[str | int, Style] = {}
        self._weighted: dict[tuple[str, int], FontList] = {}

    def make(self, values: _Values, group: str) -> Style:
        """Make a style of the values of its keys."""

        def get(key: str) -> Any:
            return values[key].value if key in values else STYLE_KEYS[key][1]

        def place(key: str) -> Span | None:
            return values[key].span if key in values else None

        def color(key: str) -> Color | None:
            return self._color(get(key), place(key))

        size = get("size")
        least = get("min-size")
        fonts = self._fonts(get("font"), place("font"), bold=get("bold"))
        paint = Paint(color("fill"), color("stroke"), get("weight"), get("dash"), get("hatch"))
        return Style(
            group,
            fonts,
            size,
            min(size, 6.0) if least is None else min(least, size),
            get("lines"), get("hyphens"), get("break-below"), get("uniform"), get("align"),
            get("valign"), get("marks"), get("line-height"), get("case"), get("lang"),
            get("without-font"), color("color") or Color(0, 0, 0), paint, get("radius"),
            get("sides"), get("padding"), get("veil"), get("veil-strength"),
        )  # fmt: skip

    def _fonts(self, name: str, span: Span | None, *, bold: bool) -> FontList:
        fonts = self.layout.fonts.get(str(name))
        if fonts is None:
            raise self._no_font(str(name), span)
        weight = 700 if bold else 400
        weighted = self._weighted.get((str(name), weight))
        if weighted is None:
            weighted = tuple(f if f.weight else f.with_weight(weight) for f in fonts)
            self._weighted[str(name), weight] = weighted
        return weighted

    def _no_font(self, name: str, span: Span | None) -> Problem:
        known = self.layout.fonts
        if known:
            at = span or self.layout.span
            return Problem("E208", f"unknown font `{name}`", at, help=suggest(name, known))
        return Problem(
            "E208",
            f"the layout `{self.layout.name}` has no fonts, so there is no font `{name}`",
            span or self.layout.span,
            help=f"add `extends: base`, or `fonts: {{{name}: FAMILY}}`",
        )

    def _color(self, name: str, span: Span | None) -> Color | None:
        if name == "none":
            return None
        text = name if name.startswith("#") else self.layout.colors.get(name)
        if text is None:
            known = self.layout.colors
            file = file_for([getattr(c, "span", None) for c in known.values()], self.layout.span)
            way = f'add `{name}: "#rrggbb"` to `colors` in {file}'
            raise from_data(
                "E206", f"unknown color `{name}`", name, span, suggest(name, known), way
            )
        return Color(int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16))


class Styles:
    """The styles of a layout for one walk; named styles see `scope`, the names of the layout."""

    def __init__(self, book: StyleBook, scope: Scope, trace: Trace) -> None:
        self._book = book
        self._scope = scope
        self._trace = trace
        self._named: dict[str, _Values] = {}

    def get(self, ref: StyleRef, scope: Scope) -> Style:
        """Resolve a style's name or an inline map; geometry may depend on any of it."""
        while isinstance(ref, StyleChoice):
            ref = ref.then if self._trace.holds(ref.condition, scope) else ref.otherwise
        key = id(ref) if isinstance(ref, StyleDecl) else str(ref or "default")
        fixed = self._book.fixed.get(key)
        if fixed is not None:
            return fixed
        own = [ref] if isinstance(ref, StyleDecl) else []
        name = (ref.extends if isinstance(ref, StyleDecl) else ref) or Text("default")
        chain = style_chain(self._book.layout, name)
        base = self._named.get(str(name))
        if base is None:
            base = self._named[str(name)] = self._values(chain, self._scope)
        style = self._book.make({**base, **self._values(own, scope)}, str(name))
        if not any(bound.template for decl in (*own, *chain) for bound in decl.values.values()):
            self._book.fixed[key] = style
        return style

    def _values(self, chain: list[StyleDecl], scope: Scope) -> _Values:
        """Evaluate the keys of a chain of declarations, nearest first."""
        found: dict[str, Bound[Any]] = {}
        for decl in reversed(chain):
            found.update(decl.values)
        bounds = found.values()
        names = self._trace.needed([b.template for b in bounds if b.template], scope)
        values = self._trace.within(names, scope, lambda inner: tuple(b.get(inner) for b in bounds))
        return {
            key: _Value(value, bound.span)
            for (key, bound), value in zip(found.items(), values, strict=True)
        }
