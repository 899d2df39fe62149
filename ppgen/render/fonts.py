"""Fonts by name, shaped lines, hyphenation and picture sizes: the metrics that placing asks for.

Takes folders of font files and font lists; gives lines measured at size 1, and their glyphs.
Must not know PDF, YAML or what the text is for.
"""

from __future__ import annotations

import difflib
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ppgen.diagnostics import Problem, Span
from ppgen.geometry import Size
from ppgen.render.typeface import BrokenFontError, Glyph, Names, Typeface, clusters, read_names

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ppgen.place.ops import FontChoice, FontList

SUFFIXES = {".ttf", ".otf", ".ttc"}
SOFT_HYPHEN = "\u00ad"
WEIGHTS = {
    "thin": 100, "extralight": 200, "light": 300, "regular": 400, "medium": 500,
    "semibold": 600, "bold": 700, "extrabold": 800, "black": 900,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Run:
    """Glyphs of one typeface, in drawing order; `scale` is the size relative to the line's."""

    typeface: Typeface
    scale: float
    glyphs: tuple[Glyph, ...]


@dataclass(frozen=True, slots=True)
class ShapedLine:
    """A line at size 1, measured, with what is needed to draw it."""

    text: str
    width: float
    cap: float
    ink_left: float
    ink_right: float
    runs: tuple[Run, ...]


@dataclass(frozen=True, slots=True)
class _Usable:
    """An entry of a font list whose font is there."""

    typeface: Typeface
    scale: float
    cap: float


class Fonts:
    """The fonts of some folders; earlier folders win."""

    def __init__(self, folders: Sequence[Path]) -> None:
        self._folders = tuple(folders)
        self._index: list[dict[str, list[Names]]] = []
        self._broken: list[Path] = []
        self._typefaces: dict[tuple[Path, int, int], Typeface] = {}
        self._lists: dict[FontList, tuple[_Usable, ...]] = {}
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
            found = self._lines[key] = self._shape(text, self._usable(fonts, span), lang, span)
        return found

    def breaks(self, word: str, lang: str) -> tuple[int, ...]:
        """Give the places in a word where a hyphen may be put; soft hyphens win over rules."""
        if SOFT_HYPHEN in word:
            return tuple(i for i, c in enumerate(word) if c == SOFT_HYPHEN)
        rules = _hyphenation(lang)
        return tuple(int(i) for i in rules.positions(word)) if rules else ()

    def picture(self, file: Path, span: Span | None) -> Size:
        """Give a picture's size in pixels.

        Raises:
            Problem: E601 if the file is missing, E605 if it cannot be read.
        """
        if file not in self._pictures:
            # Most games have no pictures: they need not wait for Pillow.
            from PIL import Image  # noqa: PLC0415

            try:
                with Image.open(file) as image:
                    self._pictures[file] = Size(*image.size)
            except FileNotFoundError as error:
                raise Problem("E601", f"there is no file {file}", span) from error
            except (OSError, ValueError, Image.DecompressionBombError) as error:
                raise Problem(
                    "E605",
                    f"the picture `{file.name}` cannot be read",
                    span,
                    help="save it as PNG or JPEG",
                ) from error
        return self._pictures[file]

    # --- shaping

    def _shape(
        self, text: str, fonts: tuple[_Usable, ...], lang: str, span: Span | None
    ) -> ShapedLine:
        text = unicodedata.normalize("NFC", text).replace(SOFT_HYPHEN, "")
        runs, caps = [], []
        pen, left, right = 0.0, float("inf"), float("-inf")
        for part, font in _runs(text, fonts, span):
            glyphs = font.typeface.shape(part, lang)
            runs.append(Run(font.typeface, font.scale, glyphs))
            caps.append(font.cap)
            for glyph in glyphs:
                ink = font.typeface.ink(glyph.gid)
                if ink:
                    left = min(left, pen + (glyph.dx + ink[0]) * font.scale)
                    right = max(right, pen + (glyph.dx + ink[1]) * font.scale)
                pen += glyph.advance * font.scale
        if left > right:
            left = right = 0.0
        return ShapedLine(text, pen, max(caps, default=fonts[0].cap), left, right, tuple(runs))

    # --- finding fonts

    def _usable(self, fonts: FontList, span: Span | None) -> tuple[_Usable, ...]:
        found = self._lists.get(fonts)
        if found is None:
            # A list may name fonts that only some have; only a list without any is an error.
            given = [(choice, self._choose(choice, span)) for choice in fonts]
            found = tuple(_usable(choice, face) for choice, face in given if face)
            if not found:
                raise self._unknown(fonts, span)
            self._lists[fonts] = found
        return found

    def _choose(self, choice: FontChoice, span: Span | None) -> Typeface | None:
        span = choice.span or span
        try:
            if choice.file:
                names = _nearest(list(read_names(self._file(choice.file, span))), choice.weight)
                return self._load(names, choice.weight)
            for family, weight in _readings(choice):
                held = self._family(family, weight)
                if held:
                    return self._load(_nearest(held, weight), weight)
        except BrokenFontError as error:
            name = choice.file or choice.family
            message, helped = f"the font `{name}` cannot be read", "use a TrueType or OpenType file"
            raise Problem("E603", message, span, help=helped) from error
        return None

    def _load(self, names: Names, weight: int) -> Typeface:
        least, most = names.weights
        key = (names.path, names.index, min(max(weight, least), most))
        if key not in self._typefaces:
            self._typefaces[key] = Typeface(names, weight)
        return self._typefaces[key]

    def _file(self, name: str, span: Span | None) -> Path:
        # Joining an absolute path gives that path itself.
        for path in [folder / name for folder in self._folders] or [Path(name)]:
            if path.is_file():
                return path
        helped = "fonts stand in the folders that `fonts` in ppgen.yaml names, or in ppgen's own"
        raise Problem("E601", f"there is no font file `{name}`", span, help=helped)

    def _family(self, family: str, weight: int) -> list[Names]:
        """Collect the faces of a family, and read no further folders once one fits."""
        held: list[Names] = []
        for index in self._indexes():
            held += index.get(family, ())
            # Not the width: all faces of a family may be narrow.
            if any(not n.italic and n.away(weight)[2] == 0 for n in held):
                break
        return held

    def _indexes(self) -> Iterator[dict[str, list[Names]]]:
        for i, folder in enumerate(self._folders):
            if i == len(self._index):
                self._index.append(self._read(folder))
            yield self._index[i]

    def _read(self, folder: Path) -> dict[str, list[Names]]:
        index: dict[str, list[Names]] = {}
        # Sorted, because the order of a folder differs from machine to machine.
        files = sorted(folder.rglob("*")) if folder.is_dir() else []
        for path in files:
            if path.suffix.lower() not in SUFFIXES or not path.is_file():
                continue
            try:
                for names in read_names(path):
                    index.setdefault(names.family.casefold(), []).append(names)
            except (BrokenFontError, OSError):
                # It matters only to who asks for it: see _unknown.
                self._broken.append(path)
        return index

    def _unknown(self, fonts: FontList, span: Span | None) -> Problem:
        if not fonts:
            return Problem("E208", "a text without any font", span)
        name = fonts[0].family
        span = fonts[0].span or span
        wanted = _squeezed(name)
        for path in self._broken:
            if wanted and _squeezed(path.stem).startswith(wanted):
                return Problem("E603", f"the font `{path.name}` cannot be read", span)
        known = {n.family for index in self._indexes() for held in index.values() for n in held}
        folded = {family.casefold(): family for family in sorted(known)}
        near = difflib.get_close_matches(name.casefold(), list(folded), n=1, cutoff=0.6)
        listed = ", ".join([*folded.values()][:12]) + (", ..." if len(folded) > 12 else "")
        told = f"did you mean `{folded[near[0]]}`?" if near else f"there are: {listed or 'none'}"
        return Problem("E208", f"unknown font `{name}`", span, help=told)


def _usable(choice: FontChoice, face: Typeface) -> _Usable:
    cap = face.cap if choice.cap is None else choice.cap
    return _Usable(face, choice.scale, cap * choice.scale)


def _runs(
    text: str, fonts: tuple[_Usable, ...], span: Span | None
) -> Iterator[tuple[str, _Usable]]:
    """Cut a line into runs of one font, in the order in which they are drawn.

    Here right-to-left text will be put into visual order, and runs be cut by script.
    """
    start, done, font = 0, 0, fonts[0]
    for cluster in clusters(text):
        # A space goes with what stands before it: a run more would break the kerning.
        stays = cluster == " " and done and font.typeface.covers(cluster)
        chosen = font if stays else _first(cluster, fonts, span)
        if chosen is not font:
            if done > start:
                yield text[start:done], font
            start, font = done, chosen
        done += len(cluster)
    if done > start:
        yield text[start:done], font


def _first(cluster: str, fonts: tuple[_Usable, ...], span: Span | None) -> _Usable:
    for font in fonts:
        if font.typeface.covers(cluster):
            return font
    lone = next((c for c in cluster if not any(f.typeface.covers(c) for f in fonts)), cluster[0])
    name = unicodedata.name(lone, "a character without a name")
    shown = f"`{cluster}`" if cluster.isprintable() else "this character"
    raise Problem(
        "E604",
        f"no font has {shown} (U+{ord(lone):04X} {name})",
        _narrowed(span, cluster),
        help="add a font that has it to the font list",
    )


def _narrowed(span: Span | None, letters: str) -> Span | None:
    """Give the place of some letters of a text, where they can be found on its line."""
    line = span.source.line(span.line) if span else ""
    at = line.find(letters, span.column - 1) if span else -1
    if span is None or at < 0 or at >= span.column - 1 + span.length:
        return span
    return Span(span.source, span.line, at + 1, len(letters))


def _readings(choice: FontChoice) -> Iterator[tuple[str, int]]:
    """Read a family name as it stands, then with a weight at its end: 'Roboto Bold'."""
    words = choice.family.casefold().split()
    yield " ".join(words), choice.weight
    for tail in (1, 2):
        weight = WEIGHTS.get("".join(words[-tail:]))
        if weight and len(words) > tail:
            yield " ".join(words[:-tail]), weight


def _nearest(held: list[Names], weight: int) -> Names:
    return min(held, key=lambda names: names.away(weight))


def _squeezed(name: str) -> str:
    return "".join(c for c in name.casefold() if c.isalnum())


@lru_cache
def _hyphenation(lang: str) -> Any:
    """Give the hyphenation rules of a language; None without pyphen or without rules."""
    try:
        # Only texts that are broken need it, and it takes a while to load.
        import pyphen  # noqa: PLC0415
    except ImportError:
        return None
    known = pyphen.language_fallback(lang.replace("-", "_"))
    return pyphen.Pyphen(lang=known) if known else None
