"""Names of the files that commands write.

Takes what was asked for; gives a path in which every option that changes the pages has a part.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from ppgen.cli.deck_options import name_parts
from ppgen.cli.files import kept_inside
from ppgen.units import show


def output_path(
    given: dict[str, Any], request: Any, own: dict[str, str], ending: str, *, several: bool
) -> Path:  # fmt: skip
    """Name the file; every option that changes the pages adds a part in a fixed order."""
    dealing = request.dealing
    lang = request.lang + (f"+{dealing.second}" if dealing.second else "")
    parts = [request.game.name, request.product.name, lang, request.paper_name]
    if given["size"]:
        parts.append(given["size"].lower())
    if given["duplex"] != "long":
        parts.append(given["duplex"])
    if given["count"]:
        parts.append(f"x{given['count']}")
    if given["only"]:
        parts.append("only-" + _ranges(given["only"]))
    if given["seed"] != 1:
        parts.append(f"seed{given['seed']}")
    parts += name_parts(dealing)
    if given["margin"] != 5.0:
        parts.append(f"margin{show(given['margin'])}")
    parts += [f"{k.replace('_', '-')}-{v}" for k, v in sorted(own.items())]
    name = file_name([re.sub(r"[^\w.,+-]", "_", p) for p in parts], ending)
    output = given["output"]
    if output is None:
        root = given["root"]
        from ppgen.load.folders import find_root  # noqa: PLC0415

        base = Path(root) if root else (find_root(Path.cwd()) or Path.cwd())
        return kept_inside(base, base / "out" / name)
    if output.endswith(("/", os.sep)) or Path(output).is_dir():
        return kept_inside(Path(output), Path(output) / name)
    if several:
        msg = f"several products cannot go into one file; name a folder: -o {output}/"
        raise click.UsageError(msg)
    return Path(output)


def file_name(parts: Sequence[str], ending: str) -> str:
    """Join the parts; a name longer than disks allow ends with a hash of what is cut off."""
    name = "-".join(parts)
    if len(name.encode()) > 200:
        import hashlib  # noqa: PLC0415 - few names are that long

        digest = hashlib.sha256(name.encode()).hexdigest()[:8]
        name = name.encode()[:190].decode(errors="ignore") + f"-{digest}"
    return name + ending


def _ranges(numbers: frozenset[int]) -> str:
    out: list[list[int]] = []
    for n in sorted(numbers):
        if out and n == out[-1][1] + 1:
            out[-1][1] = n
        else:
            out.append([n, n])
    return ",".join(str(a) if a == b else f"{a}-{b}" for a, b in out)
