"""`ppgen init`: a workspace to begin with."""

from __future__ import annotations

from pathlib import Path

import click


@click.command("init", epilog="Example: ppgen init mygame")
@click.argument("folder", metavar="[DIR]", type=click.Path(file_okay=False), default=".")
def command(folder: str) -> None:
    """Start a workspace in DIR, or here: settings, folders, and a small game that prints.

    It asks nothing: language and paper are those of your computer, all else stands in ppgen.yaml
    with what it means. Files that are there already stay as they are.
    """
    # Help need not wait for what reads files.
    from ppgen.cli.start import start_workspace  # noqa: PLC0415

    start_workspace(Path(folder))
