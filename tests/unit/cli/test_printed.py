"""The list of decks that were made whole: `ppgen words log`, and `--exclude printed`."""

from __future__ import annotations

import concurrent.futures
import os
from pathlib import Path

import pytest
import yaml

from ppgen.deal import log
from tests.support.run import Ran, run_apart, run_here, write

GAME = """
    ppgen: game/2
    title: Try
    banks: {words: words}
    products:
      keys: {size: 63x44, count: 3, each: {hand: {deal: words, take: 2}}, front: k}
      plain: {size: 63x44, front: p}
    """
LAYOUT = 'ppgen: layout/2\nextends: base\nneeds: {hand: [word]}\ndraw:\n  - {text: "${hand[0]}"}\n'
PLAIN = "ppgen: layout/2\nextends: base\ndraw:\n  - {text: hello}\n"
HEAD = "ppgen: bank/1\nlang: {}\ntitle: Try\nlicence: CC0-1.0\nauthor: we\nwords:\n"
WORDS = [f"Wort{chr(97 + n) * 3}" for n in range(20)]


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder of one's own, not made yet."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path / "data/ppgen/decks"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    here = tmp_path / "here"
    words = "".join(f"  - {word}\n" for word in WORDS)
    write(
        here,
        {
            "ppgen.yaml": "ppgen: workspace/1\n",
            "content/g/game.yaml": GAME,
            "content/words/de.yaml": HEAD.format("de") + words,
            "content/words/en.yaml": HEAD.format("en") + words,
            "templates/k.yaml": LAYOUT,
            "templates/p.yaml": PLAIN,
        },
    )
    return here


def make(root: Path, *args: str | Path, name: str = "x.pdf") -> Ran:
    ran = run_here("make", *args, "-o", root / name, cwd=root)
    assert ran.code == 0, ran.err
    return ran


def listed(root: Path) -> list[str]:
    ran = run_here("words", "log", cwd=root)
    assert (ran.code, ran.err) == (0, "")
    return ran.out.splitlines()


def words(path: Path) -> set[str]:
    hands = yaml.safe_load(path.read_text(encoding="utf-8"))["hands"]["hand"]
    return {word for hand in hands for word in hand}


def test_a_deck_that_is_made_whole_is_listed_once(root: Path, data: Path) -> None:
    assert listed(root) == ["no decks yet: `ppgen make` adds those that it prints completely"]
    make(root, "g/keys", "--lang", "de")
    (first,) = listed(root)
    code = first.split()[0]
    assert first == f"{code}  g/keys  6 words"
    before = (data / f"{code}.yaml").read_bytes()
    make(root, "g/keys", "--deck", code)
    make(root, "g/keys", "--lang", "de", "--paper", "letter", "--no-recipe", name="y.pdf")
    make(root, "--deck", root / "x.pdf", name="z.pdf")
    assert listed(root) == [first]
    assert (data / f"{code}.yaml").read_bytes() == before
    assert [path.name for path in data.iterdir()] == [f"{code}.yaml"]
    make(root, "g/keys", "--lang", "de", "--seed", "2")
    assert len(listed(root)) == 2


@pytest.mark.slow
def test_nothing_else_is_listed(root: Path, data: Path) -> None:
    make(root, "g/plain")
    make(root, "g/keys", "--only", "2")
    assert run_here("proof", "g/keys", "-o", root / "x.png", cwd=root).code == 0
    assert run_here("check", cwd=root).code == 0
    assert run_here("make", "g/keys", "--count", "99", cwd=root).code == 1
    assert not data.exists()
    (root / "ppgen.yaml").write_text("ppgen: workspace/1\nlog: no\n")
    make(root, "g/keys")
    assert not data.exists()


def test_what_cannot_be_written_is_not_listed(root: Path, data: Path) -> None:
    (root / "folder.pdf").mkdir()
    ran = run_here("make", "g/keys", "-o", root / "folder.pdf/keys.pdf/", "--size", "x", cwd=root)
    assert ran.code == 2
    (root / "file").write_text("")
    ran = run_here("make", "g/keys", "-o", root / "file/keys.pdf", cwd=root)
    assert ran.code == 3
    assert not data.exists()


def test_printed_words_are_never_dealt_again(root: Path, data: Path) -> None:
    seen: set[str] = set()
    names: set[str] = set()
    for number in range(1, 4):
        ran = run_here("make", "g/keys", "--lang", "de", "--exclude", "printed", cwd=root)
        assert ran.code == 0, ran.err
        names.add(ran.out.split(":")[0])
        now = {word for path in data.iterdir() for word in words(path)}
        assert len(now) == 6 * number
        assert seen < now
        seen = now
    assert len(names) == 3, "no deck overwrites another"
    ran = run_here("make", "g/keys", "--lang", "de", "--exclude", "printed", cwd=root)
    assert "2 words are enough for 1 hand of 2, not for 3" in ran.err
    ran = run_here("make", "g/keys", "--lang", "de", "--exclude", "printed", cwd=root)
    assert "error[E221]" in ran.err
    # Another language has its own words; what somebody names is dealt all the same.
    make(root, "g/keys", "--lang", "en", "--exclude", "printed")
    (root / "f.txt").write_text("\n".join(WORDS[:6]))
    make(root, "g/keys", "--lang", "de", "--exclude", "printed", "--first", root / "f.txt")


