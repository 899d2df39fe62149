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


class Service(NamedTuple):
    """What a print service wants: pictures of faces of one size, with a bleed around them."""

    size: Size
    bleed: float
    dpi: int


class Sizes(NamedTuple):
    """Papers, faces and print services by name."""

    papers: Mapping[str, Size]
    faces: Mapping[str, Size]
    services: Mapping[str, Service] = {}

    def find(self, name: str) -> Size | None:
        """Look up a name among papers and faces."""
        return self.papers.get(name) or self.faces.get(name)
