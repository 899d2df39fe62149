"""Broken files give messages, never a traceback: lines and values of shipped files at random."""

from __future__ import annotations

import contextlib
import random
import re
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from ppgen.build import Fonts, default_request, place
from ppgen.deal.defaults import every_choice
from ppgen.diagnostics import Refused, as_json, short, text
from ppgen.load.check import check_pictures
from ppgen.load.workspace import Workspace
from ppgen.source.kinds import Text
from tests.support.run import REPO

FILES = (
    "templates/decrypto/notes.yaml",
    "templates/base.yaml",
    "content/decrypto/game.yaml",
    "content/decrypto/labels/en.yaml",
    "content/labels/en.yaml",
)
#: What may stand where something else was: wrong kinds, edges of ranges, half an expression.
VALUES = (
    "", "0", "-1", "1e9", "99999999999999999999", "0.0001", "nan", "x", "[]", "{}", "[a]", "{a: b}",
    "~", '""', "'", "${", "${n}", '"${1/0}"', '"${t}"', '"${face}"', '"${1..9}"', "1..999",
    "0x0", "-3x4", "0fr", "fit", "0pt", "none", "default", "auto", "paper", "same", "&a", "*a",
    "!x", "#fff", "yes", "1 +", "rounds", "'1'", "M0 0", "face", "bleed", "ä", "\u3042", "\t",
    "a: b",
)  # fmt: skip
_VALUE = re.compile(r"(?<=[:\[{,] )[^\s,\[\]{}][^,\[\]{}\n]*")


def mutated(lines: list[str], rng: random.Random) -> list[str]:
    """Change one thing: a line goes, doubles, moves or is cut; a value, key or letter changes."""
    out = list(lines)
    at = rng.randrange(len(out))
    what = rng.choice(("drop", "twice", "swap", "indent", "cut", *["value"] * 6, "letter", "key"))
    if what == "drop":
        del out[at]
    elif what == "twice":
        out.insert(at, out[at])
    elif what == "swap":
        other = rng.randrange(len(out))
        out[at], out[other] = out[other], out[at]
    elif what == "indent":
        out[at] = " " * rng.choice((1, 2)) + out[at]
    elif what == "cut":
        out[at] = out[at][: rng.randrange(len(out[at]) + 1)]
    elif what == "letter" and out[at]:
        i = rng.randrange(len(out[at]))
        out[at] = out[at][:i] + rng.choice("{}[]:,'\"$#&*!-x1 ") + out[at][i + 1 :]
    elif what == "key":
        out[at] = re.sub(r"\b(\w+)(?=:)", lambda m: rng.choice((m[1], m[1][::-1])), out[at])
    else:
        found = list(_VALUE.finditer(out[at]))
        if found:
            hit = rng.choice(found)
            out[at] = out[at][: hit.start()] + rng.choice(VALUES) + out[at][hit.end() :]
    return out


def check(root: Path) -> int:
    """Read and place the copied product with every choice, as `ppgen check` does; count problems.

    `check` would also place all built-in products, as the copy changes what they extend.
    """
    workspace = Workspace(root)
    fonts = Fonts(workspace.fonts)
    if game := workspace.game("decrypto"):
        for product in game.products.values():
            usual = default_request(workspace, game, product, "en")
            for options in every_choice(product):
                with contextlib.suppress(Refused):
                    place(workspace, replace(usual, options=options), fonts)
    for name in workspace.layouts():
        if layout := workspace.layout(Text(name)):
            check_pictures(layout, workspace.roots, fonts, workspace.report)
    found = workspace.report.sorted()
    for item in found:
        assert text(item)
        assert short(item)
    assert as_json(found)
    return len(found)


def small_copy(root: Path) -> None:
    """Copy one product in one language: all of them would take minutes and find no more."""
    shutil.rmtree(root / "content", ignore_errors=True)
    shutil.rmtree(root / "templates", ignore_errors=True)
    for name in FILES:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(REPO / name, root / name)
    (root / "ppgen.yaml").write_text("ppgen: workspace/1\n", "utf-8")
    game = root / "content/decrypto/game.yaml"
    kept = "(?m)^  (?!notes:)[a-z0-9-]+:(?:.*\\n)(?:^(?:    .*| *)\\n)*"
    head, _, products = game.read_text("utf-8").partition("products:\n")
    game.write_text(f"{head}products:\n{re.sub(kept, '', products)}", "utf-8")
    named = {w for name in FILES for w in re.findall(r"\w+", (root / name).read_text("utf-8"))
             if "labels" not in name}  # fmt: skip
    labels = root / "content/decrypto/labels/en.yaml"
    lines = labels.read_text("utf-8").split("\n")
    used = [x for x in lines if not x.startswith("  ") or x.strip().partition(":")[0] in named]
    labels.write_text("\n".join(used), "utf-8")


def fuzz(seed: int, root: Path) -> int:
    """Break a copy of the shipped files in one to three places; gives the number of problems."""
    rng = random.Random(seed)  # the same mutation for the same seed
    small_copy(root)
    for _ in range(rng.randint(1, 3)):
        path = root / rng.choice(FILES)
        lines = path.read_text("utf-8").split("\n")
        path.write_text("\n".join(mutated(lines, rng)), "utf-8")
    return check(root)


SEEDS = (*range(3), *[pytest.param(seed, marks=pytest.mark.slow) for seed in range(3, 60)])


@pytest.mark.parametrize("seed", SEEDS)
def test_no_traceback(seed: int, tmp_path: Path) -> None:
    fuzz(seed, tmp_path)


@pytest.mark.slow
def test_the_copy_is_whole(tmp_path: Path) -> None:
    small_copy(tmp_path)
    assert check(tmp_path) == 0


@pytest.mark.slow
def test_most_mutations_are_noticed(tmp_path: Path) -> None:
    """Otherwise the test above would look at nothing."""
    assert sum(fuzz(seed, tmp_path) > 0 for seed in range(6)) >= 2
