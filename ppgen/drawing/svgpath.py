"""Parses SVG path data into absolute move, line, curve and close commands.

Takes the `d` text and its view; returns commands or raises E405. Arcs become Bezier curves, since
PDF has no arcs. Layouts have dozens of paths, so parsing must be fast.
"""

from __future__ import annotations

import cmath
import math
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from ppgen.diagnostics import Problem, Span
from ppgen.drawing.ops import Command
from ppgen.geometry import Size
from ppgen.limits import PATH

_SLACK = 0.01
#: Larger than any view: anything beyond is a mistake, or an attempt to cause inf or nan.
_FARTHEST = 1e6


#: How many numbers each command takes; a repeated command may omit its letter.
_TAKES = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
_COMMAND = re.compile(r"\s*([MmLlHhVvCcSsQqTtAaZz])\s*", re.ASCII)
_NUMBER = re.compile(r"([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)(\s*,\s*|\s*)", re.ASCII)
_FLAG = re.compile(r"([01])(\s*,\s*|\s*)", re.ASCII)
_FLAGS = (3, 4)  # which numbers of an arc are flags, 0 or 1, and need no space after them
_HELP = "SVG path data: M0 0 L10 10 z"


class _Step(NamedTuple):
    """A command with its numbers; lower case is relative to the end of the previous one."""

    letter: str
    values: tuple[float, ...]


def parse(text: str, view: Size, span: Span | None) -> tuple[Command, ...]:
    """Parse path data; raise E405 if it is invalid or leaves its view."""
    data = str(text)
    commands, wrong = _read(data)
    if wrong is not None:
        rest = data[wrong:].split()
        shown = f"`{rest[0][:20]}` is not valid here" if rest else "it ends too soon"
        message = f"this path cannot be read: {shown}"
        raise Problem("E405", message, _narrowed(span, data, wrong), help=_HELP)
    if len(commands) > PATH:
        message = f"a path of more than {PATH:,} commands"
        raise Problem("E305", message, span, help="simplify it, or use a picture")
    if not commands:
        raise Problem("E405", "this path cannot be read", span, help=_HELP)
    xs, ys = zip(*_outline(commands), strict=True)
    if (
        min(xs) < -_SLACK
        or min(ys) < -_SLACK
        or max(xs) > view.width + _SLACK
        or max(ys) > view.height + _SLACK
    ):
        raise Problem(
            "E405",
            f"the path leaves its view of {view}",
            span,
            note=f"it reaches from {min(xs):.4g},{min(ys):.4g} to {max(xs):.4g},{max(ys):.4g}",
        )
    return commands


@lru_cache(maxsize=1024)
def _read(text: str) -> tuple[tuple[Command, ...], int | None]:
    """Return the commands, none if its numbers overflow, and where it stops being valid."""
    steps, wrong = _steps(text)
    try:
        return tuple(_absolute(steps)), wrong
    except (ValueError, ArithmeticError):
        return (), wrong


def _steps(text: str) -> tuple[list[_Step], int | None]:
    """Split path data into steps; also return where it stops being valid."""
    out: list[_Step] = []
    at, end = 0, len(text.rstrip())
    while at < end:
        command = _COMMAND.match(text, at)
        if command is None or (not out and command[1] not in "Mm"):
            return out, at
        letter, at = command[1], command.end()
        takes = _TAKES[letter.upper()]
        more = True
        while more:
            if len(out) > PATH:
                return out, None
            values = []
            comma = False
            for place in range(takes):
                flag = takes == 7 and place in _FLAGS
                number = (_FLAG if flag else _NUMBER).match(text, at)
                if number is None or not abs(float(number[1])) <= _FARTHEST:
                    return out, at
                values.append(float(number[1]))
                at, comma = number.end(), "," in number[2]
            out.append(_Step(letter, tuple(values)))
            # Further numbers after a move are lines.
            letter = {"M": "L", "m": "l"}.get(letter, letter)
            more = takes > 0 and (comma or _NUMBER.match(text, at) is not None)
    return out, None if out else 0


def _narrowed(span: Span | None, text: str, offset: int) -> Span | None:
    """Return the place of a letter in a text, if the text is on one line."""
    line = span.source.line(span.line) if span else ""
    start = line.find(text, span.column - 1) if span else -1
    if span is None or start < 0:
        return span
    return Span(span.source, span.line, start + offset + 1)


