"""Banks of values that describe a set of letters and themes (C01)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ppgen.diagnostics import Span
from ppgen.language.folding import fold
from ppgen.lint.subject import Bench, Finding, Subject

#: Letters of a secret word, unless the bank says `length`.
_LENGTH = 4


def letter_set(subject: Subject, bench: Bench) -> Iterator[Finding]:
    """C01: different letters, vowels among them, different themes, sample words of the letters."""
    del bench
    values = subject.bank.values
    if not {"letters", "vowels", "themes"} <= values.keys():
        return
    letters = [str(letter) for letter in _list(values["letters"])]
    yield from _different(subject, values["letters"], "letter")
    for vowel in _list(values["vowels"]):
        if str(vowel) not in letters:
            yield Finding(f"the vowel `{vowel}` is none of the letters", _span(vowel, subject))
    themes = _list(values["themes"])
    titles = [t.get("title", "") if isinstance(t, Mapping) else t for t in themes]
    yield from _different(subject, titles, "theme")
    length = values.get("length", _LENGTH)
    samples = [*_list(values.get("samples", []))]
    for theme in themes:
        if isinstance(theme, Mapping):
            samples += _list(theme.get("samples", []))
    for sample in samples:
        wrong = _sample(str(sample), letters, length if isinstance(length, int) else _LENGTH)
        if wrong:
            yield Finding(f"the sample `{sample}` {wrong}", _span(sample, subject))


def _list(value: object) -> list[object]:
    return list(value) if isinstance(value, list | str) else []


def _span(value: object, subject: Subject) -> Span | None:
    return getattr(value, "span", None) or subject.bank.span


def _different(subject: Subject, value: object, what: str) -> Iterator[Finding]:
    first: dict[str, object] = {}
    for entry in _list(value):
        other = first.setdefault(fold(str(entry), subject.lang), entry)
        if other is not entry:
            yield Finding(
                f"the {what} `{entry}` stands there twice", _span(entry, subject),
                second=getattr(other, "span", None), second_note="first here",
            )  # fmt: skip


def _sample(word: str, letters: list[str], length: int) -> str:
    if len(word) != length:
        return f"has {len(word)} letters, not {length}"
    if len(set(word.casefold())) < length:
        return "has a letter twice"
    known = {letter.casefold() for letter in letters}
    odd = next((c for c in word if c.casefold() not in known), "")
    return f"has the letter `{odd}`, which is not in the set" if odd else ""
