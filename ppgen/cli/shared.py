"""What the commands share: opening a workspace, choosing targets, showing problems."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import click

from ppgen.cli.terminal import say
from ppgen.diagnostics import Report, as_json, short, suggest, text
from ppgen.geometry import Size
from ppgen.load.folders import find_root
from ppgen.load.workspace import Workspace
from ppgen.model.game import Game, Product

ROOT = click.option(
    "--root",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="The workspace to use instead of the nearest one above this folder.",
)

FORMAT = click.option(
    "--format",
    "style",
    type=click.Choice(["text", "short", "json"]),
    default="text",
    show_default=True,
    help="How problems are shown.",
)


def open_workspace(root: Path | None) -> Workspace:
    """Open the workspace that was named, or the nearest one."""
    return Workspace(root.resolve() if root else find_root(Path.cwd()))


def show_problems(report: Report, style: str = "text", *, summary: bool = True) -> None:
    """Print all problems, in order, on stderr; JSON on stdout."""
    found = report.sorted()
    if style == "json":
        click.echo(as_json(found))
        return
    if style == "short":
        for item in found:
            say(short(item), err=True)
        return
    if found:
        click.echo("\n\n".join(text(item) for item in found), err=True)
        errors = report.errors
        if summary:
            click.echo(f"\n{errors} {'problem' if errors == 1 else 'problems'}", err=True)


def pick(workspace: Workspace, targets: Iterable[str]) -> list[tuple[Game, Product]]:
    """Turn targets into products, in a stable order; a broken game is in the report."""
    names = list(targets)
    wanted: list[tuple[str, str | None]] = []
    known = workspace.games()
    for target in names or [""]:
        if target in {"", "all"}:
            pool = workspace.own_games() if not target else known
            for name in pool:
                game = workspace.game(name)
                if game and game.listed:
                    wanted.append((name, None))
            continue
        name, _, product = target.partition("/")
        if name not in known:
            helped = suggest(name, known)
            msg = f"there is no game `{name}`; {helped}"
            raise click.UsageError(msg)
        wanted.append((name, product or None))
    out: dict[tuple[str, str], tuple[Game, Product]] = {}
    for name, only in wanted:
        game = workspace.game(name)
        if game is None:
            continue
        if only is not None and only not in game.products:
            if workspace.report:
                continue
            msg = f"{name} has no product `{only}`; {suggest(only, game.products)}"
            raise click.UsageError(msg)
        for key in [only] if only else list(game.products):
            out[name, key] = (game, game.products[key])
    return list(out.values())


def find_paper(workspace: Workspace, name: str) -> Size:
    """Look a paper up, or read WxH."""
    from ppgen.geometry import portrait  # noqa: PLC0415

    found = workspace.size(name)
    if found is None:
        papers = workspace.sizes().papers
        helped = suggest(name, papers)
        msg = f"there is no paper `{name}`; {helped} Or write WxH with a unit: 200x200mm"
        raise click.UsageError(msg)
    return portrait(found)


def example_target(workspace: Workspace) -> str:
    """Name a target to show in help texts: the first product of the first game found."""
    for name in workspace.games():
        game = workspace.game(name)
        if game and game.listed and game.products:
            return f"{name}/{next(iter(game.products))}"
    return "GAME/PRODUCT"
