"""Say whether this tree is ready to be released as the version that it names.

python scripts/release.py                 what is still to do
python scripts/release.py --tag v1.0.0    the same, and that the tag is the version
"""

import argparse
import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def text(name: str) -> str:
    """Return a file of the repository."""
    return (ROOT / name).read_text(encoding="utf-8")


def version(name: str) -> str:
    """Return the version that a package says it is."""
    found = re.search(r'^__version__ = "(.+)"$', text(name), re.MULTILINE)
    return found[1] if found else "?"


def open_points(tag: str | None) -> Iterator[str]:
    """Yield what has to be done before the release."""
    own = version("ppgen/__init__.py")
    if tag is not None and tag != f"v{own}":
        yield f"the tag is {tag}, but ppgen/__init__.py says {own}"
    if f"## [{own}] - 20" not in text("CHANGELOG.md"):
        yield f"CHANGELOG.md has no dated section `## [{own}] - YYYY-MM-DD`"
    if "\nREGISTERED = True\n" not in text("ppgen/install.py"):
        yield "ppgen/install.py: set REGISTERED once the names are ours on the package index"
    for name in ("README.md", "docs/installing.md"):
        if "REPOSITORY" in text(name):
            yield f"{name}: put the address of the repository in place of REPOSITORY"


def main() -> int:
    """Print what is to do; 1 if there is anything."""
    parser = argparse.ArgumentParser(description="Say what is to do before a release.")
    parser.add_argument("--tag")
    todo = list(open_points(parser.parse_args().tag))
    print("\n".join(todo) or "ready")
    return 1 if todo else 0


if __name__ == "__main__":
    sys.exit(main())
