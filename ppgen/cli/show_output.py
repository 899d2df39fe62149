"""Pictures of printouts: which page is shown, and where the picture goes.

Imports all that draws, so commands import it when they are called.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import click

from ppgen.build import Fonts, Page, Printout, faces_page, leaf_page, make_pages, make_pdf, make_svg
from ppgen.cli import screen
from ppgen.cli.files import save, shown
from ppgen.cli.naming import ending_of
from ppgen.cli.options import MakeOptions
from ppgen.cli.output import make_files
from ppgen.cli.terminal import say
from ppgen.diagnostics import plural
from ppgen.load.workspace import Workspace
from ppgen.proof.raster import KINDS, TooManyPixelsError, encoded, raster
from ppgen.proof.sixel import sixel
from ppgen.request import Request

#: What a picture can be, the usual kind first.
ENDINGS = (*KINDS, ".svg")
_DPI = 150
#: Pixels that nobody asked for: a wall of cards is made no larger.
_MOST = 4000


class Look(NamedTuple):
    """What of a printout is shown: the first leaf, unless something else is asked for."""

    page: int | None = None
    card: int | None = None
    faces: bool | None = None
    dpi: int | None = None


def show_pictures(
    workspace: Workspace, options: MakeOptions, requests: Sequence[Request], look: Look, *,
    opens: bool,
) -> None:  # fmt: skip
    """Make a picture of every request, and show it or say where it is."""
    requests = [asked(request, look) for request in requests]
    way = "none" if opens or options.output else screen.here()
    ending = ending_of(options.output, ENDINGS, "show")

    def write(printout: Printout, path: Path, fonts: Fonts, quiet: bool) -> None:
        page = page_shown(printout, fonts, look)
        if way != "none":
            send(printout, fonts, page, look, way)
        else:
            save(path, file_of(printout, fonts, page, look, ending))
        if not quiet:
            what = described(printout, look)
            say(what if way != "none" else f"{shown(path)}: {what}")
        if opens:
            click.launch(str(path))

    try:
        make_files(workspace, options, requests, write, f"{part_of(look)}{ending}")
    except click.UsageError as refused:
        if not look.card:
            raise
        # The pieces of a request are named by an option of `make`.
        raise click.UsageError(refused.message.replace("--only", "--card")) from None


def asked(request: Request, look: Look) -> Request:
    """Ask for no more than is shown."""
    if look.page and (look.card or look.faces):
        msg = "--page shows a page, --card and --faces show pieces: choose one of them"
        raise click.UsageError(msg)
    # What deals the deck again is of no use in a picture.
    request = replace(request, recipe=False)
    return replace(request, only=frozenset({look.card})) if look.card else request


def page_shown(printout: Printout, fonts: Fonts, look: Look) -> Page:
    """Return what is shown as one page."""
    if look.card or look.faces:
        return faces_page(printout)
    pages = make_pages(printout, fonts)
    if look.page is None:
        return leaf_page(list(islice(pages, 2 if printout.two_sided else 1)))
    found = next(islice(pages, look.page - 1, None), None)
    if found is None:
        msg = f"--page {look.page}: there are {plural(printout.pages, 'page')}"
        raise click.UsageError(msg)
    return found


def part_of(look: Look) -> str:
    """Return the part of a file's name that says what it shows."""
    if look.card:
        return f"-card{look.card}"
    if look.faces:
        return "-faces"
    return f"-page{look.page}" if look.page else ""


def described(printout: Printout, look: Look) -> str:
    """Say what is shown, and how to get the rest of it."""
    request = printout.request
    target = f"{request.game.name}/{request.product.name}"
    if look.card:
        return f"card {look.card} of {target}"
    if look.faces:
        return f"{plural(printout.pieces, 'piece')} of {target}"
    if look.page:
        return f"page {look.page} of {printout.pages} of {target}"
    sheets = plural(printout.printed_leaves, "sheet")
    return f"the first of {sheets} of {target}; to print: ppgen make {target}"


def file_of(printout: Printout, fonts: Fonts, page: Page, look: Look, ending: str) -> bytes:
    """Return the picture as a file of the kind that an ending names."""
    if ending == ".svg":
        return make_svg(printout, fonts, page).encode()
    dpi = float(look.dpi or _DPI)
    if look.dpi is None:
        longest = max(page.size) / 25.4
        dpi = min(dpi, _MOST / longest)
    try:
        return encoded(raster(make_pdf(printout, fonts, [page]), dpi), ending, dpi)
    except TooManyPixelsError as wrong:
        msg = f"a picture of {wrong} pixels is too large; choose a smaller --dpi"
        raise click.UsageError(msg) from None


def send(printout: Printout, fonts: Fonts, page: Page, look: Look, way: screen.Way) -> None:
    """Show the picture in the terminal."""
    # Without a wish it is as large as there is room for.
    dpi = float(look.dpi or 10_000)
    image = raster(make_pdf(printout, fonts, [page]), dpi, screen.room())
    if way == "sixel":
        screen.send(sixel(image))
        return
    png = encoded(image, ".png", math.ceil(dpi))
    screen.send(screen.kitty(png) if way == "kitty" else screen.iterm(png))
