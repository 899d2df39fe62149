"""`words export` and `words import`: words from a bank to a list, and back.

Takes a workspace and arguments; writes files and reports what they contain.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import click

from ppgen.cli.bank_names import read_named
from ppgen.cli.bank_views import chosen
from ppgen.cli.files import save, shown
from ppgen.cli.shared import show_problems
from ppgen.cli.terminal import say
from ppgen.diagnostics import Refused, plural
from ppgen.language.folding import fold
from ppgen.language.tags import tag
from ppgen.lint.run import clashes
from ppgen.load.bank_text import add_words, as_list, new_bank
from ppgen.load.imports import IMPORTED, read_import
from ppgen.load.workspace import Workspace
from ppgen.model.bank import Bank
from ppgen.source.kinds import Word

_MOST = 10
_UTF8_MARK = "\ufeff"


def export_bank(
    workspace: Workspace, entry: str, lang: str | None, categories: Sequence[str], file: Path, *,
    force: bool,
) -> None:  # fmt: skip
    """Write the words of a bank as a list."""
    suffix = file.suffix.lower()
    if suffix not in {".txt", ".csv", ".tsv"}:
        msg = f"{file}: words can be exported to .txt, .csv or .tsv"
        raise click.UsageError(msg)
    words = chosen(read_named(workspace, entry, lang), categories)
    if file.exists() and not force:
        msg = f"{shown(file)} already exists; choose another name, or replace it with --force"
        raise click.UsageError(msg)
    text = as_list(words, suffix)
    # Without a byte order mark, spreadsheets assume a Windows encoding.
    save(file, (text if suffix == ".txt" else _UTF8_MARK + text).encode())
    say(f"{shown(file)}: {plural(len(words), 'word')}")


def import_words(
    workspace: Workspace, file: Path, lang: str, category: str, *, write: bool
) -> None:
    """Show what an import would do, or do it."""
    code = tag(lang)
    if code is None:
        msg = f"`{lang}` is not a language; use a tag such as en, de-AT or zh-Hant"
        raise click.UsageError(msg)
    if file.suffix.lower() not in IMPORTED:
        msg = f"{file}: words can be imported from {', '.join(IMPORTED)}"
        raise click.UsageError(msg)
    try:
        given = read_import(workspace, file.resolve(), code)
    except Refused as refused:
        raise click.UsageError(str(refused)) from None
    if given is None or workspace.report:
        show_problems(workspace.report)
        raise click.exceptions.Exit(1)
    root = workspace.root or Path.cwd()
    target = root / "content/words" / f"{code}.yaml"
    present = workspace.bank("words", code) if workspace.bank_path("words", code) else None
    if workspace.report:
        show_problems(workspace.report)
        raise click.exceptions.Exit(1)
    new = _sorted(given, present, code)
    for line in given.remarks:
        say(f"note: {line}", err=True)
    pairs = [f"{a} / {b}: {why}" for a, b, why in clashes(workspace, _joined(given, new, present))]
    _list("similar to another word, keep or drop", pairs)
    if lost := len([word for word in new if word.second]):
        say(f"{plural(lost, 'word')} of a second language not imported: banks are linked by ids")
    kinds = Counter(word.category or category or "own" for word in new)
    listed = ", ".join(f"{name} {number}" for name, number in kinds.most_common(_MOST))
    say(f"{plural(len(new), 'word')} new" + (f": {listed}" if listed else ""))
    if not new:
        return
    if not write:
        say(f"nothing written yet; --write adds them to {shown(target)}")
        return
    _write(workspace, target, new, given, code, category or "own")
    say(f"{shown(target)}: {plural(len(new), 'word')} added")


def _sorted(given: Bank, present: Bank | None, lang: str) -> list[Word]:
    """Return the new words; print those that are already there or repeated."""
    there = {fold(word, lang): word for word in (present.words if present else ())}
    seen: dict[str, Word] = {}
    twice: list[str] = []
    known: list[str] = []
    for word in given.words:
        key = fold(word, lang)
        if key in seen:
            twice.append(f"{word} ({word.span})")
        elif key in there:
            known.append(f"{word} ({there[key].span})")
        else:
            seen[key] = word
    _list("repeated in the file", twice)
    _list("already in the bank", known)
    return list(seen.values())


def _joined(given: Bank, new: Sequence[Word], present: Bank | None) -> Bank:
    words = (*new, *(present.words if present else ()))
    return given._replace(words=words, own=len(new))


def _list(title: str, lines: Sequence[str]) -> None:
    """Print the first lines, and how many more there are."""
    if lines:
        say(f"{title}: {len(lines)}")
        for line in lines[:_MOST]:
            say(f"  {line}")
        if len(lines) > _MOST:
            say(f"  ... and {len(lines) - _MOST} more")


def _write(
    workspace: Workspace, target: Path, new: Sequence[Word], given: Bank, lang: str, usual: str
) -> None:
    """Write the bank, after checking that it reads back as intended."""
    if target.is_file():
        text: str | None = target.read_text("utf-8")
    else:
        extends = workspace.find(f"content/words/{lang}.yaml") is not None
        text = new_bank(lang, given.title, given.origin, extends=extends)
    text = add_words(text or "", new, usual)
    if text is None:
        msg = (
            f"{shown(target)} does not list words on lines below their categories; edit it by hand"
        )
        raise click.UsageError(msg)
    former = target.read_bytes() if target.is_file() else None
    save(target, text.encode())
    again = Workspace(workspace.root or Path.cwd())
    bank = again.bank_file(target, lang)
    wanted = {fold(word, lang) for word in new}
    if bank is None or again.report or wanted - {fold(word, lang) for word in bank.words}:
        # A bank whose format does not take the words.
        if former is None:
            target.unlink()
        else:
            save(target, former)
        msg = f"{shown(target)} has a format that cannot take the words; nothing was changed"
        raise click.UsageError(msg)
