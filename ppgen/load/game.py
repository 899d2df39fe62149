"""Game files: from a node tree to a game with its products and options.

Must not know where files lie: `workspace` finds and reads them.
"""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Mapping as MappingOf
from dataclasses import replace
from typing import Any, TypeVar

from ppgen.diagnostics import Problem, Report, Span, suggest
from ppgen.expr import Expression
from ppgen.load.lint import read_lint
from ppgen.load.needs import check_name, read_data, read_let
from ppgen.model.game import (
    ALWAYS,
    Deal,
    Game,
    Generator,
    Listing,
    Option,
    OptionKind,
    Permutations,
    Product,
    SideSpec,
    Table,
)
from ppgen.model.lint import Lint
from ppgen.model.needs import Data
from ppgen.source.decode import (
    Bound,
    Key,
    Keys,
    Reading,
    bound,
    entries,
    expression,
    first_line,
    fixed,
    items,
    list_of,
    loose,
    map_of,
    mapping,
    plain,
    record,
    scalar,
)
from ppgen.source.forms import Formula, ListOf, Loose, MapOf, Record, Value, form_of, reads
from ppgen.source.kinds import (
    INTEGER,
    NUMBER,
    TEXT,
    YES_NO,
    Text,
    TextKind,
    choice,
    found,
    integer_from,
)
from ppgen.source.nodes import Mapping, Node, Scalar, Sequence
from ppgen.units import show

T = TypeVar("T")

_SIDE_KEYS: Keys = {
    "layout": Key("Name of a layout.", plain(TEXT), must=True),
    "with": Key("Values for the needs of the layout.", map_of(read_data), {}),
    "decor": Key(
        "`yes`: a plain back, alike on all pieces.",
        plain(YES_NO),
        default=False,
        without=False,
    ),
}


@reads(Value(TEXT), Record("side", lambda: _SIDE_KEYS))
def _side(node: Node, reading: Reading) -> SideSpec:
    if isinstance(node, Scalar):
        item = scalar(node, "a layout")
        return SideSpec(Text(item.text, item.span))
    with reading.apart() as used:
        got = record(node, _SIDE_KEYS, reading, "a layout")
    return SideSpec(got["layout"] or Text("", node.span), got["with"], got["decor"], tuple(used))


@reads(Value(choice("same", "none")), form_of(_side))
def _back(node: Node, reading: Reading) -> SideSpec | str:
    if isinstance(node, Scalar) and node.text in {"same", "none"}:
        return node.text
    return _side(node, reading)


_SIZE_NAME = TextKind("a size: a name, WxH, `paper` or `auto`")


@reads(Value(_SIZE_NAME, bound=True), ListOf(Value(_SIZE_NAME, bound=True)))
def _sizes(node: Node, reading: Reading) -> tuple[Bound[str], ...]:
    read = bound(_SIZE_NAME)
    if isinstance(node, Sequence):
        return tuple(items(node, read, reading))
    return (read(node, reading),)


@reads(Formula(), Loose())
def _listed(node: Node, reading: Reading) -> Expression | Data:
    return expression(node, reading) if isinstance(node, Scalar) else read_data(node, reading)


@reads(Value(TEXT))
def _bank(node: Node, _reading: Reading) -> Text:
    item = scalar(node, "the name of a bank")
    return Text(item.text, item.span)


_GENERATOR_KEYS: Keys = {
    "permutations": Key("List of which ordered choices are made.", _listed),
    "deal": Key("Bank of which hands of words are dealt.", _bank),
    "take": Key(
        "How many each choice or hand has.", bound(integer_from(1)), fixed(INTEGER, 1), must=True
    ),
    "apart": Key(
        "For how many hands words at the same place are kept apart; 0: those of a hand.",
        bound(integer_from(0, 1000)),
        fixed(INTEGER, 0),
    ),
}


_TABLE_KEYS: Keys = {
    "rows": Key(
        "Table beside the game file, a record a row: `.csv`, `.tsv`, or `.yaml` of kind `rows/1`.",
        plain(TEXT),
        must=True,
    ),
}

_SAYS = "a generator says `rows`, `permutations` or `deal`"


