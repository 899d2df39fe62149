"""`ppgen list`: what can be made here."""

from __future__ import annotations

from pathlib import Path

import click

from ppgen.cli.shared import ROOT, open_workspace, show_problems
from ppgen.cli.terminal import say
from ppgen.load.languages import languages, wordless
from ppgen.load.workspace import Workspace
from ppgen.model.game import Game, Product
from ppgen.model.needs import written
from ppgen.source.kinds import Text
from ppgen.units import show


@click.command("list", epilog="Example: ppgen list")
@click.option("--base", is_flag=True, help="Name what layouts get by `extends: base` instead.")
@ROOT
def command(base: bool, root: Path | None) -> None:
    """Show games, products with counts and sizes, their options, languages and papers."""
    workspace = open_workspace(root)
    if base:
        _base(workspace)
        return
    games = [g for name in workspace.games() if (g := workspace.game(name))]
    for listed in (True, False):
        some = [g for g in games if g.listed == listed]
        if some and not listed:
            click.echo("Only by name:\n")
        for game in some:
            _game(workspace, game)
    sizes = workspace.sizes()
    for title, names in (("Papers", sizes.papers), ("Face sizes", sizes.faces)):
        shown = ", ".join(f"{n} {show(s.width)}x{show(s.height)}" for n, s in names.items())
        say(f"{title} (mm): {shown}, or WxH with a unit")
        click.echo()
    if workspace.report:
        show_problems(workspace.report)
        raise click.exceptions.Exit(1)


def _base(workspace: Workspace) -> None:
    """Name the fonts, styles, colours, shapes and parts of the layout that others extend."""
    layout = workspace.layout(Text("base"))
    if layout is None or workspace.report:
        show_problems(workspace.report)
        raise click.exceptions.Exit(1)
    colors = [f"{name} {value}" for name, value in layout.colors.items()]
    for title, names in (
        ("fonts", layout.fonts),
        ("styles", layout.styles),
        ("colors", colors),
        ("shapes", layout.shapes),
    ):
        say(f"{title}: {', '.join(names)}")
        click.echo()
    say("parts, with what they need:")
    for name, part in layout.parts.items():
        needs = ", ".join(f"{key}: {written(need)}" for key, need in part.needs.items())
        say(f"  {name}  {needs}".rstrip())
    click.echo()
    say("Pictures of them: docs/base.md")


def _game(workspace: Workspace, game: Game) -> None:
    say(f"{game.name}: {game.title}")
    for product in game.products.values():
        _product(workspace, game, product)
    click.echo()


def _product(workspace: Workspace, game: Game, product: Product) -> None:
    sizes = " | ".join(str(s.constant or "by record") for s in product.sizes)
    anywhere = wordless(workspace, game, product)
    langs = "every language" if anywhere else ", ".join(languages(workspace, game, product))
    say(f"  {game.name}/{product.name}  count {product.count}, size {sizes}; {langs}")
    for option in product.options.values():
        if option.kind == "choice":
            what = "|".join(str(c) for c in option.choices)
        elif option.kind in {"integer", "number"}:
            what = option.range or "N"
        else:
            what = "size"
        about = f"  {option.help}" if option.help else ""
        say(f"      {option.flag} {what}  (default {option.default}){about}")
