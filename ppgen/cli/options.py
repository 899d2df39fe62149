"""The options of `make` and `proof`: as click reads them, and as one typed value.

Takes texts from the command line; returns `MakeOptions`. Must not read a file.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import click

from ppgen.cli.shared import COLUMN, NO_HEADING, ROOT
from ppgen.geometry import Duplex, Edges
from ppgen.units import parse_margin

F = TypeVar("F", bound=Callable[..., Any])

#: Options that products declare have this before their names among click's parameters.
DECLARED = "declared_"


@dataclass(frozen=True)
class MakeOptions:
    """What the command line of `make` or `proof` says."""

    targets: tuple[str, ...]
    lang: str | None
    paper: str | None
    size: str | None
    duplex: Duplex
    fronts: bool
    count: int | None
    only: frozenset[int] | None
    leaves: frozenset[int] | None
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
    root: Path | None
    output: str | None
    force: bool
    quiet: bool
    #: Options that products declare, by their names, as they were typed.
    declared: Mapping[str, str]


def read_options(given: Mapping[str, Any]) -> MakeOptions:
    """Turn click's parameters into one value; a test holds both to the same names."""
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
            raise click.BadParameter(f"`{value}` is no list of numbers such as 3,7-9")
        low, high = int(match[1]), int(match[2] or match[1])
        if not 1 <= low <= high:
            raise click.BadParameter(f"`{part.strip()}` is no range: numbers count from 1 upwards")
        out.update(range(low, high + 1))
    return frozenset(out)


def _margin(_ctx: click.Context, _param: click.Parameter, value: str | None) -> Edges | None:
    """Read a length such as 5, 5mm, 0.2in, or four of them."""
    if value is None:
        return None
    got = parse_margin(value)
    if got is None:
        raise click.BadParameter(
            f"`{value}` is no margin from 0 to 50 mm, nor four of them: TOP,RIGHT,BOTTOM,LEFT"
        )
    return got


def _names(_ctx: click.Context, _param: click.Parameter, value: Sequence[str]) -> tuple[str, ...]:
    """Read names with commas between them, given once or several times."""
    return tuple(n for part in value for name in part.split(",") if (n := name.strip()))


_PARAMETERS = (
    click.argument("targets", nargs=-1, metavar="[TARGET]..."),
    click.option("--lang", help="Language, such as en or de; de+en: the second under each word."),
    click.option("--paper", help="a3 a4 a5 a6 letter legal half-letter, or WxH with a unit."),
    click.option("--size", help="Size of one face: a name or WxH."),
    click.option(
        "--duplex",
        type=click.Choice(["long", "short", "manual", "fold", "none"]),
        default="long",
        show_default=True,
        help="How backs come behind fronts: the edge about which your printer turns the paper; "
        "manual: you turn the pile, so two files; fold: side by side, to fold and glue; "
        "none: on sheets of their own.",
    ),
    click.option("--fronts", is_flag=True, help="Leave out the backs, for cards in sleeves."),
    click.option(
        "--count",
        type=click.IntRange(1, 100_000),
        help="How many are dealt, or how often the whole is printed.",
    ),
    click.option(
        "--only", callback=_only, metavar="3,7-9", help="Only these numbers, as in the full deck."
    ),
    click.option(
        "--leaves",
        callback=_only,
        metavar="1,4-5",
        help="Print only these sheets of paper, by the numbers in their margins; 1 for a trial.",
    ),
    click.option(
        "--seed",
        type=click.IntRange(0),
        default=1,
        show_default=True,
        help="Another number deals another deck.",
    ),
    # Which words are dealt: only products that deal have use for these.
    click.option(
        "--bank",
        multiple=True,
        metavar="FILE|LANG",
        help="Deal these words: a .txt with a word a line, a .csv, a .yaml, or a language's bank. "
        "Several are joined.",
    ),
    click.option(
        "--first", multiple=True, metavar="FILE", help="Words that are surely in the deck."
    ),
    click.option(
        "--deck",
        metavar="CODE|FILE",
        help="This deck again: the code printed on it, its .pdf, or the deck.yaml inside of that.",
    ),
    click.option(
        "--exclude",
        multiple=True,
        metavar="CODE|FILE|printed",
        help="Leave out the words of a deck or file, or of all decks in `ppgen words log`.",
    ),
    click.option(
        "--categories",
        multiple=True,
        callback=_names,
        metavar="A,B",
        help="Only words of these categories.",
    ),
    click.option(
        "--without",
        multiple=True,
        callback=_names,
        metavar="A,B",
        help="No words of these categories.",
    ),
    click.option(
        "--blank",
        type=click.IntRange(0, 1000),
        default=0,
        metavar="N",
        help="N pieces more without words, to write on.",
    ),
    COLUMN,
    NO_HEADING,
    click.option(
        "--no-recipe",
        is_flag=True,
        help="Leave out of the PDF of a deck what deals it again: its words and options.",
    ),
    click.option(
        "--margin",
        callback=_margin,
        metavar="MM",
        help="What your printer cannot reach at the paper's edges: one length, or those of top, "
        "right, bottom and left (3,3,12.7,3).  [default: 5]",
    ),
    click.option(
        "--fit", is_flag=True, help="Make faces as small as they must be to fit, however small."
    ),
    ROOT,
    click.option("-o", "--output", metavar="FILE|DIR/", help="Where to write."),
    click.option("--force", is_flag=True, help="Replace a file that ppgen has not made."),
    click.option("--quiet", is_flag=True, help="Say nothing but problems."),
)


def make_parameters(command: F) -> F:
    """Add the options to a command."""
    for parameter in reversed(_PARAMETERS):
        command = parameter(command)
    return command
