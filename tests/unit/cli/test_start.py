"""`ppgen init` and `ppgen copy`: a workspace that prints, and built-in files to change."""

from __future__ import annotations

import json
import re
from pathlib import Path

import jsonschema
import pytest
import yaml

from ppgen.cli.start import guessed, settings_file
from ppgen.geometry import Edges
from ppgen.load.settings import WORKSPACE_KEYS
from ppgen.load.workspace import Workspace
from tests.support.run import REPO, Ran, run_here, write


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LC_PAPER"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "en_GB.UTF-8")


def written(root: Path) -> list[str]:
    found = (path.relative_to(root).as_posix() for path in root.rglob("*.yaml"))
    return sorted(found)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    assert run_here("init", cwd=tmp_path).code == 0
    return tmp_path


# --- init


def test_a_new_workspace_is_fine_and_prints(tmp_path: Path) -> None:
    ran = run_here("init", "mine", cwd=tmp_path)
    assert ran.code == 0, ran.err
    assert ran.out.splitlines()[0] == "wrote mine/ppgen.yaml"
    assert "next: cd mine, then ppgen show first" in ran.out
    mine = tmp_path / "mine"
    assert written(mine) == [
        "content/first/game.yaml", "content/first/labels/en.yaml", "ppgen.yaml",
        "templates/first/back.yaml", "templates/first/card.yaml",
    ]  # fmt: skip
    assert run_here("check", cwd=mine).code == 0
    assert run_here("make", "first", "--lang", "en", cwd=mine).code == 0
    assert (mine / "out/first-cards-en-a4.pdf").is_file()


def test_a_german_is_given_german_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    assert run_here("init", cwd=tmp_path).code == 0
    assert Workspace(tmp_path).settings.lang == "de"
    assert "Sonne" in (tmp_path / "content/first/labels/de.yaml").read_text("utf-8")
    assert run_here("check", cwd=tmp_path).code == 0


@pytest.mark.parametrize(
    ("env", "expected"),
    [
        ({"LANG": "de_AT.UTF-8"}, ("de", "a4")),
        ({"LANG": "en_US.UTF-8"}, ("en", "letter")),
        ({"LANG": "fr_CA"}, ("fr", "letter")),
        ({"LANG": "en_US.UTF-8", "LC_PAPER": "de_DE.UTF-8"}, ("en", "a4")),
        ({"LANG": "en_GB", "LC_MESSAGES": "fi_FI@euro"}, ("fi", "a4")),
        ({"LANG": "de_DE", "LC_ALL": "C.UTF-8"}, ("en", "a4")),
        ({"LANG": "POSIX"}, ("en", "a4")),
        ({"LANG": "../../x"}, ("en", "a4")),
    ],
)  # fmt: skip
def test_language_and_paper_are_guessed(env: dict[str, str], expected: tuple[str, str]) -> None:
    assert guessed(env) == expected


def test_every_setting_is_there_and_can_be_switched_on(tmp_path: Path) -> None:
    text = settings_file("en", "a4")
    for name in WORKSPACE_KEYS:
        assert len(re.findall(rf"^(# )?{name}: ", text, re.MULTILINE)) == 1, name
    on = re.sub(r"^# (?=[a-z]+: )", "", text, flags=re.MULTILINE)
    on = re.sub(r"^no: .*$", "", on, flags=re.MULTILINE)
    write(tmp_path, {"ppgen.yaml": on})
    workspace = Workspace(tmp_path)
    settings = workspace.settings
    assert (settings.duplex, settings.margin) == ("long", Edges(5, 5, 5, 5))
    assert not workspace.report


def test_editors_find_the_schemas(root: Path) -> None:
    for name in written(root):
        text = (root / name).read_text("utf-8")
        named = re.match(r"# yaml-language-server: \$schema=(\S+)\n", text)
        assert named is not None, name
        schema = json.loads((root / name).parent.joinpath(named[1]).read_text("utf-8"))
        jsonschema.Draft7Validator(schema).validate(yaml.safe_load(text))
    assert ".ppgen/schema/game.json" in (root / "content/first/game.yaml").read_text("utf-8")


@pytest.mark.parametrize("name", ["ppgen.yaml", "templates/first/card.yaml"])
def test_nothing_is_replaced(name: str, tmp_path: Path) -> None:
    write(tmp_path, {name: "mine\n"})
    ran = run_here("init", cwd=tmp_path)
    assert ran.code == 2
    assert f"{name} is there already; nothing was written" in ran.err
    assert written(tmp_path) == [name]
    assert (tmp_path / name).read_text("utf-8") == "mine\n"


def test_who_has_a_game_is_given_none(tmp_path: Path) -> None:
    write(tmp_path, {"content/duel/game.yaml": "ppgen: game/2\n"})
    assert run_here("init", cwd=tmp_path).code == 0
    assert written(tmp_path) == ["content/duel/game.yaml", "ppgen.yaml"]


# --- settings that init writes


