"""What the commands share: opening a workspace, its usual language, showing problems."""

from __future__ import annotations

from pathlib import Path

import click

from ppgen.cli.terminal import say
from ppgen.diagnostics import Report, as_json, plural, short, text
from ppgen.load.folders import find_root
from ppgen.load.workspace import Workspace

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


def usual_language(workspace: Workspace) -> str:
    """Return the language to use where nobody names one."""
    return workspace.settings.lang


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
        if summary:
            click.echo(f"\n{plural(report.errors, 'problem')}", err=True)
