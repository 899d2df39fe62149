"""Files on disk: written completely or not at all, and found only where they may be.

Takes paths and bytes. Must not know what files hold, or print.
"""

from __future__ import annotations

import contextlib
import os
from pathlib import Path, PureWindowsPath

try:
    import fcntl
except ImportError:  # Windows, where files in use cannot be removed
    _LOCKS = False
else:
    _LOCKS = True

#: How the name of a file begins and ends that is not complete yet.
_FRESH = (".ppgen-", ".part")


def inside(folder: Path, name: str) -> Path | None:
    """Return a path that a file names; None if it, or a link on its way, leads out of a folder."""
    way = PureWindowsPath(name)  # handles both kinds of slashes
    if way.anchor or ".." in way.parts:
        return None
    path = folder / name
    try:
        return path if path.resolve().is_relative_to(folder.resolve()) else None
    except (OSError, RuntimeError, ValueError):  # an impossible name, links in a ring
        return None


def write_whole(path: Path, data: bytes, mode: int | None = None) -> None:
    """Write a file beside another, then put it in its place; what killed runs left is removed.

    Raises:
        OSError: if that fails; the former file is untouched then, and nothing else is left.
    """
    _remove_stale(path.parent)
    beside = path.with_name(os.urandom(6).hex().join(_FRESH))
    try:
        with beside.open("xb") as file:
            # Another run may look for stale files: they are those that nobody holds.
            if _LOCKS:
                with contextlib.suppress(OSError):  # a network without locks
                    fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
            file.write(data)
            if mode is not None:
                beside.chmod(mode)
            if _LOCKS:
                file.flush()
                beside.replace(path)
        if not _LOCKS:
            beside.replace(path)
    except BaseException as wrong:
        with contextlib.suppress(OSError):
            beside.unlink()
        if isinstance(wrong, OSError):
            # The name of the temporary file would not help anyone.
            raise OSError(wrong.errno, wrong.strerror, str(path)) from None
        raise


def _remove_stale(folder: Path) -> None:
    """Remove the incomplete files of runs that were killed."""
    with contextlib.suppress(OSError):
        for path in list(folder.glob("*".join(_FRESH))):
            with contextlib.suppress(OSError):
                if _abandoned(path):
                    path.unlink()


def _abandoned(path: Path) -> bool:
    """Return whether no run holds a file; the lock of a killed one is gone."""
    if not path.is_file() or path.is_symlink():
        return False
    if not _LOCKS:
        return True
    with path.open("rb") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
    return True
