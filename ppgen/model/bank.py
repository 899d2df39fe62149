"""Banks of words or values, and the label files of a language.

Must not do input or output.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ppgen.diagnostics import Span
from ppgen.source.kinds import Text, Word


class Bank(NamedTuple):
    """Words by category, or any values, of one language."""

    lang: str
    span: Span
    title: str
    words: tuple[Word, ...] = ()
    values: Mapping[str, object] = {}
    licence: str = ""
    origin: str = ""  # its author or source
    reviewed: bool = False
    allow: Mapping[str, str] = {}  # rules, and why they are broken here
    own: int = 0  # how many of the words, the first ones, stand in its own file
    remarks: tuple[str, ...] = ()  # how a file that is no bank was understood


class Labels(NamedTuple):
    """Short texts of one language."""

    lang: str
    span: Span
    texts: Mapping[Text, Text]
    rtl: bool | None = None  # None: as the language is known to run
    products: tuple[Text, ...] | None = None  # the products that it is for; None: all of its game
    broken: bool = False  # the file could not be read
