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
from ppgen.model.game import Deal, Generator, Listing, Permutations, Product, Table
from ppgen.model.needs import value_of
from ppgen.source.kinds import Word

_MOST = 100_000


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
        if math.perm(len(value), take) > _MOST:
            raise _too_many(source.span)
        return [list(p) for p in itertools.permutations(value, take)]
    return value


def _too_many(span: Span | None) -> Problem:
    hint = "remove a name, or take fewer"
    return Problem("E305", f"`each` makes more than {_MOST:,} records", span, help=hint)


def records(product: Product, scope: Mapping[str, object], dealt: Dealt) -> list[dict[str, object]]:
    """Return the scope of each record."""
    combined = _combine(list(product.each.items()), dict(scope), dealt)
    out = [dict(s) for s in itertools.islice(combined, _MOST + 1)]
    if len(out) > _MOST:
        raise _too_many(product.span)
    if product.when is not None:
        out = [s for s in out if truth(product.when.evaluate(s))]
    return out


def _combine(
    left: list[tuple[str, Generator]], scope: dict[str, object], dealt: Dealt
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
    for value in values:
        yield from _combine(rest, {**scope, name: value}, dealt)
