"""A session of the page: one workspace, its fonts, and the answers to messages.

Takes messages; gives answers, never an exception. Files that somebody makes in the page live in a
folder of the session's own. Must not know how messages are carried.
"""

from __future__ import annotations

import base64
import copy
import shutil
from collections.abc import Callable, Iterable, Mapping
from itertools import islice
from pathlib import Path

from ppgen import __version__
from ppgen.build import (
    Fonts,
    Printout,
    TooLarge,
    check_workspace,
    make_pages,
    make_pdf,
    make_svg,
    place,
)
from ppgen.cli.naming import job_name
from ppgen.deal.pieces import usual_pieces
from ppgen.diagnostics import Diagnostic, Problem, Refused, Report
from ppgen.geometry import Size
from ppgen.lint.rules import RULES
from ppgen.lint.run import lint
from ppgen.load.folders import builtin_root
from ppgen.load.languages import languages, wordless
from ppgen.load.workspace import Workspace
from ppgen.model.game import Game, Option, Product
from ppgen.model.texts import product_label
from ppgen.schema import FILES, schema
from ppgen.studio.files import files_to_copy, put_files
from ppgen.studio.jobs import decoded, read_options_of, typed, words_file
from ppgen.studio.protocol import (
    VERSION,
    Answer,
    Catalog,
    File,
    GameEntry,
    Hand,
    Job,
    Mark,
    Message,
    NamedSize,
    OptionEntry,
    Preview,
    ProductEntry,
)
from ppgen.studio.shape import check_message

#: More problems than this help nobody.
_MOST_MARKS = 200
#: Pages that one preview may hold.
_MOST_SIDES = 8
#: Rules that ask large word lists or another program: too slow while somebody types.
_SLOW = frozenset({"W04", "W08"})
_QUICK = frozenset(rule.id for rule in RULES) - _SLOW


