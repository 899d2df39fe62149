"""Deals what a product needs: hands for each `each` name that deals, and the code of the deck.

Takes a request and stocks of words; returns hands, code and notes. Must not know layouts, print or
write.
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
#: The remaining words of each bank.
Left = Mapping[str, Sequence[Word]]
#: The hands dealt for each name.
HandsByName = Mapping[str, Hands]


def with_dealing(request: Request, dealing: Dealing) -> Request:
    """Return a request with the words to deal; a deck's code sets seed and count."""
    code = read_code(dealing.deck)
    seed, count = (code.seed, code.count) if code else (request.seed, request.count)
    if dealing.recipe:
        count = dealing.recipe.wanted  # the original: a short bank gave fewer hands
    return replace(request, dealing=dealing, seed=seed, count=count)


class _Ask(NamedTuple):
    """One name in `each` that deals."""

    name: str
    bank: str
    take: int
    apart: int
    span: Span | None


class _Pool(NamedTuple):
    """The words of one bank, and the words per hand for all names that deal from it."""

    stock: Stock
    words: Sequence[Word]
    take: int
    span: Span | None  # place of the first of these names

    @property
    def hands(self) -> int:
        """The number of hands that the words are enough for."""
        return len(self.words) // self.take


def deal_product(request: Request, stocks: Mapping[str, Stock], scope: Scope) -> Dealt:
    """Deal everything that a product needs."""
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
    dealt = _deal(asks, words, stocks, code)
    code = _checked(code, dealt)
    if request.dealing.deck and str(code) != str(read_code(request.dealing.deck)):
        raise _different(request, code, pools[0])
    hands = {
        ask.name: dealt[ask.name].hands + [[Word("")] * ask.take] * request.dealing.blank
        for ask in asks
    }
    notes = (*(n for pool in pools for n in pool.stock.notes), *_notes(request, dealt, least))
    return Dealt(hands, str(code), notes, tuple(_clashes(asks, dealt)))


def _laid(words: Sequence[Word], take: int) -> list[list[Word]]:
    """Fill hands with words in order; the last hand is padded with empty words."""
    hands = [list(words[i : i + take]) for i in range(0, len(words), take)]
    return [hand + [Word("")] * (take - len(hand)) for hand in hands]


