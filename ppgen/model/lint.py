"""What a game tells lint about its banks.

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
    among: str = ""  # each must be in this list
    spelled: str = ""  # each must be spelled with different letters of this list ...
    length: int | None = None  # ... and with this many, unless the bank has its own `length`


class ValueChecks(NamedTuple):
    """Checks for banks that have certain lists, by the word for one entry in messages."""

    having: tuple[str, ...] = ()
    each: Mapping[str, ListCheck] = {}


class Lint(NamedTuple):
    """What `ppgen words lint` needs to know of one game."""

    hands: int = 0  # used up by one game; 0: not given
    values: ValueChecks = ValueChecks()
