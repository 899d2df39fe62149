"""What other packages say of words, kept from run to run.

Takes words and the name of a package; returns its answers. They change only with its version, and
reading its data takes longer than all rules together. Must not know what they mean.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TypeVar

from ppgen import cache as kept

A = TypeVar("A", str, float)
#: How many answers are kept: some dozens of banks, and none that takes long to read back.
_MOST = 20_000


@cache
def version(package: str) -> str | None:
    """Name an installed package with its version; "" if it is not known, None without the package.

    It is in the name of the folder that pip keeps beside it.
    """
    spec = find_spec(package)
    if spec is None or spec.origin is None:
        return None
    beside = Path(spec.origin).parent.parent
    return next((path.stem for path in beside.glob(f"{package}-*.dist-info")), "")


def answers(
    package: str, lang: str, words: Sequence[str], kind: type[A],
    ask: Callable[[Sequence[str]], Sequence[A]],
) -> list[A]:  # fmt: skip
    """Return the answer to each word, asking only for words that are not known yet."""
    name, now = f"{package}-{lang}.json", version(package)
    keeps = bool(now) and lang.isalnum()
    found = kept.load(name) if keeps else {}
    listed = found.get("answers")
    known: dict[str, A] = {}
    if found.get("version") == now and isinstance(listed, dict):
        known = {word: answer for word, answer in listed.items() if isinstance(answer, kind)}
    new = [word for word in dict.fromkeys(words) if word not in known]
    if not new:
        return [known[word] for word in words]
    fresh = dict(zip(new, ask(new), strict=True))
    every = known | fresh
    if keeps and len(fresh) <= _MOST:
        kept.save(name, {"version": now, "answers": every if len(every) <= _MOST else fresh})
    return [every[word] for word in words]
