"""Finds the names that an expression reads from its scope, given what is known of the scope.

A conditional whose condition is known reads only the branch it takes. Must not know how an
expression is written.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple

from ppgen.diagnostics import Problem
from ppgen.expr.values import Run, Scope, truth


class Reads(NamedTuple):
    """What part of an expression reads: names it always reads, and names that depend on choices."""

    names: frozenset[str] = frozenset()
    choices: tuple[Choice, ...] = ()

    @property
    def all(self) -> frozenset[str]:
        """All names, whatever the outcome of the conditions."""
        names = self.names
        for choice in self.choices:
            names |= choice.condition.reads.all | choice.then.all | choice.otherwise.all
        return names

    def needed(self, scope: Scope, is_open: IsOpen, decide: Decide | None = None) -> frozenset[str]:
        """Return the names that the value depends on while some in the scope are still open.

        `decide` gives the outcome of an open condition, which then depends on nothing.
        """
        needed = self.names
        for choice in self.choices:
            condition = choice.condition
            names = condition.reads.needed(scope, is_open, decide)
            branches: tuple[Reads, ...] = (choice.then, choice.otherwise)
            if not any(map(is_open, names)):
                # What cannot be evaluated is reported when the whole is evaluated, if ever.
                with suppress(Problem):
                    branches = (branches[not truth(condition.run(scope))],)
            elif decide is not None:
                branches, names = (branches[not decide(condition)],), frozenset()
            needed = needed.union(names, *[b.needed(scope, is_open, decide) for b in branches])
        return needed

    def joined(self, other: Reads) -> Reads:
        """Return what two parts read together."""
        return Reads(self.names | other.names, self.choices + other.choices)


class Term(NamedTuple):
    """A condition or an operand of `and`: its text, what it reads, and its closure."""

    text: str
    reads: Reads
    run: Run


class Choice(NamedTuple):
    """A condition, what is read if it holds, and what is read if it does not."""

    condition: Term
    then: Reads
    otherwise: Reads


IsOpen = Callable[[str], bool]
Decide = Callable[[Term], bool]
