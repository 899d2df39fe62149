"""What is kept from run to run: values in the user's cache folder, answers of packages."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from ppgen import cache
from ppgen.lint import answers as asking
from tests.support.run import REPO


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache folder of one's own, not made yet."""
    found = tmp_path / "cache" / "ppgen"
    monkeypatch.setattr(cache, "folder", lambda: found)
    return found


# --- values ---


def test_what_was_kept_comes_back(folder: Path) -> None:
    assert cache.load("a.json") == {}
    cache.save("a.json", {"ä": [1, 2.5], "b": {"c": "d"}})
    assert cache.load("a.json") == {"ä": [1, 2.5], "b": {"c": "d"}}
    cache.save("a.json", {"b": 1})
    assert cache.load("a.json") == {"b": 1}
    assert [path.name for path in folder.iterdir()] == ["a.json"]


@pytest.mark.parametrize("text", ["", "{", "[1]", '"x"', "\udce4"])
def test_what_cannot_be_read_is_not_there(folder: Path, text: str) -> None:
    folder.mkdir(parents=True)
    (folder / "a.json").write_text(text, encoding="utf-8", errors="surrogateescape")
    assert cache.load("a.json") == {}


def test_where_nothing_can_be_kept_nothing_happens(folder: Path) -> None:
    folder.parent.mkdir()
    folder.write_text("a file, not a folder")
    cache.save("a.json", {"b": 1})
    assert cache.load("a.json") == {}
    assert folder.read_text() == "a file, not a folder"


# --- answers ---


class Package:
    """A package that is installed in a folder; says how long words are, and notes who asked."""

    def __init__(self, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.root, self.asked = root, []
        (root / "oracle").mkdir(parents=True)
        (root / "oracle/__init__.py").write_text("raise RuntimeError('nobody may import it')")
        self.install("1.0")
        monkeypatch.syspath_prepend(root)

    asked: list[str]

    def install(self, version: str) -> None:
        for old in self.root.glob("*.dist-info"):
            old.rmdir()
        if version:
            (self.root / f"oracle-{version}.dist-info").mkdir()
        asking.version.cache_clear()

    def says(self, *words: str, lang: str = "de") -> list[float]:
        """Ask through the cache; give the answers, and those words that reached the package."""

        def ask(new: Sequence[str]) -> list[float]:
            self.asked += new
            return [len(word) / 2 for word in new]

        self.asked.clear()
        return asking.answers("oracle", lang, words, float, ask)


@pytest.fixture
def oracle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Package:
    return Package(tmp_path / "site", monkeypatch)


def test_a_word_is_asked_once(oracle: Package) -> None:
    assert oracle.says("a", "bc", "a") == [0.5, 1.0, 0.5]
    assert oracle.asked == ["a", "bc"]
    assert oracle.says("bc", "def", "a") == [1.0, 1.5, 0.5]
    assert oracle.asked == ["def"]
    assert oracle.says("def") == [1.5]
    assert oracle.asked == []
    assert oracle.says("a", lang="en") == [0.5]
    assert oracle.asked == ["a"], "another language, another answer"


def test_another_version_is_asked_again(oracle: Package) -> None:
    oracle.says("a")
    oracle.install("1.1")
    oracle.says("a", "b")
    assert oracle.asked == ["a", "b"]
    oracle.says("a", "b")
    assert oracle.asked == []


def test_answers_of_no_known_version_are_not_kept(oracle: Package, folder: Path) -> None:
    oracle.install("")
    oracle.says("a")
    assert not folder.exists()


def test_what_is_no_language_names_no_file(oracle: Package, folder: Path) -> None:
    assert oracle.says("a", lang="../../x") == [0.5]
    assert not folder.parent.exists()


def test_answers_of_another_kind_are_asked_again(oracle: Package) -> None:
    oracle.says("a", "b")
    name = "oracle-de.json"
    cache.save(name, {**cache.load(name), "answers": {"a": "much", "b": 1.0}})
    assert oracle.says("a", "b") == [0.5, 1.0]
    assert oracle.asked == ["a"]
    cache.save(name, {**cache.load(name), "answers": 7})
    assert oracle.says("a") == [0.5]


def test_only_so_many_are_kept(oracle: Package, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asking, "_MOST", 3)
    oracle.says("a", "b")
    oracle.says("c", "d")
    assert oracle.says("a", "c") == [0.5, 0.5]
    assert oracle.asked == ["a"], "those of the last run are kept"
    oracle.says("e", "f", "g", "h")
    oracle.says("e", "c")
    assert oracle.asked == ["e"]


def test_a_package_that_is_not_there() -> None:
    assert asking.version("no_such_oracle") is None


@pytest.mark.slow
def test_lint_reads_the_data_of_packages_once(tmp_path: Path) -> None:
    home = str(tmp_path)
    env = {**os.environ, "HOME": home, "XDG_CACHE_HOME": home, "LOCALAPPDATA": home}
    code = (
        "import sys; from ppgen.cli import main\n"
        "sys.argv = ['ppgen', 'words', 'lint', 'de', '--rules', 'W01,W04', '--format', 'json']\n"
        "try: main()\n"
        "except SystemExit:\n"
        "    print(sorted({'simplemma', 'wordfreq', 'snowballstemmer_alone'} & sys.modules.keys()),"
        " file=sys.stderr)"
    )
    ran = [
        subprocess.run([sys.executable, "-c", code], cwd=REPO, env=env, check=True,
                       capture_output=True, text=True)
        for _ in range(2)
    ]  # fmt: skip
    assert ran[0].stderr.strip() == "['simplemma', 'snowballstemmer_alone', 'wordfreq']"
    assert ran[1].stderr.strip() == "[]"
    assert ran[0].stdout == ran[1].stdout
