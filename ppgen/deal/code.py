"""The code of a deck, `LANG-SEED-COUNT-CHECK`: enough to deal it again and to verify it.

Takes a dealt deck; returns a short text that is printed on every piece, and reads it back.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

from ppgen.language.folding import unbroken
from ppgen.language.tags import tag

#: Letters and digits that are not easily confused in small print.
SIGNS = "34679ACDEFHJKLMNPRTWXY"
_FORM = re.compile(
    rf"([A-Za-z]{{2,8}}(?:-[A-Za-z0-9]+)*)-(\d{{1,18}})-(\d{{1,6}})-([{SIGNS}]{{4}})"
)


@dataclass(frozen=True, slots=True)
class Code:
    """The language, seed and number of hands of a deck, and a hash of its words."""

    lang: str
    seed: int
    count: int
    check: str

    def __str__(self) -> str:
        return f"{self.lang}-{self.seed}-{self.count}-{self.check}"


def check_of(words: Iterable[str]) -> str:
    """Return a hash of four characters of words in order, ignoring soft hyphens."""
    text = "\n".join(unicodedata.normalize("NFC", unbroken(word)) for word in words)
    number = int.from_bytes(hashlib.sha256(text.encode()).digest(), "big")
    signs = ""
    for _ in range(4):
        number, at = divmod(number, len(SIGNS))
        signs += SIGNS[at]
    return signs


def version_of(words: Iterable[str]) -> str:
    """Return a hash of a bank's words, regardless of their order."""
    text = "\n".join(sorted(unicodedata.normalize("NFC", unbroken(word)) for word in words))
    return hashlib.sha256(text.encode()).hexdigest()[:8]


def read_code(text: str) -> Code | None:
    """Read a code as typed, in any case; None if it is not one."""
    head, _, check = text.strip().rpartition("-")
    match = _FORM.fullmatch(f"{head}-{check.upper()}")
    lang = tag(match[1]) if match else None
    return Code(lang, int(match[2]), int(match[3]), match[4]) if match and lang else None
