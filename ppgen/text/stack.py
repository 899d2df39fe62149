"""Font lists in a language: which font has a letter, and lines shaped and measured.

Takes a font list and text; returns lines at size 1. Must not know PDF, YAML or what the text is
for.
"""

from __future__ import annotations

import unicodedata
from itertools import accumulate, groupby
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from ppgen.diagnostics import Problem, Span
from ppgen.language.folding import base_language
from ppgen.text.font_files import Library, cjk_folder
from ppgen.text.line import AnyLine, PlainLine, Run, ShapedLine
from ppgen.text.typeface import PLAIN, Piece, Typeface, clusters
from ppgen.text.widths import PairTable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from ppgen.drawing.ops import FontChoice, FontList
    from ppgen.text.breaks import Piece as WordPiece

#: Measures the pieces of a word from one place to another.
PieceWidths: TypeAlias = "Callable[[int, int], float]"
_FAR = float("inf")
_HAN = "\u2e80"
#: Languages whose letters many fonts for their script lack, each with one of those.
_RARE = {"vi": "\u1ea1"}
#: What only steers the direction of text has done so before it is shaped.
_STEERING = dict.fromkeys(
    [0x61C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A), 0xAD, 0x200B]
)


#: Categories of what is never part of a text.
_UNPRINTABLE = {"Cc": "a control character", "Cs": "half of a character"}


class _Usable(NamedTuple):
    """A typeface as a font list wants it; `family` as the list or the fallback named it."""

    typeface: Typeface
    scale: float
    cap: float
    family: str