class Session:
    """Answers messages about one workspace, which messages may change."""

    def __init__(self, folder: Path) -> None:
        #: Words that were typed; a workspace of one's own.
        self.folder = folder
        self._words = folder / "words"
        self._own = folder / "workspace"
        for path in (self._words, self._own):
            path.mkdir(parents=True, exist_ok=True)
        self._workspace = Workspace(None)
        self._fonts = Fonts(self._workspace.fonts)
        self._last: tuple[str, Printout, list[Mark]] | None = None
        self._answers: Mapping[str, Callable[[Message], object]] = {
            "catalog": self._catalog,
            "preview": self._preview,
            "pdf": self._pdf,
            "words": self._bank_words,
            "lint": self._lint,
            "deck": self._deck,
            "files": self._files,
            "check": self._check,
            "copy": self._copy,
            "schemas": lambda _: {kind: schema(kind) for kind in FILES},
        }

    def answer(self, message: Message) -> Answer:
        """Return the answer to a message; what cannot be had is an answer too."""
        answer: Answer
        try:
            check_message(message)
            act = self._answers.get(message["op"])
            if act is None:
                raise Refused("unknown message")
            answer = {"ok": True, "result": act(message)}
        except _Marked as wrong:
            answer = {"ok": False, "error": wrong.message, "marks": wrong.marks}
        except Refused as wrong:
            answer = {"ok": False, "error": str(wrong), "marks": []}
        except (KeyError, TypeError, AttributeError) as wrong:
            answer = {"ok": False, "error": f"not a message: {wrong}", "marks": []}
        except Exception as wrong:
            text = f"ppgen itself failed ({type(wrong).__name__}: {wrong})"
            answer = {"ok": False, "error": text, "marks": []}
        if "id" in message:
            answer["id"] = message["id"]
        return answer

    def fonts_came(self) -> None:
        """Look for fonts anew: a package with more of them has just been put there."""
        self._fonts = Fonts(self._workspace.fonts)
        self._last = None

    # ------------------------------------------------------------------ what there is
    def _catalog(self, message: Message) -> Catalog:
        workspace, report = self._fresh()
        sizes = workspace.sizes()
        games = [g for name in workspace.games() if (g := workspace.game(name)) and g.listed]
        return {
            "version": __version__,
            "protocol": VERSION,
            "games": [_game(workspace, game, message.get("lang", "en")) for game in games],
            "papers": _sizes(sizes.papers.items()),
            "sizes": _sizes(sizes.faces.items()),
            "marks": marks(report),
        }

    # ------------------------------------------------------------------ jobs
    def _preview(self, message: Message) -> Preview:
        job = message["job"]
        printout, found = self._placed(job)
        wanted = message.get("sides") or list(range(2 if printout.two_sided else 1))
        if len(wanted) > _MOST_SIDES:
            raise Refused(f"more than {_MOST_SIDES} pages at once")
        sides = [side for side in wanted if 0 <= side < printout.pages]
        pages = islice(make_pages(printout, self._fonts), max(sides, default=-1) + 1)
        chosen = {side: page for side, page in enumerate(pages) if side in sides}
        return {
            "pages": [make_svg(printout, self._fonts, chosen[side]) for side in sides],
            "sides": sides,
            "count": printout.pages,
            "leaves": printout.printed_leaves,
            "pieces": printout.pieces,
            "deck": printout.dealt.deck,
            "hands": _hands(printout),
            "notes": [*printout.dealt.warnings, *printout.dealt.notes],
            "marks": found,
            "command": typed(job),
        }

    def _pdf(self, message: Message) -> list[File]:
        job = message["job"]
        printout, _ = self._placed(job)
        workspace, _ = self._fresh()
        options, request = read_options_of(workspace, job, self._words)
        name = job_name(options, request)
        if printout.duplex != "manual":
            return [_file(f"{name}.pdf", self._bytes(printout))]
        return [
            _file(f"{name}-1-fronts.pdf", self._bytes(printout._replace(side="front"))),
            _file(f"{name}-2-backs.pdf", self._bytes(printout._replace(side="back"))),
        ]

    def _bytes(self, printout: Printout) -> bytes:
        try:
            return make_pdf(printout, self._fonts)
        except Problem as problem:
            raise _Marked([_mark(problem.diagnostic)]) from None

    def _placed(self, job: Job) -> tuple[Printout, list[Mark]]:
        """Place a job, or find it placed: the next page of it is asked for soon."""
        key = repr(job)
        if self._last and self._last[0] == key:
            return self._last[1:]
        workspace, report = self._fresh()
        _, request = read_options_of(workspace, job, self._words)
        printout = None
        try:
            printout = place(workspace, request, self._fonts)
        except TooLarge as problem:
            report.problem(problem)
        found = marks(report)
        if printout is None:
            raise _Marked(found)
        self._last = key, printout, found
        return printout, found

    def _fresh(self) -> tuple[Workspace, Report]:
        """Return the workspace with an empty report; what it has read stays known."""
        workspace = copy.copy(self._workspace)
        workspace.report = Report()
        return workspace, workspace.report

    # ------------------------------------------------------------------ words
    def _bank_words(self, message: Message) -> list[dict[str, str]]:
        """List the words that a product deals from in a language."""
        workspace, _ = self._fresh()
        name, _, key = message["target"].partition("/")
        game = workspace.game(name) if name in workspace.games() else None
        product = game.products.get(key) if game else None
        if game is None or product is None or not product.dealt:
            return []
        bank = workspace.bank(game.banks[product.dealt[0]], message["lang"])
        return [
            {"word": str(word), "category": str(word.category or "")}
            for word in (bank.words if bank else ())
        ]

    def _lint(self, message: Message) -> dict[str, object]:
        """Say of each line of a list what may be wrong with it."""
        workspace, _ = self._fresh()
        words = message["job"]["words"]
        path = words_file(words, self._words)
        report, remarks = lint(workspace, [path], message["lang"], mixed=False, only=_QUICK)
        bank = workspace.bank_file(path, message["lang"])
        return {
            "marks": marks(report),
            "remarks": remarks,
            "words": [
                {"word": str(word), "line": word.span.line if word.span else 0}
                for word in (bank.words if bank else ())
            ],
        }

    def _deck(self, message: Message) -> Job:
        """Return the job that prints a dropped deck again."""
        report = Report()
        from ppgen.deal.recipe import read_recipe  # noqa: PLC0415 - few decks come back

        recipe = read_recipe(decoded(message["data"]), "the file", report)
        if recipe is None:
            raise _Marked(marks(report))
        lang = f"{recipe.lang}+{recipe.second}" if recipe.second else str(recipe.lang)
        settings = {"lang": lang, "paper": str(recipe.paper)}
        settings |= {"size": str(recipe.size)} if recipe.size else {}
        settings |= {str(k): str(v) for k, v in recipe.options.items()}
        return {"target": str(recipe.product), "set": settings, "recipe": message["data"]}

    # ------------------------------------------------------------------ a workspace of one's own
    def _files(self, message: Message) -> dict[str, object]:
        """Take over the files of a workspace, all of them; say what is wrong with them."""
        shutil.rmtree(self._own, ignore_errors=True)
        put_files(self._own, {path: decoded(data) for path, data in message["files"].items()})
        self._workspace = Workspace(self._own if message["files"] else None)
        self._fonts = Fonts(self._workspace.fonts)
        self._last = None
        return {"files": len(message["files"])}

    def _check(self, _message: Message) -> dict[str, object]:
        """Place all that is one's own."""
        workspace = Workspace(self._workspace.root)
        checked = check_workspace(workspace)
        return {"placed": checked.products, "marks": marks(workspace.report)}

    def _copy(self, message: Message) -> dict[str, str]:
        """Return the files of a built-in game, to start from."""
        found = files_to_copy(builtin_root(), message["target"])
        return {path: base64.b64encode(data).decode() for path, data in found.items()}


