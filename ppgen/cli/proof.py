"""`ppgen proof`: show how the first leaf of a product looks to other eyes, and in gray."""

from __future__ import annotations

from collections.abc import Sequence

from ppgen.cli.make_command import make_command
from ppgen.cli.options import MakeOptions
from ppgen.load.workspace import Workspace
from ppgen.request import Request


@make_command("proof")
def command(workspace: Workspace, options: MakeOptions, requests: Sequence[Request]) -> None:
    """Draw the first leaf as PNG, as seen by color-blind eyes and in gray; options as for make."""
    # Imported late: help and usage errors need neither fonts nor PDF.
    from ppgen.cli.proof_output import make_proofs  # noqa: PLC0415

    make_proofs(workspace, options, requests)
