"""Places products and writes them to files: PDFs, or what another command makes of a printout.

Takes requests; writes files, and prints how to print them. Imports everything for PDF, so commands
import it only when called.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import click

from ppgen.build import Fonts, Printout, TooLarge, Unsuited, has_fields, make_pages, make_pdf, place
from ppgen.cli.files import refuse_foreign, save, shown
from ppgen.cli.naming import by_hand, ending_of, output_path
from ppgen.cli.options import MakeOptions
from ppgen.cli.shared import show_problems
from ppgen.cli.summary import summary
from ppgen.cli.terminal import bar, say
from ppgen.cli.ui import language
from ppgen.diagnostics import Problem, Refused, visible
from ppgen.load.workspace import Workspace
from ppgen.request import Request
from ppgen.units import show, show_margin

#: Writes the file of a printout; the last argument is whether to be quiet.
Write = Callable[[Printout, Path, Fonts, bool], None]
#: Splits a printout into the files that it is printed from.
Divide = Callable[[Printout, Path], Sequence[tuple[Printout, Path]]]


def make_pdfs(
    workspace: Workspace, options: MakeOptions, requests: Sequence[Request], *,
    reports: bool = False, fillable: bool = False,
) -> None:  # fmt: skip
    """Write a PDF for every request, and log the decks that are printed completely."""
    logged, lang = workspace.settings.log, language(workspace.root or Path.cwd())
    ending_of(options.output, (".pdf",), "make")

    def write(printout: Printout, path: Path, fonts: Fonts, quiet: bool) -> None:
        data = write_pdf(printout, path, fonts, quiet, fillable=fillable)
        if not quiet:
            first, *more = summary(printout, workspace.sizes(), lang).splitlines()
            for line in (f"{shown(path)}: {first}", *more):
                say(line)
        if reports:
            _report_ink(workspace, printout, data, fonts)
        whole = printout.request.only is None and printout.request.leaves is None
        for part in printout.in_order():
            if logged and part.dealt.deck and whole:
                _list_deck(part)

    make_files(
        workspace, options, requests, write, "-fillable.pdf" if fillable else ".pdf", by_side
    )


def make_files(
    workspace: Workspace, options: MakeOptions, requests: Sequence[Request], write: Write,
    ending: str, divide: Divide | None = None, fonts: Fonts | None = None,
) -> None:  # fmt: skip
    """Place all products first, then write; nothing is written if anything is wrong.

    `fonts` may be those of an earlier run, if no font has changed since.
    """
    fonts = fonts or Fonts(workspace.fonts)
    placed: list[tuple[Request, Printout]] = []
    skipped: list[str] = []
    replaced: dict[tuple[str, str], list[str]] = {}
    several = len(requests) > 3 and not options.quiet
    for request in bar(requests, "placing", _target, shows=several):
        try:
            printout = place(workspace, request, fonts)
        except Unsuited as lacking:
            # For a whole game, take what exists of it in the language, or can be made so.
            if _target(request) in options.targets:
                raise click.UsageError(str(lacking)) from None
            skipped.append(str(lacking))
            continue
        except TooLarge as problem:
            # A product that does not fit does not hold back the rest of its game.
            if _target(request) in options.targets:
                workspace.report.problem(problem)
            else:
                skipped.append(f"{_target(request)}: {_in_one_line(problem)}")
            continue
        except Refused as refused:
            raise click.UsageError(str(refused)) from None
        except KeyboardInterrupt:
            say("nothing was written", err=True)
            raise
        if printout is not None:
            if printout.texts.lang != request.lang:
                replaced.setdefault((request.lang, printout.texts.lang), []).append(
                    _target(request)
                )
            placed.append((request, printout))
    if workspace.report:
        show_problems(workspace.report)
        raise click.exceptions.Exit(1)
    if skipped and not placed:
        raise click.UsageError("\n".join(skipped))
    several, saved = len(requests) > 1, list[str]()
    if options.gang or options.one_file:
        from ppgen.cli.joined import joined  # noqa: PLC0415 - few jobs are

        placed, saved = joined(options, placed)
        several = len(placed) > 1
    done: list[tuple[Printout, Path]] = []
    for request, printout in placed:
        path = output_path(options, request, ending, several=several)
        done += divide(printout, path) if divide else [(printout, path)]
    _refuse_twice(done)
    if not options.force:
        for _, path in done:
            refuse_foreign(path)
    for at, (printout, path) in enumerate(done):
        try:
            write(printout, path, fonts, options.quiet)
        except Problem as problem:
            # No font covers a title or notice in the margin.
            workspace.report.problem(problem)
            show_problems(workspace.report)
            raise click.exceptions.Exit(1) from None
        except KeyboardInterrupt:
            left = ", ".join(shown(path) for _, path in done[at:])
            say(f"not written: {left}", err=True)
            raise
    if not options.quiet:
        for line in saved:
            say(f"note: {line}", err=True)
        for (lang, other), targets in replaced.items():
            say(f"note: {_replaced(workspace, lang, other, targets)}", err=True)
        parts = [part for printout, _ in done for part in printout.in_order()]
        close = [_target(part.request) for part in parts if any(g.close for g in part.groups)]
        if close:
            say(f"note: {_close(list(dict.fromkeys(close)))}", err=True)
    for line in skipped:
        say(f"skipped: {line}", err=True)


def _close(targets: Sequence[str]) -> str:
    """Say which products have no gaps though these were asked for."""
    return (
        "--gap and --bleed are ignored for pads, booklets and faces that fill the paper: "
        f"{', '.join(targets)}"
    )


def _in_one_line(problem: Problem) -> str:
    found = problem.diagnostic
    return f"{found.message}, {found.note}; {found.help}"


def by_side(printout: Printout, path: Path) -> Sequence[tuple[Printout, Path]]:
    """Return fronts and backs as separate files if the user turns the pile between them."""
    if printout.duplex != "manual":
        return [(printout, path)]
    fronts, backs = by_hand(path)
    return [(printout.of_side("front"), fronts), (printout.of_side("back"), backs)]


def _replaced(workspace: Workspace, lang: str, other: str, targets: Sequence[str]) -> str:
    """Return a note on what is printed in another language than requested."""
    if workspace.labels("labels", lang):
        return f"printed in `{other}`, as it does not exist in `{lang}`: {', '.join(targets)}"
    return f"there are no labels in `{lang}`, so those in `{other}` are printed"


def _target(request: Request) -> str:
    return f"{request.game.name}/{request.product.name}"


def _refuse_twice(done: Sequence[tuple[Printout, Path]]) -> None:
    """Raise an error if products would overwrite each other, also on disks that ignore case."""
    taken: dict[str, Printout] = {}
    for printout, path in done:
        name = unicodedata.normalize("NFC", str(path)).casefold()
        first = taken.setdefault(name, printout)
        if first is not printout:
            msg = (
                f"{_target(first.request)} and {_target(printout.request)} would both be written "
                f"to {shown(path)}; rename one of them, or make each by itself with -o FILE"
            )
            raise click.UsageError(msg)


def write_pdf(
    printout: Printout, path: Path, fonts: Fonts, quiet: bool, *, fillable: bool = False
) -> bytes:  # fmt: skip
    """Write a PDF completely or not at all, print notes on it, and return it."""
    if not quiet and printout.pages > 500:
        pages = bar(make_pages(printout, fonts), visible(path.name), length=printout.pages)
        data = make_pdf(printout, fonts, pages, fillable=fillable)
    else:
        data = make_pdf(printout, fonts, fillable=fillable)
    save(path, data)
    parts = list(printout.in_order())
    for line in dict.fromkeys(line for part in parts for line in part.dealt.warnings):
        say(f"warning: {line}", err=True)
    if fillable and not quiet and not has_fields(printout):
        say(f"note: {_target(printout.request)} has no box to write in", err=True)
    if not quiet:
        for line in dict.fromkeys(line for part in parts for line in _notes(part)):
            say(f"note: {line}", err=True)
    return data


def _report_ink(workspace: Workspace, printout: Printout, data: bytes, fonts: Fonts) -> None:
    """Print how much ink a job takes, and how much it would without saving."""
    from ppgen.cli.ink_report import ink_report  # noqa: PLC0415 - it draws pictures

    full = None
    if printout.request.ink != "normal":
        usual = place(workspace, replace(printout.request, ink="normal"), fonts)
        full = usual and make_pdf(usual._replace(side=printout.side), fonts)
    for line in ink_report(printout, data, full):
        say(line)


def _notes(printout: Printout) -> Iterator[str]:
    """Yield what is to be known of a product before it is printed."""
    yield from printout.dealt.notes
    yield from _smaller(printout)
    yield from _unmarked(printout)
    yield from _other_edge(printout)


def _smaller(printout: Printout) -> Iterator[str]:
    """Yield a warning for faces that are smaller than usual."""
    for size, usual in {group.size: group.usual for group in printout.groups}.items():
        if usual:
            margin = show_margin(printout.request.margin)
            yield f"pieces are {size} mm instead of {usual}, for a margin of {margin} mm"


def _other_edge(printout: Printout) -> Iterator[str]:
    """Say that a printer was measured another way than it is to print."""
    printer, way = printout.request.printer, printout.duplex
    if printer and way in {"long", "short"} and way != printer.flip:
        yield (
            f"{printer.name} was measured flipping on the {printer.flip} edge, so backs are not "
            "shifted on the other one"
        )


def _unmarked(printout: Printout) -> Iterator[str]:
    """Say which cuts have no mark, and where marks are that were asked for on backs."""
    if printout.side == "back":
        return  # said of the fronts
    request = printout.request
    distances = {round(d, 1) for group in printout.groups for d in group.plan.unmarked}
    if distances:
        where = ", ".join(map(show, sorted(distances)))
        yield (
            f"the cuts {where} mm from the paper's edge have no marks, since the printer does not "
            "reach there: measure, or leave the strip, or give a smaller --margin or --size"
        )
    bare = not printout.has_backs or printout.duplex == "fold"
    if request.marks_on == "back" and request.marks != "none" and bare:
        yield "nothing is printed on the backs of the leaves, so the marks are on the fronts"


def _list_deck(printout: Printout) -> None:
    """Add a deck to the list of printed ones."""
    from ppgen.deal.log import add_deck  # noqa: PLC0415 - few products deal
    from ppgen.deal.recipe_text import recipe_text  # noqa: PLC0415

    text = recipe_text(printout.request, printout.dealt)
    try:
        if text:
            add_deck(printout.dealt.deck, text)
    except OSError as wrong:
        say(
            f"warning: the deck is missing in `ppgen words log`: {wrong.strerror or wrong}",
            err=True,
        )
