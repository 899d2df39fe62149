"""Checks a workspace by placing everything in it, and words by placing them.

Takes a workspace; reports problems. Must not print or make PDF.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from ppgen.build.pipeline import place, place_into
from ppgen.build.sizing import TooLarge
from ppgen.deal.defaults import default_request, every_choice
from ppgen.diagnostics import Diagnostic, Report
from ppgen.load.check import check_pictures
from ppgen.load.languages import languages, speaks
from ppgen.load.own import is_own, touches_builtin
from ppgen.load.unused import unused_labels
from ppgen.load.workspace import Workspace
from ppgen.model.game import Game, Product
from ppgen.place.placer import SharedWalks
from ppgen.request import Dealing, Request
from ppgen.source.kinds import Text, Word
from ppgen.text.fonts import Fonts

#: The languages in which built-in products are checked, unless all are requested.
_USUAL = ("de", "en")


def check_workspace(workspace: Workspace, *, everything: bool = False) -> int:
    """Place all products; return how many, counted per language, had no problem.

    Products that a file of the user's workspace contributes to are placed in each of their
    languages, with every combination of options; built-in ones were checked like that before
    release and get a quick check. Without a workspace, `everything` checks all built-in ones fully.

    Problems go to the workspace's report, including those of unused pictures and labels.
    """
    fonts = Fonts(workspace.fonts)
    has_own = len(workspace.roots) > 1
    placed = 0
    every = everything or not has_own or touches_builtin(workspace)
    names = workspace.games() if every else workspace.own_games()
    for game in filter(None, map(workspace.game, names)):
        for product in game.products.values():
            shared = SharedWalks()
            for lang in _languages(workspace, game, product, everything=everything):
                full = everything or is_own(workspace, game, product, lang)
                usual = default_request(workspace, game, product, lang)
                ways = every_choice(product) if full else [usual.options]
                requests = (replace(usual, options=options) for options in ways)
                fits = [_fits(workspace, request, fonts, shared) for request in requests]
                placed += all(fits)
    for name in workspace.layouts():
        if layout := workspace.layout(Text(name)):
            check_pictures(layout, workspace.roots, fonts, workspace.report)
    if everything or has_own:
        unused_labels(workspace)
    return placed


def _languages(
    workspace: Workspace, game: Game, product: Product, *, everything: bool
) -> Iterable[str]:
    """Return the languages to check a product in."""
    if everything:
        return languages(workspace, game, product)
    if len(workspace.roots) == 1:
        # A product without text is the same in all other languages.
        return [lang for lang in _USUAL if speaks(workspace, game, product, lang)]
    return [
        lang
        for lang in languages(workspace, game, product)
        if lang in _USUAL or is_own(workspace, game, product, lang)
    ]


def _fits(workspace: Workspace, request: Request, fonts: Fonts, shared: SharedWalks) -> bool:
    try:
        return place(workspace, request, fonts, shared) is not None
    except TooLarge as problem:
        workspace.report.problem(problem)
        return False


def place_words(
    workspace: Workspace, game: Game, product: Product, lang: str, words: Sequence[Word],
    fonts: Fonts,
) -> list[Diagnostic]:  # fmt: skip
    """Return the problems of words on the faces of a product that deals.

    Raises:
        Refused: if the product cannot be made in their language.
    """
    # Like words from the user: the product's own banks need not have the language.
    dealing = Dealing(banks=(lang,), words=tuple(words))
    request = replace(default_request(workspace, game, product, lang), dealing=dealing)
    report = Report()
    try:
        place_into(report, workspace, request, fonts)
    except TooLarge as problem:
        report.problem(problem)
    return report.sorted()
