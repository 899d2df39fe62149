"""Everything in a workspace placed once, and words placed to see whether they fit.

Takes a workspace; returns what is wrong. Must not print or make PDF.
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

#: The languages in which built-in products are looked at, where not all are asked for.
_USUAL = ("de", "en")


def check_workspace(workspace: Workspace, *, everything: bool = False) -> int:
    """Place products; return how many there were, in a language each, without a problem.

    What a file of the user's workspace has a part in is placed in each of its languages, with every
    choice of its options; what is built in was checked so before, and is only looked at. Without a
    workspace, `everything` checks all of that in this way.

    Problems are in the workspace's report, those of pictures and labels that no product uses too.
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
    """Name the languages to check a product in."""
    if everything:
        return languages(workspace, game, product)
    if len(workspace.roots) == 1:
        # Nobody looks for others among the labels of all languages.
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
    """Return what is wrong with words on the faces of a product that deals.

    Raises:
        Refused: if the product cannot be made in their language.
    """
    # As words that a person brings along: the product's own banks need not have the language.
    dealing = Dealing(banks=(lang,), words=tuple(words))
    request = replace(default_request(workspace, game, product, lang), dealing=dealing)
    report = Report()
    try:
        place_into(report, workspace, request, fonts)
    except TooLarge as problem:
        report.problem(problem)
    return report.sorted()
