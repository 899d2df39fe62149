"""Files that commands write: whole or not at all, and how messages name them."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path


def save(path: Path, data: bytes) -> None:
    """Write beside, then rename, so that the former file stays whole until the new one is."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError):
        raise OSError(errno.ENOTDIR, "is not a folder", str(path.parent)) from None
    # A link stays a link: the file that it leads to is the one to replace.
    path = path.resolve()
    former = path.stat() if path.exists() else None
    if former and not stat.S_ISREG(former.st_mode):
        kind = "a folder" if path.is_dir() else "a device or pipe"
        raise OSError(errno.EINVAL, f"is {kind}, not a file", str(path))
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with beside.open("xb") as file:
            file.write(data)
        if former:
            beside.chmod(stat.S_IMODE(former.st_mode))
        beside.replace(path)
    except BaseException as wrong:
        beside.unlink(missing_ok=True)
        if isinstance(wrong, OSError):
            # The name of the file beside would tell nobody anything.
            raise OSError(wrong.errno, wrong.strerror, str(path)) from None
        raise


def shown(path: Path) -> str:
    """Name a file as seen from here."""
    try:
        return path.relative_to(Path.cwd()).as_posix()
    except ValueError:
        return str(path)
