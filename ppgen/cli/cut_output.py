"""Writes what cutting machines need: SVG and DXF of the lines, and the PDF to print before.

Takes requests; writes a folder for each. Imports all that draws, so `cut` imports it when called.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import click

from ppgen.build import Fonts, Machine, Printout, Unsuited, as_dxf, as_svg, cut_sheets, make_pdf
from ppgen.cli.files import refuse_foreign, save, shown
from ppgen.cli.options import MakeOptions
from ppgen.cli.output import make_files
from ppgen.cli.terminal import say
from ppgen.diagnostics import plural
from ppgen.load.workspace import Workspace
from ppgen.request import Request
from ppgen.units import ranges


def make_cuts(
    workspace: Workspace, options: MakeOptions, requests: Sequence[Request], machine: Machine
) -> None:  # fmt: skip
    """Write the files of every request into a folder."""
    # The machine needs no marks to cut along.
    requests = [replace(request, marks="none", recipe=False) for request in requests]

    def write(printout: Printout, path: Path, fonts: Fonts, quiet: bool) -> None:
        try:
            sheets = cut_sheets(printout, machine)
        except Unsuited as unsuited:
            if len(requests) > 1:
                say(f"skipped: {unsuited}", err=True)
                return
            raise click.UsageError(str(unsuited)) from None
        title = f"{printout.title}: {printout.name}"
        for sheet in sheets:
            name = "leaf-" + ranges(sheet.leaves)
            files = {
                ".svg": as_svg(sheet, title).encode(),
                ".dxf": as_dxf(sheet).encode(),
                ".pdf": make_pdf(printout, fonts, sheet.pages),
            }
            for ending, data in files.items():
                file = path / f"{name}{ending}"
                if not options.force:
                    refuse_foreign(file)
                save(file, data)
        if not quiet:
            what = plural(printout.leaves, "leaf", "leaves")
            kinds = plural(len(sheets), "kind")
            say(
                f"{shown(path)}/: {kinds} of cuts on {what}; print the PDF at 100 %, "
                "then let the machine cut the SVG or DXF"
            )

    make_files(workspace, options, requests, write, f"-{machine}-cut")
