"""`--gang` and `--one-file`: the files, and what is said of them."""

from __future__ import annotations

from pathlib import Path

import pypdfium2 as pdfium
import pytest

from tests.support.run import Runner


def test_gang_says_what_it_saved(ppgen: Runner, tmp_path: Path) -> None:
    args = ("make", "kryptx/box", "kryptx/controls", "--gang", "-o", f"{tmp_path}/")
    ran = ppgen(*args)
    assert ran.code == 0
    assert ran.err == (
        "note: kryptx: 1 leaf instead of 2, as --gang lets products share their last sheets\n"
    )
    assert "kryptx-shared-en-a4.pdf: 9 two-sided pieces on 1 sheet of A4 paper" in ran.out
    assert "cut between the blocks first" in ran.out
    assert [path.name for path in tmp_path.iterdir()] == ["kryptx-shared-en-a4.pdf"]


def test_gang_that_saves_nothing_says_so(ppgen: Runner, tmp_path: Path) -> None:
    ran = ppgen("make", "kryptx/aid", "kryptx/controls", "--gang", "-o", f"{tmp_path}/")
    assert ran.code == 0
    assert "kryptx: no last sheets fit on one sheet together, so --gang saves none" in ran.err
    assert len(list(tmp_path.iterdir())) == 2


def test_gang_cannot_be_folded_nor_tried(ppgen: Runner, tmp_path: Path) -> None:
    for more, said in (
        (("--duplex", "fold"), "choose another --duplex"),
        (("--leaves", "1"), "print a trial without it"),
    ):
        ran = ppgen("make", "kryptx", "--gang", *more, "-o", f"{tmp_path}/")
        assert ran.code == 2
        assert said in ran.err


@pytest.mark.slow
def test_one_file_a_game(ppgen: Runner, tmp_path: Path) -> None:
    targets = ("kryptx/controls", "kryptx/box", "decipher/aid", "decipher/shield")
    ran = ppgen("make", *targets, "--one-file", "-o", f"{tmp_path}/")
    assert (ran.code, ran.err) == (0, "")
    names = ["decipher-all-en-a4.pdf", "kryptx-all-en-a4.pdf"]
    assert sorted(path.name for path in tmp_path.iterdir()) == names
    assert "kryptx-all-en-a4.pdf: 2 products on 2 sheets of A4 paper; print both sides" in ran.out
    assert "  pages 1-2: control cards, 8 two-sided cards on 1 sheet of A4 paper\n" in ran.out
    for name in names:
        assert len(pdfium.PdfDocument(tmp_path / name)) == 4
    one = tmp_path / "x.pdf"
    assert ppgen("make", *targets[:2], "--one-file", "-o", one).code == 0
    assert len(pdfium.PdfDocument(one)) == 4
    ran = ppgen("make", *targets, "--one-file", "-o", one)
    assert (ran.code, "do not fit in one file" in ran.err) == (2, True)


@pytest.mark.slow
def test_one_file_keeps_its_deck(ppgen: Runner, tmp_path: Path) -> None:
    path = tmp_path / "x.pdf"
    targets = ("decrypto/box", "decrypto/keywords")
    ran = ppgen("make", *targets, "--count", "9", "--one-file", "-o", path)
    assert ran.code == 0
    assert ", deck en-1-9-" in ran.out
    code = ran.out.partition("deck ")[2].partition(",")[0]
    again = ppgen("make", "decrypto/keywords", "--deck", path, "-o", tmp_path / "y.pdf")
    assert again.code == 0
    assert f"deck {code}" in again.out


def test_one_file_by_hand_is_two(ppgen: Runner, tmp_path: Path) -> None:
    args = ("make", "kryptx/controls", "kryptx/box", "--gang", "--one-file", "--duplex", "manual")
    assert ppgen(*args, "-o", tmp_path / "x.pdf").code == 0
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == ["x-1-fronts.pdf", "x-2-backs.pdf"]
