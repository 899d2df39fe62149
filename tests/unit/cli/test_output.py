"""Files that a run must not touch: those of others, and those that a link leads to."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.support.run import BASE, Runner

NAME = "g-p-en-a4.pdf"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    shutil.copytree(BASE, tmp_path / "w")
    return tmp_path / "w"


@pytest.mark.parametrize("name", ["words.txt", "ppgen.yaml", "templates/x.yaml"])
def test_what_is_no_pdf_by_its_name_is_not_even_replaced_by_force(
    ppgen: Runner, root: Path, name: str
) -> None:
    file = root / name
    former = file.read_bytes() if file.exists() else None
    ran = ppgen("make", "-o", name, "--force", cwd=root)
    assert ran.code == 2
    assert f"-o {name}: `ppgen make` writes .pdf" in ran.err
    assert (file.read_bytes() if file.exists() else None) == former


@pytest.mark.parametrize("name", ["plan.pdf", "x"])
def test_file_of_others_is_not_replaced(ppgen: Runner, root: Path, name: str) -> None:
    file = root / name
    if not file.exists():
        file.write_bytes(b"%PDF-1.7\n/Producer(another)\n" if name == "plan.pdf" else b"mine\n")
    former = file.read_bytes()
    ran = ppgen("make", "-o", name, cwd=root)
    assert ran.code == 2
    assert f"{name} already exists and was not made by ppgen" in ran.err
    assert "--force" in ran.err
    assert file.read_bytes() == former
    assert ppgen("make", "-o", name, "--force", cwd=root).code == 0
    assert file.read_bytes().startswith(b"%PDF-")


def test_words_that_are_dealt_are_not_replaced(ppgen: Runner, tmp_path: Path) -> None:
    words = "".join(f"word{chr(97 + i // 26)}{chr(97 + i % 26)}\n" for i in range(40))
    (tmp_path / "words.txt").write_text(words, encoding="utf-8")
    args = ("--bank", "words.txt", "--count", "2", "-o", "words.txt")
    assert ppgen("make", "decrypto/keywords", *args, cwd=tmp_path).code == 2
    assert (tmp_path / "words.txt").read_text(encoding="utf-8") == words


@pytest.mark.slow
def test_own_files_are_replaced(ppgen: Runner, root: Path) -> None:
    for command in ("make", "proof"):
        first, again = (ppgen(command, cwd=root) for _ in range(2))
        assert (first.code, again.code) == (0, 0), again.err


def test_nothing_is_written_if_one_of_several_files_is_not_ours(ppgen: Runner, root: Path) -> None:
    game = root / "content/g/game.yaml"
    text = game.read_text(encoding="utf-8")
    game.write_text(f"{text}  q: {{size: 63x88, front: x}}\n", encoding="utf-8")
    (root / "out").mkdir()
    (root / "out/g-q-en-a4.pdf").write_text("mine", encoding="utf-8")
    assert ppgen("make", cwd=root).code == 2
    assert [p.name for p in (root / "out").iterdir()] == ["g-q-en-a4.pdf"]


@pytest.mark.parametrize("there", [True, False])
def test_link_in_out_leads_nowhere_outside(
    ppgen: Runner, root: Path, tmp_path: Path, there: bool
) -> None:
    victim = tmp_path / "victim.pdf"
    (root / "out").mkdir()
    if there:
        assert ppgen("make", "-o", victim, cwd=root).code == 0, "made by ppgen, but elsewhere"
    former = victim.read_bytes() if there else None
    (root / "out" / NAME).symlink_to("../../victim.pdf")
    for more in ((), ("--force",), ("-o", "out/")):
        ran = ppgen("make", "--lang", "en", *more, cwd=root)
        assert ran.code == 2
        assert f"out/{NAME}: a link leads out of" in ran.err
        assert (victim.read_bytes() if victim.exists() else None) == former


def test_out_itself_may_be_no_link_to_elsewhere(ppgen: Runner, root: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (root / "out").symlink_to("../elsewhere")
    for place in (root, root / "templates"):
        assert ppgen("make", cwd=place).code == 2
    assert list((tmp_path / "elsewhere").iterdir()) == []
    # Who names the link knows it.
    assert ppgen("make", "-o", "out/", cwd=root).code == 0
    assert [p.name for p in (tmp_path / "elsewhere").iterdir()] == [NAME]


def test_link_that_stays_inside_is_followed(ppgen: Runner, root: Path) -> None:
    (root / "build").mkdir()
    (root / "out").symlink_to("build")
    assert ppgen("make", cwd=root).code == 0
    assert [p.name for p in (root / "build").iterdir()] == [NAME]


def test_links_in_a_ring(ppgen: Runner, root: Path) -> None:
    (root / "out").mkdir()
    (root / "out" / NAME).symlink_to(NAME)
    assert ppgen("make", cwd=root).code == 2
    ran = ppgen("make", "-o", f"out/{NAME}", cwd=root)
    assert (ran.code, "ppgen itself" in ran.err) == (3, False)


@pytest.mark.parametrize(("first", "second"), [("a b", "a_b"), ("a/b", "a?b"), ("cards", "Cards")])
def test_two_products_of_one_name(ppgen: Runner, root: Path, first: str, second: str) -> None:
    product = "{size: 63x88, front: x}"
    game = f'ppgen: game/2\ntitle: G\nproducts:\n  "{first}": {product}\n  "{second}": {product}\n'
    (root / "content/g/game.yaml").write_text(game, encoding="utf-8")
    for more in ((), ("-o", "made/"), ("--force",)):
        ran = ppgen("make", *more, cwd=root)
        assert ran.code == 2
        assert f"g/{first} and g/{second} would both be written to" in ran.err
        assert not (root / "out").exists()
        assert not (root / "made").exists()


def test_two_games_of_one_name(ppgen: Runner, root: Path) -> None:
    shutil.copytree(root / "content/g", root / "content/g-p")
    text = "ppgen: game/2\ntitle: G\nproducts:\n  {}: {{size: 63x88, front: x}}\n"
    (root / "content/g/game.yaml").write_text(text.format("p-q"), encoding="utf-8")
    (root / "content/g-p/game.yaml").write_text(text.format("q"), encoding="utf-8")
    assert ppgen("make", cwd=root).code == 2
    assert not (root / "out").exists()
    assert ppgen("make", "g", cwd=root).code == 0
