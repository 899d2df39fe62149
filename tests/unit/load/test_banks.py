"""Banks: words by category, what extends what, and plain lists."""

from __future__ import annotations

from pathlib import Path

import pytest

from ppgen.load.workspace import Workspace
from ppgen.model.bank import Bank
from tests.support.run import write

HEAD = "ppgen: bank/1\nlang: en\ntitle: Try\nlicence: CC0-1.0\nauthor: we\n"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    write(tmp_path, {"ppgen.yaml": "ppgen: workspace/1\n"})
    return tmp_path


def read(root: Path, name: str, *, lang: str = "en") -> tuple[Bank | None, list[str]]:
    """Read a bank and what is wrong with it, with places."""
    workspace = Workspace(root)
    bank = workspace.bank_file(root / name, lang, ["words"])
    return bank, [f"{d.code} {d.span}: {d.message}" for d in workspace.report.sorted()]


def good(root: Path, name: str, text: str | None = None, *, lang: str = "en") -> Bank:
    if text is not None:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    bank, problems = read(root, name, lang=lang)
    assert problems == []
    assert bank is not None
    return bank


# --- YAML ---


def test_words_keep_what_the_bank_says_of_them(root: Path) -> None:
    words = """words:
  nature: [Glacier, {word: Bat, id: bat-animal, note: the animal, allow: {W02: not the Cat}}]
  tools:
    - Anvil
"""
    bank = good(root, "b.yaml", HEAD + "reviewed: yes\nallow: {W09: few}\n" + words)
    glacier, bat, _ = bank.words
    assert [str(w) for w in bank.words] == ["Glacier", "Bat", "Anvil"]
    assert [w.category for w in bank.words] == ["nature", "nature", "tools"]
    assert (bat.id, bat.note, dict(bat.allow)) == (
        "bat-animal",
        "the animal",
        {"W02": "not the Cat"},
    )
    assert (glacier.id, glacier.note, dict(glacier.allow)) == ("", "", {})
    assert [str(w.span) for w in bank.words] == ["b.yaml:9:12", "b.yaml:9:28", "b.yaml:11:7"]
    assert (bank.lang, bank.title, bank.licence, bank.origin) == ("en", "Try", "CC0-1.0", "we")
    assert bank.reviewed
    assert dict(bank.allow) == {"W09": "few"}


def test_words_without_categories(root: Path) -> None:
    bank = good(root, "b.yaml", HEAD + "words: [Ant, {word: Bee, id: bee}]\n")
    assert [(str(w), w.category, w.id) for w in bank.words] == [("Ant", "", ""), ("Bee", "", "bee")]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("words: {a: ['']}", "E202 b.yaml:6:13: a word without a letter"),
        ("words: {a: [{word: ' '}]}", "E202 b.yaml:6:20: a word without a letter"),
        ("words: {a: [{word: x, wrod: y}]}", "E201 b.yaml:6:23: unknown key `wrod`"),
        ("words: {a: [{word: x, allow: {W02: ''}}]}", "E202 b.yaml:6:36: `allow` needs a reason"),
        ("words: {a: [Star Wars: A]}", "E205 b.yaml:6:13: a mapping where a word is expected"),
        ("words: {a: x}", "E202 b.yaml:6:12: expected a list, found `x`"),
        ("drop: [x]", "E204 b.yaml:6:8: `drop` without `extends`"),
        ("extends: xx", "E211 b.yaml:6:10: there is no bank `xx`"),
    ],
)
def test_what_is_wrong_in_a_bank(root: Path, text: str, problem: str) -> None:
    (root / "b.yaml").write_text(HEAD + text + "\n", encoding="utf-8")
    assert problem in read(root, "b.yaml")[1]


@pytest.mark.parametrize("lang", ["english!", "english", "e", "pt-BR,de"])
def test_what_is_no_language(root: Path, lang: str) -> None:
    (root / "b.yaml").write_text(HEAD.replace("lang: en", f"lang: '{lang}'"), encoding="utf-8")
    wanted = f"E202 b.yaml:2:7: expected a language such as `de` or `zh-TW`, found `{lang}`"
    assert read(root, "b.yaml")[1] == [wanted]


