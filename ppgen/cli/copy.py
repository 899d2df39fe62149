"""`ppgen copy`: built-in files, brought along to be changed."""

from __future__ import annotations

from pathlib import Path

import click

from ppgen.cli.complete import BUILT_IN
from ppgen.cli.shared import ROOT


@click.command("copy", epilog="Example: ppgen copy words/de content/sizes.yaml")
@click.argument("targets", nargs=-1, required=True, metavar="TARGET...", shell_complete=BUILT_IN)
@ROOT
def command(targets: tuple[str, ...], root: Path | None) -> None:
    """Bring built-in files into your workspace, where they take the place of the originals.

    \b
    TARGET is
      GAME                        a game: all of its files
      GAME/PRODUCT                a product: its game.yaml and layouts
      GAME/labels/de              a label file, a bank (words/de) or a layout
      content/words/de.yaml       the same by its file
    """  # noqa: D301 - click's mark for lines to leave alone
    # Help need not wait for what reads files.
    from ppgen.cli.copies import copy_all  # noqa: PLC0415
    from ppgen.cli.shared import open_workspace  # noqa: PLC0415

    copy_all(open_workspace(root), targets)
