"""Styles: a chain of declarations resolved to one plain value a key.

Takes a layout's style declarations and the names in scope; gives a Style.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from ppgen.decode import Bound, Text, nearest
from ppgen.diagnostics import Problem, Span
from ppgen.geometry import Size
from ppgen.keys import STYLE_KEYS
from ppgen.model import Layout, StyleDecl
from ppgen.place.names import Scope
from ppgen.place.ops import Color, FontList, Paint


@dataclass(frozen=True, slots=True)
class Style:
    """All keys of a style, ready to draw; `group` is the name that `uniform` counts by."""

    group: str
    fonts: FontList
    size: float
    min_size: float
    lines: int
    hyphens: bool
    uniform: str
    align: str
    valign: str
    line_height: float
    case: str
    lang: str
    color: Color
    paint: Paint
    radius: float
    sides: tuple[str, ...]
    padding: Size
    veil: str
    veil_strength: float
    span: Span | None

    def capped(self, size: float) -> Style:
        """Give the style with a smaller largest size."""
        return replace(self, size=min(self.size, size))


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
        chain = self._chain(Text(name, getattr(ref, "span", None)), 0)
        style = self._make(chain, scope, name)
        if not _binds(chain):
            self._fixed[name] = style
        return style

    def check(self, ref: StyleDecl | Text | None) -> None:
        """Look the names up without asking for values."""
        if isinstance(ref, StyleDecl):
            self._chain(ref.extends or Text("default"), 0)
        elif ref is not None:
            self._chain(ref, 0)

    def _resolve(self, decl: StyleDecl, scope: Scope) -> Style:
        parent = decl.extends or Text("default")
        chain = [decl, *self._chain(parent, 0)]
        style = self._make(chain, scope, str(parent), decl.span)
        if not _binds(chain):
            self._inline[id(decl)] = style
        return style

    def _chain(
        self, name: Text, level: int, seen: tuple[tuple[str, int], ...] = ()
    ) -> list[StyleDecl]:
        """Give the declarations of a style, nearest first."""
        found = self._layout.styles.get(str(name), ())
        if level >= len(found):
            if name == "default":
                return []
            if level:
                raise Problem(
                    "E213", f"the style `{name}` extends itself", name.span,
                    note="no parent layout has a style of this name",
                    help="extend another style, or delete `extends`",
                )  # fmt: skip
            raise Problem(
                "E203", f"unknown style `{name}`", name.span,
                note=f"not declared in `{self._layout.name}` or its parents",
                help=self._near(name),
            )  # fmt: skip
        if (str(name), level) in seen:
            way = " -> ".join([*(n for n, _ in seen), str(name)])
            raise Problem(
                "E213", f"the style `{name}` extends itself: {way}", name.span or found[level].span,
                help="a style without `extends` extends `default`" if "default" in way else
                "let one of them extend nothing, or another style",
            )  # fmt: skip
        decl = found[level]
        seen = (*seen, (str(name), level))
        if decl.extends is None:
            if name == "default":
                return [decl]
            return [decl, *self._chain(Text("default"), 0, seen)]
        # A style that extends its own name builds on the parent layout's.
        up = level + 1 if decl.extends == name else 0
        return [decl, *self._chain(decl.extends, up, seen)]

    def _near(self, name: Text) -> str:
        """Help with the nearest style, and its line if it stands in the same file."""
        helped = nearest(name, self._layout.styles)
        for key, found in self._layout.styles.items():
            own = name.span and found[0].span.source == name.span.source
            if own and helped == f"did you mean `{key}`?":
                return f"{helped} (line {found[0].span.line})"
        return helped

    def _make(
        self, chain: list[StyleDecl], scope: Scope, group: str, span: Span | None = None
    ) -> Style:
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
                help=nearest(name, self._layout.fonts),
            )  # fmt: skip
        weight = 700 if bold else 400
        weighted = self._weighted.get((str(name), weight))
        if weighted is None:
            weighted = tuple(f if f.weight else replace(f, weight=weight) for f in fonts)
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
            span or (chain[0].span if chain else None),
        )  # fmt: skip

    def color(self, name: str, span: Span | None) -> Color | None:
        """Look a colour up."""
        if name == "none":
            return None
        text = name if name.startswith("#") else self._layout.colors.get(name)
        if text is None:
            place = getattr(name, "span", None) or span
            raise Problem(
                "E206", f"unknown colour `{name}`", place, help=nearest(name, self._layout.colors)
            )
        return Color(int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16))
