"""Code shared by commands: opening a workspace, its usual language, showing problems."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import click

from ppgen.cli.terminal import say
from ppgen.diagnostics import Report, as_json, joined, plural, short, text
from ppgen.load.folders import Tables, find_root
from ppgen.load.workspace import Workspace

ROOT = click.option(
    "--root",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Use this workspace instead of the nearest one above this folder.",
)

NO_HEADING = click.option(
    "--no-heading", is_flag=True, help="The first line of a table holds words."
)
COLUMN = click.option(
    "--column", metavar="N|NAME", help="The column of a table that holds the words."
)

FORMAT = click.option(
    "--format",
    "style",
    type=click.Choice(["text", "short", "json"]),
    default="text",
    show_default=True,
    help="Format for problems.",
)


def open_workspace(root: Path | None, tables: Tables | None = None) -> Workspace:
    """Open the named workspace, or the nearest one."""
    workspace = Workspace(root.resolve() if root else find_root(Path.cwd()))
    workspace.tables = tables or workspace.tables
    return workspace


def read_tables(column: str | None, *, no_heading: bool) -> Tables:
    """Return how to read tables; the user is asked only at a terminal."""
    asks = sys.stdin is not None and sys.stdin.isatty()
    return Tables(no_heading, column or "", _ask if asks else None)


def _ask(question: str, columns: Sequence[str]) -> int:
    say(question, err=True)
    for number, shown in enumerate(columns, 1):
        say(f"  {number}  {shown}", err=True)
    number = click.prompt("Column", type=click.IntRange(1, len(columns)), err=True)
    return int(number) - 1


def usual_language(workspace: Workspace) -> str:
    """Return the language to use by default."""
    return workspace.settings.lang


def show_problems(report: Report, style: str = "text", *, summary: bool = True) -> None:
    """Print all problems in order on stderr, or as JSON on stdout."""
    found = report.sorted()
    if style == "json":
        click.echo(as_json(found))
        return
    if style == "short":
        for item in found:
            say(short(item), err=True)
        _count_more(report)
        return
    if found:
        causes = joined(found)
        click.echo("\n\n".join(map(text, causes)), err=True)
        if summary:
            errors = sum(item.level == "error" for item in causes) + report.more
            click.echo(f"\n{plural(errors, 'problem')}", err=True)
        _count_more(report)


def _count_more(report: Report) -> None:
    if report.more:
        shown = report.errors - report.more
        say(f"only the first {shown} are shown; {report.more:,} more were found", err=True)
