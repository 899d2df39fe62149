"""Files that were saved: waits for changes in folders, and in files by themselves.

Takes a workspace's folder and files beside it; gives the names of what has changed. The only
importer of watchfiles.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import watchfiles

#: What products are made of: text, words, pictures, fonts.
KINDS = frozenset({
    ".yaml", ".yml", ".txt", ".csv", ".tsv", ".xlsx", ".ods", ".png", ".jpg", ".jpeg", ".gif",
    ".webp", ".bmp", ".tif", ".tiff", ".svg", ".ttf", ".otf", ".ttc", ".otc",
})  # fmt: skip
#: In milliseconds: saved together is built together; how often files by themselves are looked at.
_TOGETHER, _STEP, _LOOK = 100, 10, 250


def changes(root: Path | None, files: Sequence[Path], ignored: Path) -> Iterator[list[Path]]:
    """Yield what was saved, time after time; ends with KeyboardInterrupt.

    Args:
        root: The folder of a workspace; its hidden folders and `out` are left out.
        files: Other files.
        ignored: A file or folder that is written, and not read.
    """
    alone = [*files, *([root / "ppgen.yaml"] if root else [])]
    before = _stamps(alone)
    while True:
        watched = folders(root)
        for found in _wait(watched, ignored):
            after = _stamps(alone)
            # An editor may save by putting another file in the place of the old one.
            saved = found | {path for path in alone if after[path] != before[path]}
            before = after
            if saved:
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


def _stamps(files: Sequence[Path]) -> dict[Path, tuple[int, int] | None]:
    out: dict[Path, tuple[int, int] | None] = {}
    for path in files:
        try:
            known = path.stat()
        except OSError:
            out[path] = None
        else:
            out[path] = known.st_mtime_ns, known.st_size
    return out
