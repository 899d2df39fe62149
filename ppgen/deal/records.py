"""From a product's generators to records, the same on every machine and Python.

Takes lists, permutations and banks with a seed; gives one scope a record. Must not know layouts.
"""

from __future__ import annotations

import hashlib
import itertools
import math
from collections.abc import Iterator, Mapping, Sequence

from ppgen.decode import nearest
from ppgen.diagnostics import Problem, Span
from ppgen.expr import Expression, truth
from ppgen.model import Bank, Generator, Product
from ppgen.place.names import evaluate

_MOST = 100_000


def shuffled(words: Sequence[str], seed: int) -> list[str]:
    """Order words by a hash of seed and word: no generator whose stream could ever change."""

    def key(entry: tuple[int, str]) -> bytes:
        index, word = entry
        return hashlib.sha256(f"{seed}\0{word}\0{index}".encode()).digest()

    return [word for _, word in sorted(enumerate(words), key=key)]


def hands(
    bank: Bank, take: int, seed: int, count: int | None, span: Span | None
) -> list[list[str]]:
    """Deal hands of `take` words, each word at most once."""
    deck = shuffled(bank.words, seed)
    most = len(deck) // take
    if count is not None and count > most:
        raise Problem(
            "E221",
            f"{count} hands of {take} words need {count * take}, the bank has {len(deck)}",
            bank.span,
            help=f"it gives {most} {'hand' if most == 1 else 'hands'}: use --count {most}"
            if most
            else "add words to the bank",
            second=span,
            second_note="dealt here",
        )
    return [deck[i * take : (i + 1) * take] for i in range(most if count is None else count)]


def _values(
    generator: Generator, scope: Mapping[str, object], banks: Mapping[str, Bank], seed: int,
    count: int | None,
) -> list[object]:  # fmt: skip
    source = generator.source
    if generator.kind == "deal":
        name = source.text.strip() if isinstance(source, Expression) else ""
        bank = banks.get(name)
        if bank is None:
            raise Problem(
                "E302", f"`deal` asks for a bank, not `{name}`", source.span,
                help=nearest(name, banks) or "name it in `banks`",
            )  # fmt: skip
        take = generator.take.get(scope) if generator.take else 1
        return list(hands(bank, take, seed, count, source.span))
    value = source.evaluate(scope) if isinstance(source, Expression) else evaluate(source, scope)
    if isinstance(value, str):
        value = list(value)
    if not isinstance(value, list):
        raise Problem("E303", "`each` asks for a list", source.span)
    if generator.kind == "permutations":
        take = generator.take.get(scope) if generator.take else len(value)
        if take > len(value):
            message = f"{take} cannot be taken from a list of {len(value)}"
            raise Problem("E202", message, generator.take.span if generator.take else source.span)
        if math.perm(len(value), take) > _MOST:
            raise _too_many(source.span)
        return [list(p) for p in itertools.permutations(value, take)]
    return value


def _too_many(span: Span | None) -> Problem:
    helped = "leave out a name, or take fewer"
    return Problem("E305", f"`each` makes more than {_MOST:,} records", span, help=helped)


def records(
    product: Product, scope: Mapping[str, object], banks: Mapping[str, Bank], seed: int,
    count: int | None,
) -> list[dict[str, object]]:  # fmt: skip
    """Give the scope of each record: every combination of `each`, the last name fastest."""
    combined = _combine(list(product.each.items()), dict(scope), banks, seed, count)
    out = [dict(s) for s in itertools.islice(combined, _MOST + 1)]
    if len(out) > _MOST:
        raise _too_many(product.span)
    if product.when is not None:
        out = [s for s in out if truth(product.when.evaluate(s))]
    return out


def _combine(
    left: list[tuple[str, Generator]], scope: dict[str, object], banks: Mapping[str, Bank],
    seed: int, count: int | None,
) -> Iterator[dict[str, object]]:  # fmt: skip
    if not left:
        yield scope
        return
    (name, generator), *rest = left
    for value in _values(generator, scope, banks, seed, count):
        yield from _combine(rest, {**scope, name: value}, banks, seed, count)
