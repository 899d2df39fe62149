"""Commands that make products, with the options of `make` and those that products declare.

Takes a function of a workspace, options and requests; returns a click command.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import click

from ppgen.cli.complete import values
from ppgen.cli.decks import open_deck
from ppgen.cli.describe import describe, values_of
from ppgen.cli.options import DECLARED, MakeOptions, make_parameters, read_options
from ppgen.cli.requests import read_requests
from ppgen.cli.shared import open_workspace, read_tables, show_problems
from ppgen.load.workspace import Workspace
from ppgen.model.game import Game, Option, Product
from ppgen.request import Request
from ppgen.units import show

Act = Callable[..., None]


def make_command(
    name: str, *more: click.Option, reads: bool = True
) -> Callable[[Act], click.Command]:  # fmt: skip
    """Return a decorator that makes a command of a function.

    The function takes a workspace, options, requests, and by name the values of its own options,
    which give way to those that products declare. Unless it `reads`, it takes no requests.
    """

    def decorate(act: Act) -> click.Command:
        @click.command(name, cls=MakeCommand, help=act.__doc__)
        @make_parameters
        @click.pass_obj
        def command(workspace: Workspace, /, **given: Any) -> None:
            own = {option.name: given.pop(option.name, None) for option in more}
            options = read_options(given)
            if not reads:
                act(workspace, options, **own)
                return
            try:
                made, requests = read_all(workspace, options)
                act(workspace, made, requests, **own)
            except click.UsageError:
                # The product may be missing only because a file is broken.
                if not workspace.report:
                    raise
                show_problems(workspace.report)
                raise click.exceptions.Exit(1) from None

        command.params[1:1] = more
        command.yielding = frozenset(flag for option in more for flag in option.opts)
        return command

    return decorate


def read_all(
    workspace: Workspace, options: MakeOptions
) -> tuple[MakeOptions, Sequence[Request]]:  # fmt: skip
    """Read what is requested, and the deck that options name, which may say more of them."""
    workspace.tables = read_tables(options.column, no_heading=options.no_heading)
    options, recipe = open_deck(workspace, options)
    return options, read_requests(workspace, options, recipe)


class _Named(NamedTuple):
    """The products named by the arguments, and the options of these and of others."""

    products: Sequence[tuple[Game, Product]]
    options: Sequence[click.Option]


class MakeCommand(click.Command):
    """A command extended by the options that products declare."""

    #: Options of the command that give way to those of products.
    yielding: frozenset[str] = frozenset()

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Add the options of the products that the arguments name."""
        # A lenient first pass, to find the workspace and the targets.
        look = click.Context(
            self, parent=ctx.parent, resilient_parsing=True, ignore_unknown_options=True
        )
        # An option that still waits for its value would hide the targets before it.
        whole = args[:-1] if args and args[-1].startswith("-") else args
        super().parse_args(look, list(whole))
        # The command continues with this workspace, so no file is read twice.
        ctx.obj = open_workspace(look.params["root"])
        taken = {flag for param in self.params for flag in param.opts} - self.yielding
        targets = look.params["targets"] or ()
        products = _products(ctx.obj, targets)
        named = [(g, p) for g, p in products if {g.name, f"{g.name}/{p.name}"} & set(targets)]
        added: dict[str, click.Option] = {}
        for pair in (*named, *products):
            for option in pair[1].options.values():
                # One named like ppgen's own was reported when the game was read (E212).
                if option.flag not in taken:
                    added.setdefault(option.flag, _click_option(option, pair not in named))
        ctx.meta[__name__] = _Named(named, list(added.values()))
        return super().parse_args(ctx, list(whole) if ctx.resilient_parsing else args)

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Return the products' options before `--help`, which is the last."""
        own = self._own(ctx)
        added = [o for o in _named(ctx).options if not o.hidden or not self._yields(o)]
        return [*own[:-1], *added, *own[-1:]]

    def _own(self, ctx: click.Context) -> list[click.Parameter]:
        """Return the command's own parameters, without those that give way."""
        shown = [option for option in _named(ctx).options if not option.hidden]
        taken = {flag for option in shown for flag in option.opts}
        return [p for p in super().get_params(ctx) if not taken.intersection(p.opts)]

    def _yields(self, option: click.Option) -> bool:
        return not self.yielding.isdisjoint(option.opts)

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Start the help with the named products, or else with the command."""
        products = _named(ctx).products
        if not products:
            super().format_help_text(ctx, formatter)
        for game, product in products:
            about = describe(ctx.obj, game, product)
            formatter.write_paragraph()
            with formatter.indentation():
                formatter.write_text(f"{game.name}/{product.name}: {about or game.title}")

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Show the products' own options first."""
        own = _named(ctx).options
        for title, params in (
            ("Its own options" if len(_named(ctx).products) == 1 else "Their own options", own),
            ("Options", self._own(ctx)),
        ):
            options = (param for param in params if isinstance(param, click.Option))
            records = [record for option in options if (record := option.get_help_record(ctx))]
            if records:
                with formatter.section(title):
                    formatter.write_dl(records)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """End the help with an example that works here."""
        products = _named(ctx).products
        if products:
            game, product = products[0]
            with formatter.section("Example"):
                formatter.write_text(
                    f"ppgen {self.name} {game.name}/{product.name}{_tried(product)} --paper letter"
                )
            return
        target = _example_target(ctx.obj)
        with formatter.section("Example"):
            formatter.write_text(f"ppgen {self.name} {target} --lang de --paper a4")
        with formatter.section("Options of a product"):
            formatter.write_text(f"ppgen {self.name} {target} --help, or all: ppgen list")


def _named(ctx: click.Context) -> _Named:
    named: _Named = ctx.meta.get(__name__, _Named((), ()))
    return named


def _products(workspace: Workspace, targets: Sequence[str]) -> list[tuple[Game, Product]]:
    """Return the products whose options may be used.

    Options that click does not know yet are still among the targets; without any, there are none.
    """
    if not targets:
        return []
    games = workspace.games()
    named = {target.partition("/")[0] for target in targets}.intersection(games)
    # A game that is not named is not read: its problems do not matter here.
    chosen = sorted(named) if named and "all" not in targets else games
    read = (game for name in chosen if (game := workspace.game(name)))
    return [(game, product) for game in read for product in game.products.values()]


_METAVARS = {
    "integer": "N", "number": "N", "size": "SIZE", "choice": "CHOICE", "products": "PRODUCTS",
}  # fmt: skip


def _click_option(option: Option, hidden: bool) -> click.Option:
    help_text = str(option.help)
    if option.kind == "choice":
        help_text += f" [{values_of(option)}]"
    elif option.range:
        help_text += f" [{option.range}]"
    return click.Option(
        [option.flag, f"{DECLARED}{option.name}"], type=str, default=None, hidden=hidden,
        metavar=_METAVARS[option.kind],
        help=f"{help_text} (default {option.default})".strip(),
        shell_complete=values(option),
    )  # fmt: skip


def _tried(product: Product) -> str:
    """Return the first option of a product with a value other than its default."""
    for option in product.options.values():
        values = option.choices if option.kind == "choice" else (option.high, option.low)
        other = [v for v in values if v is not None and v != option.default]
        if other:
            return f" {option.flag} {show(other[0]) if isinstance(other[0], float) else other[0]}"
    return ""


def _example_target(workspace: Workspace) -> str:
    """Return a target to show in help texts: the first product of the first game."""
    for name in workspace.games():
        game = workspace.game(name)
        if game and game.listed and game.products:
            return f"{name}/{next(iter(game.products))}"
    return "GAME/PRODUCT"
