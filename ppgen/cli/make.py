"""`ppgen make`: build products and tell how to print them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from ppgen.cli.make_command import make_command
from ppgen.cli.options import MakeOptions
from ppgen.load.workspace import Workspace
from ppgen.request import Request

_INK_REPORT = click.Option(
    ["--ink-report"], is_flag=True, help="Print how much ink each sheet of paper takes."
)


_FILLABLE = click.Option(
    ["--fillable"], is_flag=True, help="Let boxes to write in be filled on a screen."
)
_PICTURES = (
    click.Option(
        ["--as", "kind"],
        type=click.Choice(["pdf", "png", "tts"]),
        default="pdf",
        help="png: a picture for each face; tts: a deck for Tabletop Simulator.",
    ),
    click.Option(["--dpi"], type=click.IntRange(10, 2400), help="Dots per inch of pictures."),
    click.Option(
        ["--service"], metavar="NAME", help="Pictures as a print service wants them: ppgen list."
    ),
    click.Option(
        ["--url", "address"], metavar="URL", help="Where you put the pictures of a tts deck."
    ),
)


@make_command("make", _INK_REPORT, _FILLABLE, *_PICTURES)
def command(
    workspace: Workspace, options: MakeOptions, requests: Sequence[Request], ink_report: bool,
    fillable: bool, **wishes: Any,
) -> None:  # fmt: skip
    """Build PDFs of TARGET: a game, game/product, or `all`; by default every game."""
    # Imported late: help and usage errors need neither fonts nor PDF.
    if wishes["kind"] != "pdf":
        from ppgen.cli.picture_files import Wishes, make_pictures  # noqa: PLC0415

        if fillable or ink_report:
            flag = "--fillable" if fillable else "--ink-report"
            msg = f"{flag} is for PDF files, not for pictures: leave out --as"
            raise click.UsageError(msg)
        make_pictures(workspace, options, requests, Wishes(**wishes))
        return
    for name in ("dpi", "service", "address"):
        if wishes[name] is not None:
            flag = "url" if name == "address" else name
            msg = f"--{flag} is for pictures: add --as png or --as tts"
            raise click.UsageError(msg)
    from ppgen.cli.output import make_pdfs  # noqa: PLC0415

    make_pdfs(workspace, options, requests, reports=ink_report, fillable=fillable)
