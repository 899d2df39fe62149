"""Reports on banks for `ppgen words`: problems and figures.

Takes a workspace and names of banks; prints, and exits with 1 if there are errors.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from ppgen.cli.bank_names import named_banks
from ppgen.cli.shared import show_problems, usual_language
from ppgen.cli.terminal import say
from ppgen.diagnostics import Report, plural, short, suggest
from ppgen.lint.rules import IDS
from ppgen.lint.run import lint, read_subject
from ppgen.lint.stats import lines
from ppgen.load.workspace import Workspace

#: Maximum number of problems shown per kind.
_MOST = 10
#: Notes on more banks than this take one line each.
_FEW = 16


def lint_banks(
    workspace: Workspace, entries: Sequence[str], lang: str | None, style: str, rules: str
) -> None:
    """Show the problems of banks, by all rules or some."""
    only = _rules(rules)
    paths = named_banks(workspace, entries)
    usual = lang or usual_language(workspace)
    named = [entry for entry in entries if Path(entry).suffix]
    report, skipped = lint(workspace, paths, usual, mixed=len(named) > 1, only=only)
    if workspace.report.errors:
        # A game that deals from the bank is broken: results on fit cannot be trusted.
        for d in workspace.report.sorted():
            report.add(d)
    if style == "text":
        _show(report, several=len(paths) > _FEW)
    else:
        show_problems(report, style, summary=False)
    for line in skipped:
        say(line, err=True)
    if style == "text":
        say(_summary(report, len(paths)))
    if report.errors:
        raise click.exceptions.Exit(1)


def _show(report: Report, *, several: bool) -> None:
    """Show what fits a screen: a few problems per kind, and a count of the rest."""
    found = report.sorted()
    shown = Report()
    lines: list[str] = []
    for code in dict.fromkeys(d.code for d in found):
        kind = [d for d in found if d.code == code]
        for d in kind[:_MOST]:
            if several and d.level == "note":
                lines.append(short(d))
            else:
                shown.add(d)
        if len(kind) > _MOST:
            more = len(kind) - _MOST
            lines.append(f"{more} more [{code}]: `--rules {code} --format short` shows all")
    show_problems(shown, summary=False)
    for line in lines:
        say(line, err=True)


def describe_bank(workspace: Workspace, entry: str | None, lang: str | None) -> None:
    """Print the figures of a bank."""
    usual = lang or usual_language(workspace)
    paths = named_banks(workspace, [entry or usual])
    found = [read_subject(workspace, path, usual) for path in paths]
    if workspace.report:
        show_problems(workspace.report)
        raise click.exceptions.Exit(1)
    chosen = next((subject for subject in found if subject and subject.words), None)
    if chosen is None:
        msg = f"`{entry or usual}` has no words"
        raise click.UsageError(msg)
    for line in chosen.bank.remarks:
        say(f"note: {line}", err=True)
    for line in lines(chosen):
        say(line)


def _rules(text: str) -> frozenset[str]:
    """Read comma-separated ids of rules."""
    wanted = frozenset(name.strip().upper() for name in text.split(",") if text)
    for name in sorted(wanted.difference(IDS)):
        msg = f"there is no rule `{name}`; {suggest(name, IDS)}"
        raise click.BadParameter(msg, param_hint="'--rules'")
    return wanted


def _summary(report: Report, banks: int) -> str:
    levels = [d.level for d in report.sorted()]
    counts = [
        plural(n, name)
        for name in ("error", "warning", "note")
        if (n := levels.count(name)) or name == "error"
    ]
    return f"{plural(banks, 'bank')}: {', '.join(counts)}"
