"""Says how to add packages to ppgen in the way that ppgen itself was installed.

Takes the name of an extra; returns a command. Must not import what it names.
"""

from __future__ import annotations

import shlex
import sys
from collections.abc import Sequence
from pathlib import Path

#: The names of ppgen and of its East Asian fonts on the package index. `ppgen` is not ours there.
DISTRIBUTION = "ppgen-pnp"
FONTS = "ppgen-pnp-fonts-cjk"
#: Whether these names are registered: set to True with the first release, never before.
REGISTERED = False
#: The packages of the extras that messages name, as in pyproject.toml.
EXTRAS = {"lint": ("wordfreq", "simplemma"), "xlsx": ("openpyxl",)}


def to_add(extra: str) -> str:
    """Return the command that adds the packages of an extra to this installation."""
    return _command(EXTRAS[extra])


def to_add_fonts() -> str:
    """Return the command that adds the East Asian fonts, or says where they are."""
    if REGISTERED:
        return _command([FONTS])
    source = _fonts_beside()
    if source is None:
        return "they are the folder fonts-cjk of ppgen's repository"
    return _command([str(source)])


def _command(packages: Sequence[str]) -> str:
    prefix = Path(sys.prefix)
    if (prefix / "pipx_metadata.json").is_file():
        return _line(["pipx", "inject", DISTRIBUTION, *packages])
    if (prefix / "uv-receipt.toml").is_file():
        more = [part for package in packages for part in ("--with", package)]
        return _line(["uv", "tool", "install", *more, _own_source()])
    from importlib.util import find_spec  # noqa: PLC0415 - as all of this, only for a message

    if find_spec("pip") is None:
        return _line(["uv", "pip", "install", "--python", sys.executable, *packages])
    return _line([sys.executable, "-m", "pip", "install", *packages])


def _line(words: Sequence[str]) -> str:
    """Return words as one line that a shell of this system takes apart again."""
    if sys.platform == "win32":
        from subprocess import list2cmdline  # noqa: PLC0415 - it only quotes

        return list2cmdline(words)
    return shlex.join(words)


def _own_source() -> str:
    """Return what ppgen was installed from: a folder, a file, or the name on the index."""
    source = _installed_from()
    return str(source) if source else DISTRIBUTION


def _fonts_beside() -> Path | None:
    """Return the fonts beside what ppgen was installed from: in a clone, or among wheels."""
    source = _installed_from()
    if source is None:
        return None
    if source.is_dir():
        folder = source / "fonts-cjk"
        return folder if (folder / "pyproject.toml").is_file() else None
    return max(source.parent.glob(f"{FONTS.replace('-', '_')}-*.whl"), default=None)


def _installed_from() -> Path | None:
    """Return the folder or the file that ppgen was installed from, if it is still there."""
    import json  # noqa: PLC0415
    from importlib.metadata import PackageNotFoundError, distribution  # noqa: PLC0415
    from urllib.parse import urlsplit  # noqa: PLC0415
    from urllib.request import url2pathname  # noqa: PLC0415

    try:
        text = distribution(DISTRIBUTION).read_text("direct_url.json")
    except PackageNotFoundError:
        return None
    url = urlsplit(json.loads(text or "{}").get("url", ""))
    path = Path(url2pathname(url.path))
    return path if url.scheme == "file" and path.exists() else None
