"""Finds the languages in which a product exists, and the banks it uses.

Takes a workspace and a product; returns language tags and names of banks. Languages follow from the
files of banks and labels, so no layout is read to list them. Must not deal or place.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

from ppgen.diagnostics import Problem, Unsuited, suggest
from ppgen.expr import Expression
from ppgen.language.tags import ANY, fallbacks
from ppgen.load.workspace import Workspace
from ppgen.model.game import Game, Product
from ppgen.model.texts import ENGINE_LABELS

if TYPE_CHECKING:
    from ppgen.model.layout import Layout


class NoLanguage(Unsuited):
    """A product does not exist in the requested language; the message lists those it has."""


def languages(workspace: Workspace, game: Game, product: Product) -> list[str]:
    """Return the languages in which a product has banks and labels.

    A label file need not be complete: missing labels are reported as E215.
    """
    sources = [_of_labels(workspace, game, product)]
    for bank in product.banks:
        have = workspace.languages(game.banks[bank])
        if ANY not in have:
            sources.append(have)
    return sorted(
        lang
        for lang in {lang for have in sources for lang in have}
        if all(_has(have, lang) for have in sources)
    )


def _has(have: Collection[str], lang: str) -> bool:
    return any(code in have for code in fallbacks(lang))


def _of_labels(workspace: Workspace, game: Game, product: Product) -> list[str]:
    """Return the languages of a game's label files that are for a product.

    If it prints no labels of its game, these are the languages of the margin line.
    """
    folder = f"{game.name}/labels"
    if not labelled(workspace, game, product):
        common = (
            (lang, workspace.texts(game.name, lang)) for lang in workspace.languages("labels")
        )
        return [lang for lang, texts in common if all(map(texts.has, ENGINE_LABELS))]
    out = []
    for lang in workspace.languages(folder):
        for file in workspace.labels(folder, lang):
            for name in file.products or ():
                if name not in game.products:
                    workspace.report.error(
                        "E211", f"{game.name} has no product `{name}`", name.span,
                        help=suggest(name, game.products),
                    )  # fmt: skip
            if file.products is None or product.name in file.products:
                out.append(lang)
    return out


def wordless(workspace: Workspace, game: Game, product: Product) -> bool:
    """Return whether a product prints no text, and so exists in every language."""
    folders = (game.banks[bank] for bank in product.banks)
    return not labelled(workspace, game, product) and all(
        ANY in workspace.languages(folder) for folder in folders
    )


def labelled(workspace: Workspace, game: Game, product: Product) -> bool:
    """Return whether a product prints labels of its game."""
    return product.labels and bool(workspace.languages(f"{game.name}/labels"))


def speaks(
    workspace: Workspace, game: Game, product: Product, lang: str, without: Collection[str] = ()
) -> bool:
    """Return whether the labels and banks of a product have a language or a fallback of it.

    Banks in `without` do not count.
    """
    if labelled(workspace, game, product):
        files = workspace.labels(f"{game.name}/labels", lang)
        if not any(file.products is None or product.name in file.products for file in files):
            return False
    folders = [game.banks[x] for x in banks_of(workspace, game, product) if x not in without]
    return all(workspace.bank_path(folder, lang) for folder in folders)


def said_by_game(workspace: Workspace, game: Game, product: Product, lang: str) -> str:
    """Return the language of a game's labels that a product gets: its own, or a stand-in."""
    for code in (lang, workspace.settings.lang, "en"):
        files = workspace.labels(f"{game.name}/labels", code)
        if any(file.products is None or product.name in file.products for file in files):
            return code
    return lang


def check_language(workspace: Workspace, game: Game, product: Product, lang: str) -> None:
    """Raise NoLanguage, with the languages that a product has, if it lacks this one."""
    known = languages(workspace, game, product)
    if not _has(known, lang):
        has = ", ".join(known) or "none"
        message = f"{game.name}/{product.name} has no language `{lang}`; it has: {has}"
        raise NoLanguage(message)


def layouts_of(workspace: Workspace, product: Product) -> list[Layout]:
    """Return the layouts of a product's sides and spare parts, without broken ones."""
    layouts = [workspace.layout(side.layout) for side in product.every_side]
    return [layout for layout in layouts if layout is not None]


def expressions_of(workspace: Workspace, game: Game, product: Product) -> Iterator[Expression]:
    """Yield all expressions that a product evaluates, including those of its layouts."""
    yield from product.every_expression()
    if game.notice and game.notice.template:
        yield from game.notice.template.bindings
    for layout in layouts_of(workspace, product):
        yield from layout.every_expression()


def banks_of(workspace: Workspace, game: Game, product: Product) -> list[str]:
    """Return the names of the banks that a product uses, in expressions or as needs of layouts."""
    used = set(product.banks)
    for side in product.sides:
        layout = workspace.layout(side.layout)
        used.update(name for name in (layout.needs if layout else ()) if name not in side.given)
    return [bank for bank in game.banks if bank in used]


def missing_bank(
    workspace: Workspace, game: Game, product: Product, lang: str, name: str
) -> Problem:
    """Return the problem of a bank that lacks a language."""
    folder = game.banks[name]
    have = ", ".join(workspace.languages(folder)) or "none"
    return Problem(
        "E216",
        f"the bank `{name}` has no language `{lang}`",
        product.span,
        help=f"content/{folder} has: {have}",
    )
