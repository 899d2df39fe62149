"""Writes the recipe of a deck as YAML, for its PDF and for the list of printed decks.

Takes a request and its dealt hands; returns the bytes of a file, the same in every run. Contains
no date and no name of a file or person. Must not know where it is stored.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from ppgen import __version__
from ppgen.deal.records import Dealt
from ppgen.limits import DECK_BYTES, DECK_LINE, DECK_TEXT, DECK_WORDS
from ppgen.request import USUAL_MARGIN, Request
from ppgen.source.kinds import Word
from ppgen.units import show, show_margin

#: The details of a word, in the order of their columns.
COLUMNS = ("word", "category", "second", "note", "id")
#: Text that every YAML reader takes literally.
_BARE = re.compile(r"[^\W\d_][\w'-]*(?: [\w'-]+)*")
_OTHERWISE = frozenset(["y", "n", "yes", "no", "on", "off", "true", "false", "null", "nan", "inf"])
#: What YAML rejects or takes for a line break, and control characters of terminals. It takes long
#: to compile, and hardly any text needs it.
_HIDDEN = (
    '["\\\\]|[^\x20-\x7e\xa0-\u061b\u061d-\u200d\u2010-\u2027\u202f-\u2065\u206a-\ud7ff'
    "\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
)


def recipe_text(request: Request, dealt: Dealt) -> bytes:
    """Return the recipe of a deck; empty if it is too large to be read back."""
    hands = {name: dealt.hands[name] for name in dealt.hands}
    if blank := request.dealing.blank:
        hands = {name: listed[:-blank] for name, listed in hands.items()}
    words = [word for listed in hands.values() for hand in listed for word in hand]
    known = {name: [_field(word, name) for word in words] for name in COLUMNS}
    fields = {name: found for name, found in known.items() if any(found)}
    columns = list(fields)
    longest = max((max(map(len, found)) for found in fields.values()), default=0)
    if len(words) > DECK_WORDS or longest > DECK_TEXT:
        return b""
    lines = [*_head(request, dealt), f"columns: [{', '.join(columns)}]", "hands:"]
    for name, listed in hands.items():
        lines.append(f"  {name}:")
        lines += (f"  - [{', '.join(_word(word, columns) for word in hand)}]" for hand in listed)
    if max(map(len, lines)) > DECK_LINE:
        return b""
    data = "\n".join([*lines, ""]).encode()
    return data if len(data) <= DECK_BYTES else b""


def _head(request: Request, dealt: Dealt) -> Iterator[str]:
    yield "ppgen: deck/1"
    yield f"version: {_text(__version__)}"
    yield f"deck: {_text(dealt.deck)}"
    yield f"product: {_text(f'{request.game.name}/{request.product.name}')}"
    yield f"lang: {_text(request.lang)}"
    if request.dealing.second:
        yield f"second: {_text(request.dealing.second)}"
    yield f"paper: {_text(request.paper_name)}"
    if request.size:
        yield f"size: {_text(request.size)}"
    if request.margin != USUAL_MARGIN:
        yield f"margin: {_text(show_margin(request.margin))}"
    yield f"count: {request.count or request.product.count}"
    if request.dealing.blank:
        yield f"blank: {request.dealing.blank}"
    if request.options:
        rows = (f"{_text(k)}: {_text(option_text(v))}" for k, v in request.options.items())
        yield f"options: {_flow(rows, '{', '}')}"


def option_text(value: object) -> str:
    """Return the value of an option as a user would type it."""
    return show(value) if isinstance(value, int | float) else str(value)


def _flow(rows: Iterable[str], start: str, end: str) -> str:
    return start + ", ".join(rows) + end


def _field(word: Word, name: str) -> str:
    return word if name == "word" else getattr(word, name)


def _word(word: Word, columns: Sequence[str]) -> str:
    """Return a word with its details, without trailing empty columns."""
    if len(columns) == 1:
        return _text(word)
    row = [_field(word, name) for name in columns]
    while len(row) > 1 and not row[-1]:
        row.pop()
    return _flow(map(_text, row), "[", "]")


def _text(text: str) -> str:
    """Return a text bare if it is unambiguous, in quotes otherwise."""
    if _BARE.fullmatch(text) and text.casefold() not in _OTHERWISE:
        return str(text)
    if text.isascii() and text.isprintable() and not {'"', "\\"}.intersection(text):
        return f'"{text}"'
    return f'"{re.sub(_HIDDEN, _escaped, text)}"'


def _escaped(match: re.Match[str]) -> str:
    letter = match[0]
    if letter in '"\\':
        return f"\\{letter}"
    return f"\\u{ord(letter):04x}"
