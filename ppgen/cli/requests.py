"""Turns the options of `make` into requests: products, languages, paper, words, option values.

Takes a workspace and `MakeOptions`; returns requests, or raises usage errors. Must not place
anything.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

import click

from ppgen.cli.files import shown
from ppgen.cli.options import MakeOptions
from ppgen.cli.printed import words_seen
from ppgen.cli.printers import chosen_printer
from ppgen.cli.shared import usual_language
from ppgen.deal.code import read_code
from ppgen.diagnostics import suggest
from ppgen.geometry import Size, portrait
from ppgen.language.tags import ANY, SHORTER, TWO_LETTERS, tag
from ppgen.load.workspace import Workspace
from ppgen.model.game import Game, Option, Product
from ppgen.model.recipe import Recipe
from ppgen.request import PRINTED, USUAL_MARGIN, Dealing, Request
from ppgen.units import parse_number, show


def read_requests(
    workspace: Workspace, options: MakeOptions, recipe: Recipe | None = None
) -> list[Request]:
    """Return a request for every product of the targets; a recipe sets what it deals."""
    chosen = _products(workspace, options.targets)
    if not chosen:
        msg = "there is nothing to make here"
        raise click.UsageError(msg)
    for name in options.declared:
        if not any(name in product.options for _, product in chosen):
            msg = f"none of the selected products has the option --{name.replace('_', '-')}"
            raise click.UsageError(msg)
    if options.pads and not any(product.kind == "pad" for _, product in chosen):
        msg = "none of the selected products is a pad, so --pads has no effect"
        raise click.UsageError(msg)
    lang, second = _two_languages(options.lang or "")
    dealing = _dealing(options, second and _language(second), chosen)
    dealing = dealing._replace(recipe=recipe)
    code = read_code(dealing.deck)
    lang = _language(lang or (code.lang if code else usual_language(workspace)))
    if options.lang and not (options.bank or options.deck or recipe):
        _refuse_unknown(workspace, lang, chosen)
    if PRINTED in dealing.exclude:
        dealing = dealing._replace(seen=words_seen(lang))
    paper_name = (options.paper or workspace.settings.paper).lower()
    paper = find_paper(workspace, paper_name)
    gap, bleed = _gap(options)
    if options.gang and options.leaves:
        msg = (
            "--leaves: which leaves there are is known only after --gang; print a trial without it"
        )
        raise click.UsageError(msg)
    printer = chosen_printer(options.printer)
    duplex = options.duplex or workspace.settings.duplex
    if printer and not options.duplex and duplex in {"long", "short"}:
        duplex = printer.flip
    if options.gang and duplex == "fold":
        msg = "--gang: pieces to fold share no leaves; choose another --duplex, or leave out --gang"
        raise click.UsageError(msg)
    own = printer.margins if printer else None
    margin = options.margin or own or workspace.settings.margin or USUAL_MARGIN
    return [
        Request(
            game, product, lang, paper, paper_name, duplex, options.size, options.count,
            options.only, options.leaves, options.fronts, options.spares, options.seed,
            margin, options.fit, options.marks, options.marks_on,
            gap, bleed, printer, options.pads or 0, _values(product, options),
            dealing if product.deals else Dealing(), recipe=not options.no_recipe,
            ink=options.ink,
        )
        for game, product in chosen
    ]  # fmt: skip


def _gap(options: MakeOptions) -> tuple[float, float]:
    """Return the room between faces, and how far they run on into it."""
    bleed = options.bleed or 0.0
    gap = 2 * bleed if options.gap is None else options.gap
    if 2 * bleed > gap + 1e-9:
        msg = (
            f"--bleed {show(bleed)}: neighbours {show(gap)} mm apart would overlap; "
            f"at most --bleed {show(gap / 2)}, or --gap {show(2 * bleed)}"
        )
        raise click.UsageError(msg)
    return gap, bleed


def _products(workspace: Workspace, targets: Iterable[str]) -> list[tuple[Game, Product]]:
    """Return the products of targets, in a stable order; a broken game is in the report."""
    names = list(targets)
    wanted: list[tuple[str, str | None]] = []
    known = workspace.games()
    for target in names or [""]:
        if target in {"", "all"}:
            pool = workspace.own_games() if not target else known
            for name in pool:
                game = workspace.game(name)
                if game and game.listed:
                    wanted.append((name, None))
            continue
        name, _, product = target.partition("/")
        if name not in known:
            msg = f"there is no game `{name}`; {_astray(workspace, name) or suggest(name, known)}"
            raise click.UsageError(msg)
        wanted.append((name, product or None))
    out: dict[tuple[str, str], tuple[Game, Product]] = {}
    for name, only in wanted:
        game = workspace.game(name)
        if game is None:
            continue
        if only is not None and only not in game.products:
            if workspace.report:
                continue
            msg = f"{name} has no product `{only}`; {suggest(only, game.products)}"
            raise click.UsageError(msg)
        for key in [only] if only else list(game.products):
            out[name, key] = (game, game.products[key])
    return list(out.values())


def _astray(workspace: Workspace, name: str) -> str:
    """Explain why a game that lies here is not found."""
    here = Path.cwd()
    for folder in (here, here.parent, here.parent.parent):
        if workspace.root is None and (folder / "content" / name / "game.yaml").is_file():
            at = shown(folder / "content" / name)
            return (
                f"{at} is one, but no workspace: `ppgen init {shown(folder)}` writes the "
                "ppgen.yaml that belongs beside `content`"
            )
    for place in (here / name, here / "games" / name):
        if (place / "game.yaml").is_file():
            root = workspace.root or here
            helped = "" if workspace.root else ", and `ppgen init` makes this folder a workspace"
            right = shown(root / "content" / name)
            return f"{shown(place)} is one in the wrong place: move it to {right}{helped}"
    return ""


def _values(product: Product, options: MakeOptions) -> dict[str, object]:
    """Return the values of a product's options: as typed, or their defaults."""
    typed = options.declared
    return {
        name: option_value(option, typed[name]) if name in typed else option.default
        for name, option in product.options.items()
    }


