"""Reads banks by language or path, joined with what they extend.

Takes a workspace, and a folder and language or a file; returns banks, with problems in the
workspace's report. Must not know PDF.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TextIO

from ppgen.diagnostics import Problem, did_you_mean, suggest
from ppgen.disk import inside
from ppgen.language.folding import fold
from ppgen.load.bank import BankFile, read_bank
from ppgen.load.folders import Folders
from ppgen.model.bank import Bank
from ppgen.source import nodes as source
from ppgen.source.kinds import Text

#: Endings of files that can be banks.
SUFFIXES = (".yaml", ".yml", ".txt", ".csv", ".tsv")
#: Endings of plain lists.
PLAIN = (".txt", ".csv", ".tsv")


def read_path(
    workspace: Folders, path: Path, lang: str, folders: Sequence[str] = ()
) -> Bank | None:
    """Read a bank from a file; the bank it extends may be in `folders` of content."""
    chain: list[tuple[Path, BankFile]] = []
    at: Path | None = path
    while at is not None:
        file = _file(workspace, at, lang)
        if file is None:
            return None
        chain.append((at, file))
        at = None
        if file.extends is not None:
            try:
                at = _parent(workspace, chain, file.extends, folders)
            except Problem as problem:
                workspace.report.problem(problem)
                return None
    bank: Bank | None = None
    for _, file in reversed(chain):
        bank = join(workspace, file, bank)
    return bank


def _file(workspace: Folders, path: Path, lang: str) -> BankFile | None:
    if path.suffix.lower() in PLAIN:
        from ppgen.load.wordlists import read_plain  # noqa: PLC0415 - few decks come from these

        name = workspace.shown(path)
        data = source.read_bytes(path, name, workspace.report)
        return None if data is None else read_plain(data, name, lang, workspace)
    node = workspace.tree(path, "bank")
    return read_bank(node, workspace.report) if node else None


def _parent(
    workspace: Folders, chain: list[tuple[Path, BankFile]], name: Text, folders: Sequence[str]
) -> Path:
    """Find the bank that another extends: beside it, else in the folders of banks."""
    here = chain[-1][0]
    if "\\" in name or Path(name).is_absolute() or ".." in Path(name).parts:
        raise Problem(
            "E211", f"a bank cannot extend `{name}`", name.span,
            help="write the name of a bank, without a path",
        )  # fmt: skip
    places = [here.parent]
    own = content_folder(workspace, here)
    for folder in [*([own] if own else []), *folders]:
        places += [root / "content" / folder for root in workspace.roots]
    named = (inside(place, f"{name}.yaml") for place in places)
    candidates = [path for path in named if path and source.is_file(path)]
    seen = [path.resolve() for path, _ in chain]
    for path in candidates:
        if path.resolve() not in seen:
            return path
    if candidates and len(chain) > 1:
        way = " -> ".join(workspace.shown(p) for p in [*(path for path, _ in chain), candidates[0]])
        hint = "remove or change `extends` in one of them"
        raise Problem("E213", f"a bank extends itself: {way}", name.span, help=hint)
    known = {
        p.stem
        for place in places
        for p in source.list_files(place, "*.yaml")
        if p.resolve() not in seen
    }
    raise Problem("E211", f"there is no bank `{name}`", name.span, help=suggest(name, known))


def content_folder(workspace: Folders, path: Path) -> str | None:
    """Return the folder of content that a file is in."""
    for root in workspace.roots:
        content = root / "content"
        if path.parent != content and path.is_relative_to(content):
            return path.parent.relative_to(content).as_posix()
    return None


def join(workspace: Folders, file: BankFile, parent: Bank | None) -> Bank:
    """Add a file's own words and keys to the bank that it extends."""
    values = {str(k): v for k, v in file.values.items()}
    if parent is None:
        return Bank(
            lang=file.lang or "und",
            span=file.span,
            title=file.title or "",
            words=file.words,
            values=values,
            licence=file.licence or "",
            origin=file.author or file.source or "",
            reviewed=bool(file.reviewed),
            allow=file.allow,
            own=len(file.words),
            remarks=file.remarks,
        )
    lang = file.lang or parent.lang
    there = {fold(word, lang): word for word in parent.words}
    for word in file.drop:
        if there.pop(fold(word, lang), None) is None:
            message = f"`{word}` is not in the bank that this one extends"
            near = did_you_mean(word, parent.words) if len(parent.words) < 5000 else ""
            workspace.report.error("E211", message, word.span, help=near or "delete it")
    for word in file.words:
        there.pop(fold(word, lang), None)
    return Bank(
        lang=lang,
        span=file.span,
        title=file.title or parent.title,
        words=(*file.words, *there.values()),
        values={**parent.values, **values},
        licence=file.licence or parent.licence,
        origin=file.author or file.source or parent.origin,
        reviewed=bool(file.reviewed),
        allow={**parent.allow, **file.allow},
        own=len(file.words),
    )


def list_banks(workspace: Folders, lang: str = "") -> list[Path]:
    """List the banks of the workspace and the built-in ones; a user's file hides a built-in one."""
    banks: dict[Path, Path] = {}
    for root in workspace.roots:
        base = root / "content"
        for path in source.list_files(base, f"*/**/{lang or '*'}.yaml"):
            with path.open(encoding="utf-8", errors="replace") as file:
                if _first_line(file).startswith("ppgen: bank/"):
                    banks.setdefault(path.relative_to(base), path)
    return list(banks.values())


def _first_line(file: TextIO) -> str:
    """Return the first line of a file, skipping one that is for editors only."""
    first = file.readline()
    return (file.readline() if first.startswith("# yaml-language-server:") else first).strip()


def named_files(workspace: Folders, entry: str) -> list[Path]:
    """Return the files that an entry names: one file, or the banks of a language."""
    path = Path(entry)
    if path.suffix.lower() in SUFFIXES:
        return [path.resolve()] if path.is_file() else []
    return list_banks(workspace, entry)
