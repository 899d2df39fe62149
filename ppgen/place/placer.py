"""One side of a product: the programs of its layout, and which one each record follows.

Takes a layout and the names that it sees, then record after record; returns programs with the texts
that they fill in. Must not know paper or PDF.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from ppgen.diagnostics import Problem, Report
from ppgen.geometry import Size
from ppgen.model.layout import Layout
from ppgen.model.needs import Scope
from ppgen.place.program import Program, Texts
from ppgen.place.replay import Paths, Reg, Trace
from ppgen.place.walk import Given, Kit, Voice, Walk
from ppgen.text.fit import Fitters
from ppgen.text.fonts import Fonts

_ANY = Size(1000, 1000)


class Placed(NamedTuple):
    """One face in progress: a program, and the texts that fill it."""

    program: Program
    texts: Texts


class Walks:
    """All walks through one layout, by their results."""

    def __init__(self, kit: Kit) -> None:
        self.kit = kit
        self.programs: dict[Size, Paths[Program]] = {}
        self.least: Paths[Size] = Paths()


class SharedWalks:
    """Walks that products have in common where only names that differ from record to record do.

    So a layout need not be walked again for another language, if `lang`, `t` and banks are such
    names. Serves one set of fonts and folders.
    """

    def __init__(self) -> None:
        self._known: dict[tuple[object, ...], list[tuple[Scope, Walks]]] = {}

    def find(
        self, layout: Layout, given: Given, rtl: bool, names: Sequence[str], scope: Scope,
        make: Callable[[], Kit],
    ) -> Walks:  # fmt: skip
        """Return the walks for a scope, shared with an equal one if there is one."""
        # What is told apart by identity here is kept alive by the kit.
        key = (id(layout), id(given.values), rtl, *names)
        known = self._known.setdefault(key, [])
        for other, walks in known:
            if other == scope:
                return walks
        known.append((scope, Walks(make())))
        return known[-1][1]


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
        shared: Walks of other placers that may serve this one too.
    """

    def __init__(
        self, layout: Layout, given: Given, scope: Scope, names: Sequence[str], voice: Voice,
        metrics: Fonts, folders: Sequence[Path], shared: SharedWalks | None = None,
    ) -> None:  # fmt: skip
        def kit() -> Kit:
            always = {"lang": voice.lang, "t": voice.labels}
            differing = {name: Reg(at) for at, name in enumerate(names)}
            return Kit(layout, given, {**always, **scope, **differing}, voice, metrics, folders)

        #: The programs of shared walks as this language has them, by the identity of the former.
        self._own: dict[int, tuple[Program, Program]] | None = None
        if shared is None:
            self._walks = Walks(kit())
        else:
            self._walks = shared.find(layout, given, voice.rtl, names, scope, kit)
            self._own = {}
            self._fitters = Fitters(metrics, voice.lang)

    def least(self, values: Sequence[object], report: Report) -> Size:
        """Return the smallest face that the layout allows for a record."""
        if (found := self._walks.least.follow(values)) is not None:
            return found[0]
        walk = Walk(self._walks.kit, Trace(values), report)
        content, margin = walk.tree(_ANY)
        need = content.needs()
        least = Size(need.width + 2 * margin, need.height + 2 * margin)
        self._walks.least.keep(walk.trace, least)
        return least

    def place(self, values: Sequence[object], size: Size, report: Report) -> Placed:
        """Return the program of a record, compiling it for the first of its kind.

        Raises:
            Problem: If the face cannot be placed at all; what can be left out is reported.
        """
        paths = self._walks.programs.setdefault(size, Paths())
        try:
            found = paths.follow(values)
        except Problem:
            found = None  # the walk will report the problem
        if found is None:
            walk = Walk(self._walks.kit, Trace(values), report)
            program = walk.program(size)
            paths.keep(walk.trace, program)
            found = program, walk.trace.values
        program, known = found
        texts = tuple([known[at] for at in program.places])
        if self._own is None:
            return Placed(program, texts)
        own = self._own.get(id(program))
        if own is None:
            own = self._own[id(program)] = program, program.spoken(self._fitters)
        return Placed(own[1], texts)
