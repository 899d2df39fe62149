"""Proofs: the first leaf of each printout as PNG, as other eyes see it, and in gray."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from pathlib import Path

import click

from ppgen.build import Fonts, Printout, make_pages, make_pdf
from ppgen.cli.files import save, shown
from ppgen.cli.options import MakeOptions
from ppgen.cli.output import make_files
from ppgen.cli.terminal import say
from ppgen.load.workspace import Workspace
from ppgen.proof.picture import can_draw, proof
from ppgen.proof.vision import WAYS
from ppgen.request import Request

_MISSING = (
    "error: a proof needs pypdfium2, which is not installed: "
    "pip install pypdfium2 (or ppgen with it: pip install 'ppgen[proof]')"
)


def make_proofs(workspace: Workspace, options: MakeOptions, requests: Sequence[Request]) -> None:
    """Write a picture for every request."""
    make_files(workspace, options, requests, _write, "-proof.png")


def _write(printout: Printout, path: Path, fonts: Fonts, quiet: bool) -> None:
    """Draw the first leaf as every kind of vision sees it, and write the picture."""
    if not can_draw():
        say(_MISSING, err=True)
        raise click.exceptions.Exit(3)
    leaf = islice(make_pages(printout, fonts), 2 if printout.two_sided else 1)
    save(path, proof(make_pdf(printout, fonts, leaf), WAYS))
    if not quiet:
        say(f"{shown(path)}: the first leaf, {', '.join(WAYS)}")
