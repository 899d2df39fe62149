"""Joins the missing labels of a language into one problem.

Takes a workspace and the problems found in one language; returns them with those about missing
labels joined. Reads other languages only if something is missing, as that takes time.
"""

from __future__ import annotations

from itertools import chain

from ppgen.diagnostics import Diagnostic, Report, plural
from ppgen.language.tags import fallbacks
from ppgen.load.languages import expressions_of
from ppgen.load.workspace import Workspace
from ppgen.model.game import Game
from ppgen.model.texts import ENGINE_LABELS, Texts, no_label


def without_missing_labels(workspace: Workspace, game: Game, lang: str, report: Report) -> Report:
    """Return a report in which one problem lists all labels and files that a language lacks.

    A label that the reference language lacks too is a wrong name, not a gap: its problem is the
    same in every language.
    """
    diagnostics = report.sorted()
    if not any(d.code == "E215" for d in diagnostics):
        return report
    texts = workspace.texts(game.name, lang)
    folders = (f"{game.name}/labels", "labels")
    gaps = [
        [key for key in _reference(workspace, folder, lang) if not texts.has(key)]
        for folder in folders
    ]
    told = {no_label(key, lang): key for gap in gaps for key in gap}
    named = {told[d.message] for d in diagnostics if d.message in told}
    out = Report()
    several = len(workspace.languages(folders[0])) > 1
    for diagnostic in (d for d in diagnostics if d.message not in told):
        out.add(_wrong_name(diagnostic, texts, folders[0]) if several else diagnostic)
    if not named:
        return out
    owed = named | _printed(workspace, game, lang)
    own, common = ([key for key in gap if key in owed] for gap in gaps)
    out.add(_problem(workspace, folders, lang, own, common))
    return out


def _wrong_name(d: Diagnostic, texts: Texts, folder: str) -> Diagnostic:
    """Return a problem without its language if that is not to blame."""
    ending = no_label("", texts.lang).removeprefix(no_label(""))
    if d.code != "E215" or not d.message.endswith(ending):
        return d
    helped = d.help.replace(f"to {texts.where}", f"to each file in content/{folder}")
    return d._replace(message=d.message.removesuffix(ending), help=helped)


def _reference(workspace: Workspace, folder: str, lang: str) -> list[str]:
    """Return the labels of a folder in a complete language, or in the first other one."""
    have = workspace.languages(folder)
    for code in (workspace.settings.lang, "en", *have):
        if code in have and code not in fallbacks(lang):
            return [str(key) for file in workspace.labels(folder, code) for key in file.texts]
    return []


def _printed(workspace: Workspace, game: Game, lang: str) -> set[str]:
    """Return the labels that a language needs: all, or those of the products of its files.

    Of the common ones, those that this game has a use for.
    """
    files = workspace.labels(f"{game.name}/labels", lang)
    whole = any(file.products is None for file in files)
    ours = {str(name) for file in files for name in file.products or ()}
    products = [p for name, p in game.products.items() if whole or name in ours]
    expressions = (expressions_of(workspace, game, product) for product in products)
    used = {use.key for e in chain.from_iterable(expressions) for use in e.labels}
    used |= ENGINE_LABELS.keys()
    own = _reference(workspace, f"{game.name}/labels", lang) if whole else ()
    return {*own, *used}


def _problem(
    workspace: Workspace, folders: tuple[str, str], lang: str, own: list[str], common: list[str]
) -> Diagnostic:
    files = [workspace.labels(folder, lang) for folder in folders]
    span = next((file.span for file in chain.from_iterable(files)), None)
    note = ""
    todo: list[str] = []
    for folder, keys, there in zip(folders, (own, common), files, strict=True):
        if keys:
            to = (
                f"add to {there[0].span.source.name}"
                if there
                else (f"write content/{folder}/{lang}.yaml with")
            )
            todo.append(f"{to}: {', '.join(keys)}")
        last = next(reversed(list(there[0].texts)), None) if keys and there else None
        if last is not None and not note:
            span, note = last.span, "add it after this one"
    count = plural(len(own) + len(common), "label")
    return Diagnostic(
        "E215", f"language `{lang}` is incomplete: {count} missing", span, note, "; ".join(todo)
    )
