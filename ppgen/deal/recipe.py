"""Reads recipes of decks from one of our own PDFs or from YAML.

Takes the bytes of a file, which may be untrusted; returns a recipe whose words match its code, or
reports what is wrong. Must not read files, nor know which products there are.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from ppgen.deal.code import check_of, read_code
from ppgen.deal.recipe_text import COLUMNS
from ppgen.diagnostics import Problem, Report, Span, plural, suggest
from ppgen.limits import DECK_BYTES, DECK_KEYS, DECK_LINE, DECK_TEXT, DECK_WORDS
from ppgen.load.attached import attached, is_pdf
from ppgen.load.folders import check_kind
from ppgen.model.recipe import Recipe
from ppgen.source.decode import Key, Keys, Reading, entries, mapping, plain, record, scalar
from ppgen.source.decode import sequence as listed
from ppgen.source.kinds import LANGUAGE, TEXT, Parsed, Text, Word, Written, integer_from
from ppgen.source.nodes import Node, Sequence, parse, text_of
from ppgen.units import MARGIN, parse_margin

#: Counts of commas and lines show before parsing that a file is too large.
_MOST_SIGNS = 6 * DECK_WORDS
#: Of thousands of problems in a generated file, a few are enough.
_MOST_PROBLEMS = 20

Hand = tuple[Word, ...]


def read_recipe(data: bytes, name: str, report: Report) -> Recipe | None:
    """Read a recipe from a PDF or YAML; None if anything is wrong.

    Args:
        data: The whole file.
        name: What messages call it.
        report: Collects all problems.
    """
    own, recipe = Report(), None
    try:
        if is_pdf(data):
            data = attached(data, name, b"ppgen: deck/", DECK_BYTES)
            name = f"{name}/deck.yaml"
        recipe = _read(data, name, own)
    except Problem as problem:
        own.problem(problem)
    for diagnostic in own.sorted()[:_MOST_PROBLEMS]:
        report.add(diagnostic)
    return None if own.errors else recipe


def _read(data: bytes, name: str, report: Report) -> Recipe | None:
    if len(data) > DECK_BYTES:
        raise Problem("E305", f"`{name}` is larger than {DECK_BYTES // 1_000_000} MB")
    source = text_of(data, name, report)
    if source is None:
        return None
    if data.count(b",") + data.count(b"\n") > _MOST_SIGNS:
        raise _too_many(Span(source, 1, 1))
    if max(map(len, source.text.splitlines()), default=0) > DECK_LINE:
        # Without its place, as the line would be shown.
        raise Problem("E305", f"a line of more than {DECK_LINE:,} characters in `{name}`")
    node = parse(source, report)
    if node is None or not check_kind(node, "deck", report):
        return None
    if len(node.entries) > DECK_KEYS:
        raise Problem("E305", f"more than {DECK_KEYS} keys", node.span)
    values = record(node, _keys(_columns(node.get("columns"))), Reading(report))
    if report.errors:
        return None
    del values["ppgen"], values["columns"]
    recipe = Recipe(node.span, wanted=values.pop("count"), **values)
    _check(recipe)
    return recipe


# --- keys


def _short(node: Node, _reading: Reading) -> Text:
    """Read a text of limited length."""
    item = scalar(node, "text")
    if len(item.text) > DECK_TEXT:
        raise Problem(
            "E305", f"a text of {len(item.text):,} characters; at most {DECK_TEXT:,}",
            item.span._replace(length=1),
        )  # fmt: skip
    return Text(item.text, item.span)


def _code(node: Node, reading: Reading) -> Text:
    text = _short(node, reading)
    code = read_code(text)
    if code is None:
        raise Problem("E202", "expected the code of a deck such as de-1-110-7K3F", node.span)
    return Text(str(code), node.span)


def _target(node: Node, reading: Reading) -> Text:
    text = _short(node, reading)
    if not re.fullmatch(r"[^/]+/[^/]+", text):
        raise Problem("E202", "expected a product such as game/product", node.span)
    return text


def _columns(node: Node | None) -> tuple[str, ...]:
    """Return the columns of the rows of words: the word first, then its details."""
    if node is None:
        return COLUMNS
    names = tuple(scalar(item, "a column").text for item in listed(node).items[:DECK_KEYS])
    for name, item in zip(names, listed(node).items, strict=False):
        if name not in COLUMNS:
            raise Problem("E201", "unknown column", item.span, help=suggest(name[:40], COLUMNS))
    if names[:1] != ("word",) or len(set(names)) < len(names):
        raise Problem("E202", "the first column is `word`, and each is listed once", node.span)
    return names


_MARGIN = Parsed(
    "a margin from 0 to 50 mm, or four", parse_margin, Written(MARGIN, "number", 0, 50)
)


def _keys(columns: tuple[str, ...]) -> Keys:
    return {
        "ppgen": Key("Kind and version of the file.", plain(TEXT)),
        "version": Key("Version of ppgen that dealt the deck.", _short, must=True),
        "deck": Key("Code of the deck.", _code, must=True),
        "product": Key("Product that it belongs to, as GAME/PRODUCT.", _target, must=True),
        "lang": Key("Language of the words.", plain(LANGUAGE), must=True),
        "second": Key("Language of the second word under each word.", plain(LANGUAGE), ""),
        "paper": Key("Paper that it was made for.", _short, must=True),
        "size": Key("Size of the pieces.", _short),
        "margin": Key("Margin of the printer, in mm.", plain(_MARGIN)),
        "count": Key("Number of hands dealt.", plain(integer_from(1)), must=True),
        "blank": Key("Number of additional hands of empty words.", plain(integer_from(0, 1000)), 0),
        "options": Key("Options of the product, by name.", _options, {}),
        "columns": Key("The columns of each row of `hands`.", lambda _n, _r: None),
        "hands": Key("The words of each hand, by name.", _hands(columns), must=True),
    }


def _options(node: Node, reading: Reading) -> dict[Text, Text]:
    if len(mapping(node).entries) > DECK_KEYS:
        raise Problem("E305", f"more than {DECK_KEYS} options", node.span)
    return entries(node, _short, reading)


# --- words


def _hands(columns: tuple[str, ...]) -> Callable[[Node, Reading], dict[str, tuple[Hand, ...]]]:
    """Return a reader of hands by name; it stops at the first broken word."""

    def word(node: Node, reading: Reading) -> Word:
        row = node.items if isinstance(node, Sequence) else (node,)
        if not 1 <= len(row) <= len(columns):
            raise Problem("E202", f"expected {', '.join(columns)}", node.span)
        texts = [_short(item, reading) for item in row]
        if not texts[0].strip():
            raise Problem("E202", "an empty word", row[0].span)
        known: dict[str, Any] = dict(zip(columns[1:], map(str, texts[1:]), strict=False))
        return Word(texts[0], texts[0].span, **known)

    def read(node: Node, reading: Reading) -> dict[str, tuple[Hand, ...]]:
        by_name = mapping(node, "hands by name")
        if not 1 <= len(by_name.entries) <= DECK_KEYS:
            raise Problem("E202", f"expected 1 to {DECK_KEYS} names with hands", node.span)
        left = int(DECK_WORDS)
        out: dict[str, tuple[Hand, ...]] = {}
        for name, child in by_name.entries:
            hands = listed(child, "a list of hands").items
            for hand in hands:
                left -= len(listed(hand, "a list of words").items)
            if left < 0:
                raise _too_many(child.span)
            out[name.text] = tuple(
                tuple(word(item, reading) for item in listed(hand).items) for hand in hands
            )
        return out

    return read


def _too_many(span: Span) -> Problem:
    return Problem("E305", f"a deck of more than {DECK_WORDS:,} words", span)


def _check(recipe: Recipe) -> None:
    """Check that the words match the code, as the printed pieces will claim."""
    code = read_code(recipe.deck)
    sizes = {len(hands) for hands in recipe.hands.values()}
    if code is None or sizes != {code.count} or code.lang != recipe.lang:
        message = f"the deck {recipe.deck} has other hands, or another language"
    elif check_of(recipe.words) != code.check:
        message = f"these are not the words of the deck {recipe.deck}"
    else:
        return
    raise Problem(
        "E222", message, recipe.deck.span, note=plural(max(sizes), "hand"),
        help="the file was changed: use the PDF that it came from",
    )  # fmt: skip
