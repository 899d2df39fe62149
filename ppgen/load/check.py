"""Checks what needs no record: names, labels, styles, boxes and parts.

Takes models, returns diagnostics. Must not know files or PDF.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from ppgen.diagnostics import Problem, Report, Span, nearest, suggest
from ppgen.drawing.pictures import find_picture
from ppgen.expr import Expression, check_names, placed
from ppgen.model import game as games
from ppgen.model.game import Game, Product
from ppgen.model.layout import (
    Division,
    Element,
    GroupElement,
    ImageElement,
    Layout,
    StyleChoice,
    StyleDecl,
    StyleRef,
    UseElement,
    every_element,
)
from ppgen.model.needs import ALWAYS, Let
from ppgen.model.style_chain import check_style
from ppgen.model.texts import ENGINE_LABELS, Texts
from ppgen.source.kinds import Text
from ppgen.text.fonts import Fonts

#: Names that are no keys of labels.
_NOT_KEYS = frozenset({*games.ALWAYS, *ALWAYS})
_ADD = "declare it in the layout's `needs`"
_ADD_TO_PART = "a part sees only its own `needs`"
_OF_LAYOUT = "styles see the names of their layout, not those of parts"


def _check(
    expressions: Iterable[Expression], known: Iterable[str], texts: Texts | None, report: Report,
    hint: str = "",
) -> None:  # fmt: skip
    """Report unknown names, and labels that are missing or take other placeholders.

    Without `texts`, labels are not checked.
    """
    names = frozenset(known)
    for expression in expressions:
        try:
            check_names(expression, names)
        except Problem as problem:
            d = problem.diagnostic
            help_text = f"{d.help}; {hint}" if hint and d.code == "E302" else d.help
            report.add(d._replace(help=help_text))
        for use in expression.labels:
            if texts is None:
                break
            try:
                if use.arguments is None:
                    texts.plain(use.key)
                else:
                    texts.call(use.key, dict.fromkeys(use.arguments, ""))
            except Problem as problem:
                d = placed(problem, expression.place_of(use)).diagnostic
                near = nearest(use.key, names - _NOT_KEYS)
                if d.code == "E215" and near and not d.help.startswith("did you"):
                    d = d._replace(help=f"did you mean `t[{near}]`? Otherwise {d.help}")
                report.add(d)


def check_let(
    lets: Mapping[Text, Let], known: set[str], taken: Iterable[str], texts: Texts | None,
    report: Report, hint: str = "",
) -> set[str]:  # fmt: skip
    """Check the names of a `let`, each computed from those above it; return all known names."""
    seen, taken = set(known), set(taken)
    for name, let in lets.items():
        _check(let.expressions, seen, texts, report, hint)
        if name in taken:
            report.error("E212", f"the name `{name}` is already taken", name.span, help="rename it")
        seen.add(str(name))
    return seen


def check_layout(layout: Layout, texts: Texts, report: Report) -> None:
    """Check names, labels, styles, boxes and parts of a layout."""
    if not layout.draw:
        message = f"the layout `{layout.name}` draws nothing: the key `draw` is missing"
        report.error("E204", message, layout.span, help="add `draw: [...]`")
    _boxes(layout.draw, layout.division, {"face", "bleed"}, report)
    for part in layout.parts.values():
        _boxes(part.draw, part.division, set(), report)
    drawn = _Drawn(layout, texts, report)
    known = drawn.let(layout.let, {*layout.needs, *ALWAYS}, _ADD)
    for decl in (d for chain in layout.styles.values() for d in chain):
        _check(decl.expressions, known, texts, report, _OF_LAYOUT)
        if decl.extends is not None:
            drawn.style(decl.extends)
    _check(layout.expressions, known, texts, report, _ADD)
    drawn.elements(layout.draw, known, _ADD)
    used = _used(layout)
    for name, part in layout.parts.items():
        # A part that is not drawn, such as a parent's, may use labels that are missing.
        seen = drawn if name in used else drawn._replace(texts=None)
        inner = seen.let(part.let, {*part.needs, *ALWAYS}, _ADD_TO_PART)
        _check(part.expressions, inner, seen.texts, report, _ADD_TO_PART)
        seen.elements(part.draw, inner, _ADD_TO_PART)
    for name in layout.parts:
        _cycle(layout, name, report)


def check_pictures(layout: Layout, folders: Sequence[Path], metrics: Fonts, report: Report) -> None:
    """Decode every picture that a layout names, even if no product draws it."""
    for element in layout.elements():
        name = element.image.constant if isinstance(element, ImageElement) else None
        if name:
            span = getattr(name, "span", None) or element.span
            try:
                metrics.picture(find_picture(str(name), span, folders), span)
            except Problem as problem:
                report.problem(problem)


def _boxes(
    draw: Iterable[Element], division: Division | None, always: set[str], report: Report
) -> None:
    """Report boxes that a scope does not have."""
    known = {*_tracks(division), *always}
    for element in draw:
        if report.full:
            break
        name = element.box.parent if element.box else None
        if name is not None and name not in known:
            help_text = suggest(name, known) or "nothing is divided here: remove the box"
            report.error("E211", f"there is no box `{name}`", name.span, help=help_text)
        if isinstance(element, GroupElement):
            _boxes(element.draw, element.division, set(), report)


def _tracks(division: Division | None) -> Iterator[str]:
    for track in division.tracks if division else ():
        if track.name is not None:
            yield str(track.name)
        yield from _tracks(track.inner)


class _Drawn(NamedTuple):
    """Checks the elements of one layout."""

    layout: Layout
    texts: Texts | None
    report: Report

    def let(self, lets: Mapping[Text, Let], known: set[str], hint: str) -> set[str]:
        """Check the names of a `let`; return all known names."""
        return check_let(lets, known, known, self.texts, self.report, hint)

    def style(self, ref: StyleRef) -> None:
        """Report a style that does not exist or extends itself."""
        if isinstance(ref, StyleChoice):
            self.style(ref.then)
            self.style(ref.otherwise)
            return
        try:
            check_style(self.layout, ref)
        except Problem as problem:
            self.report.problem(problem)

    def elements(self, draw: Iterable[Element], known: set[str], hint: str) -> None:
        """Check elements in a scope."""
        for element in draw:
            if self.report.full:
                break
            inner = set(known)
            if element.repeat:
                _check(element.repeat.expressions, known, self.texts, self.report, hint)
                for name in (element.repeat.each, element.repeat.index):
                    if name and name in known:
                        span = getattr(name, "span", None) or element.repeat.span
                        message = f"the name `{name}` is already taken"
                        self.report.error("E212", message, span, help="rename it")
                    if name:
                        inner.add(name)
            _check(element.expressions, inner, self.texts, self.report, hint)
            if isinstance(element.style, StyleDecl):
                _check(element.style.expressions, inner, self.texts, self.report, hint)
            self.style(element.style)
            if isinstance(element, UseElement):
                self.use(element, inner)
            elif isinstance(element, GroupElement):
                self.elements(element.draw, inner, hint)

    def use(self, element: UseElement, known: set[str]) -> None:
        """Report a part that does not exist, or needs of it that nothing fills."""
        if not element.part:
            return  # it could not be read, which is already reported
        part = self.layout.parts.get(element.part)
        if part is None:
            help_text = suggest(element.part, self.layout.parts)
            message = f"there is no part `{element.part}`"
            self.report.error("E211", message, element.part.span, help=help_text)
            return
        for key in element.given:
            if key not in part.needs:
                message = f"part `{element.part}` has no need `{key}`"
                self.report.error("E210", message, key.span, help=suggest(key, part.needs))
        for name, need in part.needs.items():
            if name not in element.given and name not in known and not need.has_default:
                self.report.error(
                    "E209",
                    f"nothing fills the need `{name}` of part `{element.part}`",
                    element.part.span,
                    help=f"pass it: `with: {{{name}: ...}}`",
                    second=need.span,
                    second_note="needed here",
                )


def _uses(draw: Iterable[Element]) -> list[Text]:
    return [e.part for e in every_element(draw) if isinstance(e, UseElement)]


def _used(layout: Layout) -> set[str]:
    """Return the names of the parts that a layout draws, directly or through others."""
    todo, seen = _uses(layout.draw), set[str]()
    while todo:
        at = str(todo.pop())
        if at not in seen and at in layout.parts:
            seen.add(at)
            todo.extend(_uses(layout.parts[at].draw))
    return seen


def _cycle(layout: Layout, name: str, report: Report) -> None:
    """Report a part that uses itself, directly or through others."""
    todo, seen = _uses(layout.parts[name].draw), set()
    while todo:
        at = todo.pop()
        if at == name:
            help_text = "draw it with `repeat`, or split it into two parts"
            report.error("E213", f"the part `{name}` uses itself", at.span, help=help_text)
            return
        if at not in seen and at in layout.parts:
            seen.add(at)
            todo.extend(_uses(layout.parts[at].draw))


def check_product(game: Game, product: Product, texts: Texts, report: Report) -> None:
    """Check the names that a product's own expressions use."""
    base = {*game.values, *game.banks, *product.options, *games.ALWAYS}
    early = base - {*games.LATER}
    known = base | check_let(product.let, early, (), texts, report)
    for name, generator in product.each.items():
        _check(generator.expressions, known, texts, report)
        known.add(name)
    _check(product.expressions, known, texts, report)
    if game.notice and game.notice.template:
        _check(game.notice.template.bindings, base, texts, report)
    _engine_labels(texts, product.span, report)
    for side in product.sides:
        _check(side.expressions, known, texts, report)


def check_spares(game: Game, product: Product, texts: Texts, report: Report) -> None:
    """Check the names that the sides of spare parts use; these have no record and no number."""
    known = {*game.values, *product.options, *product.let, *games.ALWAYS} - {*games.LATER}
    for spare in product.spares:
        for side in spare.sides:
            _check(side.expressions, known, texts, report)


def _engine_labels(texts: Texts, span: Span, report: Report) -> None:
    """Check the labels that ppgen prints in the margin, and their placeholders."""
    for key, places in ENGINE_LABELS.items():
        try:
            texts.call(key, dict.fromkeys(places, "")) if places else texts.plain(key)
        except Problem as problem:
            d = problem.diagnostic
            if d.code == "E215":
                report.add(d._replace(span=texts.span or span))
                continue
            names = " ".join(f"{{{place}}}" for place in places) or "no placeholders"
            report.error(d.code, d.message, d.second, help=f"it has {names}")