class _Marked(Exception):  # noqa: N818 - carries marks, as `Problem` a diagnostic
    """What cannot be made, with the places that say why."""

    def __init__(self, found: list[Mark]) -> None:
        super().__init__()
        self.marks = found
        self.message = found[0]["message"] if found else "this cannot be made"


def marks(report: Report) -> list[Mark]:
    """Return what a report holds, in order."""
    return [_mark(d) for d in report.sorted()[:_MOST_MARKS]]


def _mark(d: Diagnostic) -> Mark:
    span = d.span
    return {
        "level": d.level,
        "code": d.code,
        "message": d.message,
        "note": d.note,
        "help": d.help,
        # Typed words lie in a file of the session's own, which says nothing to anybody.
        "file": span.source.name if span and not Path(span.source.name).is_absolute() else "",
        "line": span.line if span else 0,
        "column": span.column if span else 0,
        "length": span.length if span else 0,
    }


def _hands(printout: Printout) -> list[Hand]:
    """Name the words of each piece that was dealt, and the page that shows its front."""
    if len(printout.groups) != 1 or len(printout.dealt.hands) != 1:
        return []
    (hands,) = printout.dealt.hands.values()
    numbers = sorted(printout.request.only or range(1, len(hands) + 1))
    pages: dict[int, int] = {}
    for page, (_, sheet) in enumerate(printout.sheets()):
        for slot in sheet.slots:
            pages.setdefault(slot.piece, page)
    return [
        {"number": number, "words": [str(w) for w in hands[number - 1]], "page": pages[at]}
        for at, number in enumerate(numbers)
        if number <= len(hands) and at in pages
    ]


def _file(name: str, data: bytes) -> File:
    return {"name": name, "data": base64.b64encode(data).decode()}


def _sizes(named: Iterable[tuple[str, Size]]) -> list[NamedSize]:
    return [{"name": name, "width": size.width, "height": size.height} for name, size in named]


def _game(workspace: Workspace, game: Game, lang: str) -> GameEntry:
    return {
        "name": game.name,
        "title": game.title,
        "own": len(workspace.roots) > 1 and (workspace.roots[0] / "content" / game.name).is_dir(),
        "products": [_product(workspace, game, p, lang) for p in game.products.values()],
    }


def _product(workspace: Workspace, game: Game, product: Product, lang: str) -> ProductEntry:
    texts = workspace.texts(game.name, lang)
    label = product_label(product.name)
    every = wordless(workspace, game, product)
    booklet = product.kind == "booklet"
    return {
        "name": product.name,
        "title": str(texts.look(label)) if texts.has(label) else product.name,
        "about": product.about.in_(lang),
        "kind": product.kind,
        # Of a booklet, copies are counted, not pages.
        "pieces": None if booklet else usual_pieces(workspace, game, product),
        "deals": product.deals,
        "two_sided": booklet or product.back != "none",
        "sizes": [str(s.constant) for s in product.sizes if s.constant],
        "languages": [] if every else languages(workspace, game, product),
        "banks": workspace.languages(game.banks[product.dealt[0]]) if product.dealt else [],
        "options": [_option(option, lang) for option in product.options.values()],
    }


def _option(option: Option, lang: str) -> OptionEntry:
    return {
        "name": option.name,
        "help": option.help.in_(lang),
        "kind": option.kind,
        "choices": [str(choice) for choice in option.choices],
        "low": option.low,
        "high": option.high,
        "default": str(option.default),
    }