def _kept(request: Request, recipe: Recipe, asks: Sequence[_Ask]) -> Dealt:
    """Return the hands of a recipe, if they match what the product deals."""
    wanted = {ask.name: ask.take for ask in asks}
    takes = {
        name: {len(hand) for hand in hands} == {wanted.get(name)}
        for name, hands in recipe.hands.items()
    }
    if list(takes) != list(wanted) or not all(takes.values()):
        raise Problem(
            "E222", f"the deck {recipe.deck} has other hands than {recipe.product} deals",
            recipe.deck.span, help="the game has changed since then", second=asks[0].span,
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
            f"the deck {recipe.deck} was made with ppgen {recipe.version}; this is {__version__}: "
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
    """Deal for one name after another; if names share a bank, each word is dealt only once.

    The code sets language, seed and count; its check is ignored.
    """
    left = dict(words)
    out: dict[str, Hands] = {}
    for number, ask in enumerate(asks, 1):
        pool = left[ask.bank]
        # Words of `first` that do not fit the first name go to the next.
        named = stocks[ask.bank].first.intersection(pool)
        first = frozenset(sorted(named, key=unbroken)[: ask.take * code.count])
        hands = deal(pool, ask.take, code.count, code.seed, code.lang, first, ask.apart)
        out[ask.name] = hands
        if any(other.bank == ask.bank for other in asks[number:]):
            gone = {word for hand in hands.hands for word in hand}
            left[ask.bank] = [word for word in pool if word not in gone]
    return out


def _checked(code: Code, dealt: HandsByName) -> Code:
    return replace(code, check=check_of(_words(dealt)))


def _words(dealt: HandsByName) -> Iterator[Word]:
    """Yield the dealt words, in order."""
    return (word for hands in dealt.values() for hand in hands.hands for word in hand)


def _without_decks(
    request: Request, stocks: Mapping[str, Stock], asks: Sequence[_Ask]
) -> dict[str, list[Word]]:
    """Exclude the words of former decks, each of which may have excluded those before it."""
    words = {ask.bank: list(stocks[ask.bank].bank.words) for ask in asks}
    left = words
    for code in (c for entry in request.dealing.exclude if (c := read_code(entry))):
        if code.lang != request.lang:
            msg = f"--exclude {code}: that deck is in `{code.lang}`, this one in `{request.lang}`"
            raise Refused(msg)
        former = _again(code, asks, left, stocks) or _again(code, asks, words, stocks)
        if former is None:
            stock = stocks[asks[0].bank]
            raise Problem(
                "E222", f"the excluded deck {code} cannot be dealt from this bank",
                stock.bank.span, note=stock.state, help=_AGAIN,
            )  # fmt: skip
        gone = set(_words(former))
        left = {bank: [w for w in listed if w not in gone] for bank, listed in left.items()}
    return left


def _again(
    code: Code, asks: Sequence[_Ask], words: Left, stocks: Mapping[str, Stock]
) -> dict[str, Hands] | None:
    """Deal a deck again; None if these words result in another deck."""
    if any(len(words[ask.bank]) < ask.take * code.count for ask in asks):
        return None
    dealt = _deal(asks, words, stocks, code)
    return dealt if _checked(code, dealt) == code else None


_AGAIN = (
    "use the same --bank, --first, --categories, --without and --exclude as then, "
    "unless the bank has changed since"
)


def _different(request: Request, code: Code, pool: _Pool) -> Problem:
    return Problem(
        "E222",
        f"the deck {request.dealing.deck} cannot be dealt again: it comes out as {code}",
        pool.stock.bank.span,
        note=pool.stock.state,
        help=_AGAIN,
        second=pool.span,
        second_note="dealt here",
    )


def _too_short(count: int, pool: _Pool) -> Problem:
    need, have, most = count * pool.take, len(pool.words), pool.hands
    hint = f"it is enough for {plural(most, 'hand')}: use --count {most}" if most else ""
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
            pool.stock.bank.span, help="raise --count, or list fewer words", second=pool.span,
            second_note="dealt here",
        )  # fmt: skip


def _notes(request: Request, dealt: HandsByName, least: _Pool) -> Iterator[str]:
    """Yield notes on words without a partner, and on fewer hands than the product usually has."""
    if second := request.dealing.second:
        words = list(_words(dealt))
        if alone := sum(not word.second for word in words):
            yield f"{alone} of {len(words)} words have no partner in `{second}`"
    wanted, count = request.product.count, least.hands
    if request.count is None and count < wanted:
        have, over = len(least.words), len(least.words) - count * least.take
        rest = f"; {over} left over" if over else ""
        where = least.stock.bank.span.source.name
        hands = plural(count, "hand")
        enough = f"{have} words are enough for {hands} of {least.take}, not for {wanted}"
        yield f"{where}: {enough}{rest}"


_WHY = {"category": "a category", "stem": "a stem", "containment": "letters"}


def _clashes(asks: Sequence[_Ask], dealt: HandsByName) -> Iterator[str]:
    """Yield warnings about clashing words, which no better deal could avoid."""
    for ask in asks:
        hands = dealt[ask.name]
        if not hands.clashes:
            continue
        hand, one, other, why = hands.clashes[0]
        if ask.apart:
            pairs = plural(len(hands.clashes), "pair")
            yield (
                f"{pairs} of words at the same place of {ask.apart} consecutive hands are alike "
                f"(`{one}` and `{other}`, the second in number {hand + 1}, share {_WHY[why]}); "
                "the bank allows no better deal"
            )
            continue
        number = len({hand for hand, *_ in hands.clashes})
        yield (
            f"{number} of {plural(len(hands.hands), 'hand')} "
            f"{'has' if number == 1 else 'have'} words that are alike "
            f"(`{one}` and `{other}` in number {hand + 1} share {_WHY[why]}); "
            "the bank allows no better deal"
        )
