"""Install the peers, the extra `bench`, one by one, so that each may be missing.

python -m bench.install
"""

from __future__ import annotations

import subprocess
import sys
import tomllib

from bench.jobs import ROOT


def main() -> None:
    with (ROOT / "pyproject.toml").open("rb") as file:
        peers = tomllib.load(file)["project"]["optional-dependencies"]["bench"]
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "-q", "install"]
    for peer in peers:
        got = subprocess.run([*pip, peer], check=False, capture_output=True, text=True)
        if got.returncode:
            why = [line for line in got.stderr.splitlines() if "ERROR: " in line] or [""]
            print(f"MISSING: pip could not install {peer}: {why[-1].strip()}", file=sys.stderr)


if __name__ == "__main__":
    main()
