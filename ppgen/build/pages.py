"""Turns a printout into pages and PDF: faces in their slots, cut marks, the margin line.

Takes a printout and the fonts that measured it. Must not know files.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ppgen import __version__
from ppgen.build.margin import Margins
from ppgen.build.printout import Group, Printout
from ppgen.build.sizing import frame_of
from ppgen.drawing.extent import moved
from ppgen.drawing.ops import Color, LineOp, Op, Paint, RectOp
from ppgen.drawing.page import Page, Placed
from ppgen.geometry import Flip, Frame, Rect, turn_into
from ppgen.impose.marks import Mark
from ppgen.impose.sheets import SIDES, Sheet
from ppgen.pdf.attachment import Attachment
from ppgen.pdf.document import Info, write
from ppgen.text.fonts import Fonts

_MARK = Paint(stroke=Color(0, 0, 0), weight=0.15)
_FOLD = _MARK._replace(dash=1.0)
_WHOLE = _MARK._replace(stroke=Color(120, 120, 120))


def make_pages(printout: Printout, fonts: Fonts) -> Iterator[Page]:
    """Yield every page of a file in printing order.

    Raises:
        Problem: if no font can write a title or notice in the margin.
    """
    for part in printout.in_order():
        yield from _part_pages(part, fonts, two_sided=printout.two_sided)


def _part_pages(printout: Printout, fonts: Fonts, *, two_sided: bool) -> Iterator[Page]:
    """Yield the pages of one product, with blank backs if only other products have backs."""
    if printout.own_two_sided or not two_sided:
        yield from _own_pages(printout, fonts)
        return
    for page in _own_pages(printout._replace(side="front"), fonts):
        if printout.side != "back":
            yield page
        if printout.side != "front":
            yield Page(page.size, (), (), (), Rect(0, 0, *page.size))


def _own_pages(printout: Printout, fonts: Fonts) -> Iterator[Page]:
    """Yield the pages on which a product's faces or marks are."""
    margins = Margins(printout, fonts)
    shared: dict[object, tuple[Op, ...]] = {}
    frames: dict[tuple[Rect, int], Frame] = {}
    page_frames = {side: frame_of(printout.request, side) for side in SIDES}
    # The pages of a booklet are read in another order than they are printed in.
    bound = printout.request.product.kind == "booklet"
    for group, sheet in printout.sheets():
        placed = []
        for slot in sheet.slots:
            face = (group.fronts if slot.side == "front" else group.backs)[slot.piece]
            frame = frames.get((slot.rect, slot.turn))
            if frame is None:
                frame = frames[slot.rect, slot.turn] = turn_into(slot.rect, slot.turn)
            placed.append(Placed(face, frame, slot.piece + 1 if bound else 0))
        grid = group.plan.grid
        always, own = margins.line(grid, sheet)
        key = (id(group), sheet.side, len(sheet.slots), sheet.marks, id(always))
        marks = shared.get(key)
        if marks is None:
            lines = tuple(LineOp(mark.start, mark.end, _paint(mark)) for mark in sheet.marks)
            marks = shared[key] = lines + _outlines(group, sheet) + always
        trim, bleed, page_frame = sheet.trim, group.bleed, page_frames[sheet.side]
        label = _label(printout, sheet)
        yield Page(grid.paper, tuple(placed), marks, own, trim, bleed, page_frame, label)


def make_pdf(
    printout: Printout, fonts: Fonts, pages: Iterable[Page] | None = None, *,
    fillable: bool = False,
) -> bytes:  # fmt: skip
    """Return the PDF of a printout, the same bytes in every run.

    Args:
        printout: The product, placed and imposed.
        fonts: The fonts that it was placed with.
        pages: Only these pages, such as those of the first leaf.
        fillable: Whether boxes to write in can be filled on a screen.

    Raises:
        Problem: if a text in the margin or a picture cannot be drawn.
    """
    request = printout.request
    name = f": {request.product.name}" if not printout.more else ""
    title = f"{printout.title}{name} ({request.lang})"
    flip: Flip | None = None
    if printout.duplex in {"long", "short"}:
        flip = "short" if printout.duplex == "short" else "long"
    recipe = next(filter(None, map(_recipe, printout.in_order())), None)
    info = Info(title, request.lang, flip, f"ppgen {__version__}", recipe, fillable)
    chosen = make_pages(printout, fonts) if pages is None else pages
    return write(chosen, info, fonts)


def _label(printout: Printout, sheet: Sheet) -> str:
    """Return what people call a page: its leaf, and its side if there are two."""
    if not printout.has_backs:
        return str(sheet.leaf + 1)
    key = f"side_{sheet.side}"
    side = printout.texts.look(key) if printout.texts.has(key) else sheet.side
    return f"{sheet.leaf + 1} {side}"


def has_fields(printout: Printout) -> bool:
    """Return whether any face has a box to write in."""
    faces = (face for group in printout.groups for face in (*group.fronts, *group.backs))
    return any(face.pattern.fields for face in faces)


def _paint(mark: Mark) -> Paint:
    """Return how a mark is drawn: what runs along faces is paler."""
    return _FOLD if mark.fold else _WHOLE if mark.whole else _MARK


def _recipe(printout: Printout) -> Attachment | None:
    """Return the recipe of the deck as an attachment, if there is one and it is wanted."""
    if not (printout.dealt.deck and printout.request.recipe):
        return None
    from ppgen.deal.recipe_text import recipe_text  # noqa: PLC0415 - few products deal

    text = recipe_text(printout.request, printout.dealt)
    return Attachment("deck.yaml", text) if text else None


def _outlines(group: Group, sheet: Sheet) -> tuple[Op, ...]:
    """Draw the cut line of faces that are not rectangular, on their fronts."""
    if sheet.side != "front":
        return ()
    return tuple(
        moved(outline, turn_into(slot.rect, slot.turn))
        for slot in sheet.slots
        if slot.side == "front"
        and not isinstance(outline := group.fronts[slot.piece].outline, RectOp)
    )
