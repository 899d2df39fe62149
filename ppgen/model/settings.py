"""What a workspace says for all its games: defaults and named sizes.

Must not do input or output.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ppgen.geometry import Size


@dataclass(frozen=True)
class Settings:
    """Defaults of a workspace, and where else it has fonts."""

    lang: str = "en"
    paper: str = "a4"
    fonts: tuple[str, ...] = ()


@dataclass(frozen=True)
class Sizes:
    """Papers and faces by name."""

    papers: Mapping[str, Size]
    faces: Mapping[str, Size]

    def find(self, name: str) -> Size | None:
        """Look a name up among both."""
        return self.papers.get(name) or self.faces.get(name)
