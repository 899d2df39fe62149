"""Cut and fold lines written as SVG and DXF, a layer for each kind.

Takes the sheets of a cutting machine; returns texts. Must not know where lines come from.
"""

from __future__ import annotations

from collections.abc import Iterator

from ppgen import __version__
from ppgen.build.cutting import CutSheet
from ppgen.drawing.numbers import number

#: The color of each layer: in SVG, and as AutoCAD's number.
_COLORS = {"cut": ("#ff0000", 1), "fold": ("#0000ff", 5), "registration": ("#000000", 7)}


def as_svg(sheet: CutSheet, title: str) -> str:
    """Return a sheet as SVG, in millimeters."""
    wide, high = number(sheet.size.width), number(sheet.size.height)
    return "\n".join(
        [
            '<svg xmlns="http://www.w3.org/2000/svg" '
            'xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" '
            f'width="{wide}mm" height="{high}mm" viewBox="0 0 {wide} {high}">',
            f"<title>{title}</title>",
            f"<desc>ppgen {__version__}</desc>",
            *_layers(sheet),
            "</svg>\n",
        ]
    )


def _layers(sheet: CutSheet) -> Iterator[str]:
    for name, lines in sheet.layers():
        if not lines:
            continue
        color, _ = _COLORS[name]
        look = f'fill="{color}"' if name == "registration" else f'fill="none" stroke="{color}"'
        dashes = ' stroke-dasharray="2 2"' if name == "fold" else ""
        yield (
            f'<g id="{name}" inkscape:groupmode="layer" inkscape:label="{name}" {look} '
            f'stroke-width="0.1"{dashes}>'
        )
        for line in lines:
            closed = line[0] == line[-1] and len(line) > 2
            points = line[:-1] if closed else line
            way = "L".join(f"{number(p.x)} {number(p.y)}" for p in points)
            yield f'<path d="M{way}{"z" if closed else ""}"/>'
        yield "</g>"


def as_dxf(sheet: CutSheet) -> str:
    """Return a sheet as DXF of AutoCAD R12, which every program reads; y points up."""
    out = [(999, f"ppgen {__version__}"), (0, "SECTION"), (2, "HEADER"), (9, "$ACADVER")]
    out += [(1, "AC1009"), (0, "ENDSEC"), (0, "SECTION"), (2, "TABLES"), (0, "TABLE")]
    layers = [(name, lines) for name, lines in sheet.layers() if lines]
    out += [(2, "LAYER"), (70, str(len(layers)))]
    for name, _ in layers:
        color = str(_COLORS[name][1])
        out += [(0, "LAYER"), (2, name.upper()), (70, "0"), (62, color), (6, "CONTINUOUS")]
    out += [(0, "ENDTAB"), (0, "ENDSEC"), (0, "SECTION"), (2, "ENTITIES")]
    for name, lines in layers:
        for line in lines:
            closed = line[0] == line[-1] and len(line) > 2
            out += [(0, "POLYLINE"), (8, name.upper()), (66, "1"), (70, "1" if closed else "0")]
            for point in line[:-1] if closed else line:
                x, y = number(point.x), number(sheet.size.height - point.y)
                out += [(0, "VERTEX"), (8, name.upper()), (10, x), (20, y), (30, "0")]
            out += [(0, "SEQEND"), (8, name.upper())]
    out += [(0, "ENDSEC"), (0, "EOF")]
    return "".join(f"{code}\n{value}\n" for code, value in out)
