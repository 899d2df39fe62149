"""The steps of docs/your-own-game.md as workspaces, for its pictures and for a test.

Files stand in the page as their path in code in a line of its own, then a block with their text.
"""

import math
import re
from pathlib import Path
from typing import NamedTuple

from fontTools.pens.filterPen import DecomposingFilterPen
from fontTools.pens.transformPen import TransformPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont
from PIL import Image, ImageDraw

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "your-own-game.md"
FONT = ROOT / "ppgen" / "fonts" / "RobotoCondensed-Bold.ttf"
_FILE = re.compile(r"^`([\w./-]+)`\n\n```\w+\n(.*?)^```$", re.M | re.S)
_COMMANDS = re.compile(r"^```sh\n(.*?)^```$", re.M | re.S)
_WIDE, _SLANT = 1.35, 0.12


class Step(NamedTuple):
    """A section of the page: what it has the reader write, and type."""

    number: int
    files: dict[str, str]
    commands: list[str]


def steps(text: str) -> list[Step]:
    """Cut the page into its steps."""
    out = []
    for section in re.split(r"^## (?=\d+\. )", text, flags=re.M)[1:]:
        files = dict(_FILE.findall(section))
        commands = [line for block in _COMMANDS.findall(section) for line in block.splitlines()]
        out.append(Step(int(section.partition(".")[0]), files, commands))
    return out


def write(folder: Path, text: str, number: int) -> None:
    """Write what a reader has in the folder after a step, with a picture and a font of ours."""
    for step in steps(text)[:number]:
        for name, body in step.files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(body, "utf-8")
    for name, make in (("pictures/garden.png", _garden), ("fonts/title.ttf", _wide_font)):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        make(path)


def _garden(path: Path) -> None:
    """Draw hills and a field under a sun."""
    wide, high = 320, 450
    image = Image.new("RGB", (wide, high), "#dfe9ef")
    pen = ImageDraw.Draw(image)
    pen.ellipse((200, 45, 270, 115), "#f2c14e")
    for color, top, swing, shift in (
        ("#9cbf88", 165, 20, 0), ("#6fa35b", 235, 25, 2), ("#4c8c2b", 320, 18, 4)
    ):  # fmt: skip
        edge = [(x, top + swing * math.sin(x / 55 + shift)) for x in range(0, wide + 1, 4)]
        pen.polygon([*edge, (wide, high), (0, high)], color)
    for x in range(-100, wide + 100, 35):
        from_middle = x - wide / 2
        pen.line((x + 1.2 * from_middle, high, wide / 2 + 0.45 * from_middle, 345), "#3a6d20", 4)
    image.save(path)


def _wide_font(path: Path) -> None:
    """Make a font that nobody takes for one of ours: Roboto Condensed, wider and slanted."""
    font = TTFont(FONT)
    glyphs, outlines = font.getGlyphSet(), font["glyf"]
    drawn = {}
    for name in font.getGlyphOrder():
        pen = TTGlyphPen(None)
        turned = TransformPen(pen, (_WIDE, 0, _SLANT, 1, 0, 0))
        glyphs[name].draw(DecomposingFilterPen(turned, glyphs))
        drawn[name] = pen.glyph()
    for name, glyph in drawn.items():
        outlines[name] = glyph
        font["hmtx"][name] = tuple(round(_WIDE * value) for value in font["hmtx"][name])
    for table in ("GPOS", "GSUB", "GDEF", "fpgm", "prep", "cvt ", "hdmx", "VDMX", "LTSH", "gasp"):
        if table in font:
            del font[table]
    for record in font["name"].names:
        if record.nameID in {1, 3, 4, 6, 16}:
            record.string = "Wide"
    font.save(path)
