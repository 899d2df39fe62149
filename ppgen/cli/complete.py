"""What the Tab key offers: names from the workspace, by click's protocol for shells.

Takes what has been typed so far; gives how it may go on. Only answering imports anything, and a
workspace with mistakes in it is answered from as far as it can be read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ppgen.diagnostics import visible

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from ppgen.load.workspace import Workspace
    from ppgen.model.game import Game, Option, Product

Answer = Callable[[click.Context, click.Parameter, str], "list[CompletionItem]"]
#: Endings of files that words come from.
_LISTS = (".txt", ".csv", ".tsv", ".yaml", ".xlsx", ".ods")


def _answer(names: Callable[[click.Context, str], Iterable[str | tuple[str, str]]]) -> Answer:
    """Make an answer for click of a function that gives names, or pairs of a name and its help."""

    def answer(ctx: click.Context, _param: click.Parameter, start: str) -> list[CompletionItem]:
        from click.shell_completion import CompletionItem  # noqa: PLC0415 - only now needed

        try:
            found = [one if isinstance(one, tuple) else (one, "") for one in names(ctx, start)]
        except Exception:  # a person who presses Tab wants no report
            return []
        named = dict(found)
        return [
            CompletionItem(name, help=visible(about) or None)
            for name, about in named.items()
            # What would steer a terminal is no name that anybody wants to be given.
            if name.startswith(start) and visible(name) == name
        ]

    return answer


def _workspace(ctx: click.Context) -> Workspace:
    from ppgen.cli.shared import open_workspace  # noqa: PLC0415

    found: Workspace = ctx.obj or open_workspace(ctx.params.get("root"))
    return found


def _products(ctx: click.Context) -> Iterator[tuple[Game, Product]]:
    """Yield the products that have been typed, or those of all games."""
    workspace = _workspace(ctx)
    targets = [str(target) for target in ctx.params.get("targets") or ()]
    for name in workspace.games():
        typed = [t for t in targets if t.partition("/")[0] == name]
        if (typed or not targets) and (game := workspace.game(name)):
            for product in game.products.values():
                if not typed or {name, f"{name}/{product.name}"} & set(typed):
                    yield game, product


def _targets(ctx: click.Context, start: str) -> Iterator[str | tuple[str, str]]:
    from ppgen.cli.describe import describe  # noqa: PLC0415

    workspace = _workspace(ctx)
    yield "all", "every product of every game"
    for name in workspace.games():
        # Reading a game takes a moment, and all of them at once would fill the screen.
        near = name.startswith(start) or start.startswith(f"{name}/")
        game = workspace.game(name) if near else None
        if game is None:
            continue
        yield name, game.title
        if start:
            for product in game.products.values():
                yield f"{name}/{product.name}", describe(workspace, game, product)


def _languages(ctx: click.Context, start: str) -> Iterator[str]:
    from ppgen.load.languages import languages  # noqa: PLC0415

    workspace = _workspace(ctx)
    first, plus, _ = start.partition("+")
    found = {
        lang for game, product in _products(ctx) for lang in languages(workspace, game, product)
    }
    for lang in sorted(found):
        yield f"{first}+{lang}" if plus else lang


def _papers(ctx: click.Context, _start: str) -> Iterator[str]:
    yield from _workspace(ctx).sizes().papers


def _sizes(ctx: click.Context, _start: str) -> Iterator[str]:
    sizes = _workspace(ctx).sizes()
    yield from sizes.faces
    yield from sizes.papers


def _banks(ctx: click.Context, start: str) -> Iterator[str]:
    from ppgen.load.bank_files import list_banks  # noqa: PLC0415

    yield from sorted({path.stem for path in list_banks(_workspace(ctx))})
    yield from _files(start, _LISTS)


def _lists(_ctx: click.Context, start: str) -> Iterator[str]:
    yield from _files(start, _LISTS)


def _decks(_ctx: click.Context, start: str) -> Iterator[str]:
    from ppgen.deal.log import load_log  # noqa: PLC0415

    yield from _files(start, (".pdf", ".yaml"))
    yield from (str(deck.deck) for deck in load_log().decks)


def _excluded(ctx: click.Context, start: str) -> Iterator[str]:
    yield "printed"
    yield from _decks(ctx, start)
    yield from _files(start, _LISTS)


def _files(start: str, endings: tuple[str, ...]) -> Iterator[str]:
    """Yield files and folders whose names go on from what was typed."""
    at = start.rfind("/") + 1
    folder = Path(start[:at] or ".").expanduser()
    for path in sorted(folder.iterdir()) if folder.is_dir() else ():
        if path.name.startswith(".") and not start[at:].startswith("."):
            continue
        if path.is_dir():
            yield f"{start[:at]}{path.name}/"
        elif path.suffix.lower() in endings:
            yield f"{start[:at]}{path.name}"


def _categories(ctx: click.Context, start: str) -> Iterator[str]:
    workspace = _workspace(ctx)
    lang = str(ctx.params.get("lang") or workspace.settings.lang).partition("+")[0]
    typed = ctx.params.get("bank")
    if isinstance(typed, str) and "." not in typed:
        lang = typed  # of `ppgen words show`
    folders = {game.banks[name]: None for game, product in _products(ctx) for name in product.dealt}
    before = start[: start.rfind(",") + 1]
    have = set(before.split(","))
    for folder in folders:
        bank = workspace.bank(folder, lang)
        for word in bank.words if bank else ():
            category = str(word.category or "")
            if category and category not in have:
                yield f"{before}{category}"


def _built_in(_ctx: click.Context, start: str) -> Iterator[str]:
    from ppgen.cli.copies import known  # noqa: PLC0415
    from ppgen.load.folders import builtin_root  # noqa: PLC0415
    from ppgen.load.workspace import Workspace  # noqa: PLC0415

    original = Workspace(builtin_root())
    yield from original.games()
    if start:
        yield from known(original)


TARGETS, LANGUAGES, PAPERS, SIZES = map(_answer, (_targets, _languages, _papers, _sizes))
BANKS, LISTS, DECKS, EXCLUDED = map(_answer, (_banks, _lists, _decks, _excluded))
CATEGORIES, BUILT_IN = map(_answer, (_categories, _built_in))


def values(option: Option) -> Answer | None:
    """Return what an option of a product may be, if that can be listed."""
    if option.kind == "choice":
        return _answer(lambda _ctx, _start: [str(choice) for choice in option.choices])
    return SIZES if option.kind == "size" else None
