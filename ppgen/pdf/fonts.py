"""Typefaces embedded as subset Type0 fonts whose text can be searched and copied.

Takes typefaces and the glyphs drawn with them; returns character codes and PDF font objects.
Must not know lines, faces or pages.
"""

from __future__ import annotations

import hashlib
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

import uharfbuzz as hb

from ppgen.diagnostics import Problem
from ppgen.drawing.numbers import number
from ppgen.text.typeface import Glyph

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ppgen.pdf.objects import Objects
    from ppgen.text.typeface import Typeface
    from ppgen.text.widths import PairTable

#: Up to so many letters, widths rounded to a hundredth of a unit do not add up to one.
_SHORT = 50
#: A viewer draws glyphs by number: names, character maps and layout rules only take up room.
_DROPPED = (
    "BASE", "DSIG", "GDEF", "GPOS", "GSUB", "OS/2", "STAT", "VORG", "cmap", "gasp", "kern",
    "meta", "name", "post",
)  # fmt: skip
_KEPT_FOR_CFF = {"OS/2", "cmap", "name", "post"}

_CMAP = """/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo<</Registry(Adobe)/Ordering(UCS)/Supplement 0>>def
/CMapName/Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000><FFFF>
endcodespacerange
{rows}
endcmap
CMapName currentdict/CMap defineresource pop
end
end
"""


def hex_text(text: str) -> str:
    """Write letters as PDF's UTF-16 hexadecimal digits."""
    return text.encode("utf-16-be").hex().upper()


class Embedded:
    """One typeface in one file.

    A TrueType face gets one code for each pair of a glyph and the letters it stands for, so that
    a glyph shared by several letters still reads back; a map leads from codes to glyphs. PDF has
    no such map for PostScript outlines: there the code is the glyph's number.
    """

    def __init__(self, name: str, typeface: Typeface) -> None:
        self.name = name
        self._typeface = typeface
        self._cff = typeface.cff
        self._codes: dict[tuple[int, str], int] = {}
        self._glyphs: dict[int, tuple[int, str]] = {}
        self._stated: dict[int, float] = {}
        self._drawn: dict[PairTable, _Drawn] = {}

    def code(self, glyph: Glyph) -> tuple[int, bool]:
        """Return the code to draw, and whether it alone lets the letters be read back."""
        pair = (glyph.gid, glyph.text)
        code = self._codes.get(pair)
        if code is None:
            # Code 0 stays the missing glyph, as in every font.
            code = glyph.gid if self._cff else len(self._codes) + 1
            self._codes[pair] = code
            self._glyphs.setdefault(code, pair)
        return code, bool(glyph.text) and self._glyphs[code] == pair

    def plain(self, pairs: PairTable, letters: str) -> tuple[str, bool]:
        """Write plain letters as what `TJ` shows; also whether they can be read back."""
        drawn = self._drawn.get(pairs)
        if drawn is None:
            drawn = self._drawn[pairs] = _Drawn(self, pairs)
        kerns = pairs.kerning(letters)
        if not any(kerns) and len(letters) < _SHORT:
            return letters.translate(drawn.codes), drawn.reads(letters)
        # Whole thousandths of an em are enough, as what is left over goes on to the next letter.
        unit = 1000 / pairs.typeface.em
        ahead = 0.0  # how far behind its place the next letter would stand
        parts: list[str] = []
        for letter, kern in zip(letters, kerns, strict=True):
            code, wider = drawn[letter]
            if not -0.5 <= ahead <= 0.5:
                gap = round(ahead)
                parts.append(f">{gap}<")
                ahead -= gap
            parts.append(code)
            ahead += wider - kern * unit
        return "".join(parts), drawn.reads(letters)

    def width(self, gid: int) -> float:
        """Return the width that the file states for a glyph, in thousandths of an em."""
        found = self._stated.get(gid)
        if found is None:
            found = self._stated[gid] = round(self._typeface.advance(gid) * 1000, 2)
        return found

    def add_to(self, objects: Objects) -> str:
        """Write the font; call it when everything has been drawn."""
        try:
            data, new = self._subset()
        except (RuntimeError, ValueError, hb.HarfBuzzError) as error:
            name = self._typeface.path.name
            message = f"the font `{name}` cannot be embedded"
            raise Problem("E603", message, help="use another font") from error
        codes = sorted(self._glyphs)
        mapped = bytearray(2 * (codes[-1] + 1))
        for code in codes:
            # A damaged font may have rules that lead to glyphs that it lacks.
            glyph = new.get(self._glyphs[code][0], 0)
            mapped[2 * code : 2 * code + 2] = glyph.to_bytes(2, "big")
        # The tag must differ where the subset differs, and be the same in every run.
        digest = hashlib.sha256(data + mapped).digest()
        base = "".join(chr(65 + byte % 26) for byte in digest[:6]) + "+" + self._typeface.name
        if self._cff:
            kind = "CIDFontType0"
            font = f"/FontFile3 {objects.stream(data, '/Subtype/OpenType')}"
        else:
            kind = "CIDFontType2"
            font = f"/FontFile2 {objects.stream(data, f'/Length1 {len(data)}')}"
        top, low = self._typeface.vertical
        cap = self._typeface.cap
        descriptor = objects.add(
            f"<</Type/FontDescriptor/FontName/{base}/Flags 4/ItalicAngle 0/StemV 80"
            f"/Ascent {round(top * 1000)}/Descent {round(low * 1000)}/CapHeight {round(cap * 1000)}"
            f"/FontBBox[-1000 -500 2000 1500]{font}>>"
        )
        gids = "" if self._cff else f"/CIDToGIDMap {objects.stream(bytes(mapped))}"
        descendant = objects.add(
            f"<</Type/Font/Subtype/{kind}/BaseFont/{base}"
            "/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>"
            f"/FontDescriptor {descriptor}/DW 1000/W[{self._widths(codes)}]{gids}>>"
        )
        unicode = objects.stream(self._unicode(codes))
        return objects.add(
            f"<</Type/Font/Subtype/Type0/BaseFont/{base}/Encoding/Identity-H"
            f"/DescendantFonts[{descendant}]/ToUnicode {unicode}>>"
        )

    def _subset(self) -> tuple[bytes, dict[int, int]]:
        """Cut the font down to the glyphs in use; also tell their new numbers."""
        flags = hb.SubsetFlags
        wanted = hb.SubsetInput()
        wanted.glyph_set.update({0} | {gid for gid, _ in self._codes})
        wanted.flags = flags.NO_HINTING | flags.NOTDEF_OUTLINE | flags.NO_LAYOUT_CLOSURE
        dropped = set(_DROPPED)
        if self._cff:
            wanted.flags |= flags.RETAIN_GIDS | flags.CFF_IDENTITY_CHARSET | flags.DOWNGRADE_CFF2
            dropped -= _KEPT_FOR_CFF
        wanted.drop_table_tag_set.update({int.from_bytes(t.encode(), "big") for t in dropped})
        face = self._typeface.face
        for tag, value in self._typeface.axes.items():
            wanted.pin_axis_location(face, tag, value)
        plan = hb.SubsetPlan(face, wanted)
        return bytes(plan.execute().blob.data), dict(plan.old_to_new_glyph_mapping)

    def _widths(self, codes: list[int]) -> str:
        out: list[str] = []
        last = -1
        for code in codes:
            if code != last + 1 or not out:
                out.append(f"{']' if out else ''}{code}[")
            else:
                out.append(" ")
            out.append(number(self.width(self._glyphs[code][0])))
            last = code
        return "".join(out) + "]"

    def _unicode(self, codes: list[int]) -> bytes:
        rows = (f"<{c:04X}><{hex_text(self._glyphs[c][1])}>" for c in codes if self._glyphs[c][1])
        blocks = [
            f"{len(block)} beginbfchar\n" + "\n".join(block) + "\nendbfchar"
            for block in _blocks(rows, 100)
        ]
        return _CMAP.format(rows="\n".join(blocks)).encode()


