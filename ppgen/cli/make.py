"""`ppgen make`: build products and say how to print them."""

from __future__ import annotations

import re
import sys
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import click

from ppgen import __version__
from ppgen.cli.deck_options import code_language, dealing_options, read_dealing, split_language
from ppgen.cli.files import refuse_foreign, save, shown
from ppgen.cli.naming import output_path
from ppgen.cli.shared import (
    ROOT,
    example_target,
    find_paper,
    open_workspace,
    pick,
    show_problems,
)
from ppgen.cli.terminal import say
from ppgen.diagnostics import Problem, suggest, visible
from ppgen.language.tags import tag
from ppgen.load.workspace import Workspace
from ppgen.model.game import Game, Option, Product
from ppgen.units import parse_length, parse_number, show

#: Makes the file of a placed product: job, file, fonts, and whether to say nothing.
Write = Callable[[Any, Path, Any, bool], None]
_EDGES = {"long": "flip on the long edge", "short": "flip on the short edge"}


def _only(_ctx: click.Context, _param: click.Parameter, value: str | None) -> frozenset[int] | None:
    """Read numbers and ranges: 3,7-9."""
    if value is None:
        return None
    out: set[int] = set()
    for part in value.split(","):
        match = re.fullmatch(r"\s*(\d{1,6})\s*(?:-\s*(\d{1,6})\s*)?", part)
        if not match:
            raise click.BadParameter(f"`{value}` is no list of numbers such as 3,7-9")
        low, high = int(match[1]), int(match[2] or match[1])
        if not 1 <= low <= high:
            raise click.BadParameter(f"`{part.strip()}` is no range: numbers count from 1 upwards")
        out.update(range(low, high + 1))
    return frozenset(out)


def _margin(_ctx: click.Context, _param: click.Parameter, value: str) -> float:
    """Read a length: 5, 5mm, 0.2in."""
    got = parse_length(value)
    if got is None or not 0 <= got <= 50:
        raise click.BadParameter(f"`{value}` is no margin from 0 to 50 mm")
    return got


