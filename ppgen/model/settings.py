"""What a workspace says for all its games: defaults and named sizes.

Must not do input or output.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ppgen.geometry import Size


class Settings(NamedTuple):
    """Defaults of a workspace, and where else it has fonts."""

    lang: str = "en"
    paper: str = "a4"
    fonts: tuple[str, ...] = ()
    log: bool = True  # whether decks that are made whole are listed


class Sizes(NamedTuple):
    """Papers and faces by name."""

    papers: Mapping[str, Size]
    faces: Mapping[str, Size]

    def find(self, name: str) -> Size | None:
        """Look a name up among both."""
        return self.papers.get(name) or self.faces.get(name)
