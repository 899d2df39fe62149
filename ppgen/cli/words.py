"""`ppgen words`: look at word banks."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ppgen.cli.shared import FORMAT, ROOT, open_workspace, show_problems
from ppgen.cli.terminal import say
from ppgen.diagnostics import suggest
from ppgen.load.workspace import Workspace

if TYPE_CHECKING:
    from ppgen.diagnostics import Report

LANG = click.option("--lang", default=None, help="The language of plain lists of words.")


@click.group(epilog="Example: ppgen words lint de")
def words() -> None:
    """Look at banks of words: what is wrong with them, and what they amount to."""


def _files(workspace: Workspace, entries: tuple[str, ...]) -> list[Path]:
    from ppgen.lint.run import bank_files, named_files  # noqa: PLC0415 - keeps `--help` quick

    if not entries:
        return bank_files(workspace)
    out: dict[Path, None] = {}
    for entry in entries:
        found = named_files(workspace, entry)
        if not found:
            have = sorted({path.stem for path in bank_files(workspace)})
            msg = (
                f"`{entry}` is no file in .yaml, .txt or .csv that is there, and no language with "
                f"a bank: there are {', '.join(have) or 'none'}"
            )
            raise click.UsageError(msg)
        out |= dict.fromkeys(found)
    return list(out)


def _rules(_ctx: click.Context, _param: click.Parameter, value: str) -> frozenset[str]:
    """Read ids of rules with commas between them."""
    if not value:
        return frozenset()
    from ppgen.lint.rules import IDS  # noqa: PLC0415 - keeps `--help` quick

    wanted = frozenset(name.strip().upper() for name in value.split(","))
    for name in sorted(wanted.difference(IDS)):
        msg = f"there is no rule `{name}`; {suggest(name, IDS)}"
        raise click.BadParameter(msg)
    return wanted


@words.command(epilog="Example: ppgen words lint my-words.txt --lang en")
@click.argument("banks", nargs=-1, metavar="[LANG|FILE]...")
@LANG
@FORMAT
@click.option(
    "--rules", default="", metavar="W03,B08", help="Ask only these rules.", callback=_rules
)
@ROOT
def lint(
    banks: tuple[str, ...], lang: str | None, style: str, rules: frozenset[str], root: Path | None
) -> None:
    """Ask all rules of banks; without a name, of all that can be found from here.

    Errors must be mended, warnings looked at, notes known. A word that may break a rule says so in
    its bank: {word: ..., allow: {W03: reason}}.
    """
    from ppgen.lint.run import lint as ask  # noqa: PLC0415 - keeps `--help` quick

    workspace = open_workspace(root)
    paths = _files(workspace, banks)
    usual = lang or str(workspace.settings.get("lang") or "en")
    named = [entry for entry in banks if Path(entry).suffix]
    report, skipped = ask(workspace, paths, usual, mixed=len(named) > 1, only=rules)
    if workspace.report.errors:
        # A game that deals from a bank is broken: what it says of fit cannot be trusted.
        for d in workspace.report.sorted():
            report.add(d)
    show_problems(report, style, summary=False)
    for line in skipped:
        say(line, err=True)
    if style == "text":
        say(_summary(report, len(paths)))
    if report.errors:
        raise click.exceptions.Exit(1)


def _summary(report: Report, banks: int) -> str:
    levels = [d.level for d in report.sorted()]
    counts = [
        f"{n} {name if n == 1 else name + 's'}"
        for name in ("error", "warning", "note")
        if (n := levels.count(name)) or name == "error"
    ]
    return f"{banks} {'bank' if banks == 1 else 'banks'}: {', '.join(counts)}"


@words.command(epilog="Example: ppgen words stats de")
@click.argument("bank", required=False, metavar="[LANG|FILE]")
@LANG
@ROOT
def stats(bank: str | None, lang: str | None, root: Path | None) -> None:
    """Say what a bank amounts to: length, categories, letters, games until a repeat."""
    from ppgen.lint.run import read_subject  # noqa: PLC0415 - keeps `--help` quick
    from ppgen.lint.stats import lines  # noqa: PLC0415

    workspace = open_workspace(root)
    usual = lang or str(workspace.settings.get("lang") or "en")
    found = [read_subject(workspace, path, usual) for path in _files(workspace, (bank or usual,))]
    if workspace.report:
        show_problems(workspace.report)
        raise click.exceptions.Exit(1)
    chosen = next((subject for subject in found if subject and subject.words), None)
    if chosen is None:
        msg = f"`{bank or usual}` has no words"
        raise click.UsageError(msg)
    for line in lines(chosen):
        say(line)
