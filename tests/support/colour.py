"""How far apart two colours are to an eye: CIEDE2000, and colour blindness after Machado 2009.

Takes colours as 8-bit sRGB; gives distances, of which 1 is about what an eye just sees.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

Lab = Sequence[float]
RGB = tuple[int, int, int]

#: Machado, Oliveira, Fernandes 2009, severity 1.0: linear RGB as seen by a dichromat.
SEEN = {
    "normal": np.eye(3),
    "protan": np.array([
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ]),
    "deutan": np.array([
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ]),
    "tritan": np.array([
        [1.255528, -0.076749, -0.178779],
        [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.303900],
    ]),
}  # fmt: skip

#: sRGB (IEC 61966-2-1) to XYZ under D65.
TO_XYZ = np.array([
    [0.4124564, 0.3575761, 0.1804375],
    [0.2126729, 0.7151522, 0.0721750],
    [0.0193339, 0.1191920, 0.9503041],
])  # fmt: skip
_BEND = 6 / 29
_CHROMA = 25**7


def linear(rgb: RGB) -> np.ndarray:
    """Undo the gamma curve of sRGB."""
    part = np.array(rgb) / 255
    return np.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4)


def lab(rgb: RGB, eye: str = "normal") -> tuple[float, float, float]:
    """Give CIELAB of a colour as an eye sees it; what no screen shows is cut off."""
    light = TO_XYZ @ np.clip(SEEN[eye] @ linear(rgb), 0, 1) / TO_XYZ.sum(axis=1)
    x, y, z = np.where(light > _BEND**3, np.cbrt(light), light / (3 * _BEND**2) + 4 / 29)
    return float(116 * y - 16), float(500 * (x - y)), float(200 * (y - z))


def distance(one: RGB, other: RGB, eye: str = "normal") -> float:
    """Return the CIEDE2000 distance of two colours as an eye sees them."""
    return ciede2000(lab(one, eye), lab(other, eye))


def ciede2000(one: Lab, other: Lab) -> float:
    """Return the CIEDE2000 distance, in the order of steps of Sharma, Wu, Dalal 2005."""
    mean = (math.hypot(*one[1:]) + math.hypot(*other[1:])) / 2
    stretch = 1.5 - 0.5 * math.sqrt(mean**7 / (mean**7 + _CHROMA))
    light_1, chroma_1, hue_1 = _polar(one, stretch)
    light_2, chroma_2, hue_2 = _polar(other, stretch)
    turn = hue_2 - hue_1
    if not chroma_1 * chroma_2:
        turn, hue = 0.0, hue_1 + hue_2
    elif abs(turn) <= 180:
        hue = (hue_1 + hue_2) / 2
    else:
        turn -= math.copysign(360, turn)
        hue = ((hue_1 + hue_2) / 2 + 180) % 360
    light, chroma = (light_1 + light_2) / 2, (chroma_1 + chroma_2) / 2
    by_hue = (
        1
        - 0.17 * _cos(hue - 30)
        + 0.24 * _cos(2 * hue)
        + 0.32 * _cos(3 * hue + 6)
        - 0.20 * _cos(4 * hue - 63)
    )
    lighter = (light_2 - light_1) / (
        1 + 0.015 * (light - 50) ** 2 / math.sqrt(20 + (light - 50) ** 2)
    )
    fuller = (chroma_2 - chroma_1) / (1 + 0.045 * chroma)
    turned = 2 * math.sqrt(chroma_1 * chroma_2) * math.sin(math.radians(turn / 2))
    turned /= 1 + 0.015 * chroma * by_hue
    blue = 60 * math.exp(-(((hue - 275) / 25) ** 2))
    rotation = -2 * math.sqrt(chroma**7 / (chroma**7 + _CHROMA)) * math.sin(math.radians(blue))
    return math.sqrt(lighter**2 + fuller**2 + turned**2 + rotation * fuller * turned)


def _polar(colour: Lab, stretch: float) -> tuple[float, float, float]:
    """Give lightness, chroma and hue in degrees, a* stretched."""
    light, a, b = colour
    a *= stretch
    return light, math.hypot(a, b), math.degrees(math.atan2(b, a)) % 360


def _cos(degrees: float) -> float:
    return math.cos(math.radians(degrees))
