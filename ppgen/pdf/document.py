"""Placed faces written as a PDF file.

Takes pages of faces placed by frames, and marks; returns the bytes of the file, the same in every
run. Must not know YAML, games or how faces were put onto pages.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from ppgen.drawing.numbers import number, numbers
from ppgen.drawing.ops import MM_PER_PT, TextOp
from ppgen.drawing.page import Page, Placed
from ppgen.geometry import Edges, Rect
from ppgen.pdf.attachment import Attachment, attach
from ppgen.pdf.content import Content, Tag
from ppgen.pdf.fonts import Embedded
from ppgen.pdf.images import add_picture
from ppgen.pdf.objects import Body, Objects
from ppgen.pdf.structure import MOST_PAGES, Structure, add_metadata

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from ppgen.drawing.face import Face, Pattern
    from ppgen.drawing.ops import Op, VeilOp
    from ppgen.geometry import Flip, Size
    from ppgen.pdf.forms import Form
    from ppgen.pdf.veil import Veil, Veils
    from ppgen.text.fonts import Fonts
    from ppgen.text.line import AnyLine
    from ppgen.text.typeface import Typeface

#: A form is cut off this far outside of its face, so that outlines keep their full weight.
_SLACK = 1.0
#: Viewers look pages up faster in a tree than in one list of thousands.
_BRANCH = 100
#: A face with so many letters is read, not looked at.
_MUCH = 200
_DUPLEX = {"long": "DuplexFlipLongEdge", "short": "DuplexFlipShortEdge", None: "Simplex"}


class Info(NamedTuple):
    """What the file says of itself; `flip` is the edge about which a printer turns leaves."""

    title: str
    lang: str
    flip: Flip | None
    producer: str
    attachment: Attachment | None = None
    fillable: bool = False  # whether fields can be filled on a screen


def write(
    pages: Iterable[Page],
    info: Info,
    fonts: Fonts,
) -> bytes:
    """Write a PDF file.

    A face that is placed often is stored once. What faces of one pattern share is stored once too,
    so thousands of faces that differ in a number stay small.

    Args:
        pages: The pages in order; put the same face object everywhere where it is the same.
        info: Title, language and how to turn leaves.
        fonts: The fonts that placing measured with.

    Returns:
        The bytes, the same for the same pages.

    Raises:
        Problem: E208, E601, E603, E604 or E605 if a text or a picture cannot be drawn.
    """
    return _Writer(tuple(pages), info, fonts).write()


class _Writer:
    """Writes one file; it is the `Assets` of all content streams in it."""

    def __init__(
        self,
        pages: tuple[Page, ...],
        info: Info,
        fonts: Fonts,
    ) -> None:
        self._pages = pages
        self._info = info
        self._fonts = fonts
        self._objects = Objects(
            {"Title": info.title, "Creator": info.producer, "Producer": info.producer}, info.lang
        )
        # Faces are told apart by identity: comparing thousands of them would take longer than
        # drawing them. The pages keep them alive, so no identity is used twice.
        self._times = Counter(id(placed.face) for page in pages for placed in page.placed)
        faces = {id(placed.face): placed.face for page in pages for placed in page.placed}
        self._sharing = Counter(id(face.pattern) for face in faces.values())
        self._faces: dict[int, str] = {}
        self._shared: dict[tuple[int, int], str] = {}
        self._same: dict[tuple[str, Size, float], str] = {}
        self._marks: dict[tuple[int, Size], str] = {}
        self._mark_times = Counter(id(page.marks) for page in pages)
        self._embedded: dict[int, Embedded] = {}
        self._pictures: dict[tuple[Path, bool], str] = {}
        self._references: dict[str, str] = {}
        self._resources: dict[tuple[str, ...], str] = {}
        self._streams: dict[bytes, str] = {}
        self._drawn: dict[tuple[object, ...], str] = {}
        self._veil_forms: list[str] = []
        self._boxes: dict[tuple[Rect, Size], str] = {}
        #: Nobody listens to files of thousands of pages.
        short = len(pages) <= MOST_PAGES
        self._structure = Structure(self._objects) if short else None
        self._tags: dict[str, Sequence[Tag]] = {}
        self._fields: Form | None = None
        if info.fillable:
            from ppgen.pdf.forms import Form  # noqa: PLC0415 - few are filled on a screen

            self._fields = Form(self._objects)

    @cached_property
    def _veils(self) -> Veils:
        # Few texts are hidden.
        from ppgen.pdf.veil import Veils  # noqa: PLC0415

        return Veils(self)

    # --- what content streams ask for

    def line(self, op: TextOp) -> AnyLine:
        """Shape the text of an operation; placing has done so before, hence no span."""
        return self._fonts.line(op.text, op.fonts, op.lang, None)

    def font(self, typeface: Typeface) -> Embedded:
        """Return the embedded form of a typeface."""
        found = self._embedded.get(id(typeface))
        if found is None:
            found = Embedded(f"F{len(self._embedded) + 1}", typeface)
            self._embedded[id(typeface)] = found
        return found

    def picture(self, file: Path, *, gray: bool = False) -> str:
        """Return the name of a picture, perhaps without its colors."""
        if (file, gray) not in self._pictures:
            name = self._pictures[file, gray] = f"I{len(self._pictures) + 1}"
            self._references[name] = add_picture(self._objects, file, gray=gray)
        return self._pictures[file, gray]

    def veil(self, op: VeilOp) -> Veil:
        """Return the forms of the clutter that hides a text."""
        return self._veils.veil(op, [self.line(line) for line in op.lines])

    def add_form(self, text: str, names: list[str], box: Rect | None) -> str:
        """Store a form that is made of others, and give its name."""
        name = f"V{len(self._veil_forms) + 1}"
        self._veil_forms.append(name)
        content = Content(self)
        content.raw(text)
        content.names.update(dict.fromkeys(names))
        self._put_form(name, content, box or Rect(-1000, -1000, 4000, 4000))
        return name

    # --- pages

    def write(self) -> bytes:
        """Write everything."""
        size = self._pages[0].size if self._pages else None
        root = Body(b"")
        reference = self._objects.put(root)
        kids = self._branches(reference, size) if size else []
        box = f"/MediaBox[0 0 {_points(size)}]" if size else ""
        root.data = _node(kids, len(self._pages), box).encode()
        fonts = {font.name: font.add_to(self._objects) for font in self._embedded.values()}
        if self._structure:
            self._structure.finish(self._info.title)
        add_metadata(self._objects, self._info.title, self._info.lang, self._info.producer)
        if self._fields:
            self._fields.finish()
        if self._info.attachment:
            attach(self._objects, self._info.attachment)
        return self._objects.finish(
            fonts,
            root,
            f"<</PrintScaling/None/Duplex/{_DUPLEX[self._info.flip]}"
            "/DisplayDocTitle true/PickTrayByPDFSize true>>",
        )

    def _branches(self, root: str, size: Size) -> list[str]:
        if len(self._pages) <= _BRANCH:
            return [self._page(page, root, size) for page in self._pages]
        kids = []
        for start in range(0, len(self._pages), _BRANCH):
            body = Body(b"")
            branch = self._objects.put(body)
            leaves = [
                self._page(page, branch, size) for page in self._pages[start : start + _BRANCH]
            ]
            body.data = _node(leaves, len(leaves), f"/Parent {root}").encode()
            kids.append(branch)
        return kids

    def _page(self, page: Page, parent: str, usual: Size) -> str:
        # Most pages of a long file repeat one that was there before.
        places = [(id(placed.face), placed.frame) for placed in page.placed]
        key = (page.size, page.frame, id(page.marks), page.ops, *places)
        drawn = self._drawn.get(key)
        if drawn is None:
            drawn = self._drawn[key] = self._fill(page)
        box = "" if page.size == usual else f"/MediaBox[0 0 {_points(page.size)}]"
        inner, around = page.trim, page.trim
        if page.bleed:
            around = around.inset(Edges(*[-page.bleed] * 4))
        if page.frame:
            inner, around = page.frame.rect(inner), page.frame.rect(around)
        trim, bleed = self._box(inner, page.size), self._box(around, page.size)
        fields = self._fields.page(page) if self._fields else ""
        body = Body(b"")
        reference = self._objects.put(body)
        told = ""
        if self._structure:
            told = self._structure.page(reference, self._tags[drawn], page.label)
            told += "" if fields else "/Tabs/S"
        body.data = (
            f"<</Type/Page/Parent {parent}{box}/TrimBox {trim}/BleedBox {bleed}"
            f"{drawn}{fields}{told}>>"
        ).encode()
        return reference

    def _fill(self, page: Page) -> str:
        """Write the content of a page and give the entries that lead to it."""
        content = Content(self)
        content.tags = [] if self._structure else None
        content.save()
        scale = number(1 / MM_PER_PT, 9)
        # From here on all is in millimeters from the upper left corner.
        content.raw(f"{scale} 0 0 -{scale} 0 {number(page.size.height / MM_PER_PT)} cm")
        if page.frame:
            content.raw(f"{' '.join(number(value, 7) for value in page.frame)} cm")
        for placed in page.placed:
            if not placed.face.empty:
                body = self._told_apart(placed.face)
                if not body:
                    content.section()
                content.save(placed.frame)
                if body:
                    content.read_out(body, placed.order)
                self._place(placed.face, content)
                if body:
                    content.read_out(0)
                content.restore()
        content.artifact()
        if page.marks:
            self._mark(page, content)
        content.draw(page.ops)
        content.end()
        content.restore()
        data = str(content).encode("latin-1")
        # Faces that are equal but not the same may still give the same text.
        key = hashlib.sha256(data).digest()
        if key not in self._streams:
            stream = self._objects.stream(data)
            self._streams[key] = f"/Contents {stream}/Resources {self._resource(content)}"
        self._tags[self._streams[key]] = content.tags or ()
        return self._streams[key]

    def _box(self, rect: Rect, size: Size) -> str:
        key = (rect, size)
        if key not in self._boxes:
            height = size.height
            corners = (rect.x, height - rect.bottom, rect.right, height - rect.y)
            self._boxes[key] = self._objects.add(
                f"[{numbers(*[corner / MM_PER_PT for corner in corners])}]"
            )
        return self._boxes[key]

    def _mark(self, page: Page, content: Content) -> None:
        marks = id(page.marks)
        if self._mark_times[marks] == 1:
            content.draw(page.marks)
            return
        # The form is cut off at the page, so it serves pages of one size only.
        name = self._marks.get((marks, page.size))
        if name is None:
            inner = Content(self)
            inner.draw(page.marks)
            name = self._marks[marks, page.size] = f"M{len(self._marks) + 1}"
            self._form(name, inner, page.size)
        content.use(name)

    # --- faces

    def _told_apart(self, face: Face) -> float:
        """Return the usual size of text of a face whose texts are read one by one, else 0."""
        if self._structure is None or self._times[id(face)] > 1 or self._common(face):
            return 0.0
        sizes = Counter[float]()
        for op in face.ops:
            if isinstance(op, TextOp):
                sizes[op.size] += len(op.text)
        return sizes.most_common(1)[0][0] if sizes.total() >= _MUCH else 0.0

    def _place(self, face: Face, content: Content) -> None:
        # A form around a single form would be one step more for nothing.
        if self._times[id(face)] == 1 or (len(face.pattern.parts) == 1 and self._common(face)):
            self._draw(face, content)
            return
        name = self._faces.get(id(face))
        if name is None:
            inner = Content(self)
            self._draw(face, inner)
            name = self._faces[id(face)] = f"P{len(self._faces) + 1}"
            self._form(name, inner, face.size, face.pattern.bleed)
        content.use(name)

    def _common(self, face: Face) -> bool:
        """Return whether other faces share the pattern of a face."""
        return self._sharing[id(face.pattern)] > 1

    def _draw(self, face: Face, content: Content) -> None:
        shared = self._common(face)
        fills = iter(face.fills)
        for at, part in enumerate(face.pattern.parts):
            if part is None:
                content.draw(next(fills))
            elif not shared:
                content.draw(part)
            else:
                content.use(self._shared_form(face.pattern, at, part))

    def _shared_form(self, pattern: Pattern, at: int, part: tuple[Op, ...]) -> str:
        """Return the form of what all faces of a pattern draw alike."""
        name = self._shared.get((id(pattern), at))
        if name is None:
            inner = Content(self)
            inner.draw(part)
            # Patterns that differ elsewhere may have this in common.
            key = (str(inner), pattern.size, pattern.bleed)
            name = self._same.get(key)
            if name is None:
                name = self._same[key] = f"S{len(self._same) + 1}"
                self._form(name, inner, pattern.size, pattern.bleed)
            self._shared[id(pattern), at] = name
        return name

    def _form(self, name: str, content: Content, size: Size, bleed: float = 0.0) -> None:
        slack = _SLACK + bleed
        box = Rect(-slack, -slack, size.width + 2 * slack, size.height + 2 * slack)
        self._put_form(name, content, box)

    def _put_form(self, name: str, content: Content, box: Rect) -> None:
        corners = numbers(box.x, box.y, box.right, box.bottom)
        self._references[name] = self._objects.stream(
            str(content).encode("latin-1"),
            f"/Type/XObject/Subtype/Form/BBox[{corners}]/Resources {self._resource(content)}",
        )

    def _resource(self, content: Content) -> str:
        key = tuple(sorted(content.names))
        if key not in self._resources:
            named = "".join(f"/{name} {self._references[name]}" for name in key)
            forms = f"/XObject<<{named}>>" if named else ""
            self._resources[key] = self._objects.add(f"<</Font {self._objects.fonts}{forms}>>")
        return self._resources[key]


def _node(kids: list[str], count: int, more: str) -> str:
    return f"<</Type/Pages/Count {count}/Kids[{' '.join(kids)}]{more}>>"


@lru_cache
def _points(size: Size) -> str:
    return numbers(size.width / MM_PER_PT, size.height / MM_PER_PT)


__all__ = ["Info", "Page", "Placed", "write"]