def option_value(option: Option, text: str) -> object:
    """Return the value of an option, checked against its declaration."""
    if option.kind in {"integer", "number"}:
        value = parse_number(text)
        if value is None or (option.kind == "integer" and not isinstance(value, int)):
            msg = f"{option.flag}: `{text}` is not a valid {option.kind}"
            raise click.UsageError(msg)
        low, high = option.low, option.high
        if (low is not None and value < low) or (high is not None and value > high):
            msg = f"{option.flag}: {show(value)} is out of range: {option.range}"
            raise click.UsageError(msg)
        return value
    if option.kind == "choice":
        for entry in option.choices:
            if str(entry) == text:
                return entry
        names = [str(c) for c in option.choices]
        msg = f"{option.flag}: `{text}` is not one of {', '.join(names)}; {suggest(text, names)}"
        raise click.UsageError(msg)
    return text


def find_paper(workspace: Workspace, name: str) -> Size:
    """Return the size of a paper by name or WxH."""
    found = workspace.size(name)
    if found is None:
        near = suggest(name, workspace.sizes().papers)
        near += "" if near.endswith("?") else "."
        msg = f"there is no paper `{name}`; {near} Or write WxH with a unit: 200x200mm"
        raise click.UsageError(msg)
    return portrait(found)


# --- languages


def _two_languages(text: str) -> tuple[str, str]:
    """Split `de+en` into the language of the deck and the one under its words."""
    lang, plus, second = text.partition("+")
    if plus and not (re.fullmatch(r"[\w-]+", lang) and re.fullmatch(r"[\w-]+", second)):
        msg = f"--lang {text}: two languages are written de+en"
        raise click.UsageError(msg)
    return lang, second


def _language(text: str) -> str:
    """Return a language tag in the form used in file names."""
    found = tag(text)
    if found is None:
        msg = f"`{text}` is not a language; use a tag such as en, de-AT or zh-Hant"
        raise click.UsageError(msg)
    return found


def _refuse_unknown(
    workspace: Workspace, lang: str, chosen: Sequence[tuple[Game, Product]]
) -> None:  # fmt: skip
    """Raise an error for a language that has no labels, bank or suggestions, and no usual tag."""
    code = lang.partition("-")[0]
    if code in TWO_LETTERS or code == ANY:
        return
    labelled = workspace.languages("labels")
    games = {game.name: game for game, _ in chosen}.values()
    folders = [f"{game.name}/labels" for game in games]
    folders += [folder for game in games for folder in game.banks.values()]
    have = {*labelled, *(known for folder in folders for known in workspace.languages(folder))}
    if any(known.partition("-")[0] == code for known in have):
        return
    from ppgen.load.suggestions import suggested_languages  # noqa: PLC0415 - for rare languages

    if code in suggested_languages(workspace):
        return
    near = f"did you mean `{SHORTER[code]}`?" if code in SHORTER else suggest(code, labelled)
    msg = f"`{lang}` is not a language that ppgen knows; {near} Words in it can come from a --bank"
    raise click.UsageError(msg)


# --- words


def _dealing(
    options: MakeOptions, second: str, chosen: Sequence[tuple[Game, Product]]
) -> Dealing:  # fmt: skip
    """Read which words to deal; raise an error if no product deals words."""
    flags = {
        "--bank": options.bank,
        "--first": options.first,
        "--deck": options.deck,
        "--exclude": options.exclude,
        "--categories": options.categories,
        "--without": options.without,
        "--blank": options.blank,
        f"--lang with `+{second}`": second,
    }
    used = [flag for flag, value in flags.items() if value]
    if not used:
        return Dealing()
    if not any(product.deals for _, product in chosen):
        msg = f"{used[0]} has no effect: none of the selected products deals words"
        raise click.UsageError(msg)
    return Dealing(
        options.bank, options.first, _code(options), options.exclude, options.categories,
        options.without, options.blank, second,
    )  # fmt: skip


def _code(options: MakeOptions) -> str:
    """Check the code of a deck, which sets language, seed and count."""
    if options.deck is None:
        return ""
    code = read_code(options.deck)
    if code is None:
        msg = (
            f"--deck: `{options.deck}` is neither the code of a deck such as de-1-110-7K3F "
            "nor a file name that ends in .pdf or .yaml"
        )
        raise click.UsageError(msg)
    typed = (options.lang or code.lang).partition("+")[0]
    lang = tag(typed) or typed
    for flag, value, said in (
        ("--lang", lang, code.lang),
        ("--seed", code.seed if options.seed == 1 else options.seed, code.seed),
        ("--count", options.count or code.count, code.count),
    ):
        if value != said:
            msg = f"--deck {code} implies {flag} {said}, which {flag} {value} contradicts"
            raise click.UsageError(msg)
    return str(code)
