"""Pages as pictures: SVG of any page, and pages that show faces or leaves beside each other.

Takes a printout and the fonts that measured it. Must not know files.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from math import fsum
from typing import NamedTuple

from ppgen import __version__
from ppgen.build.printout import Group, Printout
from ppgen.drawing.face import Face
from ppgen.drawing.ops import Color, FontChoice, FontList, Paint, RectOp, TextOp
from ppgen.drawing.page import Page, Placed
from ppgen.geometry import Frame, Point, Rect, Size
from ppgen.text.fonts import Fonts
from ppgen.units import ranges

#: Between pieces, and between the sides of one, in mm.
#: A disc covers less than this of the box around it, a card more.
_ROUND = 0.8
_GAP, _BESIDE = 8.0, 2.0
_GROUND, _INK = Color(225, 225, 225), Color(60, 60, 60)
_PAPER = Paint(Color(255, 255, 255), Color(190, 190, 190), 0.2)
_LETTERS: FontList = (FontChoice("Roboto Condensed"),)


def make_svg(printout: Printout, fonts: Fonts, page: Page) -> str:
    """Return a page of a printout, or one that shows parts of it, as SVG text.

    Raises:
        Problem: if a text in the margin or a picture cannot be drawn.
    """
    from ppgen.svg.document import write  # noqa: PLC0415 - who makes a PDF draws no SVG

    title = f"{printout.title}: {printout.name} ({printout.request.lang})"
    return write(page, fonts, title, f"ppgen {__version__}")


def leaf_page(pages: Sequence[Page]) -> Page:
    """Return pages side by side as one, such as both sides of a leaf; a single one as it is."""
    if len(pages) == 1:
        return pages[0]
    placed: list[Placed] = []
    x = _GAP
    for page in pages:
        here = Frame(1, 0, 0, 1, x, _GAP)
        sheet = RectOp(Rect(0, 0, *page.size), _PAPER)
        placed.append(Placed(Face.of(page.size, [sheet], sheet), here))
        placed += [Placed(one.face, one.frame.then(here)) for one in page.placed]
        ops = (*page.marks, *page.ops)
        if ops:
            placed.append(Placed(Face.of(page.size, ops, sheet), here))
        x += page.size.width + _GAP
    return _grounded(Size(x, max(page.size.height for page in pages) + 2 * _GAP), placed)


def faces_page(printout: Printout) -> Page:
    """Return all pieces as one page, fronts beside their backs; equal pieces are shown once."""
    lots = [lot for group in printout.groups for lot in _lots(printout, group)]
    columns = _columns([lot.size for lot in lots])
    placed: list[Placed] = []
    right = y = _GAP
    for start in range(0, len(lots), columns):
        row = lots[start : start + columns]
        x = _GAP
        for lot in row:
            for face in lot.faces:
                placed += _cut_out(face, Point(x, y))
                x += face.size.width + _BESIDE
            x += _GAP - _BESIDE
        right = max(right, x)
        low = y + max(lot.size.height for lot in row)
        at = _GAP
        for lot in row:
            placed += _caption(lot.caption, Point(at, low + 4.5), lot.size.width)
            at += lot.size.width + _GAP
        y = low + 6 + _GAP
    return _grounded(Size(right, y), placed)


class _Lot(NamedTuple):
    """Equal pieces: their sides, and what stands below them."""

    faces: tuple[Face, ...]
    caption: str

    @property
    def size(self) -> Size:
        """The room that the sides take beside each other."""
        wide = fsum(face.size.width for face in self.faces) + _BESIDE * (len(self.faces) - 1)
        return Size(wide, max(face.size.height for face in self.faces))


def _lots(printout: Printout, group: Group) -> Iterator[_Lot]:
    backs = group.backs if group.two_sided else ()
    same = printout.request.product.back == "same"
    found: dict[tuple[int, ...], list[int]] = {}
    faces: dict[tuple[int, ...], tuple[Face, ...]] = {}
    for at, front in enumerate(group.fronts):
        sides = (front, backs[at]) if backs and not same else (front,)
        key = tuple(map(id, sides))
        faces[key] = sides
        found.setdefault(key, []).append(at)
    # Pieces of several sizes are not in the order of their numbers.
    only = sorted(printout.request.only or ())
    numbered = (len(printout.groups) == 1 and len(group.fronts) > 1) or bool(only)
    for key, places in found.items():
        numbers = [only[at] if at < len(only) else at + 1 for at in places]
        yield _Lot(faces[key], ranges(numbers) if numbered else "")


def _columns(sizes: Sequence[Size]) -> int:
    """Choose how many stand side by side, so that the whole is a little wider than high."""
    wide = max(size.width for size in sizes) + _GAP
    high = max(size.height for size in sizes) + _GAP + 6
    return max(1, min(len(sizes), round(math.sqrt(len(sizes) * 1.4 * high / wide))))


def _cut_out(face: Face, at: Point) -> Iterator[Placed]:
    """Show a face as cut from white paper."""
    frame = Frame(1, 0, 0, 1, at.x, at.y)
    paper = face.outline._replace(paint=_PAPER)
    yield Placed(Face.of(face.size, [paper], paper), frame)
    yield Placed(face, frame)


def _caption(words: str, at: Point, room: float) -> Iterator[Placed]:
    if not words:
        return
    # Figures, commas and dashes: about half as wide as high.
    most = max(3, int(room / 1.6))
    shown = words if len(words) <= most else f"{words[: most - 1]}…"
    box = Rect(0, -2.5, room, 2.5)
    op = TextOp(shown, _LETTERS, 9, Point(0, 0), 0, _INK, box, "en")
    size = Size(room, 3)
    frame = Frame(1, 0, 0, 1, at.x, at.y)
    yield Placed(Face.of(size, [op], RectOp(box, Paint())), frame)


def _grounded(size: Size, placed: Sequence[Placed]) -> Page:
    """Lay everything on a quiet ground, on which white paper shows."""
    all_ = Rect(0, 0, *size)
    ground = RectOp(all_, Paint(_GROUND))
    return Page(size, (Placed(Face.of(size, [ground], ground), Frame()), *placed), (), (), all_)


def face_pages(faces: Iterable[Face], *, cut: bool = False) -> list[Page]:
    """Return a page for each face, with nothing but the face; `cut` as small as its cut line."""
    from ppgen.drawing.ink import reach  # noqa: PLC0415 - few make pictures of faces

    pages = []
    for face in faces:
        box = reach(face.outline) if cut else Rect(0, 0, *face.size)
        frame = Frame(1, 0, 0, 1, -box.x, -box.y)
        whole = Rect(0, 0, box.width, box.height)
        pages.append(Page(box.size, (Placed(face, frame),), (), (), whole))
    return pages


def numbered_faces(printout: Printout) -> Iterator[tuple[str, Face]]:
    """Yield the faces by the numbers of their pieces; of equal pieces there is one, with `-x4`."""
    only = sorted(printout.request.only or ())
    number = 0
    for group in printout.groups:
        numbers = range(number + 1, number + len(group.fronts) + 1)
        number += len(group.fronts)
        backs = group.backs if group.two_sided else ()
        equal: dict[tuple[int, ...], list[int]] = {}
        for at, front in enumerate(group.fronts):
            equal.setdefault((id(front), *map(id, backs[at : at + 1])), []).append(at)
        common = len({id(back) for back in backs}) == 1 and len(equal) > 1
        for places in equal.values():
            at = places[0]
            shown_number = only[numbers[at] - 1] if only else numbers[at]
            name = f"{shown_number:03}" + (f"-x{len(places)}" if len(places) > 1 else "")
            yield f"{name}-front", group.fronts[at]
            if backs and not common:
                yield f"{name}-back", backs[at]
        if common:
            several = len(printout.groups) > 1
            yield (f"back-{group.size}" if several else "back"), backs[0]


def is_round(face: Face) -> bool:
    """Return whether a face is cut out as a disc."""
    from ppgen.drawing.ink import covered  # noqa: PLC0415

    return covered(face.outline) < _ROUND


def cut_size(face: Face) -> Size:
    """Return the size of the box around the cut line of a face."""
    from ppgen.drawing.ink import reach  # noqa: PLC0415

    return reach(face.outline).size
