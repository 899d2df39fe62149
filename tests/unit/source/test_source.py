"""source.py: trees, places, and everything that is refused."""

from __future__ import annotations

import pathlib

import pytest
import yaml

from ppgen.diagnostics import Diagnostic, Report, Source, text
from ppgen.source import nodes as module
from ppgen.source.nodes import Mapping, Scalar, Sequence, parse, read


def run(yaml_text: str) -> tuple[Mapping | None, list[Diagnostic]]:
    report = Report()
    tree = parse(Source("f.yaml", yaml_text), report)
    for d in report.sorted():
        assert text(d)  # every diagnostic can be shown
    return tree, report.sorted()


def good(yaml_text: str) -> Mapping:
    tree, problems = run(yaml_text)
    assert problems == []
    assert tree is not None
    return tree


def scalar(tree: Mapping, key: str) -> Scalar:
    node = tree.get(key)
    assert isinstance(node, Scalar)
    return node


def place(node: Scalar | Sequence | Mapping) -> tuple[int, int, int]:
    return node.span.line, node.span.column, node.span.length


def test_tree() -> None:
    tree = good("ppgen: game/2\nlist: [a, 'b']\nmap:\n  x: {y: 1}\n")
    assert [key.text for key, _ in tree.entries] == ["ppgen", "list", "map"]
    items = tree.get("list")
    assert isinstance(items, Sequence)
    assert [i.text for i in items.items if isinstance(i, Scalar)] == ["a", "b"]
    assert place(items) == (2, 7, 8)
    inner = tree.get("map")
    assert isinstance(inner, Mapping)
    assert place(inner) == (4, 3, 1)
    assert tree.get("nothing") is None


@pytest.mark.parametrize(
    ("yaml_text", "value", "where", "plain"),
    [
        ("k: word", "word", (1, 4, 4), True),
        ("k: 'it''s'", "it's", (1, 4, 7), False),
        ('k: ""', "", (1, 4, 2), False),
        ("k:", "", (1, 3, 1), True),
        ("k:\nm: 1", "", (1, 3, 1), True),
        ("é😀: x\nk: 😀é 日", "😀é 日", (2, 4, 4), True),
        ("{😀é: x, k: y}", "y", (1, 12, 1), True),
        ("k: one\n  two", "one two", (1, 4, 3), True),
        ("k: |\n  a\n  b\n", "a\nb\n", (1, 4, 1), False),
        ("k: no", "no", (1, 4, 2), True),
        ("---\nk: 1:2 # note\n", "1:2", (2, 4, 3), True),
        ("\ufeffk: x", "x", (1, 4, 1), True),
        ("k: ${a}..b", "${a}..b", (1, 4, 7), True),
        ("k: a\u2028  b", "a\u2028b", (1, 4, 1), True),
    ],
)
def test_scalars(yaml_text: str, value: str, where: tuple[int, int, int], plain: bool) -> None:
    node = scalar(good(yaml_text), "k")
    if "\u2028" not in value:
        assert node.text == value
    if not yaml_text.startswith("\ufeff"):
        assert place(node) == where
    assert node.plain is plain


@pytest.mark.parametrize(
    ("yaml_text", "where"),
    [
        ("k: word", (1, 4, 4)),
        ("k: 'word'", (1, 5, 4)),
        ('k: ""', (1, 5, 1)),
        ("k: |\n\n   ab\n   c\n", (3, 4, 2)),
        ("k: >-\n  ab\n", (2, 3, 2)),
        ("k: |\n", (1, 4, 1)),
    ],
)
def test_inside(yaml_text: str, where: tuple[int, int, int]) -> None:
    span = scalar(good(yaml_text), "k").inside
    assert (span.line, span.column, span.length) == where


@pytest.mark.parametrize(
    ("yaml_text", "code", "where", "words"),
    [
        ("", "E101", (1, 1), "empty"),
        ("# only a comment\n", "E101", (1, 1), "empty"),
        ("---\n", "E101", (1, 1), "empty"),
        ("- a\n", "E101", (1, 1), "a list"),
        ("word", "E101", (1, 1), "a single text"),
        ("''", "E101", (1, 1), "a single text"),
        ("a: b: c", "E101", (1, 5), "`:`"),
        ("a:\n\tb: 1", "E101", (2, 1), "tab"),
        ("a: [1, 2\nb: 3", "E101", (2, 2), "list that is not closed"),
        ("a: {x: 1\n", "E101", (1, 9), "map that is not closed"),
        ("a: 'x\nb: 1\n", "E101", (1, 4), "quote"),
        ("a: 1\nb\nc: 2", "E101", (2, 1), "without `:`"),
        ("a:\n  - 1\n b: 2", "E101", (3, 2), "does not fit"),
        ("a: @x", "E101", (1, 4), "cannot start with `@`"),
        ("a: `x", "E101", (1, 4), "cannot start with ```"),
        ('a: "\\q"', "E101", (1, 5), "`\\`"),
        ("a: ]", "E101", (1, 4), "bracket"),
        ("{a: ${x}}", "E101", (1, 5), "binding"),
        ("a: >x\n b", "E101", (1, 5), "after"),
        ("a: 1\n---\nb: 1", "E101", (2, 1), "second document"),
        ("%YAML 2.0\n---\na: 1", "E101", (1, 1), "%"),
        ("é: 1\nb: x\x07y", "E101", (2, 5), "U+0007"),
        ("a: \x0c", "E101", (1, 4), "U+000C"),
        ("a: \x00", "E101", (1, 4), "U+0000"),
        ("a: \ud800", "E101", (1, 4), "U+D800"),
        ("a: *bold*", "E103", (1, 4), "alias"),
        ("a: **b**", "E103", (1, 4), "alias"),
        ("a: &\n", "E103", (1, 4), "anchor"),
        ("a: !x!y 1", "E103", (1, 4), "tag"),
        ("a: !<bad", "E103", (1, 4), "tag"),
        ("a: " + "[" * 10_000, "E101", (1, 103), "nested"),
        ("a: " + "{a: " * 10_000, "E101", (1, 400), "nested"),
        ("- " * 10_000, "E101", (1, 201), "nested"),
    ],
)
def test_no_tree(yaml_text: str, code: str, where: tuple[int, int], words: str) -> None:
    tree, problems = run(yaml_text)
    assert tree is None
    (d,) = problems
    assert d.code == code
    assert words in d.message
    assert d.span is not None
    assert (d.span.line, d.span.column) == where
    assert d.help


