"""The file of profiles: what is written is read again, and what is not ppgen's is refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ppgen.geometry import Edges
from ppgen.printers import store
from ppgen.printers.profile import Printer
from ppgen.printers.store import DamagedError, Printers, load, save


@pytest.fixture(autouse=True)
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    return tmp_path / "ppgen" / "printers.toml"


tenths = st.integers(-150, 150).map(lambda n: n / 10)
lengths = st.integers(0, 500).map(lambda n: n / 10)
printers = st.builds(
    Printer, st.from_regex(store.NAME, fullmatch=True), tenths, tenths, st.none() | tenths,
    st.none() | tenths, st.sampled_from([99.8, 100.0, 101.25]), st.sampled_from([100.0, 100.3]),
    st.none() | st.builds(Edges, lengths, lengths, lengths, lengths),
    st.sampled_from(["long", "short"]), st.sampled_from(["same", "reversed"]),
)  # fmt: skip


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(printers, max_size=4), st.booleans())
def test_what_is_kept_comes_back(found: list[Printer], usual: bool) -> None:
    known = {printer.name: printer for printer in found}
    kept = Printers(known, found[0].name if found and usual else "")
    save(kept)
    assert load() == kept


def test_nothing_is_kept_at_first(config: Path) -> None:
    assert load() == Printers()
    assert not config.exists()


def test_a_file_is_written_whole_or_not_at_all(
    config: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save(Printers({"a": Printer("a", 1)}))
    former = config.read_bytes()

    def fail(_self: Path, _target: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(OSError, match="No space"):
        save(Printers())
    assert config.read_bytes() == former
    assert list(config.parent.iterdir()) == [config]


@pytest.mark.parametrize(
    "text",
    [
        "x = ",
        "\xff",
        "printers = 3",
        "[printers.p]\nx = 'a'",
        "[printers.p]\nx = 40",
        "[printers.p]\nlong = true",
        "[printers.p]\nlong = 50",
        "[printers.p]\nmargins = [1, 2]",
        "[printers.p]\nmargins = [1, 2, 3, 60]",
        "[printers.p]\nflip = 'left'",
        "[printers.p]\nfar = 1",
        "[printers.'a/b']\nx = 1",
    ],
)
def test_a_file_that_makes_no_sense_is_not_read(config: Path, text: str) -> None:
    config.parent.mkdir()
    config.write_text(text, encoding="latin-1")
    with pytest.raises(DamagedError):
        load()