class _Letter(NamedTuple):
    """A plain letter: its code, and how much wider the file states it to be than the font."""

    code: str
    wider: float


class _Drawn(dict[str, _Letter]):
    """How each plain letter of a typeface is written."""

    def __init__(self, font: Embedded, pairs: PairTable) -> None:
        self._font, self._pairs = font, pairs
        #: Letters whose code stands for another one too.
        self._unread: set[str] = set()
        self.codes = _Codes(self)

    def reads(self, letters: str) -> bool:
        """Tell whether letters that were written can be read back."""
        return self._unread.isdisjoint(letters)

    def __missing__(self, letter: str) -> _Letter:
        pairs, gid = self._pairs, self._pairs.gid(letter)
        # Only the glyph and its text matter to the file.
        code, reads = self._font.code(Glyph(gid, pairs.spelled(letter), 0.0, 0.0, 0.0))
        if not reads:
            self._unread.add(letter)
        advance = pairs.letters[letter] * 1000 / pairs.typeface.em
        found = self[letter] = _Letter(f"{code:04X}", self._font.width(gid) - advance)
        return found


class _Codes(dict[int, str]):
    """The code of each letter, by its number: what `str.translate` asks for."""

    def __init__(self, drawn: _Drawn) -> None:
        self._drawn = drawn

    def __missing__(self, letter: int) -> str:
        code = self[letter] = self._drawn[chr(letter)].code
        return code


def _blocks(rows: Iterable[str], most: int) -> Iterator[list[str]]:
    """Cut into blocks: a character map may hold no more than 100 entries in one."""
    rest = iter(rows)
    while block := list(islice(rest, most)):
        yield block