def _absolute(steps: Iterable[_Step]) -> Iterator[Command]:
    """Convert the steps to absolute coordinates.

    Raises:
        ValueError, ArithmeticError: Numbers too large or too small to compute with.
    """
    at = start = control = 0j
    before = ""
    for letter, numbers in steps:
        kind, values, came = letter.upper(), numbers, at
        base = came if letter != kind else 0j
        if kind in {"H", "V"}:
            other = came - base
            values = (values[0], other.imag) if kind == "H" else (other.real, values[0])
            kind = "L"
        pairs = values[-2:] if kind == "A" else values
        points = [base + complex(x, y) for x, y in zip(pairs[::2], pairs[1::2], strict=True)]
        at = points[-1] if points else start
        match kind:
            case "M":
                start = at
                yield "M", _numbers(at)
            case "L":
                yield "L", _numbers(at)
            case "Z":
                yield "Z", ()
            case "C" | "S":
                # A smooth curve continues in the direction of the previous one.
                smooth = came + came - control if before in {"C", "S"} else came
                first = points[0] if kind == "C" else smooth
                control = points[-2]
                yield "C", _numbers(first, control, at)
            case "Q" | "T":
                smooth = came + came - control if before in {"Q", "T"} else came
                control = points[0] if kind == "Q" else smooth
                first, second = came + (control - came) * 2 / 3, at + (control - at) * 2 / 3
                yield "C", _numbers(first, second, at)
            case _ if values[0] and values[1]:
                yield from (("C", _numbers(*curve)) for curve in _arc(came, values, at))
            case _:
                # By the SVG standard an arc without a radius is a straight line.
                yield "L", _numbers(at)
        before = kind


def _numbers(*points: complex) -> tuple[float, ...]:
    if not all(map(cmath.isfinite, points)):
        raise ValueError("not a number")
    return tuple(round(v, 5) + 0.0 for p in points for v in (p.real, p.imag))


class _Ellipse(NamedTuple):
    """The ellipse of an arc, in degrees: where the arc starts, and how far it turns."""

    center: complex
    rx: float
    ry: float
    first: float
    turn: float


def _ellipse(start: complex, values: tuple[float, ...], end: complex) -> _Ellipse:
    """Find the ellipse, in the steps and with the names of the SVG standard, appendix F.6."""
    rx, ry = abs(values[0]), abs(values[1])
    large, sweep = values[3:5]
    cos, sin = math.cos(math.radians(values[2])), math.sin(math.radians(values[2]))
    dx, dy = (start.real - end.real) / 2, (start.imag - end.imag) / 2
    x1, y1 = cos * dx + sin * dy, -sin * dx + cos * dy
    scale = (x1 * x1) / (rx * rx) + (y1 * y1) / (ry * ry)
    if scale > 1:  # too small to reach both ends: scale it up until it does
        rx, ry = rx * math.sqrt(scale), ry * math.sqrt(scale)
    rest = rx * rx * (y1 * y1) + ry * ry * (x1 * x1)
    far = math.sqrt(abs((rx * rx * (ry * ry) - rest) / rest)) * (-1 if large == sweep else 1)
    cx, cy = far * rx * y1 / ry, -far * ry * x1 / rx
    center = complex(cos * cx - sin * cy, sin * cx + cos * cy) + (start + end) / 2
    ux, uy, vx, vy = (x1 - cx) / rx, (y1 - cy) / ry, (-x1 - cx) / rx, (-y1 - cy) / ry
    along = (ux * vx + uy * vy) / math.sqrt((ux * ux + uy * uy) * (vx * vx + vy * vy))
    turn = math.degrees(math.acos(max(-1.0, min(1.0, along))))
    turn = (turn if ux * vy - uy * vx >= 0 else -turn) % 360 - (0 if sweep else 360)
    return _Ellipse(center, rx, ry, math.degrees(math.atan2(uy, ux)), turn)


def _arc(
    start: complex, values: tuple[float, ...], end: complex
) -> Iterator[tuple[complex, complex, complex]]:
    """Split an elliptic arc into curves of at most a quarter turn each."""
    if start == end:
        return  # by the SVG standard
    center, rx, ry, first, turn = _ellipse(start, values, end)
    pieces = max(1, math.ceil(abs(turn) / 90 - 1e-9))
    step = math.radians(turn) / pieces
    tilt = cmath.exp(1j * math.radians(values[2]))
    reach = 4 / 3 * math.tan(step / 4)

    def at(angle: float) -> tuple[complex, complex]:
        """Return a point of the ellipse relative to its center, and the direction there."""
        cos, sin = math.cos(angle), math.sin(angle)
        return complex(cos * rx, sin * ry) * tilt, complex(-sin * rx, cos * ry) * tilt

    for i in range(pieces):
        angle = math.radians(first) + i * step
        (p, way), (q, back) = at(angle), at(angle + step)
        to = end if i == pieces - 1 else center + q
        yield center + p + reach * way, center + q - reach * back, to


def _outline(commands: tuple[Command, ...]) -> Iterator[tuple[float, float]]:
    """Yield points along the path, densely enough to determine its extent."""
    x = y = 0.0
    for kind, v in commands:
        if kind in {"M", "L"}:
            x, y = v
            yield x, y
        elif kind == "C":
            for i in range(1, 9):
                t, s = i / 8, 1 - i / 8
                a, b, c, d = s**3, 3 * s * s * t, 3 * s * t * t, t**3
                yield (
                    a * x + b * v[0] + c * v[2] + d * v[4],
                    a * y + b * v[1] + c * v[3] + d * v[5],
                )
            x, y = v[4], v[5]
