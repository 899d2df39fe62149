"""`ppgen list`: show what can be made."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path

import click

from ppgen.cli.describe import describe, values_of
from ppgen.cli.shared import ROOT, open_workspace, show_problems
from ppgen.cli.terminal import say
from ppgen.diagnostics import plural
from ppgen.load.languages import languages, wordless
from ppgen.load.workspace import Workspace
from ppgen.model.game import Game, Product
from ppgen.model.needs import written
from ppgen.source.kinds import Text
from ppgen.units import show

#: A list of more languages than this is shown once for all products that share it.
_LONG = 8


@click.command("list", epilog="Example: ppgen list")
@click.option("--base", is_flag=True, help="List what layouts inherit from `base` instead.")
@ROOT
def command(base: bool, root: Path | None) -> None:
    """List games, their products with options and languages, and papers and sizes."""
    workspace = open_workspace(root)
    if base:
        _base(workspace)
        return
    games = [g for name in workspace.games() if (g := workspace.game(name))]
    spoken = {p: _languages(workspace, g, p) for g in games for p in g.products.values()}
    many = _shared(spoken.values())
    for listed in (True, False):
        some = [g for g in games if g.listed == listed]
        if some and not listed:
            click.echo("Made only if named:\n")
        for game in some:
            _game(workspace, game, spoken, many)
    if many:
        say(f"{_number(many)}: {many}")
        click.echo()
    sizes = workspace.sizes()
    for title, names in (("Papers", sizes.papers), ("Face sizes", sizes.faces)):
        shown = ", ".join(f"{n} {show(s.width)}x{show(s.height)}" for n, s in names.items())
        say(f"{title} (mm): {shown}, or WxH with a unit")
        click.echo()
    if sizes.services:
        say(f"Print services (--as png --service NAME): {', '.join(sizes.services)}")
        click.echo()
    if workspace.report:
        show_problems(workspace.report)
        raise click.exceptions.Exit(1)


def _base(workspace: Workspace) -> None:
    """Print the fonts, styles, colors, shapes and parts of the base layout."""
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
    say("parts, with their needs:")
    for name, part in layout.parts.items():
        needs = ", ".join(f"{key}: {written(need)}" for key, need in part.needs.items())
        say(f"  {name}  {needs}".rstrip())
    click.echo()
    say("Pictures of them: docs/base.md")


def _game(workspace: Workspace, game: Game, spoken: Mapping[Product, str], many: str) -> None:
    say(f"{game.name}: {game.title}")
    for product in game.products.values():
        say(f"  {game.name}/{product.name}  {describe(workspace, game, product)}".rstrip())
        sizes = " | ".join(str(s.constant or "by record") for s in product.sizes)
        langs = spoken[product]
        say(f"      size {sizes}; {_number(langs) if langs == many else langs}")
        for option in product.options.values():
            about = f"  {option.help}" if option.help else ""
            say(f"      {option.flag} {values_of(option)}  (default {option.default}){about}")
    click.echo()


def _languages(workspace: Workspace, game: Game, product: Product) -> str:
    if wordless(workspace, game, product):
        return "every language"
    return ", ".join(languages(workspace, game, product))


def _shared(lists: Iterable[str]) -> str:
    """Return the long list of languages that most products share, if there is one."""
    uses = Counter(langs for langs in lists if langs.count(",") >= _LONG)
    ((langs, times),) = uses.most_common(1) or [("", 0)]
    return langs if times > 1 else ""


def _number(langs: str) -> str:
    return plural(langs.count(",") + 1, "language")
