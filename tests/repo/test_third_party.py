"""THIRD-PARTY.md names all that ships, and every package that ppgen needs, with its license."""

from __future__ import annotations

import re
import tomllib
from fnmatch import fnmatch
from importlib.metadata import metadata
from typing import Any

import pytest

from tests.support.run import REPO

PAGE = (REPO / "THIRD-PARTY.md").read_text("utf-8")
PROJECT = tomllib.loads((REPO / "pyproject.toml").read_text("utf-8"))["project"]
ROWS = [
    [cell.strip() for cell in line.split("|")[1:-1]]
    for line in PAGE.splitlines()
    if line[:2] == "| "
]
#: Words by which packages name the licenses of the page.
SAID = {
    "BSD-3-Clause": "BSD", "BSD": "BSD", "MIT": "MIT", "MIT-CMU": "MIT-CMU", "Apache-2.0": "Apache",
    "GPL-2.0-or-later, LGPL-2.1-or-later or MPL-1.1": "MPL", "BSD-3-Clause, Apache-2.0": "BSD",
}  # fmt: skip


def needed() -> list[str]:
    """Name the packages of a run, also those of extras that users install."""
    extras = PROJECT["optional-dependencies"]
    wanted = [*PROJECT["dependencies"], *extras["lint"], *extras["xlsx"]]
    return sorted(re.split(r"[^\w.-]", name)[0] for name in wanted)


def test_every_package_is_named() -> None:
    named = [row[0] for row in ROWS if len(row) == 3 and row[0] != "package"]
    assert sorted(named) == needed()


@pytest.mark.parametrize("package", needed())
def test_a_package_has_the_license_that_is_said(package: str) -> None:
    (license_,) = [row[1] for row in ROWS if row[0] == package]
    of: Any = metadata(package)
    said = " ".join(
        [
            of.get("License-Expression") or "",
            of.get("License") or "",
            *(of.get_all("Classifier") or []),
        ]
    )
    assert SAID[license_] in said


def test_every_file_of_others_has_its_license() -> None:
    rows = [row for row in ROWS if len(row) == 4 and row[0].startswith("`")]
    patterns = [row[0].strip("`") for row in rows]
    texts = {row[3].strip("`") for row in rows}
    assert {text for text in texts if not (REPO / text).is_file()} == set()
    fonts = [p.relative_to(REPO).as_posix() for p in (REPO / "ppgen").rglob("*.?tf")]
    others = [p.relative_to(REPO).as_posix() for p in (REPO / "studio" / "vendor").glob("*.js")]
    data = [p.relative_to(REPO).as_posix() for p in (REPO / "tests" / "data").glob("*.xz")]
    assert len(fonts) > 5
    unnamed = [f for f in [*fonts, *others, *data] if not any(fnmatch(f, p) for p in patterns)]
    assert unnamed == []


def test_every_license_in_the_repository_is_on_the_page() -> None:
    found = {
        path.relative_to(REPO).as_posix()
        for folder in (
            "ppgen",
            "content",
            "fonts-cjk/ppgen_fonts_cjk",
            "studio/vendor",
            "tests/data",
        )
        for path in (REPO / folder).rglob("*LICEN*")
    }
    assert {path for path in found if path not in PAGE} == set()


def test_all_texts_of_games_are_free() -> None:
    banks = [p for p in (REPO / "content").rglob("*.yaml") if "\nlicence:" in p.read_text("utf-8")]
    said = {re.search(r"(?m)^licence: (.*)$", p.read_text("utf-8"))[1] for p in banks}  # type: ignore[index]
    assert len(banks) > 20
    assert said <= {"CC0-1.0", "MIT"}


def test_the_lock_has_all_that_development_needs() -> None:
    lock = (REPO / "requirements-dev.txt").read_text("utf-8").lower().replace("_", "-")
    extras = PROJECT["optional-dependencies"]
    wanted = {
        re.split(r"[^\w.-]", name)[0].lower() for name in [*PROJECT["dependencies"], *extras["dev"]]
    }
    normal = {re.sub(r"[-_.]+", "-", name) for name in wanted}
    missing = {n for n in normal if not re.search(rf"(?m)^{re.escape(n)}==\d", lock)}
    assert missing == set()
    assert not re.search(r"://|@", lock)
