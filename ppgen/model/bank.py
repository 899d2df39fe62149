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
    allow: Mapping[str, str] = {}  # rules that may be broken here, with the reason
    own: int = 0  # how many of the words, from the first, are from its own file
    remarks: tuple[str, ...] = ()  # how a plain list was read


class Labels(NamedTuple):
    """Short texts of one language."""

    lang: str
    span: Span
    texts: Mapping[Text, Text]
    rtl: bool | None = None  # None: the usual direction of the language
    products: tuple[Text, ...] | None = None  # the products that it is for; None: all of its game
    broken: bool = False  # the file could not be read
