"""Reads records from tables: a `.csv` or `.tsv` from a spreadsheet, or a `.yaml` of rows.

Takes a workspace and a game that names tables; returns the game with their rows. Numbers become
numbers, empty cells have no value; rows know their places for messages.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest
from pathlib import Path, PureWindowsPath
from typing import NamedTuple

from ppgen.diagnostics import Problem, Report, Source, Span, plural, suggest
from ppgen.limits import ROWS
from ppgen.load.cells import Faults, Field, Row, cut_table, separator
from ppgen.load.folders import Folders
from ppgen.model.game import Game, Generator, Product, Table
from ppgen.source.decode import Key, Keys, Reading, entries, first_line, items, loose, record
from ppgen.source.encodings import decode
from ppgen.source.forms import ListOf, MapOf, Record, form_of, reads
from ppgen.source.kinds import Empty, Text
from ppgen.source.nodes import Mapping as MappingNode
from ppgen.source.nodes import Node, is_file, list_files, read_bytes, text_of
from ppgen.units import parse_number

_SUFFIXES = (".csv", ".tsv", ".yaml", ".yml")
_BESIDE = "put the table next to game.yaml, or in a folder below it"

Rows = Sequence[Mapping[str, object]]


class Filled(NamedTuple):
    """The rows of a table, the texts in it, and remarks on how it was read."""

    rows: Rows
    texts: frozenset[str]
    remarks: tuple[str, ...] = ()


@reads(MapOf(form_of(loose)))
def _row(node: Node, reading: Reading) -> dict[Text, object]:
    return entries(node, loose, reading)


@reads(ListOf(form_of(_row)))
def _rows(node: Node, reading: Reading) -> list[dict[Text, object]]:
    return items(node, _row, reading)


ROWS_KEYS: Keys = {
    "ppgen": first_line("rows"),
    "rows": Key("Records, each a map; a missing key is an empty value.", _rows, must=True),
}


@reads(Record("rows", lambda: ROWS_KEYS))
def read_rows(node: MappingNode, report: Report) -> Filled:
    """Read a file of rows."""
    reading = Reading(report)
    given: list[dict[Text, object]] = record(node, ROWS_KEYS, reading)["rows"] or []
    names = dict.fromkeys(name for row in given for name in row)
    nothing = Empty("", node.span)
    filled: list[dict[str, object]] = [
        {name: row.get(name, nothing) for name in names} for row in given
    ]
    return Filled(filled, frozenset(reading.texts))


def with_tables(workspace: Folders, game: Game, lang: str) -> Game:
    """Return a game with the rows of its tables, without products whose table is broken.

    `lang` is the likely language of a `.csv`, used to detect its encoding.
    """
    files = {
        generator.file
        for product in game.products.values()
        for generator in product.each.values()
        if isinstance(generator, Table)
    }
    filled = {str(file): _read(workspace, game.name, file, lang) for file in files}
    products: dict[str, Product] = {}
    for name, product in game.products.items():
        own = [g.file for g in product.each.values() if isinstance(g, Table)]
        read = [table for file in own if (table := filled[file])]
        if len(read) == len(own):
            each = {key: _filled(generator, filled) for key, generator in product.each.items()}
            remarks = tuple(dict.fromkeys(line for table in read for line in table.remarks))
            products[name] = replace(product, each=each, remarks=remarks)
    texts = game.texts.union(*[table.texts for table in filled.values() if table])
    return game._replace(products=products, texts=texts)


def _filled(generator: Generator, tables: Mapping[str, Filled | None]) -> Generator:
    if isinstance(generator, Table) and (table := tables[generator.file]):
        return generator._replace(rows=table.rows)
    return generator


def _read(workspace: Folders, game: str, file: Text, lang: str) -> Filled | None:
    """Read a table; None if it is broken, which is reported."""
    try:
        path = _find(workspace, f"content/{game}", file)
        if path.suffix.lower() in {".yaml", ".yml"}:
            before = workspace.report.errors
            node = workspace.tree(path, "rows")
            read = read_rows(node, workspace.report) if node else None
            if workspace.report.errors > before:
                return None
        else:
            read = _read_cells(workspace, path, lang)
        if read is None:
            return None
        spoken = [*workspace.languages(f"{game}/labels"), *workspace.languages("labels")]
        gaps = _gaps(read.rows, spoken, workspace.shown(path))
        return read._replace(remarks=(*read.remarks, *gaps))
    except Problem as problem:
        workspace.report.problem(problem)
        return None


def _gaps(rows: Rows, spoken: Sequence[str], name: str) -> Iterator[str]:
    """Yield a remark for each column of a language that only some rows fill."""
    for column in dict.fromkeys(key for row in rows[:1] for key in row if key in spoken):
        empty = [cell for row in rows if isinstance(cell := row[column], Empty)]
        if empty and len(empty) < len(rows):
            lines = [str(cell.span.line) for cell in empty if cell.span and cell.span.line > 1]
            more = ", ..." if len(lines) > 5 else ""
            where = f" ({name}:{', '.join(lines[:5])}{more})" if lines else f" of {name}"
            yield f"column `{column}` is empty in {plural(len(empty), 'row')}{where}"


def _find(workspace: Folders, folder: str, file: Text) -> Path:
    """Find a table in the folder of its game."""
    if not file.lower().endswith(_SUFFIXES):
        message = f"`{file}` is not a table: its name does not end in {', '.join(_SUFFIXES[:-1])}"
        raise Problem("E202", message, file.span, help="save the spreadsheet as CSV")
    outside = Problem(
        "E601", f"`{file}` is outside the folder of the game", file.span, help=_BESIDE
    )
    way = PureWindowsPath(file)  # handles both kinds of slashes
    if way.anchor or ".." in way.parts:
        raise outside
    tables: list[str] = []
    for base in (root / folder for root in workspace.roots):
        path = base / file
        if is_file(path):
            if not path.resolve().is_relative_to(base.resolve()):
                raise outside
            return path
        for suffix in _SUFFIXES:
            tables += [p.relative_to(base).as_posix() for p in list_files(base, f"**/*{suffix}")]
    raise Problem(
        "E601", f"there is no file `{file}` in {folder}", file.span,
        help=suggest(file, [name for name in tables if name != "game.yaml"]) or _BESIDE,
    )  # fmt: skip


def _read_cells(workspace: Folders, path: Path, lang: str) -> Filled | None:
    """Read a `.csv` or `.tsv` in any encoding."""
    name = workspace.shown(path)
    data = read_bytes(path, name, workspace.report)
    if data is None:
        return None
    decoded = decode(data, lang)
    if decoded is None:
        text_of(data, name, workspace.report)  # reports the place
        return None
    source = Source(name, decoded.text)
    sign = separator(source)
    head, *body = cut_table(source, sign) or [()]
    names = _names(head, source)
    if len(body) > ROWS:
        raise Problem("E305", f"`{name}` has more than {ROWS:,} rows", Span(source, 1, 1))
    faults = Faults()
    rows = []
    for row in body:
        try:
            rows.append(_record(row, names, decimal="," if sign != "," else "."))
        except Problem as problem:
            faults.add(problem)
    before = workspace.report.errors
    faults.report(workspace.report)
    if workspace.report.errors > before:
        return None
    texts = frozenset(str(v) for row in rows for v in row.values() if isinstance(v, str))
    remarks = (f"`{name}` is not UTF-8: read as {decoded.encoding}",) if decoded.encoding else ()
    return Filled(rows, texts, remarks)


def _names(head: Row, source: Source) -> list[Text]:
    """Read the first row, which names the columns; the names know their places."""
    first: dict[str, Field] = {}
    for field in head:
        if field.text in first:
            raise Problem(
                "E102", f"the column `{field.text}` appears twice", field.span,
                help="rename one of them", second=first[field.text].span, second_note="first here",
            )  # fmt: skip
        if field.text:
            first[field.text] = field
    if not first:
        message = f"`{source.name}` is empty"
        raise Problem("E202", message, Span(source, 1, 1), help="name the columns in the first row")
    return [Text(field.text, field.span) for field in head]


def _record(row: Row, names: Sequence[Text], decimal: str) -> dict[str, object]:
    out: dict[str, object] = {}
    for name, field in zip_longest(names, row):
        if name:
            out[name] = _value(field, decimal) if field else Empty("", row[-1].span)
        elif field and field.text:
            raise Problem(
                "E202", "a cell in a column without a name", field.span,
                help="name the column in the first row; quote cells that contain the separator",
            )  # fmt: skip
    return out


def _value(field: Field, decimal: str) -> object:
    """Return the value of a cell: a number, an empty value, or text."""
    text = field.text
    if not text:
        return Empty("", field.span)
    number = parse_number(text.replace(decimal, ".") if decimal != "." else text)
    return Text(text, field.span) if number is None else number
