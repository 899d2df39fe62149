"""What can be checked before any record is dealt: names, labels, styles, parts, unused labels.

Takes models, gives diagnostics. Must not know PDF.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from ppgen.diagnostics import Problem, Report, Span, suggest
from ppgen.drawing.ops import Metrics
from ppgen.drawing.pictures import find_picture
from ppgen.expr import Expression, Template, at_label, check_names
from ppgen.load.workspace import Workspace
from ppgen.model.game import Game, Product, SideSpec
from ppgen.model.layout import (
    BaseElement,
    Division,
    Element,
    GroupElement,
    ImageElement,
    Layout,
    Part,
    StyleDecl,
    UseElement,
    every_element,
)
from ppgen.model.style_chain import check_style
from ppgen.model.texts import Texts
from ppgen.source.decode import Bound
from ppgen.source.kinds import Text
from ppgen.source.nodes import list_files

_WORD = re.compile(r"\w+")
_ALWAYS = ("face", "lang", "t")
_ADD = "what a layout asks for stands in its `needs`"
_ADD_TO_PART = "a part knows only its own `needs`"


def expressions(value: object) -> Iterator[Expression | Template]:
    """Find every expression in a model, but for elements inside it."""
    if isinstance(value, Expression | Template):
        yield value
    elif isinstance(value, Bound):
        if value.template is not None:
            yield value.template
    elif isinstance(value, dict):
        for child in value.values():
            yield from expressions(child)
    elif isinstance(value, list | tuple):
        for child in value:
            yield from expressions(child)
    elif dataclasses.is_dataclass(value) and not isinstance(value, type):
        skip = {"draw", "repeat", "span"} if isinstance(value, BaseElement) else {"draw", "span"}
        for field in dataclasses.fields(value):
            if field.name not in skip:
                yield from expressions(getattr(value, field.name))


def _expressions(
    value: object, known: Iterable[str], texts: Texts, report: Report, hint: str = ""
) -> None:
    names = set(known)
    for expression in expressions(value):
        try:
            check_names(expression, names)
        except Problem as problem:
            d = problem.diagnostic
            helped = f"{d.help}; {hint}" if hint and d.code == "E302" else d.help
            report.add(dataclasses.replace(d, help=helped))
        try:
            _labels(expression, texts)
        except Problem as problem:
            report.problem(problem)


def _labels(thing: Expression | Template, texts: Texts) -> None:
    """Refuse labels that are missing, or whose places are not those that are filled."""
    for one in thing.bindings if isinstance(thing, Template) else (thing,):
        called = dict(one.calls)
        for key in sorted(one.labels):
            try:
                if key in called:
                    texts.call(key, dict.fromkeys(called[key], ""))
                else:
                    texts.plain(key)
            except Problem as problem:
                raise at_label(problem, one, key) from None


def check_layout(layout: Layout, texts: Texts, report: Report) -> None:
    """Check names, labels, styles, boxes and parts of a layout."""
    known = {*layout.needs, *_ALWAYS}
    if not layout.draw:
        message = f"the layout `{layout.name}` draws nothing: the key `draw` is missing"
        report.problem(Problem("E204", message, layout.span, help="add `draw: [...]`"))
    _boxes(layout.draw, layout.division, {"face", "bleed"}, report)
    for part in layout.parts.values():
        _boxes(part.draw, part.division, set(), report)
    for decl in (d for found in layout.styles.values() for d in found):
        _expressions(decl.values, {*known, *_names_in(layout)}, texts, report)
        if decl.extends is not None:
            _style(layout, Text(decl.extends, decl.extends.span), report)
    _expressions((layout.division, layout.margin, layout.outline), known, texts, report, _ADD)
    _elements(layout, layout.draw, known, texts, report, _ADD)
    for part in layout.parts.values():
        inner = {*part.needs, *_ALWAYS}
        _expressions(part.division, inner, texts, report, _ADD_TO_PART)
        _elements(layout, part.draw, inner, texts, report, _ADD_TO_PART)
    for name in layout.parts:
        _cycle(layout, name, report)


def check_pictures(
    layout: Layout, folders: Sequence[Path], metrics: Metrics, report: Report
) -> None:
    """Decode every picture that a layout names, even where no product draws it."""
    for draw in (layout.draw, *(part.draw for part in layout.parts.values())):
        for element in every_element(draw):
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
    """Refuse boxes that a scope does not have."""
    known = {*_tracks(division), *always}
    for element in draw:
        name = element.box.parent if element.box else None
        if name is not None and name not in known:
            helped = suggest(name, known) or "nothing is divided here: leave out the box"
            report.problem(Problem("E211", f"there is no box `{name}`", name.span, help=helped))
        if isinstance(element, GroupElement):
            _boxes(element.draw, element.division, set(), report)


def _tracks(division: Division | None) -> Iterator[str]:
    for track in division.tracks if division else ():
        yield str(track.name)
        yield from _tracks(track.inner)


def _names_in(layout: Layout) -> set[str]:
    """Names that any part or repeat knows: a style may be used in each of them."""
    names = {name for part in layout.parts.values() for name in part.needs}
    for draw in (layout.draw, *(part.draw for part in layout.parts.values())):
        for element in every_element(draw):
            if element.repeat:
                names.update(n for n in (element.repeat.each, element.repeat.index) if n)
    return names


def _style(layout: Layout, ref: StyleDecl | Text | None, report: Report) -> None:
    try:
        check_style(layout, ref)
    except Problem as problem:
        report.problem(problem)


def _elements(
    layout: Layout, draw: Iterable[Element], known: set[str], texts: Texts, report: Report,
    hint: str,
) -> None:  # fmt: skip
    for element in draw:
        inner = set(known)
        if element.repeat:
            _expressions(element.repeat, known, texts, report, hint)
            for name in (element.repeat.each, element.repeat.index):
                if name and name in known:
                    span = getattr(name, "span", None) or element.repeat.span
                    report.problem(
                        Problem("E212", f"the name `{name}` is taken here", span, help="rename it")
                    )
                if name:
                    inner.add(name)
        _expressions(element, inner, texts, report, hint)
        _style(layout, element.style, report)
        if isinstance(element, UseElement) and element.part:
            part = layout.parts.get(str(element.part))
            if part is None:
                helped = suggest(element.part, layout.parts)
                report.problem(
                    Problem(
                        "E211", f"there is no part `{element.part}`", element.part.span, help=helped
                    )
                )
            else:
                _given(element, part, inner, report)
        if isinstance(element, GroupElement):
            _elements(layout, element.draw, inner, texts, report, hint)


def _given(element: UseElement, part: Part, known: set[str], report: Report) -> None:
    for key in element.given:
        if key not in part.needs:
            report.problem(
                Problem(
                    "E210",
                    f"part `{element.part}` has no need `{key}`",
                    key.span,
                    help=suggest(key, part.needs),
                )
            )
    for name, need in part.needs.items():
        if name not in element.given and name not in known and not need.has_default:
            report.problem(
                Problem(
                    "E209",
                    f"nothing fills the need `{name}` of part `{element.part}`",
                    element.part.span,
                    help=f"give it with `with: {{{name}: ...}}`",
                    second=need.span,
                    second_note="needed here",
                )
            )


def _cycle(layout: Layout, name: str, report: Report) -> None:
    """Refuse a part that uses itself, however far around."""

    def uses(draw: Iterable[Element]) -> list[Text]:
        return [e.part for e in every_element(draw) if isinstance(e, UseElement)]

    todo, seen = uses(layout.parts[name].draw), set()
    while todo:
        at = todo.pop()
        if at == name:
            helped = "draw it with `repeat`, or split it into two parts"
            report.problem(Problem("E213", f"the part `{name}` uses itself", at.span, help=helped))
            return
        if str(at) not in seen and str(at) in layout.parts:
            seen.add(str(at))
            todo.extend(uses(layout.parts[str(at)].draw))


def check_product(game: Game, product: Product, texts: Texts, report: Report) -> None:
    """Check the names that a product's own expressions use."""
    always = ("number", "count", "deck", "face", "printable", "lang", "t")
    base = {*game.values, *game.banks, *product.options, *always}
    known = set(base)
    for name, generator in product.each.items():
        if generator.kind != "deal":
            _expressions(generator, known, texts, report)
        known.add(name)
    _expressions((product.when, product.copies, product.sizes), known, texts, report)
    _expressions(game.notice, base, texts, report)
    _engine_labels(texts, product.span, report)
    for side in (product.front, product.back):
        if isinstance(side, SideSpec):
            _expressions(side.given, known, texts, report)


