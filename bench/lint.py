"""`ppgen words lint` of 100,000 words beside loading the same file as YAML (`make bench`).

Each as a whole process, the least of the runs. Exit 0 even if the goal is missed.
"""

import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

WORDS, CATEGORIES, RUNS, GOAL = 100_000, 20, 2, 20
CONSONANTS, VOWELS = "bdfghklmnprstwz", "aeiou"
LOADERS = {
    "PyYAML with libyaml": "import sys, yaml; yaml.load(open(sys.argv[1]), yaml.CSafeLoader)",
    "PyYAML": "import sys, yaml; yaml.safe_load(open(sys.argv[1]))",
    "ppgen": (
        "import sys, pathlib; from ppgen.load.workspace import Workspace; "
        "Workspace(None).bank_file(pathlib.Path(sys.argv[1]), 'de')"
    ),
}


def bank() -> str:
    """Make words that nobody knows, so that no rule is spared."""
    chance = random.Random(1)
    words: set[str] = set()
    while len(words) < WORDS:
        syllables = chance.randint(3, 6)
        word = "".join(chance.choice(CONSONANTS) + chance.choice(VOWELS) for _ in range(syllables))
        words.add(word.capitalize())
    listed = sorted(words)
    chance.shuffle(listed)
    rows = ["ppgen: bank/1", "lang: de", "title: Large", "licence: CC0-1.0", "author: nobody"]
    rows.append("words:")
    share = WORDS // CATEGORIES
    for n in range(CATEGORIES):
        rows += [f"  kind{n}:", *(f"    - {w}" for w in listed[n * share : (n + 1) * share])]
    return "\n".join(rows) + "\n"


def seconds(*command: str) -> float:
    best = float("inf")
    for _ in range(RUNS):
        start = time.perf_counter()
        subprocess.run([sys.executable, *command], stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL, check=False)  # fmt: skip
        best = min(best, time.perf_counter() - start)
    return best


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "large.yaml"
        path.write_text(bank(), encoding="utf-8")
        lint = seconds("-m", "ppgen", "words", "lint", str(path), "--format", "short")
        print(f"\nlint of {WORDS:,} words: {lint:.1f} s")
        for name, code in LOADERS.items():
            load = seconds("-c", code, str(path))
            met = "" if lint < GOAL * load else f", over {GOAL}"
            print(f"  loading it with {name}: {load:.2f} s, ratio {lint / load:.1f}{met}")


if __name__ == "__main__":
    main()
