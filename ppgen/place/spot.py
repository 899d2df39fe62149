"""A place on the face to lay content out in.

Takes a rectangle, a turn and whether left and right are swapped; returns the frames to draw in.
"""

from __future__ import annotations

from typing import NamedTuple

from ppgen.geometry import Frame, Rect, Size, Turn, turn_into


class Spot(NamedTuple):
    """A rectangle of the face whose content is turned and perhaps mirrored."""

    rect: Rect
    turn: Turn = 0
    mirrored: bool = False

    @property
    def size(self) -> Size:
        """The size as the content sees it."""
        return self.rect.size if self.turn in {0, 180} else self.rect.size.turned()

    @property
    def upright(self) -> Frame:
        """From the content's millimeters to the face, left staying left: for text and pictures."""
        return turn_into(self.rect, self.turn)

    @property
    def frame(self) -> Frame:
        """From the content's millimeters to the face, sides swapped where they are mirrored."""
        return turn_into(self.rect, self.turn, mirrored=self.mirrored)
