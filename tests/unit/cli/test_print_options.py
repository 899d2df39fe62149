"""Options that say how leaves are printed and cut: what is said of them, how files are named."""

from __future__ import annotations

from pathlib import Path

from tests.support.run import Runner


def test_marks_name_the_file(ppgen: Runner, tmp_path: Path) -> None:
    ran = ppgen(
        "make", "decrypto/tokens", "--marks", "lines", "--marks-on", "front", "-o", f"{tmp_path}/"
    )
    assert (ran.code, ran.err) == (0, "")
    assert [p.name for p in tmp_path.iterdir()] == [
        "decrypto-tokens-en-a4-marks-lines-marks-on-front.pdf"
    ]


def test_marks_on_backs_that_are_not_printed(ppgen: Runner, tmp_path: Path) -> None:
    for way in ("fold", "none"):
        args = ("decrypto/codes", "--marks-on", "back", "--duplex", way, "-o", tmp_path / "x.pdf")
        ran = ppgen("make", *args)
        assert ("the marks are on the fronts" in ran.err) == (way == "fold")
    ran = ppgen(
        "make", "decrypto/tokens", "--marks-on", "back", "--fronts", "-o", tmp_path / "x.pdf"
    )
    assert "the marks are on the fronts" in ran.err


def test_cuts_without_a_mark_are_named(ppgen: Runner, tmp_path: Path) -> None:
    args = ("decrypto/notes", "--count", "2", "--margin", "7", "-o", tmp_path / "x.pdf")
    ran = ppgen("make", *args)
    assert ran.code == 0
    assert "the cuts 1.4 mm from the paper's edge have no marks" in ran.err
    assert "no marks" not in ppgen("make", *args, "--marks", "none").err
