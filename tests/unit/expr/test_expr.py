"""Expressions: the grammar, the values, the limits and every refusal."""

from __future__ import annotations

import warnings

import pytest

from ppgen.diagnostics import Diagnostic, Problem, Source, Span, text
from ppgen.expr import (
    Expression,
    Template,
    Value,
    check_names,
    compile_expression,
    compile_template,
    truth,
)
from ppgen.geometry import Size


class Word(str):
    """A word of a bank."""

    category = "animals"
    note = ""


class Labels:
    """Labels as the loader will give them."""

    def look(self, key: str) -> Value:
        if key == "bare":
            raise KeyError(key)
        if key == "missing":
            raise Problem("E215", "no label `missing`")
        return f"<{key}>"

    def call(self, key: str, arguments: dict[str, Value]) -> Value:
        return key + ":" + ",".join(f"{k}={v}" for k, v in sorted(arguments.items()))


SCOPE: dict[str, Value] = {
    "a": 7,
    "b": 2.5,
    "w": Word("Ürst"),
    "list": [10, 20, 30, 40],
    "pairs": [[1, 2], [3, 4]],
    "map": {"x": 1, "2": "two", "yes": "y", "in": {"deep": 5}},
    "mixed": ["all", 2],
    "flag": True,
    "t": Labels(),
    "größe": 3,
    "name": "round",
    "card": Size(63, 88),
}


def span_of(value: str, column: int = 1) -> Span:
    return Span(Source("f.yaml", " " * (column - 1) + value), 1, column, max(1, len(value)))


def expression(value: str, column: int = 1) -> Expression:
    return compile_expression(value, span_of(value, column))


def run(value: str, **more: Value) -> Value:
    return expression(value).evaluate({**SCOPE, **more})


def template(value: str) -> Template:
    found = compile_template(value, span_of(value))
    assert found is not None
    return found


def refused(work: object, *arguments: object) -> Diagnostic:
    assert callable(work)
    with pytest.raises(Problem) as caught:
        work(*arguments)
    assert text(caught.value.diagnostic)
    assert caught.value.diagnostic.span is not None
    return caught.value.diagnostic


