"""`ppgen printer`: measure a printer once, so that pages make up for what it does."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from ppgen.cli.commands import HelpfulGroup
from ppgen.cli.files import refuse_foreign, save, shown
from ppgen.cli.naming import by_hand, folder_for
from ppgen.cli.printers import chosen_printer, known_printers, named_printer
from ppgen.cli.shared import ROOT, open_workspace
from ppgen.cli.terminal import say
from ppgen.geometry import Edges
from ppgen.printers import store
from ppgen.printers.profile import RULER, Printer
from ppgen.printers.store import MOST_SHIFT, RULERS, Printers
from ppgen.units import parse_margin, parse_number, show, show_margin

#: What is asked for, and what it is if nobody answers.
_QUESTIONS = (
    ("x", "Scale x, in mm", 0.0),
    ("y", "Scale y, in mm", 0.0),
    ("far_x", "Scale far x, in mm", None),
    ("far_y", "Scale far y, in mm", None),
    ("across", "The ruler across, in mm", RULER),
    ("long", "The ruler along, in mm", RULER),
)


@click.group("printer", cls=HelpfulGroup, epilog="Example: ppgen printer test --paper letter")
def command() -> None:
    """Measure once how a printer shifts, turns and scales pages, and correct every job."""


@command.command(epilog="Example: ppgen printer test --paper letter")
@click.option("--paper", help="a4, letter, legal, a3, or WxH with a unit.")
@click.option(
    "--flip",
    type=click.Choice(["long", "short"]),
    help="The edge about which the leaf is turned.  [default: long, or that of --printer]",
)
@click.option("--manual", is_flag=True, help="You turn the pile by hand: two files of two leaves.")
@click.option("--printer", metavar="NAME", help="With what is known of it, to prove that.")
@ROOT
@click.option("-o", "--output", metavar="FILE", help="Where to write.")
@click.option("--force", is_flag=True, help="Replace a file that ppgen has not made.")
def test(
    paper: str | None, flip: str | None, manual: bool, printer: str | None, root: Path | None,
    output: str | None, force: bool,
) -> None:  # fmt: skip
    """Make a two-sided sheet with scales to read; it says what to do."""
    from ppgen.build import Fonts, make_test_sheet  # noqa: PLC0415 - help need not wait
    from ppgen.cli.requests import find_paper  # noqa: PLC0415

    workspace = open_workspace(root)
    known = chosen_printer(printer or "none")
    name = (paper or workspace.settings.paper).lower()
    size = find_paper(workspace, name)
    refuse_small(name, size)
    edge: Any = flip or (known.flip if known else "long")
    pages = make_test_sheet(size, edge, Fonts(workspace.fonts), known, manual=manual)
    parts = ["printer-test", name, *(["short"] if edge == "short" else [])]
    file = folder_for(output, root, "-".join([*parts, *([known.name] if known else [])]) + ".pdf")
    files: tuple[Path, ...] = by_hand(file) if manual else (file,)
    if not force:
        for one in files:
            refuse_foreign(one)
    for one, data in zip(files, pages, strict=False):
        save(one, data or b"")
    if manual:
        how = (
            f"print it, turn the pile about its {edge} edge, print the other file; what to do next"
        )
        say(f"{shown(files[0])}, {shown(files[1])}: {how} stands on the sheet")
    else:
        how = f"print both sides, flip on the {edge} edge, at 100 %; what to do next"
        say(f"{shown(file)}: {how} stands on the sheet")


def refuse_small(name: str, size: Any) -> None:
    """Refuse a paper on which the scales have no room."""
    from ppgen.build import LEAST_TEST_SHEET  # noqa: PLC0415

    least = LEAST_TEST_SHEET
    if size.width < least.width or size.height < least.height:
        msg = (
            f"the test sheet needs {show(least.width)}x{show(least.height)} mm, and {name} is "
            f"{show(size.width)}x{show(size.height)} mm; use --paper a4 or letter: what is read "
            "there holds for smaller papers too"
        )
        raise click.UsageError(msg)


def _shift(_ctx: click.Context, _param: click.Parameter, value: str | None) -> float | None:
    return None if value is None else read_number(value, -MOST_SHIFT, MOST_SHIFT)


def _length(_ctx: click.Context, _param: click.Parameter, value: str | None) -> float | None:
    return None if value is None else read_number(value, *RULERS)


def read_number(text: str, low: float, high: float) -> float:
    """Read a number as people type it: with a sign, a comma, a unit."""
    plain = text.strip().removesuffix("mm").strip().removeprefix("+").replace(",", ".")
    value = parse_number(plain.replace("\u2212", "-"))
    if value is None or not low <= value <= high:
        raise click.BadParameter(f"`{text}` is no number of mm from {show(low)} to {show(high)}")
    return float(value)


def _margins(_ctx: click.Context, _param: click.Parameter, value: str | None) -> Edges | None:
    return None if value is None else read_margins(value)


def read_margins(text: str) -> Edges:
    """Read four margins, or one for all edges."""
    got = parse_margin(text)
    if got is None:
        raise click.BadParameter(f"`{text}` is not TOP,RIGHT,BOTTOM,LEFT in mm, 0 to 50")
    return got


@command.command("set", epilog="Example: ppgen printer set kitchen --x 0.4 --y -1.1 --long 100.3")
@click.argument("name")
@click.option("--x", callback=_shift, metavar="MM", help="How far backs lie to the right.")
@click.option("--y", callback=_shift, metavar="MM", help="How far they lie below.")
@click.option("--far-x", callback=_shift, metavar="MM", help="The same at the far corner.")
@click.option("--far-y", callback=_shift, metavar="MM", help="The same at the far corner.")
@click.option("--across", callback=_length, metavar="MM", help="The ruler across the paper.")
@click.option("--long", callback=_length, metavar="MM", help="The ruler along the paper.")
@click.option(
    "--margins", callback=_margins, metavar="TOP,RIGHT,BOTTOM,LEFT", help="What it cannot reach."
)
@click.option(
    "--flip", type=click.Choice(["long", "short"]), help="The edge it turns leaves about."
)
@click.option(
    "--pile", type=click.Choice(["same", "reversed"]), help="A pile turned by hand: its order."
)
@click.option("--add", is_flag=True, help="Add what a second sheet says to what is known.")
def set_(name: str, add: bool, **given: Any) -> None:
    """Save what you read on the test sheet under a name; what is not given is neutral.

    Without any number, it asks for them at a terminal.
    """
    if not re.fullmatch(store.NAME, name) or name == "none":
        msg = f"`{name}` is no name of a printer: letters, digits, - and _, at most 40; not `none`"
        raise click.UsageError(msg)
    printers = known_printers()
    if all(value is None for value in given.values()) and sys.stdin and sys.stdin.isatty():
        given = _asked(given)
    values = {key: value for key, value in given.items() if value is not None}
    printer = Printer(name, **values)
    if add:
        printer = _added(named_printer(printers, name), printer, values)
    again = name in printers.known
    _keep(printers._replace(known={**printers.known, name: printer}))
    _show(printer)
    if not again:
        say(f"prove it: ppgen printer test --printer {name}; use it: --printer {name}, or always:")
        say(f"  ppgen printer default {name}")


def _asked(given: Mapping[str, Any]) -> dict[str, Any]:
    """Ask for what was read; an empty answer is neutral."""
    found = dict(given)
    for key, question, usual in _QUESTIONS:
        low, high = RULERS if usual == RULER else (-MOST_SHIFT, MOST_SHIFT)

        def read(text: str, low: float = low, high: float = high) -> float | None:
            return read_number(text, low, high) if text.strip() else None

        default = "" if usual is None else show(usual)
        found[key] = click.prompt(
            question, default=default, show_default=bool(default), err=True, value_proc=read
        )
    found["margins"] = click.prompt(
        "Margins TOP,RIGHT,BOTTOM,LEFT", default="", show_default=False, err=True,
        value_proc=lambda text: read_margins(text) if text.strip() else None,
    )  # fmt: skip
    for key, question, *values in (
        ("flip", "The edge it turns leaves about", "long", "short"),
        ("pile", "A pile that you turn by hand", "same", "reversed"),
    ):
        kind = click.Choice(values)
        found[key] = click.prompt(question, default=values[0], type=kind, err=True)
    return found


def _added(old: Printer, more: Printer, values: Mapping[str, Any]) -> Printer:
    """Add numbers that were read on a sheet which made up for those known."""
    kept: dict[str, Any] = {
        key: values[key] for key in ("margins", "flip", "pile") if key in values
    }
    x, y = old.x + more.x, old.y + more.y
    if not (old.far_x is old.far_y is more.far_x is more.far_y is None):
        kept["far_x"] = _or(old.far_x, old.x) + _or(more.far_x, more.x)
        kept["far_y"] = _or(old.far_y, old.y) + _or(more.far_y, more.y)
    across, long = old.across * more.across / RULER, old.long * more.long / RULER
    for key in ("far_x", "far_y"):
        if key in kept:
            kept[key] = round(kept[key], 3)
    return old._replace(
        x=round(x, 3), y=round(y, 3), across=round(across, 3), long=round(long, 3), **kept
    )


def _or(value: float | None, usual: float) -> float:
    return usual if value is None else value


@command.command("list", epilog="Example: ppgen printer list")
def list_() -> None:
    """List the printers that were measured."""
    printers = known_printers()
    if not printers.known:
        say("no printer was measured yet: ppgen printer test")
    for name in sorted(printers.known):
        say(f"{name} (default)" if name == printers.usual else name)


@command.command("show", epilog="Example: ppgen printer show kitchen")
@click.argument("name")
def show_(name: str) -> None:
    """Show what is known of a printer."""
    _show(named_printer(known_printers(), name))


@command.command("remove", epilog="Example: ppgen printer remove kitchen")
@click.argument("name")
def remove(name: str) -> None:
    """Forget a printer."""
    printers = known_printers()
    named_printer(printers, name)
    known = {key: value for key, value in printers.known.items() if key != name}
    _keep(Printers(known, "" if printers.usual == name else printers.usual))
    say(f"{name} is forgotten")


@command.command("default", epilog="Example: ppgen printer default kitchen")
@click.argument("name")
def default(name: str) -> None:
    """Use a printer wherever --printer is not given; `none` ends that."""
    printers = known_printers()
    if name != "none":
        named_printer(printers, name)
    _keep(printers._replace(usual="" if name == "none" else name))
    if name == "none":
        say("no printer is the usual one")
    else:
        say(f"{name} is used from now on; --printer none does without")


def _keep(printers: Printers) -> None:
    store.save(printers)


def _show(printer: Printer) -> None:
    x, y = show(printer.x), show(printer.y)
    say(f"{printer.name}: backs {x} mm to the right and {y} mm down in the middle")
    if printer.far_x is not None or printer.far_y is not None:
        far_x, far_y = _or(printer.far_x, printer.x), _or(printer.far_y, printer.y)
        say(f"  far corner: {show(far_x)} mm to the right and {show(far_y)} mm down")
    say(f"  100 mm come out as {show(printer.across)} across and {show(printer.long)} along")
    margins = show_margin(printer.margins) if printer.margins else "not known"
    say(f"  margins: {margins}; leaves turn about the {printer.flip} edge; pile: {printer.pile}")
