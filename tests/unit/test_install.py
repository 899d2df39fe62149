"""What is missing is to be installed the way ppgen was."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from ppgen import install
from tests.support.run import REPO


@pytest.fixture
def prefix(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let ppgen be installed in an empty folder."""
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    monkeypatch.setattr(sys, "platform", "linux")
    return tmp_path


def installed_from(folder: Path, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Write what pip writes beside a package that it installs from a folder or file."""
    info = folder / "ppgen_pnp-9.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: ppgen-pnp\nVersion: 9\n")
    (info / "direct_url.json").write_text(json.dumps({"url": url}))
    monkeypatch.syspath_prepend(folder)


def test_pip_adds_to_this_very_interpreter(prefix: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", str(prefix / "bin of mine/python"))
    assert install.to_add("lint") == (
        f"'{prefix}/bin of mine/python' -m pip install wordfreq simplemma"
    )


def test_pipx_injects(prefix: Path) -> None:
    (prefix / "pipx_metadata.json").touch()
    assert install.to_add("lint") == "pipx inject ppgen-pnp wordfreq simplemma"


def test_uv_installs_its_tool_again_with_more(
    prefix: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (prefix / "uv-receipt.toml").touch()
    clone = prefix / "a clone"
    clone.mkdir()
    installed_from(prefix, clone.as_uri(), monkeypatch)
    assert install.to_add("xlsx") == f"uv tool install --with openpyxl '{clone}'"


def test_fonts_come_from_the_clone_or_from_beside_the_wheel(
    prefix: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (prefix / "pipx_metadata.json").touch()
    installed_from(prefix, REPO.as_uri(), monkeypatch)
    assert install.to_add_fonts() == f"pipx inject ppgen-pnp {REPO}/fonts-cjk"
    wheel = prefix / "ppgen_pnp-9-py3-none-any.whl"
    wheel.touch()
    (prefix / "ppgen_pnp-9.dist-info/direct_url.json").write_text(
        json.dumps({"url": wheel.as_uri()})
    )
    assert "folder fonts-cjk of ppgen's repository" in install.to_add_fonts()
    fonts = prefix / "ppgen_pnp_fonts_cjk-9-py3-none-any.whl"
    fonts.touch()
    assert install.to_add_fonts() == f"pipx inject ppgen-pnp {fonts}"


def test_the_constant_of_the_release_switches_to_the_index(
    prefix: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (prefix / "pipx_metadata.json").touch()
    monkeypatch.setattr(install, "REGISTERED", True)
    assert install.to_add_fonts() == "pipx inject ppgen-pnp ppgen-pnp-fonts-cjk"


def test_names_and_extras_are_those_of_the_project_files() -> None:
    project = tomllib.loads((REPO / "pyproject.toml").read_text())["project"]
    fonts = tomllib.loads((REPO / "fonts-cjk/pyproject.toml").read_text())["project"]
    assert (project["name"], fonts["name"]) == (install.DISTRIBUTION, install.FONTS)
    for extra, packages in install.EXTRAS.items():
        wanted = project["optional-dependencies"][extra]
        assert [re.split("[<>=~]", line)[0] for line in wanted] == list(packages)


_THIS = "tests/unit/test_install.py"
#: Installing something called `ppgen` by that name alone: on the index it is somebody else's.
_FOREIGN = re.compile(
    r"\b(install|inject|uvx|pipx run|upgrade)\s+(-\S+\s+)*['\"]?ppgen(?![-_/\w.])"
)


def test_nobody_is_sent_to_the_program_of_that_name_on_the_index() -> None:
    assert _FOREIGN.search("pip install --upgrade 'ppgen[lint]'")
    assert _FOREIGN.search("pipx install ppgen")
    assert not _FOREIGN.search("pip install ./ppgen")
    git = ["git", "ls-files", "-z"]
    listed = subprocess.run(git, cwd=REPO, capture_output=True, check=True, text=True)
    names = [name for name in listed.stdout.split("\0") if name and name != _THIS]
    sent = {}
    for path in (REPO / name for name in names):
        text = path.read_bytes().decode(errors="replace") if path.is_file() else ""
        if found := _FOREIGN.search(text):
            sent[path] = found[0]
    assert sent == {}


def test_the_readme_installs_from_the_index_only_after_the_release() -> None:
    for name in ("README.md", "docs/installing.md"):
        text = (REPO / name).read_text()
        by_name = re.search(rf"\binstall {install.DISTRIBUTION}\b", text)
        assert bool(by_name) == install.REGISTERED, name
