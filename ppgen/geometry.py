"""Points, sizes, rectangles and quarter turns, in millimeters.

Takes and returns plain numbers; y points down, the origin is the top left corner.
Must not know paper, PDF or files.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

Turn = Literal[0, 90, 180, 270]
#: How both sides of pieces are printed: the printer flips the leaf on its long or short edge, the
#: user turns the pile over (`manual`), fronts and backs are side by side across a fold, or each
#: side is on separate leaves (`none`).
Duplex = Literal["long", "short", "manual", "fold", "none"]
#: The edge on which a leaf is flipped between its two sides.
Flip = Literal["long", "short"]
#: What shows cuts: short lines around the slots and crosses between them, lines from end to end,
#: short lines around the slots alone, or nothing.
Marks = Literal["corners", "lines", "edges", "none"]
#: The pages that have cut marks; where nothing is printed behind fronts, these have them.
MarksOn = Literal["front", "back", "both"]
#: How much ink faces may take: as designed, outlines in place of fills, or black alone.
Ink = Literal["normal", "low", "grey"]


class Point(NamedTuple):
    """A place on a face or a leaf."""

    x: float
    y: float


class Size(NamedTuple):
    """A width and a height."""

    width: float
    height: float

    def turned(self) -> Size:
        """Return the size with width and height swapped."""
        return Size(self.height, self.width)

    def look(self, key: str) -> float:
        """Return a side by name, for expressions; raise KeyError for any other name."""
        return {"width": self.width, "height": self.height}[key]

    def __str__(self) -> str:
        return f"{self.width:.6g}x{self.height:.6g}"


class Edges(NamedTuple):
    """A distance for each of the four sides."""

    left: float = 0.0
    top: float = 0.0
    right: float = 0.0
    bottom: float = 0.0


class Rect(NamedTuple):
    """An upright rectangle: its top left corner and its size."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """The x of the right side."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """The y of the lower side."""
        return self.y + self.height

    @property
    def center(self) -> Point:
        """The middle."""
        return Point(self.x + self.width / 2, self.y + self.height / 2)

    @property
    def size(self) -> Size:
        """Width and height."""
        return Size(self.width, self.height)

    def inset(self, edges: Edges) -> Rect:
        """Return the rectangle with each side moved inward; negative distances move it outward."""
        return Rect(
            self.x + edges.left,
            self.y + edges.top,
            self.width - edges.left - edges.right,
            self.height - edges.top - edges.bottom,
        )

    def contains(self, other: Rect, slack: float = 1e-6) -> bool:
        """Return whether `other` is inside, within a tolerance of `slack`."""
        return (
            other.x >= self.x - slack
            and other.y >= self.y - slack
            and other.right <= self.right + slack
            and other.bottom <= self.bottom + slack
        )

    def overlaps(self, other: Rect, slack: float = 1e-6) -> bool:
        """Return whether the two share more than an edge."""
        return (
            self.x < other.right - slack
            and other.x < self.right - slack
            and self.y < other.bottom - slack
            and other.y < self.bottom - slack
        )

    def union(self, other: Rect) -> Rect:
        """Return the smallest rectangle around both."""
        x, y = min(self.x, other.x), min(self.y, other.y)
        return Rect(x, y, max(self.right, other.right) - x, max(self.bottom, other.bottom) - y)


class Frame(NamedTuple):
    """An affine map from a local frame to the face: x' = a*x + c*y + e, y' = b*x + d*y + f.

    Only quarter turns, reflections and moves are ever built, so rectangles stay upright, but for
    the frames of whole pages that make up for what a printer does.
    """

    a: float = 1.0
    b: float = 0.0
    c: float = 0.0
    d: float = 1.0
    e: float = 0.0
    f: float = 0.0

    def point(self, p: Point) -> Point:
        """Map a point."""
        return Point(self.a * p.x + self.c * p.y + self.e, self.b * p.x + self.d * p.y + self.f)

    def rect(self, r: Rect) -> Rect:
        """Map a rectangle."""
        if self.a == 1 and self.d == 1:  # translation only: by far the most common
            x, y = r.x + self.e, r.y + self.f
            return Rect(x, y, r.x + r.width + self.e - x, r.y + r.height + self.f - y)
        p, q = self.point(Point(r.x, r.y)), self.point(Point(r.right, r.bottom))
        x, y = min(p.x, q.x), min(p.y, q.y)
        return Rect(x, y, abs(q.x - p.x), abs(q.y - p.y))

    def then(self, outer: Frame) -> Frame:
        """Map through this frame first, then through `outer`."""
        o = outer
        return Frame(
            o.a * self.a + o.c * self.b,
            o.b * self.a + o.d * self.b,
            o.a * self.c + o.c * self.d,
            o.b * self.c + o.d * self.d,
            o.a * self.e + o.c * self.f + o.e,
            o.b * self.e + o.d * self.f + o.f,
        )


def turn_into(rect: Rect, turn: Turn, *, mirrored: bool = False) -> Frame:
    """Map a frame of `rect`'s size (swapped for 90 and 270) into `rect`, turned clockwise.

    With `mirrored`, x of the local frame runs from right to left.
    """
    local = rect.size if turn in {0, 180} else rect.size.turned()
    base = Frame(-1, 0, 0, 1, local.width, 0) if mirrored else Frame()
    x, y, w, h = rect.x, rect.y, rect.width, rect.height
    match turn:
        case 0:
            outer = Frame(1, 0, 0, 1, x, y)
        case 90:
            outer = Frame(0, 1, -1, 0, x + w, y)
        case 180:
            outer = Frame(-1, 0, 0, -1, x + w, y + h)
        case 270:
            outer = Frame(0, -1, 1, 0, x, y + h)
    return base.then(outer)


def portrait(paper: Size) -> Size:
    """Return the paper in portrait orientation."""
    return paper if paper.width <= paper.height else paper.turned()
