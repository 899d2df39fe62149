"""The options of `make` and `proof`, as click parameters and as one typed value.

Takes texts from the command line; returns `MakeOptions`. Must not read files.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import click

from ppgen.cli import complete
from ppgen.cli.shared import COLUMN, NO_HEADING, ROOT
from ppgen.geometry import Duplex, Edges, Ink, Marks, MarksOn
from ppgen.request import Spares
from ppgen.units import parse_length, parse_margin, show

F = TypeVar("F", bound=Callable[..., Any])

#: The prefix of click's parameters for options that products declare.
DECLARED = "declared_"
#: In mm: what is more than this is no gap to cut along.
MOST_GAP = 30.0


@dataclass(frozen=True)
class MakeOptions:
    """The options given on the command line of `make` or `proof`."""

    targets: tuple[str, ...]
    lang: str | None
    paper: str | None
    size: str | None
    duplex: Duplex | None
    fronts: bool
    count: int | None
    only: frozenset[int] | None
    leaves: frozenset[int] | None
    spares: Spares | None
    seed: int
    bank: tuple[str, ...]
    first: tuple[str, ...]
    deck: str | None
    exclude: tuple[str, ...]
    categories: tuple[str, ...]
    without: tuple[str, ...]
    blank: int
    column: str | None
    no_heading: bool
    no_recipe: bool
    margin: Edges | None
    fit: bool
    marks: Marks
    marks_on: MarksOn
    gap: float | None
    bleed: float | None
    printer: str | None
    pads: int | None
    gang: bool
    one_file: bool
    ink: Ink
    root: Path | None
    output: str | None
    force: bool
    quiet: bool
    #: Options that products declare, by name, as typed.
    declared: Mapping[str, str]


def read_options(given: Mapping[str, Any]) -> MakeOptions:
    """Convert click's parameters into one value; a test keeps their names in sync."""
    own = {name: value for name, value in given.items() if not name.startswith(DECLARED)}
    declared = {
        name.removeprefix(DECLARED): value
        for name, value in given.items()
        if name.startswith(DECLARED) and value is not None
    }
    return MakeOptions(**own, declared=declared)


def _only(_ctx: click.Context, _param: click.Parameter, value: str | None) -> frozenset[int] | None:
    """Read numbers and ranges: 3,7-9."""
    if value is None:
        return None
    out: set[int] = set()
    for part in value.split(","):
        match = re.fullmatch(r"\s*(\d{1,6})\s*(?:-\s*(\d{1,6})\s*)?", part)
        if not match:
            raise click.BadParameter(f"`{value}` is not a list of numbers such as 3,7-9")
        low, high = int(match[1]), int(match[2] or match[1])
        if not 1 <= low <= high:
            raise click.BadParameter(f"`{part.strip()}` is not a range of numbers from 1 up")
        out.update(range(low, high + 1))
    return frozenset(out)


def _margin(_ctx: click.Context, _param: click.Parameter, value: str | None) -> Edges | None:
    """Read a length such as 5, 5mm, 0.2in, or four of them."""
    if value is None:
        return None
    got = parse_margin(value)
    if got is None:
        raise click.BadParameter(
            f"`{value}` is not a margin from 0 to 50 mm, nor four of them: TOP,RIGHT,BOTTOM,LEFT"
        )
    return got


def _gap(_ctx: click.Context, _param: click.Parameter, value: str | None) -> float | None:
    """Read a length such as 4, 4mm or 0.1in."""
    if value is None:
        return None
    got = parse_length(value)
    if got is None or not 0 <= got <= MOST_GAP:
        raise click.BadParameter(f"`{value}` is no length from 0 to {show(MOST_GAP)} mm")
    return got


def _names(_ctx: click.Context, _param: click.Parameter, value: Sequence[str]) -> tuple[str, ...]:
    """Read comma-separated names from an option that may be repeated."""
    return tuple(n for part in value for name in part.split(",") if (n := name.strip()))


