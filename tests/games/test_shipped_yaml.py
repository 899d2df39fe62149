"""The shipped layouts and games read like pages: what is held here is how they are written."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from ppgen.diagnostics import Report, Source
from ppgen.source.nodes import Mapping, Node, Sequence, parse
from tests.support.run import REPO

COLUMNS = 100
LINES = 60
LAYOUTS = sorted((REPO / "templates").rglob("*.yaml"))
GAMES = sorted((REPO / "content").glob("*/game.yaml"))
#: Kinds of elements, and what stands behind those that hold other elements.
KINDS = {"text", "prose", "field", "shape", "image", "group", "use"}
#: Where numbers have names, or are drawings.
NAMED = {"let", "shapes", "fonts", "values"}


def faults(text: str) -> Iterator[str]:
    """Name what is wrong with how a file is written."""
    for number, line in enumerate(text.splitlines(), 1):
        if len(line) > COLUMNS:
            yield f"line {number}: {len(line)} columns"
    report = Report()
    root = parse(Source("file", text), report)
    assert root is not None
    assert not report.errors
    yield from _elements(root, text.splitlines())
    yield from _scalars(root)


def too_long(text: str) -> bool:
    # The first line is for editors only.
    lines = [x for x in text.splitlines() if not x.startswith("# yaml-language-server:")]
    return len(lines) > LINES


def _elements(node: Node, lines: list[str]) -> Iterator[str]:
    """Find elements of more than two keys in one line."""
    if isinstance(node, Mapping):
        first = node.entries[0][0].text if node.entries else ""
        flow = lines[node.span.line - 1][node.span.column - 1] == "{"
        if first in KINDS and flow and len(node.entries) > 2:
            yield f"line {node.span.line}: an element of more than two keys in one line"
        for _, child in node.entries:
            yield from _elements(child, lines)
    elif isinstance(node, Sequence):
        for child in node.items:
            yield from _elements(child, lines)


def _scalars(node: Node) -> Iterator[str]:
    """Find numbers that need a name, and choices by an index."""
    if isinstance(node, Mapping):
        for key, child in node.entries:
            if key.text not in NAMED:
                yield from _scalars(child)
    elif isinstance(node, Sequence):
        for child in node.items:
            yield from _scalars(child)
    else:
        if re.search(r"\d\.\d{3}", node.text):
            yield f"line {node.span.line}: a number with three decimals and no name"
        if re.search(r"\]\[(?!0\.\.)", node.text):
            yield f"line {node.span.line}: a choice by an index into a list"


@pytest.mark.parametrize("path", [*LAYOUTS, *GAMES], ids=lambda p: p.relative_to(REPO).as_posix())
def test_it_is_written_to_be_read(path: Path) -> None:
    assert not [*faults(path.read_text(encoding="utf-8"))]


@pytest.mark.parametrize("path", LAYOUTS, ids=lambda p: p.relative_to(REPO).as_posix())
def test_no_layout_is_long(path: Path) -> None:
    assert not too_long(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (f"a: {'x' * 98}", "columns"),
        ("draw:\n  - {text: x, box: a, style: b}", "two keys"),
        ("draw:\n  - group:\n      - {shape: rect, box: a, style: b}\n    box: a", "two keys"),
        ("draw:\n  - text: x\n    box: {left: 1.125}", "three decimals"),
        ("draw:\n  - text: x\n    box: {left: '[1, 2][n]'}", "index"),
        ("draw:\n  - text: x\n    repeat: {in: '[1, 2][0..n]', rows: 1, gap: 2}", ""),
        ("let: {a: 1.125}\ndraw:\n  - {text: x, box: a}\n  - text: x\n    box: {left: 1}", ""),
    ],
)
def test_a_fault_is_found(text: str, fault: str) -> None:
    found = [*faults(text)]
    assert len(found) == bool(fault)
    assert fault in "".join(found)
    assert too_long("\n" * 61)
    assert not too_long("\n" * 60)