@pytest.mark.parametrize(
    ("value", "result"),
    [
        ("1", 1),
        ("0.5", 0.5),
        ("  a  ", 7),
        ("'x y'", "x y"),
        ("''", ""),
        ("'}'", "}"),
        ("'a..b'", "a..b"),
        ("'class'", "class"),
        ("'日本'", "日本"),
        ("yes", True),
        ("no", False),
        ("größe", 3),
        ("'é' == 'é' and größe == 3", True),
        ("[]", []),
        ("[1, 'a', yes]", [1, "a", True]),
        ("[0.6, 0.18][2 - 1]", 0.18),
        # arithmetic
        ("1 + 2 * 3", 7),
        ("(1 + 2) * 3", 9),
        ("10 - 2 - 3", 5),
        ("-a + 10", 3),
        ("2 * -3", -6),
        ("3 - -3", 6),
        ("-(-3)", 3),
        ("7 / 2", 3.5),
        ("7 // 2", 3),
        ("-7 // 2", -4),
        ("7.5 // 2", 3),
        ("a\n + 1", 8),
        # ranges
        ("1..4", [1, 2, 3, 4]),
        ("1 .. 4", [1, 2, 3, 4]),
        ("4..1", []),
        ("2..2", [2]),
        ("-1..1", [-1, 0, 1]),
        ("1..1 + 2", [1, 2, 3]),
        ("1..4/2", [1, 2]),
        ("3 in 1..4", True),
        ("1..2 == [1, 2]", True),
        ("len(1..100000)", 100_000),
        # comparing
        ("1 == 1.0", True),
        ("a != 7", False),
        ("'a' < 'b'", True),
        ("a >= 7", True),
        ("a <= b", False),
        ("a > b", True),
        ("yes == flag", True),
        ("[1, 'a'] == ['a', 1]", False),
        ("[yes] == [1]", False),
        ("map == map", True),
        ("w == 'Ürst'", True),
        # in
        ("20 in list", True),
        ("21 not in list", True),
        ("'r' in w", True),
        ("'rs' in w", False),
        ("'' in w", False),
        ("[3, 4] in pairs", True),
        ("2 in mixed", True),
        ("'two' in mixed", False),
        ("1 in []", False),
        # yes and no
        ("not ''", True),
        ("not []", True),
        ("not 0", True),
        ("not 0.0", True),
        ("not 'no'", False),
        ("not a == 8", True),
        ("1 and 'x'", True),
        ("0 or ''", False),
        ("no and list[99]", False),
        ("yes or list[99]", True),
        ("yes or no and no", True),
        ("not no and no", False),
        # looking up
        ("list[0]", 10),
        ("list[len(list) - 1]", 40),
        ("list[4 / 2]", 30),
        ("list[0..1]", [10, 20]),
        ("list[1..0]", []),
        ("list[2..3][1]", 40),
        ("pairs[1][0]", 3),
        ("w[0]", "Ü"),
        ("w[0..1]", ["Ü", "r"]),
        ("'abc'[2]", "c"),
        ("map.x", 1),
        ("map['x']", 1),
        ("map[2]", "two"),
        ("map[4 / 2]", "two"),
        ("map[yes]", "y"),
        ("map['in'].deep", 5),
        ("w.category", "animals"),
        ("w.note", ""),
        # functions
        ("len(w)", 4),
        ("len([])", 0),
        ("round(2.5)", 3),
        ("round(-2.5)", -2),
        ("round(2.4)", 2),
        ("round(0.49999999999999994)", 0),
        ("min(1, b)", 1),
        ("max(a, b)", 7),
        ("join([1, 2.0, 'x', yes], '.')", "1.2.x.yes"),
        ("join([], '.')", ""),
        ("digits(7, 2)", "07"),
        ("digits(123, 2)", "123"),
        ("digits(-7, 3)", "-07"),
        # labels
        ("t.round", "<round>"),
        ("t[name]", "<round>"),
        ("t['a-b']", "<a-b>"),
        ("t.game_n(n=3)", "game_n:n=3"),
        ("t.two(n=a, m=t.x)", "two:m=<x>,n=7"),
        ("t[name](n=1)", "round:n=1"),
        ("min(7.8, 55 / ((len(list) + 2) // 3))", 7.8),
        ("30 * 0 + " + " + ".join(["1"] * 100), 100),
        ("card.width + card['height']", 151),
        ("card == card", True),
    ],
)
def test_values(value: str, result: Value) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = run(value)
    assert found == result
    assert type(found) is type(result)


@pytest.mark.parametrize("value", ["w", "[w][0]", "{'k': w}"])
def test_words_stay_words(value: str) -> None:
    if value.startswith("{"):
        assert run("map.k", map={"k": SCOPE["w"]}) is SCOPE["w"]
    else:
        assert run(value) is SCOPE["w"]
    assert template("${w}").evaluate(SCOPE) is SCOPE["w"]


