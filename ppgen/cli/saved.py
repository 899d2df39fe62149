"""Files that were saved: waits for changes in folders, and in files by themselves.

Takes a workspace's folder and files beside it; gives the names of what has changed. The only
importer of watchfiles.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import watchfiles

#: When files were saved, and how large they are; None for one that is not there.
Stamps = dict[Path, tuple[int, int] | None]
#: What products are made of: text, words, pictures, fonts.
KINDS = frozenset({
    ".yaml", ".yml", ".txt", ".csv", ".tsv", ".xlsx", ".ods", ".png", ".jpg", ".jpeg", ".gif",
    ".webp", ".bmp", ".tif", ".tiff", ".svg", ".ttf", ".otf", ".ttc", ".otc",
})  # fmt: skip
#: In milliseconds: saved together is built together; how often files by themselves are looked at.
_TOGETHER, _STEP, _LOOK = 100, 10, 250


def changes(
    root: Path | None, files: Sequence[Path], ignored: Path, before: Stamps
) -> Iterator[list[Path]]:
    """Yield what was saved, time after time; ends with KeyboardInterrupt.

    Args:
        root: The folder of a workspace; its hidden folders and `out` are left out.
        files: Other files.
        ignored: A file or folder that is written, and not read.
        before: All files as they were when they were read: see `stamps`.
    """
    alone = _alone(root, files)
    while True:
        watched = folders(root)
        began = True
        for found in _wait(watched, ignored):
            # What was saved before anybody watched is found by looking at all files, once. Those
            # by themselves are looked at each time: an editor may save by putting another file
            # in the place of the old one.
            after = stamps(root, files, ignored) if began else before | _stamps(alone)
            changed = {path for path in after | before if after.get(path) != before.get(path)}
            before, began = after, False
            if saved := found | changed:
                yield sorted(saved)
            if folders(root) != watched:
                break  # a folder is new, or gone


def _wait(watched: Sequence[Path], ignored: Path) -> Iterator[set[Path]]:
    """Yield what has changed in folders, or nothing after a while."""
    if not watched:
        # Something has to be watched: a folder in which nothing counts.
        watched, counts = [Path(__file__).parent], False
    else:
        counts = True
    for found in watchfiles.watch(
        *watched, watch_filter=None, debounce=_TOGETHER, step=_STEP, rust_timeout=_LOOK,
        yield_on_timeout=True, raise_interrupt=True,
    ):  # fmt: skip
        names = {Path(name) for _, name in found}
        yield {path for path in names if counts and matters(path, ignored)}


def folders(root: Path | None) -> list[Path]:
    """Return the folders of a workspace that may hold sources."""
    if root is None:
        return []
    return sorted(
        path
        for path in root.iterdir()
        if path.is_dir()
        and not path.name.startswith(".")
        and path.name not in {"out", "node_modules"}
        and not (path / "pyvenv.cfg").exists()
    )


def matters(path: Path, ignored: Path) -> bool:
    """Tell whether a file may be one that products are made of."""
    hidden = path.name.startswith((".", "~")) or path.name.endswith("~")
    return path.suffix.lower() in KINDS and not hidden and not path.is_relative_to(ignored)


def stamps(root: Path | None, files: Sequence[Path], ignored: Path) -> Stamps:
    """Return when each file that may matter was saved."""
    inside = (path for folder in folders(root) for path in folder.rglob("*"))
    return _stamps([*_alone(root, files), *(path for path in inside if matters(path, ignored))])


def _alone(root: Path | None, files: Sequence[Path]) -> list[Path]:
    return [*files, *([root / "ppgen.yaml"] if root else [])]


def _stamps(files: Iterable[Path]) -> Stamps:
    out: Stamps = {}
    for path in files:
        try:
            known = path.stat()
        except OSError:
            out[path] = None
        else:
            out[path] = known.st_mtime_ns, known.st_size
    return out
