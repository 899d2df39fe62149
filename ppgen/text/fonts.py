"""Shaped lines, hyphenation and picture sizes: the metrics that placing asks for.

Takes folders of font files and font lists; gives lines measured at size 1, and their glyphs.
Must not know PDF, YAML or what the text is for.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from ppgen.diagnostics import Problem, Span
from ppgen.drawing.pictures import load_picture
from ppgen.geometry import Size
from ppgen.language.tags import script
from ppgen.text.hyphens import positions
from ppgen.text.library import Library, cjk_folder
from ppgen.text.typeface import PLAIN, Glyph, Piece, Typeface, clusters

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ppgen.drawing.ops import FontChoice, FontList

_HYPHENATED = {"Latn", "Grek", "Cyrl", "Armn", "Geor"}
_FAR = float("inf")
SOFT_HYPHEN = "\u00ad"
#: What only steers the direction of text has done so before it is shaped.
_STEERING = dict.fromkeys(
    [0x61C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A), 0xAD, 0x200B]
)


@dataclass(frozen=True, slots=True)
class Run:
    """Glyphs of one typeface, left to right; `scale` is the size relative to the line's."""

    typeface: Typeface
    scale: float
    glyphs: tuple[Glyph, ...]


@dataclass(frozen=True, slots=True)
class ShapedLine:
    """A line at size 1, measured, with what is needed to draw it; `rtl` if any of it runs left."""

    text: str
    width: float
    cap: float
    ink_left: float
    ink_right: float
    ink_low: float
    ink_top: float
    runs: tuple[Run, ...]
    rtl: bool = False


@dataclass(frozen=True, slots=True)
class _Usable:
    """A typeface as a font list wants it; `family` as the list or the fallback named it."""

    typeface: Typeface
    scale: float
    cap: float
    family: str


class _List:
    """A font list whose entries are looked for only when the ones before lack a letter."""

    def __init__(self, library: Library, choices: FontList) -> None:
        self._library = library
        self.choices = choices
        self._found: dict[int, _Usable | None] = {}
        self._chosen: dict[tuple[str, str], _Usable] = {}

    def first(self, span: Span | None) -> _Usable:
        """Give the first font that is there, whatever letters it has."""
        for found in self._all(span):
            return found
        raise self._library.unknown(self.choices, span)

    def font(self, cluster: str, lang: str, span: Span | None) -> _Usable:
        """Give the font for a letter and its marks.

        Raises:
            Problem: E604 if nobody has it.
        """
        found = self._chosen.get((cluster, lang))
        if found is None:
            found = self._chosen[cluster, lang] = self._find(cluster, lang, span)
        return found

    def _all(self, span: Span | None) -> Iterator[_Usable]:
        for i, choice in enumerate(self.choices):
            if i not in self._found:
                face = self._library.choose(choice, span)
                # A list may name fonts that only some have.
                self._found[i] = _usable(face, choice) if face else None
            if found := self._found[i]:
                yield found

    def _find(self, cluster: str, lang: str, span: Span | None) -> _Usable:
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
        raise self._missing(cluster, lang, span)

    def _missing(self, cluster: str, lang: str, span: Span | None) -> Problem:
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
            help=advice(cluster, lang, packed=cjk_folder() is not None),
        )


def _usable(face: Typeface, choice: FontChoice) -> _Usable:
    cap = face.cap if choice.cap is None else choice.cap
    return _Usable(face, choice.scale, cap * choice.scale, choice.family)


class Fonts:
    """Shapes lines with the fonts of some folders; earlier folders win."""

    def __init__(self, folders: Sequence[Path]) -> None:
        self._library = Library(folders)
        self._lists: dict[FontList, _List] = {}
        self._lines: dict[tuple[str, FontList, str], ShapedLine] = {}
        self._pictures: dict[Path, Size] = {}

    def line(self, text: str, fonts: FontList, lang: str, span: Span | None) -> ShapedLine:
        """Shape and measure a line.

        Raises:
            Problem: E208, E601 or E603 for a font, E604 for a character that no font has.
        """
        key = (text, fonts, lang)
        found = self._lines.get(key)
        if found is None:
            if fonts not in self._lists:
                self._lists[fonts] = _List(self._library, fonts)
            found = self._lines[key] = _shape(text, self._lists[fonts], lang, span)
        return found

    def breaks(self, word: str, lang: str) -> tuple[int, ...]:
        """Give the places in a word where a hyphen may be put; soft hyphens win over rules."""
        if SOFT_HYPHEN in word:
            return tuple(i for i, c in enumerate(word) if c == SOFT_HYPHEN)
        # Elsewhere hyphens are not used, whatever dictionaries there are.
        return positions(word, lang) if script(lang) in _HYPHENATED else ()

    def picture(self, file: Path, span: Span | None) -> Size:
        """Give a picture's size in pixels; it is decoded, so that a broken one is found here.

        Raises:
            Problem: E601 if the file is missing, E605 if it cannot be read.
        """
        if file not in self._pictures:
            self._pictures[file] = Size(*load_picture(file, span).size)
        return self._pictures[file]


def _shape(text: str, fonts: _List, lang: str, span: Span | None) -> ShapedLine:
    text = unicodedata.normalize("NFC", text)
    parts = [
        (piece, string, font)
        for piece in _pieces(text, lang)
        for string, font in _by_font(piece, fonts, lang, span)
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


def _by_font(
    piece: Piece, fonts: _List, lang: str, span: Span | None
) -> Iterator[tuple[str, _Usable]]:
    """Cut a piece into strings of one font each."""
    text = piece.text.translate(_STEERING)
    start, done = 0, 0
    font: _Usable | None = None
    for cluster in clusters(text):
        # A space goes with what stands before it: a run more would break the kerning.
        stays = font is not None and cluster == " " and font.typeface.covers(cluster)
        chosen = font if stays and font else fonts.font(cluster, lang, span)
        if font is None:
            font = chosen
        elif chosen.typeface is not font.typeface or chosen.scale != font.scale:
            yield text[start:done], font
            start, font = done, chosen
        done += len(cluster)
    if font is not None and done > start:
        yield text[start:done], font


def _narrowed(span: Span | None, letters: str) -> Span | None:
    """Give the place of some letters of a text, where they can be found on its line."""
    line = span.source.line(span.line) if span else ""
    at = line.find(letters, span.column - 1) if span else -1
    if span is None or at < 0 or at >= span.column - 1 + span.length:
        return span
    return Span(span.source, span.line, at + 1, len(letters))
