"""Writes banks and lists as text: words added to a bank's YAML, words as .txt, .csv and .tsv.

Takes words; returns text. Keeps the comments and order of a bank. Must not know files.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Sequence

from ppgen.language.folding import unbroken
from ppgen.load.columns import COLUMNS
from ppgen.source.kinds import Word

#: What YAML reads as text without quotes, also inside `{...}`.
_PLAIN = re.compile(r"[^\W\d_](?:[\w '’.-]*\w)?")
_NOT_TEXT = re.compile(r"y|n|yes|no|on|off|true|false|null", re.IGNORECASE)
#: An imported list has an unknown owner, and only the owner may choose a license.
_PRIVATE = ["licence: private", "allow: {P01: for our own table}"]


def as_list(words: Sequence[Word], suffix: str) -> str:
    """Write words as a plain list, without soft hyphens: other programs trip over them."""
    if suffix == ".txt":
        return "".join(f"{unbroken(word)}\n" for word in words)
    used = [name for name in COLUMNS[1:] if any(getattr(word, name) for word in words)]
    out = io.StringIO()
    table = csv.writer(out, delimiter="\t" if suffix == ".tsv" else ",")
    table.writerow(["word", *used])
    table.writerows([unbroken(word), *(getattr(word, name) for name in used)] for word in words)
    return out.getvalue()


def new_bank(lang: str, title: str, origin: str, *, extends: bool) -> str:
    """Write the head of a bank, up to its words."""
    lines = ["ppgen: bank/1", f"lang: {lang}", f"title: {_scalar(title)}"]
    lines += [f"extends: {lang}"] if extends else _PRIVATE
    return "\n".join([*lines, f"source: {_scalar(origin)}", "reviewed: no", "words:", ""])


_DRAFT = """\
ppgen: bank/1
lang: {lang}
title: Words in {lang}
{whose}
reviewed: no   # yes, once a native speaker has read all of it

# One word per line, under its category: words of one category never share a card. Write them as a
# dictionary does. Put details of a word in braces: an id links it to the words of other languages,
# for decks in two of them:  - {{word: lighthouse, id: lighthouse}}
words:
"""
_SUGGESTED = """\
# Words from CLDR, (c) Unicode, Inc.; its terms: https://www.unicode.org/license.txt
licence: Unicode-3.0
source: Unicode CLDR annotations"""
_REPLACE = "  own:   # four words to replace with yours\n"


def drafted_bank(lang: str, words: Sequence[Word], *, extends: bool) -> str:
    """Write a bank to build on, from some words or from four placeholders."""
    whose = _SUGGESTED if words else "\n".join([*_PRIVATE, "source: our own words"])
    head = _DRAFT.format(lang=lang, whose=f"extends: {lang}\n{whose}" if extends else whose)
    if not words:
        return head + _REPLACE + "".join(f"    - {lang} {n}\n" for n in range(1, 5))
    kinds: dict[str, list[Word]] = {}
    for word in words:
        kinds.setdefault(word.category, []).append(word)
    blocks = (
        f"  {_scalar(kind)}:\n" + "".join(f"    - {_entry(word)}\n" for word in some)
        for kind, some in kinds.items()
    )
    return head + "\n".join(blocks)


def translatable(text: str, lang: str, former: str) -> str:
    """Turn the label file of one language into that of another, to be translated."""
    lines = [line for line in text.splitlines() if not line.startswith("# yaml-language-server:")]
    head = lines.index(f"lang: {former}")
    lines[head : head + 1] = [
        f"lang: {lang}",
        f"# Translate the texts after the colons from `{former}`; keep names in {{braces}}.",
    ]
    return "\n".join(lines) + "\n"


def add_words(text: str, words: Sequence[Word], usual: str) -> str | None:
    """Insert words into a bank, before those of their categories; `usual` is the default category.

    Return None if its words are not written as categories, each with a list on the lines below.
    """
    lines = text.splitlines()
    at = next((i for i, line in enumerate(lines) if re.fullmatch(r"words:\s*(#.*)?", line)), None)
    if at is None:
        return None
    kinds: dict[str, list[Word]] = {}
    for word in words:
        kinds.setdefault(word.category or usual, []).append(word)
    for kind, some in kinds.items():
        head = re.compile(rf"(\s+)(['\"]?){re.escape(kind)}\2:\s*(#.*)?")
        below = range(at + 1, len(lines))
        place = next((i for i in below if head.fullmatch(lines[i])), None)
        if place is None:
            known = re.match(r"\s+", lines[at + 1]) if at + 1 < len(lines) else None
            indent = known[0] if known else "  "
            place = at + 1
            lines.insert(place, f"{indent}{_scalar(kind)}:")
            items = indent + "  "
        else:
            item = re.match(r"(\s*)- ", lines[place + 1]) if place + 1 < len(lines) else None
            if item is None:
                return None
            items = item[1]
        lines[place + 1 : place + 1] = [f"{items}- {_entry(word)}" for word in some]
    return "\n".join(lines) + "\n"


def _entry(word: Word) -> str:
    more = [(key, getattr(word, key)) for key in ("id", "note") if getattr(word, key)]
    if not more:
        return _scalar(word)
    listed = ", ".join(f"{key}: {_scalar(value)}" for key, value in [("word", word), *more])
    return "{" + listed + "}"


def _scalar(text: str) -> str:
    """Write a text so that YAML reads it back unchanged."""
    if _PLAIN.fullmatch(text) and not _NOT_TEXT.fullmatch(text):
        return str(text)
    return json.dumps(text, ensure_ascii=False)