def test_decks_of_own_words_count_though_the_list_is_gone(root: Path) -> None:
    own = root / "own.txt"
    own.write_text("\n".join(WORDS[:6]))
    make(root, "g/keys", "--lang", "de", "--bank", own)
    own.unlink()
    make(root, "g/keys", "--lang", "de", "--exclude", "printed")
    codes = [line.split()[0] for line in listed(root)]
    one, other = (words(log.folder() / f"{code}.yaml") for code in codes)
    assert not one & other


def test_decks_are_taken_out(root: Path, data: Path) -> None:
    for seed in "123":
        make(root, "g/keys", "--lang", "de", "--seed", seed)
    first, second, third = (line.split()[0] for line in listed(root))
    ran = run_here("words", "log", "--remove", first.upper(), "--remove", third, cwd=root)
    assert (ran.code, ran.err) == (0, "")
    assert [line.split()[0] for line in listed(root)] == [second]
    for wrong in (first, "../x", "../../here/ppgen", "printed"):
        ran = run_here("words", "log", "--remove", wrong, cwd=root)
        assert ran.code == 2
        assert f"`{wrong}` is not in the list" in ran.err
    assert (root / "ppgen.yaml").exists()
    (data / "damaged.yaml").write_text("ppgen: deck/1\n")
    assert run_here("words", "log", "--clear", cwd=root).out == "2 decks removed\n"
    assert list(data.iterdir()) == []


@pytest.mark.parametrize("text", [b"", b"\xff", b"ppgen: deck/1\n", b"[", b"x" * 100_000])
def test_damage_costs_one_entry_only(root: Path, data: Path, text: bytes) -> None:
    make(root, "g/keys", "--lang", "de")
    make(root, "g/keys", "--lang", "de", "--seed", "2")
    first, second = listed(root)
    code = first.split()[0]
    (data / f"{code}.yaml").write_bytes(text)
    (data / "folder.yaml").mkdir()
    assert listed(root) == [
        second, f"{code}  damaged: its words are unknown",
        "folder  damaged: its words are unknown",
    ]  # fmt: skip
    ran = make(root, "g/keys", "--lang", "de", "--exclude", "printed", "--count", "2", name="y.pdf")
    assert f"warning: {code}.yaml in `ppgen words log` is damaged" in ran.err
    # What is printed again is whole again.
    (data / "folder.yaml").rmdir()
    make(root, "g/keys", "--deck", code)
    assert first in listed(root)


def test_a_deck_is_there_whole_or_not_at_all(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log.add_deck("de-1-1-AAAA", b"first")

    def fail(self: Path, target: Path) -> None:
        assert (self.read_bytes(), target.name) == (b"second", "de-1-1-AAAA.yaml")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(OSError, match="No space"):
        log.add_deck("de-1-1-AAAA", b"second")
    assert [(path.name, path.read_bytes()) for path in data.iterdir()] == [
        ("de-1-1-AAAA.yaml", b"first")
    ]


def test_where_nothing_can_be_kept_decks_are_made_all_the_same(root: Path, data: Path) -> None:
    data.parent.parent.mkdir()
    data.parent.write_text("a file, not a folder")
    ran = make(root, "g/keys")
    assert "warning: the deck is missing in `ppgen words log`: " in ran.err
    assert (root / "x.pdf").exists()
    assert listed(root)[0].startswith("no decks yet")


def test_where_there_is_no_home(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless() -> Path:
        raise RuntimeError

    monkeypatch.setattr(Path, "home", homeless)
    for name in ("XDG_DATA_HOME", "APPDATA"):
        monkeypatch.delenv(name, raising=False)
    make(root, "g/keys")
    assert listed(root)[0].startswith("no decks yet")


@pytest.mark.slow
def test_runs_at_once_lose_nothing(root: Path, data: Path) -> None:
    def one(seed: int) -> int:
        return run_apart(
            "make", "g/keys", "--seed", str(seed), "-o", f"{seed}.pdf", cwd=root,
            env={"XDG_DATA_HOME": os.environ["XDG_DATA_HOME"]},
        ).code  # fmt: skip

    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        assert list(pool.map(one, range(1, 5))) == [0] * 4
    assert len(list(data.iterdir())) == len(listed(root)) == 4
