"""Widths of plain text by letters and pairs of letters, learned from HarfBuzz and equal to it.

Takes a typeface and a text of letters that neither join nor change beside each other; returns its
width, or nothing where only HarfBuzz can tell. Shaping a line takes ten times as long.
Must not know font lists, sizes or PDF.
"""

from __future__ import annotations

import re
import unicodedata
from itertools import accumulate, pairwise
from operator import add
from typing import TYPE_CHECKING

from ppgen.language.tags import right_to_left

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ppgen.text.typeface import Typeface

_FAR = float("inf")
#: Stands for the width of what is not plain: more than any line has, in units of a font.
_NOT_PLAIN = 10**9
#: Latin, Greek and Cyrillic come before this letter; marks, in between, are never plain.
_ALPHABETS = "\u0530"
_PUNCTUATION = ("\u2010", "\u2027")
#: What runs from right to left, or steers what does.
_NOT_LEFT_TO_RIGHT = {
    "R",
    "AL",
    "AN",
    "LRE",
    "RLE",
    "LRO",
    "RLO",
    "PDF",
    "LRI",
    "RLI",
    "FSI",
    "PDI",
}
#: Where the names of ligatures start.
_PRIVATE = 0xE000
#: Letters, digits and capitals around a letter show whether its neighbors change it.
_PROBE = "AA{0}AA{0}aa{0}aa0{0}0"
#: Where Greek letters start; before, all are Latin.
_GREEK = "\u0370"
#: What hardly any letter is kerned with or joined to.
_BAR = "|"


class PairTable:
    """One typeface in one language."""

    def __init__(self, typeface: Typeface, lang: str) -> None:
        self.typeface = typeface
        self.lang = lang
        self.letters = _Letters(self)
        self.kerns = _Kerns(self)
        self.inks = _Inks(self)
        #: The names of pairs of letters that become one glyph.
        self.ligatures: dict[str, str] = {}
        self._spelled: dict[str, str] = {}
        self._joined = re.compile("")
        self._letter = self.letters.__getitem__
        self._kern = self.kerns.__getitem__
        #: Where other letters run to the left, only what is below this one is plain.
        self.end = "\u0300" if right_to_left(lang) else _ALPHABETS

    def measure(self, text: str) -> tuple[str, int] | None:
        """Return the letters that a text is drawn with, and their width; None if it is not plain.

        Two letters that become one glyph are one letter here, with a name of its own.
        """
        if self._spelled and not self._spelled.keys().isdisjoint(text):
            return None
        units = self.units(text)
        if units is None and self.ligatures:
            text = self._joined.sub(lambda found: self.ligatures[found[0]], text)
            units = self.units(text)
        return None if units is None else (text, units)

    def spelled(self, letter: str) -> str:
        """Return what a letter stands for: itself, or two letters that become one glyph."""
        return self._spelled.get(letter, letter)

    def join(self, pair: str) -> str:
        """Return two letters that become one glyph a name, in Unicode's area for private use."""
        name = self.ligatures.get(pair)
        if name is None:
            name = chr(_PRIVATE + len(self.ligatures))
            self.ligatures[pair], self._spelled[name] = name, pair
            # The first that fits is taken, from left to right, as HarfBuzz does.
            self._joined = re.compile("|".join(map(re.escape, self.ligatures)))
        return name

    def units(self, text: str) -> int | None:
        """Return the width of a text in units of the font; None if it is not plain."""
        width = sum(map(self._letter, text))
        try:
            width += sum(map(self._kern, pairwise(text)))
        except KeyError:
            self.kerns.learn(text)
            width += sum(map(self._kern, pairwise(text)))
        return width if width < _NOT_PLAIN else None

    def ends(self, text: str) -> list[int] | None:
        """Return where each letter of a text ends, in units; None if it is not plain."""
        widths = [*map(self._letter, text)]
        self.kerns.learn(text)
        kerns = [0, *map(self._kern, pairwise(text))]
        if sum(widths) + sum(kerns) >= _NOT_PLAIN:
            return None
        return [*accumulate(map(add, widths, kerns))]

    def kerning(self, text: str) -> list[int]:
        """Return how much nearer each letter of a plain text brings the next; the last, nothing."""
        return [*map(self._kern, pairwise(text)), 0]

    def gid(self, letter: str) -> int:
        """Return the glyph of a plain letter."""
        return self.letters.gids[letter]

    @property
    def overhang(self) -> float:
        """How much wider than a text its ink can be, in units."""
        return self.inks.rightmost - self.inks.leftmost

    def sides(self, text: str, units: int) -> tuple[float, float]:
        """Return where the ink of a plain text starts and ends, in units; 0, 0 if there is none.

        Only letters near an end can reach it, so the ones between are not looked at.
        """
        letters, inks, kern = self.letters, self.inks, self._kern
        left, pen = _FAR, 0
        for at, letter in enumerate(text):
            ink = inks[letter]
            if ink and pen + ink[0] < left:
                left = pen + ink[0]
            pen += letters[letter]
            if at + 1 < len(text):
                pen += kern((letter, text[at + 1]))
            if pen + inks.leftmost >= left:
                break
        right, pen = -_FAR, units
        for at in range(len(text) - 1, -1, -1):
            letter = text[at]
            if at + 1 < len(text):
                pen -= kern((letter, text[at + 1]))
            pen -= letters[letter]
            ink = inks[letter]
            if ink and pen + ink[1] > right:
                right = pen + ink[1]
            if pen + inks.rightmost + self.kerns.closest <= right:
                break
        return (left, right) if left <= right else (0, 0)

    def heights(self, text: str) -> tuple[float, float]:
        """Return how low and how high the ink of a plain text reaches, in units."""
        inks = [ink for letter in text if (ink := self.inks[letter])]
        return min([i[2] for i in inks], default=0), max([i[3] for i in inks], default=0)


