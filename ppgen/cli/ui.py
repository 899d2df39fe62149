"""The language in which ppgen speaks to the user, and headings of help in it.

Takes folders and the environment; returns a language. Must not load a workspace: help is quick.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path

import click

LANGUAGES = ("en", "de")
#: The line of a workspace file that sets the language, read before all else.
_SETTING = re.compile(r"""^ui:\s*["']?(\w+)["']?\s*(#.*)?$""", re.MULTILINE)
_HEADINGS = {
    "Options": "Optionen",
    "Commands": "Befehle",
    "Example": "Beispiel",
    "Options of a product": "Optionen eines Produkts",
    "Its own options": "Eigene Optionen",
    "Their own options": "Eigene Optionen",
}


def language(folder: Path, env: Mapping[str, str] = os.environ) -> str:
    """Return `ui` of the nearest workspace file above a folder, else the system's language."""
    for above in (folder, *folder.parents):
        try:
            if not (above / "ppgen.yaml").is_file():
                continue  # reading a pipe or device might never end
            text = (above / "ppgen.yaml").read_text("utf-8", errors="replace")
        except OSError:
            continue
        found = _SETTING.search(text)
        if found and found[1] in LANGUAGES:
            return found[1]
        break
    return _systems(env)


def _systems(env: Mapping[str, str]) -> str:
    name = env.get("LC_ALL") or env.get("LC_MESSAGES") or env.get("LANG") or ""
    if not name and os.name == "nt":
        import locale  # noqa: PLC0415 - where no variable tells

        name = locale.getlocale()[0] or ""
    # Windows spells languages out.
    return "de" if re.match(r"de\b|de_|german", name.lower()) else "en"


class Formatter(click.HelpFormatter):
    """Help with headings in the user's language."""

    def __init__(self, width: int | None = None, max_width: int | None = None) -> None:
        super().__init__(width=width, max_width=max_width)
        self._german = language(Path.cwd()) == "de"

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        """Write the usage line."""
        super().write_usage(prog, args, "Aufruf: " if self._german and prefix is None else prefix)

    def write_heading(self, heading: str) -> None:
        """Write a heading."""
        super().write_heading(_HEADINGS.get(heading, heading) if self._german else heading)
