"""A layout saved while `ppgen watch` waits: the wait of somebody who changes a card.

Prints, as JSON, the least seconds from a saved layout to the
PDF of the whole deck, as the process that watches reports them and as a clock beside it sees them.

    python -m bench.saved
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bench.jobs import ROOT

TIMES = 8
LAYOUT = "decrypto/keyword.yaml"


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        measure(Path(folder))


def measure(folder: Path) -> None:
    (folder / "templates/decrypto").mkdir(parents=True)
    (folder / "ppgen.yaml").write_text("ppgen: workspace/1\n", encoding="utf-8")
    layout = folder / "templates" / LAYOUT
    text = (ROOT / "templates" / LAYOUT).read_text(encoding="utf-8")
    layout.write_text(text, encoding="utf-8")
    process = subprocess.Popen(
        [sys.executable, "-m", "ppgen", "watch", "decrypto/keywords"],
        cwd=folder, env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    if process.stderr is None:
        sys.exit("bench: no pipe")
    walls, builds = [], []
    lines = iter(process.stderr.readline, "")
    for line in lines:
        if line.startswith("watching"):
            break
    for n in range(TIMES):
        time.sleep(0.4)
        start = time.perf_counter()
        layout.write_text(f"{text}# {n}\n", encoding="utf-8")
        for line in lines:
            if found := re.search(r"built in ([\d.]+) s", line):
                walls.append(time.perf_counter() - start)
                builds.append(float(found[1]))
                break
    process.send_signal(signal.SIGINT)
    process.wait()
    if len(walls) < TIMES:
        sys.exit("bench: a saved layout was not built")
    print(json.dumps({"wall": min(walls), "cpu": min(builds)}))


if __name__ == "__main__":
    main()
