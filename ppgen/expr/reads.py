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
            found |= choice.condition.all | choice.then.all | choice.otherwise.all
        return found

    def needed(self, scope: Scope, is_open: Callable[[str], bool]) -> frozenset[str]:
        """Return the names that the value depends on where some of a scope are still open."""
        found = self.names
        for choice in self.choices:
            condition = choice.condition.needed(scope, is_open)
            found |= condition
            branches: tuple[Reads, ...] = (choice.then, choice.otherwise)
            if not any(map(is_open, condition)):
                # Whoever evaluates the whole reports what cannot be evaluated, if it comes to that.
                with suppress(Problem):
                    branches = (choice.then if truth(choice.run(scope)) else choice.otherwise,)
            for branch in branches:
                found |= branch.needed(scope, is_open)
        return found

    def joined(self, other: Reads) -> Reads:
        """Return what two parts read together."""
        return Reads(self.names | other.names, self.choices + other.choices)


class Choice(NamedTuple):
    """A condition, and what is read if it holds and if it does not."""

    condition: Reads
    run: Run
    then: Reads
    otherwise: Reads
