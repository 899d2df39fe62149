"""Lines, hyphenation and picture sizes: the metrics that placing needs.

Takes folders of font files and font lists; returns lines measured at size 1, and their glyphs.
Must not know PDF, YAML or what the text is for.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ppgen.diagnostics import Span
from ppgen.drawing.pictures import picture_size
from ppgen.geometry import Size
from ppgen.language.tags import script
from ppgen.text.font_files import Library
from ppgen.text.hyphens import positions
from ppgen.text.stack import FontStack

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ppgen.drawing.ops import FontList
    from ppgen.text.line import AnyLine

_HYPHENATED = {"Latn", "Grek", "Cyrl", "Armn", "Geor"}
SOFT_HYPHEN = "\u00ad"


class Fonts:
    """Shapes lines with the fonts of some folders; earlier folders win."""

    def __init__(self, folders: Sequence[Path]) -> None:
        self._library = Library(folders)
        self._stacks: dict[tuple[FontList, str], FontStack] = {}
        #: The same by the identity of a list, which is kept too, so that no identity comes twice.
        self._known: dict[tuple[int, str], tuple[FontList, FontStack]] = {}
        self._pictures: dict[Path, Size] = {}

    def stack(self, fonts: FontList, lang: str) -> FontStack:
        """Return a font list in a language, ready to shape lines; always the same."""
        known = self._known.get((id(fonts), lang))
        if known is not None:
            return known[1]
        stack = self._stacks.get((fonts, lang))
        if stack is None:
            stack = self._stacks[fonts, lang] = FontStack(self._library, fonts, lang)
        self._known[id(fonts), lang] = fonts, stack
        return stack

    def line(self, text: str, fonts: FontList, lang: str, span: Span | None) -> AnyLine:
        """Shape and measure a line.

        Raises:
            Problem: E208, E601 or E603 for a font, E604 for a character that no font has.
        """
        return self.stack(fonts, lang).line(text, span)

    def breaks(self, word: str, lang: str) -> tuple[int, ...]:
        """Return the places in a word where a hyphen may be put; soft hyphens win over rules."""
        if SOFT_HYPHEN in word:
            return tuple(i for i, c in enumerate(word) if c == SOFT_HYPHEN)
        # Elsewhere hyphens are not used, whatever dictionaries there are.
        return positions(word, lang) if script(lang) in _HYPHENATED else ()

    def picture(self, file: Path, span: Span | None) -> Size:
        """Return a picture's size in pixels; it is decoded, so that a broken one is found here.

        Raises:
            Problem: E601 if the file is missing, E605 if it cannot be read.
        """
        if file not in self._pictures:
            self._pictures[file] = Size(*picture_size(file, span))
        return self._pictures[file]
