"""Profiles of printers as commands name them, and what is said when they cannot be read."""

from __future__ import annotations

import click

from ppgen.cli.files import shown
from ppgen.diagnostics import suggest
from ppgen.printers.profile import Printer
from ppgen.printers.store import DamagedError, Printers, load, path


def known_printers() -> Printers:
    """Read the profiles; a file that cannot be read is refused."""
    try:
        return load()
    except DamagedError as wrong:
        msg = (
            f"{shown(path())} cannot be read: {wrong}; mend it, or delete it and measure again; "
            "--printer none does without"
        )
        raise click.UsageError(msg) from None


def chosen_printer(name: str | None) -> Printer | None:
    """Return the printer of a name, or the usual one; None for `none`, or if there is none."""
    if name == "none":
        return None
    printers = known_printers()
    if name is None:
        return printers.known.get(printers.usual)
    return named_printer(printers, name)


def named_printer(printers: Printers, name: str) -> Printer:
    """Return a printer by its name."""
    if name in printers.known:
        return printers.known[name]
    if not printers.known:
        msg = f"there is no printer `{name}`: measure it first, with ppgen printer test"
        raise click.UsageError(msg)
    msg = f"there is no printer `{name}`; {suggest(name, printers.known)}"
    raise click.UsageError(msg)