class FontStack:
    """A font list in one language; an entry is looked for when those before lack a letter."""

    def __init__(self, library: Library, choices: FontList, lang: str) -> None:
        self._library = library
        self.choices = choices
        self.lang = lang
        #: A letter of the language that many fonts lack.
        self._needed = _RARE.get(base_language(lang), "")
        self._found: dict[int, _Usable | None] = {}
        self._chosen: dict[str, _Usable] = {}
        self._lines: dict[str, AnyLine] = {}
        self._pairs: PairTable | None = None
        self._unit = self._cap = self._scale = 0.0

    def line(self, text: str, span: Span | None) -> AnyLine:
        """Shape and measure a line.

        Raises:
            Problem: E208, E601 or E603 for a font, E604 for a character that no font has.
        """
        found = self._lines.get(text)
        if found is None:
            plain = (self._pairs or self.measured(span)[0]).measure(text)
            found = self.plain(text, *plain) if plain else shape(text, self, span)
            self._lines[text] = found
        return found

    def width(self, text: str, span: Span | None) -> float:
        """Measure a line that may never be drawn.

        Raises:
            Problem: As `line`.
        """
        plain = (self._pairs or self.measured(span)[0]).measure(text)
        return plain[1] * self._unit if plain else self.line(text, span).width

    def plain(self, text: str, letters: str, units: int) -> PlainLine:
        """Return a line of plain text whose letters and width are known."""
        pairs = self._pairs or self.measured(None)[0]
        return PlainLine(text, letters, units, self._unit, self._cap, self._scale, pairs)

    def measured(self, span: Span | None) -> tuple[PairTable, float, float]:
        """Return the first font's table, what one of its units is, and its cap height.

        Raises:
            Problem: E208, E601 or E603 for the font.
        """
        if self._pairs is None:
            first = self.first(span)
            self._pairs = PairTable(first.typeface, self.lang)
            self._unit = first.scale / first.typeface.em
            self._cap, self._scale = first.cap, first.scale
        return self._pairs, self._unit, self._cap

    def pieces(self, found: Sequence[WordPiece], span: Span | None) -> PieceWidths | None:
        """Return the widths of neighboring pieces of a plain word; None if it is not plain."""
        if not all(join in {"-", ""} for _, join in found[:-1]):
            return None
        pairs, unit, _ = self.measured(span)
        word = "".join([letters for letters, _ in found])
        ends = pairs.ends(f"{word}-")
        if ends is None:
            return None
        cuts = [0, *accumulate(len(letters) for letters, _ in found)]
        last = len(found)

        def width(first: int, end: int) -> float:
            """Measure the pieces from `first` up to `end`, with a hyphen if one is put there."""
            a, b = cuts[first], cuts[end]
            units = ends[b - 1] - (ends[a - 1] + pairs.kerns.of(word[a - 1], word[a]) if a else 0)
            if end < last and found[end - 1][1] == "-":
                units += pairs.kerns.of(word[b - 1], "-") + pairs.letters["-"]
            return units * unit

        return width

    def first(self, span: Span | None) -> _Usable:
        """Return the first font that is there, whatever letters it has."""
        for found in self._all(span):
            return found
        raise self._library.unknown(self.choices, span)

    def font(self, cluster: str, span: Span | None) -> _Usable:
        """Return the font for a letter and its marks.

        Raises:
            Problem: E604 if nobody has it.
        """
        found = self._chosen.get(cluster)
        if found is None:
            found = self._chosen[cluster] = self._find(cluster, span)
        return found

    def one(self, letters: Sequence[str], fonts: Sequence[_Usable]) -> _Usable | None:
        """Return the font that has all letters of a word: of the list, or of those given."""
        for font in (*self._all(None), *fonts):
            if all(font.typeface.covers(letter) for letter in letters):
                return font
        return None

    def _all(self, span: Span | None) -> Iterator[_Usable]:
        """Return the fonts of the list; those that lack letters of the language come last."""
        lacking: list[_Usable] = []
        for i, choice in enumerate(self.choices):
            if i not in self._found:
                face = self._library.choose(choice, span)
                # A list may name fonts that only some have.
                self._found[i] = _usable(face, choice) if face else None
            if found := self._found[i]:
                if self._needed and not found.typeface.covers(self._needed):
                    lacking.append(found)
                else:
                    yield found
        yield from lacking

    def _find(self, cluster: str, span: Span | None) -> _Usable:
        lang = self.lang
        if not cluster.isprintable():
            _refuse_unprintable(cluster, span)
        first = self.first(span)
        if cluster < PLAIN and first.typeface.covers(cluster):
            return first
        # Few texts need to know what follows here.
        from ppgen.text import families  # noqa: PLC0415

        asian = families.east_asian(cluster)
        for font in self._all(span):
            # The shape of a Han letter follows the language, not who happens to have it.
            if asian and families.foreign(font.family, lang):
                continue
            if font.typeface.covers(cluster):
                return font
        weight = self.choices[0].weight
        for name in families.families(cluster, lang):
            face = self._library.family(name, weight)
            if face and face.covers(cluster):
                return _Usable(face, 1.0, families.height(cluster) or face.cap, name)
        fits = lambda name: not (asian and families.foreign(name, lang))  # noqa: E731
        face = self._library.having(cluster, weight, fits)
        if face:
            return _Usable(face, 1.0, families.height(cluster) or face.cap, "")
        raise self._missing(cluster, span)

    def _missing(self, cluster: str, span: Span | None) -> Problem:
        from ppgen.text.families import advice  # noqa: PLC0415

        fonts = list(self._all(span))
        lone = next(
            (c for c in cluster if not any(f.typeface.covers(c) for f in fonts)), cluster[0]
        )
        name = unicodedata.name(lone, "a character without a name")
        shown = f"`{cluster}`" if cluster.isprintable() else "this character"
        return Problem(
            "E604",
            f"no font has {shown} (U+{ord(lone):04X} {name})",
            _narrowed(span, cluster),
            help=advice(cluster, self.lang, packed=cjk_folder() is not None),
        )


def _refuse_unprintable(cluster: str, span: Span | None) -> None:
    """Raise E604 for what some fonts have an empty glyph for: it would vanish without a word."""
    for letter in cluster:
        kind = _UNPRINTABLE.get(unicodedata.category(letter))
        if kind:
            message = f"{kind}, U+{ord(letter):04X}, cannot be printed"
            raise Problem("E604", message, _narrowed(span, letter), help="delete it")


def _usable(face: Typeface, choice: FontChoice) -> _Usable:
    cap = face.cap if choice.cap is None else choice.cap
    return _Usable(face, choice.scale, cap * choice.scale, choice.family)


