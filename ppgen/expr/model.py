"""Compiled expressions and texts with bindings, and the checks that need no scope.

Gives values in a scope, or `Problem`s at the place of the expression. Must not know how an
expression is read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, NamedTuple

from ppgen.diagnostics import Problem, Span
from ppgen.expr.places import place_in, placed, unknown
from ppgen.expr.reads import Decide, IsOpen, Reads, Term
from ppgen.expr.values import Run, Scope, Value, as_text, limited

_HYPHENED: Final = re.compile(r"[^\W\d]\w*(?:-[^\W\d]\w*)+")


class LabelUse(NamedTuple):
    """A label that an expression names: its key, the place of the key, what fills its places."""

    key: str
    offset: int
    length: int
    arguments: frozenset[str] | None = None  # None: it is not called


class Expression:
    """A compiled expression.

    Attributes:
        text: As it was written.
        span: Where it stands.
        reads: What it reads from its scope.
        labels: Each use of a label with a fixed key.
        dynamic_labels: Whether it looks labels up by a value: `t[key]`.
        texts: The texts that are written in it.
        places: Each use of a name and the offset of it in the text.
        terms: The parts that `and` joins, or the whole as one.
    """

    __slots__ = (
        "_run", "dynamic_labels", "labels", "places", "reads", "span", "terms", "text", "texts",
    )  # fmt: skip

    def __init__(
        self,
        text: str,
        span: Span,
        reads: Reads,
        labels: tuple[LabelUse, ...],
        dynamic_labels: bool,
        texts: frozenset[str],
        places: tuple[tuple[str, int], ...],
        terms: tuple[Term, ...],
        run: Run,
    ) -> None:
        self.text = text
        self.span = span
        self.reads = reads
        self.labels = labels
        self.dynamic_labels = dynamic_labels
        self.texts = texts
        self.places = places
        self.terms = terms
        self._run = run

    def __repr__(self) -> str:
        return f"Expression({self.text!r})"

    @property
    def names(self) -> frozenset[str]:
        """The names that it may need from its scope, `t` among them."""
        return self.reads.all

    def needed(self, scope: Scope, is_open: IsOpen, decide: Decide | None = None) -> frozenset[str]:
        """Return the names that the value depends on where some of a scope are still open."""
        return self.reads.needed(scope, is_open, decide)

    def place_of(self, use: LabelUse) -> Span:
        """Return the place of a label's key."""
        return place_in(self.span, self.text, use.offset, use.length)

    def evaluate(self, scope: Scope) -> Value:
        """Return the value in a scope.

        Raises:
            Problem: E302 to E305, at the place of the expression.
        """
        try:
            return self._run(scope)
        except Problem as problem:
            raise placed(problem, self.span) from None


class Template(NamedTuple):
    """A text with bindings; `parts` are letters to print and expressions."""

    text: str
    span: Span
    parts: tuple[str | Expression, ...]

    @property
    def bindings(self) -> tuple[Expression, ...]:
        """The expressions in it."""
        return tuple(part for part in self.parts if isinstance(part, Expression))

    @property
    def names(self) -> frozenset[str]:
        """The names that they need from their scope."""
        return frozenset[str]().union(*[bound.names for bound in self.bindings])

    def needed(self, scope: Scope, is_open: IsOpen, decide: Decide | None = None) -> frozenset[str]:
        """Return the names that the value depends on, as `Expression.needed`."""
        found = [bound.needed(scope, is_open, decide) for bound in self.bindings]
        return frozenset[str]().union(*found)

    def evaluate(self, scope: Scope) -> Value:
        """Return the value of a lone binding as it is, anything else as text.

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


def check_names(expression: Expression, known: Iterable[str]) -> None:
    """Refuse names that a scope will not have.

    Raises:
        Problem: E302 at the first such name, or E301 if it is a piece of one with a hyphen.
    """
    names = frozenset(known)
    if expression.names <= names:
        return
    text, span = expression.text, expression.span
    for name, offset in expression.places:
        if name in names:
            continue
        for word in _HYPHENED.finditer(text):
            pieces = word[0].split("-")
            joined = "_".join(pieces)
            if word.start() <= offset < word.end() and (
                joined in names or names.isdisjoint(pieces)
            ):
                raise Problem(
                    "E301",
                    f"`{word[0]}` is no name: names in expressions have no hyphens",
                    place_in(span, text, word.start(), len(word[0])),
                    help=f"write `_`: `{joined}`; to subtract, write spaces around `-`",
                )
        raise placed(unknown(name, names), place_in(span, text, offset, len(name)))