def _engine_labels(texts: Texts, span: Span, report: Report) -> None:
    """Refuse a language without the labels that ppgen prints in the margin."""
    missing = [key for key in ENGINE_LABELS if not texts.has(key)]
    if missing:
        report.problem(
            Problem(
                "E215",
                f"language `{texts.lang}` lacks labels for the margin: {', '.join(missing)}",
                texts.span or span,
                help=f"add them to content/labels/{texts.lang}.yaml",
            )
        )
        return
    for key, places in ENGINE_LABELS.items():
        try:
            texts.call(key, dict.fromkeys(places, "")) if places else texts.plain(key)
        except Problem as problem:
            d = problem.diagnostic
            names = " ".join(f"{{{place}}}" for place in places) or "no places"
            report.problem(Problem(d.code, d.message, d.second, help=f"it has {names}"))


def unused_labels(workspace: Workspace) -> None:
    """Report labels, of the files read so far, that no layout, game or bank names anywhere.

    A word search over the files' text: a label may be asked for by a value (`t[name]`). It ends as
    soon as all labels are found.
    """
    if any(d.code in {"E101", "E602"} for d in workspace.report.sorted()):
        return  # a file that cannot be read may be the one that names them
    left: dict[str, list[Text]] = {}
    for labels in workspace.label_files():
        for key in labels.texts:
            if key not in ENGINE_LABELS:
                left.setdefault(str(key), []).append(key)
    for path in (p for root in workspace.roots for p in _files(root)):
        if not left:
            return
        for word in _WORD.findall(path.read_text("utf-8", "replace")):
            left.pop(word, None)
    for key in (key for keys in left.values() for key in keys):
        workspace.report.problem(
            Problem(
                "E214",
                f"no layout uses the label `{key}`",
                key.span,
                help="remove it, or mend its name",
            )
        )


#: Labels that ppgen itself prints in the margin of a leaf, with their places.
ENGINE_LABELS: dict[str, tuple[str, ...]] = {
    "margin_line": ("sheet", "sheets", "edge"),
    "edge_long": (),
    "edge_short": (),
    "edge_none": (),
}


def _files(root: Path) -> Iterator[Path]:
    for folder in ("templates", "content"):
        for path in list_files(root / folder, "**/*.yaml"):
            if path.parent.name != "labels":
                yield path