@pytest.mark.parametrize(
    ("value", "code", "column", "words"),
    [
        ("", "E301", 1, "missing"),
        ("   ", "E301", 1, "missing"),
        ("1 +", "E301", 4, "after `+`"),
        ("1 + * 2", "E301", 5, "before `*`"),
        ("a b", "E301", 3, "between `a` and `b`"),
        ("'a' 'b'", "E301", 5, "operator is missing"),
        ("r'a'", "E301", 2, "operator is missing"),
        ("f'{a}'", "E301", 2, "operator is missing"),
        ("'''a'''", "E301", 3, "operator is missing"),
        ("'a", "E301", 1, "not closed"),
        ("'a\\n'", "E301", 3, "backslash"),
        ('"a"', "E301", 1, '`"`'),
        ("1 << 4", "E301", 4, "before `<`"),
        ("a >> 1", "E301", 4, "before `>`"),
        ("2 ** 3", "E301", 4, "before `*`"),
        ("a %", "E301", 4, "after `%`"),
        ("a && b", "E301", 3, "`&`"),
        ("+3", "E301", 1, "before `+`"),
        ("--3", "E301", 2, "unexpected `-`"),
        ("not not a", "E301", 5, "two `not`"),
        ("1..2..3", "E301", 1, "two ends"),
        ("1...3", "E301", 4, "before `.`"),
        ("a < 1 < 2", "E301", 9, "two comparisons"),
        ("a == 1 == 2", "E301", 11, "two comparisons"),
        ("list[0:1]", "E301", 7, "`:`"),
        ("list[]", "E301", 6, ""),
        ("list[0, 1]", "E301", 6, "`,`"),
        ("list.0", "E301", 6, "after `.`"),
        ("map.-x", "E301", 5, "after `.`"),
        ("map.", "E301", 5, "after `.`"),
        ("(1, 2)", "E301", 1, "`,`"),
        ("1, 2", "E301", 2, "outside"),
        ("[1, ]", "E301", 5, "before `]`"),
        ("[1", "E301", 1, "not closed"),
        ("(1]", "E301", 3, "closes nothing"),
        ("1)", "E301", 2, "closes nothing"),
        ("()", "E301", 1, ""),
        ("a = 7", "E301", 3, "`=`"),
        ("(a = 7)", "E301", None, ""),
        ("a is 7", "E301", 3, "reserved word"),
        ("a if 1", "E301", 3, "`if` without `else`"),
        ("[a if 1, 2]", "E301", 4, "`if` without `else`"),
        ("(a if 1) else 2", "E301", 4, "`if` without `else`"),
        ("a else 1", "E301", 3, "`else` without `if`"),
        ("a if (1 else 2)", "E301", 9, "`else` without `if`"),
        ("a if else 1", "E301", 6, "before `else`"),
        ("if a else 1", "E301", 1, "before `if`"),
        ("a if 1 else", "E301", 12, "after `else`"),
        ("[x for x in list]", "E301", 4, "`for`"),
        ("lambda: 1", "E301", 1, "`lambda`"),
        ("class", "E301", 1, "`class` is a reserved word"),
        ("a + from", "E301", 5, "`from` is a reserved word"),
        ("map.in", "E301", 5, "`in` is a reserved word"),
        ("t.k(class=1)", "E301", 5, "`class`"),
        ("True", "E301", 1, "`True`"),
        ("None", "E301", 1, "`None`"),
        ("{'a': 1}", "E301", 1, "`{`"),
        ("a # note", "E301", 3, "`#`"),
        ("a; b", "E301", 2, "`;`"),
        ("a\\\n", "E301", 2, "`\\`"),
        ("a\x00", "E301", 2, "U+0000"),
        ("a\ud800", "E301", 2, "U+D800"),
        ("012", "E301", 1, "start with 0"),
        ("1_000", "E301", 2, "after the number"),
        ("1e5", "E301", 2, "after the number"),
        ("0x10", "E301", 2, "after the number"),
        ("1j", "E301", 2, "after the number"),
        ("1or 2", "E301", 2, "after the number"),
        (".5", "E301", 1, "before `.`"),
        ("1.", "E301", 2, "after the number"),
        ("1.ifx", "E301", 2, "after the number"),
        ("\ufb01x", "E301", 1, "cannot be a name"),
        ("'é' + §", "E301", 7, "`§`"),
        ("'日本' < 1 < 2", "E301", 12, "two comparisons"),
        ("foo(1)", "E301", 1, "no function `foo`"),
        ("lenn(1)", "E301", 1, "no function `lenn`"),
        ("len()", "E301", 1, "1 value"),
        ("len(a, a)", "E301", 1, "1 value"),
        ("min(1)", "E301", 1, "2 values"),
        ("len(x=1)", "E301", 1, "1 value"),
        ("len(*list)", "E301", 5, "before `*`"),
        ("map.x(n=1)", "E301", 1, "called"),
        ("a.b.c()", "E301", 1, "called"),
        ("(a)(1)", "E301", 4, "operator is missing"),
        ("[1](2)", "E301", 1, "called"),
        ("t.k(1)", "E301", 5, "names"),
        ("t.k()", "E301", 1, "without values"),
        ("t.k(n=1, n=2)", "E301", None, ""),
        ("a not b", "E301", None, ""),
        ("not in list", "E301", None, ""),
        ("a == not b", "E301", None, ""),
        ("x := 1", "E301", 3, "`:`"),
        ("__import__('os')", "E301", 1, "no function"),
        ("${a}", "E306", 1, "already"),
        ("1 + ${a}", "E306", 5, "already"),
        ("a" * 501, "E305", 1, "501"),
        ("(" * 21 + "1" + ")" * 21, "E305", 21, "20 deep"),
        ("-(" * 20 + "1" + ")" * 20, "E305", 41, "20 deep"),
        ("9" * 400, "E305", 1, "number"),
    ],
)
def test_cannot_be_read(value: str, code: str, column: int | None, words: str) -> None:
    source = Source("f.yaml", "    " + value.encode("utf-8", "replace").decode())
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        d = refused(compile_expression, value, Span(source, 1, 5, len(value) or 1))
    assert d.code == code
    assert words in d.message
    assert d.span is not None
    if column is not None:
        assert d.span.column == column + 4


