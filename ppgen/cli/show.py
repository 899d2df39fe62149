"""`ppgen show`: a picture of what would be printed, at once."""

from __future__ import annotations

from collections.abc import Sequence

import click

from ppgen.cli.make_command import make_command
from ppgen.cli.options import MakeOptions
from ppgen.load.workspace import Workspace
from ppgen.request import Request


def looks() -> tuple[click.Option, ...]:
    """Return the options that say what is shown."""
    return (
        click.Option(
            ["--page"], type=click.IntRange(1), metavar="N",
            help="Show this page of the PDF instead of both sides of the first sheet.",
        ),
        click.Option(
            ["--card"], type=click.IntRange(1), metavar="N",
            help="Show this piece, front beside back: --card 17.",
        ),
        click.Option(["--faces"], is_flag=True, help="Show all pieces, fronts beside backs."),
        click.Option(
            ["--dpi"], type=click.IntRange(10, 2400), metavar="N",
            help="How many pixels an inch has.  [default: 150, fewer if that were very large]",
        ),
    )  # fmt: skip


@make_command(
    "show",
    *looks(),
    click.Option(["--open"], is_flag=True, help="Open the picture in your usual viewer."),
)
def command(
    workspace: Workspace, options: MakeOptions, requests: Sequence[Request], **shown: object
) -> None:
    """Show the first sheet as a picture, in the terminal or as a file; options as for make."""
    # Help and usage errors need not wait for fonts and PDF.
    from ppgen.cli.show_output import Look, show_pictures  # noqa: PLC0415

    opens = bool(shown.pop("open"))
    show_pictures(workspace, options, requests, Look(**shown), opens=opens)  # type: ignore[arg-type]
