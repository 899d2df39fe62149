"""Finds which columns of a table hold words, categories and the rest, and whether it has a heading.

Takes rows of fields and the options for tables; returns column numbers and remarks. A heading in
any language is recognized by its place and by the rows below it. Must not know files.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ppgen.diagnostics import Problem, did_you_mean, plural
from ppgen.load.cells import Row
from ppgen.load.folders import Tables

COLUMNS = ("word", "category", "id", "note", "second")
#: How people name such columns.
_NAMES = {
    "word": "word words wort wörter begriff begriffe mot mots palabra palabras parola parole "
    "palavra palavras woord woorden ord słowo słowa kelime kelimeler sözcük λέξη λέξεις слово "
    "слова كلمة كلمات מילה מילים शब्द คำ 単語 言葉 词 词语 單詞 단어",
    "category": "category kategorie thema categorie catégorie thème categoría tema categoria "
    "kategori kategoria konu κατηγορία θέμα категория тема فئة موضوع קטגוריה נושא श्रेणी หมวด 分類 "
    "カテゴリー カテゴリ 类别 分类 類別 분류",
    "id": "id",
    "note": "note notiz remark comment",
    "second": "second translation",
}
_KINDS = {name: kind for kind, names in _NAMES.items() for name in names.split()}
_NUMBER = re.compile(r"[-+#№]?\d+([.,]\d+)*[.)%]?")


class Columns(NamedTuple):
    """The columns found; `head`: whether the first row is a heading; `width`: their number."""

    at: Mapping[str, int]
    head: bool
    width: int
    remarks: tuple[str, ...]


class _Body:
    """What the rows below a heading tell about a column."""

    def __init__(self, rows: Sequence[Row]) -> None:
        self.rows = rows

    def values(self, column: int) -> list[str]:
        """Return the cells that are not empty."""
        cells = (row[column].text.casefold() for row in self.rows if column < len(row))
        return [text for text in cells if text]

    def numbers(self, column: int) -> bool:
        """Return whether it holds numbers."""
        values = self.values(column)
        return bool(values) and len(list(filter(_NUMBER.fullmatch, values))) >= 0.8 * len(values)

    def sorts(self, column: int) -> bool:
        """Return whether it holds few values, each many times, as categories do."""
        counts = Counter(self.values(column))
        single = list(counts.values()).count(1)
        return (
            counts.total() >= 4 and len(counts) * 2 <= counts.total() and single * 3 <= len(counts)
        )

    def differs(self, column: int) -> bool:
        """Return whether it could hold words: filled, different, short, and not numbers."""
        values = self.values(column)
        return (
            len(values) >= 0.8 * len(self.rows)
            and len(set(values)) >= 0.9 * len(values)
            and len("".join(values)) <= 30 * len(values)
            and not self.numbers(column)
        )


def find_columns(rows: Sequence[Row], tables: Tables, name: str) -> Columns:
    """Find the columns of a table; ask which one holds the words if that is unclear."""
    first, below = rows[0], _Body(rows[1:])
    kinds = [_KINDS.get(field.text.casefold(), "") for field in first]
    head = not tables.no_heading and _is_heading(first, kinds, below)
    body = below if head else _Body(rows)
    width = len(first) if head else _width(rows)
    named = {kind: kinds.index(kind) for kind in COLUMNS if kind in kinds} if head else {}
    titles = [field.text for field in first] if head else []
    if "word" in named and "word" in [title.lower() for title in titles]:
        _check_names(first, kinds)
    remarks = []
    ours = head and all(title.lower() in COLUMNS for title in titles if title)
    if head and not ours:
        remarks.append(f"`{name}`: first line taken as heading; `--no-heading` keeps it")
    at = dict(named)
    if tables.column:
        at["word"] = _wanted(tables.column, titles, width, first)
    elif "word" not in named:
        at["word"] = _words(body, width, named, titles, tables, first)
    for kind in [kind for kind, column in at.items() if kind != "word" and column == at["word"]]:
        del at[kind]
    if "category" not in at and not ours:
        _add_category(at, body, width)
    if not ours and (at["word"] or width > 2):
        shown = [f"words from column {_shown(at['word'], titles)}"]
        if "category" in at:
            shown.append(f"categories from column {_shown(at['category'], titles)}")
        remarks.append(f"`{name}`: {', '.join(shown)}")
    return Columns(at, head, width, tuple(remarks))


def _shown(column: int, titles: Sequence[str]) -> str:
    title = titles[column] if column < len(titles) else ""
    return f"{column + 1}, `{title}`" if title else str(column + 1)


def _width(rows: Sequence[Row]) -> int:
    """Return the width that a fifth of the rows reach; a few may have stray separators."""
    widths = sorted((len(row) for row in rows), reverse=True)
    return max(2, widths[len(widths) // 5]) if max(widths) > 1 else 1


def _is_heading(first: Row, kinds: Sequence[str], body: _Body) -> bool:
    if "word" in kinds:
        return True
    if len(body.rows) < 3 or not all(field.text for field in first):
        return False
    return any(
        (kinds[column] != "" and column > 0 and field.text.casefold() not in body.values(column))
        or (body.numbers(column) and not _NUMBER.fullmatch(field.text))
        or (body.sorts(column) and field.text.casefold() not in body.values(column))
        for column, field in enumerate(first)
    )  # fmt: skip


def _check_names(first: Row, kinds: Sequence[str]) -> None:
    """Raise E201 for a likely typo in one of our own column names; ignore other columns."""
    for field, kind in zip(first, kinds, strict=True):
        near = "" if kind else did_you_mean(field.text, COLUMNS)
        if near and field.text:
            raise Problem("E201", f"unknown column `{field.text}`", field.span, help=near)


def _wanted(column: str, titles: Sequence[str], width: int, first: Row) -> int:
    """Return the column that the user named."""
    folded = [title.casefold() for title in titles]
    if column.casefold() in folded:
        return folded.index(column.casefold())
    if column.isdecimal() and 1 <= int(column) <= width:
        return int(column) - 1
    known = ", ".join(title for title in titles if title) or f"1 to {width}"
    message = f"there is no column `{column}`"
    raise Problem("E202", message, first[0].span, help=f"--column: {known}")


def _words(
    body: _Body, width: int, named: Mapping[str, int], titles: Sequence[str], tables: Tables,
    first: Row,
) -> int:  # fmt: skip
    """Find the column of words by its content."""
    free = [column for column in range(width) if column not in named.values()]
    likely = [column for column in free if body.differs(column)]
    if len(likely) == 1:
        return likely[0]
    if width <= 2 and (0 in likely or len(free) < 2 or not likely):
        return free[0]
    message = f"which of the {plural(width, 'column')} holds the words?"
    if tables.ask is not None:
        samples = [", ".join(body.values(column)[:4]) for column in range(width)]
        return tables.ask(message, [f"{_title(c, titles)}{samples[c]}" for c in range(width)])
    hint = f"name it: --column {(likely or free)[0] + 1}"
    raise Problem("E202", message, first[0].span, help=hint)


def _title(column: int, titles: Sequence[str]) -> str:
    return f"{titles[column]}: " if column < len(titles) and titles[column] else ""


def _add_category(at: dict[str, int], body: _Body, width: int) -> None:
    """Find the column of categories: the second of two, else the only one that looks like it."""
    if width == 2 and at["word"] == 0:
        if 1 not in at.values():
            at["category"] = 1
        return
    likely = [
        c for c in range(width) if c not in at.values() and body.sorts(c) and not body.numbers(c)
    ]
    if len(likely) == 1:
        at["category"] = likely[0]


def names_words(text: str) -> bool:
    """Return whether a line is a usual heading of a list of words."""
    return _KINDS.get(text.casefold()) == "word"
