"""Build the pages of docs/ and those beside the README into a static site; broken links fail.

    python scripts/docs_site.py    writes build/docs-site

The pages stay where people read them in the repository: they are copied into one folder, with
links to each other changed to match, and mkdocs checks every link and anchor of the copy.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "build/docs"
#: Pages beside docs/, by their names in the site.
BESIDE = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "CODE_OF_CONDUCT.md": "code-of-conduct.md",
    "CHANGELOG.md": "changelog.md",
    "SECURITY.md": "security.md",
}
_LINK = re.compile(r"(\]\()([^)\s#]+)(#[^)\s]*)?\)")


def moved(text: str) -> str:
    """Return a page with its links as they have to be in one folder."""

    def link(match: re.Match[str]) -> str:
        target = match[2].removeprefix("../").removeprefix("docs/")
        return f"{match[1]}{BESIDE.get(target, target)}{match[3] or ''})"

    return _LINK.sub(link, text)


def gather() -> None:
    """Copy all pages and pictures into one folder."""
    shutil.rmtree(SOURCE, ignore_errors=True)
    shutil.copytree(ROOT / "docs", SOURCE, ignore=shutil.ignore_patterns("*.yaml"))
    for page in SOURCE.rglob("*.md"):
        page.write_text(moved(page.read_text("utf-8")), "utf-8")
    for name, target in BESIDE.items():
        path = ROOT / name
        if path.exists():
            (SOURCE / target).write_text(moved(path.read_text("utf-8")), "utf-8")


def main() -> int:
    """Build the site."""
    gather()
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--clean"]
    # Its notice of what comes after mkdocs is not for those who write pages.
    env = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    ran = subprocess.run(command, cwd=ROOT, env=env, check=False)
    if ran.returncode == 0:
        print("build/docs-site")
    return ran.returncode


if __name__ == "__main__":
    sys.exit(main())
