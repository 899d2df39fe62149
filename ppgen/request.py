"""What a person may ask for: products in languages, sizes by name, and the request itself.

Takes a workspace; gives requests and what they may name. Must not place or draw.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace

from ppgen.deal.code import Code
from ppgen.decode import Text, nearest
from ppgen.diagnostics import Problem, Report, Span
from ppgen.expr import Expression, Template
from ppgen.geometry import Size
from ppgen.impose import Duplex, portrait
from ppgen.language import ANY, fallbacks
from ppgen.load import check
from ppgen.load.workspace import Workspace
from ppgen.model import Bank, Game, Product, SideSpec
from ppgen.units import parse_size


class Refused(Exception):  # noqa: N818 - a refusal of what was asked, not a fault in a file
    """What was asked for on the command line cannot be had; says what can."""


class NoLanguage(Refused):
    """A product does not exist in the language that was asked for."""


@dataclass(frozen=True)
class Dealing:
    """Which words are dealt: banks beside or instead of the product's own, and what of them."""

    banks: tuple[str, ...] = ()  # files, or languages of the product's own folder of banks
    first: tuple[str, ...] = ()  # files of words that are surely dealt
    deck: Code | None = None  # must come out again
    exclude: tuple[str, ...] = ()  # codes of decks, or files
    categories: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    blank: int = 0  # hands of empty words behind the others
    second: str = ""  # the language under each word
    words: tuple[Text, ...] | None = None  # just these, in their order, whatever clashes


@dataclass(frozen=True)
class Request:
    """What a person asked for."""

    game: Game
    product: Product
    lang: str
    paper: Size
    paper_name: str
    duplex: Duplex = "long"
    size: str | None = None
    count: int | None = None
    only: frozenset[int] | None = None
    seed: int = 1
    margin: float = 5.0
    options: Mapping[str, object] = field(default_factory=dict)
    dealing: Dealing = Dealing()


def with_dealing(request: Request, dealing: Dealing) -> Request:
    """Ask for certain words; a deck's code says seed and count."""
    code = dealing.deck
    seed, count = (code.seed, code.count) if code else (request.seed, request.count)
    return replace(request, dealing=dealing, seed=seed, count=count)


def languages(
    workspace: Workspace, game: Game, product: Product, without: Collection[str] = ()
) -> list[str]:
    """Name the languages in which a product exists: all its banks and labels have them.

    A language with some of the labels that only this product names is meant to be had; what it
    lacks is a problem (E215) and no reason to leave it out. Banks in `without` do not count.
    """
    found = _with_files(workspace, game, product, without)
    named = _labels_named(workspace, game, product)
    others = [p for p in game.products.values() if p is not product]
    own = named.difference(*(_labels_named(workspace, game, p) for p in others))
    good = []
    for lang in found:
        texts = workspace.texts(game.name, lang)
        missing = [key for key in (*named, *check.ENGINE_LABELS) if not texts.has(key)]
        # Labels that all games share say nothing of this one.
        meant = {k for file in workspace.labels(f"{game.name}/labels", lang) for k in file.texts}
        if not missing or own & meant:
            good.append(lang)
    # A label that no language has is a fault in the layout, to be told in each of them.
    return good or found


def speaks(
    workspace: Workspace, game: Game, product: Product, lang: str, without: Collection[str] = ()
) -> bool:
    """Tell whether a product exists in a language or one that stands in for it."""
    known = languages(workspace, game, product, without)
    return any(code in known for code in fallbacks(lang))


def check_language(workspace: Workspace, game: Game, product: Product, lang: str) -> None:
    """Refuse a language that a product lacks: say which it has, and what is missing."""
    if speaks(workspace, game, product, lang):
        return
    listed = ", ".join(languages(workspace, game, product)) or "none"
    message = f"{game.name}/{product.name} has no language `{lang}`; it has: {listed}"
    texts = workspace.texts(game.name, lang)
    named = _labels_named(workspace, game, product)
    missing = sorted(key for key in named if not texts.has(key))
    if missing and texts.span is not None:
        shown = ", ".join(missing[:6]) + (", ..." if len(missing) > 6 else "")
        message += f" (`{lang}` lacks the labels {shown})"
    raise NoLanguage(message)


def _with_files(
    workspace: Workspace, game: Game, product: Product, without: Collection[str]
) -> list[str]:
    """Name the languages that have any labels, and the banks that a product uses."""
    found = {*workspace.languages(f"{game.name}/labels"), *workspace.languages("labels")}
    for bank in banks_of(game, product):
        have = set(workspace.languages(game.banks[bank]))
        if bank not in without and ANY not in have:
            found = {lang for lang in found | have if have.intersection(fallbacks(lang))}
    return sorted(found)


def _labels_named(workspace: Workspace, game: Game, product: Product) -> set[str]:
    """Name the labels that a product asks for: by fixed keys, and by values where it does so."""
    name = f"{game.name}/{product.name}"
    return workspace.once("labels named", name, lambda: _find_labels(workspace, game, product))


