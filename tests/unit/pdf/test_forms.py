"""Boxes to write in as fields of a PDF, filled by another library."""

from __future__ import annotations

import io
import re
from itertools import pairwise
from pathlib import Path

import numpy as np
import pikepdf
import pypdfium2
import pytest

from ppgen.build import Fonts, make_pdf
from ppgen.drawing.page import Page, Placed
from ppgen.geometry import Frame, Rect, Size
from ppgen.pdf.document import Info, write
from tests.support.layouts import Bench
from tests.support.products import Prepare
from tests.support.run import run_here


def opened(pdf: bytes) -> pikepdf.Pdf:
    return pikepdf.open(io.BytesIO(pdf))


def names(pdf: pikepdf.Pdf, page: int = 0) -> list[str]:
    """Return the names of the fields of a page in the order of the Tab key."""
    assert pdf.pages[page].Tabs == "/A"
    return [str(field.T) for field in pdf.pages[page].Annots]


def script(field: pikepdf.Object) -> str:
    return str(field.AA.C.JS)


def rendered(pdf: bytes) -> np.ndarray[tuple[int, ...], np.dtype[np.int_]]:
    with pypdfium2.PdfDocument(pdf) as document:
        document.init_forms()
        return np.array(document[0].render(scale=1).to_pil().convert("L")).astype(int)


@pytest.fixture(scope="module")
def scores(placed: Prepare, fonts: Fonts) -> bytes:
    return make_pdf(placed("chiffre/scores", count=1), fonts, fillable=True)


def test_fields_are_visited_as_people_write(placed: Prepare, fonts: Fonts) -> None:
    pdf = opened(make_pdf(placed("decrypto/notes", count=1), fonts, fillable=True))
    assert names(pdf)[:11] == [
        "1-1-name",
        *(f"1-1-{kind}_1_{n}" for n in (1, 2, 3) for kind in ("clue", "guess", "code")),
        "1-1-clue_2_1",
    ]
    everything = [name for page in range(2) for name in names(pdf, page)]
    assert len(set(everything)) == len(everything) == len(pdf.Root.AcroForm.Fields)


def test_fields_run_with_the_writing(placed: Prepare, fonts: Fonts) -> None:
    """From right to left where words do: boxes of a line go from their right to their left."""
    made = make_pdf(placed("decipher/scores", "ar", paper="a5"), fonts, fillable=True)
    pdf = opened(made)
    fields = [f for f in pdf.pages[0].Annots if "1-1-word_1_1_" in str(f.T)]
    boxes = [[float(v) for v in field.Rect] for field in fields]
    assert len(boxes) == 6
    # The face may lie turned on its leaf; a line of boxes is one-dimensional either way.
    along = 0 if len({round(b[1], 2) for b in boxes}) == 1 else 1
    steps = {round(b[along] - a[along], 1) > 0 for a, b in pairwise(boxes)}
    assert len(steps) == 1


def test_another_library_fills_them(scores: bytes) -> None:
    pdf = opened(scores)
    before = rendered(scores)
    for field in pdf.Root.AcroForm.Fields:
        if str(field.T) == "1-1-name_1":  # the front; 2-1-name_1 is the back, for another game
            field.V = pikepdf.String("Ada")
            box = [float(v) for v in field.Rect]
    pdf.generate_appearance_streams()
    out = io.BytesIO()
    pdf.save(out)
    changed = np.argwhere(rendered(out.getvalue()) != before)
    assert len(changed) > 20
    high = before.shape[0]
    (top, left), (bottom, right) = changed.min(axis=0), changed.max(axis=0)
    assert box[0] - 1 <= left <= right <= box[2] + 1
    assert high - box[3] - 1 <= top <= bottom <= high - box[1] + 1
    again = opened(out.getvalue())
    reread = {str(f.T): str(f.V) for f in again.Root.AcroForm.Fields if "/V" in f}
    assert reread == {"1-1-name_1": "Ada"}


def test_a_total_adds_up_its_own_column(scores: bytes) -> None:
    pdf = opened(scores)
    form = pdf.Root.AcroForm
    sums = {str(field.T): field for field in form.CO}
    assert set(sums) == {f"{side}-1-total_{n}" for side in (1, 2) for n in (1, 2)}
    for side in (1, 2):  # front and back are two games, each with sums of its own
        _, *added = re.findall(r'"([^"]*)"', script(sums[f"{side}-1-total_2"]))
        assert added == [f"{side}-1-points_2_{n}" for n in range(1, 6)]
    everything = [name for page in range(len(pdf.pages)) for name in names(pdf, page)]
    assert len(set(everything)) == len(everything) == len(form.Fields)
    assert script(sums["1-1-total_2"]).startswith('AFSimple_Calculate("SUM",new Array(')
    assert int(sums["1-1-total_1"].Ff) & 1  # nobody types over a sum


@pytest.mark.parametrize("style", ["simple", "detailed"])
def test_totals_of_each_player_and_game(style: str, placed: Prepare, fonts: Fonts) -> None:
    made = make_pdf(placed("decipher/scores", style=style), fonts, fillable=True)
    pdf = opened(made)
    sums = {str(field.T): script(field) for field in pdf.Root.AcroForm.CO}
    total = next(text for name, text in sums.items() if name.startswith("1-1-total_1_3"))
    assert re.findall(r'"([^"]*)"', total) == ["SUM", *(f"1-1-points_1_{n}_3" for n in range(1, 5))]


def test_no_field_without_a_wish(placed: Prepare, fonts: Fonts) -> None:
    assert "/AcroForm" not in opened(make_pdf(placed("chiffre/scores"), fonts)).Root


LAYOUT = """
  - field: note
    box: {left: 5, top: 5, width: 40, height: 20}
    rotate: 90
  - field: note
    box: {left: 5, top: 30, width: 10, height: 5}
"""


def test_what_a_field_is_like(bench: Bench, fonts: Fonts) -> None:
    face = bench.face(LAYOUT, size=Size(60, 40))
    page = Page(face.size, (Placed(face, Frame()),), (), (), Rect(0, 0, *face.size))
    pdf = opened(write([page], Info("t", "en", None, "ppgen", fillable=True), fonts))
    first, second = pdf.pages[0].Annots
    assert [str(first.T), str(second.T)] == ["1-1-note", "1-1-note_2"]
    assert [round(float(v) * 25.4 / 72, 2) for v in first.Rect] == [5, 15, 45, 35]
    assert int(first.MK.R) == 270  # counterclockwise
    assert int(first.Ff) & (1 << 12)
    assert int(second.Q) == 1
    assert int(second.Ff) == 0
    assert "/MK" not in second


def test_the_command_names_the_file_and_what_has_no_field(tmp_path: Path) -> None:
    ran = run_here("make", "decrypto/tokens", "--fillable", cwd=tmp_path)
    assert ran.code == 0
    assert ran.err == "note: decrypto/tokens has no box to write in\n"
    assert (tmp_path / "out/decrypto-tokens-en-a4-fillable.pdf").is_file()
    ran = run_here("make", "decrypto/tokens", "--fillable", "--as", "png", cwd=tmp_path)
    assert ran.code == 2
    assert "--fillable is for PDF files, not for pictures" in ran.err
