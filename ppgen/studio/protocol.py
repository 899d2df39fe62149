"""The messages that the page sends and the answers that it gets, as types.

Plain data that JSON can hold. Must not know how it is carried. `docs/studio-protocol.md` explains
each in a line.
"""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

#: Changes when a message or an answer changes its meaning.
VERSION = 1

Op = Literal[
    "catalog", "preview", "pdf", "words", "lint", "deck", "files", "check", "copy", "schemas"
]


class OwnWords(TypedDict):
    """Words that somebody typed, pasted or dropped."""

    name: str  # of the list, such as `words.txt`; its ending says how to read it
    text: NotRequired[str]
    data: NotRequired[str]  # base64: a file as it is, of any encoding
    use: Literal["only", "first"]  # instead of the bank, or surely in the deck


class Job(TypedDict):
    """One product to make: what a person would type behind `ppgen make`."""

    target: str  # game/product
    set: NotRequired[dict[str, str]]  # options by their names without dashes: lang, paper, rounds
    words: NotRequired[OwnWords]
    recipe: NotRequired[str]  # base64: the PDF or deck.yaml of a former deck


class Message(TypedDict):
    """What the page asks for."""

    op: Op
    id: NotRequired[int]
    lang: NotRequired[str]
    job: NotRequired[Job]
    sides: NotRequired[list[int]]  # which pages to draw, from 0; none: the first leaf's
    target: NotRequired[str]
    data: NotRequired[str]  # base64
    files: NotRequired[dict[str, str]]  # path in the workspace -> base64


class Mark(TypedDict):
    """Something to say about a place: in a file, or about a word."""

    level: Literal["error", "warning", "note"]
    code: str
    message: str
    note: str
    help: str
    file: str
    line: int  # from 1; 0: no place
    column: int
    length: int


class OptionEntry(TypedDict):
    """An option that a product declares."""

    name: str
    help: str
    kind: str
    choices: list[str]
    low: float | None
    high: float | None
    default: str


class ProductEntry(TypedDict):
    """A product as lists show it."""

    name: str
    title: str
    about: str
    kind: str
    pieces: int | None
    deals: bool
    two_sided: bool
    sizes: list[str]
    languages: list[str]  # empty: every language
    banks: list[str]  # languages whose words it can deal
    options: list[OptionEntry]


class GameEntry(TypedDict):
    """A game and its products."""

    name: str
    title: str
    own: bool
    products: list[ProductEntry]


class NamedSize(TypedDict):
    """A paper or a size of pieces, in mm."""

    name: str
    width: float
    height: float


class Catalog(TypedDict):
    """Everything that can be made here."""

    version: str
    protocol: int
    games: list[GameEntry]
    papers: list[NamedSize]
    sizes: list[NamedSize]
    marks: list[Mark]


class Hand(TypedDict):
    """A piece that was dealt."""

    number: int
    words: list[str]
    page: int  # from 0: the first that shows it


class Preview(TypedDict):
    """Pages as pictures, and what is known of the whole job."""

    pages: list[str]  # SVG
    sides: list[int]
    count: int  # pages in all
    leaves: int
    pieces: int
    deck: str
    hands: list[Hand]  # of what deals one kind of hand
    notes: list[str]
    marks: list[Mark]
    command: str  # the same, typed


class File(TypedDict):
    """A file to hand to the person."""

    name: str
    data: str  # base64


class Answer(TypedDict):
    """What the page gets: what it asked for, or why not."""

    id: NotRequired[int]
    ok: bool
    error: NotRequired[str]
    marks: NotRequired[list[Mark]]
    result: NotRequired[object]