def _find_labels(workspace: Workspace, game: Game, product: Product) -> set[str]:
    sides = [s for s in (product.front, product.back) if isinstance(s, SideSpec)]
    layouts = [workspace.layout(side.layout) for side in sides]
    fixed: set[str] = set()
    values: set[str] = set()
    names: set[str] = set()
    by_value = False
    for part in _leaves((product, game.notice, layouts)):
        if isinstance(part, Expression):
            fixed |= part.labels
            names |= part.names
            by_value |= "t[" in part.text
            values |= set(_QUOTED.findall(part.text))
        else:
            values.add(part)
    if by_value:
        names |= {need for layout in layouts if layout for need in layout.needs}
        values |= set(_leaves([v for k, v in game.values.items() if k in names]))  # type: ignore[arg-type]
        known = {
            str(key)
            for folder in (f"{game.name}/labels", "labels")
            for lang in workspace.languages(folder)
            for file in workspace.labels(folder, lang)
            for key in file.texts
        }
        fixed |= values & known
    return fixed - {*check.ENGINE_LABELS}


_QUOTED = re.compile(r"'(\w+)'")


def _leaves(value: object) -> Iterator[Expression | str]:
    """Find every expression and every plain text in a model."""
    if isinstance(value, Expression | str):
        yield value
    elif isinstance(value, Mapping):
        for child in value.values():
            yield from _leaves(child)
    elif isinstance(value, list | tuple | set | frozenset):
        for child in value:
            yield from _leaves(child)
    elif isinstance(value, Template):
        yield from value.parts
    elif dataclasses.is_dataclass(value) and not isinstance(value, Span | type):
        for field_ in dataclasses.fields(value):
            yield from _leaves(getattr(value, field_.name))


def banks_of(game: Game, product: Product) -> list[str]:
    """Name the banks that a product's own expressions use."""
    used: set[str] = set()
    sides = [s for s in (product.front, product.back) if isinstance(s, SideSpec)]
    parts: list[object] = [product.each, product.when, product.copies, product.sizes]
    for expression in check.expressions([*parts, *(s.given for s in sides)]):
        used |= expression.names
    return [b for b in game.banks if b in used]


def dealt_banks(game: Game, product: Product) -> list[str]:
    """Name the banks that a product deals from."""
    sources = [g.source for g in product.each.values() if g.kind == "deal"]
    named = {s.text.strip() for s in sources if isinstance(s, Expression)}
    return [bank for bank in game.banks if bank in named]


def spoken(workspace: Workspace, request: Request) -> tuple[str, tuple[str, ...]]:
    """Give the language of the labels, with what to tell if it is not that of the words.

    Words of one's own are enough for a deck in any language; what else it says may be in another.
    """
    game, product, lang = request.game, request.product, request.lang
    own = dealt_banks(game, product) if request.dealing.banks else []
    usual = str(workspace.settings.get("lang") or "en")
    if not own or speaks(workspace, game, product, lang, own):
        return lang, ()
    if not speaks(workspace, game, product, usual, own):
        return lang, ()
    return usual, (f"there are no labels in `{lang}`: those that are printed are in `{usual}`",)


def banks_for(workspace: Workspace, request: Request, report: Report) -> dict[str, Bank]:
    """Find the banks that a product's expressions use, but for those that are dealt from."""
    banks: dict[str, Bank] = {}
    dealt = dealt_banks(request.game, request.product)
    for name in banks_of(request.game, request.product):
        if name in dealt:
            continue
        folder = request.game.banks[name]
        if workspace.bank_path(folder, request.lang) is None:
            report.problem(missing_bank(workspace, request, name))
        elif bank := workspace.bank(folder, request.lang):
            banks[name] = bank
    return banks


def missing_bank(workspace: Workspace, request: Request, name: str) -> Problem:
    """Say that a bank lacks a language."""
    folder = request.game.banks[name]
    have = ", ".join(workspace.languages(folder)) or "none"
    return Problem(
        "E216",
        f"the bank `{name}` has no language `{request.lang}`",
        request.product.span,
        help=f"content/{folder} has: {have}",
    )


def named_size(workspace: Workspace, name: str) -> Size | None:
    """Look a size up by name, or read `63x88`, `8.5x11in`."""
    found = workspace.sizes().find(name.lower())
    if found is None:
        found = parse_size(name.lower()) if "x" in name.lower() else None
    return found if found and found.width > 0 and found.height > 0 else None


def near_size(workspace: Workspace, name: str) -> str:
    """Give a help line with the nearest known size."""
    return nearest(name, [*workspace.sizes().faces, *workspace.sizes().papers])


def known_size(workspace: Workspace, request: Request) -> Size | None:
    """Give the size that faces have at least, if that is clear before any record is made."""
    names = [str(size.constant) for size in request.product.sizes]
    found = [
        portrait(request.paper) if name == "paper" else named_size(workspace, name)
        for name in ([request.size] if request.size else names)
    ]
    sizes = [size for size in found if size]
    if not sizes or len(sizes) < len(found):
        return None
    return Size(min(s.width for s in sizes), min(s.height for s in sizes))


def option_values(workspace: Workspace, request: Request) -> dict[str, object]:
    """Give the options of a request, sizes looked up by their names."""
    out = dict(request.options)
    for option in request.product.options.values():
        value = out.get(option.name)
        if option.kind == "size" and isinstance(value, str):
            size = out[option.name] = named_size(workspace, value)
            if size is None:
                msg = f"there is no size `{value}`; {near_size(workspace, value)}"
                if value is option.default:
                    raise Problem("E202", msg, option.span)
                raise Refused(f"{option.flag}: {msg}")
    return out
