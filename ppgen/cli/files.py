"""Writes files, completely or not at all, and names them in messages."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

import click

from ppgen.disk import write_whole

_PNG = b"\x89PNG\r\n\x1a\n"
#: What ppgen writes into its files: the producer of a PDF, the software of a picture.
_MARKS = {
    b"%PDF-": b"/Producer(ppgen ", _PNG: b"tEXtSoftware\0ppgen ", b"\xff\xd8": b"ppgen ",
    b"RIFF": b"ppgen ", b"<svg ": b"<desc>ppgen ", b"999\nppgen ": b"", b"{": b'"Note": "ppgen ',
}  # fmt: skip


def kept_inside(base: Path, path: Path) -> Path:
    """Return a path that ppgen itself chose, unless a link in it leads out of `base`.

    Archives and repositories carry links: one in `out/` could lead to any file of the user.
    """
    try:
        inside = path.resolve().is_relative_to(base.resolve())
    except (OSError, RuntimeError):  # links that lead to each other
        inside = False
    if not inside:
        msg = f"{shown(path)}: a link leads out of {shown(base)}; choose the place to write with -o"
        raise click.UsageError(msg)
    return path


def refuse_foreign(path: Path) -> None:
    """Raise an error if a file was not made by ppgen and must not be replaced."""
    if not path.is_file():
        return  # nothing there, or something that `save` rejects
    data = path.read_bytes()
    if not any(data.startswith(head) and mark in data for head, mark in _MARKS.items()):
        msg = (
            f"{shown(path)} already exists and was not made by ppgen; "
            "choose another name with -o, or replace it with --force"
        )
        raise click.UsageError(msg)


def save(path: Path, data: bytes) -> None:
    """Write to a temporary file, then rename it, so that the old file stays intact until then."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError):
        raise OSError(errno.ENOTDIR, "is not a folder", str(path.parent)) from None
    # A link stays a link: the file that it points to is replaced.
    try:
        path = path.resolve()
    except RuntimeError:
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(path)) from None
    former = path.stat() if path.exists() else None
    if former and not stat.S_ISREG(former.st_mode):
        kind = "a folder" if path.is_dir() else "a device or pipe"
        raise OSError(errno.EINVAL, f"is {kind}, not a file", str(path))
    write_whole(path, data, stat.S_IMODE(former.st_mode) if former else None)


def shown(path: Path) -> str:
    """Return the path of a file relative to the current folder."""
    try:
        return path.absolute().relative_to(Path.cwd()).as_posix()
    except ValueError:
        return str(path)