def test_a_language_is_kept_as_files_are_named(root: Path) -> None:
    assert good(root, "b.yaml", HEAD.replace("lang: en", "lang: de_AT")).lang == "de-AT"


# --- extends and drop ---

PARENT = HEAD + "reviewed: yes\nwords:\n  nature: [Ant, Bee, {word: Cat, id: cat}]\n  food: [Egg]\n"


def test_a_family_adds_its_words(root: Path) -> None:
    good(root, "content/words/en.yaml", PARENT)
    bank = good(
        root, "fam.yaml", "ppgen: bank/1\nextends: en\ndrop: [bee]\nwords: {us: [Grandma, EGG]}\n"
    )
    assert [(str(w), w.category) for w in bank.words] == [
        ("Grandma", "us"), ("EGG", "us"), ("Ant", "nature"), ("Cat", "nature"),
    ]  # fmt: skip
    assert bank.own == 2
    assert (bank.lang, bank.title, bank.licence, bank.origin) == ("en", "Try", "CC0-1.0", "we")
    assert not bank.reviewed, "nobody has read the family's words"
    assert str(bank.span.source.name) == "fam.yaml"
    assert str(bank.words[3].span) == "content/words/en.yaml:8:29"


def test_a_bank_may_extend_the_one_it_hides(root: Path) -> None:
    """A workspace's own `de` adds to the built-in one, if that has the folder."""
    good(root, "content/words/en.yaml", PARENT)
    mid = "ppgen: bank/1\nextends: en\ntitle: Mid\nwords: {us: [Uncle]}\n"
    good(root, "content/words/en-x-mid.yaml", mid)
    bank = good(root, "top.yaml", "ppgen: bank/1\nextends: en-x-mid\ndrop: [Uncle]\n")
    assert [str(w) for w in bank.words] == ["Ant", "Bee", "Cat", "Egg"]
    assert bank.title == "Mid"


def test_what_extends_itself(root: Path) -> None:
    write(
        root,
        {
            "content/words/a.yaml": "ppgen: bank/1\nextends: b\nwords: {x: [A]}\n",
            "content/words/b.yaml": "ppgen: bank/1\nextends: a\nwords: {x: [B]}\n",
            "content/words/c.yaml": "ppgen: bank/1\nextends: c\nwords: {x: [B]}\n",
        },
    )
    way = "content/words/a.yaml -> content/words/b.yaml -> content/words/a.yaml"
    assert read(root, "content/words/a.yaml")[1] == [
        f"E213 content/words/b.yaml:2:10: a bank extends itself: {way}"
    ]
    # Nothing is behind it that it could mean.
    assert read(root, "content/words/c.yaml")[1] == [
        "E211 content/words/c.yaml:2:10: there is no bank `c`"
    ]


def test_dropping_what_is_not_there(root: Path) -> None:
    good(root, "content/words/en.yaml", PARENT)
    (root / "f.yaml").write_text("ppgen: bank/1\nextends: en\ndrop: [Beee, Cat]\n")
    assert read(root, "f.yaml")[1] == [
        "E211 f.yaml:3:8: `Beee` is not in the bank that this one extends"
    ]


# --- plain lists ---


def test_a_word_a_line(root: Path) -> None:
    text = "# ours\r\nAnt\r\n\r\n  Polar bear \r\n#no\r\nC# sharp\r\nno\r\n"
    bank = good(root, "my words.txt", text)
    assert [str(w) for w in bank.words] == ["Ant", "Polar bear", "C# sharp", "no"]
    places = [(w.span.line, w.span.column, w.span.length) for w in bank.words if w.span]
    assert places == [(2, 1, 3), (4, 3, 10), (6, 1, 8), (7, 1, 2)]
    assert (bank.lang, bank.title) == ("en", "my words")
    assert good(root, "my words.txt", lang="sw").lang == "sw"


