"""Small fonts made for tests: PostScript outlines, a variable face, a collection."""

from __future__ import annotations

import struct
from pathlib import Path

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables.DefaultTable import DefaultTable
from fontTools.ttLib.tables.TupleVariation import TupleVariation

#: Letters A and B are bars of this width on an em of 1000; the space is blank.
NARROW, WIDE = 200, 600


def _bar(pen: T2CharStringPen | TTGlyphPen, width: int, height: int = 700) -> None:
    pen.moveTo((50, 0))
    for point in ((50, height), (50 + width, height), (50 + width, 0)):
        pen.lineTo(point)
    pen.closePath()


def _start(*, truetype: bool) -> FontBuilder:
    builder = FontBuilder(1000, isTTF=truetype)
    builder.setupGlyphOrder([".notdef", "A", "B", "space"])
    builder.setupCharacterMap({65: "A", 66: "B", 32: "space"})
    return builder


def _finish(builder: FontBuilder, path: Path) -> Path:
    advances = {".notdef": 700, "A": NARROW + 100, "B": WIDE + 100, "space": 250}
    builder.setupHorizontalMetrics({name: (wide, 50) for name, wide in advances.items()})
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupOS2(sTypoAscender=800, sCapHeight=700, version=4)
    builder.setupPost()
    builder.save(path)
    return path


def postscript(path: Path, family: str = "Bars PS") -> Path:
    """Make a face with PostScript outlines."""
    builder = _start(truetype=False)
    strings = {}
    for name, width in ((".notdef", 600), ("A", NARROW), ("B", WIDE), ("space", 0)):
        pen = T2CharStringPen(width + 100, None)
        if width:
            _bar(pen, width)
        strings[name] = pen.getCharString()
    builder.setupNameTable({"familyName": family, "styleName": "Regular"})
    builder.setupCFF("BarsPS", {}, strings, {})
    return _finish(builder, path)


def pictures(path: Path) -> Path:
    """Make a face that has A as an outline, and B as a picture only, as fonts of emoji have."""
    builder = _start(truetype=True)
    glyphs = {}
    for name in (".notdef", "A", "B", "space"):
        pen = TTGlyphPen(None)
        if name in {".notdef", "A"}:
            _bar(pen, NARROW)
        glyphs[name] = pen.glyph()
    builder.setupGlyf(glyphs)
    builder.setupNameTable({"familyName": "Pictures", "styleName": "Regular"})
    _finish(builder, path)
    with TTFont(path) as font:
        table = DefaultTable("CBDT")
        table.data = b"\0\3\0\0"
        font["CBDT"] = table
        font.save(path)
    return path


def locked(path: Path) -> Path:
    """Make a face whose license forbids to embed it."""
    truetype(path, "Locked")
    with TTFont(path) as font:
        font["OS/2"].fsType = 2
        font.save(path)
    return path


def truetype(path: Path, family: str = "Bars", *, variable: bool = False) -> Path:
    """Make a TrueType face; a variable one grows from 700 to 1400 high with its weight."""
    builder = _start(truetype=True)
    glyphs = {}
    for name, width in ((".notdef", 600), ("A", NARROW), ("B", WIDE), ("space", 0)):
        pen = TTGlyphPen(None)
        if width:
            _bar(pen, width)
        glyphs[name] = pen.glyph()
    builder.setupGlyf(glyphs)
    builder.setupNameTable({"familyName": family, "styleName": "Regular"})
    if variable:
        builder.setupFvar([("wght", 400, 400, 900, "Weight")], [])
        still = [(0, 0)] * 4
        grown = [(0, 0), (0, 700), (0, 700), (0, 0), *still]
        builder.setupGvar({"B": [TupleVariation({"wght": (0, 1, 1)}, grown)]})
    return _finish(builder, path)


def collection(path: Path, *files: Path) -> Path:
    """Put font files into one .ttc: their tables move, so their offsets do."""
    out = bytearray(struct.pack(">4sHHI", b"ttcf", 1, 0, len(files)) + bytes(4 * len(files)))
    for i, file in enumerate(files):
        start = len(out)
        struct.pack_into(">I", out, 12 + 4 * i, start)
        data = bytearray(file.read_bytes())
        (count,) = struct.unpack_from(">H", data, 4)
        for table in range(count):
            at = 12 + 16 * table + 8
            (offset,) = struct.unpack_from(">I", data, at)
            struct.pack_into(">I", data, at, offset + start)
        out += data + bytes(-len(data) % 4)
    path.write_bytes(out)
    return path