@pytest.mark.parametrize(
    ("value", "code", "words"),
    [
        ("nope", "E302", "unknown name `nope`"),
        ("aa", "E302", "unknown name `aa`"),
        ("1 + 'a'", "E303", "`+` needs a number, not the text 'a'"),
        ("'a' + 'b'", "E303", "needs a number"),
        ("yes + 1", "E303", "not `yes`"),
        ("-flag", "E303", "not `yes`"),
        ("list * 2", "E303", "not a list"),
        ("map * 2", "E303", "not a map"),
        ("1 / 0", "E303", "division by 0"),
        ("1 // 0", "E303", "division by 0"),
        ("1 == '1'", "E303", "one type"),
        ("1 != yes", "E303", "one type"),
        ("1 < 'a'", "E303", "one type"),
        ("yes < no", "E303", "numbers or texts"),
        ("list < list", "E303", "numbers or texts"),
        ("1 == list", "E303", "one type"),
        ("'10' in list", "E303", "one type"),
        ("1 in w", "E303", "one type"),
        ("1 in 2", "E303", "needs a list"),
        ("'x' in map", "E303", "needs a list"),
        ("1.5..3", "E303", "whole number"),
        ("'a'..3", "E303", "number"),
        ("list['a']", "E303", "number"),
        ("list[0.5]", "E303", "whole"),
        ("list[yes]", "E303", "number"),
        ("len(card)", "E303", "list or text"),
        ("card == [63, 88]", "E303", "one type"),
        ("card[0]", "E304", "no entry `0`"),
        ("list.x", "E303", "needs a map"),
        ("a.x", "E303", "needs a map"),
        ("map[list]", "E303", "a key must be"),
        ("w.second", "E303", "has no `second`"),
        ("w.upper", "E303", "has no `upper`"),
        ("'a'.category", "E303", "has no `category`"),
        ("w.__class__", "E303", "has no"),
        ("list[4]", "E304", "no entry 4"),
        ("list[-1]", "E304", "no entry -1"),
        ("list[3..4]", "E304", "no entry 4"),
        ("w[9]", "E304", "no letter 9"),
        ("[][0]", "E304", "no entry 0"),
        ("map.y", "E304", "no entry `y`"),
        ("map[3]", "E304", "no entry `3`"),
        ("t.bare", "E304", "no entry `bare`"),
        ("t.missing", "E215", "no label"),
        ("len(1)", "E303", "list or text"),
        ("len(map)", "E303", "list or text"),
        ("round('a')", "E303", "number"),
        ("min('a', 1)", "E303", "number"),
        ("join('ab', '.')", "E303", "needs a list"),
        ("join(list, 1)", "E303", "between"),
        ("join(pairs, '.')", "E303", "an entry"),
        ("digits(1.5, 2)", "E303", "whole"),
        ("digits('7', 2)", "E303", "number"),
        ("digits(1, 10001)", "E305", "10,000"),
        ("0..100000", "E305", "100,000"),
        ("join(0..9000, '.')", "E305", "characters"),
        ("999999999999999 * 999999999", "E305", "number over"),
        ("huge + 1.5", "E305", "number over"),
        ("list[huge]", "E305", "number over"),
    ],
)
def test_wrong_at_run_time(value: str, code: str, words: str) -> None:
    made = expression(value, 9)
    d = refused(made.evaluate, {**SCOPE, "huge": 10**400})
    assert (d.code, d.span) == (code, made.span)
    assert words in d.message


