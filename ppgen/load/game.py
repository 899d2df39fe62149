"""Reads game files: a game with its products and options.

Must not know where files are: `workspace` finds and reads them.
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
    NOTHING,
    Deal,
    Game,
    Generator,
    Listing,
    Option,
    OptionKind,
    Permutations,
    Product,
    Said,
    SideSpec,
    Spare,
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
    integer_from,
    show_value,
)
from ppgen.source.nodes import Mapping, Node, Scalar, Sequence
from ppgen.units import show

T = TypeVar("T")

_SIDE_KEYS: Keys = {
    "layout": Key("Name of a layout.", plain(TEXT), must=True),
    "with": Key("Values for the needs of the layout.", map_of(read_data), {}),
    "decor": Key(
        "`yes`: a plain back, the same on all pieces.",
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
    with reading.apart() as expressions:
        values = record(node, _SIDE_KEYS, reading, "a layout")
    return SideSpec(
        values["layout"] or Text("", node.span), values["with"], values["decor"], tuple(expressions)
    )


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
    "permutations": Key("List whose ordered selections are the values.", _listed),
    "deal": Key("Bank from which hands of words are dealt.", _bank),
    "take": Key(
        "Number of entries in each selection, or of words in each hand.",
        bound(integer_from(1)),
        fixed(INTEGER, 1),
        must=True,
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

_SAYS = "a generator has `rows`, `permutations` or `deal`"


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
    with reading.apart() as expressions:
        if not isinstance(node, Mapping):
            return Listing(_listed(node, reading), tuple(expressions))
        values = record(node, _GENERATOR_KEYS, reading, "a list")
    if values["deal"] is not None:
        return Deal(values["deal"], values["take"], values["apart"], tuple(expressions))
    if values["permutations"] is None:
        raise Problem("E204", _SAYS, node.span)
    return Permutations(values["permutations"], values["take"], tuple(expressions))


def _named(read: Callable[[Node, Reading], T]) -> Callable[[Node, Reading], dict[Text, T]]:
    """Return a reader of a mapping whose keys are names in expressions."""

    @reads(MapOf(form_of(read), named=True))
    def read_map(node: Node, reading: Reading) -> dict[Text, T]:
        for name, _ in mapping(node).entries:
            try:
                check_name(name)
            except Problem as problem:
                reading.report.problem(problem)
        return entries(node, read, reading)

    return read_map


@reads(Value(TEXT), MapOf(Value(TEXT)))
def _said(node: Node, reading: Reading) -> Said:
    """Read a sentence, or a sentence for each language."""
    if isinstance(node, Scalar):
        return Said(plain(TEXT)(node, reading))
    said = entries(mapping(node, "a text, or one for each language"), plain(TEXT), reading)
    if not said:
        raise Problem("E204", "there is no text in any language", node.span)
    return Said(
        said.get(Text("en"), next(iter(said.values()))),
        {str(lang): text for lang, text in said.items()},
    )


_OPTION_KEYS: Keys = {
    "choices": Key("The values to choose from.", list_of(loose)),
    "type": Key(
        "Type of the value if there are no `choices`.",
        plain(choice("integer", "number", "size", "products")),
    ),
    "min": Key("Smallest value.", plain(NUMBER)),
    "max": Key("Largest value.", plain(NUMBER)),
    "default": Key("Value if the option is not used.", loose, must=True),
    "help": Key(
        "What the option does, or a text for each language: `{en: .., de: ..}`.",
        _said,
        NOTHING,
    ),
}


def _check_default(node: Node, kind: str, values: dict[str, Any]) -> None:
    """Raise E202 for a default that the option itself would reject."""
    default, low, high = values["default"], values["min"], values["max"]
    at = node.get("default") if isinstance(node, Mapping) else None
    span = at.span if at else node.span
    if default is None:
        return
    if kind == "choice" and default not in values["choices"]:
        listed = ", ".join(str(c) for c in values["choices"])
        raise Problem("E202", f"the default `{default}` is not one of: {listed}", span)
    if kind in {"integer", "number"} and (
        not isinstance(default, int if kind == "integer" else int | float)
        or (low is not None and default < low)
        or (high is not None and default > high)
    ):
        what = "an integer" if kind == "integer" else "a number"
        limits = "" if low is None or high is None else f" from {show(low)} to {show(high)}"
        raise Problem("E202", f"expected {what}{limits}, found {show_value(default)}", span)


@reads(MapOf(Record("option", lambda: _OPTION_KEYS), named=True))
def _options(node: Node, reading: Reading) -> dict[str, Option]:
    out: dict[str, Option] = {}
    for name, child in mapping(node).entries:
        try:
            check_name(name)
            values = record(child, _OPTION_KEYS, reading, "an option")
            kind: OptionKind | None = "choice" if values["choices"] is not None else values["type"]
            if kind is None:
                raise Problem("E204", "an option needs `choices` or a `type`", child.span)
            _check_default(child, kind, values)
            out[name.text] = Option(
                name.text,
                name.span,
                kind,
                values["default"],
                tuple(values["choices"] or ()),
                values["min"],
                values["max"],
                values["help"],
            )
        except Problem as problem:
            reading.report.problem(problem)
    return out


_SPARE_KEYS: Keys = {
    "front": Key("Layout of the front.", _side, must=True),
    "back": Key("Layout of the back, `same` or `none`.", _back, "none"),
    "copies": Key(
        "How many are wanted.", bound(integer_from(0, 1000)), fixed(INTEGER, 1), without=1
    ),
    "fill": Key(
        "`yes`: then as many as there are places left.",
        plain(YES_NO),
        default=False,
        without=False,
    ),
}


@reads(Record("spare", lambda: _SPARE_KEYS))
def _spare(node: Node, reading: Reading) -> Spare:
    got = record(node, _SPARE_KEYS, reading, "a spare part")
    front = got.pop("front") or SideSpec(Text("", node.span))
    return Spare(node.span, front, **got)


_PRODUCT_KEYS: Keys = {
    "about": Key(
        "What the product is, in one sentence, or one for each language: `{en: .., de: ..}`.",
        _said,
        NOTHING,
    ),
    "kind": Key(
        "Pads are imposed for cutting as a stack, booklets for folding.",
        plain(choice("cards", "pad", "booklet")),
        "cards",
        without="cards",
    ),
    "size": Key(
        "Size of the face: a name, WxH, `paper`, `auto`, or a list.", _sizes, (), must=True
    ),
    "each": Key("One record for each combination of these lists.", _named(_generator), {}),
    "when": Key("Condition: keeps only the records for which it holds.", expression),
    "copies": Key("Pieces of each record.", bound(integer_from(0)), fixed(INTEGER, 1), without=1),
    "count": Key(
        "Number of hands to deal, or of copies to print.",
        plain(integer_from(1)),
        1,
        without=1,
    ),
    "front": Key("Layout of the front.", _side, must=True),
    "back": Key("Layout of the back, `same` or `none`.", _back, "none"),
    "spares": Key(
        "Pieces without a number, for free places on the last leaf.", list_of(_spare), ()
    ),
    "stock": Key("Which paper it wants, such as 200–250 g/m²; for the margin.", plain(TEXT), ""),
    "turn": Key("How a player turns the piece over.", plain(choice("side", "top")), "side"),
    "labels": Key("`no`: the product prints no labels of its game.", plain(YES_NO), default=True),
    "options": Key("Options that only this product has.", _options, {}),
    "let": Key("Names for values that are computed once.", read_let, {}),
}


def _product(
    name: Text, node: Node, banks: MappingOf[Text, str], reading: Reading
) -> Product | None:
    with reading.apart() as expressions:
        values = record(node, _PRODUCT_KEYS, reading, "a product")
    sizes = values.pop("size")
    if values["front"] is None or not sizes:
        return None
    if values["spares"] and values["kind"] != "cards":
        raise Problem(
            "E204", "only cards have `spares`: on other leaves there are no places left",
            values["spares"][0].span, help="make them a product of their own",
        )  # fmt: skip
    if values["kind"] == "booklet":
        _check_booklet(sizes, values["back"], name.span or node.span)
    dealt = [g.bank for g in values["each"].values() if isinstance(g, Deal)]
    for bank in dealt:
        if bank not in banks:
            raise Problem(
                "E302", f"`deal` needs the name of a bank, not `{bank}`", bank.span,
                help=suggest(bank, banks) or "declare it in `banks`",
            )  # fmt: skip
    product = Product(
        name=str(name),
        span=name.span or node.span,
        sizes=sizes,
        **values,
        expressions=tuple(expressions),
    )
    named = {*dealt, *(n for e in product.every_expression() for n in e.names)}
    return replace(product, banks=tuple(str(bank) for bank in banks if bank in named))


def _check_booklet(sizes: tuple[Bound[str], ...], back: object, span: Span) -> None:
    """Report what a booklet cannot have: a back, or pages of different sizes."""
    if back != "none":
        raise Problem(
            "E204", "a booklet has no `back`: each record is a page", span,
            help="make the back a separate record",
        )  # fmt: skip
    for size in sizes:
        if size.template is not None or size.constant in {"paper", "auto"}:
            message = "the pages of a booklet all have one size, the same for every record"
            raise Problem("E202", message, size.span, help="use a name such as a6, or WxH")


@reads(MapOf(Record("product", lambda: _PRODUCT_KEYS)))
def _products(node: Node, _reading: Reading) -> Mapping:
    return mapping(node, "a map of products")


GAME_KEYS: Keys = {
    "ppgen": first_line("game"),
    "title": Key("Name of the game.", plain(TEXT), "", must=True),
    "notice": Key("Small print in the margin of each leaf.", bound(TEXT)),
    "listed": Key("`no`: made only if it is named.", plain(YES_NO), default=True),
    "banks": Key("Folders in `content` that hold banks, by name.", _named(plain(TEXT)), {}),
    "values": Key("Constants of the game, by name.", _named(loose), {}),
    "lint": Key("What `words lint` checks in the game's banks.", read_lint, Lint()),
    "products": Key("The products, by name.", _products, must=True),
}


@reads(Record("game", lambda: GAME_KEYS))
def read_game(name: str, node: Mapping, report: Report) -> Game:
    """Read a game file."""
    reading = Reading(report)
    values = record(node, GAME_KEYS, reading)
    products: dict[str, Product] = {}
    for key, child in values["products"].entries if values["products"] else ():
        try:
            product = _product(Text(key.text, key.span), child, values["banks"], reading)
        except Problem as problem:
            report.problem(problem)
            continue
        if product:
            products[key.text] = product
    game = Game(
        name, node.span, str(values["title"]), values["notice"], values["listed"], values["banks"],
        values["values"], products, frozenset(reading.texts), values["lint"],
    )  # fmt: skip
    _check_names(game, report)
    return game


def _check_names(game: Game, report: Report) -> None:
    """Report names that clash: options with values, banks and built-in names."""
    taken: dict[str, Span | None] = dict.fromkeys(ALWAYS)

    def claim(name: str, span: Span | None, within: dict[str, Span | None]) -> None:
        if name in within:
            first = within[name]
            why = "" if first else ": it is built in"
            report.error(
                "E212", f"the name `{name}` is already taken{why}", span, help="rename one of them",
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
                message = f"the name `{option.name}` is one of ppgen's own options"
                report.error("E212", message, option.span, help="rename it")
            else:
                claim(option.name, option.span, own)
        for name in (*product.let, *product.each):
            claim(name, getattr(name, "span", None), own)


#: Names of the command line's own options; a product cannot declare one of these.
RESERVED_OPTIONS = {
    "lang", "paper", "size", "duplex", "fronts", "count", "only", "leaves", "seed", "margin", "fit",
    "root", "output", "force", "quiet", "help", "debug", "bank", "first", "deck", "exclude",
    "categories", "without", "blank", "spares",
    "no_recipe", "column", "no_heading", "marks", "marks_on", "gap", "bleed", "printer", "pads",
    "gang", "one_file",
    "ink",
}  # fmt: skip
