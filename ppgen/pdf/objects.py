"""Numbered PDF objects: the layer between our own streams and reportlab.

Takes object bodies as PDF text; returns references to them and, in the end, the file.
Must not know faces, fonts or pages.
"""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING, Any

from ppgen.pdf.reportlab import pdfdoc

if TYPE_CHECKING:
    from collections.abc import Mapping

#: Duplex and PickTrayByPDFSize came with it.
VERSION = (1, 7)


class Body(pdfdoc.PDFObject):  # type: ignore[misc, unused-ignore]
    """An object whose text we write ourselves: far faster than reportlab's dictionaries."""

    __RefOnly__ = 1

    def __init__(self, data: bytes) -> None:
        self.data = data

    def format(self, document: object) -> bytes:  # noqa: ARG002 - reportlab's signature
        """Return the body to reportlab."""
        return self.data


class _Info(pdfdoc.PDFInfo):  # type: ignore[misc, unused-ignore]
    """Document information without reportlab's 'anonymous' author and invented dates."""

    entries: Mapping[str, str] = {}

    def format(self, document: object) -> bytes:
        """Write the entries that were given."""
        rows = (
            f"/{key}".encode() + pdfdoc.PDFString(text).format(document)
            for key, text in self.entries.items()
        )
        return b"<<" + b"".join(rows) + b">>"


class _Outlines:
    """Bookmarks that are written already."""

    ready = 1

    def prepare(self, document: object, canvas: object) -> None:
        """Do nothing."""


class Objects:
    """The objects of one file; every answer is a reference such as `12 0 R`."""

    def __init__(self, info: Mapping[str, str], lang: str) -> None:
        self._doc: Any = pdfdoc.PDFDocument(
            dummyoutline=0, compression=1, invariant=1, pdfVersion=VERSION, lang=lang
        )
        self._doc.info = _Info()
        self._doc.info.entries = info
        self._doc.info.title = info.get("Title", "")

    def add(self, body: str) -> str:
        """Add an object."""
        return self.put(Body(body.encode("latin-1")))

    def put(self, body: Body) -> str:
        """Add an object whose data may still change until the file is written."""
        # The number is the name: reportlab's own names would only be looked up again.
        count = self._doc.objectcounter + 1
        self._doc.Reference(body, str(count))
        return f"{count} 0 R"

    def stream(self, data: bytes, entries: str = "") -> str:
        """Add a stream, compressed where that makes it smaller."""
        self._doc.updateSignature(data)
        packed = zlib.compress(data, 9)
        if len(packed) + len("/Filter/FlateDecode") < len(data):
            return self.packed(packed, entries + "/Filter/FlateDecode")
        return self.packed(data, entries)

    def packed(self, data: bytes, entries: str) -> str:
        """Add a stream as it is; `entries` names its filter."""
        head = f"<<{entries}/Length {len(data)}>>\nstream\n"
        return self.put(Body(head.encode("latin-1") + data + b"\nendstream"))

    @property
    def fonts(self) -> str:
        """The dictionary of all fonts: reportlab makes one for every file."""
        return str(pdfdoc.PDFObjectReference(pdfdoc.BasicFonts).format(self._doc), "latin-1")

    def catalog(self, key: str, body: str) -> None:
        """Add an entry to the document's catalog."""
        self._entry(key, Body(body.encode("latin-1")))

    def link(self, key: str, reference: str) -> None:
        """Add an entry that leads to an object of the file."""
        self._entry(key, pdfdoc.PDFObjectReference(reference.split(maxsplit=1)[0]))

        if key == "Outlines":
            # Else reportlab, which knows of no bookmarks, would remove them.
            self._doc.Outlines = _Outlines()

    def _entry(self, key: str, value: object) -> None:
        catalog = self._doc.Catalog
        setattr(catalog, key, value)
        # reportlab writes those that it knows by name; AF is not among them.
        if key not in catalog.__NoDefault__:
            catalog.__NoDefault__ = [*catalog.__NoDefault__, key]

    def finish(self, fonts: Mapping[str, str], pages: Body, preferences: str) -> bytes:
        """Write the file.

        Args:
            fonts: The reference of each font by its name in content streams.
            pages: The root of the page tree, already put.
            preferences: The viewer preferences as a PDF dictionary.
        """
        doc = self._doc
        for name, reference in fonts.items():
            doc.idToObject[pdfdoc.BasicFonts][name] = reference
        doc.Pages = doc.Catalog.Pages = pages
        doc.Catalog.ViewerPreferences = Body(preferences.encode())
        # reportlab wants its canvas here only for the targets of bookmarks: there are none.
        data: bytes = doc.GetPDFData(None)
        return data
