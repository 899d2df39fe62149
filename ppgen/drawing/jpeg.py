"""Reads the head of a JPEG without Pillow: its data goes into files as it is.

Takes the bytes of a file; returns its size. Must not know where pictures are drawn.
"""

from __future__ import annotations

import struct
from typing import NamedTuple

from ppgen.limits import PIXELS

SIGNATURE = b"\xff\xd8\xff"
_END = b"\xff\xd9"
#: Frames of every coding, without tables (C4, C8, CC).
_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_BARE = frozenset({0x01, *range(0xD0, 0xD9)})  # markers without a length
_SCAN, _EXIF = 0xDA, 0xE1
_ORIENTATION = 0x0112


class Jpeg(NamedTuple):
    """What is known of a JPEG without decoding it."""

    width: int
    height: int
    colors: int  # channels: 1 is gray, 3 is color


def read_jpeg(data: bytes) -> Jpeg:
    """Return the size of a JPEG that needs no decoding.

    Raises:
        ValueError: if it is broken, held another way up, or has neither gray nor three colors.
    """
    try:
        found = _read(data)
    except (struct.error, IndexError) as error:
        raise ValueError("a broken JPEG") from error
    if (
        found.colors not in {1, 3}
        or not 0 < found.width * found.height <= PIXELS
        or _END not in data[-64:]
    ):
        raise ValueError("a JPEG of an unusual kind")
    return found


def _read(data: bytes) -> Jpeg:
    at = 2
    while data[at] == 0xFF:
        kind = data[at + 1]
        if kind == 0xFF or kind in _BARE:
            at += 1 if kind == 0xFF else 2
            continue
        (length,) = struct.unpack_from(">H", data, at + 2)
        body = data[at + 4 : at + 2 + length]
        if kind == _EXIF and body.startswith(b"Exif\0\0") and _held(body[6:]) != 1:
            raise ValueError("held another way up")
        if kind in _FRAMES:
            depth, height, width, colors = struct.unpack_from(">BHHB", body)
            return Jpeg(width, height, colors if depth == 8 else 0)
        if kind == _SCAN:
            break
        at += 2 + length
    raise ValueError("a broken JPEG")


def _held(exif: bytes) -> int:
    """Return which way up a camera was held; 1 is upright."""
    order = "<" if exif[:2] == b"II" else ">"
    (first,) = struct.unpack_from(order + "I", exif, 4)
    (count,) = struct.unpack_from(order + "H", exif, first)
    for n in range(count):
        tag, _, _, value = struct.unpack_from(order + "HHIH", exif, first + 2 + 12 * n)
        if tag == _ORIENTATION:
            return int(value)
    return 1
