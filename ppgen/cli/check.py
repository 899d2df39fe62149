"""`ppgen check`: load and place everything, print no PDF, report all problems at once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from ppgen.cli.shared import FORMAT, ROOT, open_workspace, show_problems
from ppgen.cli.terminal import say
from ppgen.load.workspace import Workspace
from ppgen.source.kinds import Text


@click.command(epilog="Example: ppgen check --format short")
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path), metavar="[PATH]...")
@FORMAT
@ROOT
def check(paths: tuple[Path, ...], style: str, root: Path | None) -> None:  # fmt: skip
    """Load and place everything; with PATH, report only problems of these files or folders."""
    for path in paths:
        if not path.exists():
            msg = f"{path}: no such file or folder"
            raise click.UsageError(msg)
    if paths and root is None:
        from ppgen.load.folders import find_root  # noqa: PLC0415

        first = paths[0].resolve()
        root = find_root(first if first.is_dir() else first.parent)
    workspace = open_workspace(root)
    placed = _place_all(workspace)
    found = workspace.report
    if paths:
        found = _only(workspace, paths)
    show_problems(found, style)
    if found.errors:
        raise click.exceptions.Exit(1)
    if style == "text":
        say(f"all fine: {placed} products placed")


def _only(workspace: Workspace, paths: tuple[Path, ...]) -> Any:
    from ppgen.diagnostics import Report  # noqa: PLC0415

    wanted = [p.resolve() for p in paths]
    out = Report()
    for item in workspace.report.sorted():
        if item.span is None:
            out.add(item)
            continue
        bases = [Path.cwd(), *workspace.roots]
        files = [(b / item.span.source.name).resolve() for b in bases]
        if any(f == w or w in f.parents for f in files for w in wanted):
            out.add(item)
    return out


def _place_all(workspace: Workspace) -> int:
    """Place every product of the workspace in every language that it has."""
    from ppgen.build.pipeline import prepare  # noqa: PLC0415
    from ppgen.geometry import portrait  # noqa: PLC0415
    from ppgen.load.check import check_pictures, unused_labels  # noqa: PLC0415
    from ppgen.load.languages import languages  # noqa: PLC0415
    from ppgen.request import Request  # noqa: PLC0415
    from ppgen.text.fonts import Fonts  # noqa: PLC0415

    fonts = Fonts(workspace.fonts)
    paper_name = str(workspace.settings.get("paper") or "a4").lower()
    # A paper that nobody knows was reported when the settings were read.
    paper = workspace.size(paper_name)
    if paper is None:
        return 0
    placed = 0
    for name in workspace.own_games():
        game = workspace.game(name)
        if game is None:
            continue
        for product in game.products.values():
            values = {o.name: o.default for o in product.options.values()}
            for lang in languages(workspace, game, product):
                request = Request(game, product, lang, portrait(paper), paper_name, options=values)
                placed += prepare(workspace, request, fonts) is not None
    for name in workspace.layouts():
        if layout := workspace.layout(Text(name)):
            check_pictures(layout, workspace.roots, fonts, workspace.report)
    workspace.read_all_labels()
    unused_labels(workspace)
    return placed
