"""Keeps what is slow to compute in the user's cache folder for the next run.

Takes a name and plain values; gives them back, or nothing: a machine on which nothing can be kept
finds out again. Must not know what the values mean.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Mapping
from pathlib import Path

from ppgen.system import cache_folder


def folder() -> Path:
    """Return the folder that this system has for such files."""
    return cache_folder()


def load(name: str) -> dict[str, object]:
    """Return the values of a name; none if they were not kept or cannot be read."""
    try:
        found = json.loads((folder() / name).read_text(encoding="utf-8"))
    except (OSError, ValueError, RuntimeError):  # RuntimeError: there is no home
        return {}
    return found if isinstance(found, dict) else {}


def save(name: str, values: Mapping[str, object]) -> None:
    """Keep values under a name, in place of those before."""
    try:
        path = folder() / name
        beside = path.with_name(f"{name}.{os.getpid()}")
    except RuntimeError:
        return
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        beside.write_text(json.dumps(values), encoding="utf-8")
        beside.replace(path)
    except OSError:
        with contextlib.suppress(OSError):
            beside.unlink()
