"""Reads a bank file on its own, before it is joined with the bank it extends.

Must not know where files are: `bank_files` finds and joins them.
"""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Mapping as MappingOf
from typing import NamedTuple
from unicodedata import category

from ppgen.diagnostics import Problem, Report, Span
from ppgen.limits import WORD
from ppgen.source.decode import (
    Key,
    Keys,
    Reading,
    entries,
    first_line,
    items,
    list_of,
    loose,
    map_of,
    mapping,
    plain,
    record,
    scalar,
)
from ppgen.source.forms import ListOf, MapOf, OneOf, Record, Value, reads
from ppgen.source.kinds import LANGUAGE, TEXT, YES_NO, Text, Word
from ppgen.source.nodes import Mapping, Node, Sequence


class BankFile(NamedTuple):
    """One file: its own keys and words; what is None may come from the bank it extends."""

    span: Span
    lang: str | None = None
    title: str | None = None
    licence: str | None = None
    author: str | None = None
    source: str | None = None
    reviewed: bool | None = None
    extends: Text | None = None
    drop: tuple[Text, ...] = ()
    allow: MappingOf[str, str] = {}
    words: tuple[Word, ...] = ()
    values: MappingOf[str, object] = {}
    remarks: tuple[str, ...] = ()


#: Categories of characters that leave no mark on paper.
_UNSEEN = {"Cc", "Cf", "Cs", "Zl", "Zp", "Zs"}


def word_text(text: str, span: Span) -> str:
    """Return the text of a word; raise E202 if nothing of it would be visible, E305 if too long."""
    if not any(category(letter) not in _UNSEEN for letter in text):
        raise Problem("E202", "a word without a letter", span, help="write a word or delete it")
    if len(text) > WORD:
        message = f"a word of {len(text):,} characters; at most {WORD:,} are allowed"
        raise Problem("E305", message, span._replace(length=1), help="write one word per entry")
    return text


@reads(Value(TEXT))
def _reason(node: Node, reading: Reading) -> str:
    reason = plain(TEXT)(node, reading)
    if not reason.strip():
        hint = "write the reason after the rule's id"
        raise Problem("E202", "`allow` needs a reason", node.span, help=hint)
    return reason


@reads(MapOf(Value(TEXT)))
def _allow(node: Node, reading: Reading) -> dict[Text, str]:
    """Read the rules that may be broken here, each with its reason."""
    return entries(mapping(node, "rules and reasons such as {W03: reason}"), _reason, reading)


_WORD_KEYS: Keys = {
    "word": Key("The word.", plain(TEXT), must=True),
    "id": Key("Id of its meaning, the same in all languages.", plain(TEXT), ""),
    "note": Key("A remark about it.", plain(TEXT), ""),
    "allow": Key("Rules of `words lint` that it may break, each with a reason.", _allow, {}),
}


_WORD = OneOf((Value(TEXT), Record("word", lambda: _WORD_KEYS)))


def _word(category: str) -> Callable[[Node, Reading], Word]:
    def read(node: Node, reading: Reading) -> Word:
        if isinstance(node, Mapping) and node.get("word") is not None:
            values = record(node, _WORD_KEYS, reading)
            word = values["word"]
            if word is None:
                raise Problem("E202", "expected a word", node.span)
            word_text(word, word.span)
            return Word(
                word, word.span, category=category, note=str(values["note"]), id=str(values["id"]),
                allow=values["allow"],
            )  # fmt: skip
        item = scalar(node, "a word")
        return Word(word_text(item.text, item.span), item.span, category=category)

    return read


@reads(ListOf(_WORD), MapOf(ListOf(_WORD)))
def _words(node: Node, reading: Reading) -> tuple[Word, ...]:
    """Read words by category, or a plain list of them."""
    if isinstance(node, Sequence):
        return tuple(items(node, _word(""), reading))
    out: list[Word] = []
    for name, child in mapping(node, "a map of category: list of words").entries:
        try:
            out.extend(items(child, _word(name.text), reading))
        except Problem as problem:
            reading.report.problem(problem)
    return tuple(out)


BANK_KEYS: Keys = {
    "ppgen": first_line("bank"),
    "lang": Key("Language of the bank, such as `de`.", plain(LANGUAGE)),
    "title": Key("Name of the bank.", plain(TEXT)),
    "licence": Key("License under which it may be used.", plain(TEXT)),
    "author": Key("Who wrote it.", plain(TEXT)),
    "source": Key("Where it comes from.", plain(TEXT)),
    "reviewed": Key("`yes`: a native speaker has read it all.", plain(YES_NO), without=False),
    "extends": Key("Bank that this one adds its words to.", plain(TEXT)),
    "drop": Key("Words to remove from the bank that it extends.", list_of(plain(TEXT)), ()),
    "allow": Key("Rules of `words lint` that it may break, each with a reason.", _allow, {}),
    "words": Key("The words: lists by category, or one list.", _words, ()),
    "values": Key("Other data or running text for the layouts.", map_of(loose), {}),
}


@reads(Record("bank", lambda: BANK_KEYS))
def read_bank(node: Mapping, report: Report) -> BankFile:
    """Read a bank file; a bank that extends another may leave out keys."""
    values = record(node, BANK_KEYS, Reading(report))
    del values["ppgen"]
    file = BankFile(node.span, **values)
    present = {key.text for key, _ in node.entries}
    if "extends" not in present:
        for key in ("lang", "title", "licence"):
            if key not in present:
                message = f"the key `{key}` is missing"
                report.error("E204", message, node.span, help=f"add `{key}: ...`")
        if not present & {"author", "source"}:
            message, hint = "a bank must name its `author` or `source`", "add `source: ...`"
            report.error("E204", message, node.span, help=hint)
        if file.drop:
            hint = "add the bank that this one `extends`, or delete the word"
            report.error("E204", "`drop` without `extends`", file.drop[0].span, help=hint)
    return file
