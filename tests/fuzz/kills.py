"""Kill a run at random moments, and look at what is left: `python -m tests.fuzz.kills [TIMES]`.

Each run would replace a PDF by another; it gets SIGKILL (or, every fifth time, SIGINT) at a random
moment of the time that it takes. The file must be the former or the new one, whole; at most one
hidden file may be beside it, and the next run must remove that. Exit code 1 if anything else.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from tests.support.run import REPO

_ENV = {**os.environ, "PYTHONPATH": f"{REPO}:{REPO / 'fonts-cjk'}", "PPGEN_FONT_PATH": ""}


def _interruptible() -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # in the background it is ignored


def start(folder: Path, lang: str) -> subprocess.Popen[bytes]:
    """Start a run that writes `a.pdf` and a deck log into a folder."""
    command = [sys.executable, "-m", "ppgen", "make", "decrypto/keywords", "--count", "4"]
    return subprocess.Popen(
        [*command, "--seed", "7", "--lang", lang, "-o", str(folder / "a.pdf")],
        cwd=REPO, env={**_ENV, "XDG_DATA_HOME": str(folder / "data"), "XDG_CACHE_HOME": str(folder / "data")},
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        preexec_fn=_interruptible,  # noqa: PLW1509 - no threads here
    )  # fmt: skip


def main(times: int) -> int:
    outcomes: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        path = folder / "a.pdf"
        whole: dict[str, bytes] = {}
        begun = time.monotonic()
        for lang in ("de", "en"):
            assert start(folder, lang).wait() == 0
            whole[lang] = path.read_bytes()
        length = (time.monotonic() - begun) / 2
        rng = random.Random(18)
        for number in range(times):
            former = path.read_bytes()
            lang = "de" if former == whole["en"] else "en"
            run = start(folder, lang)
            # Most of the time is spent before anything is written: look more closely at the end.
            low = 0.7 if number % 2 else 0.0
            time.sleep(length * rng.uniform(low, 1.15))
            sign = signal.SIGINT if number % 5 == 4 else signal.SIGKILL
            run.send_signal(sign)
            run.wait()
            left = [p for p in folder.iterdir() if p.name not in {"a.pdf", "data"}]
            now = path.read_bytes()
            if now not in whole.values():
                outcomes["BROKEN FILE"] += 1
            elif len(left) > (sign == signal.SIGKILL):
                outcomes["LEFT OVER"] += 1
            else:
                beside = ", one file beside it" if left else ""
                outcomes[("former file" if now == former else "new file") + beside] += 1
            if number % 20 == 19:
                print(f"{number + 1}: {dict(outcomes)}", flush=True)
        assert start(folder, "de").wait() == 0
        decks = folder / "data" / "ppgen" / "decks"
        stale = [*folder.glob(".*"), *decks.glob(".*")]
        outcomes["NOT REMOVED"] += len(stale)
        broken = [p for p in decks.glob("*.yaml") if not p.read_bytes().endswith(b"\n")]
        outcomes["BROKEN LOG"] += len(broken)
    outcomes += Counter()
    print(f"{times} runs: " + ", ".join(f"{n} x {what}" for what, n in outcomes.most_common()))
    return 1 if any(what.isupper() for what in outcomes) else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 500))
