"""The engine's only entry point: a workspace and a request become pages, a PDF, or diagnostics.

    workspace = Workspace(folder)
    fonts = Fonts(workspace.fonts)
    printout = place(workspace, request, fonts)
    if printout is None:
        ...  # workspace.report says why
    else:
        data = make_pdf(printout, fonts)

Takes a `Workspace` (folders of YAML, read once) and a `Request` (a product, its language, paper,
options and words). Returns a `Printout` (faces placed and imposed), its pages, the bytes of its
PDF, the SVG of a page. Problems in files are diagnostics in `workspace.report`; requests that
cannot be fulfilled raise `Refused`, those that only other products can fulfill `Unsuited`
(`NoLanguage` for a language that the product lacks), `TooLarge` if the paper is too small.

No command line, no printing, no files written: commands use nothing else, and a web page could.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from ppgen.build.pages import has_fields, make_pages, make_pdf
from ppgen.build.pictures import (
    cut_size,
    face_pages,
    faces_page,
    is_round,
    leaf_page,
    make_svg,
    numbered_faces,
)
from ppgen.build.pipeline import place
from ppgen.build.printer_sheet import LEAST as LEAST_TEST_SHEET
from ppgen.build.printer_sheet import make_test_sheet
from ppgen.build.printout import Printout
from ppgen.build.sharing import gang
from ppgen.build.sizing import TooLarge
from ppgen.build.whole import join, joint_product, parts_of
from ppgen.deal.defaults import default_request
from ppgen.diagnostics import Unsuited
from ppgen.drawing.face import Face
from ppgen.drawing.page import Page
from ppgen.load.languages import NoLanguage
from ppgen.text.fonts import Fonts

if TYPE_CHECKING:
    from ppgen.build.check import check_workspace, place_words
    from ppgen.build.cut_files import as_dxf, as_svg
    from ppgen.build.cutting import Machine, cut_sheets
    from ppgen.build.tabletop import CardSheet, SheetGrid, saved_object, sheet_grids

__all__ = [
    "LEAST_TEST_SHEET",
    "CardSheet",
    "Face",
    "Fonts",
    "Machine",
    "NoLanguage",
    "Page",
    "Printout",
    "SheetGrid",
    "TooLarge",
    "Unsuited",
    "as_dxf",
    "as_svg",
    "check_workspace",
    "cut_sheets",
    "cut_size",
    "default_request",
    "face_pages",
    "faces_page",
    "gang",
    "has_fields",
    "is_round",
    "join",
    "joint_product",
    "leaf_page",
    "make_pages",
    "make_pdf",
    "make_svg",
    "make_test_sheet",
    "numbered_faces",
    "parts_of",
    "place",
    "place_words",
    "saved_object",
    "sheet_grids",
]


#: The modules of what only few commands use.
_LATE = {
    "check_workspace": "check", "place_words": "check", "CardSheet": "tabletop",
    "SheetGrid": "tabletop", "as_dxf": "cut_files", "as_svg": "cut_files",
    "cut_sheets": "cutting", "Machine": "cutting",
    "saved_object": "tabletop", "sheet_grids": "tabletop",
}  # fmt: skip


def __getattr__(name: str) -> object:
    """Import what only few commands use."""
    if name in _LATE:
        return getattr(import_module(f"ppgen.build.{_LATE[name]}"), name)
    raise AttributeError(name)
