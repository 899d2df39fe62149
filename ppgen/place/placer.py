"""One side of a product: the programs of its layout, and which one each record follows.

Takes a layout and the names that it sees, then record after record; gives programs with the texts
that they fill in. Must not know paper or PDF.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from ppgen.diagnostics import Problem, Report
from ppgen.geometry import Size
from ppgen.model.layout import Layout
from ppgen.model.needs import Scope
from ppgen.place.program import Program, Texts
from ppgen.place.trace import Paths, Reg, Trace
from ppgen.place.walk import Given, Kit, Voice, Walk
from ppgen.text.fonts import Fonts

_ANY = Size(1000, 1000)


class Placed(NamedTuple):
    """One face on its way: a program, and the texts that it fills in."""

    program: Program
    texts: Texts


class Placer:
    """Places the faces of one side of a product in one language.

    Args:
        layout: How a face looks.
        given: What the side gives to it.
        scope: The names that are the same for all records.
        names: The names that differ from record to record, in the order of a record's values.
        voice: Language and direction.
        metrics: Fonts and pictures.
        folders: Where pictures lie.
    """

    def __init__(
        self, layout: Layout, given: Given, scope: Scope, names: Sequence[str], voice: Voice,
        metrics: Fonts, folders: Sequence[Path],
    ) -> None:  # fmt: skip
        seen = {**scope, **{name: Reg(at) for at, name in enumerate(names)}}
        self._kit = Kit(layout, given, seen, voice, metrics, folders)
        self._programs: dict[Size, Paths[Program]] = {}
        self._least: Paths[Size] = Paths()

    def least(self, values: Sequence[object], report: Report) -> Size:
        """Return the smallest face that the layout allows for a record."""
        if (found := self._least.follow(values)) is not None:
            return found[0]
        walk = Walk(self._kit, Trace(values), report)
        content, margin = walk.tree(_ANY)
        need = content.needs()
        least = Size(need.width + 2 * margin, need.height + 2 * margin)
        self._least.keep(walk.trace, least)
        return least

    def place(self, values: Sequence[object], size: Size, report: Report) -> Placed:
        """Find the program of a record, or make it if it is the first of its kind.

        Raises:
            Problem: If the face cannot be placed at all; what can be left out is reported.
        """
        paths = self._programs.setdefault(size, Paths())
        try:
            found = paths.follow(values)
        except Problem:
            found = None  # the walk will say what is wrong
        if found is None:
            walk = Walk(self._kit, Trace(values), report)
            program = walk.program(size)
            paths.keep(walk.trace, program)
            found = program, walk.trace.values
        program, known = found
        return Placed(program, tuple([known[at] for at in program.places]))
