"""Says how much ink a job takes, leaf by leaf, beside the same with all its ink.

Takes the PDF of a printout; returns lines. Imports what draws pictures, so `make` imports it only
if it is asked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from ppgen.build import Printout
from ppgen.proof.ink import Ink, inks, mean
from ppgen.units import ranges

_HEAD = ("cyan", "magenta", "yellow", "black", "all")


def ink_report(printout: Printout, pdf: bytes, full: bytes | None) -> Iterator[str]:
    """Yield the lines of a table; `full` is the same job with all its ink, if this one has less."""
    leaves = [sheet.leaf + 1 for _, sheet in printout.sheets()]
    taken, usual = inks(pdf), inks(full) if full is not None else None
    more = ("in full",) if usual else ()
    yield "ink, in percent of the printed sides:"
    yield _row("leaf", (*_HEAD, *more))
    rows = []
    for leaf in dict.fromkeys(leaves):
        here = [at for at, other in enumerate(leaves) if other == leaf]
        rows.append((leaf, _cells(taken, usual, here)))
    # Leaves that take the same are one line.
    for cells, same in groupby(rows, key=lambda row: row[1]):
        yield _row(ranges(leaf for leaf, _ in same), cells)
    yield _row("job", _cells(taken, usual, range(len(leaves))))


def _cells(
    taken: Sequence[Ink], usual: Sequence[Ink] | None, pages: Sequence[int]
) -> tuple[str, ...]:  # fmt: skip
    ink = mean([taken[at] for at in pages])
    full = (mean([usual[at] for at in pages]).all,) if usual else ()
    return tuple(f"{100 * share:.1f}" for share in (*ink, ink.all, *full))


def _row(name: str, cells: Sequence[str]) -> str:
    return f"  {name:<8}" + "".join(f"{cell:>9}" for cell in cells)
