"""Finds files in the nearest workspace, then the built-in one, and reads each only once.

Takes a folder; returns paths and node trees by name. Must not know what the files mean.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from typing import NamedTuple

from ppgen.diagnostics import Report
from ppgen.disk import inside
from ppgen.language.tags import tag
from ppgen.source import nodes as source
from ppgen.source.kinds import VERSIONS, head


@lru_cache(maxsize=1)
def builtin_root() -> Path:
    """Return the built-in workspace: inside the wheel, or the repository of an editable install."""
    package = Path(__file__).resolve().parent.parent
    packed = package / "builtin"
    return packed if packed.is_dir() else package.parent


def find_root(start: Path) -> Path | None:
    """Return the nearest folder above `start` that holds a ppgen.yaml."""
    for folder in (start, *start.parents):
        if (folder / "ppgen.yaml").is_file():
            return folder
    return None


_CHANGES = "docs/layout-language.md, section `From version 1`, lists the changes"


class Tables(NamedTuple):
    """Options for reading tables of words."""

    no_heading: bool = False  # the first row holds words too
    column: str = ""  # the column of the words, by name or number from 1
    #: Asks the user to choose one of these columns; None: not interactive.
    ask: Callable[[str, Sequence[str]], int] | None = None


class Folders:
    """The folders of a workspace, and the report for problems in its files."""

    def __init__(self, root: Path | None, report: Report | None = None) -> None:
        self.root = root
        self.report = Report() if report is None else report
        self.tables = Tables()
        self._trees: dict[Path, source.Mapping | None] = {}
        self._languages: dict[str, list[str]] = {}

    @cached_property
    def roots(self) -> list[Path]:
        """The user's workspace first, then the built-in one."""
        builtin = builtin_root()
        if self.root is None or self.root.resolve() == builtin:
            return [builtin]
        return [self.root, builtin]

    def shown(self, path: Path) -> str:
        """Return the path of a file as messages show it."""
        for base in (self.root, Path.cwd(), *self.roots):
            if base is not None and path.is_relative_to(base):
                return path.relative_to(base).as_posix()
        return str(path)

    def tree(self, path: Path, kind: str) -> source.Mapping | None:
        """Read a file once; its first line must name its kind."""
        if path not in self._trees:
            tree = source.read(path, self.shown(path), self.report)
            if tree is not None and not check_kind(tree, kind, self.report):
                tree = None
            self._trees[path] = tree
        return self._trees[path]

    def find(self, relative: str) -> Path | None:
        """Look a file up in the user's workspace, then in the built-in one."""
        return next((p for r in self.roots if (p := inside(r, relative)) and p.is_file()), None)

    def languages(self, folder: str) -> list[str]:
        """Return the languages of a folder of banks or labels; other files are ignored."""
        if folder not in self._languages:
            self._languages[folder] = self._list_languages(folder)
        return self._languages[folder]

    def _list_languages(self, folder: str) -> list[str]:
        if ".." in Path(folder).parts:
            return []  # files outside are not part of the workspace
        places = [root / "content" / folder for root in self.roots]
        files = (path for place in places for path in source.list_files(place, "*.yaml"))
        return sorted({path.stem for path in files if tag(path.stem) is not None})


def check_kind(node: source.Mapping, kind: str, report: Report) -> bool:
    """Return whether the first key names the kind and version; report it if not."""
    wanted = head(kind)
    first = node.entries[0] if node.entries else None
    if first is None or first[0].text != "ppgen" or not isinstance(first[1], source.Scalar):
        report.error(
            "E202",
            "the first line must name the kind of file",
            first[0].span if first else node.span,
            help=f"write `ppgen: {wanted}`",
        )
        return False
    if first[1].text == wanted:
        return True
    name, _, version = first[1].text.partition("/")
    if name != kind:
        message = f"this is not a `{kind}` file"
        hint = f"write `ppgen: {wanted}`, or move the file"
    elif kind in VERSIONS and version == "1":
        message = f"version 1 of `{kind}` files is no longer supported"
        hint = f"rewrite it for `ppgen: {wanted}`: {_CHANGES}"
    else:
        message = f"version {version} of `{name}` files is unknown"
        hint = f"write `ppgen: {wanted}`"
    report.error("E202", message, first[1].span, help=hint)
    return False
