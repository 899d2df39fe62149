"""Turns a product's `each` into records: every combination, the last name varying fastest.

Takes generators, the names in scope and the dealt hands; returns one scope per record. Must not
know layouts.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from ppgen.diagnostics import Problem, Span
from ppgen.expr import truth
from ppgen.limits import RECORD_STEPS, RECORDS
from ppgen.model.game import Deal, Generator, Listing, Permutations, Product, Table
from ppgen.model.needs import value_of
from ppgen.source.kinds import Word


class Dealt(NamedTuple):
    """Hands by `each` name, the deck's code (empty if nothing is dealt), notes and warnings."""

    hands: Mapping[str, list[list[Word]]] = {}
    deck: str = ""
    notes: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()


def _values(generator: Listing | Permutations, scope: Mapping[str, object]) -> list[object]:
    source = generator.source
    value = value_of(source, scope)
    if isinstance(value, str):
        value = list(value)
    if not isinstance(value, list):
        raise Problem("E303", "`each` needs a list", source.span)
    if isinstance(generator, Permutations):
        take = generator.take.get(scope)
        if take > len(value):
            message = f"{take} cannot be taken from a list of {len(value)}"
            raise Problem("E202", message, generator.take.span)
        if math.perm(len(value), take) > RECORDS:
            raise _too_many(source.span)
        return [list(p) for p in itertools.permutations(value, take)]
    return value


def _too_many(span: Span | None) -> Problem:
    hint = "remove a name, or take fewer"
    return Problem("E305", f"`each` makes more than {RECORDS:,} records", span, help=hint)


def records(product: Product, scope: Mapping[str, object], dealt: Dealt) -> list[dict[str, object]]:
    """Return the scope of each record."""
    combined = _combine(list(product.each.items()), dict(scope), dealt, _Steps(product.span))
    out = [dict(s) for s in itertools.islice(combined, RECORDS + 1)]
    if len(out) > RECORDS:
        raise _too_many(product.span)
    if product.when is not None:
        out = [s for s in out if truth(product.when.evaluate(s))]
    return out


class _Steps:
    """Counts the work of combining, which may be much for a few records or for none."""

    def __init__(self, span: Span) -> None:
        self._span = span
        self._left = int(RECORD_STEPS)

    def take(self, number: int) -> None:
        """Take steps; raise E305 if none are left."""
        self._left -= number
        if self._left < 0:
            raise Problem(
                "E305", f"`each` needs more than {RECORD_STEPS:,} steps", self._span,
                help="shorten its lists; put a list that depends on no other name into `let`",
            )  # fmt: skip


def _entries(value: object) -> int:
    """Count the entries of a list, with those of the lists in it."""
    if not isinstance(value, list):
        return 0
    return len(value) + sum(map(_entries, value))


def _combine(
    left: list[tuple[str, Generator]], scope: dict[str, object], dealt: Dealt, steps: _Steps
) -> Iterator[dict[str, object]]:
    if not left:
        yield scope
        return
    (name, generator), *rest = left
    values: Iterable[object]
    if isinstance(generator, Deal):
        values = dealt.hands[name]
    elif isinstance(generator, Table):
        values = generator.rows
    else:
        values = _values(generator, scope)
        # A list that is computed again for each combination is kept as often.
        steps.take(_entries(values))
    for value in values:
        steps.take(1)
        yield from _combine(rest, {**scope, name: value}, dealt, steps)
