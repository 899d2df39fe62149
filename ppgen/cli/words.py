"""`ppgen words`: check, show, import and export word banks; list printed decks."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from ppgen.cli.commands import HelpfulGroup
from ppgen.cli.complete import BANKS, CATEGORIES
from ppgen.cli.printed import forget, forget_all, show_log
from ppgen.cli.shared import (
    COLUMN,
    FORMAT,
    NO_HEADING,
    ROOT,
    open_workspace,
    read_tables,
    usual_language,
)

LANG = click.option("--lang", default=None, help="Language of plain lists of words.")


@click.group("words", cls=HelpfulGroup, epilog="Example: ppgen words lint de")
def command() -> None:
    """Check, show, import and export word banks; list printed decks."""


@command.command(epilog="Example: ppgen words lint my-words.txt --lang en")
@click.argument("banks", nargs=-1, metavar="[LANG|FILE]...", shell_complete=BANKS)
@LANG
@FORMAT
@click.option("--rules", default="", metavar="W03,B08", help="Check only these rules.")
@COLUMN
@NO_HEADING
@ROOT
def lint(
    banks: tuple[str, ...], lang: str | None, style: str, rules: str, column: str | None,
    no_heading: bool, root: Path | None,
) -> None:  # fmt: skip
    """Check word banks against all rules; by default, every bank of the workspace.

    Fix errors and review warnings; notes are for information. A bank can allow a word to break a
    rule: {word: ..., allow: {W03: reason}}.
    """
    # Imported late: help needs neither rules nor fonts.
    from ppgen.cli.bank_reports import lint_banks  # noqa: PLC0415

    tables = read_tables(column, no_heading=no_heading)
    lint_banks(open_workspace(root, tables), banks, lang, style, rules)


@command.command(epilog="Example: ppgen words stats de")
@click.argument("bank", required=False, metavar="[LANG|FILE]", shell_complete=BANKS)
@LANG
@COLUMN
@NO_HEADING
@ROOT
def stats(
    bank: str | None, lang: str | None, column: str | None, no_heading: bool, root: Path | None
) -> None:
    """Show figures of a bank: length, categories, letters, games until a repeat."""
    from ppgen.cli.bank_reports import describe_bank  # noqa: PLC0415 - see above

    tables = read_tables(column, no_heading=no_heading)
    describe_bank(open_workspace(root, tables), bank, lang)


@command.command(epilog="Example: ppgen words log --remove de-1-110-7K3F")
@click.option("--remove", multiple=True, metavar="CODE", help="Remove this deck from the list.")
@click.option("--clear", is_flag=True, help="Remove all decks from the list.")
def log(remove: tuple[str, ...], clear: bool) -> None:
    """List the printed decks, whose words `make --exclude printed` excludes.

    The list stays on this machine; `log: no` in ppgen.yaml keeps the decks of a workspace out.
    """
    if clear:
        forget_all()
    elif remove:
        forget(remove)
    else:
        show_log()


def _names(_ctx: click.Context, _param: click.Parameter, value: Sequence[str]) -> tuple[str, ...]:
    """Read comma-separated names from an option that may be repeated."""
    return tuple(n for part in value for name in part.split(",") if (n := name.strip()))


CATEGORY = click.option(
    "--category", "categories", multiple=True, callback=_names, metavar="A,B",
    shell_complete=CATEGORIES,
    help="Show only words of these categories.",
)  # fmt: skip


MORE = click.option("--more", is_flag=True, help="Include other words for each thing.")


@command.command(epilog="Example: ppgen words show de --category food")
@click.argument("bank", required=False, metavar="[LANG|FILE]", shell_complete=BANKS)
@CATEGORY
@LANG
@ROOT
def show(
    bank: str | None, categories: tuple[str, ...], lang: str | None, root: Path | None
) -> None:
    """Show the words of a bank by category."""
    from ppgen.cli.bank_views import show_bank  # noqa: PLC0415 - see above

    show_bank(open_workspace(root), bank, lang, categories)


@command.command(epilog="Example: ppgen words find glacier")
@click.argument("text")
@click.argument("banks", nargs=-1, metavar="[LANG|FILE]...", shell_complete=BANKS)
@LANG
@ROOT
def find(text: str, banks: tuple[str, ...], lang: str | None, root: Path | None) -> None:
    """Find words that contain a text, ignoring accents and case, or have it as id.

    Each line has language, word, category, id and place, separated by tabs.
    """
    from ppgen.cli.bank_views import find_words  # noqa: PLC0415 - see above

    find_words(open_workspace(root), text, banks, lang)


@command.command(epilog="Example: ppgen words compare de fr")
@click.argument("one", metavar="LANG|FILE", shell_complete=BANKS)
@click.argument("other", metavar="LANG|FILE", shell_complete=BANKS)
@LANG
@ROOT
def compare(one: str, other: str, lang: str | None, root: Path | None) -> None:
    """Show which concepts of each of two banks are missing in the other."""
    from ppgen.cli.bank_views import compare_banks  # noqa: PLC0415 - see above

    compare_banks(open_workspace(root), (one, other), lang)


@command.command(epilog="Example: ppgen words suggest --lang fi --category food")
@LANG
@CATEGORY
@MORE
@ROOT
def suggest(
    lang: str | None, categories: tuple[str, ...], more: bool, root: Path | None
) -> None:  # fmt: skip
    """Suggest words for a bank in over a hundred languages, as drafts to choose from."""
    from ppgen.cli.bank_start import suggest_words  # noqa: PLC0415 - see above

    workspace = open_workspace(root)
    suggest_words(workspace, lang or usual_language(workspace), categories, more=more)


@command.command(epilog="Example: ppgen words new fi --suggest")
@click.argument("lang")
@click.option("--suggest", "suggested", is_flag=True, help="Fill the bank with suggested words.")
@MORE
@click.option(
    "--game", "games", multiple=True, callback=_names, metavar="A,B",
    help="Also write the labels of these games.",
)  # fmt: skip
@ROOT
def new(
    lang: str, suggested: bool, more: bool, games: tuple[str, ...], root: Path | None
) -> None:  # fmt: skip
    """Start a language in this workspace: a bank of words, and labels to translate.

    Existing files are never replaced. Untranslated labels are printed as they are, so decks and
    sheets can be made at once.
    """
    from ppgen.cli.bank_start import start_bank  # noqa: PLC0415 - see above

    start_bank(open_workspace(root), lang, games, suggested=suggested, more=more)


@command.command("export", epilog="Example: ppgen words export de words-de.csv")
@click.argument("bank", metavar="LANG|FILE", shell_complete=BANKS)
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@CATEGORY
@LANG
@click.option("--force", is_flag=True, help="Replace an existing file.")
@ROOT
def export_(
    bank: str, file: Path, categories: tuple[str, ...], lang: str | None, force: bool,
    root: Path | None,
) -> None:  # fmt: skip
    """Write the words of a bank to a .txt, a .csv for spreadsheets, or a .tsv."""
    from ppgen.cli.bank_exchange import export_bank  # noqa: PLC0415 - see above

    export_bank(open_workspace(root), bank, lang, categories, file, force=force)


@command.command("import", epilog="Example: ppgen words import lista.xlsx --lang es --write")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--lang", required=True, help="Language of the words and of the bank.")
@click.option("--category", metavar="NAME", help="Category for words that have none.")
@click.option("--write", is_flag=True, help="Write the bank; by default, only show the result.")
@COLUMN
@NO_HEADING
@ROOT
def import_(
    file: Path, lang: str, category: str | None, write: bool, column: str | None,
    no_heading: bool, root: Path | None,
) -> None:  # fmt: skip
    """Add words from a .txt, .csv, .tsv, .xlsx or .json to the workspace's bank of a language.

    Shows the new words, those already there or repeated, and those too similar to another word;
    --write adds them. If ppgen has a bank of the language but the workspace has none, the new bank
    extends it.
    """
    from ppgen.cli.bank_exchange import import_words  # noqa: PLC0415 - see above

    tables = read_tables(column, no_heading=no_heading)
    import_words(open_workspace(root, tables), file, lang, category or "", write=write)
