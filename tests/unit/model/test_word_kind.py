"""Words of banks and plain text, as needs take them and expressions ask them."""

from __future__ import annotations

import pytest

from ppgen.diagnostics import Problem, Source, Span
from ppgen.expr import compile_expression
from ppgen.model.needs import NeedType, convert
from ppgen.source.kinds import Text, Word

PLACE = Span(Source("f.yaml", "x"), 1, 1)
ANT = Word("Ant", PLACE, category="animals", note="small", second="Ameise", id="ant")


def look(word: object, key: str) -> object:
    return compile_expression(f"w.{key}", PLACE).evaluate({"w": word})


@pytest.mark.parametrize("need", ["word", "text"])
def test_a_word_stays_what_the_bank_says_of_it(need: str) -> None:
    got = convert(ANT, NeedType(need), None, "w")
    assert got is ANT
    assert [look(got, key) for key in ("category", "note", "second", "id")] == [
        "animals", "small", "Ameise", "ant",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("value", "shown"), [(Text("Bee", PLACE), "Bee"), ("Bee", "Bee"), (7, "7")]
)
def test_any_text_can_be_a_word(value: object, shown: str) -> None:
    got = convert(value, NeedType("word"), PLACE, "w")
    assert isinstance(got, Word)
    assert (str(got), got.span, got.second, got.category) == (shown, PLACE, "", "")
    assert look(got, "second") == ""


def test_plain_text_is_no_word() -> None:
    got = convert(Text("Bee", PLACE), NeedType("text"), None, "w")
    with pytest.raises(Problem) as caught:
        look(got, "second")
    assert caught.value.diagnostic.code == "E303"
    assert "has no `second`" in caught.value.diagnostic.message


def test_a_list_is_no_word() -> None:
    with pytest.raises(Problem) as caught:
        convert(["Ant"], NeedType("word"), PLACE, "w")
    assert caught.value.diagnostic.message == "`w` must be text, not a list or map"
