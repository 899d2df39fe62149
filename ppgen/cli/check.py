"""`ppgen check`: load and place everything and report all problems, without writing PDFs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from ppgen.cli.files import shown
from ppgen.cli.shared import FORMAT, ROOT, open_workspace, show_problems
from ppgen.cli.terminal import bar, say
from ppgen.diagnostics import Report, plural
from ppgen.load.folders import builtin_root, find_root
from ppgen.load.workspace import Workspace
from ppgen.model.game import Game, Product


@click.command("check", epilog="Example: ppgen check --format short")
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path), metavar="[PATH]...")
@click.option(
    "--all",
    "everything",
    is_flag=True,
    help="Also check built-in games, in every language and with every combination of options.",
)
@FORMAT
@ROOT
def command(paths: tuple[Path, ...], style: str, root: Path | None, *, everything: bool) -> None:
    """Check that everything loads and fits; with PATH, report only problems in these files."""
    for path in paths:
        if not path.exists():
            msg = f"{path}: no such file or folder"
            raise click.UsageError(msg)
    if paths and root is None:
        first = paths[0].resolve()
        root = find_root(first if first.is_dir() else first.parent)
    # Imported late: help and usage errors need no fonts.
    from ppgen.build import check_workspace  # noqa: PLC0415

    workspace = open_workspace(root)
    checked = check_workspace(
        workspace,
        everything=everything,
        through=lambda targets: bar(targets, "checking", _name, shows=style == "text"),
    )
    found = _only(workspace, paths) if paths else workspace.report
    show_problems(found, style)
    if style == "text":
        for note in [*_strays(workspace, paths), *checked.notes]:
            say(f"note: {note}", err=True)
    if found.errors:
        raise click.exceptions.Exit(1)
    if style == "text":
        kind = "product" if workspace.root else "built-in product"
        among = "" if checked.throughout else "up to "
        langs = plural(checked.languages, "language")
        say(f"no problems: {plural(checked.products, kind)} in {among}{langs}")


def _strays(workspace: Workspace, paths: tuple[Path, ...]) -> Iterator[str]:
    """Yield a note on the nearest folder that looks like a workspace, if none was found."""
    starts = [] if workspace.root else [*(path.resolve() for path in paths), Path.cwd()]
    for folder in (folder for start in starts for folder in (start, *start.parents[:3])):
        games = sorted((folder / "content").glob("*/game.yaml"))
        if games and folder != builtin_root():
            named = ", ".join(shown(path.parent) for path in games)
            yield (
                f"not checked: {named}; `ppgen init {shown(folder)}` makes a workspace of the "
                "folder, with the ppgen.yaml that belongs beside `content`"
            )
            return


def _name(target: tuple[Game, Product]) -> str:
    game, product = target
    return f"{game.name}/{product.name}"


def _only(workspace: Workspace, paths: tuple[Path, ...]) -> Report:
    """Return the problems in some files and folders, and those without a place."""
    wanted = [p.resolve() for p in paths]
    bases = [Path.cwd(), *workspace.roots]
    out = Report()
    for item in workspace.report.sorted():
        files = [(base / item.span.source.name).resolve() for base in bases] if item.span else []
        if not files or any(f == w or w in f.parents for f in files for w in wanted):
            out.add(item)
    return out