def test_help_of_unknown_names_and_entries() -> None:
    d = refused(expression("lits").evaluate, SCOPE)
    assert d.help.startswith("did you mean `list`?")
    assert "known names: a, b, " in d.help
    assert "there are: x, 2, yes, in" in refused(expression("map.y").evaluate, SCOPE).help
    assert "no names" in refused(expression("a").evaluate, {}).help


def test_call_of_what_is_no_label() -> None:
    d = refused(expression("t.k(n=1)").evaluate, {"t": {}})
    assert d.code == "E303"


@pytest.mark.parametrize(
    ("value", "names", "labels", "dynamic", "texts"),
    [
        ("a + b.c[d]", {"a", "b", "d"}, [], False, set()),
        ("len(x) + min(y, 1)", {"x", "y"}, [], False, set()),
        ("len", {"len"}, [], False, set()),
        ("yes and no", set(), [], False, set()),
        ("t.round", {"t"}, [("round", "round", None)], False, set()),
        ("(t) . round", {"t"}, [("round", "round", None)], False, set()),
        (" t[1]", {"t"}, [("1", "1", None)], False, set()),
        ("t['a-b'] == t[k]", {"t", "k"}, [("a-b", "a-b", None)], True, {"a-b"}),
        ("a + t.a + t.a(n=1)", {"a", "t"}, [("a", "a", None), ("a", "a", {"n"})], False, set()),
        ("t.g(n=a, m=t.x)", {"t", "a"}, [("g", "g", {"n", "m"}), ("x", "x", None)], False, set()),
        ("t['g'](n='ü')", {"t"}, [("g", "g", {"n"})], False, {"g", "ü"}),
        ("t[k](n=1)", {"t", "k"}, [], True, set()),
        ("t[['a', 'b'][i]]", {"t", "i"}, [], True, {"a", "b"}),
        ("[t][0].x", {"t"}, [], True, set()),
        ("['ü', t.über]", {"t"}, [("über", "über", None)], False, {"ü"}),
        ("map.t", {"map"}, [], False, set()),
        ("'t.x'", set(), [], False, {"t.x"}),
    ],
)
def test_what_it_needs(
    value: str, names: set[str], labels: list[tuple[object, ...]], dynamic: bool, texts: set[str]
) -> None:
    (inside,) = template("x ${" + value + "}").bindings
    for made, start in ((expression(value), 1), (inside, 5)):
        assert (set(made.names), made.dynamic_labels, set(made.texts)) == (names, dynamic, texts)
        found = []
        for use in made.labels:
            place = made.place_of(use)
            written = value[place.column - start :][: place.length]
            found.append((use.key, written, use.arguments))
        assert found == labels
    assert isinstance(hash(expression(value)), int)