@pytest.mark.parametrize(
    ("yaml_text", "found"),
    [
        ("a: 1\nb: 2\na: 3", [("E102", 3, 1, 1)]),
        ("a: 1\n'a': 3\na: 4", [("E102", 2, 1, 3), ("E102", 3, 1, 1)]),
        ("a: &x 1\nb: *x", [("E103", 1, 4, 2), ("E103", 2, 4, 2)]),
        ("a: &x !!map {k: v}", [("E103", 1, 4, 2), ("E103", 1, 7, 5)]),
        ("a: !t [1]", [("E103", 1, 4, 2)]),
        ("a: ! x", [("E103", 1, 4, 1)]),
        ("a: {<<: {b: 1}, c: 2}", [("E103", 1, 5, 2)]),
        ("&k a: 1", [("E103", 1, 1, 2)]),
        ("[a]: 1\nb: 2", [("E101", 1, 1, 3)]),
        ("{a: 1}: 1\nb: 2", [("E101", 1, 1, 6)]),
        ("x: {a: 1, a: 2, a: *y}", [("E102", 1, 11, 1), ("E102", 1, 17, 1), ("E103", 1, 20, 2)]),
    ],
)
def test_collected(yaml_text: str, found: list[tuple[str, int, int, int]]) -> None:
    tree, problems = run(yaml_text)
    assert tree is not None
    spans = [(d.code, d.span) for d in problems]
    assert [(c, s.line, s.column, s.length) for c, s in spans if s] == found


def test_what_is_kept() -> None:
    tree, problems = run("a: 1\nb: &x 2\na: 3\n<<: *x\n")
    assert tree is not None
    assert [(k.text, getattr(v, "text", None)) for k, v in tree.entries] == [("a", "1"), ("b", "2")]
    twice = next(d for d in problems if d.code == "E102")
    assert twice.second is not None
    assert twice.second.line == 1


@pytest.mark.parametrize("value", ["'<<'", "'*x'", '"!t"', "a & b", "a*b", "x!"])
def test_quoted_signs_are_text(value: str) -> None:
    good(f"a: {value}")
    good("'<<': 1")


def test_depth_of_100_is_fine() -> None:
    good("a: " + "[" * 99 + "]" * 99)


@pytest.mark.parametrize(
    ("data", "code", "where"),
    [
        (b"a: \xc3\xa9\n", None, None),
        (b"\xef\xbb\xbfa: 1", None, None),
        (b"a: 1\nb: \xc3\xa9\xe9x\n", "E602", (2, 5)),
        (b"\xef\xbb\xbf\xff", "E602", (1, 1)),
        (b"a: 1\n\xe9", "E602", (2, 1)),
        (b"\xff\xfea\x00:\x00", "E602", (1, 1)),
        (b"", "E101", (1, 1)),
    ],
)
def test_read(
    tmp_path: pathlib.Path, data: bytes, code: str | None, where: tuple[int, int] | None
) -> None:
    path = tmp_path / "x.yaml"
    path.write_bytes(data)
    report = Report()
    tree = read(path, "shown.yaml", report)
    if code is None:
        assert tree is not None
        assert place(tree) == (1, 1, 1)
        assert not report
        return
    assert tree is None
    (d,) = report.sorted()
    assert d.code == code
    assert d.span is not None
    assert (d.span.line, d.span.column) == where
    assert d.span.source.name == "shown.yaml"
    assert d.help == "save the file as UTF-8" or code == "E101"


@pytest.mark.parametrize("name", ["missing.yaml", ".", "nul\0.yaml"])
def test_read_missing(tmp_path: pathlib.Path, name: str) -> None:
    report = Report()
    assert read(tmp_path / name, name, report) is None
    assert [d.code for d in report.sorted()] == ["E601"]


@pytest.mark.parametrize(
    "yaml_text",
    [
        "a: b: c",
        "a: [1, 2\nb: 3",
        "a: 'x",
        "a: *b*",
        "a: \tx: @",
        'a: "\\q"',
        "a: 1\n b",
        "a: &x 1",
    ],
)
def test_without_libyaml(monkeypatch: pytest.MonkeyPatch, yaml_text: str) -> None:
    with_c = [d.code for d in run(yaml_text)[1]]
    monkeypatch.setattr(module, "_LOADER", yaml.BaseLoader)
    assert [d.code for d in run(yaml_text)[1]] == with_c
