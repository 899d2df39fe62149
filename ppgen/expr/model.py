"""Compiled expressions, texts with bindings, and the checks that need no scope.

Evaluates to values in a scope, or raises `Problem` at the place of the expression. Must not know
how an expression is compiled.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from ppgen.diagnostics import Problem, Span
from ppgen.expr.places import place_in, placed, unknown
from ppgen.expr.reads import Decide, IsOpen, Reads, Term
from ppgen.expr.values import Run, Scope, Value, as_text, limited

_HYPHENED: Final = re.compile(r"[^\W\d]\w*(?:-[^\W\d]\w*)+")


class LabelUse(NamedTuple):
    """A use of a label: its key, the place of the key, and the names of its arguments."""

    key: str
    offset: int
    length: int
    arguments: frozenset[str] | None = None  # None: not called


class Expression:
    """A compiled expression.

    Attributes:
        text: The expression as written.
        span: Its place in the file.
        reads: What it reads from its scope.
        labels: Each use of a label with a fixed key.
        dynamic_labels: Whether it looks up labels by a computed key: `t[key]`.
        texts: The text literals in it.
        places: Each use of a name, and its offset in the text.
        terms: The operands of a top-level `and`, or the whole as one.
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
        """The names that it may need from its scope, including `t`."""
        return self.reads.all

    def needed(self, scope: Scope, is_open: IsOpen, decide: Decide | None = None) -> frozenset[str]:
        """Return the names that the value depends on while some in the scope are still open."""
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
    """A text with bindings; `parts` are literal texts and expressions."""

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
        """Return the names that the value depends on, like `Expression.needed`."""
        names = [bound.needed(scope, is_open, decide) for bound in self.bindings]
        return frozenset[str]().union(*names)

    @property
    def asked(self) -> Callable[[Scope], Value]:
        """What gives its value: as `evaluate`, but nothing stands before a lone binding."""
        lone = self.parts[0] if len(self.parts) == 1 else ""
        return self.evaluate if isinstance(lone, str) else lone.evaluate

    def evaluate(self, scope: Scope) -> Value:
        """Return the value of a lone binding unchanged, anything else as text.

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
                out.append(as_text(value, "a binding inside other text"))
            except Problem as problem:
                raise placed(problem, part.span) from None
        try:
            return limited("".join(out))
        except Problem as problem:
            raise placed(problem, self.span) from None


def check_names(expression: Expression, known: Iterable[str]) -> None:
    """Check that the scope will have all names of an expression.

    Raises:
        Problem: E302 at the first unknown name, or E301 if it is part of a name with a hyphen.
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
                    f"`{word[0]}` is not a name: names in expressions cannot have hyphens",
                    place_in(span, text, word.start(), len(word[0])),
                    help=f"write `_`: `{joined}`; to subtract, write spaces around `-`",
                )
        raise placed(unknown(name, names), place_in(span, text, offset, len(name)))
