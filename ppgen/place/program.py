"""Programs: what one side draws for all records of one kind, as operations and text slots.

Takes texts; returns faces. The sizes of `uniform` texts are settled in between, over all faces.
Must not know layouts or how geometry came about.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Sequence
from itertools import repeat
from typing import NamedTuple

from ppgen.diagnostics import Problem, Report
from ppgen.drawing.face import Face, Field, Fill, Outline, Pattern
from ppgen.drawing.ops import Op
from ppgen.geometry import Size
from ppgen.place.replay import Reg
from ppgen.place.slots import Fitting, ProseSlot, Slot, TextSlot
from ppgen.text.fit import Fitters

#: The size of each column of `uniform` texts: by style and rule.
Limits = dict[tuple[str, str], float]
Texts = tuple[str, ...]


class Program:
    """The faces of one size for which a layout takes the same decisions."""

    def __init__(
        self, size: Size, outline: Outline, drawing: Sequence[Op | Slot],
        fields: Sequence[Field] = (),
    ) -> None:  # fmt: skip
        self.size = size
        self.outline = outline
        self._fields = fields
        self._drawing = drawing
        slots = [item for item in drawing if isinstance(item, TextSlot | ProseSlot)]
        open_ = [(slot, slot.text.at) for slot in slots if isinstance(slot.text, Reg)]
        #: The slots whose text differs from face to face, in drawing order.
        self.slots = [slot for slot, _ in open_]
        #: Where the values of a record have their texts.
        self.places = [at for _, at in open_]
        #: The slots with a text of their own.
        self.fixed = [(slot, slot.text) for slot in slots if isinstance(slot.text, str)]
        #: The number of faces for each row of texts.
        self.rows: dict[Texts, list[Fitting | None]] = {}
        self._fittings: list[Fitting | None] | None = None
        self._pattern: Pattern | None = None
        #: What fixed texts draw whose size depends on no others.
        self._still: dict[int, Fill] = {}

    def spoken(self, fitters: Fitters) -> Program:
        """Return the same program, without any faces, for texts of another language."""
        drawing = [
            item.spoken(fitters) if isinstance(item, TextSlot | ProseSlot) else item
            for item in self._drawing
        ]
        return Program(self.size, self.outline, drawing, self._fields)

    def add(self, texts: Texts, report: Report) -> None:
        """Record the texts of a face, and measure those whose sizes depend on each other."""
        if texts not in self.rows:
            self.rows[texts] = [
                _begun(slot, text, report) if slot.column else None
                for slot, text in zip(self.slots, texts, strict=True)
            ]
        if self._fittings is None:
            self._fittings = [
                _begun(slot, text, report) if slot.column else None for slot, text in self.fixed
            ]

    def columns(self) -> Iterable[tuple[tuple[str, str], Fitting]]:
        """Return all texts whose sizes depend on each other, each with its column."""
        # A fixed text counts once for each face.
        fixed = zip([slot for slot, _ in self.fixed], self._fittings or (), strict=False)
        for slot, fitting in fixed:
            if fitting is not None and slot.column:
                yield from repeat((slot.column, fitting), len(self.rows))
        for row in self.rows.values():
            for slot, fitting in zip(self.slots, row, strict=True):
                if fitting is not None and slot.column:
                    yield slot.column, fitting

    def face(self, texts: Texts, limits: Limits, report: Report) -> Face:
        """Return the face of some texts."""
        pattern = self._pattern
        if pattern is None:
            pattern = self._pattern = self._made(limits, report)
        fittings = self.rows.get(texts) or [None] * len(texts)
        # All sizes are settled: the data for finding them is no longer needed.
        self.rows[texts] = []
        return Face(
            pattern,
            [
                _ops(slot, text, fitting, limits, report)
                for slot, text, fitting in zip(self.slots, texts, fittings, strict=True)
            ],
        )

    def alone(self, texts: Texts, report: Report) -> Face:
        """Return the face of some texts as if there were no others, to see where its edges are.

        Texts that cannot come nearer to an edge than what stands around them are left out.
        """
        pattern = self._made({}, report)
        if pattern.encloses:
            return Face(pattern)
        fills = [_ops(s, text, None, {}, report) for s, text in zip(self.slots, texts, strict=True)]
        return Face(pattern, fills)

    def _made(self, limits: Limits, report: Report) -> Pattern:
        """Set the fixed texts; the remaining slots are the gaps of the pattern."""
        fittings = iter(self._fittings or [None] * len(self.fixed))
        still = self._still
        drawing: list[Op | None] = []
        for item in self._drawing:
            if not isinstance(item, TextSlot | ProseSlot):
                drawing.append(item)
            elif isinstance(item.text, Reg):
                drawing.append(None)
            elif id(item) in still:
                next(fittings)
                drawing += still[id(item)]
            else:
                ops = _ops(item, item.text, next(fittings), limits, report)
                drawing += ops
                if item.column is None and ops:
                    still[id(item)] = ops
        boxes = [slot.most for slot in self.slots]
        known = [box for box in boxes if box is not None]
        return Pattern(
            self.size,
            self.outline,
            drawing,
            known if len(known) == len(boxes) else None,
            fields=self._fields,
        )


def _begun(slot: Slot, text: str, report: Report) -> Fitting | None:
    if not text:
        return None
    try:
        return slot.begin(text)
    except Problem as problem:
        _report(problem, slot, text, report)
        return None


def _ops(slot: Slot, text: str, fitting: Fitting | None, limits: Limits, report: Report) -> Fill:
    """Set a text in its slot; nothing if it is empty, or cannot be set, which is reported."""
    if not text:
        return ()
    try:
        column = slot.column
        limit = limits.get(column) if column else None
        return (fitting or slot.begin(text)).ops(limit)
    except Problem as problem:
        _report(problem, slot, text, report)
        return ()


def _report(problem: Problem, slot: Slot, text: str, report: Report) -> None:
    """Report a text that cannot be set: as a note on the text if its style lets it be skipped."""
    diagnostic = problem.diagnostic
    if diagnostic.code == "E604" and slot.style.without_font == "skip":
        diagnostic = diagnostic._replace(level="note", note=str(text))
    report.add(diagnostic)


class _Lower(NamedTuple):
    """A text in the race for a column's limit: its size, or less if not `sure`."""

    size: float
    sure: bool
    at: int


def settle(programs: Iterable[Program]) -> Limits:
    """Return the size of each column: of its smallest text, or, if `most`, of the next above a few.

    Those few are a tenth, and one of three or more: a long word must not shrink a small deck.
    """
    columns: dict[tuple[str, str], list[Fitting]] = {}
    for program in programs:
        for column, fitting in program.columns():
            columns.setdefault(column, []).append(fitting)
    return {
        column: _ranked(
            fittings, 0 if column[1] == "all" else max(len(fittings) // 10, len(fittings) > 2)
        )
        for column, fittings in columns.items()
    }


def _ranked(fittings: Sequence[Fitting], rank: int) -> float:
    """Return the size of the text that is `rank` texts above the smallest.

    A text's size in one line is less than the largest that it can have. So only the texts that come
    up as the smallest are tried in more lines, and most never are.
    """
    race = [_Lower(fitting.least, fitting.settled, i) for i, fitting in enumerate(fittings)]
    heapq.heapify(race)
    while True:
        size, sure, at = race[0]
        if not sure:
            heapq.heapreplace(race, _Lower(fittings[at].best(), True, at))
        elif rank == 0:
            return size
        else:
            heapq.heappop(race)
            rank -= 1
