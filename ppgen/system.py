"""The folders that this system has for what programs keep, and those in which it keeps fonts.

Raises RuntimeError where a folder is below a home that the user has not. Must not read or write.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path


def cache_folder() -> Path:
    """Return the folder for what can be found out again."""
    if sys.platform == "darwin":
        return Path.home() / "Library/Caches/ppgen"
    if sys.platform == "win32":
        return _named("LOCALAPPDATA", "AppData/Local") / "ppgen"
    return _named("XDG_CACHE_HOME", ".cache") / "ppgen"


def data_folder() -> Path:
    """Return the folder for what a user wants to keep."""
    if sys.platform == "darwin":
        return Path.home() / "Library/Application Support/ppgen"
    if sys.platform == "win32":
        return _named("APPDATA", "AppData/Roaming") / "ppgen"
    return _named("XDG_DATA_HOME", ".local/share") / "ppgen"


def config_folder() -> Path:
    """Return the folder for a user's settings."""
    if sys.platform == "darwin":
        return Path.home() / "Library/Application Support/ppgen"
    if sys.platform == "win32":
        return _named("APPDATA", "AppData/Roaming") / "ppgen"
    return _named("XDG_CONFIG_HOME", ".config") / "ppgen"


def font_folders() -> list[Path]:
    """Return the folders of fonts, those of all users first."""
    if sys.platform == "darwin":
        own = Path.home() / "Library/Fonts"
        return [Path("/System/Library/Fonts"), Path("/Library/Fonts"), own]
    if sys.platform == "win32":
        local = _named("LOCALAPPDATA", "AppData/Local")
        windows = Path(os.environ.get("WINDIR") or "C:/Windows")
        return [windows / "Fonts", local / "Microsoft/Windows/Fonts"]
    shared = os.environ.get("XDG_DATA_DIRS") or "/usr/local/share:/usr/share"
    known = [*map(Path, shared.split(":")), _named("XDG_DATA_HOME", ".local/share")]
    return [*(folder / "fonts" for folder in known), Path.home() / ".fonts"]


def _named(variable: str, usual: str) -> Path:
    """Return the folder that a variable names, or the usual one below the user's home."""
    return Path(os.environ.get(variable) or Path.home() / usual)
