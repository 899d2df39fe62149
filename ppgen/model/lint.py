"""What a game says to lint of its banks.

Must not do input or output.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class ListCheck(NamedTuple):
    """What the entries of a list among a bank's values must be."""

    lists: tuple[str, ...]  # `themes.samples`: the samples of each theme, if it has any
    by: str = ""  # the key by which entries that are maps are known
    differ: bool = False
    among: str = ""  # each is one of this list
    spelled: str = ""  # each is a word of different letters of this list ...
    length: int | None = None  # ... and of so many, unless the bank's own `length` says otherwise


class ValueChecks(NamedTuple):
    """Checks of banks that have all of some lists, by what messages call one of the entries."""

    having: tuple[str, ...] = ()
    each: Mapping[str, ListCheck] = {}


class Lint(NamedTuple):
    """What `ppgen words lint` needs to know of one game."""

    hands: int = 0  # that one game uses up; 0: it does not say
    values: ValueChecks = ValueChecks()
