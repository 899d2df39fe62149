"""Products placed, then written into files: PDFs, or what another command makes of a printout.

Takes requests; returns files, and says how to print them. Imports all that makes PDF, so commands
import it when they are called.
"""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import click

from ppgen.build import Fonts, NoLanguage, Printout, TooLarge, make_pages, make_pdf, place
from ppgen.cli.files import refuse_foreign, save, shown
from ppgen.cli.naming import by_hand, output_path
from ppgen.cli.options import MakeOptions
from ppgen.cli.shared import show_problems
from ppgen.cli.terminal import say
from ppgen.diagnostics import Problem, Refused, plural, visible
from ppgen.load.workspace import Workspace
from ppgen.request import Request
from ppgen.units import show_margin

#: Makes the file of a printout; the last argument says whether to say nothing.
Write = Callable[[Printout, Path, Fonts, bool], None]
#: Divides a printout into the files that it is printed from.
Divide = Callable[[Printout, Path], Sequence[tuple[Printout, Path]]]
#: How to print, by the way both sides come on paper.
_HOW = {
    "long": "print both sides, flip on the long edge, at 100 %",
    "short": "print both sides, flip on the short edge, at 100 %",
    "fold": "print one side, at 100 %, cut along the marks, fold on the dashed line and glue",
    "none": "print one side, at 100 %",
}
_GLUE = "; the backs come last: glue each behind its front"
_NEST = "; cut the leaves apart, lay pile on pile in their order, fold and staple"
_SLIT = ", fold in half three times, open, slit the line in the middle, push the ends together"
_FRONTS = "print one side, at 100 %"
_BACKS = (
    "turn the printed pile over about its long edge, put it back into the printer and print this, "
    "at 100 %; try one sheet first: --leaves 1"
)


def make_pdfs(workspace: Workspace, options: MakeOptions, requests: Sequence[Request]) -> None:
    """Make a PDF of every request, and list the decks that are made whole."""
    logged = workspace.settings.log

    def write(printout: Printout, path: Path, fonts: Fonts, quiet: bool) -> None:
        _write_pdf(printout, path, fonts, quiet)
        whole = printout.request.only is None and printout.request.leaves is None
        if logged and printout.dealt.deck and whole:
            _list_deck(printout)

    make_files(workspace, options, requests, write, ".pdf", _by_side)


def make_files(
    workspace: Workspace, options: MakeOptions, requests: Sequence[Request], write: Write,
    ending: str, divide: Divide | None = None,
) -> None:  # fmt: skip
    """Place all products first, then write; nothing is written if anything is wrong."""
    fonts = Fonts(workspace.fonts)
    done: list[tuple[Printout, Path]] = []
    skipped: list[str] = []
    replaced: dict[tuple[str, str], list[str]] = {}
    for request in requests:
        try:
            printout = place(workspace, request, fonts)
        except NoLanguage as lacking:
            # Who asks for a whole game takes what there is of it in the language.
            if _target(request) in options.targets:
                raise click.UsageError(str(lacking)) from None
            skipped.append(str(lacking))
            continue
        except TooLarge as problem:
            # One product that does not fit does not keep back the rest of its game.
            if _target(request) in options.targets:
                workspace.report.problem(problem)
            else:
                skipped.append(f"{_target(request)}: {_in_one_line(problem)}")
            continue
        except Refused as refused:
            raise click.UsageError(str(refused)) from None
        if printout is not None:
            if printout.texts.lang != request.lang:
                replaced.setdefault((request.lang, printout.texts.lang), []).append(
                    _target(request)
                )
            path = output_path(options, request, ending, several=len(requests) > 1)
            done += divide(printout, path) if divide else [(printout, path)]
    if workspace.report:
        show_problems(workspace.report)
        raise click.exceptions.Exit(1)
    if skipped and not done:
        raise click.UsageError("\n".join(skipped))
    _refuse_twice(done)
    if not options.force:
        for _, path in done:
            refuse_foreign(path)
    for printout, path in done:
        try:
            write(printout, path, fonts, options.quiet)
        except Problem as problem:
            # A title or notice in the margin that no font can write.
            workspace.report.problem(problem)
            show_problems(workspace.report)
            raise click.exceptions.Exit(1) from None
    if not options.quiet:
        for (lang, other), targets in replaced.items():
            say(f"note: {_replaced(workspace, lang, other, targets)}", err=True)
    for line in skipped:
        say(f"left out: {line}", err=True)


