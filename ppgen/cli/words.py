"""`ppgen words`: look at word banks and printed decks."""

from __future__ import annotations

from pathlib import Path

import click

from ppgen.cli.printed import forget, forget_all, show_log
from ppgen.cli.shared import COLUMN, FORMAT, NO_HEADING, ROOT, open_workspace, read_tables

LANG = click.option("--lang", default=None, help="The language of plain lists of words.")


@click.group("words", epilog="Example: ppgen words lint de")
def command() -> None:
    """Look at banks of words, and at the decks that were printed of them."""


@command.command(epilog="Example: ppgen words lint my-words.txt --lang en")
@click.argument("banks", nargs=-1, metavar="[LANG|FILE]...")
@LANG
@FORMAT
@click.option("--rules", default="", metavar="W03,B08", help="Ask only these rules.")
@COLUMN
@NO_HEADING
@ROOT
def lint(
    banks: tuple[str, ...], lang: str | None, style: str, rules: str, column: str | None,
    no_heading: bool, root: Path | None,
) -> None:  # fmt: skip
    """Ask all rules of banks; without a name, of all that can be found from here.

    Errors must be mended, warnings looked at, notes known. A word that may break a rule says so in
    its bank: {word: ..., allow: {W03: reason}}.
    """
    # Help need not wait for the rules, nor for fonts.
    from ppgen.cli.bank_reports import lint_banks  # noqa: PLC0415

    tables = read_tables(column, no_heading=no_heading)
    lint_banks(open_workspace(root, tables), banks, lang, style, rules)


@command.command(epilog="Example: ppgen words stats de")
@click.argument("bank", required=False, metavar="[LANG|FILE]")
@LANG
@COLUMN
@NO_HEADING
@ROOT
def stats(
    bank: str | None, lang: str | None, column: str | None, no_heading: bool, root: Path | None
) -> None:
    """Say what a bank amounts to: length, categories, letters, games until a repeat."""
    from ppgen.cli.bank_reports import describe_bank  # noqa: PLC0415 - see above

    tables = read_tables(column, no_heading=no_heading)
    describe_bank(open_workspace(root, tables), bank, lang)


@command.command(epilog="Example: ppgen words log --remove de-1-110-7K3F")
@click.option("--remove", multiple=True, metavar="CODE", help="Take this deck out of the list.")
@click.option("--clear", is_flag=True, help="Take all decks out of the list.")
def log(remove: tuple[str, ...], clear: bool) -> None:
    """List the decks that were made whole, whose words `make --exclude printed` leaves out.

    The list is kept on this machine only; `log: no` in a ppgen.yaml keeps its decks out.
    """
    if clear:
        forget_all()
    elif remove:
        forget(remove)
    else:
        show_log()