@reads(
    Formula(),
    ListOf(Loose()),
    Record("generator", lambda: _GENERATOR_KEYS),
    Record("table", lambda: _TABLE_KEYS),
)
def _generator(node: Node, reading: Reading) -> Generator:
    if isinstance(node, Mapping) and not any(map(node.get, ("permutations", "deal", "rows"))):
        raise Problem("E204", _SAYS, node.span)
    if isinstance(node, Mapping) and node.get("rows"):
        file = record(node, _TABLE_KEYS, reading, "a table")["rows"]
        return Table(file or Text("", node.span))
    with reading.apart() as used:
        if not isinstance(node, Mapping):
            return Listing(_listed(node, reading), tuple(used))
        got = record(node, _GENERATOR_KEYS, reading, "a list")
    if got["deal"] is not None:
        return Deal(got["deal"], got["take"], got["apart"], tuple(used))
    if got["permutations"] is None:
        raise Problem("E204", _SAYS, node.span)
    return Permutations(got["permutations"], got["take"], tuple(used))


def _named(read: Callable[[Node, Reading], T]) -> Callable[[Node, Reading], dict[Text, T]]:
    """Make a reader of a mapping whose keys are names in expressions."""

    @reads(MapOf(form_of(read), named=True))
    def read_map(node: Node, reading: Reading) -> dict[Text, T]:
        for name, _ in mapping(node).entries:
            try:
                check_name(name)
            except Problem as problem:
                reading.report.problem(problem)
        return entries(node, read, reading)

    return read_map


_OPTION_KEYS: Keys = {
    "choices": Key("Values of which one is chosen.", list_of(loose)),
    "type": Key(
        "Type of the value, if there are no `choices`.", plain(choice("integer", "number", "size"))
    ),
    "min": Key("Least value.", plain(NUMBER)),
    "max": Key("Greatest value.", plain(NUMBER)),
    "default": Key("Value without the option.", loose, must=True),
    "help": Key("What the option does, for `--help`.", plain(TEXT), ""),
}


def _check_default(node: Node, kind: str, got: dict[str, Any]) -> None:
    """Refuse a default that the option itself would refuse."""
    default, low, high = got["default"], got["min"], got["max"]
    at = node.get("default") if isinstance(node, Mapping) else None
    span = at.span if at else node.span
    if default is None:
        return
    if kind == "choice" and default not in got["choices"]:
        listed = ", ".join(str(c) for c in got["choices"])
        raise Problem("E202", f"the default `{default}` is none of: {listed}", span)
    if kind in {"integer", "number"} and (
        not isinstance(default, int if kind == "integer" else int | float)
        or (low is not None and default < low)
        or (high is not None and default > high)
    ):
        what = "an integer" if kind == "integer" else "a number"
        limits = "" if low is None or high is None else f" from {show(low)} to {show(high)}"
        raise Problem("E202", f"expected {what}{limits}, found {found(default)}", span)


@reads(MapOf(Record("option", lambda: _OPTION_KEYS), named=True))
def _options(node: Node, reading: Reading) -> dict[str, Option]:
    out: dict[str, Option] = {}
    for name, child in mapping(node).entries:
        try:
            check_name(name)
            got = record(child, _OPTION_KEYS, reading, "an option")
            kind: OptionKind | None = "choice" if got["choices"] is not None else got["type"]
            if kind is None:
                raise Problem("E204", "an option has `choices` or a `type`", child.span)
            _check_default(child, kind, got)
            out[name.text] = Option(
                name.text,
                name.span,
                kind,
                got["default"],
                tuple(got["choices"] or ()),
                got["min"],
                got["max"],
                str(got["help"]),
            )
        except Problem as problem:
            reading.report.problem(problem)
    return out


_PRODUCT_KEYS: Keys = {
    "about": Key(
        "What the product is, in one sentence; `list` and `make --help` show it.", plain(TEXT), ""
    ),
    "kind": Key(
        "Pads are imposed to be cut as a stack, the pages of a booklet to be folded.",
        plain(choice("cards", "pad", "booklet")),
        "cards",
        without="cards",
    ),
    "size": Key(
        "Size of the face: a name, WxH, `paper`, `auto`, or a list.", _sizes, (), must=True
    ),
    "each": Key("One record for each combination of these lists.", _named(_generator), {}),
    "when": Key("Condition: keeps only these records.", expression),
    "copies": Key("Pieces of each record.", bound(integer_from(0)), fixed(INTEGER, 1), without=1),
    "count": Key(
        "Hands that are dealt, or how often the whole is printed.",
        plain(integer_from(1)),
        1,
        without=1,
    ),
    "front": Key("Layout of the front.", _side, must=True),
    "back": Key("Layout of the back, `same` or `none`.", _back, "none"),
    "turn": Key("How a player turns the piece over.", plain(choice("side", "top")), "side"),
    "labels": Key("`no`: it prints no labels of its game.", plain(YES_NO), default=True),
    "options": Key("Options that only this product has.", _options, {}),
    "let": Key("Names that are computed once.", read_let, {}),
}


