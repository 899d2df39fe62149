"""Chance by a hash: no generator whose stream could ever change.

Takes a seed; gives orders and numbers, the same on every machine and Python.
"""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T", bound=str)


def shuffled(words: Sequence[T], seed: int) -> list[T]:
    """Order words by a hash of seed and word, whatever order they came in."""

    def key(word: str) -> bytes:
        return hashlib.sha256(f"{seed}\0{unicodedata.normalize('NFC', word)}".encode()).digest()

    return sorted(words, key=key)


class Draws:
    """Numbers drawn one after another."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._block = 0
        self._left: list[int] = []

    def below(self, limit: int) -> int:
        """Draw a number from 0 up to, but not, the limit."""
        if not self._left:
            block = hashlib.sha256(f"{self._seed}\0\0{self._block}".encode()).digest()
            self._left = [int.from_bytes(block[i : i + 8], "big") for i in range(0, 32, 8)]
            self._block += 1
        return self._left.pop() % limit

    def shuffle(self, items: list[int]) -> None:
        """Put a list in a drawn order."""
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]
