"""Game, label, size and workspace files: from a node tree to models.

Must not know where files lie: `workspace` finds and reads them.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from ppgen.diagnostics import Problem, Report, Span
from ppgen.geometry import Size
from ppgen.load.layout import check_name, read_data
from ppgen.model.bank import Labels
from ppgen.model.game import Game, Generator, Option, Product, SideSpec, Sizes
from ppgen.model.style_keys import LANGUAGE
from ppgen.source.decode import (
    Bound,
    Key,
    Keys,
    bound,
    entries,
    expression,
    fixed,
    items,
    loose,
    mapping,
    plain,
    record,
    scalar,
)
from ppgen.source.kinds import (
    AREA,
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
    "layout": Key(plain(TEXT), must=True),
    "with": Key(lambda n, r: entries(n, read_data, r), {}),
    "decor": Key(plain(YES_NO), default=False),
}


def _side(node: Node, report: Report) -> SideSpec:
    if isinstance(node, Scalar):
        item = scalar(node, "a layout")
        return SideSpec(Text(item.text, item.span))
    got = record(node, _SIDE_KEYS, report, "a layout")
    return SideSpec(got["layout"] or Text("", node.span), got["with"], got["decor"])


def _back(node: Node, report: Report) -> SideSpec | str:
    if isinstance(node, Scalar) and node.text in {"same", "none"}:
        return node.text
    return _side(node, report)


_SIZE_NAME = TextKind("a size: a name, WxH, `paper` or `auto`")


def _sizes(node: Node, report: Report) -> tuple[Bound[str], ...]:
    read = bound(_SIZE_NAME)
    if isinstance(node, Sequence):
        return tuple(items(node, read, report))
    return (read(node, report),)


def _listed(node: Node, report: Report) -> Any:
    return expression(node, report) if isinstance(node, Scalar) else read_data(node, report)


def _generator(node: Node, report: Report) -> Generator:
    if not isinstance(node, Mapping):
        return Generator("list", _listed(node, report))
    keys: dict[str, Key] = {
        "permutations": Key(_listed),
        "deal": Key(expression),
        "take": Key(bound(integer_from(1)), must=True),
    }
    got = record(node, keys, report, "a list")
    kind = "deal" if got["deal"] is not None else "permutations"
    source = got[kind]
    if source is None:
        raise Problem("E204", "a generator says `permutations` or `deal`", node.span)
    return Generator(kind, source, got["take"] or fixed(INTEGER, 1))  # type: ignore[arg-type]


def _named(node: Node, read: Callable[[Node, Report], T], report: Report) -> dict[Text, T]:
    """Read a mapping whose keys are names in expressions."""
    for name, _ in mapping(node).entries:
        try:
            check_name(name)
        except Problem as problem:
            report.problem(problem)
    return entries(node, read, report)


_OPTION_KEYS: Keys = {
    "choices": Key(lambda n, r: items(n, loose, r)),
    "type": Key(plain(choice("integer", "number", "size"))),
    "min": Key(plain(NUMBER)),
    "max": Key(plain(NUMBER)),
    "default": Key(loose, must=True),
    "help": Key(plain(TEXT), ""),
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


def _options(node: Node, report: Report) -> dict[str, Option]:
    out: dict[str, Option] = {}
    for name, child in mapping(node).entries:
        try:
            check_name(name)
            got = record(child, _OPTION_KEYS, report, "an option")
            kind: Any = "choice" if got["choices"] is not None else got["type"]
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
            report.problem(problem)
    return out


_PRODUCT_KEYS: Keys = {
    "kind": Key(plain(choice("cards", "pad")), "cards"),
    "size": Key(_sizes, (), must=True),
    "each": Key(lambda n, r: _named(n, _generator, r), {}),
    "when": Key(expression),
    "copies": Key(bound(integer_from(0)), fixed(INTEGER, 1)),
    "count": Key(plain(integer_from(1)), 1),
    "front": Key(_side, must=True),
    "back": Key(_back, "none"),
    "turn": Key(plain(choice("side", "top")), "side"),
    "options": Key(_options, {}),
}


def _product(name: Text, node: Node, report: Report) -> Product | None:
    got = record(node, _PRODUCT_KEYS, report, "a product")
    sizes = got.pop("size")
    if got["front"] is None or not sizes:
        return None
    return Product(name=str(name), span=name.span or node.span, sizes=sizes, **got)


GAME_KEYS: Keys = {
    "ppgen": Key(plain(TEXT)),
    "title": Key(plain(TEXT), "", must=True),
    "notice": Key(bound(TEXT)),
    "listed": Key(plain(YES_NO), default=True),
    "banks": Key(lambda n, r: _named(n, plain(TEXT), r), {}),
    "values": Key(lambda n, r: _named(n, loose, r), {}),
    "products": Key(lambda n, _r: mapping(n, "a map of products"), must=True),
}


def read_game(name: str, node: Mapping, root: Path, report: Report) -> Game:
    """Read a game file."""
    got = record(node, GAME_KEYS, report)
    products: dict[str, Product] = {}
    for key, child in got["products"].entries if got["products"] else ():
        try:
            product = _product(Text(key.text, key.span), child, report)
        except Problem as problem:
            report.problem(problem)
            continue
        if product:
            products[key.text] = product
    game = Game(
        name, node.span, root, str(got["title"]), got["notice"], got["listed"],
        got["banks"], got["values"], products,
    )  # fmt: skip
    _check_names(game, report)
    return game


def _check_names(game: Game, report: Report) -> None:
    """One name, one thing: options against values, banks and what is always there."""
    taken: dict[str, Span | None] = dict.fromkeys(
        ("number", "count", "deck", "printable", "lang", "t", "face")
    )

    def claim(name: str, span: Span | None, within: dict[str, Span | None]) -> None:
        if name in within:
            first = within[name]
            why = "" if first else ": it is always there"
            report.problem(
                Problem(
                    "E212", f"the name `{name}` is taken{why}", span, help="rename one of them",
                    second=first, second_note="first here",
                )
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
                report.problem(Problem("E212", message, option.span, help="rename it"))
            else:
                claim(option.name, option.span, own)
        for name in product.each:
            claim(name, getattr(name, "span", None), own)


#: Names of the command line's own options; a product cannot declare one of these.
RESERVED_OPTIONS = {
    "lang", "paper", "size", "duplex", "count", "only", "seed", "margin", "root", "output", "force",
    "quiet", "help", "debug", "bank", "first", "deck", "exclude", "categories", "without", "blank",
}  # fmt: skip


def _label(node: Node, report: Report) -> str:
    """Read a label; a broken one stays as an empty text, so that it is not missed as well."""
    try:
        return plain(TEXT)(node, report)
    except Problem as problem:
        report.problem(problem)
        return Text("", node.span)


LABEL_KEYS: Keys = {
    "ppgen": Key(plain(TEXT)),
    "lang": Key(plain(TEXT), "", must=True),
    "direction": Key(plain(choice("ltr", "rtl"))),
    "labels": Key(lambda n, r: entries(n, _label, r), {}, must=True),
}


def read_labels(node: Mapping, report: Report) -> Labels:
    """Read a label file."""
    got = record(node, LABEL_KEYS, report)
    rtl = None if got["direction"] is None else got["direction"] == "rtl"
    return Labels(str(got["lang"]), node.span, got["labels"], rtl)


SIZES_KEYS: Keys = {
    "ppgen": Key(plain(TEXT)),
    "papers": Key(lambda n, r: entries(n, plain(AREA), r), {}),
    "faces": Key(lambda n, r: entries(n, plain(AREA), r), {}),
}


def read_sizes(node: Mapping, report: Report) -> Sizes:
    """Read a file of named sizes."""
    got = record(node, SIZES_KEYS, report)
    papers: dict[str, Size] = {str(k): v for k, v in got["papers"].items()}
    return Sizes(papers, {str(k): v for k, v in got["faces"].items()})


WORKSPACE_KEYS: Keys = {
    "ppgen": Key(plain(TEXT)),
    "lang": Key(plain(LANGUAGE)),
    "paper": Key(plain(TEXT)),
    "fonts": Key(lambda n, r: items(n, plain(TEXT), r), ()),
}


def read_workspace(node: Mapping, report: Report) -> dict[str, Any]:
    """Read a workspace file."""
    return record(node, WORKSPACE_KEYS, report)


def check_kind(node: Mapping, kind: str, report: Report) -> bool:
    """Insist that the first key names the kind and version."""
    wanted = f"{kind}/1"
    first = node.entries[0] if node.entries else None
    if first is None or first[0].text != "ppgen" or not isinstance(first[1], Scalar):
        report.problem(
            Problem(
                "E202",
                "the first line must name the kind of file",
                first[0].span if first else node.span,
                help=f"write `ppgen: {wanted}`",
            )
        )
        return False
    if first[1].text != wanted:
        name, _, version = first[1].text.partition("/")
        message = (
            f"version {version} of `{name}` files is not known" if name == kind else
            f"this is no `{kind}` file"
        )  # fmt: skip
        helped = f"write `ppgen: {wanted}`" + ("" if name == kind else ", or move the file")
        report.problem(Problem("E202", message, first[1].span, help=helped))
        return False
    return True
