"""Randomness from a hash, not from a generator whose output might change.

Takes a seed or a key; returns orders and numbers, the same on every machine and Python.
"""

from __future__ import annotations

import hashlib
import itertools
import struct
import unicodedata
from collections.abc import Iterator, Sequence
from typing import TypeVar

T = TypeVar("T", bound=str)


def _digests(key: str) -> Iterator[bytes]:
    for number in itertools.count():
        yield hashlib.sha256(f"{key}\0{number}".encode()).digest()


def shares(key: str) -> Iterator[float]:
    """Yield numbers from 0 up to but not including 1, without end."""
    for digest in _digests(key):
        for number in struct.unpack(">8I", digest):
            yield number / 2**32


def shuffled(words: Sequence[T], seed: int) -> list[T]:
    """Order words by a hash of seed and word, whatever their original order.

    Soft hyphens do not count: they must not change the deck.
    """
    start = f"{seed}\0".encode()

    def key(word: str) -> bytes:
        text = unicodedata.normalize("NFC", word.replace("\u00ad", ""))
        return hashlib.sha256(start + text.encode()).digest()

    return sorted(words, key=key)


class Draws:
    """Numbers drawn one after another."""

    def __init__(self, seed: int) -> None:
        blocks = (reversed(struct.unpack(">4Q", digest)) for digest in _digests(f"{seed}\0"))
        self._numbers: Iterator[int] = itertools.chain.from_iterable(blocks)

    def below(self, limit: int) -> int:
        """Draw a number from 0 up to but not including the limit."""
        return next(self._numbers) % limit

    def shuffle(self, items: list[int]) -> None:
        """Shuffle a list in place."""
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]
