"""Pages as pictures: SVG of any page, and pages that show faces or leaves beside each other.

Takes a printout and the fonts that measured it. Must not know files.
"""

from __future__ import annotations

from ppgen import __version__
from ppgen.build.printout import Printout
from ppgen.drawing.page import Page
from ppgen.text.fonts import Fonts


def make_svg(printout: Printout, fonts: Fonts, page: Page) -> str:
    """Return a page of a printout, or one that shows parts of it, as SVG text.

    Raises:
        Problem: if a text in the margin or a picture cannot be drawn.
    """
    from ppgen.svg.document import write  # noqa: PLC0415 - who makes a PDF draws no SVG

    title = f"{printout.title}: {printout.name} ({printout.request.lang})"
    return write(page, fonts, title, f"ppgen {__version__}")
