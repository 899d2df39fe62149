"""Names the files that commands write.

Takes options and a request; returns a path that reflects every option that changes the pages.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Sequence
from pathlib import Path

import click

from ppgen.cli.files import kept_inside
from ppgen.cli.options import MakeOptions
from ppgen.load.folders import find_root
from ppgen.request import PRINTED, USUAL_MARGIN, Dealing, Request
from ppgen.units import ranges, show, show_margin

#: The suffixes of the two files of a job whose pile is turned over by hand.
_BY_HAND = "1-fronts", "2-backs"
#: The command for an ending that another one cannot make.
_MADE_BY = dict.fromkeys((".png", ".jpg", ".jpeg", ".webp", ".svg"), "show") | {".pdf": "make"}


def job_name(options: MakeOptions, request: Request) -> str:
    """Return the name of a job; every option that changes the pages adds a part, in fixed order."""
    second = request.dealing.second
    lang = request.lang + (f"+{second}" if second else "")
    parts = [request.game.name, request.product.name, lang, request.paper_name]
    if options.size:
        parts.append(options.size.lower())
    if request.duplex != "long":
        parts.append(request.duplex)
    if options.count:
        parts.append(f"x{options.count}")
    if options.pads and request.product.kind == "pad":
        parts.append(f"pads{options.pads}")
    if options.only:
        parts.append("only-" + ranges(options.only))
    if options.leaves:
        parts.append("leaves-" + ranges(options.leaves))
    if options.fronts:
        parts.append("fronts")
    if options.seed != 1:
        parts.append(f"seed{options.seed}")
    parts += _dealing_parts(request.dealing)
    if request.dealing != Dealing():
        parts += [f"column-{options.column}"] if options.column else []
        parts += ["no-heading"] if options.no_heading else []
    if request.printer:
        parts.append(request.printer.name)
    # A printer's own margins go by its name.
    if request.margin != USUAL_MARGIN and (options.margin or not request.printer):
        parts.append(f"margin{show_margin(request.margin)}")
    if options.fit:
        parts.append("fit")
    if options.marks != "corners":
        parts.append(f"marks-{options.marks}")
    if options.marks_on != "both":
        parts.append(f"marks-on-{options.marks_on}")
    if request.gap:
        parts.append(f"gap{show(request.gap)}")
    if request.bleed:
        parts.append(f"bleed{show(request.bleed)}")
    if options.ink != "normal":
        parts.append(options.ink)
    own = {k: v for k, v in options.declared.items() if k in request.product.options}
    parts += [f"{k.replace('_', '-')}-{v}" for k, v in sorted(own.items())]
    return "-".join(re.sub(r"[^\w.,+-]", "_", part) for part in parts)


def output_path(options: MakeOptions, request: Request, ending: str, *, several: bool) -> Path:
    """Name the file that a job is written to."""
    name = file_name([job_name(options, request)], ending)
    if several and options.output is not None and not _is_folder(options.output):
        msg = f"several products do not fit in one file; give a folder: -o {options.output}/"
        raise click.UsageError(msg)
    return folder_for(options.output, options.root, name)


def folder_for(output: str | None, root: Path | None, name: str) -> Path:
    """Return the file that `-o` names; else one of this name, in the folder that it names."""
    if output is None:
        base = root or find_root(Path.cwd()) or Path.cwd()
        return kept_inside(base, base / "out" / name)
    if _is_folder(output):
        return kept_inside(Path(output), Path(output) / name)
    return Path(output)


def _is_folder(output: str) -> bool:
    return output.endswith(("/", os.sep)) or Path(output).is_dir()


def ending_of(output: str | None, endings: Sequence[str], command: str) -> str:
    """Return the ending of the file to write; refuse one that a command cannot make."""
    path = Path(output or "")
    if output is None or _is_folder(output):
        return endings[0]
    ending = path.suffix.lower()
    if ending in endings or (not ending and len(endings) == 1):
        return ending
    kinds = ", ".join(endings)
    other = _MADE_BY.get(ending)
    if other and other != command:
        helped = f"`ppgen {other}` makes {ending}"
    elif ending:
        helped = f"a folder is named with a slash: -o {output}/"
    else:
        helped = f"such as -o {output}{endings[0]}; a folder is named with a slash: -o {output}/"
    msg = f"-o {output}: `ppgen {command}` writes {kinds}; {helped}"
    raise click.UsageError(msg)


def _dealing_parts(dealing: Dealing) -> list[str]:
    """Return the parts that identify the words dealt."""

    def stem(entry: str) -> str:
        if entry == PRINTED:
            # Each printed deck changes the next one.
            return f"{entry}-{hashlib.sha256(repr(sorted(dealing.seen)).encode()).hexdigest()[:6]}"
        path = Path(entry)
        if not path.suffix or not path.is_file():
            return entry
        # Many lists are called words.txt: only the content tells them apart.
        return f"{path.stem}-{hashlib.sha256(path.read_bytes()).hexdigest()[:6]}"

    parts = [f"bank-{stem(entry)}" for entry in dealing.banks]
    parts += [f"first-{stem(entry)}" for entry in dealing.first]
    parts += [f"deck-{dealing.deck}"] if dealing.deck else []
    parts += [f"exclude-{stem(entry)}" for entry in dealing.exclude]
    parts += [f"of-{','.join(dealing.categories)}"] if dealing.categories else []
    parts += [f"without-{','.join(dealing.without)}"] if dealing.without else []
    return parts + ([f"blank{dealing.blank}"] if dealing.blank else [])


def by_hand(path: Path) -> tuple[Path, Path]:
    """Return the paths of the two files of a job whose pile is turned over by hand."""
    fronts, backs = (path.with_name(f"{path.stem}-{part}{path.suffix}") for part in _BY_HAND)
    return fronts, backs


def file_name(parts: Sequence[str], ending: str) -> str:
    """Join the parts; a name that is too long ends with a hash of what was cut off."""
    name = "-".join(parts)
    if len(name.encode()) > 200:
        digest = hashlib.sha256(name.encode()).hexdigest()[:8]
        name = name.encode()[:190].decode(errors="ignore") + f"-{digest}"
    return name + ending
