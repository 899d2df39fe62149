"""Booklets from a game file to PDF: their pages read in order, at the size that suits the paper."""

from __future__ import annotations

import re
from pathlib import Path

import pypdfium2 as pdfium
import pytest

from ppgen.build import Fonts, Printout, default_request, place
from ppgen.geometry import Duplex, Edges, Flip, Size, portrait
from ppgen.load.workspace import Workspace
from tests.support.folding import read_nested, read_slit
from tests.support.run import Runner, write

#: Small pages hold less, so there are more of them.
FILES = {
    "ppgen.yaml": "ppgen: workspace/1\n",
    "content/own/game.yaml": """
        ppgen: game/2
        title: Own
        products:
          book:
            kind: booklet
            size: [a6, quarter-letter, a7, eighth-letter]
            labels: no
            let: {small: face.width < 80}
            each: {page: 1..10 if small else 1..5}
            front: own
    """,
    "templates/own.yaml": """
        ppgen: layout/2
        extends: base
        needs: {page: integer}
        margin: 6
        draw:
          - text: page ${page}
            style: {size: 20pt, valign: top}
    """,
}
A6, A7 = Size(105, 148), Size(74, 105)
QUARTER, EIGHTH = Size(107.95, 139.7), Size(69.85, 107.95)


@pytest.fixture
def own(tmp_path: Path) -> Path:
    write(tmp_path, FILES)
    return tmp_path


def made(own: Path, paper: str, duplex: Duplex, lang: str = "en", **asked: object) -> Printout:
    workspace = Workspace(own)
    game = workspace.game("own")
    size = workspace.size(paper)
    assert game is not None
    assert size is not None
    request = default_request(workspace, game, game.products["book"], lang)
    changes = {"paper": portrait(size), "paper_name": paper, "duplex": duplex, **asked}
    request = type(request)(**{**vars(request), **changes})
    printout = place(workspace, request, Fonts(workspace.fonts))
    assert printout is not None, [d.message for d in workspace.report.sorted()]
    return printout


def pages_read(printout: Printout, spine: str = "left") -> list[int]:
    """Print, cut, fold and read."""
    (group,) = printout.groups
    flip: dict[str, Flip] = {"long": "long", "short": "short", "manual": "long"}
    if printout.duplex in flip:
        read = read_nested(group.plan, group.size, flip[printout.duplex], spine=spine)
    else:
        read = [page for one in read_slit(group.plan, group.size, spine=spine) for page in one]
    assert all(page.upright for page in read if page)
    return [page.page for page in read if page]


@pytest.mark.parametrize(
    ("paper", "duplex", "size", "pages", "leaves"),
    [
        ("a4", "long", A6, 5, 1),
        ("a4", "short", A6, 5, 1),
        ("a4", "manual", A6, 5, 1),
        ("letter", "long", QUARTER, 5, 1),
        ("a5", "long", A6, 5, 2),
        ("a4", "none", A7, 10, 2),
        ("a4", "fold", A7, 10, 2),
        ("letter", "none", EIGHTH, 10, 2),
        ("a3", "none", A6, 5, 1),
    ],
)
def test_size_and_order(
    own: Path, paper: str, duplex: Duplex, size: Size, pages: int, leaves: int
) -> None:
    printout = made(own, paper, duplex)
    assert [group.size for group in printout.groups] == [size]
    assert printout.leaves == leaves
    assert pages_read(printout) == list(range(pages))


def test_fronts_alone_are_leaves_with_one_printed_side(own: Path) -> None:
    printout = made(own, "a4", "long", fronts=True)
    assert printout.duplex == "none"
    assert pages_read(printout) == list(range(10))


def test_right_to_left_languages_bind_at_the_right(own: Path) -> None:
    assert pages_read(made(own, "a4", "long", "ar"), spine="right") == list(range(5))
    assert pages_read(made(own, "a4", "none", "ar"), spine="right") == list(range(10))
    assert pages_read(made(own, "a4", "long", "ar"), spine="left") != list(range(5))


def test_a_wider_margin_makes_pages_smaller_but_no_more_leaves(own: Path) -> None:
    for duplex in ("long", "none"):
        usual, wide = made(own, "a4", duplex), made(own, "a4", duplex, margin=Edges(8, 8, 8, 8))
        assert wide.leaves == usual.leaves
        assert wide.groups[0].size.width < usual.groups[0].size.width
        assert pages_read(wide) == pages_read(usual)


def test_the_pdf_says_how_to_print_and_bind_it(own: Path, ppgen: Runner) -> None:
    both = ppgen("make", "own/book", "-o", "both.pdf", cwd=own)
    assert "5 pages on 1 sheet of A4" in both.out
    assert "stack the piles" in both.out
    one = ppgen("make", "own/book", "--duplex", "none", "-o", "one.pdf", cwd=own)
    assert "10 pages on 2 sheets of A4" in one.out
    assert "slit the line in the middle" in one.out
    document = pdfium.PdfDocument(own / "both.pdf")
    assert len(document) == 2
    texts = [page.get_textpage().get_text_range() for page in document]
    assert [re.findall(r"page (\d)", text) for text in texts] == [["1", "3"], ["2", "4", "5"]]


def test_single_pages_are_refused(own: Path, ppgen: Runner) -> None:
    ran = ppgen("make", "own/book", "--only", "2", "-o", "x.pdf", cwd=own)
    assert ran.code != 0
    assert "a booklet is printed whole" in ran.err


def test_two_copies_are_two_booklets(own: Path) -> None:
    printout = made(own, "a4", "long", count=2)
    assert printout.leaves == 2
    assert [sorted(s.piece for s in sheet.slots) for _, sheet in printout.sheets()] == [
        [0, 2], [1, 3, 4], [5, 7], [6, 8, 9],
    ]  # fmt: skip
