"""One font file, opened: its names, its metrics and the shaping of one run of text.

Takes a path and a weight; returns glyphs and measures in ems (1 = the font size).
Must not know font lists, fallback, PDF or YAML.
"""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING, Literal, NamedTuple

import uharfbuzz as hb

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from ppgen.drawing.ops import Command

#: Below this letter all is Latin, and nothing runs to the left.
PLAIN = "\u0300"
SUFFIXES = {".ttf", ".otf", ".ttc", ".otc"}
#: Tabular figures stand under each other in lists of numbers, hence everywhere. Kerning and
#: ligatures are on unless one says otherwise.
FEATURES = {"tnum": True}


#: The embedding permission of a font that may not be embedded at all.
_RESTRICTED = 2
#: Letters that show whether a font can be cut down to those in use.
_TRIED = "Hamburgefonstiv 0123456789"
At = tuple[float, float]
#: A step of an outline: to move, to draw a line, a curve of three or of two points, to close.
Curve = tuple[Literal["M", "L", "C", "Q", "Z"], tuple[At, ...]]


class BrokenFontError(Exception):
    """The file is there but holds no usable font."""


class LockedFontError(BrokenFontError):
    """The font's license forbids to embed it."""


class Names(NamedTuple):
    """The description in a font file: enough to choose one without shaping."""

    path: Path
    number: int  # among the faces of the file
    family: str
    weight: int
    italic: bool
    #: In percent of the usual width: condensed faces may go by their wider sister's family name.
    width: float
    #: The least and the greatest weight; the same number twice unless the font is variable.
    weights: tuple[int, int]

    def away(self, weight: int) -> tuple[bool, float, int]:
        """Return how far it is from an upright, usual face of this weight, for sorting."""
        least, most = self.weights
        return self.italic, abs(self.width - 100), max(least - weight, weight - most, 0)


class Glyph(NamedTuple):
    """A glyph with the letters it stands for; a glyph that only completes another has none."""

    gid: int
    text: str
    advance: float
    dx: float
    dy: float


class Position(NamedTuple):
    """A glyph where HarfBuzz puts it, in units of the font."""

    gid: int
    cluster: int
    advance: int
    dx: int
    dy: int


class Piece(NamedTuple):
    """Letters of one level (odd: right to left) and one script ("" if they have none)."""

    text: str
    level: int
    script: str


class Ink(NamedTuple):
    """The edges of what is black, in ems from the origin, y up."""

    left: float
    right: float
    low: float
    top: float


def open_face(path: Path, index: int) -> hb.Face:
    """Open one face of a font file.

    Raises:
        BrokenFontError: If it holds no font.
    """
    try:
        blob = hb.Blob.from_file_path(str(path))
        face = hb.Face(blob, index)
    except hb.HarfBuzzError as error:
        raise BrokenFontError(str(error)) from error
    if not face.glyph_count or not _whole(path, index):
        raise BrokenFontError(path.name)
    return face


def _whole(path: Path, index: int) -> bool:
    """Return whether all tables of a face have names in ASCII and are inside the file."""
    size = path.stat().st_size
    with path.open("rb") as file:
        start = 0
        if file.read(4) == b"ttcf":
            file.seek(12 + 4 * index)
            start = int.from_bytes(file.read(4), "big")
        file.seek(start + 4)
        count = int.from_bytes(file.read(2), "big")
        file.seek(start + 12)
        table = file.read(16 * count)
    entries = [table[at : at + 16] for at in range(0, 16 * count, 16)]
    ends = [int.from_bytes(e[8:12], "big") + int.from_bytes(e[12:16], "big") for e in entries]
    return all(len(e) == 16 and e[:4].isascii() for e in entries) and max(ends, default=0) <= size


def read_names(path: Path) -> Iterator[Names]:
    """Return the names of every face of a file: one, or several of a .ttc.

    Raises:
        BrokenFontError: If the file holds no font.
    """
    for index in range(_count(path)):
        face = open_face(path, index)
        font = hb.Font(face)
        weight = round(font.get_style_value(hb.StyleTag.WEIGHT))
        axes = [a for a in face.axis_infos if a.tag == "wght"] if face.has_var_data else []
        yield Names(
            path,
            index,
            face.get_name(hb.OTNameIdPredefined.TYPOGRAPHIC_FAMILY)
            or face.get_name(hb.OTNameIdPredefined.FONT_FAMILY)
            or path.stem,
            weight,
            bool(font.get_style_value(hb.StyleTag.ITALIC)),
            font.get_style_value(hb.StyleTag.WIDTH),
            (round(axes[0].min_value), round(axes[0].max_value)) if axes else (weight, weight),
        )


