"""What a PDF says of itself besides what it shows: reading order, bookmarks, labels, metadata.

Takes pages with what is marked on them; adds objects to the file. Must not know faces or drawing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ppgen.pdf.objects import Body

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ppgen.pdf.content import Tag
    from ppgen.pdf.objects import Objects

#: Nobody listens to longer files, and what is said of each page takes time.
MOST_PAGES = 200
_OPEN = 20


class Structure:
    """The reading order of one file, and the names of its pages."""

    def __init__(self, objects: Objects) -> None:
        self._objects = objects
        self._root, self._document = Body(b""), Body(b"")
        self._root_at, self._document_at = objects.put(self._root), objects.put(self._document)
        self._elements: list[tuple[int, str]] = []
        self._parents: list[str] = []
        self._pages: list[tuple[str, str]] = []

    def page(self, reference: str, tags: Sequence[Tag], label: str) -> str:
        """Add what is marked on a page, and return the entry that leads to it."""
        self._pages.append((reference, label))
        parents: list[str] = []
        for at, tag in enumerate(tags):
            words = f"/ActualText {_text(' '.join(tag.words))}" if tag.words else ""
            parents.append(
                self._objects.add(
                    f"<</Type/StructElem/S/{tag.kind}/P {self._document_at}/Pg {reference}"
                    f"/K {at}{words}>>"
                )
            )
            self._elements.append((tag.order, parents[-1]))
        self._parents.append(f"{len(self._parents)}[{' '.join(parents)}]")
        return f"/StructParents {len(self._parents) - 1}"

    def finish(self, title: str) -> None:
        """Add the tree, the bookmarks and the labels to the document."""
        objects = self._objects
        kids = " ".join(at for _, at in sorted(self._elements, key=lambda element: element[0]))
        self._document.data = (
            f"<</Type/StructElem/S/Document/P {self._root_at}/K[{kids}]>>".encode()
        )
        parents = objects.add(f"<</Nums[{''.join(self._parents)}]>>")
        self._root.data = (
            f"<</Type/StructTreeRoot/K {self._document_at}/ParentTree {parents}"
            f"/ParentTreeNextKey {len(self._parents)}>>".encode()
        )
        objects.link("StructTreeRoot", self._root_at)
        objects.catalog("MarkInfo", "<</Marked true>>")
        labels = "".join(
            f"{at}<</P {_text(label)}>>" for at, (_, label) in enumerate(self._pages) if label
        )
        if labels:
            objects.catalog("PageLabels", f"<</Nums[{labels}]>>")
        self._bookmarks(title)

    def _bookmarks(self, title: str) -> None:
        """Add a bookmark for the product, and below it one for each side."""
        objects = self._objects
        if not self._pages:
            return
        top, product = Body(b""), Body(b"")
        top_at, product_at = objects.put(top), objects.put(product)
        items = [Body(b"") for _ in self._pages] if len(self._pages) > 1 else []
        places = [objects.put(item) for item in items]
        for at, (item, (page, label)) in enumerate(zip(items, self._pages, strict=False)):
            before = f"/Prev {places[at - 1]}" if at else ""
            after = f"/Next {places[at + 1]}" if at + 1 < len(places) else ""
            name = _text(label or str(at + 1))
            item.data = (
                f"<</Title {name}/Parent {product_at}{before}{after}/Dest[{page}/Fit]>>".encode()
            )
        # A long list starts closed.
        count = len(items) if len(items) <= _OPEN else -len(items)
        below = f"/First {places[0]}/Last {places[-1]}/Count {count}" if places else ""
        product.data = (
            f"<</Title {_text(title)}/Parent {top_at}{below}/Dest[{self._pages[0][0]}/Fit]>>"
        ).encode()
        shown = 1 + max(0, count) if places else 1
        top.data = f"<</Type/Outlines/First {product_at}/Last {product_at}/Count {shown}>>".encode()
        objects.link("Outlines", top_at)


def add_metadata(objects: Objects, title: str, lang: str, producer: str) -> None:
    """Add the metadata that programs read which know no PDF; nothing says when or by whom."""
    title, lang, producer = map(_escaped, (title, lang, producer))
    text = f"""<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"
 xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:xmp="http://ns.adobe.com/xap/1.0/">
<dc:format>application/pdf</dc:format>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
<dc:language><rdf:Bag><rdf:li>{lang}</rdf:li></rdf:Bag></dc:language>
<xmp:CreatorTool>{producer}</xmp:CreatorTool>
<pdf:Producer>{producer}</pdf:Producer>
</rdf:Description>
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="r"?>"""
    # Uncompressed, so that programs find it which read no PDF.
    objects.link("Metadata", objects.packed(text.encode(), "/Type/Metadata/Subtype/XML"))


def _escaped(text: str) -> str:
    """Write a text of XML."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _text(text: str) -> str:
    """Write a text string of a PDF."""
    if text.isascii() and text.isprintable() and not set(text) & set("()\\"):
        return f"({text})"
    return f"<FEFF{text.encode('utf-16-be').hex().upper()}>"
