"""Jobs of the page as requests: read as the command line reads them, by the same options.

Takes a workspace, a job and a folder for the person's own words; gives requests. An option that
names a file is refused: no path from a message reaches the disk.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import shlex
from functools import cache
from pathlib import Path

import click

from ppgen.cli.decks import with_recipe
from ppgen.cli.options import MakeOptions, make_parameters, read_options
from ppgen.cli.requests import read_requests
from ppgen.deal.recipe import read_recipe
from ppgen.diagnostics import Refused
from ppgen.load.bank_files import PLAIN
from ppgen.load.workspace import Workspace
from ppgen.model.recipe import Recipe
from ppgen.request import Request
from ppgen.studio.protocol import Job, OwnWords

#: Options that name files, write them, or make no sense in a page.
_CLOSED = frozenset(
    {
        "bank",
        "first",
        "exclude",
        "root",
        "output",
        "force",
        "quiet",
        "targets",
        "no_recipe",
        "printer",
    }
)
#: The largest list of words, in bytes and lines, and the most options of a job.
_MOST_BYTES = 5_000_000
_MOST_LINES = 20_000
_LONGEST_LINE = 2000
_MOST_OPTIONS = 50


def read_job(workspace: Workspace, job: Job, folder: Path) -> Request:
    """Return the request of a job.

    Raises:
        Refused: if it cannot be made, with what can.
    """
    return _read(workspace, job, folder)[1]


def read_options_of(workspace: Workspace, job: Job, folder: Path) -> tuple[MakeOptions, Request]:
    """Return a job as options and as the request that they make.

    Raises:
        Refused: if it cannot be made, with what can.
    """
    return _read(workspace, job, folder)


def _read(workspace: Workspace, job: Job, folder: Path) -> tuple[MakeOptions, Request]:
    try:
        options = _options(workspace, job, folder)
        recipe = None
        if "recipe" in job:
            recipe = _recipe(workspace, job["recipe"])
            options = with_recipe(workspace, options, recipe)
        (request,) = read_requests(workspace, options, recipe)
    except click.UsageError as wrong:
        raise Refused(wrong.message) from None
    except ValueError:
        raise Refused("one product at a time: GAME/PRODUCT") from None
    return options, request


def _options(workspace: Workspace, job: Job, folder: Path) -> MakeOptions:
    target = job["target"]
    name, _, key = target.partition("/")
    game = workspace.game(name) if name in workspace.games() else None
    product = game.products.get(key) if game else None
    if product is None:
        raise Refused(f"there is no product `{target[:100]}`")
    argv: list[str] = []
    declared: dict[str, str] = {}
    settings = job.get("set", {})
    if len(settings) > _MOST_OPTIONS:
        raise Refused(f"more than {_MOST_OPTIONS} options")
    known = _parameters()
    for option, value in settings.items():
        parameter = known.get(option)
        if option in product.options:
            declared[option] = value
        elif parameter is None or option in _CLOSED:
            raise Refused(f"there is no option `{option[:100]}` here")
        elif parameter.is_flag:
            argv += [parameter.opts[-1]] if value == "yes" else []
        elif value:
            argv += [f"{parameter.opts[-1]}={value}"]
    deck = settings.get("deck", "")
    if deck.lower().endswith((".pdf", ".yaml")):
        raise Refused("drop the file of a deck instead of naming it")
    if words := job.get("words"):
        flag = "--first" if words["use"] == "first" else "--bank"
        argv += [f"{flag}={words_file(words, folder)}"]
    context = _command().make_context("make", [target, *argv])
    return read_options({**context.params, **{f"declared_{k}": v for k, v in declared.items()}})


@cache
def _command() -> click.Command:
    @click.command("make")
    @make_parameters
    def command(**_given: object) -> None:
        """Take the options of `make`, to read them only."""

    return command


@cache
def _parameters() -> dict[str, click.Option]:
    return {p.name or "": p for p in _command().params if isinstance(p, click.Option)}


def words_file(words: OwnWords, folder: Path) -> Path:
    """Put words into a file of the session's own folder, by a name that follows from them."""
    try:
        data = decoded(words["data"]) if "data" in words else words.get("text", "").encode()
    except UnicodeEncodeError:
        raise Refused("the list has half of a character in it: type it again") from None
    if len(data) > _MOST_BYTES:
        raise Refused(f"a list of more than {_MOST_BYTES // 1_000_000} MB")
    if data.count(b"\n") > _MOST_LINES:
        raise Refused(f"a list of more than {_MOST_LINES:,} words")
    for number, line in enumerate(data.split(b"\n"), 1):
        if len(line) > _LONGEST_LINE:
            raise Refused(f"line {number} is longer than a word")
    ending = Path(words["name"]).suffix.lower()
    if ending not in PLAIN:
        ending = ".txt"
    path = folder / f"words-{hashlib.sha256(data).hexdigest()[:16]}{ending}"
    if not path.is_file():
        path.write_bytes(data)
    return path


def decoded(text: str) -> bytes:
    """Return the bytes of base64.

    Raises:
        Refused: if it is none.
    """
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise Refused("the file did not arrive whole") from None


def _recipe(workspace: Workspace, text: str) -> Recipe:
    recipe = read_recipe(decoded(text), "the file", workspace.report)
    if recipe is None:
        found = workspace.report.sorted()
        raise Refused(found[0].message if found else "this file has no deck in it")
    return recipe


def typed(job: Job) -> str:
    """Return what does the same on the command line."""
    flags = [
        f"--{name.replace('_', '-')}" if value == "yes" else f"--{name.replace('_', '-')} {value}"
        for name, value in job.get("set", {}).items()
        if value
    ]
    words = job.get("words")
    if words:
        name = shlex.quote(Path(words["name"]).name)
        flags.append(f"--{'first' if words['use'] == 'first' else 'bank'} {name}")
    return " ".join(["ppgen make", job["target"], *flags])
