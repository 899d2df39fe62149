"""The folders of three systems: what a variable names wins over what is usual."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from ppgen import system

VARIABLES = (
    "LOCALAPPDATA",
    "APPDATA",
    "WINDIR",
    "XDG_CACHE_HOME",
    "XDG_DATA_HOME",
    "XDG_DATA_DIRS",
)


@pytest.fixture(autouse=True)
def at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "home", lambda: Path("/home/ada"))
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize(
    ("platform", "cache", "data", "fonts"),
    [
        (
            "linux", ".cache/ppgen", ".local/share/ppgen",
            ["/usr/local/share/fonts", "/usr/share/fonts", "~/.local/share/fonts", "~/.fonts"],
        ),
        (
            "darwin", "Library/Caches/ppgen", "Library/Application Support/ppgen",
            ["/System/Library/Fonts", "/Library/Fonts", "~/Library/Fonts"],
        ),
        (
            "win32", "AppData/Local/ppgen", "AppData/Roaming/ppgen",
            ["C:/Windows/Fonts", "~/AppData/Local/Microsoft/Windows/Fonts"],
        ),
    ],
)  # fmt: skip
def test_what_is_usual(
    monkeypatch: pytest.MonkeyPatch, platform: str, cache: str, data: str, fonts: list[str]
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    home = Path("/home/ada")
    assert system.cache_folder() == home / cache
    assert system.data_folder() == home / data
    assert system.font_folders() == [Path(name.replace("~", "/home/ada")) for name in fonts]


@pytest.mark.parametrize(
    ("platform", "cache", "data", "own"),
    [
        ("linux", "XDG_CACHE_HOME", "XDG_DATA_HOME", "/else/XDG_DATA_HOME/fonts"),
        ("win32", "LOCALAPPDATA", "APPDATA", "/else/LOCALAPPDATA/Microsoft/Windows/Fonts"),
    ],
)
def test_what_variables_say(
    monkeypatch: pytest.MonkeyPatch, platform: str, cache: str, data: str, own: str
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    for name in (cache, data):
        monkeypatch.setenv(name, f"/else/{name}")
    assert system.cache_folder() == Path(f"/else/{cache}/ppgen")
    assert system.data_folder() == Path(f"/else/{data}/ppgen")
    assert Path(own) in system.font_folders()


def test_who_has_no_home_has_what_variables_say(monkeypatch: pytest.MonkeyPatch) -> None:
    def none() -> Path:
        raise RuntimeError

    monkeypatch.setattr(Path, "home", none)
    monkeypatch.setattr(sys, "platform", "linux")
    with pytest.raises(RuntimeError):
        system.cache_folder()
    monkeypatch.setenv("XDG_CACHE_HOME", "/else")
    assert system.cache_folder() == Path("/else/ppgen")
