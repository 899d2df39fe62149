"""`ppgen proof`: show how the first leaf of a product looks to other eyes, and in grey."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import Any

import click

from ppgen.cli.files import save, shown
from ppgen.cli.make import MakeCommand, as_pdf, make, run
from ppgen.cli.terminal import say

_MISSING = (
    "error: a proof needs pypdfium2, which is not installed: "
    "pip install pypdfium2 (or ppgen with it: pip install 'ppgen[proof]')"
)


@click.command(cls=MakeCommand, params=list(make.params))
def proof(targets: tuple[str, ...], **given: Any) -> None:
    """Draw the first leaf as PNG, as colour-blind eyes see it and in grey; options as for make."""
    run(targets, given, _draw, "-proof.png")


def _draw(job: Any, path: Path, fonts: Any, quiet: bool) -> None:
    # Imported here, so that --help and usage errors stay quick.
    from ppgen.build.pages import pages  # noqa: PLC0415
    from ppgen.proof import picture as drawing  # noqa: PLC0415
    from ppgen.proof.vision import WAYS  # noqa: PLC0415

    if not drawing.can_draw():
        say(_MISSING, err=True)
        raise click.exceptions.Exit(3)
    pdf = as_pdf(job, islice(pages(job, fonts), 2 if job.two_sided else 1), fonts)
    save(path, drawing.proof(pdf, WAYS))
    if not quiet:
        say(f"{shown(path)}: the first leaf, {', '.join(WAYS)}")
