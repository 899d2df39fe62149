"""A command that makes products: it has the options of `make`, and those that products declare.

Takes a function of a workspace, options and requests; gives a click command.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import click

from ppgen.cli.decks import open_deck
from ppgen.cli.options import DECLARED, MakeOptions, make_parameters, read_options
from ppgen.cli.requests import read_requests
from ppgen.cli.shared import open_workspace, read_tables, show_problems
from ppgen.load.workspace import Workspace
from ppgen.model.game import Option
from ppgen.request import Request

Act = Callable[[Workspace, MakeOptions, Sequence[Request]], None]


def make_command(name: str) -> Callable[[Act], click.Command]:
    """Return a decorator that makes a command of a function."""

    def decorate(act: Act) -> click.Command:
        @click.command(name, cls=MakeCommand, help=act.__doc__)
        @make_parameters
        @click.pass_obj
        def command(workspace: Workspace, /, **given: Any) -> None:
            options = read_options(given)
            workspace.tables = read_tables(options.column, no_heading=options.no_heading)
            try:
                options, recipe = open_deck(workspace, options)
                act(workspace, options, read_requests(workspace, options, recipe))
            except click.UsageError:
                # What was requested may be missing just because a file is broken.
                if not workspace.report:
                    raise
                show_problems(workspace.report)
                raise click.exceptions.Exit(1) from None

        return command

    return decorate


class MakeCommand(click.Command):
    """A command whose options grow by those that products declare."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Add the options of the products that the arguments name."""
        # A first look, in which nothing is wrong yet, for the workspace and the targets.
        look = click.Context(
            self, parent=ctx.parent, resilient_parsing=True, ignore_unknown_options=True
        )
        super().parse_args(look, list(args))
        # The command goes on with this workspace, so no file is read twice.
        ctx.obj = open_workspace(look.params["root"])
        taken = {flag for param in self.params for flag in param.opts}
        added: dict[str, click.Option] = {}
        for option, hidden in _declared(ctx.obj, look.params["targets"] or ()):
            # One that is named like ppgen's own is reported when the game is read (E212).
            if option.flag not in taken:
                added.setdefault(option.flag, _click_option(option, hidden))
        ctx.meta[__name__] = list(added.values())
        return super().parse_args(ctx, args)

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Return the products' options before `--help`, which is the last."""
        own = super().get_params(ctx)
        return [*own[:-1], *ctx.meta.get(__name__, ()), *own[-1:]]

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Close the help with an example that works here."""
        target = _example_target(open_workspace(None))
        with formatter.section("Example"):
            formatter.write_text(f"ppgen {self.name} {target} --lang de --paper a4")
        with formatter.section("Options of a product"):
            formatter.write_text(f"ppgen {self.name} {target} --help, or all: ppgen list")
        super().format_epilog(ctx, formatter)


def _declared(workspace: Workspace, targets: Sequence[str]) -> list[tuple[Option, bool]]:
    """List the options of games, and whether help hides them: it shows those of targets only.

    Options that click does not know yet are still among the targets; without any, none is declared.
    """
    if not targets:
        return []
    games = workspace.games()
    named = {target.partition("/")[0] for target in targets}.intersection(games)
    out: list[tuple[Option, bool]] = []
    # A game that nobody named is not read: what is wrong in it is of no concern here.
    for name in sorted(named) if named and "all" not in targets else games:
        game = workspace.game(name)
        for product in game.products.values() if game else ():
            hidden = {name, f"{name}/{product.name}"}.isdisjoint(targets)
            out += [(option, hidden) for option in product.options.values()]
    return sorted(out, key=lambda pair: pair[1])


def _click_option(option: Option, hidden: bool) -> click.Option:
    help_text = option.help
    if option.kind == "choice":
        help_text += f" [{'|'.join(str(c) for c in option.choices)}]"
    elif option.range:
        help_text += f" [{option.range}]"
    return click.Option(
        [option.flag, f"{DECLARED}{option.name}"], type=str, default=None, hidden=hidden,
        metavar={"integer": "N", "number": "N", "size": "SIZE", "choice": "CHOICE"}[option.kind],
        help=f"{help_text} (default {option.default})".strip(),
    )  # fmt: skip


def _example_target(workspace: Workspace) -> str:
    """Name a target to show in help texts: the first product of the first game found."""
    for name in workspace.games():
        game = workspace.game(name)
        if game and game.listed and game.products:
            return f"{name}/{next(iter(game.products))}"
    return "GAME/PRODUCT"
