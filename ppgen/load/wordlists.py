"""Reads plain lists of words: a `.txt` with one word per line, a `.csv` or `.tsv` with one per row.

Takes the bytes of a file and a language; returns a bank file without a head, with remarks on how it
was read. Must not know YAML.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePath

from ppgen.diagnostics import Problem, Report, Source, Span, plural
from ppgen.load.bank import BankFile, word_text
from ppgen.load.cells import EXCEL, Faults, Row, check_cells, cut_row, separator, strip
from ppgen.load.columns import find_columns, names_words
from ppgen.load.folders import Folders, Tables
from ppgen.source.encodings import decode
from ppgen.source.kinds import Word
from ppgen.source.nodes import text_of

#: Opening quotation marks, and those that may close them.
_QUOTES = {
    '"': '"', "'": "'", "“": "”“", "„": "“”", "”": "”", "‚": "‘’", "‘": "’‘", "’": "’", "«": "»",
    "»": "«", "‹": "›", "›": "‹", "「": "」", "『": "』",
}  # fmt: skip
_BULLET = re.compile(r"[•‣▪◦*–—-]\s+")


def read_plain(data: bytes, name: str, lang: str, workspace: Folders) -> BankFile | None:
    """Read a list in any encoding; None if none fits."""
    decoded = decode(data, lang)
    if decoded is None:
        text_of(data, name, workspace.report)  # reports the place
        return None
    source = Source(name, decoded.text)
    remarks = []
    if decoded.encoding:
        remarks.append(f"`{name}` is not UTF-8: read as {decoded.encoding}")
    lines = [line for line in decoded.text.splitlines() if line.strip()]
    tabs = len([line for line in lines if "\t" in line.strip()])
    table = not name.lower().endswith(".txt") or tabs * 3 > len(lines) * 2
    read = _read_table if table else _read_list
    words, more = read(source, workspace.tables, workspace.report)
    return BankFile(
        Span(source, 1, 1), lang=lang, title=PurePath(name).stem, licence="", source=name,
        words=tuple(words), remarks=(*remarks, *more),
    )  # fmt: skip


def _clean(text: str) -> str:
    """Strip what is not part of a word: white space, bullets, quotes, a trailing comma."""
    text = strip(text)
    text = text.removeprefix(bullet[0]) if (bullet := _BULLET.match(text)) else text
    text = text.rstrip(",; \u00a0") or text
    inner = text[1:-1]
    if inner and text[-1] in _QUOTES.get(text[0], "") and not {text[0], text[-1]} & set(inner):
        text = strip(inner)
    return " ".join(text.split())


def _read_list(source: Source, tables: Tables, report: Report) -> tuple[list[Word], list[str]]:
    """Read one word per line; empty lines and lines that begin with `#` are skipped."""
    words: list[Word] = []
    remarks: list[str] = []
    faults = Faults()
    for number, line in enumerate(source.text.splitlines(), 1):
        word = _clean(line)
        if not word or line.lstrip("\ufeff \t").startswith("#"):
            continue
        if not (words or remarks or tables.no_heading) and (
            word.endswith((":", "：")) or names_words(word)
        ):
            remarks.append(_HEADING.format(source.name))
            continue
        start = line.find(word.partition(" ")[0])
        length = len(word) if word in line else len(line.rstrip()) - start
        span = Span(source, number, start + 1, length)
        try:
            words.append(Word(word_text(word, span), span))
        except Problem as problem:
            faults.add(problem)
    faults.report(report)
    return words, remarks


_HEADING = "`{}`: first line taken as heading; `--no-heading` keeps it"


def _rows(source: Source, faults: Faults) -> Iterator[Row]:
    """Yield the rows without trailing empty fields."""
    sign = separator(source)
    check_cells(source, sign)
    for number, line in enumerate(source.text.splitlines(), 1):
        if not line.strip() or line.startswith("#") or (number == 1 and EXCEL.fullmatch(line)):
            continue
        try:
            row = list(cut_row(source, number, line, sign, _clean))
        except Problem as problem:
            faults.add(problem)
            continue
        while row and not row[-1].text:
            row.pop()
        if row:
            yield row


def _read_table(source: Source, tables: Tables, report: Report) -> tuple[list[Word], list[str]]:
    """Read one word per row."""
    faults = Faults()
    try:
        rows = list(_rows(source, faults))
    except Problem as problem:
        report.problem(problem)
        return [], []
    words: list[Word] = []
    remarks: Sequence[str] = ()
    if rows:
        try:
            columns = find_columns(rows, tables, source.name)
        except Problem as problem:
            report.problem(problem)
            return [], []
        remarks = columns.remarks
        for row in rows[1:] if columns.head else rows:
            try:
                words.append(_word(row, columns.at, columns.width))
            except Problem as problem:
                faults.add(problem)
    faults.report(report)
    return words, list(remarks)


def _word(row: Row, at: Mapping[str, int], width: int) -> Word:
    if len(row) > width:
        raise Problem(
            "E202", f"a row with more than {plural(width, 'column')}", row[width].span,
            help="quote fields that contain the separator",
        )  # fmt: skip

    def text(column: str) -> str:
        place = at.get(column, len(row))
        return row[place].text if place < len(row) else ""

    # A row may end before the column of words.
    word = row[min(at["word"], len(row) - 1)]
    if not text("word"):
        raise Problem("E202", "a row without a word", word.span, help="write or delete it")
    word_text(word.text, word.span)
    return Word(
        word.text, word.span, category=text("category"), note=text("note"), second=text("second"),
        id=text("id"),
    )  # fmt: skip
