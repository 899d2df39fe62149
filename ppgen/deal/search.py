"""Searches exhaustively for a deal without any clash, for few words.

Takes a judge of clashes and the shape of the deal; returns hands, or None if there are none or the
search takes too long. For banks so small that random swaps may find no solution.
"""

from __future__ import annotations

from collections.abc import Sequence

from ppgen.deal.clash import Judge

_MOST_WORDS = 60
_MOST_STEPS = 30_000


def search(judge: Judge, take: int, count: int, must: Sequence[bool]) -> list[list[int]] | None:
    """Place word after word, those with most clashes first, backtracking at dead ends."""
    number = len(must)
    if number > _MOST_WORDS:
        return None
    clash = [[bool(a != b and judge.why(a, b)) for b in range(number)] for a in range(number)]
    order = sorted(range(number), key=lambda w: (-sum(clash[w]), w))
    hands: list[list[int]] = [[] for _ in range(count)]
    steps = 0

    def lay(at: int, spare: int) -> bool:
        nonlocal steps
        steps += 1
        if steps > _MOST_STEPS:
            return False
        if at == number:
            return all(len(hand) == take for hand in hands)
        word = order[at]
        tried_empty = False
        for hand in hands:
            if len(hand) == take or any(clash[word][other] for other in hand):
                continue
            if not hand:
                # Empty hands are interchangeable.
                if tried_empty:
                    continue
                tried_empty = True
            hand.append(word)
            if lay(at + 1, spare):
                return True
            hand.pop()
        return spare > 0 and not must[word] and lay(at + 1, spare - 1)

    return hands if lay(0, number - take * count) else None
