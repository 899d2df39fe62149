"""`--ink` and `--ink-report` on the command line."""

from __future__ import annotations

from pathlib import Path

from tests.support.run import run_here


def test_the_name_of_the_file_says_so(tmp_path: Path) -> None:
    for ink in ("low", "grey"):
        assert run_here("make", "decrypto/tokens", "--ink", ink, cwd=tmp_path).code == 0
    names = sorted(path.name for path in (tmp_path / "out").iterdir())
    assert names == ["decrypto-tokens-en-a4-grey.pdf", "decrypto-tokens-en-a4-low.pdf"]


def test_the_report_sets_it_beside_the_full_version(tmp_path: Path) -> None:
    args = ("make", "decipher/pieces", "--ink-report")
    ran = run_here(*args, cwd=tmp_path)
    assert ran.code == 0, ran.err
    full = ran.out.splitlines()[-1].split()
    assert len(full) == 6
    ran = run_here(*args, "--ink", "low", cwd=tmp_path)
    head, _, leaf, job = ran.out.splitlines()[1:]
    assert head == "ink, in percent of the printed sides:"
    assert leaf.split()[0] == "1"
    assert job.split()[0] == "job"
    assert job.split()[-1] == full[-1]
    assert float(job.split()[-2]) < float(full[-1]) / 3


def test_a_veil_is_skipped_with_its_game_and_refused_alone(tmp_path: Path) -> None:
    ran = run_here("make", "decrypto/veil-test", "--ink", "grey", cwd=tmp_path)
    assert ran.code == 2
    assert "there is no --ink grey of it; use --ink low" in ran.err
    both = ("decrypto/tokens", "decrypto/keywords", "--veil", "red", "--ink", "grey")
    ran = run_here("make", both[0], both[1], *both[2:], cwd=tmp_path)
    assert "decrypto/keywords: words hidden for red film" in ran.err
