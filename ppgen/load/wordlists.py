"""Plain lists of words: a `.txt` with a word a line, or a `.csv` with a word a row.

Takes the text of a file and a language; gives a bank file without a head. Must not know YAML.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import PurePath
from typing import NamedTuple

from ppgen.diagnostics import Problem, Report, Source, Span, suggest
from ppgen.load.bank import BankFile
from ppgen.source.kinds import Word

COLUMNS = ("word", "category", "id", "note", "second")


def _bank(source: Source, lang: str, words: list[Word]) -> BankFile:
    title = PurePath(source.name).stem
    span = Span(source, 1, 1)
    return BankFile(
        span, lang=lang, title=title, licence="", source=source.name, words=tuple(words)
    )


def read_list(source: Source, lang: str, report: Report) -> BankFile:
    """Read a word a line; empty lines and lines that begin with `#` say nothing."""
    del report
    words = []
    for number, line in enumerate(source.text.splitlines(), 1):
        word = line.strip()
        if word and not word.startswith("#"):
            place = Span(source, number, line.index(word) + 1, len(word))
            words.append(Word(word, place))
    return _bank(source, lang, words)


class _Field(NamedTuple):
    text: str
    span: Span


def _separator(source: Source) -> str:
    """Take what the first row uses: spreadsheets write `;` where the comma is a decimal sign."""
    first = next((x for x in source.text.splitlines() if x.strip() and x[:1] != "#"), "")
    bare = re.sub(r'"[^"]*"', "", first)
    return max(",;\t", key=lambda sign: (bare.count(sign), -",;\t".index(sign)))


def _fields(source: Source, number: int, line: str, sign: str) -> Iterator[_Field]:
    """Cut a row; a field in quotes may hold the separator, and `""` is a quote in it."""
    at = 0
    while at <= len(line):
        quoted = re.compile(r'\s*"((?:[^"]|"")*)"\s*').match(line, at)
        if quoted and line[quoted.end() : quoted.end() + 1] in {"", sign}:
            text, end = quoted[1].replace('""', '"'), quoted.end()
            column = quoted.start(1) + 1
        elif line[at:].lstrip().startswith('"'):
            column = line.index('"', at) + 1
            raise Problem(
                "E101", "a quote that is not closed", Span(source, number, column),
                help='a field in quotes ends with one on the same line; write "" for a quote in it',
            )  # fmt: skip
        else:
            end = line.find(sign, at)
            end = len(line) if end < 0 else end
            text = line[at:end]
            column = at + len(text) - len(text.lstrip()) + 1
        text = text.strip()
        yield _Field(text, Span(source, number, column, max(1, len(text))))
        at = end + 1


def _header(fields: list[_Field], report: Report) -> list[str]:
    """Read the names of the columns; without such a row they are word and category."""
    names = [f.text.lower() for f in fields]
    if "word" not in names:
        return []
    for field in fields:
        if field.text.lower() not in COLUMNS:
            message, helped = f"unknown column `{field.text}`", suggest(field.text, COLUMNS)
            report.error("E201", message, field.span, help=helped)
    return names


def read_table(source: Source, lang: str, report: Report) -> BankFile:
    """Read a word a row, with or without a first row that names the columns."""
    sign = _separator(source)
    names: list[str] | None = None
    words: list[Word] = []
    for number, line in enumerate(source.text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        try:
            fields = list(_fields(source, number, line, sign))
            if names is None and (names := _header(fields, report)):
                continue
            columns = names or ["word", "category"]
            _check_row(fields, columns)
            by_name = dict(zip(columns, fields, strict=False))
            # A row may end before the column of words.
            word = by_name.get("word", _Field("", fields[-1].span))
            if not word.text and any(f.text for f in fields):
                raise Problem("E202", "a row without a word", word.span, help="write or delete it")
            if word.text:
                words.append(_word(word, by_name))
        except Problem as problem:
            report.problem(problem)
    return _bank(source, lang, words)


def _word(word: _Field, row: Mapping[str, _Field]) -> Word:
    def text(column: str) -> str:
        return row[column].text if column in row else ""

    return Word(
        word.text, word.span, category=text("category"), note=text("note"), second=text("second"),
        id=text("id"),
    )  # fmt: skip


def _check_row(fields: list[_Field], columns: list[str]) -> None:
    extra = [f for f in fields[len(columns) :] if f.text]
    if extra:
        raise Problem(
            "E202", f"a row with more than {len(columns)} columns", extra[0].span,
            help=f"name the columns in the first row: {','.join(COLUMNS[:4])}",
        )  # fmt: skip


READERS: dict[str, Callable[[Source, str, Report], BankFile]] = {
    ".txt": read_list,
    ".csv": read_table,
}