class MakeCommand(click.Command):
    """A command whose options grow by those that products declare."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Add the products' options before click reads the arguments."""
        # Kept for `make` itself, so that no file is read twice.
        ctx.obj = _opened(args)
        found = _declared(ctx.obj, args).values() if ctx.obj else ()
        taken = {flag for param in self.params for flag in param.opts}
        # One that is named like ppgen's own is reported when the game is read (E212).
        ctx.meta[__name__] = [_click_option(o) for o in found if o.flag not in taken]
        return super().parse_args(ctx, args)

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Give the products' options before `--help`, which is the last."""
        own = super().get_params(ctx)
        return [*own[:-1], *ctx.meta.get(__name__, ()), *own[-1:]]

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Close the help with an example that works here."""
        target = example_target(open_workspace(None))
        with formatter.section("Example"):
            formatter.write_text(f"ppgen {self.name} {target} --lang de --paper a4")
        with formatter.section("Options of a product"):
            formatter.write_text(f"ppgen {self.name} {target} --help, or all: ppgen list")
        super().format_epilog(ctx, formatter)


def _opened(args: Sequence[str]) -> Workspace | None:
    """Open the workspace that the arguments name; none if there is no such folder."""
    root = None
    for i, arg in enumerate(args):
        if arg == "--root" and i + 1 < len(args):
            root = args[i + 1]
        elif arg.startswith("--root="):
            root = arg.partition("=")[2]
    if root is not None and not Path(root).is_dir():
        return None
    return open_workspace(Path(root) if root else None)


def _declared(workspace: Workspace, args: Sequence[str]) -> dict[str, Option]:
    """Find the options of the products that the arguments name, or of all."""
    games = workspace.games()
    named = [a for a in args if a.partition("/")[0] in games]
    helping = any(a in {"-h", "--help"} for a in args)
    out: dict[str, Option] = {}
    if helping and not named:
        return out  # the options of all products in one heap would help nobody
    # A game that nobody asked for is not read: what is wrong in it is of no concern here.
    for game_name in sorted({a.partition("/")[0] for a in named}) or games:
        game = workspace.game(game_name)
        for product in game.products.values() if game else ():
            target = f"{game_name}/{product.name}"
            if helping and game_name not in named and target not in named:
                continue
            for option in product.options.values():
                out.setdefault(option.name, option)
    return out


def _click_option(option: Option) -> click.Option:
    help_text = option.help
    if option.kind == "choice":
        help_text += f" [{'|'.join(str(c) for c in option.choices)}]"
    elif option.range:
        help_text += f" [{option.range}]"
    return click.Option(
        [option.flag, f"opt_{option.name}"], type=str, default=None,
        metavar={"integer": "N", "number": "N", "size": "SIZE", "choice": "CHOICE"}[option.kind],
        help=f"{help_text} (default {option.default})".strip(),
    )  # fmt: skip


@click.command(cls=MakeCommand)
@click.argument("targets", nargs=-1, metavar="[TARGET]...")
@click.option("--lang", help="Language, such as en or de; de+en: the second under each word.")
@click.option("--paper", help="a3 a4 a5 a6 letter legal half-letter, or WxH with a unit.")
@click.option("--size", help="Size of one face: a name or WxH.")
@click.option(
    "--duplex",
    type=click.Choice(["long", "short", "none"]),
    default="long",
    show_default=True,
    help="The edge about which your printer turns the paper.",
)
@click.option(
    "--count",
    type=click.IntRange(1, 100_000),
    help="How many are dealt, or how often the whole is printed.",
)
@click.option(
    "--only", callback=_only, metavar="3,7-9", help="Only these numbers, as in the full deck."
)
@click.option(
    "--seed",
    type=click.IntRange(0),
    default=1,
    show_default=True,
    help="Another number deals another deck.",
)
@dealing_options
@click.option(
    "--margin",
    callback=_margin,
    metavar="MM",
    default="5",
    show_default=True,
    help="What your printer cannot reach at the paper's edges.",
)
@ROOT
@click.option("-o", "--output", metavar="FILE|DIR/", help="Where to write.")
@click.option("--force", is_flag=True, help="Replace a file that ppgen has not made.")
@click.option("--quiet", is_flag=True, help="Say nothing but problems.")
def make(targets: tuple[str, ...], **given: Any) -> None:  # fmt: skip
    """Build PDFs: TARGET is a game or game/product; none is every game, `all` all of them."""
    run(targets, given, _write)


def run(
    targets: tuple[str, ...], given: dict[str, Any], write: Write, ending: str = ".pdf"
) -> None:
    """Do what was asked for: `write` makes the file of each product."""
    workspace = click.get_current_context().obj or open_workspace(given["root"])
    try:
        chosen = pick(workspace, targets)
        if not chosen:
            msg = "there is nothing to make here"
            raise click.UsageError(msg)
        options = {k[4:]: v for k, v in given.items() if k.startswith("opt_") and v is not None}
        _check_options(chosen, options)
        build(workspace, chosen, given, options, targets, write, ending)
    except click.UsageError:
        # What is asked for may be missing just because a file is broken.
        if not workspace.report:
            raise
        show_problems(workspace.report)
        raise click.exceptions.Exit(1) from None


def _check_options(chosen: Sequence[tuple[Game, Product]], options: dict[str, str]) -> None:
    for name in options:
        if not any(name in product.options for _, product in chosen):
            flag = "--" + name.replace("_", "-")
            msg = f"none of the products asked for has the option {flag}"
            raise click.UsageError(msg)


def option_value(option: Option, text: str) -> object:
    """Check an option's value against what the product declares."""
    if option.kind in {"integer", "number"}:
        value = parse_number(text)
        if value is None or (option.kind == "integer" and not isinstance(value, int)):
            msg = f"{option.flag}: `{text}` is no {option.kind}"
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
        msg = f"{option.flag}: `{text}` is none of {', '.join(names)}; {suggest(text, names)}"
        raise click.UsageError(msg)
    return text


