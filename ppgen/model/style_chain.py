"""The declarations that make up a style, nearest first.

Takes a layout and a style's name; returns its chain or raises E203 or E213. Must not evaluate
anything.
"""

from __future__ import annotations

from ppgen.diagnostics import Problem, nearest, suggest
from ppgen.limits import PARENTS
from ppgen.model.layout import Layout, StyleDecl
from ppgen.source.kinds import Text


def style_chain(
    layout: Layout, name: Text, level: int = 0, seen: tuple[tuple[str, int], ...] = ()
) -> list[StyleDecl]:
    """Return the declarations of a style; `level` skips that many of the same name."""
    declarations = layout.styles.get(str(name), ())
    if level >= len(declarations):
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
            note=f"not declared in `{layout.name}` or its parents",
            help=_near(layout, name),
        )  # fmt: skip
    if (str(name), level) in seen:
        way = " -> ".join([*(n for n, _ in seen), str(name)])
        raise Problem(
            "E213", f"the style `{name}` extends itself: {way}",
            name.span or declarations[level].span,
            help="a style without `extends` extends `default`" if "default" in way else
            "remove or change `extends` in one of them",
        )  # fmt: skip
    if len(seen) > PARENTS:
        message = f"the style `{seen[0][0]}` builds on more than {PARENTS} others"
        raise Problem("E305", message, name.span or declarations[level].span, help="shorten it")
    decl = declarations[level]
    seen = (*seen, (str(name), level))
    if decl.extends is None:
        if name == "default":
            return [decl]
        return [decl, *style_chain(layout, Text("default"), 0, seen)]
    # A style that extends its own name builds on the one in the parent layout.
    up = level + 1 if decl.extends == name else 0
    return [decl, *style_chain(layout, decl.extends, up, seen)]


def check_style(layout: Layout, ref: StyleDecl | Text | None) -> None:
    """Check that the styles in a chain exist, without evaluating them."""
    if isinstance(ref, StyleDecl):
        style_chain(layout, ref.extends or Text("default"))
    elif ref is not None:
        style_chain(layout, ref)


def _near(layout: Layout, name: Text) -> str:
    """Return help with the nearest style, and its line if it is in the same file."""
    near = nearest(name, layout.styles)
    if near is None:
        return suggest(name, layout.styles)
    at = layout.styles[near][0].span
    line = f" (line {at.line})" if name.span and at.source == name.span.source else ""
    return f"did you mean `{near}`?{line}"