def _count(path: Path) -> int:
    with path.open("rb") as file:
        head = file.read(12)
    return int.from_bytes(head[8:12], "big") if head[:4] == b"ttcf" else 1


class Typeface:
    """One face of a font file, at one weight if it is variable.

    Raises:
        BrokenFontError: If the file holds no font.
    """

    def __init__(self, names: Names, weight: int) -> None:
        self.path, self.number = names.path, names.number
        self.face = open_face(names.path, names.number)
        self.font = hb.Font(self.face)
        self.axes: dict[str, float] = {}
        if self.face.has_var_data:
            self.axes = {axis.tag: axis.default_value for axis in self.face.axis_infos}
            if "wght" in self.axes:
                least, most = names.weights
                self.axes["wght"] = min(max(weight, least), most)
            self.font.set_variations(self.axes)
        self.em = float(self.face.upem)
        #: Whether it draws letters as pictures, which go into no PDF.
        self._pictures = not {"CBDT", "sbix", "SVG ", "COLR"}.isdisjoint(self.face.table_tags)
        self._advances: dict[int, float] = {}
        self._ink: dict[int, Ink | None] = {}
        self._covered: dict[str, bool] = {}

    def check(self) -> None:
        """Raise BrokenFontError for a font that could not be embedded when a PDF is written."""
        os2 = self.face.reference_table("OS/2").data if "OS/2" in self.face.table_tags else b""
        # Bits 0 to 3 say what is allowed; 2 alone is "restricted license".
        if len(os2) >= 10 and os2[9] & 0x0F == _RESTRICTED:
            raise LockedFontError(self.path.name)
        wanted = hb.SubsetInput()
        wanted.glyph_set.update(gid for c in _TRIED if (gid := self.font.get_nominal_glyph(ord(c))))
        try:
            for tag, value in self.axes.items():
                wanted.pin_axis_location(self.face, tag, value)
            hb.SubsetPlan(self.face, wanted).execute()
        except (RuntimeError, ValueError, hb.HarfBuzzError) as error:
            raise BrokenFontError(self.path.name) from error

    @property
    def name(self) -> str:
        """The PostScript name, fit for a PDF name."""
        raw = self.face.get_name(hb.OTNameIdPredefined.POSTSCRIPT_NAME) or "Font"
        return "".join(c for c in raw if c.isascii() and (c.isalnum() or c == "-")) or "Font"

    @property
    def cff(self) -> bool:
        """Whether the outlines are PostScript ones."""
        return not {"CFF ", "CFF2"}.isdisjoint(self.face.table_tags)

    @property
    def cap(self) -> float:
        """The height of capital letters; of the ink of an H if the font does not say."""
        said = self.font.get_metric_position(hb.OTMetricsTag.CAP_HEIGHT)
        if said:
            return float(said) / self.em
        extents = self.font.get_glyph_extents(self.font.get_nominal_glyph(ord("H")) or 0)
        return float(extents.y_bearing) / self.em if extents else 0.7

    @property
    def vertical(self) -> tuple[float, float]:
        """How far the font reaches above (positive) and below (negative) the baseline."""
        extents = self.font.get_font_extents("ltr")
        return float(extents.ascender) / self.em, float(extents.descender) / self.em

    def advance(self, gid: int) -> float:
        """Return the width of a glyph as the font has it, without kerning."""
        if gid not in self._advances:
            self._advances[gid] = self.font.get_glyph_h_advance(gid) / self.em
        return self._advances[gid]

    def ink(self, gid: int) -> Ink | None:
        """Return where the ink of a glyph is; None for a blank."""
        if gid not in self._ink:
            found = self.font.get_glyph_extents(gid)
            if found is None or not found.width:
                self._ink[gid] = None
            else:
                left, top, em = found.x_bearing, found.y_bearing, self.em
                self._ink[gid] = Ink(
                    left / em, (left + found.width) / em, (top + found.height) / em, top / em
                )
        return self._ink[gid]

    def outline(self, gid: int) -> tuple[Command, ...]:
        """Return the outline of a glyph in ems, y up; curves are cubic."""
        return tuple(_cubic(self.curves(gid), self.em))

    def curves(self, gid: int) -> list[Curve]:
        """Return the outline of a glyph in units of the font, y up, with its curves as they are."""
        pen = _Pen()
        self.font.draw_glyph_with_pen(gid, pen)
        return pen.curves

    def covers(self, cluster: str) -> bool:
        """Return whether all of a letter and its marks can be drawn.

        The cmap alone would miss letters that HarfBuzz composes from a base and a mark, so a
        cluster that is not there as such is shaped and judged by its glyphs.
        """
        if cluster not in self._covered:
            nominal = self.font.get_nominal_glyph
            self._covered[cluster] = all(
                self._drawable(nominal(ord(c)), c) for c in cluster
            ) or all(self._drawable(glyph.gid, cluster) for glyph in self.shape(cluster, ""))
        return self._covered[cluster]

    def _drawable(self, gid: int | None, letter: str) -> bool:
        """Return whether the font has a glyph, and as an outline: emoji may be pictures only."""
        if not gid or gid >= self.face.glyph_count:
            return False
        blank = letter.isspace() or unicodedata.category(letter[0]) in {"Cf", "Mn"}
        return not self._pictures or blank or bool(self.curves(gid))

    def positions(
        self, text: str, lang: str, script: str = "", *, rtl: bool = False
    ) -> list[Position]:
        """Return the glyphs of a run, left to right."""
        buffer = hb.Buffer()
        # Marks keep their own number, so each can be given its own letter back.
        buffer.cluster_level = hb.BufferClusterLevel.MONOTONE_CHARACTERS
        buffer.add_str(str(text))  # HarfBuzz takes no text that knows its place
        buffer.direction = "rtl" if rtl else "ltr"
        if script:
            buffer.script = script
        if lang:
            buffer.language = lang
        buffer.guess_segment_properties()
        hb.shape(self.font, buffer, FEATURES)
        return [
            Position(info.codepoint, info.cluster, at.x_advance, at.x_offset, at.y_offset)
            for info, at in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True)
        ]

    def shape(
        self, text: str, lang: str, script: str = "", *, rtl: bool = False
    ) -> tuple[Glyph, ...]:
        """Return the glyphs of a run with their letters, left to right, in ems."""
        placed = self.positions(text, lang, script, rtl=rtl)
        clusters = [glyph.cluster for glyph in placed]
        # Who reads a line back turns the glyphs of such a run round: letters are dealt likewise.
        if rtl:
            letters = [part[::-1] for part in _letters(text, clusters[::-1])[::-1]]
        else:
            letters = _letters(text, clusters)
        em = self.em
        return tuple(
            Glyph(glyph.gid, part, glyph.advance / em, glyph.dx / em, glyph.dy / em)
            for glyph, part in zip(placed, letters, strict=True)
        )


