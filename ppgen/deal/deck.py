"""Deals what a product needs: hands for each name that deals, and the code of the deck.

Takes a request and stocks of words; returns hands, code and what to tell. Must not know layouts,
print or write.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from ppgen import __version__
from ppgen.deal.code import Code, check_of, read_code
from ppgen.deal.hands import Hands, deal
from ppgen.deal.records import Dealt
from ppgen.deal.words import Stock
from ppgen.diagnostics import Problem, Refused, Span, plural
from ppgen.language.folding import unbroken
from ppgen.model.game import Deal
from ppgen.model.recipe import Recipe
from ppgen.request import Dealing, Request
from ppgen.source.kinds import Word

Scope = Mapping[str, object]
#: The words that are left of each bank.
Left = Mapping[str, Sequence[Word]]
#: What was dealt for each name.
Found = Mapping[str, Hands]


def with_dealing(request: Request, dealing: Dealing) -> Request:
    """Add to a request which words to deal; a deck's code says seed and count."""
    code = read_code(dealing.deck)
    seed, count = (code.seed, code.count) if code else (request.seed, request.count)
    if dealing.recipe:
        count = dealing.recipe.wanted  # as expressions saw it then: a short bank gave fewer hands
    return replace(request, dealing=dealing, seed=seed, count=count)


class _Ask(NamedTuple):
    """One name in `each` that deals."""

    name: str
    bank: str
    take: int
    apart: int
    span: Span | None


class _Pool(NamedTuple):
    """The words of one bank, and how many a hand takes, for all names that deal from it."""

    stock: Stock
    words: Sequence[Word]
    take: int
    span: Span | None  # of the first of these names

    @property
    def hands(self) -> int:
        """How many hands the words give."""
        return len(self.words) // self.take


def deal_product(request: Request, stocks: Mapping[str, Stock], scope: Scope) -> Dealt:
    """Deal all that a product needs."""
    asks = _asks(request, scope)
    if not asks:
        return Dealt()
    if request.dealing.words is not None:
        return Dealt({ask.name: _laid(request.dealing.words, ask.take) for ask in asks})
    if request.dealing.recipe is not None:
        return _kept(request, request.dealing.recipe, asks)
    words = _without_decks(request, stocks, asks)
    pools = [_pool(bank, words[bank], stocks[bank], asks) for bank in words]
    least = min(pools, key=lambda pool: pool.hands)
    count = request.count or min(request.product.count, least.hands)
    if count > least.hands or count == 0:
        raise _too_short(max(count, 1), least)
    for pool in pools:
        _check_first(pool, count)
    code = Code(request.lang, request.seed, count, check="")
    found = _deal(asks, words, stocks, code)
    code = _checked(code, found)
    if request.dealing.deck and str(code) != str(read_code(request.dealing.deck)):
        raise _different(request, code, pools[0])
    hands = {
        ask.name: found[ask.name].hands + [[Word("")] * ask.take] * request.dealing.blank
        for ask in asks
    }
    notes = (*(n for pool in pools for n in pool.stock.notes), *_notes(request, found, least))
    return Dealt(hands, str(code), notes, tuple(_clashes(asks, found)))


def _laid(words: Sequence[Word], take: int) -> list[list[Word]]:
    """Lay words into hands as they come; what the last hand lacks is empty."""
    hands = [list(words[i : i + take]) for i in range(0, len(words), take)]
    return [hand + [Word("")] * (take - len(hand)) for hand in hands]


def _kept(request: Request, recipe: Recipe, asks: Sequence[_Ask]) -> Dealt:
    """Take the hands of a recipe, if they are such as the product deals."""
    wanted = {ask.name: ask.take for ask in asks}
    takes = {
        name: {len(hand) for hand in hands} == {wanted.get(name)}
        for name, hands in recipe.hands.items()
    }
    if list(takes) != list(wanted) or not all(takes.values()):
        raise Problem(
            "E222", f"the deck {recipe.deck} has other hands than {recipe.product} deals",
            recipe.deck.span, help="the game has changed since", second=asks[0].span,
            second_note="dealt here",
        )  # fmt: skip
    blank = request.dealing.blank
    hands = {
        ask.name: [*map(list, recipe.hands[ask.name]), *[[Word("")] * ask.take] * blank]
        for ask in asks
    }
    notes: tuple[str, ...] = ()
    if recipe.version != __version__:
        notes = (
            f"the deck {recipe.deck} was made with ppgen {recipe.version}, this is {__version__}: "
            "words, numbers and places are the same, but pieces may look different",
        )
    return Dealt(hands, recipe.deck, notes)


def _asks(request: Request, scope: Scope) -> list[_Ask]:
    return [
        _Ask(
            name,
            generator.bank,
            generator.take.get(scope),
            generator.apart.get(scope),
            generator.bank.span,
        )
        for name, generator in request.product.each.items()
        if isinstance(generator, Deal)
    ]


def _pool(bank: str, words: Sequence[Word], stock: Stock, asks: Sequence[_Ask]) -> _Pool:
    own = [ask for ask in asks if ask.bank == bank]
    return _Pool(stock, words, sum(ask.take for ask in own), own[0].span)


