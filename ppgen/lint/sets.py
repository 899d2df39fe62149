"""Lists among a bank's values, by the checks of its game (C01)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ppgen.diagnostics import Span
from ppgen.language.folding import fold
from ppgen.lint.subject import Bench, Finding, Subject
from ppgen.model.lint import ListCheck


def lists(subject: Subject, bench: Bench) -> Iterator[Finding]:
    """C01: entries that must differ, be in another list, or be spelled with its letters."""
    values = subject.bank.values
    for game in bench.games(subject):
        checks = game.lint.values
        if checks.having and values.keys() >= set(checks.having):
            for noun, check in checks.each.items():
                yield from _checked(noun, check, subject)


def _checked(noun: str, check: ListCheck, subject: Subject) -> Iterator[Finding]:
    values = subject.bank.values
    entries = [entry for path in check.lists for entry in _entries(values, path.split("."))]
    if check.by:
        entries = [e.get(check.by, "") if isinstance(e, Mapping) else e for e in entries]
    if check.differ:
        yield from _different(subject, entries, noun)
    if check.among:
        known = [str(entry) for entry in _entries(values, [check.among])]
        for entry in entries:
            if str(entry) not in known:
                message = f"the {noun} `{entry}` is not among the {check.among}"
                yield Finding(message, _span(entry, subject))
    if check.spelled:
        letters = [str(entry) for entry in _entries(values, [check.spelled])]
        own = values.get("length")
        length = own if isinstance(own, int) else check.length
        for entry in entries:
            if wrong := _misspelled(str(entry), letters, length):
                yield Finding(f"the {noun} `{entry}` {wrong}", _span(entry, subject))


def _entries(value: object, path: Sequence[str]) -> list[object]:
    """Return the entries of the list at a path; a list on the way stands for each of its maps."""
    if not path:
        return list(value) if isinstance(value, list | str) else []
    maps = [value] if isinstance(value, Mapping) else _entries(value, [])
    inner = [m[path[0]] for m in maps if isinstance(m, Mapping) and path[0] in m]
    return [entry for one in inner for entry in _entries(one, path[1:])]


def _span(value: object, subject: Subject) -> Span | None:
    return getattr(value, "span", None) or subject.bank.span


def _different(subject: Subject, entries: Sequence[object], noun: str) -> Iterator[Finding]:
    first: dict[str, object] = {}
    for entry in entries:
        other = first.setdefault(fold(str(entry), subject.lang), entry)
        if other is not entry:
            yield Finding(
                f"the {noun} `{entry}` is listed twice", _span(entry, subject),
                second=getattr(other, "span", None), second_note="first here",
            )  # fmt: skip


def _misspelled(word: str, letters: Sequence[str], length: int | None) -> str:
    if length is not None and len(word) != length:
        return f"has {len(word)} letters, not {length}"
    if len(set(word.casefold())) < len(word):
        return "has a letter twice"
    known = {letter.casefold() for letter in letters}
    odd = next((c for c in word if c.casefold() not in known), "")
    return f"has the letter `{odd}`, which is not in the set" if odd else ""
