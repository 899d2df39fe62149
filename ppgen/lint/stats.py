"""Writes figures of a bank as lines of text, starting with the number of words.

Takes a subject; returns lines. Must not print.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ppgen.language.folding import unbroken
from ppgen.lint.form import letters_of, median
from ppgen.lint.subject import Subject

_WIDE = 40


def lines(subject: Subject) -> Iterator[str]:
    """Yield the figures of a bank."""
    words = subject.words
    lengths = Counter(letters_of(word) for word in words)
    spread = sorted(lengths.elements())
    yield f"{len(words)} words"
    yield f"bank        {subject.bank.title}, {subject.lang} ({subject.name})"
    yield (
        f"length      {spread[0]} to {spread[-1]} letters, median {median(spread)}, "
        f"95 % up to {spread[min(len(spread) - 1, len(spread) * 95 // 100)]}"
    )
    kinds = Counter(word.category for word in words if word.category)
    listed = ", ".join(f"{name} {count}" for name, count in kinds.most_common())
    yield f"categories  {len(kinds)}" + (f": {listed}" if kinds else "")
    letters = Counter(c for word in subject.folded for c in word if c.isalpha())
    common = ", ".join(
        f"{letter} {count / letters.total():.0%}" for letter, count in letters.most_common(8)
    )
    yield f"letters     {len(letters)} different: {common}"
    ids = sum(bool(word.id) for word in words)
    yield f"concepts    {ids} with an id"
    if subject.games is not None:
        yield f"games       {subject.games} until a word repeats"
    longest = sorted(map(unbroken, words), key=lambda word: (-letters_of(word), word))[:8]
    yield f"longest     {', '.join(longest)}"
    yield ""
    most = max(lengths.values())
    for length in range(spread[0], spread[-1] + 1):
        count = lengths[length]
        bar = "#" * max(round(count * _WIDE / most), count > 0)
        yield f"{length:>4} letters {count:>5} {bar}".rstrip()
