"""Pages: faces placed by frames, with marks and lines above them, for any format.

All lengths are millimetres on the page, y down. Must not know how faces were put onto pages.
"""

from __future__ import annotations

from typing import NamedTuple

from ppgen.drawing.face import Face
from ppgen.drawing.ops import Op
from ppgen.geometry import Frame, Rect, Size


class Placed(NamedTuple):
    """A face on a page; the frame leads from the face to the page, both in mm, y down."""

    face: Face
    frame: Frame
    order: int = 0  # its place among what is read, if that is not the order of pages


class Page(NamedTuple):
    """One side of a leaf: faces, and above them, in page coordinates, marks and lines.

    Pages that have their marks in common hold the same object.
    """

    size: Size
    placed: tuple[Placed, ...]
    marks: tuple[Op, ...]
    ops: tuple[Op, ...]
    trim: Rect
    bleed: float = 0.0  # how far faces are drawn beyond their cut edges
    frame: Frame | None = None  # in which the whole page is drawn, if not as it is
    label: str = ""  # what people call the page