def _product(
    name: Text, node: Node, banks: MappingOf[Text, str], reading: Reading
) -> Product | None:
    with reading.apart() as used:
        got = record(node, _PRODUCT_KEYS, reading, "a product")
    sizes = got.pop("size")
    if got["front"] is None or not sizes:
        return None
    if got["kind"] == "booklet":
        _check_booklet(sizes, got["back"], name.span or node.span)
    dealt = [g.bank for g in got["each"].values() if isinstance(g, Deal)]
    for bank in dealt:
        if bank not in banks:
            raise Problem(
                "E302", f"`deal` needs the name of a bank, not `{bank}`", bank.span,
                help=suggest(bank, banks) or "name it in `banks`",
            )  # fmt: skip
    product = Product(
        name=str(name), span=name.span or node.span, sizes=sizes, **got, expressions=tuple(used)
    )
    named = {*dealt, *(n for e in product.every_expression() for n in e.names)}
    return replace(product, banks=tuple(str(bank) for bank in banks if bank in named))


def _check_booklet(sizes: tuple[Bound[str], ...], back: object, span: Span) -> None:
    """Refuse what pages that are bound together cannot have."""
    if back != "none":
        raise Problem(
            "E204", "a booklet has no `back`: each record is a page", span,
            help="make the back a record of its own",
        )  # fmt: skip
    for size in sizes:
        if size.template is not None or size.constant in {"paper", "auto"}:
            message = "the pages of a booklet have one size, which no record changes"
            raise Problem("E202", message, size.span, help="name it, such as a6, or write WxH")


@reads(MapOf(Record("product", lambda: _PRODUCT_KEYS)))
def _products(node: Node, _reading: Reading) -> Mapping:
    return mapping(node, "a map of products")


GAME_KEYS: Keys = {
    "ppgen": first_line("game"),
    "title": Key("What the game is called.", plain(TEXT), "", must=True),
    "notice": Key("Small print in the margin of each leaf.", bound(TEXT)),
    "listed": Key("`no`: made only when it is named.", plain(YES_NO), default=True),
    "banks": Key("Folders in `content` with banks, by name.", _named(plain(TEXT)), {}),
    "values": Key("Constants of the game, by name.", _named(loose), {}),
    "lint": Key("What `words lint` asks of the game's banks.", read_lint, Lint()),
    "products": Key("The products, by name.", _products, must=True),
}


@reads(Record("game", lambda: GAME_KEYS))
def read_game(name: str, node: Mapping, report: Report) -> Game:
    """Read a game file."""
    reading = Reading(report)
    got = record(node, GAME_KEYS, reading)
    products: dict[str, Product] = {}
    for key, child in got["products"].entries if got["products"] else ():
        try:
            product = _product(Text(key.text, key.span), child, got["banks"], reading)
        except Problem as problem:
            report.problem(problem)
            continue
        if product:
            products[key.text] = product
    game = Game(
        name, node.span, str(got["title"]), got["notice"], got["listed"], got["banks"],
        got["values"], products, frozenset(reading.texts), got["lint"],
    )  # fmt: skip
    _check_names(game, report)
    return game


def _check_names(game: Game, report: Report) -> None:
    """One name, one thing: options against values, banks and what is always there."""
    taken: dict[str, Span | None] = dict.fromkeys(ALWAYS)

    def claim(name: str, span: Span | None, within: dict[str, Span | None]) -> None:
        if name in within:
            first = within[name]
            why = "" if first else ": it is always there"
            report.error(
                "E212", f"the name `{name}` is taken{why}", span, help="rename one of them",
                second=first, second_note="first here",
            )  # fmt: skip
        else:
            within[name] = span

    for name in (*game.values, *game.banks):
        claim(name, getattr(name, "span", None), taken)
    for product in game.products.values():
        own = dict(taken)
        for option in product.options.values():
            if option.name in RESERVED_OPTIONS:
                message = f"the name `{option.name}` is an option of ppgen itself"
                report.error("E212", message, option.span, help="rename it")
            else:
                claim(option.name, option.span, own)
        for name in (*product.let, *product.each):
            claim(name, getattr(name, "span", None), own)


#: Names of the command line's own options; a product cannot declare one of these.
RESERVED_OPTIONS = {
    "lang", "paper", "size", "duplex", "fronts", "count", "only", "leaves", "seed", "margin", "fit",
    "root", "output", "force", "quiet", "help", "debug", "bank", "first", "deck", "exclude",
    "categories", "without", "blank",
    "no_recipe", "column", "no_heading",
}  # fmt: skip
