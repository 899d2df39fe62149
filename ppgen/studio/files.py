"""Files of a workspace that lives in the page: put on the session's own disk, or copied to start.

Takes paths and bytes, which may be a stranger's; nothing leaves the folder.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath

from ppgen.diagnostics import Refused

#: What a workspace may hold: enough for any game, too little to fill a disk.
_MOST_FILES = 2000
_MOST_BYTES = 100_000_000
_LONGEST_NAME = 200
#: One part of a path: no dots at its start, no separators, nothing that a disk reads otherwise.
_PART = re.compile(r"[^\W_][\w .()+,@-]*", re.UNICODE)


def put_files(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write files into a folder.

    Raises:
        Refused: if a path would leave it, or there is too much.
    """
    if len(files) > _MOST_FILES:
        raise Refused(f"more than {_MOST_FILES} files")
    if sum(map(len, files.values())) > _MOST_BYTES:
        raise Refused(f"files of more than {_MOST_BYTES // 1_000_000} MB")
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in files.items():
        path = folder / _inside(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    if files and not (folder / "ppgen.yaml").is_file():
        (folder / "ppgen.yaml").write_text("ppgen: workspace/1\n", "utf-8")


def _inside(name: str) -> PurePosixPath:
    """Return a path that stays inside."""
    parts = name.split("/")
    good = all(_PART.fullmatch(part) and not part.endswith((" ", ".")) for part in parts)
    if not good or len(name) > _LONGEST_NAME:
        raise Refused(f"a workspace has no file `{name[:_LONGEST_NAME]}`")
    return PurePosixPath(*parts)


def files_to_copy(root: Path, target: str) -> dict[str, bytes]:
    """Return the files of a game that came along, by their paths in a workspace."""
    known = len(target) <= _LONGEST_NAME and _PART.fullmatch(target)
    if not known or not (root / "content" / target / "game.yaml").is_file():
        raise Refused(f"there is no game `{target[:100]}`")
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in _of(root, target)}


def _of(root: Path, game: str) -> Iterator[Path]:
    for top in ("content", "templates"):
        yield from sorted(p for p in (root / top / game).rglob("*") if p.is_file())
