"""Proofs: the first leaf of each printout as PNG, as other eyes see it, and in gray."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from pathlib import Path

from ppgen.build import Fonts, Printout, make_pages, make_pdf
from ppgen.cli.files import save, shown
from ppgen.cli.naming import ending_of
from ppgen.cli.options import MakeOptions
from ppgen.cli.output import make_files
from ppgen.cli.terminal import say
from ppgen.load.workspace import Workspace
from ppgen.proof.picture import proof
from ppgen.proof.vision import WAYS
from ppgen.request import Request


def make_proofs(workspace: Workspace, options: MakeOptions, requests: Sequence[Request]) -> None:
    """Make a picture of every request."""
    ending_of(options.output, (".png",), "proof")
    make_files(workspace, options, requests, _write, "-proof.png")


def _write(printout: Printout, path: Path, fonts: Fonts, quiet: bool) -> None:
    """Draw the first leaf in every way of seeing, and write the picture."""
    leaf = islice(make_pages(printout, fonts), 2 if printout.two_sided else 1)
    save(path, proof(make_pdf(printout, fonts, leaf), WAYS))
    if not quiet:
        say(f"{shown(path)}: the first leaf, {', '.join(WAYS)}")
