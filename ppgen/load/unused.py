"""Finds labels that nothing uses.

Takes a workspace; returns a diagnostic for each label of its own files that no game and no layout
can print. Reads all layouts involved, so only a full check should use it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ppgen.diagnostics import nearest
from ppgen.expr import Expression
from ppgen.load.languages import expressions_of, layouts_of
from ppgen.load.workspace import Workspace
from ppgen.model.bank import Bank
from ppgen.model.game import Game
from ppgen.model.layout import Layout
from ppgen.model.texts import ENGINE_LABELS, NAMES_OF_PAGES, product_label
from ppgen.source.kinds import Text


def unused_labels(workspace: Workspace) -> None:
    """Report the labels of the nearest root that nothing uses.

    While a name or a label is misspelled where it is used, the right one seems unused: then only
    those are reported that are similar to one that their language lacks.
    """
    own = workspace.own_labels()
    known = workspace.games()
    names = known if "" in own else [name for name in own if name in known]
    games = [game for name in names if (game := workspace.game(name))]
    layouts = [layout for name in workspace.layouts() if (layout := workspace.layout(Text(name)))]
    everywhere = {*ENGINE_LABELS, *NAMES_OF_PAGES, *_of_layouts(layouts)}
    used = {game.name: _of_game(workspace, game) for game in games}
    used[""] = {key for keys in used.values() for key in keys}
    drawn = [x for game in games for p in game.products.values() for x in layouts_of(workspace, p)]
    if workspace.broken or not all(layout.draw for layout in drawn):
        return  # a file that could not be read may use them
    doubtful = any(d.code in {"E302", "E215"} for d in workspace.report.sorted())
    for name, files in own.items():
        every = {str(key) for file in files for key in file.texts}
        for file in files:
            lacking = {key for key in every if not workspace.texts(name, file.lang).has(key)}
            for key in file.texts:
                if key in everywhere or key in used.get(name, ()):
                    continue
                near = nearest(key, lacking)
                way = "remove it, or correct its name"
                if near:
                    way = f"did you mean `{near}`, which `{file.lang}` lacks? Otherwise remove it"
                elif doubtful:
                    continue
                message = f"no layout uses the label `{key}`"
                workspace.report.error("E214", message, key.span, help=way)


def _of_layouts(layouts: Iterable[Layout]) -> set[str]:
    """Return the labels that layouts can print."""
    out: set[str] = set()
    for layout in layouts:
        fixed, dynamic = _labels(layout.every_expression())
        out |= fixed | layout.texts if dynamic else fixed
    return out


def _of_game(workspace: Workspace, game: Game) -> set[str]:
    """Return the labels that the products of a game can print, including their names."""
    products = game.products.values()
    fixed, dynamic = _labels(e for p in products for e in expressions_of(workspace, game, p))
    fixed |= {*map(product_label, game.products)}
    if not dynamic:
        return fixed
    # A computed key may come from any text in the values.
    given = {t for p in products for layout in layouts_of(workspace, p) for t in layout.texts}
    return fixed | given | game.texts | {*_of_banks(workspace, game)}


def _labels(expressions: Iterable[Expression]) -> tuple[set[str], bool]:
    """Return the labels with fixed keys, and whether others have computed keys.

    If so, any text in an expression may be a key: `t['won' if yes else 'lost']`.
    """
    fixed: set[str] = set()
    texts: set[str] = set()
    dynamic = False
    for expression in expressions:
        fixed.update(use.key for use in expression.labels)
        texts |= expression.texts
        dynamic |= expression.dynamic_labels
    return fixed | texts if dynamic else fixed, dynamic


def _of_banks(workspace: Workspace, game: Game) -> Iterator[str]:
    for folder in game.banks.values():
        for lang in workspace.languages(folder):
            if bank := workspace.bank(folder, lang):
                yield from _of_bank(bank)


def _of_bank(bank: Bank) -> Iterator[str]:
    yield from _texts(bank.values)
    for word in bank.words:
        yield from (word, word.id, word.category)


def _texts(value: object) -> Iterator[str]:
    """Yield the texts in a tree of values."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for child in value.values() if isinstance(value, dict) else value:
            yield from _texts(child)