def test_a_byte_order_mark_is_no_letter(root: Path) -> None:
    (root / "w.txt").write_bytes("\ufeffÄrger\nÖl".encode())
    assert [str(w) for w in good(root, "w.txt").words] == ["Ärger", "Öl"]


@pytest.mark.parametrize("sign", [",", ";", "\t"])
def test_a_table_with_named_columns(root: Path, sign: str) -> None:
    rows = ["Word,ID,category,note", 'Ant,ant,nature,"small, busy"', "Bee,,nature", ",,,", "# x",
            'Eel , eel,sea,"so ""long"""']  # fmt: skip
    if sign != ",":
        rows = [row.replace(",", sign).replace(f"small{sign}", "small,") for row in rows]
    bank = good(root, "t.csv", "\n".join(rows))
    assert [(str(w), w.id, w.category, w.note) for w in bank.words] == [
        ("Ant", "ant", "nature", "small, busy"),
        ("Bee", "", "nature", ""),
        ("Eel", "eel", "sea", 'so "long"'),
    ]
    assert [str(w.span) for w in bank.words] == ["t.csv:2:1", "t.csv:3:1", "t.csv:6:1"]


def test_a_table_without_a_head(root: Path) -> None:
    bank = good(root, "t.csv", "Ant,nature\n\nRock\n'Tis,words\n")
    assert [(str(w), w.category) for w in bank.words] == [
        ("Ant", "nature"), ("Rock", ""), ("'Tis", "words"),
    ]  # fmt: skip
    pairs = good(root, "u.csv", "word;second\nBär;bear\n")
    assert [(str(w), w.second) for w in pairs.words] == [("Bär", "bear")]


@pytest.mark.parametrize(
    ("text", "problems"),
    [
        ("Ant,nature,x", ["E202 t.csv:1:1: which of the 3 columns holds the words?"]),
        (
            "word,note\na,b\nc,d,e\nf,g,h,i",
            ["E202 t.csv:3:5: a row with more than 2 columns; 1 row more like it"],
        ),
        (
            "word,note\n,lost\n,too\n,and this",
            ["E202 t.csv:2:1: a row without a word; 2 rows more like it"],
        ),
        ("word,catgory\nAnt,x", ["E201 t.csv:1:6: unknown column `catgory`"]),
        ("category,word\nfoo\nx,Ant", ["E202 t.csv:2:1: a row without a word"]),
        ("word,note\n,lost", ["E202 t.csv:2:1: a row without a word"]),
        ('word\n"Ant\nBee', ["E101 t.csv:2:1: a quote that is not closed"]),
    ],
)
def test_what_is_wrong_in_a_table(root: Path, text: str, problems: list[str]) -> None:
    (root / "t.csv").write_text(text, encoding="utf-8")
    assert read(root, "t.csv")[1] == problems


@pytest.mark.parametrize(
    ("name", "data", "why"),
    [
        ("w.yaml", "Bär\n".encode("latin-1"), "byte 0xe4"),
        ("w.yaml", "Bär\n".encode("utf-16"), "UTF-16"),
        # Broken UTF-8 is no other encoding.
        ("w.txt", "Bär\nÄrger\nÖl\n".encode() + b"\xe4\n", "byte 0xe4"),
        ("w.csv", "Bär\nÄrger\nÖl\n".encode() + b"\xe4\n", "byte 0xe4"),
    ],
)
def test_what_is_not_utf_8(root: Path, name: str, data: bytes, why: str) -> None:
    (root / name).write_bytes(data)
    workspace = Workspace(root)
    assert workspace.bank_file(root / name, "de") is None
    [found] = workspace.report.sorted()
    assert found.code == "E602"
    assert f"`{name}` is not UTF-8" in found.message
    assert why in found.message
    assert "save the file as UTF-8" in found.help
    assert ("CSV UTF-8" in found.help) == name.endswith(".csv")