def shape(text: str, fonts: FontStack, span: Span | None) -> ShapedLine:
    """Shape a line by HarfBuzz, whatever is in it."""
    lang = fonts.lang
    text = unicodedata.normalize("NFC", text)
    parts = [
        (piece, string, font)
        for piece in _pieces(text, lang)
        for string, font in _by_font(piece, fonts, span)
    ]
    rtl = any(piece.level for piece, _, _ in parts)
    if rtl:
        from ppgen.text.bidi import visual  # noqa: PLC0415 - most lines never need it

        parts = visual(parts, lambda part: part[0].level)
    runs: list[Run] = []
    pen, left, low, right, top = 0.0, _FAR, _FAR, -_FAR, -_FAR
    for piece, string, font in parts:
        face, scale = font.typeface, font.scale
        glyphs = face.shape(string, lang, piece.script, rtl=piece.level % 2 == 1)
        if runs and runs[-1].typeface is face and runs[-1].scale == scale:
            runs[-1] = Run(face, scale, runs[-1].glyphs + glyphs)
        else:
            runs.append(Run(face, scale, glyphs))
        for glyph in glyphs:
            ink = face.ink(glyph.gid)
            if ink:
                left = min(left, pen + (glyph.dx + ink.left) * scale)
                right = max(right, pen + (glyph.dx + ink.right) * scale)
                low = min(low, (glyph.dy + ink.low) * scale)
                top = max(top, (glyph.dy + ink.top) * scale)
            pen += glyph.advance * scale
    if left > right:
        left = right = low = top = 0.0
    cap = max(font.cap for _, _, font in parts) if parts else fonts.first(span).cap
    return ShapedLine(text.translate(_STEERING), pen, cap, left, right, low, top, tuple(runs), rtl)


def _pieces(text: str, lang: str) -> list[Piece]:
    # Most lines need no look at each letter.
    if text.isascii() or max(text) < PLAIN:
        return [Piece(text, 0, "")] if text else []
    from ppgen.text.scripts import pieces  # noqa: PLC0415

    return pieces(text, lang)


def _by_font(piece: Piece, fonts: FontStack, span: Span | None) -> Iterator[tuple[str, _Usable]]:
    """Cut a piece into strings of one font each; a word has one font if any has all of it."""
    text = piece.text.translate(_STEERING)
    start, done = 0, 0
    font: _Usable | None = None
    for cluster, found in _chosen(text, fonts, span):
        # A space goes with what stands before it: a run more would break the kerning.
        stays = font is not None and cluster == " " and font.typeface.covers(cluster)
        chosen = font if stays and font else found
        if font is None:
            font = chosen
        elif chosen.typeface is not font.typeface or chosen.scale != font.scale:
            yield text[start:done], font
            start, font = done, chosen
        done += len(cluster)
    if font is not None and done > start:
        yield text[start:done], font


def _chosen(text: str, fonts: FontStack, span: Span | None) -> Iterator[tuple[str, _Usable]]:
    """Return each letter with its font: that of its word, where one font has the whole word."""
    for space, group in groupby(clusters(text), key=str.isspace):
        word = list(group)
        found = [fonts.font(cluster, span) for cluster in word]
        # Signs may come from elsewhere: an arrow does not change the face of a word.
        own = [at for at, cluster in enumerate(word) if cluster[0].isalpha()]
        kinds = {id(found[at].typeface) for at in own}
        # Of Han letters the language decides the font, each by itself.
        mixed = not space and len(kinds) > 1 and max(word) < _HAN
        if mixed and (one := fonts.one([word[at] for at in own], [found[at] for at in own])):
            found = [one if one.typeface.covers(c) else f for c, f in zip(word, found, strict=True)]
        yield from zip(word, found, strict=True)


def _narrowed(span: Span | None, letters: str) -> Span | None:
    """Return the place of some letters of a text, where they can be found on its line."""
    line = span.source.line(span.line) if span else ""
    at = line.find(letters, span.column - 1) if span else -1
    if span is None or at < 0 or at >= span.column - 1 + span.length:
        return span
    return Span(span.source, span.line, at + 1, len(letters))
