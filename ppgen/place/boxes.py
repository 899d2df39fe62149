"""Divides boxes: computes what tracks need, and how they share the room.

Takes tracks with sizes, needs and limits; returns rectangles by name. Pure numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ppgen.geometry import Edges, Rect, Size
from ppgen.source.kinds import Text


class Slice:
    """A track evaluated for a record; `need` grows as its content is counted."""

    def __init__(
        self, name: Text | None, share: float | None, fixed: float, low: float, high: float,
        cut: Cut | None, inset: Size,
    ) -> None:  # fmt: skip
        self.name = name  # None: a space
        self.share, self.fixed = share, fixed
        self.low, self.high = low, high
        self.cut = cut
        self.inset = inset
        self.need = Size(0, 0)


class Cut(NamedTuple):
    """A division evaluated for a record."""

    across: bool
    slices: list[Slice]
    gap: float
    inset: Size

    def named(self) -> dict[str, Slice]:
        """Return the tracks of this level and below by name; of equal names the first."""
        out: dict[str, Slice] = {}
        for piece in self.slices:
            if piece.name is not None:
                out.setdefault(str(piece.name), piece)
            if piece.cut:
                for name, inner in piece.cut.named().items():
                    out.setdefault(name, inner)
        return out

    def needs(self) -> Size:
        """Return what all tracks need together, computed from the inside out."""
        along, wide = self.gap * max(0, len(self.slices) - 1), 0.0
        for piece in self.slices:
            if piece.cut:
                inner = piece.cut.needs()
                piece.need = Size(
                    max(piece.need.width, inner.width), max(piece.need.height, inner.height)
                )
            need = Size(
                piece.need.width + 2 * piece.inset.width, piece.need.height + 2 * piece.inset.height
            )
            along += self._least(piece, need)
            wide = max(wide, need.height if self.across else need.width)
        pads = self.inset
        if self.across:
            return Size(along + 2 * pads.width, wide + 2 * pads.height)
        return Size(wide + 2 * pads.width, along + 2 * pads.height)

    def _least(self, piece: Slice, need: Size) -> float:
        length = need.width if self.across else need.height
        if piece.share is None:
            return max(piece.fixed, piece.low)
        # The fixed part of a share is a minimum: `1fr+3` is never under 3.
        return max(piece.low, length, piece.fixed)

    def place(self, box: Rect, into: dict[str, Rect], cramped: list[Slice]) -> None:
        """Divide a box; fixed tracks smaller than their content are noted as cramped."""
        pads = Edges(self.inset.width, self.inset.height, self.inset.width, self.inset.height)
        room = box.inset(pads)
        length = room.width if self.across else room.height
        rest = length - self.gap * max(0, len(self.slices) - 1)
        bounds: list[tuple[float, float, float, float]] = []
        for piece in self.slices:
            need = piece.need.width if self.across else piece.need.height
            need += 2 * (piece.inset.width if self.across else piece.inset.height)
            if piece.share is None:
                size = max(piece.fixed, piece.low)
                if need > size + 1e-6:
                    cramped.append(piece)
                bounds.append((0.0, size, size, size))
            else:
                low = max(piece.low, need, piece.fixed)
                bounds.append((piece.share, piece.fixed, low, max(low, piece.high)))
        at = room.x if self.across else room.y
        for piece, size in zip(self.slices, share_out(rest, bounds), strict=True):
            if self.across:
                rect = Rect(at, room.y, size, room.height)
            else:
                rect = Rect(room.x, at, room.width, size)
            at += size + self.gap
            own = piece.inset
            rect = rect.inset(Edges(own.width, own.height, own.width, own.height))
            if piece.name is not None:
                into[str(piece.name)] = rect
            if piece.cut:
                piece.cut.place(rect, into, cramped)


def share_out(room: float, tracks: Sequence[tuple[float, float, float, float]]) -> list[float]:
    """Divide room among tracks of (share, extra, low, high), none below low or above high.

    The one unit u for which all clamp(share * u + extra, low, high) add up to the room is found
    exactly: their sum is piecewise linear in u, with a kink where a track meets a limit.
    """

    def sizes(u: float) -> list[float]:
        return [min(max(share * u + extra, low), high) for share, extra, low, high in tracks]

    kinks = {0.0}
    for share, extra, low, high in tracks:
        if share > 0:
            kinks |= {k for k in ((low - extra) / share, (high - extra) / share) if 0 < k < 1e9}
    before = 0.0
    for kink in sorted(kinks):
        if _total(sizes(kink)) > room:
            break
        before = kink
    got = sizes(before)
    slope = 0.0
    for share, extra, low, high in tracks:
        nudge = share * (before + 1e-9) + extra
        if share > 0 and low <= nudge < high:
            slope += share
    if slope > 0 and _total(got) < room:
        return sizes(before + (room - _total(got)) / slope)
    return got


def _total(sizes: Iterable[float]) -> float:
    """Add up in order: `sum` rounds differently since Python 3.12."""
    total = 0.0
    for size in sizes:
        total += size
    return total
