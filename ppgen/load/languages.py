"""In which languages a product exists, and which banks and labels it uses.

Takes a workspace and a product; gives language tags and names of banks. Must not deal or place.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Collection, Iterator, Mapping

from ppgen.diagnostics import Problem, Refused, Span
from ppgen.expr import Expression, Template
from ppgen.language.tags import ANY, fallbacks
from ppgen.load import check
from ppgen.load.workspace import Workspace
from ppgen.model.game import Game, Product, SideSpec


class NoLanguage(Refused):
    """A product does not exist in the language that was asked for; says which there are."""


def languages(
    workspace: Workspace, game: Game, product: Product, without: Collection[str] = ()
) -> list[str]:
    """Name the languages in which a product exists: all its banks and labels have them.

    A language with some of the labels that only this product names is meant to be had; what it
    lacks is a problem (E215) and no reason to leave it out. Banks in `without` do not count.
    """
    found = _with_files(workspace, game, product, without)
    named = _labels_named(workspace, game, product)
    others = [p for p in game.products.values() if p is not product]
    own = named.difference(*(_labels_named(workspace, game, p) for p in others))
    good = []
    for lang in found:
        texts = workspace.texts(game.name, lang)
        missing = [key for key in (*named, *check.ENGINE_LABELS) if not texts.has(key)]
        # Labels that all games share say nothing of this one.
        meant = {k for file in workspace.labels(f"{game.name}/labels", lang) for k in file.texts}
        if not missing or own & meant:
            good.append(lang)
    # A label that no language has is a fault in the layout, to be told in each of them.
    return good or found


def speaks(
    workspace: Workspace, game: Game, product: Product, lang: str, without: Collection[str] = ()
) -> bool:
    """Tell whether a product exists in a language or one that stands in for it."""
    known = languages(workspace, game, product, without)
    return any(code in known for code in fallbacks(lang))


def check_language(workspace: Workspace, game: Game, product: Product, lang: str) -> None:
    """Refuse a language that a product lacks: say which it has, and what is missing."""
    if speaks(workspace, game, product, lang):
        return
    listed = ", ".join(languages(workspace, game, product)) or "none"
    message = f"{game.name}/{product.name} has no language `{lang}`; it has: {listed}"
    texts = workspace.texts(game.name, lang)
    named = _labels_named(workspace, game, product)
    missing = sorted(key for key in named if not texts.has(key))
    if missing and texts.span is not None:
        shown = ", ".join(missing[:6]) + (", ..." if len(missing) > 6 else "")
        message += f" (`{lang}` lacks the labels {shown})"
    raise NoLanguage(message)


def _with_files(
    workspace: Workspace, game: Game, product: Product, without: Collection[str]
) -> list[str]:
    """Name the languages that have any labels, and the banks that a product uses."""
    found = {*workspace.languages(f"{game.name}/labels"), *workspace.languages("labels")}
    for bank in banks_of(game, product):
        have = set(workspace.languages(game.banks[bank]))
        if bank not in without and ANY not in have:
            found = {lang for lang in found | have if have.intersection(fallbacks(lang))}
    return sorted(found)


def _labels_named(workspace: Workspace, game: Game, product: Product) -> set[str]:
    """Name the labels that a product asks for: by fixed keys, and by values where it does so."""
    name = f"{game.name}/{product.name}"
    return workspace.once("labels named", name, lambda: _find_labels(workspace, game, product))


def _find_labels(workspace: Workspace, game: Game, product: Product) -> set[str]:
    sides = [s for s in (product.front, product.back) if isinstance(s, SideSpec)]
    layouts = [workspace.layout(side.layout) for side in sides]
    fixed: set[str] = set()
    values: set[str] = set()
    names: set[str] = set()
    by_value = False
    for part in _leaves((product, game.notice, layouts)):
        if isinstance(part, Expression):
            fixed |= part.labels
            names |= part.names
            by_value |= "t[" in part.text
            values |= set(_QUOTED.findall(part.text))
        else:
            values.add(part)
    if by_value:
        names |= {need for layout in layouts if layout for need in layout.needs}
        values |= set(_leaves([v for k, v in game.values.items() if k in names]))  # type: ignore[arg-type]
        known = {
            str(key)
            for folder in (f"{game.name}/labels", "labels")
            for lang in workspace.languages(folder)
            for file in workspace.labels(folder, lang)
            for key in file.texts
        }
        fixed |= values & known
    return fixed - {*check.ENGINE_LABELS}


_QUOTED = re.compile(r"'(\w+)'")


def _leaves(value: object) -> Iterator[Expression | str]:
    """Find every expression and every plain text in a model."""
    if isinstance(value, Expression | str):
        yield value
    elif isinstance(value, Mapping):
        for child in value.values():
            yield from _leaves(child)
    elif isinstance(value, list | tuple | set | frozenset):
        for child in value:
            yield from _leaves(child)
    elif isinstance(value, Template):
        yield from value.parts
    elif dataclasses.is_dataclass(value) and not isinstance(value, Span | type):
        for field_ in dataclasses.fields(value):
            yield from _leaves(getattr(value, field_.name))


def banks_of(game: Game, product: Product) -> list[str]:
    """Name the banks that a product's own expressions use."""
    used: set[str] = set()
    sides = [s for s in (product.front, product.back) if isinstance(s, SideSpec)]
    parts: list[object] = [product.each, product.when, product.copies, product.sizes]
    for expression in check.expressions([*parts, *(s.given for s in sides)]):
        used |= expression.names
    return [b for b in game.banks if b in used]


def dealt_banks(game: Game, product: Product) -> list[str]:
    """Name the banks that a product deals from."""
    sources = [g.source for g in product.each.values() if g.kind == "deal"]
    named = {s.text.strip() for s in sources if isinstance(s, Expression)}
    return [bank for bank in game.banks if bank in named]


def missing_bank(
    workspace: Workspace, game: Game, product: Product, lang: str, name: str
) -> Problem:
    """Say that a bank lacks a language."""
    folder = game.banks[name]
    have = ", ".join(workspace.languages(folder)) or "none"
    return Problem(
        "E216",
        f"the bank `{name}` has no language `{lang}`",
        product.span,
        help=f"content/{folder} has: {have}",
    )
