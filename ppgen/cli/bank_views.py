"""`words show`, `find` and `compare`: show words of banks.

Takes a workspace and arguments; prints.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Sequence

import click

from ppgen.cli.bank_names import read_banks, read_named
from ppgen.cli.terminal import say
from ppgen.diagnostics import plural, suggest, visible
from ppgen.language.folding import bare, fold, unbroken
from ppgen.load.workspace import Workspace
from ppgen.model.bank import Bank
from ppgen.source.kinds import Word

_WIDE = 96


def chosen(bank: Bank, categories: Sequence[str]) -> list[Word]:
    """Return the words of some categories, or all; raise an error for an unknown category."""
    known = {fold(word.category, bank.lang): word.category for word in bank.words if word.category}
    wanted = {fold(name, bank.lang): name for name in categories}
    for folded, name in wanted.items():
        if folded not in known:
            near = suggest(name, known.values()) or "the bank has none"
            msg = f"there is no category `{name}`; {near}"
            raise click.UsageError(msg)
    return [w for w in bank.words if not wanted or fold(w.category, bank.lang) in wanted]


def show_bank(
    workspace: Workspace, entry: str | None, lang: str | None, categories: Sequence[str]
) -> None:
    """Print the words of a bank by category."""
    bank = read_named(workspace, entry, lang)
    print_by_category(chosen(bank, categories), unbroken)


def print_by_category(words: Iterable[Word], shown: Callable[[Word], str]) -> None:
    """Print comma-separated words under their categories."""
    kinds: dict[str, list[Word]] = {}
    for word in words:
        kinds.setdefault(word.category, []).append(word)
    for name, some in kinds.items():
        say(f"{name or 'without category'} ({len(some)})")
        # Do not break lines at a space inside a word.
        listed = ", ".join(shown(word).replace(" ", "\u00a0") for word in some)
        for line in textwrap.wrap(
            listed, _WIDE, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False
        ):
            say(line.replace("\u00a0", " "))


def find_words(workspace: Workspace, text: str, entries: Sequence[str], lang: str | None) -> None:
    """Print the words that contain a text or have it as id; exit with 1 if there are none."""
    rows: list[tuple[str, ...]] = []
    banks = read_banks(workspace, entries, lang)
    for bank in banks:
        wanted = bare(fold(text, bank.lang))
        rows += [
            (bank.lang, unbroken(word), word.category, word.id, str(word.span))
            for word in bank.words
            if word.id == text or (wanted and wanted in bare(fold(word, bank.lang)))
        ]
    if not rows:
        say(f"`{text}` is not in any of {plural(len(banks), 'bank')}", err=True)
        raise click.exceptions.Exit(1)
    # A word in two banks of one language takes two rows; one that is read twice, only one.
    for row in dict.fromkeys(rows):
        click.echo(visible("\t".join(row), keep="\t"))


def compare_banks(workspace: Workspace, entries: tuple[str, str], lang: str | None) -> None:
    """Print the concepts of each bank that the other lacks."""
    one, other = (read_named(workspace, entry, lang) for entry in entries)
    ids = [{word.id for word in bank.words if word.id} for bank in (one, other)]
    names = entries if one.lang == other.lang else (one.lang, other.lang)
    say(f"{plural(len(ids[0] & ids[1]), 'concept')} in both {names[0]} and {names[1]}")
    for bank, own, there, name, lacking in (
        (one, ids[0], ids[1], names[0], names[1]),
        (other, ids[1], ids[0], names[1], names[0]),
    ):
        click.echo()
        without = len([word for word in bank.words if not word.id])
        also = f"; {plural(without, 'word')} without an id" if without else ""
        say(f"{plural(len(own - there), 'concept')} of {name} that {lacking} lacks{also}")
        print_by_category((w for w in bank.words if w.id and w.id not in there), _with_id)


def _with_id(word: Word) -> str:
    return f"{unbroken(word)} ({word.id})"
