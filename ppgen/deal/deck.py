"""Deals what a product asks for: hands for each name that deals, and the code of the deck.

Takes a request and stocks of words; gives hands, code and what to tell. Must not know layouts,
print or write.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from ppgen.deal.code import Code, check_of, read_code
from ppgen.deal.hands import Hands, deal
from ppgen.deal.records import Dealt
from ppgen.deal.words import Stock
from ppgen.diagnostics import Problem, Refused, Span
from ppgen.model.game import Deal
from ppgen.request import Dealing, Request
from ppgen.source.kinds import Word

Scope = Mapping[str, object]


def with_dealing(request: Request, dealing: Dealing) -> Request:
    """Ask for certain words; a deck's code says seed and count."""
    code = read_code(dealing.deck)
    seed, count = (code.seed, code.count) if code else (request.seed, request.count)
    return replace(request, dealing=dealing, seed=seed, count=count)


@dataclass(frozen=True)
class _Ask:
    """One name in `each` that deals."""

    name: str
    bank: str
    take: int
    span: Span | None


def deal_product(request: Request, stocks: Mapping[str, Stock], scope: Scope) -> Dealt:
    """Deal all that a product asks for."""
    asks = _asks(request, scope)
    if not asks:
        return Dealt()
    if request.dealing.words is not None:
        return Dealt({ask.name: _laid(request.dealing.words, ask.take) for ask in asks})
    takes: dict[str, int] = {}
    for ask in asks:
        takes[ask.bank] = takes.get(ask.bank, 0) + ask.take
    words = {bank: _without_decks(request, stocks, asks, bank) for bank in takes}
    most = min(len(words[bank]) // take for bank, take in takes.items())
    count = request.count or min(request.product.count, most)
    if count > most or count == 0:
        raise _too_short(max(count, 1), asks, stocks, words, takes)
    for bank, take in takes.items():
        _check_first(stocks[bank], take * count, next(a for a in asks if a.bank == bank))
    found = _deal(asks, words, stocks, request.seed, count, request.lang)
    code = _code(found, request.lang, request.seed, count)
    if request.dealing.deck and str(code) != str(read_code(request.dealing.deck)):
        raise _different(request, code, stocks[asks[0].bank], asks[0])
    notes = [note for bank in takes for note in stocks[bank].notes]
    if second := request.dealing.second:
        words_dealt = [w for got in found.values() for hand in got.hands for w in hand]
        if alone := sum(not word.second for word in words_dealt):
            notes.append(f"{alone} of {len(words_dealt)} words have no partner in `{second}`")
    if request.count is None and count < request.product.count:
        notes.append(_short(asks, stocks, words, takes, count, request.product.count))
    hands = {
        ask.name: found[ask.name].hands + [[Word("")] * ask.take] * request.dealing.blank
        for ask in asks
    }
    return Dealt(hands, str(code), tuple(notes), tuple(_clashes(found)))


def _laid(words: Sequence[Word], take: int) -> list[list[Word]]:
    """Lay words into hands as they come; what the last hand lacks is empty."""
    hands = [list(words[i : i + take]) for i in range(0, len(words), take)]
    return [hand + [Word("")] * (take - len(hand)) for hand in hands]


def _asks(request: Request, scope: Scope) -> list[_Ask]:
    return [
        _Ask(name, generator.bank, generator.take.get(scope), generator.bank.span)
        for name, generator in request.product.each.items()
        if isinstance(generator, Deal)
    ]


def _deal(
    asks: list[_Ask], words: Mapping[str, list[Word]], stocks: Mapping[str, Stock], seed: int,
    count: int, lang: str,
) -> dict[str, Hands]:  # fmt: skip
    """Deal for one name after another; a bank that two names share gives each word once."""
    left = {bank: list(listed) for bank, listed in words.items()}
    out: dict[str, Hands] = {}
    for ask in asks:
        pool = left[ask.bank]
        # What the first of two names cannot hold is left for the second.
        first = frozenset(sorted(stocks[ask.bank].first.intersection(pool))[: ask.take * count])
        got = deal(pool, ask.take, count, seed, lang, first)
        out[ask.name] = got
        gone = {word for hand in got.hands for word in hand}
        left[ask.bank] = [word for word in pool if word not in gone]
    return out


def _code(found: Mapping[str, Hands], lang: str, seed: int, count: int) -> Code:
    words = [word for got in found.values() for hand in got.hands for word in hand]
    return Code(lang, seed, count, check_of(words))


def _without_decks(
    request: Request, stocks: Mapping[str, Stock], asks: list[_Ask], bank: str
) -> list[Word]:
    """Leave out the words of former decks; each may itself have been dealt without those before."""
    words = {a.bank: list(stocks[a.bank].bank.words) for a in asks}
    gone: set[str] = set()
    for code in (c for entry in request.dealing.exclude if (c := read_code(entry))):
        if code.lang != request.lang:
            msg = f"--exclude {code}: that deck is in `{code.lang}`, this one in `{request.lang}`"
            raise Refused(msg)
        before = {b: [w for w in listed if w not in gone] for b, listed in words.items()}
        for pool in (before, words) if gone else (words,):
            if any(len(pool[a.bank]) < a.take * code.count for a in asks):
                continue
            got = _deal(asks, pool, stocks, code.seed, code.count, code.lang)
            if _code(got, code.lang, code.seed, code.count) == code:
                gone |= {w for hands in got.values() for hand in hands.hands for w in hand}
                break
        else:
            stock = stocks[asks[0].bank]
            raise Problem(
                "E222", f"the deck {code}, to leave out, cannot be dealt from this bank",
                stock.bank.span, note=stock.state, help=_AGAIN,
            )  # fmt: skip
    return [w for w in words[bank] if w not in gone]


_AGAIN = (
    "give the same --bank, --first, --categories, --without and --exclude as then; "
    "or the bank has changed since"
)


def _different(request: Request, code: Code, stock: Stock, ask: _Ask) -> Problem:
    return Problem(
        "E222",
        f"the deck {request.dealing.deck} comes out different, as {code}",
        stock.bank.span,
        note=stock.state,
        help=_AGAIN,
        second=ask.span,
        second_note="dealt here",
    )


def _hands(number: int) -> str:
    return f"{number} {'hand' if number == 1 else 'hands'}"


def _too_short(
    count: int, asks: list[_Ask], stocks: Mapping[str, Stock], words: Mapping[str, list[Word]],
    takes: Mapping[str, int],
) -> Problem:  # fmt: skip
    ask = min(asks, key=lambda a: len(words[a.bank]) // takes[a.bank])
    take, have = takes[ask.bank], len(words[ask.bank])
    most = have // take
    return Problem(
        "E221",
        f"{_hands(count)} of {take} words need {count * take}, the bank has {have}",
        stocks[ask.bank].bank.span,
        help=f"it gives {_hands(most)}: use --count {most}" if most else "add words to the bank",
        second=ask.span,
        second_note="dealt here",
    )


def _check_first(stock: Stock, room: int, ask: _Ask) -> None:
    if len(stock.first) > room:
        raise Problem(
            "E221", f"--first has {len(stock.first)} words, the deck has room for {room}",
            stock.bank.span, help="raise --count, or name fewer words", second=ask.span,
            second_note="dealt here",
        )  # fmt: skip


def _short(
    asks: list[_Ask], stocks: Mapping[str, Stock], words: Mapping[str, list[Word]],
    takes: Mapping[str, int], count: int, wanted: int,
) -> str:  # fmt: skip
    ask = min(asks, key=lambda a: len(words[a.bank]) // takes[a.bank])
    have, take = len(words[ask.bank]), takes[ask.bank]
    over = have - count * take
    rest = f"; {over} left over" if over else ""
    where = stocks[ask.bank].bank.span.source.name
    return f"{where}: {have} words give {_hands(count)} of {take}, not {wanted}{rest}"


_WHY = {"category": "a category", "stem": "a stem", "containment": "letters"}


def _clashes(found: Mapping[str, Hands]) -> list[str]:
    """Say which hands hold words that do not suit each other, since no better deal was found."""
    out = []
    for got in found.values():
        if not got.clashes:
            continue
        bad = len({hand for hand, *_ in got.clashes})
        hand, one, other, why = got.clashes[0]
        out.append(
            f"{bad} of {_hands(len(got.hands))} {'holds' if bad == 1 else 'hold'} words that share "
            f"category, stem or letters, since the bank gives no better: `{one}` and `{other}` in "
            f"number {hand + 1} share {_WHY[why]}"
        )
    return out
