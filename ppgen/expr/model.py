"""Compiled expressions and texts with bindings, and the checks that need no scope.

Gives values in a scope, or `Problem`s at the place of the expression. Must not know how an
expression is read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from ppgen.diagnostics import Problem, Span
from ppgen.expr.places import place_in, placed, unknown
from ppgen.expr.values import Run, Scope, Value, as_text, limited

Calls: TypeAlias = tuple[tuple[str, frozenset[str]], ...]
_HYPHENED: Final = re.compile(r"[^\W\d]\w*(?:-[^\W\d]\w*)+")


@dataclass(frozen=True, slots=True)
class Expression:
    """A compiled expression.

    Attributes:
        text: As it was written.
        span: Where it stands.
        names: The names that it asks its scope for, `t` among them.
        labels: All fixed keys behind `t`, called or not.
        calls: Key and argument names of each call of a label with a fixed key.
        places: Each use of a name and the offset of it in the text.
    """

    text: str
    span: Span
    names: frozenset[str]
    labels: frozenset[str]
    calls: Calls
    places: tuple[tuple[str, int], ...] = field(repr=False)
    _run: Run = field(repr=False, compare=False)

    def evaluate(self, scope: Scope) -> Value:
        """Give the value in a scope.

        Raises:
            Problem: E302 to E305, at the place of the expression.
        """
        try:
            return self._run(scope)
        except Problem as problem:
            raise placed(problem, self.span) from None


@dataclass(frozen=True, slots=True)
class Template:
    """A text with bindings; `parts` are letters to print and expressions. Else as `Expression`."""

    text: str
    span: Span
    names: frozenset[str]
    labels: frozenset[str]
    calls: Calls
    parts: tuple[str | Expression, ...] = field(repr=False)

    @property
    def bindings(self) -> tuple[Expression, ...]:
        """Give the expressions in it."""
        return tuple(part for part in self.parts if isinstance(part, Expression))

    def evaluate(self, scope: Scope) -> Value:
        """Give the value of a lone binding as it is, anything else as text.

        Raises:
            Problem: E302 to E305, at the place of the binding.
        """
        if len(self.parts) == 1 and isinstance(self.parts[0], Expression):
            return self.parts[0].evaluate(scope)
        out = []
        for part in self.parts:
            if isinstance(part, str):
                out.append(part)
                continue
            value = part.evaluate(scope)
            try:
                out.append(as_text(value, "a binding beside other letters"))
            except Problem as problem:
                raise placed(problem, part.span) from None
        try:
            return limited("".join(out))
        except Problem as problem:
            raise placed(problem, self.span) from None


def check_names(thing: Expression | Template, known: Iterable[str]) -> None:
    """Refuse names that a scope will not have.

    Raises:
        Problem: E302 at the first such name, or E301 if it is a piece of one with a hyphen.
    """
    names = frozenset(known)
    if thing.names <= names:
        return
    for one in thing.bindings if isinstance(thing, Template) else (thing,):
        for name, offset in one.places:
            if name in names:
                continue
            for word in _HYPHENED.finditer(one.text):
                pieces = word[0].split("-")
                joined = "_".join(pieces)
                if word.start() <= offset < word.end() and (
                    joined in names or names.isdisjoint(pieces)
                ):
                    raise Problem(
                        "E301",
                        f"`{word[0]}` is no name: names in expressions have no hyphens",
                        place_in(one.span, one.text, word.start(), len(word[0])),
                        help=f"write `_`: `{joined}`; to subtract, write spaces around `-`",
                    )
            raise placed(unknown(name, names), place_in(one.span, one.text, offset, len(name)))


def at_label(problem: Problem, thing: Expression, key: str) -> Problem:
    """Give a problem with a label the place where the expression names it."""
    found = re.search(
        rf"\bt\s*\.\s*({re.escape(key)})\b|\bt\s*\[\s*'({re.escape(key)})'", thing.text
    )
    if found is None:
        return placed(problem, thing.span)
    which = 1 if found[1] is not None else 2
    return placed(problem, place_in(thing.span, thing.text, found.start(which), len(key)))
