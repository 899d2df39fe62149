"""`ppgen cut`: files for cutting machines, opened by other libraries."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path

import ezdxf.filemanagement
import numpy as np
import pypdfium2
import pytest
from svg.path import parse_path

from ppgen.build import Fonts, Unsuited, as_dxf, as_svg, cut_sheets, make_pages
from tests.support.products import Prepare
from tests.support.run import run_here

SVG = "{http://www.w3.org/2000/svg}"
Segment = tuple[tuple[float, float], tuple[float, float]]


def segments(points: list[tuple[float, float]]) -> Iterable[Segment]:
    yield from ((a, b) for a, b in pairwise(points) if a != b)


def svg_layers(text: str) -> dict[str, list[Segment]]:
    out: dict[str, list[Segment]] = {}
    for group in ET.fromstring(text).iter(f"{SVG}g"):
        layer = out.setdefault(group.attrib["id"], [])
        for path in group.iter(f"{SVG}path"):
            for part in parse_path(path.attrib["d"]):
                layer += segments([(p.real, p.imag) for p in (part.start, part.end)])
    return out


def dxf_layers(text: str, high: float, file: Path) -> dict[str, list[Segment]]:
    file.write_text(text, "ascii")
    drawing = ezdxf.filemanagement.readfile(file)
    assert not drawing.audit().errors
    out: dict[str, list[Segment]] = {}
    for line in drawing.modelspace().query("POLYLINE"):
        points = [(v.dxf.location.x, high - v.dxf.location.y) for v in line.vertices]  # type: ignore[attr-defined]
        points += [points[0]] if line.is_closed else []  # type: ignore[attr-defined]
        out.setdefault(line.dxf.layer.lower(), []).extend(segments(points))
    return out


@pytest.mark.parametrize("target", ["decrypto/codes", "kryptx/box", "decrypto/tokens"])
def test_both_files_say_the_same(
    target: str, placed: Prepare, fonts: Fonts, tmp_path: Path
) -> None:  # fmt: skip
    del fonts
    for sheet in cut_sheets(placed(target), "silhouette"):
        svg = svg_layers(as_svg(sheet, "t"))
        dxf = dxf_layers(as_dxf(sheet), sheet.size.height, tmp_path / "a.dxf")
        assert svg.keys() == dxf.keys()
        for layer, lines in svg.items():
            assert np.allclose(lines, dxf[layer], atol=0.002)
        assert "cut" in svg
        assert ("fold" in svg) == (target == "kryptx/box")


def test_every_slot_is_cut_around_once_and_nothing_else(placed: Prepare, fonts: Fonts) -> None:
    printout = placed("decrypto/codes")
    sheets = cut_sheets(printout, "none")
    assert [leaf for sheet in sheets for leaf in sheet.leaves] == [1, 2, 3]
    slots = [page.placed for page in make_pages(printout, fonts)][::2]
    for sheet in sheets:
        cut = svg_layers(as_svg(sheet, "t"))["cut"]
        grid = np.zeros((2970, 2100), dtype=int)
        for (x1, y1), (x2, y2) in cut:
            assert x1 == x2 or y1 == y2
            assert x1 <= x2
            assert y1 <= y2
            grid[round(y1 * 10) : round(y2 * 10) + 1, round(x1 * 10) : round(x2 * 10) + 1] += 1
        crossings = grid > 1
        wanted = np.zeros_like(grid)
        for placed_ in slots[sheet.leaves[0] - 1]:
            r = placed_.frame.rect(placed_.face.outline.rect)  # type: ignore[union-attr]
            x1, y1, x2, y2 = (round(v * 10) for v in (r.x, r.y, r.right, r.bottom))
            for rows, columns in (
                (slice(y1, y2 + 1), slice(x1, x1 + 1)), (slice(y1, y2 + 1), slice(x2, x2 + 1)),
                (slice(y1, y1 + 1), slice(x1, x2 + 1)), (slice(y2, y2 + 1), slice(x1, x2 + 1)),
            ):  # fmt: skip
                wanted[rows, columns] = 1
        assert ((grid > 0) == (wanted > 0)).all()
        # What two cards share is one line; only crossings are on two.
        assert crossings.sum() < 200


def test_what_a_layout_marks_as_a_cut_is_one(placed: Prepare) -> None:
    (sheet,) = cut_sheets(placed("decrypto/screens"), "none")
    windows = [line for line in sheet.cuts if len(line) == 5]
    assert len(windows) == 4
    (box,) = cut_sheets(placed("kryptx/box"), "none")
    assert len(box.folds) > 5


@pytest.mark.parametrize("machine", ["silhouette", "cricut"])
def test_marks_are_printed_where_the_files_have_them(machine: str, tmp_path: Path) -> None:
    args = ("decrypto/tokens", "--machine", machine, "-o", f"{tmp_path}/made/")
    ran = run_here("cut", *args, cwd=tmp_path)
    assert ran.code == 0, ran.err
    (folder,) = (tmp_path / "made").iterdir()
    layer = svg_layers((folder / "leaf-1.svg").read_text("utf-8"))["registration"]
    with pypdfium2.PdfDocument(folder / "leaf-1.pdf") as document:
        assert len(document) == 2
        front, back = (
            np.array(page.render(scale=254 / 72).to_pil().convert("L")) for page in document
        )
    for (x1, y1), (x2, y2) in layer:
        # Inside of the edge of each mark it is black.
        x, y = round(5 * (x1 + x2)), round(5 * (y1 + y2))
        assert front[max(0, y - 3) : y + 4, max(0, x - 3) : x + 4].min() < 50
    assert front[52:98, 52:98].max() < 50 or machine == "cricut"
    assert back[40:100, 40:100].min() == 255
    again = run_here("cut", *args, cwd=tmp_path)
    assert again.code == 0, again.err
    (folder / "leaf-1.dxf").write_text("0\nSECTION\n", "ascii")
    assert "was not made by ppgen" in run_here("cut", *args, cwd=tmp_path).err


def test_no_room_for_marks(placed: Prepare, tmp_path: Path) -> None:
    with pytest.raises(Unsuited, match=r"no room for the marks of silhouette: faces leave .* mm"):
        cut_sheets(placed("decipher/board"), "silhouette")
    ran = run_here("cut", "decipher/board", cwd=tmp_path)
    assert ran.code == 2
    assert "or --machine none" in ran.err
