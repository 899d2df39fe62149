"""What is made of the products of this repository, and how it is read."""

from __future__ import annotations

from collections.abc import Callable

import pypdfium2 as pdfium

from ppgen.build import Printout
from ppgen.drawing.face import Face
from ppgen.drawing.ops import Op

Build = Callable[..., bytes]
Prepare = Callable[..., Printout]


def texts(data: bytes) -> list[str]:
    """Return the text of every page, as a reader program finds it."""
    document = pdfium.PdfDocument(data)
    return [document[n].get_textpage().get_text_range() for n in range(len(document))]


def ops(face: Face) -> list[Op]:
    return list(face.ops)
