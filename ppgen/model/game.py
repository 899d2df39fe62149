"""Games, their products and options.

Values that may have bindings are `Bound`; everything keeps its place. Must not do input or output.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeAlias

from ppgen.diagnostics import Span
from ppgen.expr import Expression
from ppgen.model.lint import Lint
from ppgen.model.needs import Data, Let
from ppgen.source.decode import Bound
from ppgen.source.kinds import Text
from ppgen.units import show

#: Names that are in scope for the expressions of every product.
ALWAYS = ("number", "count", "deck", "printable", "face", "lang", "second_lang", "t")
#: Those that are not in scope for a product's `let`: they come with the records.
LATER = ("number", "deck")


OptionKind: TypeAlias = Literal["choice", "integer", "number", "size", "products"]


class Said(str):
    """A sentence for people, in English if it has that, and in other languages by their tags."""

    others: Mapping[str, str]

    def __new__(cls, text: str, others: Mapping[str, str] | None = None) -> Said:
        """Return a text with its translations."""
        said = super().__new__(cls, text)
        said.others = others or {}
        return said

    def in_(self, lang: str) -> str:
        """Return the text in a language, else as it is."""
        return self.others.get(lang, self)


#: For products and options that say nothing of themselves.
NOTHING = Said("")


class Option(NamedTuple):
    """An option that a product declares."""

    name: str
    span: Span
    kind: OptionKind
    default: object
    choices: tuple[object, ...] = ()
    low: float | None = None
    high: float | None = None
    help: Said = NOTHING

    @property
    def flag(self) -> str:
        """How it is written on the command line; `for_`, as `for` is no name, is `--for`."""
        return "--" + self.name.rstrip("_").replace("_", "-")

    @property
    def range(self) -> str:
        """The limits of a number, as far as it has any."""
        low, high = (None if v is None else show(v) for v in (self.low, self.high))
        if low is None or high is None:
            return f"from {low}" if low is not None else f"up to {high}" if high else ""
        return f"{low} to {high}"


class SideSpec(NamedTuple):
    """The layout of a face, and the values for its needs."""

    layout: Text
    given: Mapping[Text, Data] = {}
    decor: bool = False
    expressions: tuple[Expression, ...] = ()


class Spare(NamedTuple):
    """Pieces without a number, for places that the pieces of a product leave free.

    `copies` of them come first; then, if it is `fill`, as many as there is room for.
    """

    span: Span
    front: SideSpec
    back: SideSpec | Literal["same", "none"]
    copies: Bound[int]
    fill: bool = False

    @property
    def sides(self) -> tuple[SideSpec, ...]:
        """The front, and the back if it has a layout of its own."""
        return (self.front, self.back) if isinstance(self.back, SideSpec) else (self.front,)


class Listing(NamedTuple):
    """The values of an `each` name: those of a list."""

    source: Expression | Data
    expressions: tuple[Expression, ...] = ()


class Permutations(NamedTuple):
    """The values of an `each` name: the ordered selections from a list."""

    source: Expression | Data
    take: Bound[int]
    expressions: tuple[Expression, ...] = ()


class Deal(NamedTuple):
    """The values of an `each` name: hands of words dealt from a bank.

    Like words are kept apart at the same place of `apart` consecutive hands; if it is 0, within
    one hand.
    """

    bank: Text
    take: Bound[int]
    apart: Bound[int]
    expressions: tuple[Expression, ...] = ()


class Table(NamedTuple):
    """The values of an `each` name: the rows of a file, each a map of its columns."""

    file: Text
    rows: Sequence[Mapping[str, object]] = ()
    expressions: tuple[Expression, ...] = ()


Generator: TypeAlias = Listing | Permutations | Deal | Table


@dataclass(frozen=True, eq=False, repr=False, match_args=False)
class Product:
    """One printable thing of a game."""

    name: str
    span: Span
    kind: Literal["cards", "pad", "booklet"]
    sizes: tuple[Bound[str], ...]
    each: Mapping[str, Generator]
    when: Expression | None
    copies: Bound[int]
    count: int
    front: SideSpec
    back: SideSpec | Literal["same", "none"]
    turn: Literal["side", "top"]
    options: Mapping[str, Option]
    spares: tuple[Spare, ...] = ()  # for free places on the last leaf
    stock: str = ""  # which paper it wants: its weight
    about: Said = NOTHING  # one sentence, for lists and help
    let: Mapping[Text, Let] = field(default_factory=dict)
    labels: bool = True  # whether it prints labels of its game
    remarks: tuple[str, ...] = ()  # how its tables were read
    banks: tuple[str, ...] = ()  # those that its own expressions use, or that it deals from
    expressions: tuple[Expression, ...] = ()  # in `size`, `when` and `copies`, of spares too

    @property
    def sides(self) -> tuple[SideSpec, ...]:
        """The front, and the back if it has a layout of its own."""
        return (self.front, self.back) if isinstance(self.back, SideSpec) else (self.front,)

    @property
    def every_side(self) -> tuple[SideSpec, ...]:
        """The sides of the pieces, then those of spare parts."""
        return (*self.sides, *(side for spare in self.spares for side in spare.sides))

    @property
    def dealt(self) -> tuple[str, ...]:
        """The names of the banks that it deals from."""
        named = {g.bank for g in self.each.values() if isinstance(g, Deal)}
        return tuple(bank for bank in self.banks if bank in named)

    @property
    def deals(self) -> bool:
        """Return whether `--count` means a number of hands."""
        return any(isinstance(g, Deal) for g in self.each.values())

    def every_expression(self) -> Iterator[Expression]:
        """Return all expressions in it."""
        yield from self.expressions
        for item in (*self.let.values(), *self.each.values(), *self.every_side):
            yield from item.expressions


class Game(NamedTuple):
    """The products of one game."""

    name: str
    span: Span
    title: str
    notice: Bound[str] | None
    listed: bool
    banks: Mapping[str, str]
    values: Mapping[str, object]
    products: Mapping[str, Product]
    texts: frozenset[str] = frozenset()  # used as values anywhere in it: they may be keys of labels
    lint: Lint = Lint()
