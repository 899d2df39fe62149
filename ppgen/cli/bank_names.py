"""Finds banks by what the user typed: languages and files.

Takes a workspace and entries; returns files or banks, or raises Refused.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from ppgen.cli.shared import show_problems, usual_language
from ppgen.cli.terminal import say
from ppgen.load.bank_files import content_folder, list_banks, named_files
from ppgen.load.workspace import Workspace
from ppgen.model.bank import Bank


def named_banks(workspace: Workspace, entries: Sequence[str]) -> list[Path]:
    """Return the files of the named banks, or of all."""
    if not entries:
        return list_banks(workspace)
    out: dict[Path, None] = {}
    for entry in entries:
        found = named_files(workspace, entry)
        if not found:
            have = sorted({path.stem for path in list_banks(workspace)})
            msg = (
                f"`{entry}` is neither an existing .yaml, .txt, .csv or .tsv file nor a language "
                f"with a bank: there are {', '.join(have) or 'none'}"
            )
            raise click.UsageError(msg)
        out |= dict.fromkeys(found)
    return list(out)


def read_banks(workspace: Workspace, entries: Sequence[str], lang: str | None) -> list[Bank]:
    """Read the named banks, or all, that have words; stop if one is broken."""
    paths = named_banks(workspace, entries)
    folders = [f for path in list_banks(workspace) if (f := content_folder(workspace, path))]
    usual = lang or usual_language(workspace)
    unique = list(dict.fromkeys(folders))
    banks = [workspace.bank_file(path, usual, unique) for path in paths]
    if workspace.report:
        show_problems(workspace.report)
        raise click.exceptions.Exit(1)
    found = [bank for bank in banks if bank and bank.words]
    for line in (line for bank in found for line in bank.remarks):
        say(f"note: {line}", err=True)
    return found


def read_named(workspace: Workspace, entry: str | None, lang: str | None) -> Bank:
    """Read one bank: the first of a language that has words."""
    name = entry or lang or usual_language(workspace)
    found = read_banks(workspace, [name], lang)
    if not found:
        msg = f"`{name}` has no words"
        raise click.UsageError(msg)
    return found[0]