def test_a_printer_is_described_once(root: Path) -> None:
    settings = root / "ppgen.yaml"
    said = settings.read_text("utf-8")
    said = said.replace("# duplex: long", "duplex: short").replace(
        "# margin: 5", "margin: 3,3,12,3"
    )
    settings.write_text(said, encoding="utf-8")
    ran = run_here("make", "first", cwd=root)
    assert ran.code == 0, ran.err
    assert "first-cards-en-a4-short-margin3,3,12,3.pdf" in ran.out
    assert "flip on the short edge" in ran.out
    ran = run_here("make", "first", "--duplex", "long", "--margin", "5", cwd=root)
    assert "out/first-cards-en-a4.pdf" in ran.out


@pytest.mark.parametrize(
    ("line", "said"),
    [("duplex: lnog", "did you mean `long`?"), ("margin: 80", "expected a margin from 0 to 50 mm")],
)
def test_a_wrong_setting_is_shown_where_it_stands(line: str, said: str, tmp_path: Path) -> None:
    write(tmp_path, {"ppgen.yaml": f"ppgen: workspace/1\n{line}\n"})
    ran = run_here("make", "decrypto/tokens", cwd=tmp_path)
    assert ran.code == 1
    assert "ppgen.yaml:2:9" in ran.err
    assert said in ran.err


# --- copy


def copy(root: Path, *targets: str) -> Ran:
    return run_here("copy", *targets, cwd=root)


@pytest.mark.parametrize(
    ("target", "files"),
    [
        ("words/fr", ["content/words/fr.yaml"]),
        ("content/words/fr.yaml", ["content/words/fr.yaml"]),
        ("decrypto/labels/de", ["content/decrypto/labels/de.yaml"]),
        ("decrypto/code-back", ["templates/decrypto/code-back.yaml"]),
        ("templates/decrypto/code.yaml", ["templates/decrypto/code.yaml"]),
    ],
)
def test_one_file_is_copied(target: str, files: list[str], root: Path) -> None:
    before = written(root)
    ran = copy(root, target)
    assert ran.code == 0, ran.err
    assert sorted(set(written(root)) - set(before)) == files
    assert f"copied from {REPO}" in ran.err
    own = (root / files[0]).read_text("utf-8").splitlines()
    assert own[1:] == (REPO / files[0]).read_text("utf-8").splitlines()[1:]
    assert "/.ppgen/schema/" in own[0]


@pytest.mark.slow
def test_a_product_is_copied_with_its_layouts_and_looks_the_same(root: Path) -> None:
    plain = run_here("make", "decrypto/notes", "--count", "1", cwd=root)
    assert plain.code == 0
    pdf = root / "out/decrypto-notes-en-a4-x1.pdf"
    before = pdf.read_bytes()
    assert copy(root, "decrypto/notes").code == 0
    assert "content/decrypto/game.yaml" in written(root)
    assert "templates/decrypto/notes.yaml" in written(root)
    assert run_here("make", "decrypto/notes", "--count", "1", cwd=root).code == 0
    assert pdf.read_bytes() == before
    # It is the copy that is used.
    layout = root / "templates/decrypto/notes.yaml"
    layout.write_text(layout.read_text("utf-8") + "nonsense: 1\n", encoding="utf-8")
    ran = run_here("make", "decrypto/notes", cwd=root)
    assert ran.code == 1
    assert "templates/decrypto/notes.yaml" in ran.err


def test_what_is_there_is_kept(root: Path) -> None:
    assert copy(root, "decrypto/codes").code == 0
    game = root / "content/decrypto/game.yaml"
    game.write_text("mine", encoding="utf-8")
    ran = copy(root, "decrypto/tokens")
    assert ran.code == 0
    assert "kept content/decrypto/game.yaml" in ran.err
    assert game.read_text("utf-8") == "mine"
    ran = copy(root, "decrypto/tokens")
    assert ran.code == 2
    assert "nothing to copy" in ran.err


@pytest.mark.parametrize("target", ["../tests/conftest.py", "content/../../x", "pyproject.toml"])
def test_only_built_in_files_are_copied(target: str, root: Path) -> None:
    before = written(root)
    ran = copy(root, target)
    assert ran.code == 2
    assert "nothing built in by the name" in ran.err
    assert written(root) == before


def test_a_name_that_is_nearly_right_is_told(root: Path) -> None:
    assert "did you mean `decrypto/notes`?" in copy(root, "decrypto/nots").err


def test_a_link_out_of_the_workspace_is_not_followed(
    root: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    away = tmp_path_factory.mktemp("away")
    (root / "content/words").symlink_to(away)
    assert copy(root, "words/fr").code == 2
    assert not list(away.iterdir())


# --- without a workspace


def test_without_a_workspace_nothing_is_copied(tmp_path: Path) -> None:
    ran = copy(tmp_path, "decrypto/notes")
    assert ran.code == 2
    assert "`ppgen init` makes this folder one" in ran.err


@pytest.mark.parametrize(
    ("file", "said"),
    [
        ("content/duel/game.yaml", "content/duel is one, but no workspace: `ppgen init .` writes"),
        ("duel/game.yaml", "duel is one in the wrong place: move it to content/duel, and"),
    ],
)
def test_a_game_that_lies_here_is_explained(file: str, said: str, tmp_path: Path) -> None:
    write(tmp_path, {file: "ppgen: game/2\n"})
    ran = run_here("make", "duel", cwd=tmp_path)
    assert ran.code == 2
    assert said in ran.err
    assert "there is no game `duol`" in run_here("make", "duol", cwd=tmp_path).err
