"""Profiles of printers, by name, in a file in the user's config folder.

Takes and gives profiles; a file that cannot be read is an error, since what it holds took a person
an hour to measure. Must not print.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from ppgen.disk import write_whole
from ppgen.geometry import Edges
from ppgen.printers.profile import RULER, Printer
from ppgen.system import config_folder

#: What may be in a name: it becomes part of file names.
NAME = r"[A-Za-z0-9][A-Za-z0-9_-]{0,39}"
_HEAD = "# Printers as measured on ppgen's test sheet: see `ppgen printer --help`.\n"


class DamagedError(ValueError):
    """The file of profiles cannot be read."""


class Printers(NamedTuple):
    """All profiles, by name, and the name of the usual one, if there is one."""

    known: Mapping[str, Printer] = {}
    usual: str = ""


def path() -> Path:
    """Return the file, in the folder that this system has for such.

    Raises:
        RuntimeError: if there is no home.
    """
    return config_folder() / "printers.toml"


def load() -> Printers:
    """Read all profiles; none where there is no file.

    Raises:
        DamagedError: if the file is not as it was written.
        OSError: if it cannot be read.
    """
    try:
        data = path().read_bytes()
    except (FileNotFoundError, NotADirectoryError, RuntimeError):
        return Printers()
    import tomllib  # noqa: PLC0415 - few people have such a file

    try:
        found = tomllib.loads(data.decode())
        known = {name: _read(name, values) for name, values in found.get("printers", {}).items()}
    except (ValueError, TypeError, AttributeError) as wrong:
        raise DamagedError(str(wrong)) from wrong
    usual = found.get("default", "")
    return Printers(known, usual if usual in known else "")


def save(printers: Printers) -> None:
    """Write all profiles: whole, or not at all.

    Raises:
        OSError: if the folder cannot be written.
    """
    try:
        file = path()
    except RuntimeError:
        raise FileNotFoundError(2, "there is no home folder", "printers.toml") from None
    file.parent.mkdir(parents=True, exist_ok=True)
    write_whole(file, _text(printers).encode())


def _text(printers: Printers) -> str:
    parts = [_HEAD]
    if printers.usual:
        parts.append(f'default = "{printers.usual}"\n')
    for name, printer in sorted(printers.known.items()):
        lines = [f'\n[printers."{name}"]']
        for key, value in printer._asdict().items():
            if isinstance(value, Edges):
                top, right, bottom, left = value.top, value.right, value.bottom, value.left
                lines.append(f"{key} = [{top}, {right}, {bottom}, {left}]")
            elif isinstance(value, float):
                lines.append(f"{key} = {value}")
            elif value is not None and key != "name":
                lines.append(f'{key} = "{value}"')
        parts.append("\n".join(lines) + "\n")
    return "".join(parts)


def _read(name: str, values: Mapping[str, object]) -> Printer:
    """Check what a person may have edited."""
    if not re.fullmatch(NAME, name):
        msg = f"`{name}` is no name"
        raise ValueError(msg)
    unknown = sorted(set(values) - set(Printer._fields[1:]))
    if unknown:
        msg = f"{name}: unknown key `{unknown[0]}`"
        raise ValueError(msg)

    def length(key: str, usual: float, low: float, high: float) -> float:
        value = values.get(key, usual)
        if isinstance(value, int | float) and not isinstance(value, bool) and low <= value <= high:
            return float(value)
        msg = f"{name}: {key} is no number from {low:g} to {high:g}"
        raise ValueError(msg)

    def shift(key: str) -> float | None:
        return length(key, 0, -MOST_SHIFT, MOST_SHIFT) if key in values else None

    def choice(key: str, *choices: str) -> str:
        value = values.get(key, choices[0])
        if value not in choices:
            msg = f"{name}: {key} is none of {', '.join(choices)}"
            raise ValueError(msg)
        return str(value)

    return Printer(
        name, shift("x") or 0.0, shift("y") or 0.0, shift("far_x"), shift("far_y"),
        length("across", RULER, *RULERS), length("long", RULER, *RULERS), _margins(name, values),
        choice("flip", "long", "short"), choice("pile", "same", "reversed"),  # type: ignore[arg-type]
    )  # fmt: skip


#: What is beyond these was not measured but mistyped.
MOST_SHIFT, MOST_MARGIN = 20.0, 50.0
RULERS = 90.0, 110.0


def _margins(name: str, values: Mapping[str, object]) -> Edges | None:
    found = values.get("margins")
    if found is None:
        return None
    if not isinstance(found, list) or len(found) != 4:
        msg = f"{name}: margins are four numbers: top, right, bottom, left"
        raise ValueError(msg)
    top, right, bottom, left = (float(value) for value in found)
    if not all(0 <= value <= MOST_MARGIN for value in (top, right, bottom, left)):
        msg = f"{name}: margins are from 0 to {MOST_MARGIN:g} mm"
        raise ValueError(msg)
    return Edges(left, top, right, bottom)