class _Letters(dict[str, int]):
    """The width of each plain letter, learned when it is first met; else `_NOT_PLAIN`."""

    def __init__(self, table: PairTable) -> None:
        self._table = table
        self.gids: dict[str, int] = {}

    def __missing__(self, letter: str) -> int:
        self[letter] = self._learn(letter)
        if self[letter] != _NOT_PLAIN and not self._steady(letter):
            self[letter] = _NOT_PLAIN
        if self[letter] != _NOT_PLAIN:
            self._table.inks.learn(letter)
        return self[letter]

    def _learn(self, letter: str) -> int:
        spelled = self._table.spelled(letter)
        for part in spelled:
            if not _plain(part, self._table.end) or not self._table.typeface.covers(part):
                return _NOT_PLAIN
        glyphs = self._table.typeface.positions(spelled, self._table.lang)
        if len(glyphs) != 1 or glyphs[0].dx or glyphs[0].dy or glyphs[0].advance <= 0:
            return _NOT_PLAIN
        self.gids[letter] = glyphs[0].gid
        return glyphs[0].advance

    def _steady(self, letter: str) -> bool:
        """Return whether a letter is drawn alike whatever stands around it."""
        table = self._table
        probe = _PROBE.format(letter)
        if any(c != letter and not table.typeface.covers(c) for c in probe):
            return True  # a font without Latin letters: pairs must do
        width = table.units(probe)
        glyphs = table.typeface.positions(_PROBE.format(table.spelled(letter)), table.lang)
        return (
            width is not None
            and [glyph.gid for glyph in glyphs] == [self.gids[c] for c in probe]
            and sum(glyph.advance for glyph in glyphs) == width
        )


class _Inks(dict[str, tuple[float, float, float, float] | None]):
    """The edges of each plain letter's ink: left, right, low, top; None for a blank."""

    def __init__(self, table: PairTable) -> None:
        self._table = table
        #: How far any ink reaches to the left of its letter, and to the right of it.
        self.leftmost = self.rightmost = 0.0

    def learn(self, letter: str) -> None:
        """Look at a letter as soon as it is known, so that the extremes are those of all."""
        table = self._table
        ink, em = table.typeface.ink(table.gid(letter)), table.typeface.em
        edges = None if ink is None else (ink.left * em, ink.right * em, ink.low * em, ink.top * em)
        if edges:
            self.leftmost = min(self.leftmost, edges[0])
            self.rightmost = max(self.rightmost, edges[1] - table.letters[letter])
        self[letter] = edges


