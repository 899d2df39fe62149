"""The command line: exit codes, usage errors, file names, and what a failed run leaves."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pikepdf
import pytest

from ppgen.load.workspace import Workspace
from ppgen.source.kinds import Text
from tests.support.run import REPO, Runner, write

BROKEN = """\
ppgen: layout/2
extends: base
styles:
  big: {size: 20pt}
draw:
  - {text: Hello, style: bgi}
  - {shape: heart, style: big}
"""
GAME = """\
ppgen: game/2
title: Bad
products:
  card: {size: 60x40, front: bad}
  other: {size: 60x40, front: bad}
"""


@pytest.fixture
def bad(tmp_path: Path) -> Path:
    """Return a workspace whose only layout has two faults."""
    root = tmp_path / "bad"
    (root / "content/bad/labels").mkdir(parents=True)
    (root / "templates").mkdir()
    (root / "ppgen.yaml").write_text("ppgen: workspace/1\n", encoding="utf-8")
    (root / "content/bad/game.yaml").write_text(GAME, encoding="utf-8")
    (root / "templates/bad.yaml").write_text(BROKEN, encoding="utf-8")
    return root


def files(folder: Path) -> list[str]:
    return sorted(p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.is_file())


# --- exit codes ---


def test_0_says_what_was_made_and_how_to_print_it(ppgen: Runner, tmp_path: Path) -> None:
    ran = ppgen("make", "decrypto/notes", "--lang", "de", cwd=tmp_path)
    assert ran.code == 0
    assert ran.err == ""
    assert ran.out == (
        "out/decrypto-notes-de-a4.pdf: 50 two-sided pad sheets on 25 sheets of A4 paper; "
        "print both sides, flip on the long edge, at 100 %\n"
    )
    short = ppgen("make", "decrypto/notes", "--count", "1", "--duplex", "short", cwd=tmp_path)
    assert "1 two-sided pad sheet on 1 sheet of A4 paper; print both sides" in short.out
    assert "flip on the short edge" in short.out
    single = ppgen("make", "decrypto/notes", "--count", "1", "--duplex", "none", cwd=tmp_path)
    assert "1 pad sheet on 2 sheets of A4 paper; print one side" in single.out


def test_1_for_what_is_wrong_in_a_file(ppgen: Runner, bad: Path) -> None:
    for command in ("make", "check"):
        ran = ppgen(command, cwd=bad)
        assert ran.code == 1
        # All problems in one run, in order, each with place and help.
        assert ran.err.index("E203") < ran.err.index("E207")
        assert "error[E203]: unknown style `bgi`\n --> templates/bad.yaml:6:26\n" in ran.err
        assert "did you mean `big`?" in ran.err
        assert "--> templates/bad.yaml:7:13" in ran.err
        assert "Traceback" not in ran.err
        assert ran.out == ""
    assert not (bad / "out").exists()


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("make", "decrypo"), "did you mean `decrypto`?"),
        (("make", "decrypto/note"), "did you mean `notes`?"),
        (("make", "decrypto", "--rond", "3"), "--rounds"),
        (("make", "decrypto", "--rounds", "13"), "2 to 12"),
        (("make", "decrypto", "--rounds", "many"), "integer"),
        (
            ("make", "decrypto/keywords", "--lang", "sw"),
            "no language `sw`; it has: ar, de, el",
        ),
        (("make", "decrypto", "--paper", "a44"), "did you mean `a4`?"),
        (("make", "decrypto", "--paper", "0x20mm"), "0x20mm"),
        (("make", "decrypto", "--size", "a55"), "a55"),
        (("make", "decrypto", "--duplex", "both"), "'manual', 'fold', 'none'"),
        (("make", "decrypto", "--count", "0"), "--count"),
        (("make", "decrypto", "--only", "7-3"), "7-3"),
        (("make", "decrypto", "--only", "x"), "3,7-9"),
        (("make", "decrypto/notes", "--only", "51"), "50"),
        (("make", "decrypto", "--margin", "80"), "50 mm"),
        (("make", "decrypto", "--root", "/no/such/folder"), "/no/such/folder"),
        (("mkae",), "mkae"),
        (("check", "no/such/file.yaml"), "no/such/file.yaml"),
        (("check", "--format", "xml"), "'text', 'short', 'json'"),
    ],
)
def test_2_for_usage(ppgen: Runner, tmp_path: Path, args: tuple[str, ...], says: str) -> None:
    ran = ppgen(*args, cwd=tmp_path)
    assert ran.code == 2, ran
    assert says in ran.err
    assert "Usage: " in ran.err
    assert ran.out == ""
    assert files(tmp_path) == []


@pytest.mark.parametrize(
    "args",
    [
        ("--paper", "9" * 400 + "x100"),
        ("--paper", "99999999x99999999"),
        ("--size", "9" * 400 + "x5"),
        ("--rounds", "9" * 5000),
        ("--margin", "9" * 400),
    ],
)
def test_2_for_numbers_without_measure(
    ppgen: Runner, tmp_path: Path, args: tuple[str, ...]
) -> None:
    ran = ppgen("make", "decrypto/notes", *args, cwd=tmp_path)
    assert (ran.code, "ppgen itself" in ran.err) == (2, False), ran.err
    assert files(tmp_path) == []


def test_2_for_one_file_and_several_products(ppgen: Runner, tmp_path: Path) -> None:
    (tmp_path / "ppgen.yaml").write_text("ppgen: workspace/1\n", encoding="utf-8")
    (tmp_path / "content/two").mkdir(parents=True)
    (tmp_path / "templates").mkdir()
    (tmp_path / "content/two/game.yaml").write_text(
        GAME.replace("front: bad", "front: fine"), encoding="utf-8"
    )
    (tmp_path / "templates/fine.yaml").write_text(
        "ppgen: layout/2\nextends: base\ndraw: [{text: a}]\n", encoding="utf-8"
    )
    before = files(tmp_path)
    ran = ppgen("make", "two", "-o", "one.pdf", cwd=tmp_path)
    assert ran.code == 2
    assert "-o one.pdf/" in ran.err
    assert files(tmp_path) == before
    ran = ppgen("make", "two", "-o", "new/", cwd=tmp_path)
    assert ran.code == 0, ran.err
    made = ["new/two-card-en-a4.pdf", "new/two-other-en-a4.pdf"]
    assert sorted(set(files(tmp_path)) - set(before)) == made


def test_3_for_what_cannot_be_written(ppgen: Runner, tmp_path: Path) -> None:
    (tmp_path / "file.txt").write_text("mine", encoding="utf-8")
    ran = ppgen("make", "decrypto/notes", "-o", "file.txt/x.pdf", cwd=tmp_path)
    assert ran.code == 3
    assert ran.err.startswith("error: ")
    assert "file.txt" in ran.err
    assert len(ran.err.splitlines()) == 1
    assert (tmp_path / "file.txt").read_text(encoding="utf-8") == "mine"
    assert files(tmp_path) == ["file.txt"]


def test_3_when_ppgen_itself_fails(
    ppgen: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_args: object, **_more: object) -> None:
        raise ZeroDivisionError("oh dear")

    monkeypatch.setattr("ppgen.build.pages.write", fail)
    ran = ppgen("make", "decrypto/notes", "--count", "1", cwd=tmp_path)
    assert ran.code == 3
    assert "oh dear" in ran.err
    assert "--debug" in ran.err
    assert "Traceback" not in ran.err


@pytest.mark.slow
def test_exit_codes_of_the_process(ppgen_apart: Runner, bad: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert ppgen_apart("list", cwd=tmp_path).code == 0
    assert ppgen_apart("make", cwd=bad).code == 1
    assert ppgen_apart("make", "nothing-like-it", cwd=tmp_path).code == 2
    assert ppgen_apart("make", "decrypto/notes", "-o", "file/x.pdf", cwd=tmp_path).code == 3


# --- files ---


def test_names_have_their_parts_in_a_fixed_order(ppgen: Runner, tmp_path: Path) -> None:
    given = [
        ("--rounds", "5"), ("--margin", "6"), ("--seed", "7"), ("--only", "2,4-6,9"),
        ("--count", "12"), ("--duplex", "short"), ("--size", "A6"), ("--paper", "Letter"),
        ("--lang", "de"),
    ]  # fmt: skip
    name = "decrypto-notes-de-letter-a6-short-x12-only-2,4-6,9-seed7-margin6-rounds-5.pdf"
    for order in (given, given[::-1]):
        ran = ppgen("make", *(a for pair in order for a in pair), "decrypto/notes", cwd=tmp_path)
        assert ran.code == 0, ran.err
        assert files(tmp_path) == [f"out/{name}"]


def test_defaults_that_are_spelt_out_change_no_name(ppgen: Runner, tmp_path: Path) -> None:
    args = ["--lang", "en", "--paper", "a4", "--duplex", "long", "--seed", "1", "--margin", "5mm"]
    assert ppgen("make", "decrypto/notes", *args, cwd=tmp_path).code == 0
    assert files(tmp_path) == ["out/decrypto-notes-en-a4.pdf"]


@pytest.mark.slow
def test_all_makes_every_product_of_every_game_in_one_run(ppgen: Runner, tmp_path: Path) -> None:
    table = ppgen("list").out.partition("Made only if named:")[0]
    rows = re.findall(r"^  (\w+)/([\w-]+)  .*\n      size .*; (.*)$", table, re.MULTILINE)
    assert len({game for game, _, _ in rows}) > 1
    english = [
        f"{game}-{product}" for game, product, langs in rows
        if langs.endswith(("every language", "19 languages")) or "en" in langs.split(", ")
    ]  # fmt: skip
    ran = ppgen("make", "all", "--lang", "en", "-o", f"{tmp_path}/")
    assert ran.code == 0, ran.err
    assert files(tmp_path) == sorted(f"{name}-en-a4.pdf" for name in english)
    assert len(ran.out.splitlines()) == len(english)
    assert ran.err.count("skipped: ") == len(rows) - len(english)


@pytest.mark.parametrize(
    ("output", "expected"),
    [
        ("some.pdf", "some.pdf"),
        ("deep/er/some.pdf", "deep/er/some.pdf"),
        ("folder/", "folder/decrypto-notes-en-a4-x1.pdf"),
        ("existing", "existing/decrypto-notes-en-a4-x1.pdf"),
    ],
)
def test_output_is_a_file_or_a_folder(
    ppgen: Runner, tmp_path: Path, output: str, expected: str
) -> None:
    (tmp_path / "existing").mkdir()
    ran = ppgen("make", "decrypto/notes", "--count", "1", "-o", output, cwd=tmp_path)
    assert ran.code == 0, ran.err
    assert files(tmp_path) == [expected]
    assert ran.out.startswith(f"{expected}: ")


def test_failed_run_leaves_the_former_file(
    ppgen: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "sheet.pdf"
    assert ppgen("make", "decrypto/notes", "--count", "1", "-o", target).code == 0
    former = target.read_bytes()
    # Too small: refused before anything is written.
    ran = ppgen("make", "decrypto/notes", "--size", "40x40mm", "-o", target)
    assert ran.code == 1
    assert target.read_bytes() == former

    # The disk fails at the last step.
    def full(self: Path, _target: object) -> None:
        raise OSError(28, "No space left on device", str(self))

    monkeypatch.setattr(Path, "replace", full)
    ran = ppgen("make", "decrypto/notes", "--count", "2", "-o", target)
    assert ran.code == 3
    assert "No space left on device" in ran.err
    assert target.read_bytes() == former
    assert files(tmp_path) == ["sheet.pdf"], "no half-written file is left beside it"


def test_made_file_is_as_readable_as_others(ppgen: Runner, tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        assert ppgen("make", "decrypto/notes", "--count", "1", "-o", tmp_path / "x.pdf").code == 0
    finally:
        os.umask(before)
    assert (tmp_path / "x.pdf").stat().st_mode & 0o777 == 0o644


def test_quiet_says_nothing_but_problems(ppgen: Runner, tmp_path: Path) -> None:
    ran = ppgen("make", "decrypto/notes", "--quiet", cwd=tmp_path)
    assert (ran.code, ran.out, ran.err) == (0, "", "")
    assert files(tmp_path) == ["out/decrypto-notes-en-a4.pdf"]
    ran = ppgen("make", "decrypto/notes", "--quiet", "--size", "40x40mm", cwd=tmp_path)
    assert ran.code == 1
    assert "E402" in ran.err


# --- Python files that lie about ---

#: Names that ppgen or a package of its imports sooner or later, or would if they were there.
PLANTED = (
    "reportlab_mods", "reportlab_settings", "yaml", "click", "PIL", "json", "zlib", "stat",
    "dataclasses", "uharfbuzz", "pyphen",
)  # fmt: skip


def plant(folder: Path, names: Iterable[str]) -> None:
    for name in names:
        code = f"open({str(folder / 'ran')!r}, 'a').write({name!r} + ' ')\nraise ImportError\n"
        (folder / name).write_text(code, encoding="utf-8")


@pytest.mark.slow
def test_python_in_the_current_folder_is_not_run(tmp_path: Path) -> None:
    plant(tmp_path, [f"{name}.py" for name in PLANTED])
    env = {**os.environ, "PYTHONPATH": str(REPO)}
    args = ("ppgen", "make", "decrypto/notes", "--count", "1", "-o", "x.pdf")
    for more in ((), ("-P",), ("-I",)):
        ran = subprocess.run(
            [sys.executable, *more, "-m", *args], cwd=tmp_path, env=env, capture_output=True,
            text=True, check=False,
        )  # fmt: skip
        assert (ran.returncode, ran.stderr) == (0, "")
        assert not (tmp_path / "ran").exists()


@pytest.mark.slow
def test_what_reportlab_would_run_of_the_home_folder_is_not_run(
    ppgen_apart: Runner, tmp_path: Path
) -> None:
    home, path = tmp_path / "home", tmp_path / "path"
    for folder in (home, path):
        folder.mkdir()
    plant(home, [".reportlab_mods", ".reportlab_settings"])
    plant(path, ["reportlab_mods.py", "reportlab_settings.py"])
    env = {"HOME": str(home), "PYTHONPATH": f"{REPO}{os.pathsep}{path}"}
    ran = ppgen_apart("make", "decrypto/notes", "--count", "1", cwd=tmp_path, env=env)
    assert (ran.code, ran.err) == (0, "")
    assert not (home / "ran").exists()
    assert not (path / "ran").exists()


# --- list and check ---


def test_list_is_in_order(ppgen: Runner, tmp_path: Path) -> None:
    out = ppgen("list", cwd=tmp_path).out
    games = re.findall(r"^(\S+): ", out, re.MULTILINE)
    assert games == sorted(games)
    assert "decrypto" in games
    assert re.search(
        r"^  decrypto/notes  Note sheets.*; 50 sheets\n"
        r"      size a5 \| half-letter \| paper; 19 languages\n",
        out,
        re.M,
    )
    assert re.search(r"^19 languages: ar, de, el, en, .*zh$", out, re.MULTILINE)
    assert re.search(r"^      --rounds 2 to 12  \(default 8\)", out, re.MULTILINE)
    marks = [
        "decrypto: ",
        "decrypto/notes",
        "--rounds",
        "19 languages: ",
        "Papers (mm): ",
        "Face sizes (mm): ",
    ]
    places = [out.index(mark) for mark in marks]
    assert places == sorted(places)
    assert out == ppgen("list", cwd=tmp_path).out


def test_list_names_what_base_has(ppgen: Runner, tmp_path: Path) -> None:
    ran = ppgen("list", "--base", cwd=tmp_path)
    assert (ran.code, ran.err) == (0, "")
    layout = Workspace(REPO).layout(Text("base"))
    assert layout
    for title, names in (("styles", layout.styles), ("fonts", layout.fonts)):
        assert f"{title}: {', '.join(names)}\n" in ran.out
    for name in (*layout.colors, *layout.shapes):
        assert re.search(rf"[ ]{re.escape(name)}\b", ran.out), name
    assert "  rings  n: integer, k: integer = 0, d: number, gap: text = even," in ran.out
    assert "  signature  tape: [text], accent: color, p: number = 1.3\n" in ran.out
    assert "  band  team: text, n: integer, hole: number, lying: yes-no = no\n" in ran.out
    # A workspace may have a base of its own.
    write(tmp_path, {
        "ppgen.yaml": "ppgen: workspace/1\n",
        "templates/base.yaml": "ppgen: layout/2\nstyles: {loud: {size: 50pt}}\n",
    })  # fmt: skip
    assert "styles: loud\n" in ppgen("list", "--base", cwd=tmp_path).out
    write(tmp_path, {"templates/base.yaml": "ppgen: layout/2\nstyle: {}\n"})
    broken = ppgen("list", "--base", cwd=tmp_path)
    assert (broken.code, broken.out) == (1, "")
    assert "E201" in broken.err


def test_check_as_json(ppgen: Runner, bad: Path) -> None:
    ran = ppgen("check", "--format", "json", cwd=bad)
    assert ran.code == 1
    rows = json.loads(ran.out)
    assert [row["code"] for row in rows] == ["E203", "E207"]
    assert rows[0]["level"] == "error"
    assert rows[0]["place"] == {
        "file": "templates/bad.yaml", "line": 6, "column": 26, "length": 3,
    }  # fmt: skip
    fine = ppgen("check", "--format", "json", "--root", REPO / "tests/errors/_base")
    assert fine.code == 0
    assert json.loads(fine.out) == []


def test_check_in_short(ppgen: Runner, bad: Path) -> None:
    ran = ppgen("check", "--format", "short", cwd=bad)
    lines = ran.err.splitlines()
    assert len(lines) == 2
    assert lines[0].startswith("templates/bad.yaml:6:26: error[E203]: unknown style `bgi`")


def test_check_of_some_files_only(ppgen: Runner, bad: Path) -> None:
    ran = ppgen("check", "templates/bad.yaml", cwd=bad)
    assert ran.code == 1
    assert "E203" in ran.err
    ran = ppgen("check", "content", cwd=bad)
    assert ran.code == 0, ran.err
    # The workspace is the file's own, wherever one stands.
    ran = ppgen("check", bad / "templates", cwd=bad.parent)
    assert ran.code == 1
    assert "E207" in ran.err


def test_check_places_on_the_paper_of_the_workspace(ppgen: Runner, tmp_path: Path) -> None:
    copy = tmp_path / "w"
    shutil.copytree(REPO / "tests/errors/_base", copy)
    (copy / "ppgen.yaml").write_text("ppgen: workspace/1\npaper: 60x80mm\n")
    ran = ppgen("check", "--root", copy)
    assert ran.code == 1
    assert "does not fit on 60x80mm" in ran.err


def test_an_option_of_a_size_takes_a_name_or_measures(ppgen: Runner, tmp_path: Path) -> None:
    (tmp_path / "ppgen.yaml").write_text("ppgen: workspace/1\n")
    game, layout = tmp_path / "content/g/game.yaml", tmp_path / "templates/frame.yaml"
    for file in (game, layout):
        file.parent.mkdir(parents=True)
    game.write_text(
        "ppgen: game/2\ntitle: G\nproducts:\n  p:\n    size: auto\n    front: frame\n"
        "    options: {window: {type: size, default: square}}\n"
    )
    layout.write_text(
        "ppgen: layout/2\nextends: base\nmargin: 0\nneeds: {window: size}\n"
        "rows: {all: {size: window.height, columns: {only: window.width}}}\n"
        "draw: [{shape: rect, box: only, style: {stroke: '#000000'}}]\n"
    )
    made = tmp_path / "made.pdf"
    for asked, (width, height) in (((), (63, 63)), (("--window", "half"), (63, 44)),
                                   (("--window", "2x3cm"), (20, 30))):  # fmt: skip
        assert ppgen("make", "g/p", *asked, "-o", made, cwd=tmp_path).code == 0
        with pikepdf.open(made) as pdf:
            x, y, right, top = (float(v) for v in pdf.pages[0].trimbox)
        got = sorted(v / 72 * 25.4 for v in (right - x, top - y))
        assert got == pytest.approx(sorted((width, height)), abs=0.01)
    ran = ppgen("make", "g/p", "--window", "hlaf", "-o", made, cwd=tmp_path)
    assert ran.code == 2
    assert "--window: there is no size `hlaf`; did you mean `half`?" in ran.err


@pytest.mark.slow
def test_a_link_leads_to_the_file_and_a_pipe_is_refused(ppgen: Runner, tmp_path: Path) -> None:
    real, link, pipe = tmp_path / "real.pdf", tmp_path / "link.pdf", tmp_path / "pipe"
    one = ("make", "decrypto/notes", "--count", "1", "-o")
    assert ppgen(*one, real).code == 0
    real.chmod(0o600)
    link.symlink_to(real)
    os.mkfifo(pipe)
    assert ppgen(*one, link, "--lang", "de").code == 0
    assert link.is_symlink()
    assert b"(de)" in real.read_bytes()
    assert real.stat().st_mode & 0o777 == 0o600
    refused = ppgen(*one, pipe)
    assert refused.code == 3
    assert "is a device or pipe, not a file" in refused.err
    assert pipe.is_fifo()


def test_interrupt_while_loading_says_so(tmp_path: Path) -> None:
    code = (
        "import sys\n"
        "class Impatient:\n"
        "    def find_spec(self, name, *rest):\n"
        "        if name == 'click':\n"
        "            raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Impatient())\n"
        "from ppgen.cli import main\n"
        "main()\n"
    )
    env = {**os.environ, "PYTHONPATH": str(REPO)}
    ran = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env=env, capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    assert (ran.returncode, ran.stderr) == (130, "interrupted; no file is half written\n")


# --- wide margins ---


def test_a_wide_margin_does_not_double_the_paper_of_sheets(ppgen: Runner, tmp_path: Path) -> None:
    ran = ppgen("make", "decrypto/notes", "--margin", "5.7", cwd=tmp_path)
    assert ran.code == 0, ran.err
    assert " on 25 sheets of A4 paper" in ran.out
    assert "note: pieces are 148x209.8 mm instead of 148x210, for a margin of 5.7 mm" in ran.err


def test_what_does_not_fit_keeps_back_nothing_else(ppgen: Runner, tmp_path: Path) -> None:
    ran = ppgen("make", "decipher", "--paper", "a5", cwd=tmp_path)
    assert ran.code == 0, ran.err
    assert "skipped: decipher/board: a face of 269x200 mm does not fit on a5" in ran.err
    assert "decipher-aid-en-a5.pdf" in ran.out
    ran = ppgen("make", "decipher/board", "--paper", "a5", cwd=tmp_path)
    assert ran.code == 1
    assert "E501" in ran.err


@pytest.mark.parametrize("margin", ["3,3", "3,3,3,3,3", "3,,3,3", "1,2,3,51"])
def test_a_margin_is_one_length_or_four(ppgen: Runner, tmp_path: Path, margin: str) -> None:
    ran = ppgen("make", "decipher", "--margin", margin, cwd=tmp_path)
    assert ran.code == 2
    assert "TOP,RIGHT,BOTTOM,LEFT" in ran.err