def _deal(
    asks: Sequence[_Ask], words: Left, stocks: Mapping[str, Stock], code: Code
) -> dict[str, Hands]:
    """Deal for one name after another; a bank that two names share gives each word once.

    The code says language, seed and count; its check does not count.
    """
    left = dict(words)
    out: dict[str, Hands] = {}
    for number, ask in enumerate(asks, 1):
        pool = left[ask.bank]
        # What the first of two names cannot hold is left for the second.
        named = stocks[ask.bank].first.intersection(pool)
        first = frozenset(sorted(named, key=unbroken)[: ask.take * code.count])
        got = deal(pool, ask.take, code.count, code.seed, code.lang, first, ask.apart)
        out[ask.name] = got
        if any(other.bank == ask.bank for other in asks[number:]):
            gone = {word for hand in got.hands for word in hand}
            left[ask.bank] = [word for word in pool if word not in gone]
    return out


def _checked(code: Code, found: Found) -> Code:
    return replace(code, check=check_of(_words(found)))


def _words(found: Found) -> Iterator[Word]:
    """Yield the words that were dealt, in their order."""
    return (word for got in found.values() for hand in got.hands for word in hand)


def _without_decks(
    request: Request, stocks: Mapping[str, Stock], asks: Sequence[_Ask]
) -> dict[str, list[Word]]:
    """Leave out the words of former decks; each may itself have been dealt without those before."""
    words = {ask.bank: list(stocks[ask.bank].bank.words) for ask in asks}
    left = words
    for code in (c for entry in request.dealing.exclude if (c := read_code(entry))):
        if code.lang != request.lang:
            msg = f"--exclude {code}: that deck is in `{code.lang}`, this one in `{request.lang}`"
            raise Refused(msg)
        found = _again(code, asks, left, stocks) or _again(code, asks, words, stocks)
        if found is None:
            stock = stocks[asks[0].bank]
            raise Problem(
                "E222", f"the deck {code}, to leave out, cannot be dealt from this bank",
                stock.bank.span, note=stock.state, help=_AGAIN,
            )  # fmt: skip
        gone = set(_words(found))
        left = {bank: [w for w in listed if w not in gone] for bank, listed in left.items()}
    return left


def _again(
    code: Code, asks: Sequence[_Ask], words: Left, stocks: Mapping[str, Stock]
) -> dict[str, Hands] | None:
    """Deal a deck once more; None if these words do not give it."""
    if any(len(words[ask.bank]) < ask.take * code.count for ask in asks):
        return None
    found = _deal(asks, words, stocks, code)
    return found if _checked(code, found) == code else None


_AGAIN = (
    "give the same --bank, --first, --categories, --without and --exclude as then; "
    "or the bank has changed since"
)


def _different(request: Request, code: Code, pool: _Pool) -> Problem:
    return Problem(
        "E222",
        f"the deck {request.dealing.deck} comes out different, as {code}",
        pool.stock.bank.span,
        note=pool.stock.state,
        help=_AGAIN,
        second=pool.span,
        second_note="dealt here",
    )


def _too_short(count: int, pool: _Pool) -> Problem:
    need, have, most = count * pool.take, len(pool.words), pool.hands
    hint = f"it gives {plural(most, 'hand')}: use --count {most}" if most else ""
    return Problem(
        "E221",
        f"{plural(count, 'hand')} of {pool.take} words need {need}, the bank has {have}",
        pool.stock.bank.span,
        help=hint or "add words to the bank",
        second=pool.span,
        second_note="dealt here",
    )


def _check_first(pool: _Pool, count: int) -> None:
    room = pool.take * count
    if len(pool.stock.first) > room:
        raise Problem(
            "E221", f"--first has {len(pool.stock.first)} words, the deck has room for {room}",
            pool.stock.bank.span, help="raise --count, or name fewer words", second=pool.span,
            second_note="dealt here",
        )  # fmt: skip


def _notes(request: Request, found: Found, least: _Pool) -> Iterator[str]:
    """Say which words have no partner, and that there are fewer hands than the product has."""
    if second := request.dealing.second:
        words = list(_words(found))
        if alone := sum(not word.second for word in words):
            yield f"{alone} of {len(words)} words have no partner in `{second}`"
    wanted, count = request.product.count, least.hands
    if request.count is None and count < wanted:
        have, over = len(least.words), len(least.words) - count * least.take
        rest = f"; {over} left over" if over else ""
        where = least.stock.bank.span.source.name
        hands = plural(count, "hand")
        yield f"{where}: {have} words give {hands} of {least.take}, not {wanted}{rest}"


_WHY = {"category": "a category", "stem": "a stem", "containment": "letters"}


def _clashes(asks: Sequence[_Ask], found: Found) -> Iterator[str]:
    """Say which words do not suit each other, since no better deal was found."""
    for ask in asks:
        got = found[ask.name]
        if not got.clashes:
            continue
        hand, one, other, why = got.clashes[0]
        if ask.apart:
            bad = plural(len(got.clashes), "pair") + " of words at the same place of"
            where = f"{bad} {ask.apart} consecutive hands share"
            yield (
                f"{where} category, stem or letters, since the bank gives no better: `{one}` and "
                f"`{other}`, the second in number {hand + 1}, share {_WHY[why]}"
            )
            continue
        bad_hands = len({hand for hand, *_ in got.clashes})
        yield (
            f"{bad_hands} of {plural(len(got.hands), 'hand')} "
            f"{'holds' if bad_hands == 1 else 'hold'} words "
            f"that share category, stem or letters, since the bank gives no better: `{one}` and "
            f"`{other}` in number {hand + 1} share {_WHY[why]}"
        )