def build(
    workspace: Workspace, chosen: Sequence[tuple[Game, Product]], given: dict[str, Any],
    options: dict[str, str], targets: Sequence[str], write: Write, ending: str,
) -> None:  # fmt: skip
    """Place all products first, then write; nothing is written if anything is wrong."""
    # Imported here, so that --help and usage errors stay quick.
    from ppgen.build.pipeline import Done, prepare  # noqa: PLC0415
    from ppgen.diagnostics import Refused  # noqa: PLC0415
    from ppgen.load.check import unused_labels  # noqa: PLC0415
    from ppgen.load.languages import NoLanguage  # noqa: PLC0415
    from ppgen.request import Request  # noqa: PLC0415
    from ppgen.text.fonts import Fonts  # noqa: PLC0415

    settings = workspace.settings
    lang, second = split_language(given["lang"] or "")
    dealing = read_dealing(given, second and _language(second), chosen)
    lang = lang or (code_language(dealing.deck) if dealing else "")
    lang = _language(lang or str(settings.get("lang") or "en"))
    paper_name = (given["paper"] or str(settings.get("paper") or "a4")).lower()
    paper = find_paper(workspace, paper_name)
    fonts = Fonts(workspace.fonts)
    done: list[tuple[Done, Path]] = []
    several = len(chosen) > 1
    skipped: list[str] = []
    for game, product in chosen:
        values: dict[str, object] = {o.name: o.default for o in product.options.values()}
        own = {k: v for k, v in options.items() if k in product.options}
        for name, text in own.items():
            values[name] = option_value(product.options[name], text)
        request = Request(
            game, product, lang, paper, paper_name, given["duplex"], given["size"], given["count"],
            given["only"], given["seed"], given["margin"], values,
        )  # fmt: skip
        if dealing is not None and product.deals:
            from ppgen.deal.deck import with_dealing  # noqa: PLC0415

            request = with_dealing(request, dealing)
        try:
            job = prepare(workspace, request, fonts)
        except Refused as refused:
            # Who asks for a whole game takes what there is of it in the language.
            named = f"{game.name}/{product.name}" in targets
            if isinstance(refused, NoLanguage) and not named:
                skipped.append(str(refused))
                continue
            raise click.UsageError(str(refused)) from None
        if job is not None:
            done.append((job, output_path(given, job.request, own, ending, several=several)))
    unused_labels(workspace)
    if workspace.report:
        show_problems(workspace.report)
        raise click.exceptions.Exit(1)
    if skipped and not done:
        raise click.UsageError("\n".join(skipped))
    _refuse_twice(done)
    if not given["force"]:
        for _, path in done:
            refuse_foreign(path)
    for job, path in done:
        try:
            write(job, path, fonts, given["quiet"])
        except Problem as problem:
            # A title or notice in the margin that no font can write.
            workspace.report.problem(problem)
            show_problems(workspace.report)
            raise click.exceptions.Exit(1) from None
    for line in skipped:
        say(f"left out: {line}", err=True)


def _refuse_twice(done: Sequence[tuple[Any, Path]]) -> None:
    """Refuse products that would overwrite each other, on disks that ignore case too."""
    taken: dict[str, Any] = {}
    for job, path in done:
        first = taken.setdefault(unicodedata.normalize("NFC", str(path)).casefold(), job)
        if first is not job:
            a, b = (f"{j.request.game.name}/{j.request.product.name}" for j in (first, job))
            msg = (
                f"{a} and {b} would both be written to {shown(path)}; "
                "rename one of them, or make each by itself with -o FILE"
            )
            raise click.UsageError(msg)


def _language(text: str) -> str:
    """Write a language tag as files are named by it."""
    found = tag(text)
    if found is None:
        msg = f"`{text}` is no language; write a tag such as en, de-AT or zh-Hant"
        raise click.UsageError(msg)
    return found


def _write(job: Any, path: Path, fonts: Any, quiet: bool) -> None:
    """Write a PDF whole or not at all, then say what to do with it."""
    from ppgen.build.pages import pages  # noqa: PLC0415

    made = pages(job, fonts)
    if not quiet and sys.stderr.isatty() and job.pages > 500:
        # A bar steers the terminal itself, so it is given the stream behind.
        bare, label = getattr(sys.stderr, "stream", sys.stderr), visible(path.name)
        with click.progressbar(made, length=job.pages, label=label, file=bare) as bar:
            data = as_pdf(job, bar, fonts)
    else:
        data = as_pdf(job, made, fonts)
    save(path, data)
    for line in job.dealt.warnings:
        say(f"warning: {line}", err=True)
    if not quiet:
        for line in job.dealt.notes:
            say(f"note: {line}", err=True)
        say(summary(job, path))


def as_pdf(job: Any, made: Iterable[Any], fonts: Any) -> bytes:
    """Give the PDF of some pages of a job."""
    from ppgen.pdf.document import Info, write  # noqa: PLC0415

    request = job.request
    title = f"{job.title}: {request.product.name} ({request.lang})"
    duplex: Any = request.duplex if job.two_sided else "none"
    info = Info(title, request.lang, duplex, f"ppgen {__version__}")
    return write(made, info, fonts)


def summary(job: Any, path: Path) -> str:
    """Say in one line what was made and how to print it."""
    request = job.request
    leaves = f"{job.leaves} {'leaf' if job.leaves == 1 else 'leaves'}"
    how = f"both sides, {_EDGES[request.duplex]}" if job.two_sided else "one side"
    deck = f"deck {job.dealt.deck}, " if job.dealt.deck else ""
    size = (
        f"{job.faces} {'face' if job.faces == 1 else 'faces'} on {leaves} of {request.paper_name}"
    )
    return f"{shown(path)}: {deck}{size}; print {how}, at 100 %"
