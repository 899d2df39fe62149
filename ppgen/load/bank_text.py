"""The text of banks and lists: words added to a bank's YAML, words as .txt, .csv and .tsv.

Takes words; gives text. Comments and order of a bank stay. Must not know files.
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

#: What can stand in YAML, also inside `{...}`, without quotes.
_PLAIN = re.compile(r"[^\W\d_](?:[\w '’.-]*\w)?")
_NOT_TEXT = re.compile(r"y|n|yes|no|on|off|true|false|null", re.IGNORECASE)
#: Nobody knows whose an imported list is; a licence is for its owner to choose.
_PRIVATE = ["licence: private", "allow: {P01: for our own table}"]


def as_list(words: Sequence[Word], suffix: str) -> str:
    """Write words as a plain list; soft hyphens go, which other programs show or stumble on."""
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
reviewed: no   # yes, once somebody who speaks the language has read all of it

# A word a line, below its category: words of one category never meet on one card. Write them as a
# dictionary does. More about a word goes into braces: an id joins it with the words of other
# languages, for decks in two of them:  - {{word: lighthouse, id: lighthouse}}
words:
"""
_SUGGESTED = """\
# Words from CLDR, (c) Unicode, Inc.; its terms: https://www.unicode.org/license.txt
licence: Unicode-3.0
source: Unicode CLDR annotations"""
_REPLACE = "  own:   # four words to replace by yours\n"


def drafted_bank(lang: str, words: Sequence[Word], *, extends: bool) -> str:
    """Write a bank to go on with, of some words or of four that stand for others."""
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
    """Make the labels of a language a file of another, to be translated."""
    lines = [line for line in text.splitlines() if not line.startswith("# yaml-language-server:")]
    head = lines.index(f"lang: {former}")
    lines[head : head + 1] = [
        f"lang: {lang}",
        f"# Translate the texts behind the colons from `{former}`; names in {{braces}} stay.",
    ]
    return "\n".join(lines) + "\n"


def add_words(text: str, words: Sequence[Word], usual: str) -> str | None:
    """Add words to a bank, in front of those of their categories; `usual` is for those without.

    None if its words are not written as categories with a list in lines below each.
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
    """Write a text so that YAML reads the same one."""
    if _PLAIN.fullmatch(text) and not _NOT_TEXT.fullmatch(text):
        return str(text)
    return json.dumps(text, ensure_ascii=False)
