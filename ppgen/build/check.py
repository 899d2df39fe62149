"""Everything in a workspace placed once, and words placed to see whether they fit.

Takes a workspace; gives what is wrong. Must not print or make PDF.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ppgen.build.pipeline import place, place_into
from ppgen.build.sizing import TooLarge
from ppgen.deal.defaults import default_request
from ppgen.diagnostics import Diagnostic, Report
from ppgen.load.check import check_pictures
from ppgen.load.languages import languages
from ppgen.load.unused import unused_labels
from ppgen.load.workspace import Workspace
from ppgen.model.game import Game, Product
from ppgen.place.placer import SharedWalks
from ppgen.request import Dealing
from ppgen.source.kinds import Text, Word
from ppgen.text.fonts import Fonts


def check_workspace(workspace: Workspace) -> int:
    """Place every product in each of its languages; return how many had no problem.

    Problems are in the workspace's report, those of pictures and labels that no product uses too.
    """
    fonts = Fonts(workspace.fonts)
    placed = 0
    for game in filter(None, map(workspace.game, workspace.own_games())):
        for product in game.products.values():
            shared = SharedWalks()
            for lang in languages(workspace, game, product):
                request = default_request(workspace, game, product, lang)
                try:
                    placed += place(workspace, request, fonts, shared) is not None
                except TooLarge as problem:
                    workspace.report.problem(problem)
    for name in workspace.layouts():
        if layout := workspace.layout(Text(name)):
            check_pictures(layout, workspace.roots, fonts, workspace.report)
    unused_labels(workspace)
    return placed


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
