"""Reads words to import into a bank, from every kind of file that people keep them in.

Takes a file and a language; returns a bank, with problems in the workspace's report. Must not know
where the words go.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ppgen.diagnostics import Problem, Refused, Source, Span
from ppgen.install import to_add
from ppgen.limits import IMPORT_BYTES, NESTING
from ppgen.load.bank import BankFile
from ppgen.load.bank_files import SUFFIXES, join, read_path
from ppgen.load.columns import COLUMNS
from ppgen.load.folders import Folders
from ppgen.load.wordlists import read_plain
from ppgen.model.bank import Bank
from ppgen.source import nodes as source
from ppgen.source.kinds import Word

if TYPE_CHECKING:
    from io import BytesIO

#: Extensions of files that words can be imported from.
IMPORTED = (*SUFFIXES, ".xlsx", ".json")


def read_import(workspace: Folders, path: Path, lang: str) -> Bank | None:
    """Read words from a file of any kind; None if it cannot be read."""
    suffix = path.suffix.lower()
    if suffix in SUFFIXES:
        return read_path(workspace, path, lang)
    name = workspace.shown(path)
    data = source.read_bytes(path, name, workspace.report)
    if data is None:
        return None
    try:
        if suffix == ".json":
            file = _json(data, name, lang, workspace)
        else:
            text = _sheet(data, name)
            file = read_plain(text.encode(), name, lang, workspace)
    except Problem as problem:
        workspace.report.problem(problem)
        return None
    return None if file is None else join(workspace, file, None)


# --- .xlsx


def _sheet(data: bytes, name: str) -> str:
    """Return the first sheet as tab-separated text; each row stays on one line."""
    from io import BytesIO  # noqa: PLC0415 - as what reads it

    rows = _cells(BytesIO(data), name)
    return "\n".join("\t".join(map(_cell, row)) for row in rows)


def _cells(file: BytesIO, name: str) -> Iterator[Sequence[object]]:
    try:
        from zipfile import ZipFile  # noqa: PLC0415 - as the next

        from openpyxl import load_workbook  # noqa: PLC0415 - an extra that few need
    except ImportError:
        msg = f"`{name}` needs openpyxl; save it as `CSV UTF-8`, or run: {to_add('xlsx')}"
        raise Refused(msg) from None
    try:
        with ZipFile(file) as packed:
            unpacked = [entry.file_size for entry in packed.infolist()]
        if sum(unpacked) > IMPORT_BYTES:
            raise Problem(
                "E305", f"`{name}` unpacks to more than {IMPORT_BYTES / 1_000_000:g} MB",
                help="save the words alone as `CSV UTF-8`",
            )  # fmt: skip
        book = load_workbook(file, read_only=True, data_only=True)
        yield from book.worksheets[0].iter_rows(values_only=True)
    except Problem:
        raise
    except Exception as error:
        # Whatever openpyxl raises for a broken archive.
        message = f"`{name}` cannot be read as .xlsx: {str(error).splitlines()[0]}"
        raise Problem("E101", message, help="save it as `CSV UTF-8`") from None


def _cell(value: object) -> str:
    text = "" if value is None else " ".join(str(value).split())
    if isinstance(value, float) and value.is_integer():
        text = str(int(value))
    doubled = text.replace('"', '""')
    return f'"{doubled}"' if '"' in text else text


# --- .json


def _json(data: bytes, name: str, lang: str, workspace: Folders) -> BankFile | None:
    """Read a list of words, or of maps with a `word`, or a map of category to such a list."""
    import json  # noqa: PLC0415 - few lists are JSON

    text = source.text_of(data, name, workspace.report)
    if text is None:
        return None
    try:
        value = json.loads(text.text)
    except json.JSONDecodeError as error:
        raise Problem("E101", error.msg, Span(text, error.lineno, error.colno)) from None
    except RecursionError:
        message = f"lists and maps nested more than {NESTING} deep"
        raise Problem("E101", message, Span(text, 1, 1)) from None
    except ValueError as error:  # a number of thousands of digits
        raise Problem("E101", str(error).partition(";")[0], Span(text, 1, 1)) from None
    if isinstance(value, Mapping) and isinstance(value.get("words"), Mapping | list):
        value = value["words"]
    groups = value.items() if isinstance(value, Mapping) else [("", value)]
    words = [word for kind, listed in groups for word in _entries(listed, str(kind), text)]
    return BankFile(
        Span(text, 1, 1), lang=lang, title=Path(name).stem, licence="", source=name,
        words=tuple(words),
    )  # fmt: skip


def _entries(listed: object, kind: str, text: Source) -> Iterator[Word]:
    if not isinstance(listed, list):
        where = f"of `{kind}`" if kind else "of the file"
        raise Problem("E202", f"expected a list of words, found the {_kind(listed)} {where}")
    for number, entry in enumerate(listed, 1):
        row = entry if isinstance(entry, Mapping) else {"word": entry}
        cells = {key: " ".join(str(row[key]).split()) for key in COLUMNS if row.get(key)}
        if not isinstance(row.get("word"), str) or "word" not in cells:
            where = f"entry {number}" + (f" of `{kind}`" if kind else "")
            hint = "write a word, or a map with the key `word`"
            raise Problem("E202", f"{where} is not a word", Span(text, 1, 1), help=hint)
        yield Word(
            cells["word"], Span(text, *_place(text, cells["word"])),
            category=cells.get("category", kind), note=cells.get("note", ""),
            id=cells.get("id", ""), second=cells.get("second", ""),
        )  # fmt: skip


def _kind(value: object) -> str:
    return {dict: "map", str: "text", bool: "yes or no", type(None): "null"}.get(
        type(value), "number"
    )


def _place(text: Source, word: str) -> tuple[int, int, int]:
    """Return the place of the first quoted occurrence of a word; JSON itself keeps no places."""
    at = text.text.find(f'"{word}"')
    if at < 0:
        return 1, 1, 1
    before = text.text[: at + 1]
    return before.count("\n") + 1, len(before) - before.rfind("\n"), len(word)
