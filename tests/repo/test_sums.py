"""Sums of floats are the same on every Python: the builtin `sum` is exact from 3.12 on."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest

from ppgen.place.boxes import share_out
from tests.support.run import REPO

#: What adds up integers, or yes and no, which is the same everywhere.
INTEGERS = {
    "(ask.take for ask in own)",
    "(1 for _ in self.sheets())",
    "(1 for group, slot in self._slots() if group.is_spare(slot) and slot.side == side)",
    "(bool(word.id) for word in words)",
    "(g.plan.leaves for g in self.groups)",
    "(g.take.get(scope) for g in product.each.values() if isinstance(g, Deal))",
    "(glyph.advance for glyph in glyphs)",
    "(group.plan.leaves for group in groups)",
    "(block.grid.columns + block.grid.rows for block in blocks)",
    "(len(g.fronts) - g.spares for g in self.groups)",
    "(item.level == 'error' for item in causes)",
    "(len(left[kind]) for kind in kinds)",
    "(not word.second for word in words)",
    "map(len, files.values())",
    "(part.printout.printed_leaves for part in parts)",
    "(printout.leaves for _, printout in some)",
    "(page.height + _GAP for page in pages)",
    "(product.copies.get(record) for record in made)",
    "(-(-one.number // piles(one.size)) for one in sets)",
    "(word[:1].isupper() for word in cased)",
    "(k + 1 for _, k in inner)",
    "bad.values()",
    "clash[w]",
    "copies",
    "kerns",
    "map(_cells, marked)",
    "map(_entries, value)",
    "map(source.text.count, ',:[{\\n')",
    "map(_counts, composed)",
    "map(self._kern, pairwise(text))",
    "map(place, sides)",
    "map(self._letter, text)",
    "unpacked",
    "widths",
}
#: Of `statistics`, what picks a value and computes none.
PICKS = {"median_low", "median_high", "mode", "multimode"}


def doubtful(tree: ast.AST) -> Iterator[str]:
    """Find what may add up floats: what `sum` is called with, its name, means of `statistics`."""
    calls = {
        id(node.func): ast.unparse(node.args[0])
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and node.args
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == "statistics":
            yield ast.unparse(node)
        elif isinstance(node, ast.Name | ast.Attribute):
            package, _, name = ast.unparse(node).rpartition(".")
            if (package, name) == ("", "sum") or (package == "statistics" and name not in PICKS):
                yield calls.get(id(node), name)


def test_no_sum_of_floats() -> None:
    """Use `math.fsum`, or add up in order; a sum of integers is named in INTEGERS."""
    found = {
        call: path.name
        for path in (REPO / "ppgen").rglob("*.py")
        for call in doubtful(ast.parse(path.read_text(encoding="utf-8")))
    }
    assert {call: name for call, name in found.items() if call not in INTEGERS} == {}
    assert INTEGERS - found.keys() == set(), "gone: take it out of the list"


@pytest.mark.parametrize(
    "code",
    [
        "x = sum(widths)",
        "x = map(sum, rows)",
        "x = max(sum(w for w in row) for row in rows)",
        "import statistics\nx = statistics.fmean(widths)",
        "from statistics import mean",
    ],
)
def test_a_planted_sum_is_found(code: str) -> None:
    assert list(doubtful(ast.parse(code)))


def test_what_is_no_sum_of_floats() -> None:
    code = "x = math.fsum(widths) + statistics.median_low(counts)\ndef sum_up(sum): pass"
    assert list(doubtful(ast.parse(code))) == []


def test_room_is_shared_out_the_same() -> None:
    """An exact sum gives other last digits here: 12.633333333333333."""
    tracks = [(2, 1.7, 4.4, 1e9), (3, 2.3, 2.3, 1e9), (1, 1.4, 4.2, 1e9), (3, 0.3, 4.9, 1e9)]
    sizes = [8.58888888888889, 12.633333333333336, 4.844444444444445, 10.633333333333336]
    assert share_out(36.7, tracks) == sizes
