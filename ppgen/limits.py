"""Every limit on what ppgen reads and makes, in one place, each with its reason.

Far beyond what games need, and low enough that a file from a stranger costs little time and memory.
`docs/limits.md` is generated from here. Must not know anything else of ppgen.
"""

from __future__ import annotations

from typing import Final


class Limit(int):
    """A number, and what the manual says about it."""

    area: str
    what: str
    why: str


#: All limits, in the order of the manual.
ALL: Final[list[Limit]] = []


def _limit(number: int, area: str, what: str, why: str) -> Limit:
    limit = Limit(number)
    limit.area, limit.what, limit.why = area, what, why
    ALL.append(limit)
    return limit


_FILES = "Files"
FILE_BYTES: Final = _limit(
    10_000_000, _FILES, "bytes of a YAML file, a word list or a table",
    "the text of a thick book is one tenth of that",
)  # fmt: skip
FILE_ENTRIES: Final = _limit(
    500_000, _FILES, "commas, colons, brackets and lines in a YAML file",
    "a bank of 100,000 words has a quarter of that; reading more takes long",
)  # fmt: skip
NESTING: Final = _limit(
    100, _FILES, "levels of lists and maps in a YAML file",
    "no layout needs ten; keeps recursion within the stack",
)  # fmt: skip
SCALAR: Final = _limit(
    100_000, _FILES, "characters of one value in a YAML file",
    "a page of rules has 5,000; longer values are data, not text",
)  # fmt: skip
LINE: Final = _limit(
    100_000, _FILES, "characters of one line in a word list or table",
    "a row has a few hundred; a longer line is not a list of words",
)  # fmt: skip
CELLS: Final = _limit(
    1_000_000, _FILES, "cells of a table",
    "100,000 rows of ten columns",
)  # fmt: skip
CELL_LINES: Final = _limit(
    100, _FILES, "lines of one quoted cell in a table",
    "an open quote should not take the rest of the table along",
)  # fmt: skip
ROWS: Final = _limit(
    100_000, _FILES, "rows of a table",
    "as many records as `each` may make",
)  # fmt: skip
WORD: Final = _limit(
    500, _FILES, "characters of a word or phrase in a bank",
    "no card holds more in letters that can be read",
)  # fmt: skip
PARENTS: Final = _limit(
    16, _FILES, "layouts, styles or types that build on each other",
    "nobody can follow more",
)  # fmt: skip
TYPE_KEYS: Final = _limit(
    1_000, _FILES, "keys of a type, with those of the types in it",
    "types that hold each other twice double with each level",
)  # fmt: skip
FONT_BYTES: Final = _limit(
    100_000_000, _FILES, "bytes of a font file of a workspace",
    "collections of all Chinese letters have up to 50 million",
)  # fmt: skip
FONT_FILES: Final = _limit(
    2_000, _FILES, "files looked at in a folder of fonts of a workspace",
    "`fonts: [.]` by mistake should not read a whole disk",
)  # fmt: skip

_EXPRESSIONS = "Expressions"
EXPRESSION: Final = _limit(
    500, _EXPRESSIONS, "characters of an expression",
    "longer ones cannot be read; `let` gives parts a name",
)  # fmt: skip
EXPRESSION_DEPTH: Final = _limit(
    20, _EXPRESSIONS, "levels of brackets in an expression",
    "as above; keeps recursion within the stack",
)  # fmt: skip
LIST: Final = _limit(
    100_000, _EXPRESSIONS, "entries of a list that an expression makes",
    "more than any product has pieces",
)  # fmt: skip
RESULT: Final = _limit(
    10_000, _EXPRESSIONS, "characters of a text that an expression makes",
    "two pages of rules",
)  # fmt: skip
NUMBER: Final = _limit(
    10**15, _EXPRESSIONS, "the largest number",
    "beyond it, decimals are lost; nothing on paper is that large",
)  # fmt: skip

_FACES = "Products"
RECORDS: Final = _limit(
    100_000, _FACES, "records that `each` makes",
    "as many as pieces",
)  # fmt: skip
RECORD_STEPS: Final = _limit(
    500_000, _FACES, "combinations that `each` tries, and entries that its lists hold together",
    "an empty list inside large ones would be tried for each of their combinations",
)  # fmt: skip
PIECES: Final = _limit(
    100_000, _FACES, "pieces of a product",
    "11,000 leaves of nine cards; print more in several runs",
)  # fmt: skip
ELEMENTS: Final = _limit(
    10_000, _FACES, "elements of one face",
    "a sheet of squared paper with a box per square has 5,000",
)  # fmt: skip
LEVELS: Final = _limit(
    20, _FACES, "levels of groups and parts on one face",
    "a part that uses itself through others would never end",
)  # fmt: skip
DRAWN: Final = _limit(
    2_000_000, _FACES, "texts that differ from face to face, over a whole product",
    "100,000 cards with 20 texts each",
)  # fmt: skip
TEXT: Final = _limit(
    20_000, _FACES, "characters of one text on a face",
    "four pages of rules",
)  # fmt: skip
BROKEN_TEXT: Final = _limit(
    200, _FACES, "places where a line may end in a text with a number of `lines`",
    "all ways to break it are compared; `lines: any` and `prose` are for long texts",
)  # fmt: skip
CLUTTER: Final = _limit(
    20_000, _FACES, "letters that hide one veiled text",
    "tiny letters in a large box would fill memory",
)  # fmt: skip

_DRAWINGS = "Pictures and paths"
PICTURE_BYTES: Final = _limit(
    50_000_000, _DRAWINGS, "bytes of a picture file",
    "a photograph has 10 million",
)  # fmt: skip
PIXELS: Final = _limit(
    40_000_000, _DRAWINGS, "pixels of a picture",
    "A4 at 600 dpi has 35 million; read from its head, before it is decoded",
)  # fmt: skip
PATH: Final = _limit(
    10_000, _DRAWINGS, "commands of a path",
    "more detail than a printer shows; use a picture",
)  # fmt: skip

_DECKS = "Recipes of decks"
DECK_WORDS: Final = _limit(
    100_000, _DECKS, "words of a deck",
    "as many as pieces",
)  # fmt: skip
DECK_BYTES: Final = _limit(
    8_000_000, _DECKS, "bytes of a recipe, unpacked",
    "100,000 words of 80 bytes",
)  # fmt: skip
DECK_LINE: Final = _limit(
    50_000, _DECKS, "characters of one line of a recipe",
    "ppgen writes a hand on each line",
)  # fmt: skip
DECK_TEXT: Final = _limit(
    1_000, _DECKS, "characters of one text of a recipe",
    "words are shorter",
)  # fmt: skip
DECK_KEYS: Final = _limit(
    100, _DECKS, "keys of a recipe",
    "products have a dozen options",
)  # fmt: skip
DECK_PDF: Final = _limit(
    500_000_000, _DECKS, "bytes of a PDF that `--deck` reads",
    "100,000 cards have 50 million",
)  # fmt: skip
IMPORT_BYTES: Final = _limit(
    20_000_000, _DECKS, "bytes that a spreadsheet to import may unpack to",
    "100,000 words have 10 million; an archive can hold a thousand times its size",
)  # fmt: skip

_MESSAGES = "Messages"
PROBLEMS: Final = _limit(
    200, _MESSAGES, "errors that are shown",
    "one mistake may have thousands of effects; the rest are counted",
)  # fmt: skip
SHOWN_LINE: Final = _limit(
    200, _MESSAGES, "characters that a message shows of a line or a value",
    "longer ones are cut around the place",
)  # fmt: skip