class _Kerns(dict[tuple[str, str], int]):
    """How much nearer two plain letters stand, for pairs that were learned; else `_NOT_PLAIN`."""

    def __init__(self, table: PairTable) -> None:
        self._table = table
        #: How much nearer any two letters stand.
        self.closest = 0

    def learn(self, text: str) -> None:
        """Learn all pairs of a text whose letters are known."""
        letters = self._table.letters
        new = dict.fromkeys([pair for pair in pairwise(text) if pair not in self], _NOT_PLAIN)
        plain = [
            (first, second)
            for first, second in new
            if letters[first] != _NOT_PLAIN != letters[second] and _one_script(first, second)
        ]
        # Shaping takes about as long for many letters as for two.
        kerns = self._at_once(plain) if len(plain) > 1 else None
        if kerns is None:
            kerns = [self._alone(*pair) for pair in plain]
        self.update(new)
        self.update(zip(plain, kerns, strict=True))
        self.closest = max([self.closest, *(-kern for kern in kerns)])

    def of(self, first: str, second: str) -> int:
        """Return how much nearer a pair stands."""
        if (first, second) not in self:
            self.learn(first + second)
        return self[first, second]

    def _at_once(self, pairs: Sequence[tuple[str, str]]) -> list[int] | None:
        """Learn pairs from one text in which a bar parts them; None if one may be changed by it."""
        letters = self._table.letters
        text = "".join([f"{first}{second}{_BAR}" for first, second in pairs])
        # A name of two letters that are one glyph stands for more than one letter.
        if letters[_BAR] == _NOT_PLAIN or ord(max(text)) >= _PRIVATE:
            return None
        glyphs = self._table.typeface.positions(text, self._table.lang)
        gids = letters.gids
        if [glyph.gid for glyph in glyphs] != [gids[letter] for letter in text]:
            return None
        if any(glyph.dx or glyph.dy for glyph in glyphs):
            return None
        kerns = [
            glyph.advance - letters[letter] for glyph, letter in zip(glyphs, text, strict=True)
        ]
        # Nothing reaches over to the next pair, and the second letter is as wide as ever.
        return None if any(kerns[1::3]) or any(kerns[2::3]) else kerns[::3]

    def _alone(self, first: str, second: str) -> int:
        table = self._table
        letters = table.letters
        spelled = table.spelled(first) + table.spelled(second)
        glyphs = table.typeface.positions(spelled, table.lang)
        gids = [letters.gids[first], letters.gids[second]]
        if len(glyphs) == 1 and len(spelled) == 2:
            table.join(spelled)
        if [glyph.gid for glyph in glyphs] != gids or any(g.dx or g.dy for g in glyphs):
            return _NOT_PLAIN
        if glyphs[1].advance != letters[second]:
            return _NOT_PLAIN
        return glyphs[0].advance - letters[first]


def _plain(letter: str, end: str) -> bool:
    return (
        (letter < end or _PUNCTUATION[0] <= letter <= _PUNCTUATION[1])
        and unicodedata.category(letter)[0] not in "MC"
        and unicodedata.bidirectional(letter) not in _NOT_LEFT_TO_RIGHT
        and unicodedata.normalize("NFC", letter) == letter
    )


def _one_script(first: str, second: str) -> bool:
    """Return whether two letters are shaped in one go: not a Latin one beside a Greek one."""
    if max(first, second) < _GREEK:
        return True
    scripts = {_alphabet(c) for c in (first, second) if c.isalpha() or ord(c) >= _PRIVATE}
    return len(scripts) < 2


def _alphabet(letter: str) -> str:
    if letter < _GREEK or ord(letter) >= _PRIVATE:  # ligatures are Latin
        return "Latn"
    return "Grek" if letter < "\u0400" else "Cyrl"
