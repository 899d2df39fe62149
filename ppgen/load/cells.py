"""Splits the lines of a `.csv` or `.tsv` into cells that know their places.

Takes a source and its separator; returns rows of cells. Must not know what a table is for.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from ppgen.diagnostics import Diagnostic, Problem, Report, Source, Span, plural
from ppgen.limits import CELL_LINES, CELLS, LINE

#: White space, and zero-width characters that editors leave behind.
AROUND = re.compile("^[\\s\u200b\u2060\ufeff]+|[\\s\u200b\u2060\ufeff]+$")
#: The line that tells Excel what separates cells.
EXCEL = re.compile(r"sep=(.)", re.IGNORECASE)
#: A cell in quotes; a tab before it would be an empty cell.
_OPEN = re.compile(' *"')
_QUOTED = re.compile(r' *"((?:[^"]|"")*)" *')


class Field(NamedTuple):
    """A cell and its place."""

    text: str
    span: Span


Row = Sequence[Field]


def strip(text: str) -> str:
    """Strip white space and zero-width characters from both ends of a text."""
    return AROUND.sub("", text)


def separator(source: Source) -> str:
    """Return the separator of the first row: `;` where the comma is the decimal sign."""
    if source.name.lower().endswith((".tsv", ".txt", ".xlsx")):
        return "\t"
    first = next((x for x in source.text.splitlines() if x.strip() and x[:1] != "#"), "")
    if declared := EXCEL.fullmatch(first.strip()):
        return declared[1]
    bare = re.sub(r'"[^"]*"', "", first)
    return max(",;\t", key=lambda sign: (bare.count(sign), -",;\t".index(sign)))


def check_cells(source: Source, sign: str) -> None:
    """Raise E305 for a table of too many cells, before any is made."""
    text = source.text
    if text.count(sign) + text.count("\n") > CELLS:
        message = f"`{source.name}` has more than {CELLS:,} cells"
        raise Problem("E305", message, Span(source, 1, 1), help="split the table")


def cut_row(
    source: Source, number: int, line: str, sign: str, clean: Callable[[str], str]
) -> Iterator[Field]:
    """Split a row; a quoted cell may hold the separator, and `""` is a quote in it."""
    if len(line) > LINE:
        place = _place(source, number, line, 0)
        message = f"a line of {len(line):,} characters; at most {LINE:,} are allowed"
        raise Problem("E305", message, place, help="write one row per line")
    at = 0
    while at <= len(line):
        quoted = _QUOTED.match(line, at)
        if quoted and line[quoted.end() : quoted.end() + 1] in {"", sign}:
            text, end = quoted[1].replace('""', '"'), quoted.end()
            start = quoted.start(1)
        elif _OPEN.match(line, at):
            place = _place(source, number, line, line.index('"', at))
            hint = 'end the quoted cell with a quote; write "" for a quote inside it'
            raise Problem("E101", "a quote that is not closed", place, help=hint)
        else:
            end = line.find(sign, at)
            end = len(line) if end < 0 else end
            text = line[at:end]
            start = at + len(text) - len(text.lstrip())
        text = clean(text)
        yield Field(text, _place(source, number, line, start, len(text.partition("\n")[0])))
        at = end + 1


def _place(source: Source, number: int, row: str, at: int, length: int = 1) -> Span:
    """Return the place of a letter in a row that may span several lines."""
    above = row.count("\n", 0, at)
    return Span(source, number + above, at - row.rfind("\n", 0, at), max(1, length))


def cut_table(source: Source, sign: str) -> list[Row]:
    """Return the rows that are not empty; a quoted cell may span several lines."""
    check_cells(source, sign)
    rows: list[Row] = []
    lines = source.text.splitlines()
    number = 0
    while number < len(lines):
        height = 1
        while True:
            text = "\n".join(lines[number : number + height])
            try:
                row = list(cut_row(source, number + 1, text, sign, strip))
                break
            except Problem:
                height += 1
                if height > min(CELL_LINES, len(lines) - number):
                    raise
        if any(field.text for field in row) and not (number == 0 and EXCEL.fullmatch(text.strip())):
            rows.append(row)
        number += height
    return rows


class Faults:
    """Problems of rows, one message for each kind."""

    def __init__(self) -> None:
        self._by_message: dict[str, list[Diagnostic]] = {}

    def add(self, problem: Problem) -> None:
        """Add a problem."""
        diagnostic = problem.diagnostic
        self._by_message.setdefault(diagnostic.message, []).append(diagnostic)

    def report(self, report: Report) -> None:
        """Report the first of each kind, and how many more there are."""
        for message, (first, *more) in self._by_message.items():
            also = f"; {plural(len(more), 'row')} more like it" if more else ""
            report.add(first._replace(message=message + also))
