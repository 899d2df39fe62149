"""`a if c else b`, and what an expression reads where some names are still open."""

from __future__ import annotations

import pytest

from ppgen.diagnostics import Problem, Source, Span
from ppgen.expr import Expression, compile_expression, compile_template


def span(text: str) -> Span:
    return Span(Source("f.yaml", text), 1, 1, max(1, len(text)))


def expression(text: str) -> Expression:
    return compile_expression(text, span(text))


def needed(text: str, *opens: str, **known: object) -> set[str]:
    """Name what an expression depends on; `opens` differ from record to record."""
    return set(expression(text).needed(known, lambda name: name in opens))


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("1 if yes else 2", 1),
        ("1 if no else 2", 2),
        ("1 + 1 if no else 2 + 2", 4),
        ("1 if a == 1 else 2 if a == 7 else 3", 2),
        ("[1 if a > 9 else 2, 3]", [2, 3]),
        ("(1 if '' else 2) * 3", 6),
        ("list[9] if no else 5", 5),
        ("a if 1 in list and not no else 0", 7),
        ("7 % 3", 1),
        ("7.5 % 2", 1.5),
        ("-1 % 3", 2),
        ("2 * 7 % 3", 2),
        ("min(4, 2, 3)", 2),
        ("max(4, 2, 9, 3)", 9),
        ("text(7)", "7"),
        ("text(0.1 + 0.2)", "0.3"),
        ("text(yes)", "yes"),
        ("text('a')", "a"),
        ("pick(map, ['x', 'z'])", [1, 3]),
        ("pick(map, 'zx')", [3, 1]),
        ("pick(list, [2, 0])", [3, 1]),
        ("pick(map, [])", []),
    ],
)
def test_value(text: str, result: object) -> None:
    scope = {"a": 7, "list": [1, 2, 3], "map": {"x": 1, "z": 3}}
    found = expression(text).evaluate(scope)
    assert found == result
    assert type(found) is type(result)


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        ("1 % 0", "E303", "division by 0"),
        ("'a' % 2", "E303", "`%` needs a number"),
        ("pick(map, 3)", "E303", "`pick` needs a list of keys"),
        ("pick(map, ['y'])", "E304", "no entry `y`"),
        ("text(list)", "E303", "`text` must be text, a number or yes-no, not a list"),
        ("min(1, 2, list)", "E303", "`min` needs a number"),
    ],
)
def test_refused(text: str, code: str, words: str) -> None:
    with pytest.raises(Problem, match=words) as caught:
        expression(text).evaluate({"list": [1], "map": {"x": 1}})
    assert caught.value.diagnostic.code == code


def test_names_are_those_of_all_branches() -> None:
    assert expression("a if b else c if d else e").names == {"a", "b", "c", "d", "e"}


@pytest.mark.parametrize(
    ("text", "opens", "names"),
    [
        ("a if k else b", "", {"k", "a"}),
        ("a if not k else b", "", {"k", "b"}),
        ("a if k else b", "ab", {"k", "a"}),
        ("a if o else b", "o", {"o", "a", "b"}),
        ("[x, a if k else b]", "", {"x", "k", "a"}),
        ("a if not k else b if k else c", "", {"k", "b"}),
        ("k and a", "", {"k", "a"}),
        ("not k and a", "", {"k"}),
        ("k or a", "", {"k"}),
        ("x + 1 > 2 or (not k and a)", "x", {"x", "k"}),
        ("(not k or a) and b", "", {"k", "a", "b"}),
        ("o and a", "o", {"o", "a"}),
    ],
)
def test_needed(text: str, opens: str, names: set[str]) -> None:
    assert needed(text, *opens, k=True, x=1) == names


def test_a_condition_that_cannot_be_evaluated_hides_nothing() -> None:
    # It is evaluated, and so reported, only where the open condition leads there.
    assert needed("1 if o else a if list[9] else b", "o", list=[]) == {"o", "list", "a", "b"}


def test_needed_of_a_text_with_bindings() -> None:
    text = "${a if k else b} and ${c}"
    found = compile_template(text, span(text))
    assert found is not None
    assert found.needed({"k": False}, lambda _name: False) == {"k", "b", "c"}
