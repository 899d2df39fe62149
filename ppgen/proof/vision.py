"""Simulates how color-blind eyes see a color, and how it looks in gray.

Takes colors of the screen (sRGB, 0 to 255), returns such colors. Must not know pictures or files.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple


class Rgb(NamedTuple):
    """A color of the screen: sRGB, each part 0 to 255."""

    red: int
    green: int
    blue: int


Row = tuple[float, float, float]
Matrix = tuple[Row, Row, Row]

#: Machado, Oliveira and Fernandes, "A Physiologically-based Model for Simulation of Color Vision
#: Deficiency", 2009: the matrices for severity 1. They hold for light, not for the encoded values.
MATRICES: Mapping[str, Matrix] = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
_LUMINANCE: Row = (0.2126, 0.7152, 0.0722)


def to_light(value: int) -> float:
    """Decode one part of an sRGB color into an amount of light, 0 to 1."""
    part = value / 255
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def from_light(light: float) -> int:
    """Encode an amount of light, clipped to what a screen can show."""
    light = min(1.0, max(0.0, light))
    part = 12.92 * light if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055
    return round(part * 255)


def plain(color: Rgb) -> Rgb:
    """Return a color unchanged."""
    return color


def grey(color: Rgb) -> Rgb:
    """Return the gray of equal lightness, as in a black-and-white print."""
    value = from_light(_sum(_LUMINANCE, color))
    return Rgb(value, value, value)


def without(kind: str) -> Callable[[Rgb], Rgb]:
    """Return the function that simulates a color vision deficiency."""
    matrix = MATRICES[kind]
    return lambda color: Rgb(*(from_light(_sum(row, color)) for row in matrix))


def _sum(row: Row, color: Rgb) -> float:
    red, green, blue = (share * to_light(part) for share, part in zip(row, color, strict=True))
    return red + green + blue


#: The kinds of vision, in the order in which a proof shows them.
WAYS: Mapping[str, Callable[[Rgb], Rgb]] = {
    "as printed": plain,
    **{kind: without(kind) for kind in MATRICES},
    "grey": grey,
}
