"""The timed jobs: everything that users run, the peers that draw the same, and the goals.

Data only: must not run, measure or write.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
FONTS = ROOT / "ppgen" / "fonts"
PPGEN = str(Path(sys.executable).with_name("ppgen"))
#: Names of peers, and the modules that they are imported as; reportlab comes with ppgen.
PEERS = {"reportlab": "reportlab", "typst": "typst", "pycairo": "cairo", "fpdf2": "fpdf"}
SCRIPTS = ("de", "ar", "he", "hi", "th", "ja")


class Name(NamedTuple):
    """Which process of which job."""

    job: str
    who: str


class Deck(NamedTuple):
    """Cards of four words each, and how many words are listed to deal them from."""

    cards: int
    listed: int

    @property
    def file(self) -> str:
        """Return the name of the file that lists the words."""
        return f"words-{self.listed}.txt"

    @property
    def pages(self) -> int:
        """Return how many pages of nine cards there are, both sides."""
        return 2 * -(-self.cards // 9)


SMALL = Deck(110, 440)
# Dealing keeps similar words apart, so it needs a few more than it deals.
GROWTH = {"growth-1k": Deck(1000, 4040), "growth-3k": Deck(3000, 12120)}
LARGE = Deck(10_900, 44_000)
LINTED = 100_000


@dataclass(frozen=True)
class Process:
    """A command to time; `{folder}` and `{out}` stand for where its files lie.

    Its PDF must have so many pages, and so many different words of the file `listed`. One with a
    `reference` must look like that one's. If `clock` is inside, it prints its own seconds. One that
    is `fresh` runs in a folder of its own, which is empty but for an empty workspace file to copy
    into.
    """

    who: str
    command: tuple[str, ...]
    ending: str = ""
    pages: int = 0
    words: int = 0
    listed: str = ""
    reference: Name | None = None
    clock: Literal["outside", "inside"] = "outside"
    fresh: bool = False


@dataclass(frozen=True)
class Goal:
    """The most that a figure of ppgen may be: a ratio to another process's, or milliseconds."""

    figure: Literal["time", "memory", "milliseconds"]
    most: float
    beside: Name | None = None
    aim: float | None = None


@dataclass(frozen=True)
class Job:
    """A user's task, the processes that do it, and the one that ppgen is compared to."""

    key: str
    title: str
    processes: tuple[Process, ...]
    beside: Name
    goals: tuple[Goal, ...] = ()
    heavy: bool = False

    @property
    def ppgen(self) -> Process:
        """Return the process that is judged."""
        return next(process for process in self.processes if process.who == "ppgen")


def _ppgen(command: str, ending: str = "", pages: int = 0) -> Process:
    return Process("ppgen", (PPGEN, *command.split()), ending, pages)


def _python(who: str, code: str, *arguments: str) -> Process:
    return Process(who, (sys.executable, "-c", code, *arguments))


def _peers(job: str, kind: str, count: int, deck: Deck) -> tuple[Process, ...]:
    """Return the peers that draw a job, plain reportlab first: the others must look like it."""
    cards = kind == "deck"
    return tuple(
        Process(
            who,
            (
                sys.executable, str(ROOT / f"bench/peers/with_{who}.py"), kind, str(count),
                f"{{folder}}/{deck.file}", "{out}",
            ),
            ".pdf",
            pages=deck.pages if cards else 2 * count,
            words=4 * deck.cards if cards else 0,
            listed=deck.file if cards else "",
            reference=None if who == "reportlab" else Name(job, "reportlab"),
        )
        for who in PEERS
    )  # fmt: skip


def _deal(deck: Deck, file: str, more: str = "") -> Process:
    return Process(
        "ppgen",
        (
            *f"{PPGEN} make decrypto/keywords --bank {{folder}}/{file} --size 63x88".split(),
            *f"--count {deck.cards} --case keep {more} -o {{out}}".split(),
        ),
        ".pdf", deck.pages, 4 * deck.cards, file,
    )  # fmt: skip


def _cards(key: str, deck: Deck, goals: tuple[Goal, ...] = (), *, heavy: bool = True) -> Job:
    peers = _peers(key, "deck", deck.cards, deck)
    title = f"{deck.cards:,} keyword cards of 63x88 mm from {deck.listed:,} words"
    processes = (*peers, _deal(deck, deck.file))
    return Job(key, title, processes, Name(key, "reportlab"), goals, heavy)


def _growth(key: str, deck: Deck) -> Job:
    """Return a step on the way to the large deck, beside plain reportlab only."""
    job = _cards(key, deck)
    kept = tuple(p for p in job.processes if p.who in {"reportlab", "ppgen"})
    return Job(key, job.title, kept, job.beside, heavy=True)


def _pad(key: str, count: int, goals: tuple[Goal, ...], *, heavy: bool = True) -> Job:
    notes = _ppgen(
        f"make decrypto/notes --size a4 --count {count} -o {{out}}", ".pdf", pages=2 * count
    )
    processes = (*_peers(key, "pad", count, SMALL), notes)
    title = f"{count:,} two-sided note sheets on A4"
    return Job(key, title, processes, Name(key, "reportlab"), goals, heavy)


def _script(script: str) -> Job:
    latin = Name("deck-de", "ppgen")
    process = _deal(SMALL, f"{script}.txt", f"--lang {script}")
    goals = () if script == "de" else (Goal("time", 2, latin),)
    return Job(f"deck-{script}", f"110 cards, the words in `{script}`", (process,), latin, goals)


