"""Caches what other packages say about words.

Takes words and the name of a package; returns its answers. These change only with its version, and
loading its data takes longer than all rules together. Must not know what they mean.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TypeVar

from ppgen import cache as kept

A = TypeVar("A", str, float)
#: Maximum number of cached answers: enough for dozens of banks, and still fast to load.
_MOST = 20_000


@cache
def version(package: str) -> str | None:
    """Return the name and version of a package; "" if unknown, None if it is not installed.

    Taken from the name of the folder that pip keeps next to it.
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
    """Return the answer for each word, computing only those not cached yet."""
    name, now = f"{package}-{lang}.json", version(package)
    keeps = bool(now) and lang.isalnum()
    stored = kept.load(name) if keeps else {}
    listed = stored.get("answers")
    known: dict[str, A] = {}
    if stored.get("version") == now and isinstance(listed, dict):
        known = {word: answer for word, answer in listed.items() if isinstance(answer, kind)}
    new = [word for word in dict.fromkeys(words) if word not in known]
    if not new:
        return [known[word] for word in words]
    fresh = dict(zip(new, ask(new), strict=True))
    every = known | fresh
    if keeps and len(fresh) <= _MOST:
        kept.save(name, {"version": now, "answers": every if len(every) <= _MOST else fresh})
    return [every[word] for word in words]
