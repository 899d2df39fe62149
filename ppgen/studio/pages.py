"""Where the files of the page lie: inside of the wheel, or in the repository."""

from __future__ import annotations

from pathlib import Path


def pages_folder() -> Path:
    """Return the folder of the page."""
    package = Path(__file__).resolve().parent.parent
    packed = package / "builtin" / "studio"
    return packed if packed.is_dir() else package.parent / "studio"
