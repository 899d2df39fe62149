"""The names that an expression reads from its scope, as far as follows from what is known of them.

A conditional whose condition is known reads only the branch that it comes to. Must not know how an
expression is written.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple

from ppgen.diagnostics import Problem
from ppgen.expr.values import Run, Scope, truth


class Reads(NamedTuple):
    """What a part of an expression reads: names in any case, and names that depend on choices."""

    names: frozenset[str] = frozenset()
    choices: tuple[Choice, ...] = ()

    @property
    def all(self) -> frozenset[str]:
        """All names, whatever the conditions come to."""
        found = self.names
        for choice in self.choices:
            found |= choice.condition.reads.all | choice.then.all | choice.otherwise.all
        return found

    def needed(self, scope: Scope, is_open: IsOpen, decide: Decide | None = None) -> frozenset[str]:
        """Return the names that the value depends on where some of a scope are still open.

        `decide` says what an open condition comes to; it depends on nothing then.
        """
        found = self.names
        for choice in self.choices:
            condition = choice.condition
            names = condition.reads.needed(scope, is_open, decide)
            branches: tuple[Reads, ...] = (choice.then, choice.otherwise)
            if not any(map(is_open, names)):
                # Whoever evaluates the whole reports what cannot be evaluated, if it comes to that.
                with suppress(Problem):
                    branches = (branches[not truth(condition.run(scope))],)
            elif decide is not None:
                branches, names = (branches[not decide(condition)],), frozenset()
            found = found.union(names, *[b.needed(scope, is_open, decide) for b in branches])
        return found

    def joined(self, other: Reads) -> Reads:
        """Return what two parts read together."""
        return Reads(self.names | other.names, self.choices + other.choices)


class Term(NamedTuple):
    """A condition, or one of the parts that `and` joins: its text, what it reads, its closure."""

    text: str
    reads: Reads
    run: Run


class Choice(NamedTuple):
    """A condition, and what is read if it holds and if it does not."""

    condition: Term
    then: Reads
    otherwise: Reads


IsOpen = Callable[[str], bool]
Decide = Callable[[Term], bool]
