"""Reads layouts by name: finds the files of a layout and its parents, and joins them.

Takes the folders of a workspace and a name; returns a layout, with problems in the report. Must not
know games.
"""

from __future__ import annotations

from ppgen.diagnostics import suggest
from ppgen.limits import PARENTS
from ppgen.load.folders import Folders
from ppgen.load.inherit import joined_layout
from ppgen.load.layout import LayoutFile, read_layout
from ppgen.model.layout import Layout
from ppgen.source import nodes as source
from ppgen.source.kinds import Text


def read_with_parents(
    folders: Folders, name: Text, files: dict[str, LayoutFile | None]
) -> Layout | None:
    """Read a layout and join its parents; `files` caches files for other layouts."""
    chain: list[LayoutFile] = []
    seen: list[str] = []
    at: Text | None = name
    while at is not None:
        if at in seen:
            way = " -> ".join([*seen, str(at)])
            folders.report.error(
                "E213", f"a layout extends itself: {way}", at.span,
                help="remove or change `extends` in one of them",
            )  # fmt: skip
            return None
        if len(seen) > PARENTS:
            message = f"a layout has more than {PARENTS} parents"
            folders.report.error("E305", message, at.span)
            return None
        seen.append(str(at))
        if str(at) not in files:
            files[str(at)] = _read_file(folders, at)
        file = files[str(at)]
        if file is None:
            return None
        chain.append(file)
        at = file.extends
    return joined_layout(str(name), chain, folders.report)


def _read_file(folders: Folders, name: Text) -> LayoutFile | None:
    path = folders.find(f"templates/{name}.yaml")
    if path is None:
        known = {
            p.relative_to(r / "templates").with_suffix("").as_posix()
            for r in folders.roots
            for p in source.list_files(r / "templates", "**/*.yaml")
        }
        hint = suggest(name, known)
        folders.report.error("E211", f"there is no layout `{name}`", name.span, help=hint)
        return None
    node = folders.tree(path, "layout")
    return read_layout(node, folders.report) if node else None