@pytest.mark.parametrize(
    ("value", "result"),
    [
        ("${a}", 7),
        ("${list}", [10, 20, 30, 40]),
        ("${ flag }", True),
        ("${a} ", "7 "),
        ("${a}${b}", "72.5"),
        ("n ${6 / 2}", "n 3"),
        ("n ${0.1 + 0.2}", "n 0.3"),
        ("n ${0 * -1.0}", "n 0"),
        ("${flag}/${no}", "yes/no"),
        ("$${a}", "${a}"),
        ("x$${a} ${a}", "x${a} 7"),
        ("$$${a}", "$${a}"),
        ("${a}$${", "7${"),
        ("cost $5 ${a}", "cost $5 7"),
        ("<${'}'}>", "<}>"),
        ("${join(['{', '}'], '')}", "{}"),
        ("}${a}{", "}7{"),
        ("a\nb ${a}", "a\nb 7"),
        ("${w}!", "Ürst!"),
        ("${t.game_n(n=a)}", "game_n:n=7"),
    ],
)
def test_templates(value: str, result: Value) -> None:
    found = template(value).evaluate(SCOPE)
    assert found == result
    assert type(found) is type(result)


@pytest.mark.parametrize("value", ["", "plain", "$", "{a}", "$ {a}", "$5"])
def test_no_template(value: str) -> None:
    assert compile_template(value, span_of(value)) is None


@pytest.mark.parametrize(
    ("value", "code", "column"),
    [
        ("ab ${a", "E301", 4),
        ("${'a}", "E301", 1),
        ("${}", "E301", 3),
        ("ab ${a + }", "E301", 9),
        ("${a} ${class}", "E301", 8),
        ("${${a}}", "E306", 3),
        ("${a} ${'" + "x" * 500 + "'}", "E305", 8),
    ],
)
def test_templates_that_cannot_be_read(value: str, code: str, column: int) -> None:
    d = refused(compile_template, value, span_of(value))
    assert d.span is not None
    assert (d.code, d.span.column) == (code, column)


@pytest.mark.parametrize(
    ("value", "code", "column"),
    [
        ("ab ${list}", "E303", 6),
        ("ab ${map}", "E303", 6),
        ("${t} ab", "E303", 3),
        ("${a} ${zz}", "E302", 8),
        ("ab ${1 / 0}", "E303", 6),
        ("${long}${long}", "E305", 1),
    ],
)
def test_templates_wrong_at_run_time(value: str, code: str, column: int) -> None:
    d = refused(template(value).evaluate, {**SCOPE, "long": "x" * 6000})
    assert d.span is not None
    assert (d.code, d.span.column) == (code, column)


def test_places_over_several_lines() -> None:
    source = Source("f.yaml", "k: |\n  one\n  two ${a +}\nm: >\n  a b\n  ${+}\n")
    d = refused(compile_template, "one\ntwo ${a +}\n", Span(source, 2, 3, 3))
    assert d.span is not None
    assert (d.span.line, d.span.column) == (3, 12)
    d = refused(compile_template, "a b ${+}", Span(source, 5, 3, 3))
    assert d.span is not None
    assert (d.span.line, d.span.column) == (5, 3)


@pytest.mark.parametrize(
    ("value", "code", "column", "words"),
    [
        ("a + zz", "E302", 5, "`zz`"),
        ("clue-label", "E301", 1, "`clue-label`"),
        ("t.clue-label", "E301", 3, "`clue-label`"),
        ("lits-a", "E302", 1, "`lits`"),
        ("zz - yy", "E302", 1, "`zz`"),
    ],
)
def test_check_names(value: str, code: str, column: int, words: str) -> None:
    inside = template("${a}${" + value + "}").bindings[1]
    for made, extra in ((expression(value), 0), (inside, 6)):
        d = refused(check_names, made, SCOPE)
        assert d.span is not None
        assert (d.code, d.span.column) == (code, column + extra)
        assert words in d.message
        assert d.help


def test_check_names_is_content() -> None:
    check_names(expression("a + len(list)"), ["a", "list"])
    check_names(expression("a - b"), iter(["a", "b"]))
    assert "did you mean `list`?" in refused(check_names, expression("lits"), ["list", "a"]).help
    assert "`clue_x`" in refused(check_names, expression("clue-x"), ["clue_x", "x"]).help


@pytest.mark.parametrize(
    ("value", "answer"),
    [("", False), ([], False), (0, False), (0.0, False), (False, False), ("no", True), ([0], True)],
)
def test_truth(value: Value, answer: bool) -> None:
    assert truth(value) is answer
