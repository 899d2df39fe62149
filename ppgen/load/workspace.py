"""Looks things up by name: in the nearest workspace first, then in the built-in one.

Takes a folder, returns games, layouts (parents joined), banks, labels and sizes by name.
Must not know PDF.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from ppgen.diagnostics import Report, Source, Span, suggest
from ppgen.disk import inside
from ppgen.geometry import Size
from ppgen.language.tags import ANY, fallbacks, right_to_left
from ppgen.load.bank_files import read_path
from ppgen.load.folders import Folders
from ppgen.load.game import read_game
from ppgen.load.labels import read_labels
from ppgen.load.settings import read_settings, read_sizes
from ppgen.model.bank import Bank, Labels
from ppgen.model.game import Game, Table
from ppgen.model.settings import Settings, Sizes
from ppgen.model.texts import Texts
from ppgen.source import nodes as source
from ppgen.source.kinds import Text
from ppgen.units import parse_size

if TYPE_CHECKING:
    from ppgen.load.layout import LayoutFile
    from ppgen.model.layout import Layout

K = TypeVar("K")
T = TypeVar("T")


class Workspace(Folders):
    """Everything that can be looked up by name, and the report for problems in files."""

    def __init__(self, root: Path | None, report: Report | None = None) -> None:
        super().__init__(root, report)
        #: Names of layouts with problems, which must not be placed.
        self.faulty: set[str] = set()
        #: Whether reading any file found a problem.
        self.broken = False
        self._settings: dict[Path | None, Settings] = {}
        self._sizes: dict[Path | None, Sizes] = {}
        self._games: dict[str, Game | None] = {}
        self._banks: dict[tuple[Path, str], Bank | None] = {}
        self._labels: dict[Path, Labels] = {}
        self._texts: dict[tuple[str, str], Texts] = {}
        self._files: dict[str, LayoutFile | None] = {}
        self._layouts: dict[str, Layout | None] = {}

    def _once(self, made: dict[K, T], key: K, make: Callable[[], T]) -> T:
        """Return what was read before for a key, or read it."""
        if key not in made:
            before = self.report.errors
            made[key] = make()
            self.broken |= self.report.errors > before
        return made[key]

    @property
    def fonts(self) -> list[Path]:
        """The folders and files to search for fonts."""
        own = [inside(self.roots[0], entry) for entry in self.settings.fonts]
        return [*filter(None, own), Path(__file__).resolve().parent.parent / "fonts"]

    @property
    def settings(self) -> Settings:
        """The settings in the workspace file."""
        return self._once(self._settings, self.root, self._read_settings)

    def _read_settings(self) -> Settings:
        path = self.root / "ppgen.yaml" if self.root else None
        node = self.tree(path, "workspace") if path and path.is_file() else None
        if node is None:
            return Settings()
        settings = read_settings(node, self.report)
        for entry in settings.fonts:
            if inside(self.roots[0], entry) is None:
                self.report.error(
                    "E601", f"`{entry}` is outside the workspace", getattr(entry, "span", None),
                    help="copy the fonts into a folder of the workspace",
                )  # fmt: skip
        paper = settings.paper.lower()
        if self.sizes().find(paper) is None:
            size = parse_size(paper) if "x" in paper else None
            if size is None or size.width <= 0 or size.height <= 0:
                self.report.error(
                    "E211", f"there is no paper `{settings.paper}`",
                    getattr(settings.paper, "span", None),
                    help=f"{suggest(settings.paper, self.sizes().papers)} or write WxH: 200x200",
                )  # fmt: skip
        return settings

    # ------------------------------------------------------------------ games
    def games(self) -> list[str]:
        """Return the names of all games, sorted."""
        return sorted({name for root in self.roots for name in _games_in(root)})

    def own_games(self) -> list[str]:
        """Return the games of the user's workspace, or the built-in ones if there is none."""
        return sorted(_games_in(self.roots[0])) or self.games()

    def game(self, name: str) -> Game | None:
        """Read a game."""
        return self._once(self._games, name, lambda: self._game(name))

    def _game(self, name: str) -> Game | None:
        places = [r / f"content/{name}/game.yaml" for r in self.roots]
        # Something there that is not a file is reported on reading.
        path = self.find(f"content/{name}/game.yaml") or next(filter(Path.exists, places), None)
        node = self.tree(path, "game") if path else None
        if node is None:
            return None
        game = read_game(name, node, self.report)
        for bank, folder in game.banks.items():
            if not self.languages(folder):
                self.report.error(
                    "E216", f"the bank `{bank}` has no language at all",
                    getattr(folder, "span", None),
                    help=f"write content/{folder}/LANG.yaml, such as content/{folder}/en.yaml",
                )  # fmt: skip
        self._check_sizes(game)
        return self._with_tables(game)

    def _with_tables(self, game: Game) -> Game:
        generators = (g for product in game.products.values() for g in product.each.values())
        if not any(isinstance(generator, Table) for generator in generators):
            return game
        # Few games have tables, so their reader is imported only when needed.
        from ppgen.load.rows import with_tables  # noqa: PLC0415

        return with_tables(self, game, self.settings.lang)

    def _check_sizes(self, game: Game) -> None:
        """Report unknown names of sizes, unless they are computed."""
        sizes = self.sizes()
        for product in game.products.values():
            for entry in product.sizes:
                name = entry.constant
                if name is None or name in {"paper", "auto"} or sizes.find(name.lower()):
                    continue
                size = parse_size(name.lower())
                if size is None or size.width <= 0 or size.height <= 0:
                    known = {*sizes.papers, *sizes.faces, "paper", "auto"}
                    hint = f"{suggest(name, known)} or write WxH: 63x88"
                    message = f"unknown size `{name}`"
                    self.report.error("E202", message, entry.span, help=hint)

    # ------------------------------------------------------------------ sizes
    def sizes(self) -> Sizes:
        """Join the named sizes of all roots; the user's own win."""
        return self._once(self._sizes, self.root, self._read_sizes)

    def _read_sizes(self) -> Sizes:
        joined = Sizes({}, {})
        for root in reversed(self.roots):
            path = root / "content/sizes.yaml"
            node = self.tree(path, "sizes") if path.is_file() else None
            if node:
                own = read_sizes(node, self.report)
                joined = Sizes(
                    {**joined.papers, **own.papers}, {**joined.faces, **own.faces},
                    {**joined.services, **own.services},
                )  # fmt: skip
        return joined

    def size(self, name: str) -> Size | None:
        """Look a size up by name, or read `63x88`, `8.5x11in`; None unless it is over 0."""
        size = self.sizes().find(name.lower())
        if size is None:
            size = parse_size(name.lower()) if "x" in name.lower() else None
        return size if size and size.width > 0 and size.height > 0 else None

    def near_size(self, name: str) -> str:
        """Return a help line with the nearest known size."""
        return suggest(name, [*self.sizes().faces, *self.sizes().papers])

    # ------------------------------------------------------------------ banks and labels
    def bank_path(self, folder: str, lang: str) -> Path | None:
        """Find the bank of a language, of a fallback, or for any language."""
        names = (f"content/{folder}/{code}.yaml" for code in [*fallbacks(lang), ANY])
        return next((path for name in names if (path := self.find(name))), None)

    def bank(self, folder: str, lang: str) -> Bank | None:
        """Read the bank of a language; None if it is missing or broken."""
        path = self.bank_path(folder, lang)
        return self.bank_file(path, path.stem) if path else None

    def bank_file(self, path: Path, lang: str, folders: Sequence[str] = ()) -> Bank | None:
        """Read a bank from a file of any kind; `lang` applies to plain lists."""
        return self._once(self._banks, (path, lang), lambda: read_path(self, path, lang, folders))

    def label_files(self, folder: str, lang: str) -> list[Path]:
        """Find the label files of a language, nearest first."""
        names = [f"content/{folder}/{code}.yaml" for code in fallbacks(lang)]
        return [p for n in names for r in self.roots if (p := inside(r, n)) and p.is_file()]

    def labels(self, folder: str, lang: str) -> list[Labels]:
        """Read the label files of a language, nearest first."""
        return [self._label_file(path) for path in self.label_files(folder, lang)]

    def texts(self, game: str, lang: str) -> Texts:
        """Join the labels of a game in one language with those shared by all games."""

        def make() -> Texts:
            return Texts([*self.labels(f"{game}/labels", lang), *self.labels("labels", lang)], lang)

        return self._once(self._texts, (game, lang), make)

    def right_to_left(self, lang: str) -> bool:
        """Return whether a language runs right to left, by its shared labels or by default."""
        said = [file.rtl for file in self.labels("labels", lang) if file.rtl is not None]
        return said[0] if said else right_to_left(lang)

    def _label_file(self, path: Path) -> Labels:
        return self._once(self._labels, path, lambda: self._read_labels(path))

    def _read_labels(self, path: Path) -> Labels:
        node = self.tree(path, "labels")
        if node is None:
            # Labels of a broken file are not reported as missing too: one problem is enough.
            name = self.shown(path)
            return Labels(path.stem, Span(Source(name, ""), 1, 1), {}, broken=True)
        return read_labels(node, self.report)

    def own_labels(self) -> dict[str, list[Labels]]:
        """Read all label files of the nearest root, by game; "" holds those shared by all games."""
        base = self.roots[0] / "content"
        out: dict[str, list[Labels]] = {}
        for path in source.list_files(base, "**/labels/*.yaml"):
            game = path.parent.parent.relative_to(base).as_posix()
            out.setdefault("" if game == "." else game, []).append(self._label_file(path))
        return out

    # ------------------------------------------------------------------ layouts
    def layouts(self) -> list[str]:
        """Return the names of the layouts of the nearest root."""
        base = self.roots[0] / "templates"
        files = source.list_files(base, "**/*.yaml")
        return sorted(p.relative_to(base).with_suffix("").as_posix() for p in files)

    def layout_files(self, name: Text) -> list[Path]:
        """Return the files of a layout and its parents; none if it is broken."""
        out: list[Path] = []
        at = name if self.layout(name) else None
        while at is not None and (file := self._files[str(at)]):
            out += filter(None, [self.find(f"templates/{at}.yaml")])
            at = file.extends
        return out

    def layout(self, name: Text) -> Layout | None:
        """Read a layout with its parents joined; None if it, or one of them, is broken."""
        return self._once(self._layouts, str(name), lambda: self._judged(name))

    def _judged(self, name: Text) -> Layout | None:
        # Imported late: some commands need no layout.
        from ppgen.load.layouts import read_with_parents  # noqa: PLC0415

        before = self.report.errors
        layout = read_with_parents(self, name, self._files)
        if self.report.errors > before:
            self.faulty.add(str(name))
        return layout


def _games_in(root: Path) -> set[str]:
    """Return the names of the games of one root."""
    names = {path.parent.name for path in (root / "content").glob("*/game.yaml")}
    return {name for name in names if not name.startswith(".")}
