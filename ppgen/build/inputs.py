"""Looks up what a request needs in the workspace: its languages and banks.

Takes a workspace and a request; returns models. Must not deal or place.
"""

from __future__ import annotations

from typing import NamedTuple

from ppgen.diagnostics import Report
from ppgen.load.languages import banks_of, labelled, missing_bank, speaks
from ppgen.load.workspace import Workspace
from ppgen.model.bank import Bank
from ppgen.request import Request


class Spoken(NamedTuple):
    """The language in which a product is printed, apart from the dealt words."""

    lang: str
    labels: str  # another one, if a product without text lacks labels for the margin


def spoken(workspace: Workspace, request: Request) -> Spoken:
    """Return the languages of a request, with fallbacks for those that are missing.

    Missing labels are printed in the language of the workspace, else in English. Dealt words are
    never replaced: the user's own words are enough for a deck in any language.
    """
    game, product, lang = request.game, request.product, request.lang
    chain = (lang, workspace.settings.lang, "en")
    having = (code for code in chain if speaks(workspace, game, product, code, product.dealt))
    said = labels = next(having, lang)
    if not labelled(workspace, game, product):
        common = (code for code in (said, *chain) if workspace.labels("labels", code))
        labels = next(common, said)
    return Spoken(said, labels)


def banks_for(workspace: Workspace, request: Request, lang: str, report: Report) -> dict[str, Bank]:
    """Return the banks that a product uses in a language, except those that it deals from."""
    game, product = request.game, request.product
    banks: dict[str, Bank] = {}
    for name in banks_of(workspace, game, product):
        if name in product.dealt:
            continue
        folder = game.banks[name]
        if workspace.bank_path(folder, lang) is None:
            report.problem(missing_bank(workspace, game, product, lang, name))
        elif bank := workspace.bank(folder, lang):
            banks[name] = bank
    return banks
