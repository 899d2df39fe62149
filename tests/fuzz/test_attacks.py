"""Every known attack ends in the message that it should: exit code and first line.

The list is `attacks.py`, which also measures time and memory. After a change on purpose run
`pytest tests/fuzz --update` and read the difference.
"""

from __future__ import annotations

import os
from pathlib import Path
from unittest import mock

import pytest

from tests.fuzz.attacks import Attack, attacks, prepare
from tests.support.run import REPO, run_here

EXPECTED = Path(__file__).with_name("attacks.txt")
ATTACKS = {attack.id: attack for attack in attacks()}


def outcome(attack: Attack, here: Path) -> str:
    """Run an attack; return its id, exit code and what is said first."""
    prepare(attack, here)
    env = {"XDG_DATA_HOME": str(here / "data"), **attack.env}
    env = {k: str(here / v) if k == "XDG_CACHE_HOME" and v else v for k, v in env.items()}
    with mock.patch.dict(os.environ, env):
        ran = run_here(*attack.args, cwd=here)
    said = (ran.err + ran.out).replace(str(here), "HERE").replace(str(REPO), "REPO").splitlines()
    errors = [line for line in said if line.startswith(("error", "Error"))]
    return f"{attack.id}: {ran.code} {(errors or said or [''])[0][:160]}"


@pytest.fixture(scope="module")
def expected() -> dict[str, str]:
    lines = EXPECTED.read_text("utf-8").splitlines() if EXPECTED.exists() else []
    return {line.partition(":")[0]: line for line in lines}


@pytest.mark.parametrize("name", ATTACKS)
def test_attack(
    name: str, tmp_path: Path, expected: dict[str, str], request: pytest.FixtureRequest
) -> None:
    here = tmp_path / "in"
    here.mkdir()

    line = outcome(ATTACKS[name], here)

    assert "ppgen itself" not in line
    if request.config.getoption("--update"):
        expected[name] = line
        kept = [expected[known] for known in ATTACKS if known in expected]
        EXPECTED.write_text("\n".join(kept) + "\n", "utf-8")
    assert line == expected[name]
