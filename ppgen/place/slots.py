"""Places for text on a face: they hold until the text is known, and its size over a whole deck.

Takes texts; returns draw operations in the slot's box, or says what does not fit. Must not know
layouts, records or shapes.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from functools import reduce
from typing import NamedTuple, Protocol, Self

from ppgen.chance import shares
from ppgen.diagnostics import Problem, Span
from ppgen.drawing.face import Fill, Late, Reach
from ppgen.drawing.ops import MM_PER_PT, Line, Op, TextOp, VeilOp
from ppgen.drawing.style import Style
from ppgen.geometry import Edges, Frame, Point, Rect, Size, Turn
from ppgen.language.tags import upper
from ppgen.limits import CLUTTER
from ppgen.place.prose import Run, set_prose
from ppgen.place.replay import Reg
from ppgen.place.spot import Spot
from ppgen.source.kinds import Text
from ppgen.text.fit import INK_ALIGNED, UNBROKEN, Fitted, Fitter, Fitters, shortened
from ppgen.text.line import PlainLine
from ppgen.units import show


class Fitting(Protocol):
    """A text measured for its slot; from this its size under any limit follows."""

    @property
    def least(self) -> float:
        """A possible size, if its style allows it; the largest one if `settled`."""

    @property
    def settled(self) -> bool:
        """Whether no way to break it could give a larger size than `least`."""

    def best(self) -> float:
        """Return the largest size that it could have on its own."""

    def ops(self, limit: float | None) -> Fill:
        """Set the text, no larger than a limit.

        Raises:
            Problem: E401 or E406 if there is no room for it, E604 for a letter no font has.
        """


class Where(NamedTuple):
    """The box of a slot, and the part of the face that holds text."""

    spot: Spot
    whole: Rect  # with the padding: what a veil fills
    safe: Rect
    place: Span  # of the element's box in the layout


class _Slot:
    """The common part of all kinds of slots."""

    def __init__(
        self, text: str | Reg, style: Style, where: Where, span: Span | None, fitter: Fitter
    ) -> None:
        #: The text, or where the values of a record have it.
        self.text = text
        self.style = style
        self.where = where
        self.span = span
        self.fitter = fitter
        self.frame: Frame = where.spot.upright
        self.turn: Turn = where.spot.turn
        self.box: Size = where.spot.size

    @property
    def column(self) -> tuple[str, str] | None:
        """The texts that get one size together, by style and rule; None if each has its own."""
        style = self.style
        return None if style.uniform == "no" else (style.group, style.uniform)

    @property
    def most(self) -> Rect | None:
        """The box that contains everything drawn; None if it may extend beyond its box."""
        return None if self.style.valign == "ink" else self.where.whole

    def of(self, text: object) -> Span | None:
        """Return the place of a text, or of the slot if it is nowhere by itself."""
        return text.span if isinstance(text, Text) and text.span else self.span

    def spoken(self, fitters: Fitters) -> Self:
        """Return the slot for texts of another language."""
        other = copy(self)
        other.fitter = fitters[self.style.lang]
        return other

    def veiled(self, lines: Iterable[TextOp]) -> tuple[Op, ...]:
        """Hide lines in clutter that fills the box, if the style says so."""
        ops = tuple(lines)
        if self.style.veil == "none" or not ops:
            return ops
        from ppgen.text import clutter  # noqa: PLC0415 - few texts are veiled

        letters = clutter.count(Size(self.where.whole.width, self.where.whole.height), ops[0].size)
        if letters > CLUTTER:
            raise Problem(
                "E305", f"a veil of about {letters:,.0f} letters; at most {CLUTTER:,} are allowed",
                self.where.place, help="make the text larger, or its box smaller",
            )  # fmt: skip
        return (VeilOp(self.where.whole, self._strayed(ops), self.style.veil_strength),)

    def _strayed(self, lines: tuple[TextOp, ...]) -> tuple[TextOp, ...]:
        """Move lines to a dealt place in their box, so that it does not tell where to look."""
        spot, first = self.where.spot, lines[0].bounds
        block = reduce(Rect.union, (line.bounds for line in lines))
        # Accents and descenders want a fifth of a line at either side of it.
        lying = spot.turn % 180 == 0
        wide, high = (0.0, first.height / 5) if lying else (first.width / 5, 0.0)
        room = spot.rect.inset(Edges(wide, high, wide, high))
        chance = shares("\n".join(line.text for line in lines))

        def dealt(low: float, high: float) -> float:
            share = next(chance)
            return low + (high - low) * share if low < high else 0.0

        x = dealt(room.x - block.x, room.right - block.right)
        y = dealt(room.y - block.y, room.bottom - block.bottom)
        return tuple(line.moved(x, y) for line in lines)

    def _check_safe(self, bounds: Rect, text: str, span: Span | None) -> None:
        if not self.where.safe.contains(bounds, 0.05):
            place = self.where.place
            raise Problem(
                "E406",
                f"`{shortened(text)}` extends beyond the safe area",
                place,
                second=span if span != place else None,
                second_note="the text" if span else "",
                help="move its box inward, or reduce the layout's `margin`",
            )


class TextSlot(_Slot):
    """A text of one line or a few."""

    _words: _Words | None = None

    def spoken(self, fitters: Fitters) -> Self:
        """Return the slot for texts of another language."""
        other = super().spoken(fitters)
        other._words = None
        return other

    def begin(self, text: str) -> Fitting:
        """Measure a text before the size of its column is known."""
        words = self._words
        if words is None:
            words = self._words = _Words(self, self.of(text))
        return words.begin(text) or _TextFitting(self, text)

    def lines(self, fitted: Fitted, text: str) -> tuple[Op, ...]:
        """Return the operations of a text whose size and breaks are known."""
        span = self.of(text)
        if fitted.size < self.style.min_size - 1e-6:
            self.fitter.check(fitted, str(text), self.style, self.box, span, self.where.place)
        return self.veiled(self._lines(fitted, span))

    def baseline(self, tall: float, cap: float) -> float:
        """Return where the first baseline is, for text of a height and capitals in mm."""
        if self.style.valign == "middle":
            return (self.box.height - tall) / 2 + cap
        return (0.0 if self.style.valign == "top" else self.box.height - tall) + cap

    def start(self, left: float, right: float) -> float:
        """Return where a line starts whose ink, or width, goes from left to right."""
        align = self.style.align
        if align == "center":
            return (self.box.width - left - right) / 2
        return -left if (align == "left") != self.where.spot.mirrored else self.box.width - right

    def _kept(self, first: float, down: float, shaped: Sequence[Line], unit: float) -> float:
        """Move the first baseline so that marks stay inside; the last one is `down` below it."""
        if self.style.marks == "free":
            return first
        pad = self.style.padding.height
        lowest = self.box.height + pad + shaped[-1].ink_low * unit - down
        return max(min(first, lowest), shaped[0].ink_top * unit - pad)

    def _lines(self, fitted: Fitted, span: Span | None) -> Iterator[TextOp]:
        frame, style, size = self.frame, self.style, fitted.size
        unit = size * MM_PER_PT
        high = fitted.cap * unit
        tall = high + (len(fitted.lines) - 1) * style.line_height * unit
        if style.valign == "ink":
            # The middle of what is black, for signs and letters that are not of cap height.
            top, low = fitted.shaped[0].ink_top * unit, fitted.shaped[-1].ink_low * unit
            baseline = (self.box.height + top + low - tall + high) / 2
        else:
            baseline = self._kept(self.baseline(tall, high), tall - high, fitted.shaped, unit)
        # From 20 pt on the side bearing of a letter would show as a crooked edge.
        ink = size >= INK_ALIGNED
        for text, shaped in zip(fitted.lines, fitted.shaped, strict=True):
            left = shaped.ink_left * unit if ink else 0.0
            right = (shaped.ink_right if ink else shaped.width) * unit
            x = self.start(left, right)
            bounds = frame.rect(Rect(x + left, baseline - high, right - left, high))
            self._check_safe(bounds, text, span)
            yield TextOp(
                text.replace("\u00ad", ""), style.fonts, size, frame.point(Point(x, baseline)),
                self.turn, style.color, bounds, self.fitter.lang,
            )  # fmt: skip
            baseline += style.line_height * unit


class _Words:
    """The fast path for words in one line: those that fit, and those that cannot break.

    Whether a plain word fits follows from its width alone: no breaks, no ink, nothing to refuse.
    """

    def __init__(self, slot: TextSlot, span: Span | None) -> None:
        style = slot.style
        self.slot = slot
        self._stack = slot.fitter.metrics.stack(style.fonts, slot.fitter.lang)
        self.pairs, self.unit, self.cap = self._stack.measured(span)
        height, width = slot.box.height / MM_PER_PT, slot.box.width / MM_PER_PT
        #: The size of such a word: more lines would only make it smaller.
        self.size = min(style.size, height / self.cap) if self.cap > 0 else style.size
        inside = slot.where.safe.contains(slot.frame.rect(Rect(0, 0, *slot.box)), 0.05)
        usable = style.lines > 0 and style.valign != "ink" and inside
        #: How low and how high a letter may reach in such a word, in units of the font.
        self._reach = self._free(slot) if style.marks == "inside" else (-math.inf, math.inf)
        #: Letters that do not reach further.
        self._calm: set[str] = set()
        self._columns: dict[float, _Column] = {}
        self._width = width
        #: The widest word, in units of the font; from 20 pt on, its ink.
        self._room = (
            width / (self.size * self.unit) if usable and self.size >= style.min_size else 0.0
        )
        #: Whether a word that is wider can only be set smaller.
        self._whole = self._room > 0 and (style.lines == 1 or not style.hyphens)

    def begin(self, text: str) -> Fitting | None:
        """Measure a word; None if it is not plain, or may need several lines or a refusal."""
        if self.slot.style.case == "upper":
            text = upper(text, self.slot.fitter.lang)
        plain = self.pairs.measure(text)
        if plain is None or not UNBROKEN(text):
            return None
        letters, units = plain
        if not (self._calm.issuperset(letters) or self._stays(letters)):
            return None
        hang = self.pairs.overhang if self.size >= INK_ALIGNED else 0.0
        if units + hang <= self._room:
            return _WordFitting(self.column(self.size), text, letters, units)
        if self._whole:
            size = self.narrowed(letters, units, self.size)
            if size >= self.slot.style.min_size:
                return _WideFitting(_Column(self, size), text, letters, units)
        return None

    def narrowed(self, letters: str, units: int, most: float) -> float:
        """Return the largest size up to `most` at which a word fits, as `Way.size` does."""
        wide = units * self.unit
        if most >= INK_ALIGNED:
            left, right = self.pairs.sides(letters, units)
            ink = right * self.unit - left * self.unit
            size = min(most, self._width / ink) if ink > 0 else most
            if size >= INK_ALIGNED:
                return size
            most = INK_ALIGNED
        return self._width / wide if most * wide > self._width else most

    def column(self, size: float) -> _Column:
        """Return the words that are set at a size."""
        found = self._columns.get(size)
        if found is None:
            found = self._columns[size] = _Column(self, size)
        return found

    def _free(self, slot: TextSlot) -> tuple[float, float]:
        unit, pad = self.size * MM_PER_PT * self.unit, slot.style.padding.height
        high = self.cap * self.size * MM_PER_PT
        baseline = slot.baseline(high, high)
        return (baseline - slot.box.height - pad) / unit, (baseline + pad) / unit

    def _stays(self, letters: str) -> bool:
        """Return whether the marks of a word leave its baseline where it is."""
        low, top = self.pairs.heights(letters)
        if low < self._reach[0] or top > self._reach[1]:
            return False
        self._calm.update(letters)
        return True

    def line(self, text: str, letters: str, units: int) -> PlainLine:
        """Return a word as a line."""
        return self._stack.plain(text, letters, units)


class _Column:
    """The words of a slot that are set at one size."""

    __slots__ = ("_baseline", "_high", "_unit", "size", "slot", "words")

    def __init__(self, words: _Words, size: float) -> None:
        slot = words.slot
        self.words, self.slot, self.size = words, slot, size
        #: What a unit of the font is on the face, in mm.
        self._unit = size * MM_PER_PT * words.unit
        self._high = words.cap * size * MM_PER_PT
        self._baseline = slot.baseline(self._high, self._high)

    def ends(self, letters: str, units: int) -> tuple[float, float, float]:
        """Return where a line starts, and where its ink, or its width, starts and ends."""
        if self.size >= INK_ALIGNED:
            start, end = self.words.pairs.sides(letters, units)
            left, right = start * self._unit, end * self._unit
        else:
            left, right = 0.0, units * self._unit
        x = self.slot.start(left, right)
        return x, x + left, x + right

    def box(self, start: float, end: float) -> Rect:
        """Return the box on the face of a line from start to end."""
        top = self._baseline - self._high
        return self.slot.frame.rect(Rect(start, top, end - start, self._high))

    def origin(self, x: float) -> Point:
        """Return where a line starts on the face."""
        return self.slot.frame.point(Point(x, self._baseline))


class _WordFitting(Late):
    """A word that fits in one line at full size, and so at any smaller one."""

    __slots__ = ("_column", "_letters", "_text", "_units", "_x")

    settled = True

    def __init__(self, column: _Column, text: str, letters: str, units: int) -> None:
        self._column = column
        self._text, self._letters, self._units = text, letters, units
        #: Where the line starts; None before it is known.
        self._x: float | None = None

    @property
    def least(self) -> float:
        return self._column.words.size

    def best(self) -> float:
        return self._column.words.size

    def ops(self, limit: float | None) -> Fill:
        words = self._column.words
        slot, size = words.slot, words.size
        if limit is not None and limit < size:
            self._column = words.column(max(limit, min(slot.style.min_size, size)))
        return self if slot.style.veil == "none" else slot.veiled((self.op(),))

    def note(self, reach: Reach) -> None:
        column = self._column
        self._x, left, right = column.ends(self._letters, self._units)
        known = reach.get(column)
        if known is None:
            reach[column] = left, right
        elif left < known[0] or right > known[1]:
            reach[column] = min(left, known[0]), max(right, known[1])

    def _box(self) -> Rect:
        _, left, right = self._column.ends(self._letters, self._units)
        return self._column.box(left, right)

    def op(self) -> TextOp:
        column = self._column
        slot, style = column.slot, column.slot.style
        if self._x is None:
            self._x = column.ends(self._letters, self._units)[0]
        return TextOp(
            self._text, style.fonts, column.size, column.origin(self._x), slot.turn, style.color,
            self._box, slot.fitter.lang,
            column.words.line(self._text, self._letters, self._units),
        )  # fmt: skip


class _WideFitting(_WordFitting):
    """A word that fits in one line only at a size of its own."""

    __slots__ = ("_least",)

    def __init__(self, column: _Column, text: str, letters: str, units: int) -> None:
        super().__init__(column, text, letters, units)
        self._least = column.size

    @property
    def least(self) -> float:
        return self._least

    def best(self) -> float:
        return self._least

    def ops(self, limit: float | None) -> Fill:
        words = self._column.words
        slot = words.slot
        if limit is not None and (most := max(limit, slot.style.min_size)) < self._least:
            size = words.narrowed(self._letters, self._units, most)
            self._column = words.column(size) if size == most else _Column(words, size)
        return self if slot.style.veil == "none" else slot.veiled((self.op(),))


class _TextFitting:
    __slots__ = ("_slot", "_text", "_trial")

    def __init__(self, slot: TextSlot, text: str) -> None:
        self._slot, self._text = slot, text
        self._trial = slot.fitter.begin(str(text), slot.style, slot.box, slot.of(text))

    @property
    def least(self) -> float:
        return self._trial.least

    @property
    def settled(self) -> bool:
        return self._trial.settled

    def best(self) -> float:
        return self._trial.best()

    def ops(self, limit: float | None) -> tuple[Op, ...]:
        slot = self._slot
        style = slot.style
        most = style.size if limit is None or limit > style.size else max(limit, style.min_size)
        return slot.lines(self._trial.fit(most), self._text)


class ProseSlot(_Slot):
    """Running text with headings."""

    def __init__(
        self, text: str | Reg, style: Style, where: Where, span: Span | None, fitter: Fitter,
        head: Style,
    ) -> None:  # fmt: skip
        super().__init__(text, style, where, span, fitter)
        self.head = head

    def begin(self, text: str) -> Fitting:
        """Set a text before the size of its column is known."""
        return _ProseFitting(self, text)

    def set(self, text: str, limit: float | None) -> tuple[float, list[Run]]:
        """Set a text in runs; under the least size of its style if there is no room."""
        style = self.style
        if limit is not None:
            style = style._replace(size=max(limit, style.min_size))
        return set_prose(self.fitter, str(text), style, self.head, self.box, self.of(text))

    def lines(self, size: float, runs: list[Run], text: str) -> tuple[Op, ...]:
        """Return the operations of runs, or raise E401."""
        style = self.style
        if size < style.min_size - 1e-6:
            raise Problem(
                "E401",
                f"this text does not fit at {show(style.min_size)} pt",
                self.of(text),
                help="shorten it, or enlarge its box",
                second=self.where.place,
                second_note=f"this box is {show(self.box.width)}x{show(self.box.height)} mm",
            )
        return self.veiled(self._lines(runs))

    def _lines(self, runs: list[Run]) -> Iterator[TextOp]:
        width = self.box.width
        # Like a text, prose reaches from the cap top of its first line to its last baseline.
        room = self.box.height - (runs[-1].y if runs else 0.0)
        down = {"middle": room / 2, "bottom": room}.get(self.style.valign, 0.0)
        for run in runs:
            x = width - run.x - run.width if self.where.spot.mirrored else run.x
            y = run.y + down
            bounds = self.frame.rect(Rect(x, y - run.cap, run.width, run.cap))
            self._check_safe(bounds, run.text, None)
            yield TextOp(
                run.text, run.fonts, run.size, self.frame.point(Point(x, y)), self.turn,
                self.style.color, bounds, self.fitter.lang,
            )  # fmt: skip


class _ProseFitting:
    __slots__ = ("_runs", "_slot", "_text", "least")

    settled = True

    def __init__(self, slot: ProseSlot, text: str) -> None:
        self._slot, self._text = slot, text
        self.least, self._runs = slot.set(text, None)

    def best(self) -> float:
        return self.least

    def ops(self, limit: float | None) -> tuple[Op, ...]:
        size, runs = self.least, self._runs
        if limit is not None:
            size, runs = self._slot.set(self._text, limit)
        return self._slot.lines(size, runs, self._text)


Slot = TextSlot | ProseSlot
