"""Every code has a folder here: a workspace with a fault and the message it must give.

A case is a folder with the files that differ from `_base`, `args.txt` (the command line behind
`ppgen`), `expected.txt` (all of stderr) and, if it is not 1, `exit.txt`. After a change on purpose
run `pytest tests/errors --update` and read the difference.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterable
from pathlib import Path

import pypdfium2
import pytest

from ppgen.diagnostics import CODES
from tests.support.run import BASE, REPO, Expect, Ran, run_here

ERRORS = Path(__file__).parent
CASES = sorted(p.name for p in ERRORS.iterdir() if p.is_dir() and p.name[0] != "_")
OWN = {"args.txt", "expected.txt", "exit.txt"}
FORMER = b"%PDF-former\n"


def workspace(case: str, folder: Path) -> Path:
    """Copy the base and the case over it."""
    shutil.copytree(BASE, folder, dirs_exist_ok=True)
    shutil.copytree(
        ERRORS / case, folder, dirs_exist_ok=True, ignore=lambda _d, names: OWN & set(names)
    )
    return folder


def without_folder(codes: Iterable[str], folders: Iterable[str]) -> set[str]:
    """Name the codes for which there is no case."""
    return set(codes) - {name.partition("-")[0] for name in folders}


@pytest.mark.parametrize("case", CASES)
def test_message(case: str, tmp_path: Path, expect: Expect) -> None:
    here = workspace(case, tmp_path)
    args = (ERRORS / case / "args.txt").read_text("utf-8").split()
    former = here / "out" / "keep.pdf"
    former.parent.mkdir()
    former.write_bytes(FORMER)
    if args[0] == "make":
        args += ["-o", "out/keep.pdf"]

    ran = run_here(*args, cwd=here)

    expect(ERRORS / case / "expected.txt", ran.err)
    wanted = ERRORS / case / "exit.txt"
    assert ran.code == (int(wanted.read_text()) if wanted.exists() else 1)
    assert "no problems" not in ran.out
    assert f"[{case.partition('-')[0]}]" in ran.err or wanted.exists()
    assert [p.name for p in former.parent.iterdir()] == ["keep.pdf"]
    assert former.read_bytes() == FORMER


def test_base_is_fine() -> None:
    """Otherwise a case could fail for another reason than its own."""
    assert run_here("check", cwd=BASE) == Ran(0, "no problems: 1 product in 1 language\n", "")


def test_every_code_has_a_case() -> None:
    assert without_folder(CODES, CASES) == set()
    assert {c.partition("-")[0] for c in CASES} <= set(CODES)


def test_a_code_without_a_case_is_seen() -> None:
    assert without_folder({*CODES, "E999"}, CASES) == {"E999"}
    assert without_folder(CODES, [c for c in CASES if not c.startswith("E403")]) == {"E403"}


def test_every_code_is_raised_somewhere() -> None:
    package = REPO / "ppgen"
    text = "".join(p.read_text("utf-8") for p in package.rglob("*.py") if p.stem != "diagnostics")
    assert {c for c in CODES if f'"{c}"' not in text} == set()
    assert set(re.findall(r'"(E\d{3})"', text)) <= set(CODES)


#: What YAML 1.1 would read as something else than the word that stands there.
WORDS = ["no", "on", "Yes", "012", "1:2:3", "~", "null", "2024-01-01", "0x1F", "1e3", ".5", "="]


def test_words_stay_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(BASE, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "content/w").mkdir()
    listed = "".join(f"    - {word}\n" for word in WORDS)
    Path("content/w/en.yaml").write_text(
        f"ppgen: bank/1\nlang: en\ntitle: W\nlicence: CC0\nauthor: me\nwords:\n  all:\n{listed}"
    )
    Path("content/g/game.yaml").write_text(
        "ppgen: game/2\ntitle: G\nbanks: {words: w}\nproducts:\n"
        "  p: {size: paper, each: {word: words}, front: x}\n"
    )
    Path("content/g/labels/en.yaml").unlink()
    Path("templates/x.yaml").write_text(
        "ppgen: layout/2\nmargin: 6\nneeds: {word: word}\nfonts: {body: Roboto Condensed}\n"
        'draw:\n  - {text: "${word}", style: {size: 20pt}}\n'
    )
    assert run_here("make", "g/p", "--paper", "a6", "-o", "p.pdf", cwd=tmp_path).code == 0
    with pypdfium2.PdfDocument("p.pdf") as pdf:
        assert [page.get_textpage().get_text_bounded().strip() for page in pdf] == WORDS
