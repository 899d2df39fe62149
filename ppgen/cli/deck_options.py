"""Options that say which words are dealt; only products that deal have them."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from ppgen.model.game import Game, Product

if TYPE_CHECKING:
    from ppgen.request import Dealing

F = TypeVar("F", bound=Callable[..., Any])

_FLAGS = ("bank", "first", "deck", "exclude", "categories", "without", "blank")


def _names(_ctx: click.Context, _param: click.Parameter, value: Sequence[str]) -> tuple[str, ...]:
    """Read names with commas between them, given once or several times."""
    return tuple(n for part in value for name in part.split(",") if (n := name.strip()))


_OPTIONS = (
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
    click.option("--deck", metavar="CODE", help="The deck of this code again, as it was printed."),
    click.option(
        "--exclude",
        multiple=True,
        metavar="CODE|FILE",
        help="Leave out the words of a deck or file, for a second deck.",
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
)


def dealing_options(command: F) -> F:
    """Add the options to a command."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def split_language(text: str) -> tuple[str, str]:
    """Cut `de+en` into the language of the deck and the one under its words."""
    lang, plus, second = text.partition("+")
    if plus and not (re.fullmatch(r"[\w-]+", lang) and re.fullmatch(r"[\w-]+", second)):
        msg = f"--lang {text}: two languages are written de+en"
        raise click.UsageError(msg)
    return lang, second


def read_dealing(
    given: dict[str, Any], second: str, chosen: Sequence[tuple[Game, Product]]
) -> Dealing | None:
    """Read what was asked for; None if nothing was."""
    used = [f for f in _FLAGS if given[f]]
    if not used and not second:
        return None
    flag = f"--{used[0]}" if used else f"--lang with `+{second}`"
    if not any(product.deals for _, product in chosen):
        msg = f"none of the products asked for deals words: {flag} is of no use there"
        raise click.UsageError(msg)
    from ppgen.request import Dealing  # noqa: PLC0415 - keeps what deals nothing quick

    return Dealing(
        given["bank"], given["first"], _code(given), given["exclude"], given["categories"],
        given["without"], given["blank"], second,
    )  # fmt: skip


def _code(given: dict[str, Any]) -> str:
    """Read the code of a deck, which says language, seed and count."""
    if given["deck"] is None:
        return ""
    from ppgen.deal.code import read_code  # noqa: PLC0415 - see above

    code = read_code(given["deck"])
    if code is None:
        msg = f"--deck: `{given['deck']}` is no code of a deck such as de-1-110-7K3F"
        raise click.UsageError(msg)
    for flag, value, said in (
        ("--lang", (given["lang"] or code.lang).partition("+")[0], code.lang),
        ("--seed", code.seed if given["seed"] == 1 else given["seed"], code.seed),
        ("--count", given["count"] or code.count, code.count),
    ):
        if value != said:
            msg = f"--deck {code} says {flag} {said}, so {flag} {value} cannot be"
            raise click.UsageError(msg)
    return str(code)


def code_language(deck: str) -> str:
    """Return the language that a deck's code says, if there is a code."""
    from ppgen.deal.code import read_code  # noqa: PLC0415 - see above

    code = read_code(deck)
    return code.lang if code else ""


def name_parts(dealing: Dealing) -> list[str]:
    """Give the parts of a file's name, in a fixed order."""

    def stem(entry: str) -> str:
        path = Path(entry)
        if not path.suffix or not path.is_file():
            return entry
        # Many lists are called words.txt: what is in one tells it from the others.
        return f"{path.stem}-{hashlib.sha256(path.read_bytes()).hexdigest()[:6]}"

    parts = [f"bank-{stem(entry)}" for entry in dealing.banks]
    parts += [f"first-{stem(entry)}" for entry in dealing.first]
    parts += [f"deck-{dealing.deck}"] if dealing.deck else []
    parts += [f"exclude-{stem(entry)}" for entry in dealing.exclude]
    parts += [f"of-{','.join(dealing.categories)}"] if dealing.categories else []
    parts += [f"without-{','.join(dealing.without)}"] if dealing.without else []
    return parts + ([f"blank{dealing.blank}"] if dealing.blank else [])