_PARAMETERS = (
    click.argument("targets", nargs=-1, metavar="[TARGET]...", shell_complete=complete.TARGETS),
    click.option(
        "--lang",
        shell_complete=complete.LANGUAGES,
        help="Language, such as en; de+en: the second language under each word.",
    ),
    click.option(
        "--paper",
        shell_complete=complete.PAPERS,
        help="a3 a4 a5 a6 letter legal half-letter, or WxH with a unit.",
    ),
    click.option("--size", shell_complete=complete.SIZES, help="Size of one face: a name or WxH."),
    click.option(
        "--duplex",
        type=click.Choice(["long", "short", "manual", "fold", "none"]),
        help="How to print backs. long, short: your printer flips the paper on this edge; "
        "manual: you turn the pile over, so two files; fold: side by side, to fold and glue; "
        "none: on separate sheets.  [default: long, or the edge of --printer]",
    ),
    click.option("--fronts", is_flag=True, help="Print no backs, for cards in sleeves."),
    click.option(
        "--count",
        type=click.IntRange(1, 100_000),
        help="Number of hands to deal, or of copies to print.",
    ),
    click.option(
        "--only", callback=_only, metavar="3,7-9", help="Print only these pieces of the full deck."
    ),
    click.option(
        "--leaves",
        callback=_only,
        metavar="1,4-5",
        help="Print only these sheets of paper, numbered in their margins; 1 for a trial.",
    ),
    click.option(
        "--spares",
        type=click.Choice(["fill", "all", "none"]),
        help="Spare parts, such as lids and blanks, where a product has some: fill: on places left "
        "free; all: if need be on another sheet; none.  [default: fill; none with --only]",
    ),
    click.option(
        "--seed",
        type=click.IntRange(0),
        default=1,
        show_default=True,
        help="Seed for dealing; another number deals another deck.",
    ),
    # Which words to deal: only for products that deal.
    click.option(
        "--bank",
        multiple=True,
        shell_complete=complete.BANKS,
        metavar="FILE|LANG",
        help="Deal these words: a .txt (one word per line), a .csv, a .yaml, or a language's bank. "
        "May be repeated to join several.",
    ),
    click.option(
        "--first",
        multiple=True,
        shell_complete=complete.LISTS,
        metavar="FILE",
        help="Words that the deck must contain.",
    ),
    click.option(
        "--deck",
        shell_complete=complete.DECKS,
        metavar="CODE|FILE",
        help="Print this deck again: its printed code, its .pdf, or the deck.yaml inside the .pdf.",
    ),
    click.option(
        "--exclude",
        multiple=True,
        shell_complete=complete.EXCLUDED,
        metavar="CODE|FILE|printed",
        help="Exclude the words of a deck or file, or of all decks in `ppgen words log`.",
    ),
    click.option(
        "--categories",
        multiple=True,
        shell_complete=complete.CATEGORIES,
        callback=_names,
        metavar="A,B",
        help="Deal only words of these categories.",
    ),
    click.option(
        "--without",
        multiple=True,
        shell_complete=complete.CATEGORIES,
        callback=_names,
        metavar="A,B",
        help="Deal no words of these categories.",
    ),
    click.option(
        "--blank",
        type=click.IntRange(0, 1000),
        default=0,
        metavar="N",
        help="Add N pieces without words, to write on.",
    ),
    COLUMN,
    NO_HEADING,
    click.option(
        "--no-recipe",
        is_flag=True,
        help="Do not embed the deck's recipe, its words and options, in the PDF.",
    ),
    click.option(
        "--margin",
        callback=_margin,
        metavar="MM",
        help="Unprintable margin of your printer: one length, or four for top, right, bottom and "
        "left (3,3,12.7,3).  [default: 5]",
    ),
    click.option("--fit", is_flag=True, help="Shrink faces as much as needed to fit."),
    click.option(
        "--marks",
        type=click.Choice(["corners", "lines", "edges", "none"]),
        default="corners",
        show_default=True,
        help="Cut marks. corners: short lines outside, crosses inside; lines: across the whole "
        "page, for a guillotine; edges: short lines outside only.",
    ),
    click.option(
        "--marks-on",
        type=click.Choice(["front", "back", "both"]),
        default="both",
        show_default=True,
        help="Which sides have cut marks.",
    ),
    click.option("--gap", callback=_gap, metavar="MM", help="Space between faces."),
    click.option(
        "--bleed",
        callback=_gap,
        metavar="MM",
        help="Extend what reaches the cut line this far beyond it: at most half of --gap; alone, "
        "it sets --gap to twice as much.",
    ),
    click.option(
        "--printer",
        metavar="NAME|none",
        help="Printer profile to correct for, see `ppgen printer`; none: ignore the default one.",
    ),
    click.option(
        "--pads",
        type=click.IntRange(1, 100),
        metavar="N",
        help="N pads of --count sheets, each with a cover that shows the edge to glue.",
    ),
    click.option(
        "--gang",
        is_flag=True,
        help="Let products of a game share their last sheets of paper, where that saves some.",
    ),
    click.option(
        "--one-file",
        is_flag=True,
        help="Put all products of a game into one file, in the order in which to print them.",
    ),
    click.option(
        "--ink",
        type=click.Choice(["normal", "low", "grey"]),
        default="normal",
        show_default=True,
        help="low: outlines and hatches in place of filled areas; grey: black ink only.",
    ),
    ROOT,
    click.option("-o", "--output", metavar="FILE|DIR/", help="Where to write."),
    click.option("--force", is_flag=True, help="Replace files that ppgen did not make."),
    click.option("--quiet", is_flag=True, help="Show only problems."),
)


def make_parameters(command: F) -> F:
    """Add the options to a command."""
    for parameter in reversed(_PARAMETERS):
        command = parameter(command)
    return command
