"""Fields of a PDF that people fill on a screen.

Takes pages of faces; adds a field for each box to write in. Must not know what fields mean.
"""

from __future__ import annotations

from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from ppgen.drawing.numbers import number, numbers
from ppgen.drawing.ops import MM_PER_PT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ppgen.drawing.face import Field
    from ppgen.drawing.page import Page
    from ppgen.geometry import Frame, Rect
    from ppgen.pdf.objects import Objects

#: The share of a field's height that letters take, and the sizes of them in points.
_SHARE, _LEAST, _MOST = 0.6, 4.0, 16.0
#: A field this much higher than its letters has several lines.
_LINES = 2.6
#: Narrower fields, in mm, hold a letter or a number: it stands in the middle.
_NARROW = 16.0
_MULTILINE = 1 << 12
_READ_ONLY = 1


class Form:
    """The fields of one file, in the order of its pages and of the faces on them."""

    def __init__(self, objects: Objects) -> None:
        self._objects = objects
        self._fields: list[str] = []
        self._sums: list[str] = []
        self._page = 0
        self._font = ""
        self._blank: dict[str, str] = {}

    def page(self, page: Page) -> str:
        """Add the fields of a page, and return the entry that names them."""
        self._page += 1
        added: list[str] = []
        for at, placed in enumerate(page.placed, 1):
            fields = placed.face.pattern.fields
            frame = placed.frame.then(page.frame) if page.frame else placed.frame
            start = f"{self._page}-{at}-"
            for field in fields:
                added.append(self._field(field, fields, frame, start, page.size.height))
        if not added:
            return ""
        self._fields += added
        # In the order of the list.
        return f"/Tabs/A/Annots[{' '.join(added)}]"

    def _field(
        self, field: Field, fields: Sequence[Field], frame: Frame, start: str, height: float
    ) -> str:  # fmt: skip
        self._font = self._font or self._objects.add(
            "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>"
        )
        rect = frame.rect(field.rect)
        turn = (field.turn + _turned(frame)) % 360
        wide, high = rect.size if turn in {0, 180} else rect.size.turned()
        points = min(_MOST, max(_LEAST, high / MM_PER_PT * _SHARE))
        flags = _MULTILINE if high / MM_PER_PT > _LINES * points else 0
        middle = 1 if wide < _NARROW else 0
        action = ""
        if field.summed:
            flags = _READ_ONLY
            action = _adding(field, fields, start)
        corners = (rect.x, height - rect.bottom, rect.right, height - rect.y)
        box = numbers(*[corner / MM_PER_PT for corner in corners])
        look = f"/Helv {number(points)} Tf 0 g"
        turned = f"/MK<</R {(360 - turn) % 360}>>" if turn else ""
        named = f"/T{_text(start + field.name)}/TU{_text(field.name)}"
        reference = self._objects.add(
            f"<</Type/Annot/Subtype/Widget/FT/Tx{named}/F 4/Ff {flags}/Q {middle}/DA({look})"
            f"/Rect[{box}]{turned}/AP<</N {self._empty(rect)}>>{action}>>"
        )
        if action:
            self._sums.append(reference)
        return reference

    def _empty(self, rect: Rect) -> str:
        """Return an appearance with nothing in it, until the field is filled."""
        box = numbers(rect.width / MM_PER_PT, rect.height / MM_PER_PT)
        if box not in self._blank:
            entries = f"/Type/XObject/Subtype/Form/BBox[0 0 {box}]"
            self._blank[box] = self._objects.stream(b"/Tx BMC EMC", entries)
        return self._blank[box]

    def finish(self) -> None:
        """Add the form to the document, if there is any field."""
        if not self._fields:
            return
        order = f"/CO[{' '.join(self._sums)}]" if self._sums else ""
        self._objects.catalog(
            "AcroForm",
            f"<</Fields[{' '.join(self._fields)}]{order}/NeedAppearances true"
            f"/DA(/Helv 0 Tf 0 g)/DR<</Font<</Helv {self._font}>>>>>>",
        )


def _adding(field: Field, fields: Sequence[Field], start: str) -> str:
    """Let viewers that run scripts add up the fields of a label, in which `*` is any part."""
    names = [
        start + other.name
        for other in fields
        if other is not field and fnmatchcase(other.name, field.summed)
    ]
    listed = ",".join(f'"{name}"' for name in names)
    script = f'AFSimple_Calculate("SUM",new Array({listed}));'
    return f"/AA<</C<</S/JavaScript/JS{_text(script)}>>>>"


def _turned(frame: Frame) -> int:
    """Return how far a frame turns, in degrees clockwise."""
    if abs(frame.a) >= abs(frame.b):
        return 0 if frame.a > 0 else 180
    return 90 if frame.b > 0 else 270


def _text(text: str) -> str:
    """Write a text string of a PDF."""
    return f"<FEFF{text.encode('utf-16-be').hex().upper()}>"
