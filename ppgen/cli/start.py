"""The files of a workspace to begin with.

Takes a folder; writes what a person would else have to look up, and replaces nothing.
"""

from __future__ import annotations

import locale
import os
import textwrap
from collections.abc import Mapping
from pathlib import Path

import click

from ppgen.cli.files import kept_inside, save, shown
from ppgen.cli.terminal import say
from ppgen.language.tags import tag
from ppgen.load.folders import builtin_root
from ppgen.load.settings import WORKSPACE_KEYS

#: Where editors find how files look; hidden, as nobody reads them.
SCHEMAS = ".ppgen/schema"
#: Where Letter is what printers hold, by CLDR.
_LETTER = frozenset({
    "US", "CA", "MX", "CL", "CO", "CR", "DO", "GT", "PA", "PH", "PR", "SV", "VE", "BZ", "NI",
})  # fmt: skip
#: A value to show of each setting that is not set.
_SHOWN = {"duplex": "long", "margin": "5", "log": "yes", "fonts": "[fonts]"}

_GAME = """\
ppgen: game/2
title: First game

# What there is to print. Each product has a layout for its front, and perhaps one for its back.
products:
  cards:
    about: Twelve cards to begin with
    size: poker            # or bridge, mini, tarot, a6, 63x88; `ppgen list` names them all
    each:
      suit: [sun, moon, star]
      points: 1..4
    front: first/card
    back: first/back
"""
_CARD = """\
ppgen: layout/2
extends: base
margin: 6
needs:                     # what the game gives to each card
  suit: text
  points: integer
colors:
  sun: "#d5301c"
  moon: "#0057b8"
  star: "#00784a"
styles:
  frame: {stroke: "${suit}", weight: 1.2, radius: 4}
  big: {extends: d, size: 110pt, align: center, color: "${suit}"}
  name: {extends: d, size: 16pt, align: center}
rows:                      # boxes from top to bottom: 1fr takes what is left, 12 are 12 mm
  - points: 1fr
  - name: 12
draw:
  - shape: rect
    box: {inset: -2.5}
    style: frame
  - text: ${points}
    box: points
    style: big
  - text: ${t[suit]}
    box: name
    style: name
"""
_BACK = """\
ppgen: layout/2
extends: base
margin: 6
styles:
  frame: {stroke: ink, weight: 1.2, radius: 4}
  title: {extends: d, size: 26pt, align: center}
draw:
  - shape: rect
    box: {inset: -2.5}
    style: frame
  - text: ${t.title}
    style: title
"""
_LABELS = """\
ppgen: labels/1
lang: {lang}
labels:
  title: {title}
  sun: {sun}
  moon: {moon}
  star: {star}
"""
_WORDS = {
    "de": {"title": "Mein Spiel", "sun": "Sonne", "moon": "Mond", "star": "Stern"},
    "en": {"title": "My game", "sun": "Sun", "moon": "Moon", "star": "Star"},
}


def start_workspace(folder: Path) -> None:
    """Write a workspace into a folder; refuse if one of its files is there."""
    lang, paper = guessed(os.environ)
    files = {"ppgen.yaml": settings_file(lang, paper)}
    # Who has a game lacks only what makes its folder a workspace.
    if not list(folder.glob("content/*/game.yaml")):
        files |= {
            "content/first/game.yaml": _GAME,
            "templates/first/card.yaml": _CARD,
            "templates/first/back.yaml": _BACK,
        }
        for code in dict.fromkeys(["en", *([lang] if lang in _WORDS else [])]):
            files[f"content/first/labels/{code}.yaml"] = _LABELS.format(lang=code, **_WORDS[code])
    for name in files:
        if kept_inside(folder, folder / name).exists():
            msg = f"{shown(folder / name)} is there already; nothing was written"
            raise click.UsageError(msg)
    for name, text in files.items():
        save(folder / name, with_schema(name, text).encode())
        say(f"wrote {shown(folder / name)}")
    write_schemas(folder)
    say(f"wrote {shown(folder / SCHEMAS)}/, by which editors help with these files")
    where = "" if folder.resolve() == Path.cwd().resolve() else f"cd {shown(folder)}, then "
    say(f"next: {where}ppgen show{'' if len(files) == 1 else ' first'}, and change a file")


def settings_file(lang: str, paper: str) -> str:
    """Return a workspace file in which every setting stands with what it means."""
    out = ["ppgen: workspace/1   # this folder is a workspace: ppgen looks here first", ""]
    chosen = {"lang": lang, "paper": paper}
    for name, key in WORKSPACE_KEYS.items():
        if name == "ppgen":
            continue
        out += [f"# {line}" for line in textwrap.wrap(key.doc.replace("`", ""), 90)]
        if name in chosen:
            out += [f"{name}: {chosen[name]}", ""]
        else:
            value = _SHOWN.get(name, key.without if key.without is not None else key.default)
            out += [f"# {name}: {value}", ""]
    return "\n".join(out)


def guessed(env: Mapping[str, str]) -> tuple[str, str]:
    """Guess language and paper from how the computer is set."""
    said = env.get("LC_ALL") or env.get("LC_MESSAGES") or env.get("LANG") or _system()
    name = said.partition(".")[0].partition("@")[0]
    lang, _, region = name.replace("_", "-").partition("-")
    known = tag(lang) if lang not in {"", "C", "POSIX"} else None
    paper = env.get("LC_ALL") or env.get("LC_PAPER") or name
    region = paper.partition(".")[0].replace("-", "_").partition("_")[2] or region
    return known or "en", "letter" if region in _LETTER else "a4"


def _system() -> str:
    """Ask the system, which on Windows and macOS says no variable."""
    try:
        return locale.getlocale()[0] or ""
    except ValueError:
        return ""


def with_schema(name: str, text: str) -> str:
    """Put before a file's text the line by which editors find its schema."""
    lines = text.split("\n")
    if lines[0].startswith("# yaml-language-server:"):
        del lines[0]
    kind = lines[0].removeprefix("ppgen:").strip().partition("/")[0]
    up = "../" * (len(Path(name).parts) - 1)
    return "\n".join([f"# yaml-language-server: $schema={up}{SCHEMAS}/{kind}.json", *lines])


def write_schemas(folder: Path) -> None:
    """Write the schemas, of the version of ppgen that is running."""
    for path in sorted((builtin_root() / "schema").glob("*.json")):
        target = folder / SCHEMAS / path.name
        if not target.exists() or target.read_bytes() != path.read_bytes():
            save(kept_inside(folder, target), path.read_bytes())
