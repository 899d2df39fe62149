"""Pictures of faces, for print services and for playing on the screen, in a folder for each job.

Takes requests; writes PNG and JSON files. Imports all that draws, so `make` imports it only if it
is asked for.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import click

from ppgen.build import CardSheet as Sheet
from ppgen.build import (
    Face,
    Fonts,
    Printout,
    SheetGrid,
    cut_size,
    face_pages,
    is_round,
    make_pdf,
    numbered_faces,
    saved_object,
    sheet_grids,
)
from ppgen.cli.files import refuse_foreign, save, shown
from ppgen.cli.options import MakeOptions
from ppgen.cli.output import make_files
from ppgen.cli.terminal import say
from ppgen.diagnostics import plural, suggest
from ppgen.geometry import Size
from ppgen.load.workspace import Workspace
from ppgen.proof.faces import blank, faces, pixels, sheet
from ppgen.proof.raster import TooManyPixelsError, encoded
from ppgen.request import Request
from ppgen.units import show

_DPI = 300
#: No sheet is larger than this in pixels: older graphics cards hold no more.
_MOST_PIXELS = 4096
_PNG = ".png"


class Wishes(NamedTuple):
    """What pictures are made of faces."""

    kind: str
    dpi: int | None = None
    service: str | None = None
    address: str | None = None


def make_pictures(
    workspace: Workspace, options: MakeOptions, requests: Sequence[Request], wishes: Wishes
) -> None:  # fmt: skip
    """Write the pictures of every request into a folder."""
    size = options.size
    dpi, bleed = wishes.dpi, options.bleed
    if wishes.service:
        wanted, more, dots = _service(workspace, wishes.service)
        if size is None:
            size = f"{wanted.width:g}x{wanted.height:g}"
            options = replace(options, size=size)
        dpi, bleed = dpi or dots, more if bleed is None else bleed
    # How paper is turned matters to no picture, nor does what deals the deck again.
    requests = [
        replace(
            r, size=size, duplex="long", gap=0.0, bleed=0.0, printer=None, pads=0, recipe=False
        )
        for r in requests
    ]  # fmt: skip
    if wishes.kind == "tts":
        requests = list(_cards(options, requests))
        if not requests:
            return

    def write(printout: Printout, path: Path, fonts: Fonts, quiet: bool) -> None:
        try:
            files = (
                _table_files(printout, path, fonts, wishes)
                if wishes.kind == "tts"
                else _face_files(printout, fonts, dpi or _DPI, bleed or 0.0)
            )
            count = _save_all(path, files, options)
        except TooManyPixelsError as wrong:
            msg = f"a picture of {wrong} pixels is too large; choose a smaller --dpi"
            raise click.UsageError(msg) from None
        if not quiet:
            more = ", and the object to import" if wishes.kind == "tts" else ""
            say(f"{shown(path)}/: {plural(count, 'picture')} of {printout.pieces} pieces{more}")

    part = f"-{wishes.service}" if wishes.service else ""
    part += f"-{wishes.dpi}dpi" if wishes.dpi else ""
    part += f"-bleed{show(options.bleed)}" if options.bleed else ""
    make_files(workspace, options, requests, write, f"{part}-{wishes.kind}")


def _service(workspace: Workspace, name: str) -> tuple[Size, float, int]:
    """Return the size, the bleed and the dots per inch that a print service wants."""
    services = workspace.sizes().services
    if name not in services:
        msg = f"there is no print service `{name}`; {suggest(name, services)}"
        raise click.UsageError(msg)
    return services[name]


def _cards(options: MakeOptions, requests: Sequence[Request]) -> Iterator[Request]:
    """Yield the requests for cards, and say which others are skipped."""
    for request in requests:
        if request.product.kind == "cards":
            yield request
        elif not options.quiet:
            name = f"{request.game.name}/{request.product.name}"
            say(f"note: skipped {name}: a {request.product.kind} is no deck of cards", err=True)


def _save_all(path: Path, files: Iterator[tuple[str, bytes]], options: MakeOptions) -> int:
    """Write files into a folder, and return how many pictures are among them."""
    if path.is_file():
        msg = f"{shown(path)} is a file; the pictures need a folder: -o DIR/"
        raise click.UsageError(msg)
    count = 0
    for name, data in files:
        if not options.force:
            refuse_foreign(path / name)
        save(path / name, data)
        count += name.endswith(_PNG)
    return count


# --- a picture for each face


def _face_files(
    printout: Printout, fonts: Fonts, dpi: int, bleed: float
) -> Iterator[tuple[str, bytes]]:  # fmt: skip
    named = dict(numbered_faces(printout))
    pdf = make_pdf(printout, fonts, face_pages(named.values()))
    for name, picture in zip(named, faces(pdf, dpi, bleed), strict=True):
        yield name + _PNG, encoded(picture, _PNG, dpi)


# --- sheets of a table on the screen


def _table_files(
    printout: Printout, path: Path, fonts: Fonts, wishes: Wishes
) -> Iterator[tuple[str, bytes]]:  # fmt: skip
    decks = []
    for at, group in enumerate(printout.groups, 1):
        start = "" if len(printout.groups) == 1 else f"{at}-"
        fronts = list(group.fronts)
        backs = list(group.backs) if group.two_sided else []
        own = len({id(back) for back in backs}) > 1
        sheets = []
        place = 0
        for index, grid in enumerate(sheet_grids(len(fronts)), 1):
            part = slice(place, place + grid.cards)
            place += grid.cards
            front, back = f"{start}fronts-{index}{_PNG}", f"{start}back{_PNG}"
            # A back of its own may be as secret as the front.
            hidden = backs[0] if backs and not own else None
            yield front, _sheet(printout, fonts, fronts[part], hidden, grid, wishes)
            if own:
                back = f"{start}backs-{index}{_PNG}"
                yield back, _sheet(printout, fonts, backs[part], hidden, grid, wishes)
            elif index == 1:
                yield back, _back(printout, fonts, fronts[0], hidden, grid, wishes)
            sheets.append(
                Sheet(grid, _address(path, front, wishes), _address(path, back, wishes), own)
            )
        size = f" {group.size}" if len(printout.groups) > 1 else ""
        decks.append((f"{printout.title}: {printout.name}{size}", sheets, is_round(fronts[0])))
    if decks:
        yield f"{path.name}.json", (json.dumps(saved_object(decks), indent=1) + "\n").encode()


def _dpi(face: Face, grid: SheetGrid, wishes: Wishes) -> float:
    """Return the dots per inch at which a sheet is as large as it may be."""
    wide, high = cut_size(face)
    most = min(_MOST_PIXELS / grid.columns / wide, _MOST_PIXELS / grid.rows / high)
    return wishes.dpi or min(_DPI, (most * 25.4) // 1)


def _sheet(
    printout: Printout, fonts: Fonts, listed: Sequence[Face], hidden: Face | None,
    grid: SheetGrid, wishes: Wishes,
) -> bytes:  # fmt: skip
    """Draw a sheet; its last place holds what others see of a card in a hand."""
    dpi = _dpi(listed[0], grid, wishes)
    distinct = {id(face): face for face in [*listed, *([hidden] if hidden else [])]}
    pdf = make_pdf(printout, fonts, face_pages(distinct.values(), cut=True))
    drawn = dict(zip(distinct, faces(pdf, dpi), strict=True))
    pictures = [drawn[id(face)] for face in listed]
    none = blank(pictures[0].size)
    pictures += [none] * (grid.columns * grid.rows - len(pictures))
    pictures[-1] = drawn[id(hidden)] if hidden else none
    return encoded(sheet(pictures, grid.columns, grid.rows), _PNG, dpi)


def _back(
    printout: Printout, fonts: Fonts, front: Face, back: Face | None, grid: SheetGrid,
    wishes: Wishes,
) -> bytes:  # fmt: skip
    """Draw the back of all cards; cards without one get a plain gray."""
    dpi = _dpi(front, grid, wishes)
    if back is None:
        return encoded(blank(pixels(cut_size(front), dpi)), _PNG, dpi)
    (picture,) = faces(make_pdf(printout, fonts, face_pages([back], cut=True)), dpi)
    return encoded(picture, _PNG, dpi)


def _address(path: Path, name: str, wishes: Wishes) -> str:
    """Return where the program finds a picture: on this machine, unless it is put elsewhere."""
    if wishes.address:
        return f"{wishes.address.rstrip('/')}/{name}"
    return (path.absolute() / name).as_uri()
