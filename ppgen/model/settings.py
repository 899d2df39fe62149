"""What applies to all games of a workspace: defaults and named sizes.

Must not do input or output.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ppgen.geometry import Duplex, Edges, Size


class Settings(NamedTuple):
    """Defaults of a workspace, and its own fonts."""

    lang: str = "en"
    paper: str = "a4"
    fonts: tuple[str, ...] = ()
    log: bool = True  # whether complete decks are added to the list of printed ones
    duplex: Duplex = "long"
    margin: Edges | None = None  # None: what most printers reach


class Sizes(NamedTuple):
    """Papers and faces by name."""

    papers: Mapping[str, Size]
    faces: Mapping[str, Size]

    def find(self, name: str) -> Size | None:
        """Look up a name among papers and faces."""
        return self.papers.get(name) or self.faces.get(name)