class _Pen:
    """Records an outline."""

    def __init__(self) -> None:
        self.curves: list[Curve] = []

    def moveTo(self, point: At) -> None:  # noqa: N802 - HarfBuzz's names
        self.curves.append(("M", (point,)))

    def lineTo(self, point: At) -> None:  # noqa: N802
        self.curves.append(("L", (point,)))

    def curveTo(self, *points: At) -> None:  # noqa: N802
        self.curves.append(("C", points))

    def qCurveTo(self, *points: At) -> None:  # noqa: N802
        self.curves.append(("Q", points))

    def closePath(self) -> None:  # noqa: N802
        self.curves.append(("Z", ()))


def _cubic(curves: list[Curve], em: float) -> Iterator[Command]:
    """Raise quadratic curves to cubic ones, and measure in ems."""
    at = (0.0, 0.0)
    for letter, points in curves:
        if letter == "Q":
            control, end = points
            handles = [
                (v[0] + (control[0] - v[0]) * 2 / 3, v[1] + (control[1] - v[1]) * 2 / 3)
                for v in (at, end)
            ]
            yield "C", tuple(v / em for point in (*handles, end) for v in point)
        else:
            yield letter, tuple(v / em for point in points for v in point)
        at = points[-1] if points else at


def _letters(text: str, clusters: list[int]) -> list[str]:
    """Deal the letters of each cluster out to its glyphs: one each, the rest to the last."""
    starts = sorted(set(clusters))
    ends = dict(zip(starts, [*starts[1:], len(text)], strict=True))
    left = {start: text[start:end] for start, end in ends.items()}
    out = []
    for i, cluster in enumerate(clusters):
        rest = left[cluster]
        more = cluster in clusters[i + 1 : i + 1 + len(rest)]
        take = 1 if more else len(rest)
        out.append(rest[:take])
        left[cluster] = rest[take:]
    return out


def clusters(text: str) -> Iterator[str]:
    """Cut a text into letters with the marks and joiners that belong to them."""
    start = 0
    for i in range(1, len(text) + 1):
        if i == len(text) or unicodedata.category(text[i]) not in {"Mn", "Mc", "Me", "Cf"}:
            yield text[start:i]
            start = i
