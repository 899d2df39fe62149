"""The line in the margin stays on the paper, however long a title or notice is."""

from __future__ import annotations

import shutil
from pathlib import Path

import pypdfium2
import pytest

from tests.support.run import BASE, Runner, write

LONG = "A very long title indeed " * 20
MM = 72 / 25.4


def words_and_reach(path: Path) -> tuple[str, list[float]]:
    """Return the text of the first page, and how far its letters stay off each edge, in mm."""
    with pypdfium2.PdfDocument(path) as pdf:
        page = pdf[0]
        text = page.get_textpage()
        wide, high = page.get_size()
        found = text.get_text_range()
        boxes = [text.get_charbox(i) for i in range(text.count_chars()) if found[i].strip()]
        edges = zip(*((x, y, wide - right, high - top) for x, y, right, top in boxes), strict=True)
        return found, [min(edge) / MM for edge in edges]


@pytest.mark.parametrize(
    ("size", "paper"),
    [
        ("63x88", "a4"),  # two lines below
        ("63x88", "80x120mm"),
        ("190x270", "a4"),  # one line below
        ("180x287", "a4"),  # two lines beside
        ("184x287", "a4"),  # one line beside
        ("50x40", "60x70mm"),
        ("25x20", "35x50mm"),
    ],
)
@pytest.mark.parametrize("title", [LONG, "W" * 400, "e\u0301" * 400])
def test_long_titles_are_shortened(
    ppgen: Runner, tmp_path: Path, size: str, paper: str, title: str
) -> None:
    shutil.copytree(BASE, tmp_path, dirs_exist_ok=True)
    layout = "ppgen: layout/2\nfonts: {body: Roboto Condensed}\nmargin: 0\ndraw: [{shape: line}]\n"
    product = f"products:\n  p: {{size: {size}, front: x}}\n"
    game = f"ppgen: game/2\ntitle: {title}\nnotice: {LONG}\n{product}"
    write(tmp_path, {"templates/x.yaml": layout, "content/g/game.yaml": game})
    (tmp_path / "content/g/labels/en.yaml").unlink()
    ran = ppgen("make", "--paper", paper, "-o", "x.pdf", cwd=tmp_path)
    assert ran.code == 0, ran.err
    found, off = words_and_reach(tmp_path / "x.pdf")
    assert "…" in found
    assert min(off) > 4.99, "the margin of 5 mm is what a printer cannot reach"


def test_how_to_print_stays_where_there_is_one_line(ppgen: Runner, tmp_path: Path) -> None:
    shutil.copytree(BASE, tmp_path, dirs_exist_ok=True)
    game = f"ppgen: game/2\ntitle: {LONG}\nproducts:\n  p: {{size: 190x270, front: x}}\n"
    write(tmp_path, {"content/g/game.yaml": game})
    assert ppgen("make", "-o", "x.pdf", cwd=tmp_path).code == 0
    found, _ = words_and_reach(tmp_path / "x.pdf")
    short, _, rest = found.partition("…")
    assert "A very long title" in short
    assert "100 %" in rest


def test_a_label_names_the_product(ppgen: Runner, tmp_path: Path) -> None:
    shutil.copytree(BASE, tmp_path, dirs_exist_ok=True)
    game = "ppgen: game/2\ntitle: Game\nproducts:\n  p-2: {size: 63x88, front: x}\n"
    write(tmp_path, {"content/g/game.yaml": game})
    assert ppgen("make", "-o", "x.pdf", cwd=tmp_path).code == 0
    assert "Game, p-2 en" in words_and_reach(tmp_path / "x.pdf")[0]
    labels = (BASE / "content/g/labels/en.yaml").read_text()
    write(tmp_path, {"content/g/labels/en.yaml": f"{labels}  product_p_2: Cards\n"})
    assert ppgen("make", "-o", "x.pdf", "--force", cwd=tmp_path).code == 0
    assert "Game, Cards en" in words_and_reach(tmp_path / "x.pdf")[0]
    assert ppgen("check", cwd=tmp_path).code == 0
    write(tmp_path, {"content/g/labels/en.yaml": f"{labels}  product_p_3: Cards\n"})
    assert "no layout uses the label `product_p_3`" in ppgen("check", cwd=tmp_path).err


@pytest.mark.parametrize(("size", "said"), [("63x88", True), ("184x287", False)])
def test_paper_that_a_product_wants_is_named_beside_the_ruler(
    ppgen: Runner, tmp_path: Path, size: str, said: bool
) -> None:
    shutil.copytree(BASE, tmp_path, dirs_exist_ok=True)
    product = f"{{size: {size}, front: x, stock: 300 g}}"
    game = f"ppgen: game/2\ntitle: Game\nproducts:\n  p: {product}\n"
    write(tmp_path, {"content/g/game.yaml": game})
    assert ppgen("make", "-o", "x.pdf", cwd=tmp_path).code == 0
    found, _ = words_and_reach(tmp_path / "x.pdf")
    assert ("300 g" in found) == said
    # Where there is no room for both, the ruler stays.
    write(tmp_path, {"content/g/game.yaml": game.replace("300 g", "a very heavy paper " * 4)})
    assert ppgen("make", "-o", "x.pdf", "--force", cwd=tmp_path).code == 0
    found, _ = words_and_reach(tmp_path / "x.pdf")
    assert "heavy" not in found
    assert "100 mm" in found


def test_words_of_a_back_stay_off_its_faces(ppgen: Runner, tmp_path: Path) -> None:
    shutil.copytree(BASE, tmp_path, dirs_exist_ok=True)
    layout = "ppgen: layout/2\nfonts: {body: Roboto Condensed}\nmargin: 6\ndraw: [{shape: line}]\n"
    product = "products:\n  p: {size: [a6, paper], count: 2, front: x, back: same}\n"
    game = f"ppgen: game/2\ntitle: T\n{product}"
    write(tmp_path, {"templates/x.yaml": layout, "content/g/game.yaml": game})
    (tmp_path / "content/g/labels/en.yaml").unlink()
    ran = ppgen("make", "-o", "x.pdf", cwd=tmp_path)
    assert ran.code == 0, ran.err
    with pypdfium2.PdfDocument(tmp_path / "x.pdf") as pdf:
        front, back = (
            [text.get_charbox(i) for i, c in enumerate(text.get_text_range()) if c.strip()]
            for text in (page.get_textpage() for page in pdf)
        )
    # The faces, one above the other, take the left half of the front and the right one of the back.
    assert front
    assert back
    assert min(left for left, *_ in front) > 105 * MM
    assert max(right for _, _, right, _ in back) < 105 * MM
