"""Write requirements-dev.txt: the versions, installed here, of all that development needs.

python scripts/lock.py
pip install -c requirements-dev.txt -e '.[dev]' ./fonts-cjk
"""

from __future__ import annotations

import re
import tomllib
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
_HEAD = """\
# The versions with which ppgen is developed; written by scripts/lock.py.
# pip install -c requirements-dev.txt -e '.[dev]' ./fonts-cjk
"""


def closure(names: list[str]) -> dict[str, str]:
    """Return packages and all that they need, with their versions."""
    out: dict[str, str] = {}
    left = [re.split(r"[^\w.-]", name)[0] for name in names]
    while left:
        name = re.sub(r"[-_.]+", "-", left.pop()).lower()
        if name in out:
            continue
        try:
            found = distribution(name)
        except PackageNotFoundError:
            continue  # for another system or Python
        out[name] = found.version
        for need in found.requires or ():
            if "extra ==" not in need:
                left.append(re.split(r"[^\w.-]", need)[0])
    return out


def main() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    found = closure([*project["dependencies"], *extras["dev"]])
    lines = [f"{name}=={version}" for name, version in sorted(found.items())]
    (ROOT / "requirements-dev.txt").write_text(_HEAD + "\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    main()
