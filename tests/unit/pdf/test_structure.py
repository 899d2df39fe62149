"""What a PDF says of itself: reading order, bookmarks, labels of pages, metadata."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from xml.etree import ElementTree as ET

import pikepdf
import pytest

from ppgen.build import make_pdf
from ppgen.drawing.face import Face
from ppgen.drawing.ops import Color, FontChoice, Paint, RectOp, TextOp
from ppgen.drawing.page import Page, Placed
from ppgen.geometry import Frame, Point, Rect, Size
from ppgen.pdf.content import follows
from ppgen.pdf.document import Info, write
from ppgen.text.fonts import Fonts
from tests.support.products import Prepare

RDF = "{http://www.w3.org/1999/02/22-rdf-syntax-ns#}"
DC = "{http://purl.org/dc/elements/1.1/}"


def opened(pdf: bytes) -> pikepdf.Pdf:
    return pikepdf.open(io.BytesIO(pdf))


@pytest.fixture(scope="module")
def rules(placed: Prepare, fonts: Fonts) -> pikepdf.Pdf:
    return opened(make_pdf(placed("chiffre/rules", "en"), fonts))


def labels_of(pdf: pikepdf.Pdf) -> list[str]:
    return [str(page.label) for page in pdf.pages]


def elements(pdf: pikepdf.Pdf) -> Iterator[pikepdf.Object]:
    yield from pdf.Root.StructTreeRoot.K.K


def test_a_leaflet_is_read_page_by_page(rules: pikepdf.Pdf) -> None:
    """In the order of its pages, though they are printed in another, and chapters are headings."""
    assert bool(rules.Root.MarkInfo.Marked)
    said = [(str(e.S), str(e.get("/ActualText", ""))) for e in elements(rules)]
    heads = [words for kind, words in said if kind == "/H" and re.match(r"\d \w", words)]
    assert [int(head[0]) for head in heads] == list(range(1, 8))
    assert heads[0] == "1 AIM AND PARTS"
    assert ("/P", "The letters keep their order in the alphabet. A card shows which letters come "
            "earlier and which come later.") in said  # fmt: skip


def test_everything_is_said_or_left_out_and_nothing_twice(rules: pikepdf.Pdf) -> None:
    tree = rules.Root.StructTreeRoot
    parents = list(tree.ParentTree.Nums)
    seen = []
    for page in rules.pages:
        assert page.Tabs == "/S"
        row = parents[2 * int(page.StructParents) + 1]
        depth, marked = 0, []
        for instruction in pikepdf.parse_content_stream(page):
            operands, name = instruction.operands, str(instruction.operator)
            if name in {"BDC", "BMC"}:
                depth += 1
                if "MCID" in str(operands[-1]):
                    marked.append(int(operands[1].MCID))
                    element = row[marked[-1]]
                    assert operands[0] == element.S
                    assert marked[-1] == element.K
                    assert element.Pg.objgen == page.objgen
            elif name == "EMC":
                depth -= 1
            elif name in {"Tj", "TJ", "Do", "f", "S", "f*", "B"}:
                assert depth > 0, f"`{name}` is neither said nor left out"
        assert depth == 0
        assert marked == list(range(len(row)))
        seen += [element.objgen for element in row]
    assert sorted(seen) == sorted(element.objgen for element in elements(rules))


def test_cards_are_a_section_of_each_page(placed: Prepare, fonts: Fonts) -> None:
    pdf = opened(make_pdf(placed("decrypto/codes"), fonts))
    assert [str(element.S) for element in elements(pdf)] == ["/Sect"] * len(pdf.pages)


@pytest.mark.parametrize(
    ("lang", "labels"),
    [("en", ["1 front", "1 back", "2 front"]), ("de", ["1 Vorderseite", "1 Rückseite"])],
)
def test_bookmarks_and_labels(
    lang: str, labels: list[str], placed: Prepare, fonts: Fonts
) -> None:  # fmt: skip
    pdf = opened(make_pdf(placed("decrypto/codes", lang), fonts))
    assert labels_of(pdf)[: len(labels)] == labels
    with pdf.open_outline() as outline:
        (product,) = outline.root
        assert product.title == f"Decrypto: codes ({lang})"
        assert [item.title for item in product.children] == labels_of(pdf)
        targets = [item.destination[0].objgen for item in product.children]  # type: ignore[index]
    assert targets == [page.objgen for page in pdf.pages]


def test_one_sided_leaves_have_numbers(placed: Prepare, fonts: Fonts) -> None:
    pdf = opened(make_pdf(placed("kryptx/slips"), fonts))
    assert len(pdf.pages) > 1
    assert labels_of(pdf) == [str(n + 1) for n in range(len(pdf.pages))]


def test_metadata(rules: pikepdf.Pdf) -> None:
    assert rules.Root.Lang == pikepdf.String("en")
    tree = ET.fromstring(rules.Root.Metadata.read_bytes())
    title = tree.find(f".//{DC}title/{RDF}Alt/{RDF}li")
    assert title is not None
    assert title.text == str(rules.docinfo.Title) == "Chiffre: rules (en)"
    assert [li.text for li in tree.iterfind(f".//{DC}language/{RDF}Bag/{RDF}li")] == ["en"]


def test_signs_of_xml_in_a_title(fonts: Fonts) -> None:
    pdf = opened(write(pages(1), Info("<A & B>", "en", None, "ppgen"), fonts))
    tree = ET.fromstring(pdf.Root.Metadata.read_bytes())
    title = tree.find(f".//{DC}title/{RDF}Alt/{RDF}li")
    assert title is not None
    assert title.text == "<A & B>"


def pages(count: int) -> list[Page]:
    size = Size(20, 20)
    whole = RectOp(Rect(0, 0, 20, 20), Paint(fill=Color(0, 0, 0)))
    face = Face.of(size, [whole], whole)
    page = Page(size, (Placed(face, Frame()),), (), (), Rect(0, 0, 20, 20))
    return [page] * count


def test_a_file_of_thousands_of_pages_stays_small(fonts: Fonts) -> None:
    info = Info("t", "en", None, "ppgen")
    assert "/StructTreeRoot" in opened(write(pages(200), info, fonts)).Root
    assert "/StructTreeRoot" not in opened(write(pages(201), info, fonts)).Root


def text(x: float, y: float, size: float = 10, turn: int = 0) -> TextOp:
    fonts = (FontChoice("Roboto Condensed"),)
    wide = Rect(x, y - 2, 20, 2) if turn in {0, 180} else Rect(x, y - 2, 2, 20)
    return TextOp("word", fonts, size, Point(x, y), turn, Color(0, 0, 0), wide, "en")  # type: ignore[arg-type]


def test_a_paragraph_goes_on_in_the_next_line_and_beside() -> None:
    first = text(10, 10)  # 10 pt are 3.5 mm
    assert follows(text(10, 14.5), first)
    assert follows(text(31, 10), first)
    assert not follows(text(10, 16), first)  # a space between paragraphs
    assert not follows(text(10, 5), first)  # the next column
    assert not follows(text(60, 10), first)  # another cell of the line
    assert not follows(text(10, 14.5, 12), first)
    assert not follows(text(10, 14.5, turn=90), first)
    assert follows(text(5.5, 10, turn=90), text(10, 10, turn=90))