def _in_one_line(problem: Problem) -> str:
    found = problem.diagnostic
    return f"{found.message}, {found.note}; {found.help}"


def _by_side(printout: Printout, path: Path) -> Sequence[tuple[Printout, Path]]:
    """Return fronts and backs files of their own where a person turns the pile between them."""
    if printout.duplex != "manual":
        return [(printout, path)]
    fronts, backs = by_hand(path)
    return [(printout._replace(side="front"), fronts), (printout._replace(side="back"), backs)]


def _replaced(workspace: Workspace, lang: str, other: str, targets: Sequence[str]) -> str:
    """Say what is printed in another language than the one that was requested."""
    if workspace.labels("labels", lang):
        return f"printed in `{other}`, as there is no `{lang}` of it: {', '.join(targets)}"
    return f"there are no labels in `{lang}`: those that are printed are in `{other}`"


def _target(request: Request) -> str:
    return f"{request.game.name}/{request.product.name}"


def _refuse_twice(done: Sequence[tuple[Printout, Path]]) -> None:
    """Refuse products that would overwrite each other, on disks that ignore case too."""
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


def _write_pdf(printout: Printout, path: Path, fonts: Fonts, quiet: bool) -> None:
    """Write a PDF whole or not at all, then say what to do with it."""
    if not quiet and sys.stderr.isatty() and printout.pages > 500:
        # A bar steers the terminal itself, so it is given the stream behind.
        bare, label = getattr(sys.stderr, "stream", sys.stderr), visible(path.name)
        pages = make_pages(printout, fonts)
        with click.progressbar(pages, length=printout.pages, label=label, file=bare) as bar:
            data = make_pdf(printout, fonts, bar)
    else:
        data = make_pdf(printout, fonts)
    save(path, data)
    for line in printout.dealt.warnings:
        say(f"warning: {line}", err=True)
    if not quiet:
        for line in (*printout.dealt.notes, *_smaller(printout)):
            say(f"note: {line}", err=True)
        say(_summary(printout, path))


def _smaller(printout: Printout) -> Iterator[str]:
    """Say which faces are smaller than usual."""
    for size, usual in {group.size: group.usual for group in printout.groups}.items():
        if usual:
            margin = show_margin(printout.request.margin)
            yield f"faces are {size} mm instead of {usual}, for a margin of {margin} mm"


def _list_deck(printout: Printout) -> None:
    """Put a deck into the list of those that were printed."""
    from ppgen.deal.log import add_deck  # noqa: PLC0415 - few products deal
    from ppgen.deal.recipe_text import recipe_text  # noqa: PLC0415

    text = recipe_text(printout.request, printout.dealt)
    try:
        if text:
            add_deck(printout.dealt.deck, text)
    except OSError as wrong:
        say(f"warning: the deck is not in `ppgen words log`: {wrong.strerror or wrong}", err=True)


def _summary(printout: Printout, path: Path) -> str:
    """Say in one line what was made and how to print it."""
    faces = plural(printout.faces, "face")
    leaves = plural(printout.printed_leaves, "leaf", "leaves")
    request, way = printout.request, printout.duplex
    if way == "manual":
        how = _BACKS if printout.side == "back" else _FRONTS
    else:
        how = _HOW[way]
        if request.product.kind == "booklet":
            how += _NEST if printout.has_backs else _SLIT
        elif way == "none" and printout.has_backs:
            how += _GLUE
    deck = f"deck {printout.dealt.deck}, " if printout.dealt.deck else ""
    return f"{shown(path)}: {deck}{faces} on {leaves} of {request.paper_name}; {how}"
