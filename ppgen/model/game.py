"""Games, their products and options, and named sizes.

Values that may bind are `Bound`; everything keeps its place. Must not do input or output.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from ppgen.diagnostics import Span
from ppgen.expr import Expression
from ppgen.geometry import Size
from ppgen.model.needs import Data
from ppgen.source.decode import Bound
from ppgen.source.kinds import Text
from ppgen.units import show


@dataclass(frozen=True)
class Option:
    """An option that a product declares."""

    name: str
    span: Span
    kind: Literal["choice", "integer", "number", "size"]
    default: object
    choices: tuple[object, ...] = ()
    low: float | None = None
    high: float | None = None
    help: str = ""

    @property
    def flag(self) -> str:
        """How it is written on the command line."""
        return "--" + self.name.replace("_", "-")

    @property
    def range(self) -> str:
        """The least and the most of a number, as far as there are any."""
        low, high = (None if v is None else show(v) for v in (self.low, self.high))
        if low is None or high is None:
            return f"from {low}" if low is not None else f"up to {high}" if high else ""
        return f"{low} to {high}"


@dataclass(frozen=True)
class SideSpec:
    """The layout of a face and what is given to it."""

    layout: Text
    given: Mapping[Text, Data] = field(default_factory=dict)
    decor: bool = False


@dataclass(frozen=True)
class Generator:
    """Where the values of one `each` name come from."""

    kind: Literal["list", "permutations", "deal"]
    source: Expression | Data
    take: Bound[int] | None = None


@dataclass(frozen=True)
class Product:
    """One printable thing of a game."""

    name: str
    span: Span
    kind: Literal["cards", "pad"]
    sizes: tuple[Bound[str], ...]
    each: Mapping[str, Generator]
    when: Expression | None
    copies: Bound[int]
    count: int
    front: SideSpec
    back: SideSpec | Literal["same", "none"]
    turn: Literal["side", "top"]
    options: Mapping[str, Option]

    @property
    def deals(self) -> bool:
        """Tell whether `--count` is a number of hands."""
        return any(g.kind == "deal" for g in self.each.values())


@dataclass(frozen=True)
class Game:
    """The products of one game."""

    name: str
    span: Span
    root: Path
    title: str
    notice: Bound[str] | None
    listed: bool
    banks: Mapping[str, str]
    values: Mapping[str, object]
    products: Mapping[str, Product]


@dataclass(frozen=True)
class Sizes:
    """Papers and faces by name."""

    papers: Mapping[str, Size]
    faces: Mapping[str, Size]

    def find(self, name: str) -> Size | None:
        """Look a name up among both."""
        return self.papers.get(name) or self.faces.get(name)
