"""Words on paper: letters that no font has (B07), words that do not fit (B08).

Places every word of a bank in every product that deals from it, as for printing. For a very large
bank, only words that could be too wide are placed.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ppgen.build import place_words
from ppgen.diagnostics import Diagnostic, Problem, Refused, Span
from ppgen.drawing.ops import FontList
from ppgen.language.tags import script, upper
from ppgen.lint.subject import Bench, Finding, Subject
from ppgen.model.game import Game, Product, SideSpec
from ppgen.source.kinds import Word

#: Up to this number of words, all are placed.
_ALL = 2000
#: Scripts whose words are as wide as the sum of their letters, kerning aside.
_ALPHABETS = {"Latn", "Grek", "Cyrl", "Armn", "Geor", "Hebr"}
_KERNING = 1.05


class _Tried(NamedTuple):
    """The problems found by placing the words of a bank."""

    missing: Sequence[Diagnostic]
    wide: Sequence[Diagnostic]


def glyphs(subject: Subject, bench: Bench) -> Iterator[Finding]:
    """B07: letters that are in no font of the layout."""
    yield from _findings(_place(subject, bench).missing, subject)


def room(subject: Subject, bench: Bench) -> Iterator[Finding]:
    """B08: words that do not fit at the smallest size."""
    yield from _findings(_place(subject, bench).wide, subject)


def _findings(diagnostics: Sequence[Diagnostic], subject: Subject) -> Iterator[Finding]:
    lines: dict[int, list[Word]] = {}
    for word in subject.own if diagnostics else ():
        if word.span:
            lines.setdefault(word.span.line, []).append(word)
    for d in diagnostics:
        if d.span is None or d.span.source.name != subject.name:
            continue  # a word of the parent bank
        # The span may cover only one letter.
        near = [w for w in lines.get(d.span.line, ()) if w.span and _covers(w.span, d.span)]
        if near:
            yield Finding(
                d.message, d.span, near[:1], d.help, d.note, second=d.second,
                second_note=d.second_note,
            )  # fmt: skip


def _covers(whole: Span, part: Span) -> bool:
    return whole.column <= part.column < whole.column + max(whole.length, 1)


def _place(subject: Subject, bench: Bench) -> _Tried:
    """Place the words of a subject once for both rules."""
    return bench.once(f"placed {subject.path}", lambda: _try(subject, bench))


def _try(subject: Subject, bench: Bench) -> _Tried:
    missing: dict[str, Diagnostic] = {}
    wide: dict[str, Diagnostic] = {}
    for game, product, _ in bench.dealing(subject):
        words: Sequence[Word] = subject.own
        if len(words) > _ALL:
            words = _doubtful(subject, bench, game, product)
        problems = _problems(subject, bench, game, product, words)
        gone = [d for d in problems if d.code == "E604"]
        if words and len({str(d.span) for d in gone}) > len(words) // 2:
            why = f"no font of {game.name}/{product.name} has its letters"
            bench.skip("B07, B08", why, subject.lang)
            continue
        missing |= {f"{d.span} {d.message}": d for d in gone}
        wide |= {f"{d.span}": d for d in problems if d.code == "E401"}
    return _Tried(list(missing.values()), list(wide.values()))


def _problems(
    subject: Subject, bench: Bench, game: Game, product: Product, words: Sequence[Word]
) -> list[Diagnostic]:
    """Place words as a product would print them; return the problems."""
    try:
        return place_words(bench.workspace, game, product, subject.lang, words, bench.fonts)
    except Refused as refused:
        bench.skip(f"B07, B08 in {game.name}/{product.name}", str(refused))
        return []


def _doubtful(subject: Subject, bench: Bench, game: Game, product: Product) -> list[Word]:
    """Choose words that could be too wide, and samples of each letter and category.

    A row of the letter m cannot be broken. If such a row fits, so does every word that is not
    wider, however it breaks.
    """
    if script(subject.lang) not in _ALPHABETS:
        return list(subject.own)
    probe = subject.own[0].span
    low, high = 0, 80
    while low < high:
        middle = (low + high + 1) // 2
        row = [Word("m" * middle, probe)] * 8
        fits = not _problems(subject, bench, game, product, row)
        low, high = (middle, high) if fits else (low, middle - 1)
    widths = _Widths(subject, bench, product)
    seen: set[str] = set()
    out = []
    for word in subject.own:
        new = {*word, word.category} - seen
        if new or word.note or widths.of(str(word)) * _KERNING > low:
            seen |= new
            out.append(word)
    return out


class _Widths:
    """Widths of words as a number of letters m, in the widest font of a product, in either case."""

    def __init__(self, subject: Subject, bench: Bench, product: Product) -> None:
        self._lang, self._fonts = subject.lang, bench.fonts
        sides = [s for s in (product.front, product.back) if isinstance(s, SideSpec)]
        layouts = [bench.workspace.layout(side.layout) for side in sides]
        self._lists: list[FontList] = [
            tuple(f for f in fonts) for x in layouts if x for fonts in x.fonts.values()
        ]
        self._letters: dict[str, float] = {}

    def of(self, word: str) -> float:
        """Return an upper bound for the width of a word."""
        return math.fsum(map(self._letter, word))

    def _letter(self, letter: str) -> float:
        if letter not in self._letters:
            big = upper(letter, self._lang)
            self._letters[letter] = max(
                (
                    self._ratio(text, row, fonts)
                    for fonts in self._lists
                    for text, row in ((letter, "m"), (big, "M"))
                ),
                default=1.0,
            )
        return self._letters[letter]

    def _ratio(self, text: str, row: str, fonts: FontList) -> float:
        try:
            whole = self._fonts.line(text, fonts, self._lang, None).width
            return whole / self._fonts.line(row, fonts, self._lang, None).width
        except Problem:
            return 100.0  # no font has it; placing the word will tell
