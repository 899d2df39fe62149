"""Keeps what is slow to compute in the user's cache folder for the next run.

Takes a name and plain values; gives them back, or nothing: a machine on which nothing can be kept
finds out again. Must not know what the values mean.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Mapping
from pathlib import Path

from ppgen.disk import write_whole
from ppgen.system import cache_folder


def folder() -> Path:
    """Return the folder that this system has for such files."""
    return cache_folder()


def load(name: str) -> dict[str, object]:
    """Return the values of a name; none if they were not kept or cannot be read."""
    try:
        path = folder() / name
        # Reading a pipe or device might never end.
        found = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    except (OSError, ValueError, RuntimeError):  # no home, or brackets without end
        return {}
    return found if isinstance(found, dict) else {}


def save(name: str, values: Mapping[str, object]) -> None:
    """Keep values under a name, in place of those before."""
    with contextlib.suppress(OSError, RuntimeError):
        path = folder() / name
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, json.dumps(values).encode())
