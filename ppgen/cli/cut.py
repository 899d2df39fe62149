"""`ppgen cut`: files for cutting machines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from ppgen.cli.make_command import make_command
from ppgen.cli.options import MakeOptions
from ppgen.load.workspace import Workspace
from ppgen.request import Request

if TYPE_CHECKING:
    from ppgen.build import Machine


@make_command(
    "cut",
    click.Option(
        ["--machine"],
        type=click.Choice(["silhouette", "cricut", "none"]),
        default="silhouette",
        show_default=True,
        help="Whose registration marks are printed.",
    ),
)
def command(
    workspace: Workspace, options: MakeOptions, requests: Sequence[Request], machine: Machine
) -> None:  # fmt: skip
    """Write cut and fold lines as SVG and DXF, with a PDF to print; options as for make."""
    from ppgen.cli.cut_output import make_cuts  # noqa: PLC0415 - see make

    make_cuts(workspace, options, requests, machine)
