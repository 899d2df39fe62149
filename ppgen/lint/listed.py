"""Words on a list: coarse ones (W06), and those that a workspace wants to avoid (W10)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from ppgen.language.folding import fold
from ppgen.lint.subject import Bench, Finding, Subject
from ppgen.load.bank_files import PLAIN
from ppgen.model.bank import Bank

_DATA = Path(__file__).parent / "data"


@cache
def _coarse(lang: str) -> frozenset[str]:
    path = _DATA / f"coarse-{lang}.txt"
    if not path.is_file():
        return frozenset()
    lines = path.read_text("utf-8").splitlines()
    return frozenset(fold(line, lang) for line in lines if line and not line.startswith("#"))


def coarse(subject: Subject, bench: Bench) -> Iterator[Finding]:
    """W06: a whole word, or one of two, that is on a list of coarse ones."""
    listed = _coarse(subject.base)
    if not listed:
        bench.skip("W06", "there is no list of this language", subject.base)
        return
    for at, word in enumerate(subject.own):
        folded = subject.folded[at]
        if folded in listed or any(part in listed for part in folded.split()):
            message = f"`{word}` is on a list of coarse words"
            yield Finding(message, word.span, (word,), help="allow it if it is meant well")


def avoided(subject: Subject, bench: Bench) -> Iterator[Finding]:
    """W10: dated, regional or brand words, as the workspace's own list says."""
    lists = [bank for bank in _lists(subject, bench) if bank.words]
    avoided_words = {
        fold(word, subject.lang): word for bank in reversed(lists) for word in bank.words
    }
    for at, word in enumerate(subject.own):
        entry = avoided_words.get(subject.folded[at])
        if entry is not None:
            why = f": {entry.note or entry.category}" if entry.note or entry.category else ""
            yield Finding(
                f"`{word}` is on your list of words to avoid{why}", word.span, (word,),
                second=entry.span, second_note="listed here",
            )  # fmt: skip


def _lists(subject: Subject, bench: Bench) -> Iterator[Bank]:
    """Read `avoid/LANG.txt`, `.csv` or `.tsv` beside the banks of the folder, in every root."""
    folder = subject.folder or "words"
    for root in bench.workspace.roots:
        for suffix in PLAIN:
            path = root / "content" / folder / "avoid" / f"{subject.base}{suffix}"
            bank = bench.workspace.bank_file(path, subject.lang) if path.is_file() else None
            if bank is not None:
                yield bank
