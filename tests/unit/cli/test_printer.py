"""`ppgen printer`, and jobs for a printer: what is said, kept, and how files are named."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pypdfium2 as pdfium
import pytest

from ppgen.geometry import Edges
from ppgen.printers.profile import Printer
from ppgen.printers.store import load
from tests.support.run import REPO, Ran, Runner


@pytest.fixture(autouse=True)
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return tmp_path / "config" / "ppgen" / "printers.toml"


@pytest.fixture
def made(ppgen: Runner) -> Ran:
    return ppgen("printer", "set", "kitchen", "--x", "0,4", "--y", "-1.1", "--margins", "4,4,12,4")


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_printer_is_kept_shown_and_forgotten(ppgen: Runner, made: Ran, config: Path) -> None:
    assert made.code == 0
    assert "backs 0.4 mm to the right and -1.1 mm down" in made.out
    assert "ppgen printer default kitchen" in made.out
    assert ppgen("printer", "list").out == "kitchen\n"
    assert "margins: 4,4,12,4" in ppgen("printer", "show", "kitchen").out
    assert ppgen("printer", "default", "kitchen").code == 0
    assert ppgen("printer", "list").out == "kitchen (default)\n"
    assert ppgen("printer", "remove", "kitchen").code == 0
    assert "no printer was measured yet" in ppgen("printer", "list").out
    assert "kitchen" not in config.read_text(encoding="utf-8")


@pytest.mark.usefixtures("made")
def test_what_is_not_given_is_neutral(ppgen: Runner) -> None:
    """Also what was known before: numbers of another sheet would mix."""
    ran = ppgen("printer", "set", "kitchen", "--long", "100.3")
    assert "backs 0 mm to the right and 0 mm down" in ran.out
    assert "100 across and 100.3 along" in ran.out


@pytest.mark.usefixtures("made")
def test_a_second_sheet_is_added(ppgen: Runner) -> None:
    ran = ppgen("printer", "set", "kitchen", "--x", "-0.1", "--far-x", "0.2", "--add")
    assert "backs 0.3 mm to the right and -1.1 mm down" in ran.out
    assert "far corner: 0.6 mm to the right and -1.1 mm down" in ran.out
    assert "margins: 4,4,12,4" in ran.out


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("set", "a b", "--x", "1"), "no name of a printer"),
        (("set", "none", "--x", "1"), "no name of a printer"),
        (("set", "p", "--x", "40"), "no number of mm from -20 to 20"),
        (("set", "p", "--long", "10"), "no number of mm from 90 to 110"),
        (("set", "p", "--margins", "1,2"), "TOP,RIGHT,BOTTOM,LEFT"),
        (("set", "p", "--x", "1", "--add"), "there is no printer `p`"),
        (("show", "ketchen"), "did you mean `kitchen`?"),
        (("default", "ketchen"), "did you mean `kitchen`?"),
        (("remove", "ketchen"), "did you mean `kitchen`?"),
        (("test", "--paper", "a5"), "needs 200x260 mm, and a5 is 148x210 mm"),
    ],
)
@pytest.mark.usefixtures("made")
def test_refusals(ppgen: Runner, args: tuple[str, ...], said: str) -> None:
    ran = ppgen("printer", *args)
    assert ran.code == 2
    assert said in ran.err


@pytest.mark.usefixtures("made")
def test_a_damaged_file_is_named_and_can_be_done_without(
    ppgen: Runner, config: Path, tmp_path: Path
) -> None:
    config.write_text("[printers.p]\nx = 'a'\n", encoding="utf-8")
    ran = ppgen("make", "decrypto/tokens", "-o", tmp_path / "x.pdf")
    assert ran.code == 2
    assert "printers.toml cannot be read: p: x is no number from -20 to 20" in ran.err
    args = ("decrypto/tokens", "-o", tmp_path / "x.pdf", "--printer", "none")
    assert ppgen("make", *args).code == 0


@pytest.mark.usefixtures("made")
def test_a_job_names_its_printer(ppgen: Runner, tmp_path: Path) -> None:
    out = tmp_path / "out"
    ran = ppgen("make", "decrypto/tokens", "--printer", "kitchen", "-o", f"{out}/")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.rstrip().endswith("; for the printer kitchen")
    assert names(out) == ["decrypto-tokens-en-a4-kitchen.pdf"]
    page = pdfium.PdfDocument(out / "decrypto-tokens-en-a4-kitchen.pdf")[0]
    assert "· kitchen" in page.get_textpage().get_text_range()
    assert "there is no printer `x`" in ppgen("make", "--printer", "x", "decrypto/tokens").err


@pytest.mark.usefixtures("made")
def test_the_usual_printer_serves_where_none_is_named(ppgen: Runner, tmp_path: Path) -> None:
    def make(*more: str) -> bytes:
        path = tmp_path / "x.pdf"
        assert ppgen("make", "decrypto/tokens", *more, "-o", path).code == 0
        return path.read_bytes()

    plain = make()
    ppgen("printer", "default", "kitchen")
    assert make() == make("--printer", "kitchen")
    assert make("--printer", "none") == plain
    assert make() != plain
    ppgen("printer", "default", "none")
    assert make() == plain


def test_the_edge_of_the_printer_serves_where_none_is_named(ppgen: Runner, tmp_path: Path) -> None:
    ppgen("printer", "set", "hall", "--x", "1", "--flip", "short")
    given = ("make", "decrypto/tokens", "--printer", "hall", "-o", tmp_path / "x.pdf")
    assert "flip on the short edge" in ppgen(*given).out
    ran = ppgen(*given, "--duplex", "long")
    assert "flip on the long edge" in ran.out
    assert "hall was measured flipping on the short edge" in ran.err
    assert "over its short edge" in ppgen(*given, "--duplex", "manual").out


@pytest.mark.usefixtures("made")
def test_the_test_sheet(ppgen: Runner, tmp_path: Path) -> None:
    out = tmp_path / "out"
    for args in ((), ("--paper", "letter", "--flip", "short"), ("--printer", "kitchen")):
        assert ppgen("printer", "test", *args, "-o", f"{out}/").code == 0
    assert ppgen("printer", "test", "--manual", "-o", f"{out}/").code == 0
    assert names(out) == [
        "printer-test-a4-1-fronts.pdf", "printer-test-a4-2-backs.pdf",
        "printer-test-a4-kitchen.pdf", "printer-test-a4.pdf", "printer-test-letter-short.pdf",
    ]  # fmt: skip
    assert [len(pdfium.PdfDocument(out / name)) for name in names(out)] == [2, 2, 2, 2, 2]
    (out / "printer-test-a4.pdf").write_bytes(b"mine")
    ran = ppgen("printer", "test", "-o", f"{out}/")
    assert (ran.code, "not made by ppgen" in ran.err) == (2, True)


@pytest.mark.slow
def test_at_a_terminal_it_asks() -> None:
    ours, theirs = os.openpty()
    answers = ["0.4", "ten", "\u22121,1", "", "", "", "100.3", "4,4,12,4", "", "reversed"]
    os.write(ours, "".join(f"{answer}\n" for answer in answers).encode())
    command = [sys.executable, "-m", "ppgen", "printer", "set", "kitchen"]
    ran = subprocess.run(
        command, stdin=theirs, capture_output=True, check=False, cwd=REPO, encoding="utf-8",
        env={**os.environ, "PYTHONPATH": str(REPO), "PYTHONIOENCODING": "utf-8"}, timeout=60,
    )  # fmt: skip
    os.close(ours)
    os.close(theirs)
    assert ran.returncode == 0, ran.stderr
    assert "`ten` is no number of mm" in ran.stderr
    assert load().known["kitchen"] == Printer(
        "kitchen", 0.4, -1.1, long=100.3, margins=Edges(4, 4, 4, 12), pile="reversed"
    )


def test_without_a_terminal_nothing_is_asked(ppgen_apart: Runner, config: Path) -> None:
    assert ppgen_apart("printer", "set", "p").code == 0
    assert load().known["p"] == Printer("p")
    assert config.is_file()
