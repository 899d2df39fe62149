"""Styles: a chain of declarations resolved to one plain value a key.

Takes a layout's style declarations and the names in scope; gives a Style.
"""

from __future__ import annotations

from typing import Any

from ppgen.diagnostics import Problem, Span, suggest
from ppgen.drawing.ops import Color, FontList, Paint
from ppgen.drawing.style import Style
from ppgen.model.layout import Layout, StyleDecl
from ppgen.model.needs import Scope
from ppgen.model.style_chain import style_chain
from ppgen.model.style_keys import STYLE_KEYS
from ppgen.source.decode import Bound
from ppgen.source.kinds import Text


def _binds(chain: list[StyleDecl]) -> bool:
    """Tell whether a style can differ from one use to the next."""
    return any(b.template for d in chain for b in d.values.values())


class Styles:
    """The styles of one layout."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._fixed: dict[str, Style] = {}
        self._inline: dict[int, Style] = {}
        self._weighted: dict[tuple[str, int], FontList] = {}

    def get(self, ref: StyleDecl | Text | None, scope: Scope) -> Style:
        """Resolve a style's name or an inline map."""
        if isinstance(ref, StyleDecl):
            found = self._inline.get(id(ref))
            return found or self._resolve(ref, scope)
        name = str(ref) if ref is not None else "default"
        if name in self._fixed:
            return self._fixed[name]
        chain = style_chain(self._layout, Text(name, getattr(ref, "span", None)))
        style = self._make(chain, scope, name)
        if not _binds(chain):
            self._fixed[name] = style
        return style

    def _resolve(self, decl: StyleDecl, scope: Scope) -> Style:
        parent = decl.extends or Text("default")
        chain = [decl, *style_chain(self._layout, parent)]
        style = self._make(chain, scope, str(parent))
        if not _binds(chain):
            self._inline[id(decl)] = style
        return style

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
