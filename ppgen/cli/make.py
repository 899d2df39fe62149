"""`ppgen make`: build products and tell how to print them."""

from __future__ import annotations

from collections.abc import Sequence

import click

from ppgen.cli.make_command import make_command
from ppgen.cli.options import MakeOptions
from ppgen.load.workspace import Workspace
from ppgen.request import Request

_INK_REPORT = click.Option(
    ["--ink-report"], is_flag=True, help="Print how much ink each sheet of paper takes."
)


@make_command("make", _INK_REPORT)
def command(
    workspace: Workspace, options: MakeOptions, requests: Sequence[Request], ink_report: bool
) -> None:  # fmt: skip
    """Build PDFs of TARGET: a game, game/product, or `all`; by default every game."""
    # Imported late: help and usage errors need neither fonts nor PDF.
    from ppgen.cli.output import make_pdfs  # noqa: PLC0415

    make_pdfs(workspace, options, requests, reports=ink_report)
