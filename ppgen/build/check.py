"""Checks a workspace by placing everything in it, and words by placing them.

Takes a workspace; reports problems. Must not print or make PDF.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from ppgen.build.pipeline import place_into
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


Target = tuple[Game, Product]


class Checked(NamedTuple):
    """How many products had no problem, in how many languages, and notes.

    Attributes:
        products: The products without a problem in some language.
        languages: Those in which any has none.
        throughout: Whether each product was checked in all of these languages.
        notes: What was skipped, and what is odd in tables.
    """

    products: int
    languages: int
    throughout: bool
    notes: Sequence[str]


def check_workspace(
    workspace: Workspace, *, everything: bool = False,
    through: Callable[[Sequence[Target]], Iterable[Target]] = iter,
) -> Checked:  # fmt: skip
    """Place all products; return how many had no problem, and in how many languages.

    They are taken `through` a function that may show how far the work is.

    Products that a file of the user's workspace contributes to are placed in each of their
    languages, with every combination of options; built-in ones were checked like that before
    release and get a quick check. Without a workspace, `everything` checks all built-in ones fully.

    Problems go to the workspace's report, including those of unused pictures and labels; only a
    note says that letters of a built-in file are in no font.
    """
    fonts = Fonts(workspace.fonts)
    lacking = _Lacking(workspace)
    has_own = len(workspace.roots) > 1
    placed: list[tuple[str, str]] = []
    remarks: list[str] = []
    every = everything or not has_own or touches_builtin(workspace)
    names = workspace.games() if every else workspace.own_games()
    games = filter(None, map(workspace.game, names))
    for game, product in through([(g, p) for g in games for p in g.products.values()]):
        shared = SharedWalks()
        remarks += product.remarks
        for lang in _languages(workspace, game, product, everything=everything):
            full = everything or is_own(workspace, game, product, lang)
            usual = default_request(workspace, game, product, lang)
            ways = every_choice(product) if full else [usual.options]
            requests = (replace(usual, options=options) for options in ways)
            fits = [_fits(workspace, request, fonts, shared, lacking) for request in requests]
            if all(fits):
                placed.append((f"{game.name}/{product.name}", lang))
    for name in workspace.layouts():
        if layout := workspace.layout(Text(name)):
            check_pictures(layout, workspace.roots, fonts, workspace.report)
    if everything or has_own:
        unused_labels(workspace)
    products, spoken = {name for name, _ in placed}, {lang for _, lang in placed}
    notes = [*dict.fromkeys(remarks), *lacking.notes()]
    whole = len(placed) == len(products) * len(spoken)
    return Checked(len(products), len(spoken), whole, notes)


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


class _Lacking:
    """Collects the letters of built-in files that no font has: nobody has to install fonts."""

    def __init__(self, workspace: Workspace) -> None:
        own, *builtin = workspace.roots
        self._own = own if builtin else None
        self._letters: dict[str, list[str]] = {}

    def take(self, diagnostic: Diagnostic) -> bool:
        """Return whether a diagnostic is such a letter, which is then noted."""
        if diagnostic.code != "E604" or diagnostic.span is None:
            return False
        name = diagnostic.span.source.name
        if self._own and (self._own / name).is_file():
            return False
        self._letters.setdefault(diagnostic.help, []).append(name)
        return True

    def notes(self) -> list[str]:
        """Return one note for each way to get fonts."""
        return [
            f"not checked, as no font has their letters: {', '.join(dict.fromkeys(names))} ({way})"
            for way, names in self._letters.items()
        ]


def _fits(
    workspace: Workspace, request: Request, fonts: Fonts, shared: SharedWalks, lacking: _Lacking
) -> bool:
    """Place a product and report its problems; return whether it had none."""
    report = Report()
    placed = None
    try:
        placed = place_into(report, workspace, request, fonts, shared)
    except TooLarge as problem:
        report.problem(problem)
    for diagnostic in placed.skipped if placed else ():
        lacking.take(diagnostic)
    for diagnostic in report.sorted():
        if not lacking.take(diagnostic):
            workspace.report.add(diagnostic)
    return placed is not None


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