def _start(command: str, target: str) -> Process:
    """Run a command that writes into a workspace, in one that is new each time."""
    return Process("ppgen", (PPGEN, command, target), fresh=True)


_W1, _W2 = Name("w1", "reportlab"), Name("w2", "reportlab")
_CLICK, _YAML = Name("help", "import click"), Name("lint100k", "PyYAML")
_LOAD = "import sys, yaml; yaml.load(open(sys.argv[1], encoding='utf-8'), yaml.CSafeLoader)"
_EDITED = Process(
    "ppgen", (sys.executable, "-m", "bench.edited", f"{{folder}}/{SMALL.file}"), clock="inside"
)
_SAVED = Process("ppgen", (sys.executable, "-m", "bench.saved"), clock="inside")

JOBS = (
    _cards("w1", SMALL, (Goal("time", 0.8, _W1, aim=0.6),), heavy=False),
    _pad("w2", 50, (Goal("time", 0.45, _W2, aim=0.25),), heavy=False),
    Job(
        "edit", "one word of 110 cards changed: placed again, one leaf as PDF, in process",
        (_EDITED,), _W1, (Goal("milliseconds", 50),),
    ),
    Job(
        "watch", "what a saved layout takes until the cards are a PDF again, in `ppgen watch`",
        (_SAVED,), _W1, (Goal("milliseconds", 500),),
    ),
    Job(
        "proof", "preview of the first leaf of the keyword cards, as PNG",
        (_ppgen("proof decrypto/keywords -o {out}", ".png"),), _W1,
    ),
    Job(
        "cut", "files of the code cards for cutting machines",
        (_ppgen("cut decrypto/codes -o {folder}/cut/"),), _W1,
    ),
    Job(
        "studio", "help page of the studio; `make bench-web` times the page",
        (_ppgen("studio --help"),), _CLICK,
    ),
    Job(
        "picture", "picture of the first leaf of the keyword cards, as PNG",
        (_ppgen("show decrypto/keywords -o {out}", ".png"),), _W1,
    ),
    Job("make", "every built-in game", (_ppgen("make -o {folder}/every/"),), _W2),
    Job(
        "check", "check of the built-in games", (_ppgen("check"),), _W2, (Goal("time", 5, _W2),),
    ),
    Job(
        "check-all", "check of the built-in games, every language and choice",
        (_ppgen("check --all"),), _W2, heavy=True,
    ),
    Job(
        "list", "list of the built-in games", (_ppgen("list"),), _W2, (Goal("time", 0.5, _W2),),
    ),
    Job(
        "help", "help page",
        (_python("python", "pass"), _python("import click", "import click"), _ppgen("--help")),
        _CLICK, (Goal("time", 1.6, _CLICK),),
    ),
    Job(
        "lint", "lint of the German words", (_ppgen("words lint de"),), _W2,
        (Goal("time", 1.2, _W2),),
    ),
    Job("completion", "the script for the Tab key in bash", (_ppgen("completion bash"),), _W2),
    Job("init", "a workspace with a small game", (_start("init", "."),), _W2),
    Job("copy", "a product brought into a workspace", (_start("copy", "decrypto/notes"),), _W2),
    Job("log", "list of the decks that were printed", (_ppgen("words log"),), _W2),
    Job("stats", "statistics of the German words", (_ppgen("words stats de"),), _W2),
    Job("show", "the German words on the screen", (_ppgen("words show de"),), _W2),
    Job("find", "a word in all banks", (_ppgen("words find glacier"),), _W2),
    Job("compare", "German words beside French", (_ppgen("words compare de fr"),), _W2),
    Job(
        "export", "the German words as a table",
        (_ppgen("words export de {out} --force", ".csv"),), _W2,
    ),
    Job(
        "import", f"a list of {SMALL.listed} words beside the German ones, without writing",
        (_ppgen(f"words import {{folder}}/{SMALL.file} --lang de"),), _W2,
    ),
    Job("printer-test", "the test sheet of printers", (_ppgen("printer test -o {out}"),), _W2),
    Job("printer-list", "the printers that were measured", (_ppgen("printer list"),), _W2),
    Job("suggest", "words suggested for Finnish", (_ppgen("words suggest --lang fi"),), _W2),
    *map(_script, SCRIPTS),
    *(_growth(key, deck) for key, deck in GROWTH.items()),
    _cards(
        "w3a", LARGE,
        (
            Goal("time", 0.25, Name("w3a", "reportlab"), aim=0.15),
            Goal("memory", 3, Name("w1", "ppgen")),
        ),
    ),
    _pad(
        "w3b", 5000,
        (
            Goal("time", 0.03, Name("w3b", "reportlab")),
            Goal("memory", 1.25, Name("w2", "ppgen")),
        ),
    ),
    Job(
        "lint100k", f"lint of {LINTED:,} words",
        (
            _python("PyYAML", _LOAD, "{folder}/large.yaml"),
            _ppgen("words lint {folder}/large.yaml --format short"),
        ),
        _YAML, (Goal("time", 20, _YAML),), heavy=True,
    ),
)  # fmt: skip


def chosen(only: tuple[str, ...], *, heavy: bool) -> tuple[Job, ...]:
    """Return the jobs whose key, or the part of it before the hyphen, is named; all without names.

    Raises:
        KeyError: A name is none.
    """
    for name in only:
        if not any(name in {job.key, job.key.partition("-")[0]} for job in JOBS):
            raise KeyError(name)
    return tuple(
        job
        for job in JOBS
        if (not only or {job.key, job.key.partition("-")[0]} & set(only))
        and (heavy or not job.heavy)
    )
