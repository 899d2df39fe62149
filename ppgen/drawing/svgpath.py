"""SVG path data as absolute move, line, curve and close commands.

Takes the `d` text and its view; gives commands or E405. The parsing is svg.path's; arcs become
Bezier curves here, since PDF knows no arcs.
"""

from __future__ import annotations

import cmath
import math
import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from ppgen.diagnostics import Problem, Span
from ppgen.drawing.ops import Command
from ppgen.geometry import Size

_SLACK = 0.01
#: Farther than any view reaches: what is more is a slip, or meant to give inf or nan.
_FARTHEST = 1e6


#: How many numbers each command takes; any of them again may follow without the letter.
_TAKES = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
_COMMAND = re.compile(r"\s*([MmLlHhVvCcSsQqTtAaZz])\s*", re.ASCII)
_NUMBER = re.compile(r"([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)(\s*,\s*|\s*)", re.ASCII)
_FLAG = re.compile(r"([01])(\s*,\s*|\s*)", re.ASCII)
_FLAGS = (3, 4)  # which numbers of an arc are 0 or 1, and may stand without a space behind
_HELP = "SVG path data: M0 0 L10 10 z"


def parse(text: str, view: Size, span: Span | None) -> tuple[Command, ...]:
    """Read path data; one that cannot be read whole or leaves the view is an error."""
    data = str(text)
    words, wrong = _words(data)
    if wrong is not None:
        rest = data[wrong:].split()
        shown = f"`{rest[0][:20]}` makes no sense here" if rest else "it ends too soon"
        message = f"this path cannot be read: {shown}"
        raise Problem("E405", message, _narrowed(span, data, wrong), help=_HELP)
    commands = _parse(words)
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
def _words(text: str) -> tuple[str, int | None]:
    """Cut path data into commands and numbers; also give where it stops making sense.

    svg.path silently ends at the first sign that it does not know.
    """
    out: list[str] = []
    at, end = 0, len(text.rstrip())
    while at < end:
        command = _COMMAND.match(text, at)
        if command is None or (not out and command[1] not in "Mm"):
            return "", at
        out.append(command[1])
        at, takes = command.end(), _TAKES[command[1].upper()]
        comma = False
        while takes and (out[-1] == command[1] or comma or _NUMBER.match(text, at)):
            for place in range(takes):
                flag = takes == 7 and place in _FLAGS
                number = (_FLAG if flag else _NUMBER).match(text, at)
                if number is None or not abs(float(number[1])) <= _FARTHEST:
                    return "", at
                out.append(number[1])
                at, comma = number.end(), "," in number[2]
    return " ".join(out), None if out else 0


def _narrowed(span: Span | None, text: str, offset: int) -> Span | None:
    """Give the place of a letter of a text, where the text stands on one line."""
    line = span.source.line(span.line) if span else ""
    start = line.find(text, span.column - 1) if span else -1
    if span is None or start < 0:
        return span
    return Span(span.source, span.line, start + offset + 1)


@lru_cache(maxsize=1024)
def _parse(text: str) -> tuple[Command, ...]:
    # Loaded only when a layout has a path, to keep `--help` quick.
    from svg.path import parse_path  # noqa: PLC0415

    # svg.path has no error of its own: bad data ends in whatever Python makes of it.
    try:
        return tuple(_commands(parse_path(text)))
    except (ValueError, IndexError, TypeError, ArithmeticError, AssertionError, AttributeError):
        return ()


def _commands(path: Any) -> list[Command]:
    out: list[Command] = []
    for segment in path:
        match type(segment).__name__:
            case "Move":
                out.append(("M", _numbers(segment.end)))
            case "Close":
                out.append(("Z", ()))
            case "Line":
                out.append(("L", _numbers(segment.end)))
            case "Arc" if not (segment.radius.real and segment.radius.imag):
                # By the SVG standard an arc without a radius is a straight line.
                out.append(("L", _numbers(segment.end)))
            case "Arc":
                out.extend(("C", _numbers(*points)) for points in _arc(segment))
            case "QuadraticBezier":
                start, control, end = segment.start, segment.control, segment.end
                first, second = start + (control - start) * 2 / 3, end + (control - end) * 2 / 3
                out.append(("C", _numbers(first, second, end)))
            case _:
                out.append(("C", _numbers(segment.control1, segment.control2, segment.end)))
    return out if out and out[0][0] == "M" else []


def _numbers(*points: complex) -> tuple[float, ...]:
    if not all(map(cmath.isfinite, points)):
        raise ValueError("not a number")
    return tuple(round(v, 5) + 0.0 for p in points for v in (p.real, p.imag))


def _arc(arc: Any) -> Iterator[tuple[complex, complex, complex]]:
    """Cut an elliptic arc into curves of at most a quarter turn each."""
    pieces = max(1, math.ceil(abs(arc.delta) / 90 - 1e-9))
    step = math.radians(arc.delta) / pieces
    tilt = cmath.exp(1j * math.radians(arc.rotation))
    reach = 4 / 3 * math.tan(step / 4)

    def at(angle: float, *, slope: bool) -> complex:
        x, y = (-math.sin(angle), math.cos(angle)) if slope else (math.cos(angle), math.sin(angle))
        return (
            complex(x * arc.radius.real * arc.radius_scale, y * arc.radius.imag * arc.radius_scale)
            * tilt
        )

    start = math.radians(arc.theta)
    for i in range(pieces):
        a, b = start + i * step, start + (i + 1) * step
        p, q = arc.center + at(a, slope=False), arc.center + at(b, slope=False)
        end = arc.end if i == pieces - 1 else q
        yield p + reach * at(a, slope=True), q - reach * at(b, slope=True), end


def _outline(commands: tuple[Command, ...]) -> Iterator[tuple[float, float]]:
    """Walk along the path closely enough to tell how far it reaches."""
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
