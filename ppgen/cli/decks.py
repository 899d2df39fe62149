"""`--deck FILE`: turns a deck's recipe back into the options that made it.

Takes options; returns them as set by the recipe, and the recipe. Must not place anything.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import click

from ppgen import __version__
from ppgen.cli.files import shown
from ppgen.cli.options import MakeOptions
from ppgen.cli.requests import option_value
from ppgen.limits import DECK_PDF
from ppgen.load.workspace import Workspace
from ppgen.model.recipe import Recipe

_ENDINGS = {".pdf", ".yaml"}


def open_deck(
    workspace: Workspace, options: MakeOptions
) -> tuple[MakeOptions, Recipe | None]:  # fmt: skip
    """Read the file that `--deck` names; it sets the options that were not typed.

    Raises:
        click.UsageError: if there is no such file, options contradict it, or it has problems, which
            are in the workspace's report.
    """
    if options.deck is None or Path(options.deck).suffix.lower() not in _ENDINGS:
        return options, None
    from ppgen.deal.recipe import read_recipe  # noqa: PLC0415 - few decks come from a file

    path = Path(options.deck)
    if not path.is_file():
        msg = f"--deck: there is no file `{options.deck}`"
        raise click.UsageError(msg)
    if path.stat().st_size > DECK_PDF:
        msg = f"--deck: `{options.deck}` is larger than {DECK_PDF // 1_000_000} MB"
        raise click.UsageError(msg)
    recipe = read_recipe(path.read_bytes(), shown(path), workspace.report)
    if recipe is None:
        msg = f"--deck: `{options.deck}` cannot be read"
        raise click.UsageError(msg)
    return with_recipe(workspace, options, recipe), recipe


def with_recipe(workspace: Workspace, options: MakeOptions, recipe: Recipe) -> MakeOptions:
    """Return options in which a recipe takes the place of what nobody typed.

    Raises:
        click.UsageError: if options say otherwise, or the deck cannot be made here.
    """
    _refuse_others(options, recipe)
    options = replace(
        options,
        targets=(str(recipe.product),),
        lang=_languages(recipe),
        deck=str(recipe.deck),
        paper=options.paper or _paper(workspace, recipe),
        size=options.size or recipe.size,
        margin=options.margin or recipe.margin,
        blank=options.blank or recipe.blank,
        declared={**_declared(workspace, recipe), **options.declared},
    )
    if workspace.report:
        msg = f"--deck: {recipe.deck} cannot be made here"
        raise click.UsageError(msg)
    return options


def _languages(recipe: Recipe) -> str:
    return f"{recipe.lang}+{recipe.second}" if recipe.second else recipe.lang


def _refuse_others(options: MakeOptions, recipe: Recipe) -> None:
    """Reject options that contradict the deck; the others are checked as for a code."""
    if options.targets and options.targets != (str(recipe.product),):
        msg = f"--deck {recipe.deck} is for {recipe.product}, not for {' '.join(options.targets)}"
        raise click.UsageError(msg)
    if options.lang and options.lang.casefold() != _languages(recipe).casefold():
        said = _languages(recipe)
        msg = f"--deck {recipe.deck} implies --lang {said}, which --lang {options.lang} contradicts"
        raise click.UsageError(msg)
    for flag, given in (
        ("--bank", options.bank),
        ("--first", options.first),
        ("--exclude", options.exclude),
        ("--categories", options.categories),
        ("--without", options.without),
    ):
        if given:
            msg = f"--deck {recipe.deck} sets all words, so {flag} cannot be used"
            raise click.UsageError(msg)


def _paper(workspace: Workspace, recipe: Recipe) -> str:
    if workspace.size(recipe.paper) is None:
        workspace.report.error(
            "E211", f"there is no paper `{recipe.paper}`", recipe.paper.span,
            help="choose another: --paper a4",
        )  # fmt: skip
    return recipe.paper


def _declared(workspace: Workspace, recipe: Recipe) -> dict[str, str]:
    """Return the options that differ from their defaults; other versions may have had others."""
    name, _, key = recipe.product.partition("/")
    game = workspace.game(name) if name in workspace.games() else None
    product = game.products.get(key) if game else None
    out: dict[str, str] = {}
    for entry, text in recipe.options.items() if product else ():
        option = product.options.get(entry) if product else None
        if option is None:
            if recipe.version == __version__:
                message = f"{recipe.product} has no option `{entry}`"
                workspace.report.error("E201", message, entry.span)
            continue
        try:
            value = option_value(option, text)
        except click.UsageError as wrong:
            workspace.report.error("E202", wrong.message, text.span)
            continue
        if value != option.default:
            out[option.name] = str(text)
    return out
