"""Decks dealt from a bank: hands without clashes (D01), decks that share words (D02)."""

from __future__ import annotations

from collections.abc import Iterator

from ppgen.deal.hands import Hands, deal
from ppgen.diagnostics import plural
from ppgen.lint.subject import Bench, Finding, Subject, apart_of
from ppgen.model.game import SideSpec

_WHY = {
    "category": "share the category `{}`",
    "stem": "share a stem",
    "containment": "share letters",
}


def hands(subject: Subject, bench: Bench) -> Iterator[Finding]:
    """D01: no words that meet in a full deck clash, and both sides have equally many."""
    words = [subject.words[at] for at in sorted(subject.first.values())]
    for game, product, take in bench.dealing(subject):
        name = f"{game.name}/{product.name}"
        back = product.back
        if take % 2 and isinstance(back, SideSpec) and not back.decor:
            message = f"{name} deals {take} words for two sides, which cannot be split evenly"
            yield Finding(message, product.span, help="use an even number")
        count = min(product.count, len(words) // take)
        if not count:
            continue
        apart = apart_of(game, product)
        dealt = deal(words, take, count, 1, subject.lang, frozenset(), apart)
        if apart:
            yield from _meeting(dealt, apart, name)
            continue
        seen: set[int] = set()
        for hand, one, other, why in dealt.clashes:
            if hand in seen:
                continue
            seen.add(hand)
            shared = _WHY[why].format(one.category)
            yield Finding(
                f"`{one}` and `{other}` {shared} in number {hand + 1} of {name}",
                one.span, (one, other), second=other.span, second_note="this one",
                help="the bank allows no better deal; spread its words over more categories",
            )  # fmt: skip


def _meeting(dealt: Hands, apart: int, name: str) -> Iterator[Finding]:
    """Report words that are alike but meet in play."""
    if not dealt.clashes:
        return
    _, one, other, why = dealt.clashes[0]
    yield Finding(
        f"{plural(len(dealt.clashes), 'pair')} of words at the same place of {apart} consecutive "
        f"hands of {name} are alike",
        other.span, (one, other), level="note",
        note=_WHY[why].format(other.category), second=one.span, second_note="with this one",
        help="spread its words over more categories",
    )  # fmt: skip


def shared(subject: Subject, bench: Bench) -> Iterator[Finding]:
    """D02: decks that are checked together share words."""
    if not bench.mixed:
        return
    at = next(i for i, other in enumerate(bench.subjects) if other is subject)
    for i, word in enumerate(subject.own):
        for other in bench.subjects[:at]:
            first = other.first.get(subject.folded[i]) if other.base == subject.base else None
            if first is not None:
                yield Finding(
                    f"`{word}` is in {other.name} too", word.span, (word,),
                    help="if mixed, the deck would contain it twice",
                    second=other.words[first].span, second_note="here",
                )  # fmt: skip
                break
