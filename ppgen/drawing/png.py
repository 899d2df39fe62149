"""Reads PNG without Pillow, which a browser lacks: the same pixels, by its own small decoder.

Takes the bytes of a file; returns gray or color of 8 bits a channel, and how clear each pixel is.
Interlaced files are refused. Must not know where pictures are drawn.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from typing import NamedTuple

from ppgen.limits import PIXELS

SIGNATURE = b"\x89PNG\r\n\x1a\n"
#: Channels of each color type: gray, color, palette, gray and clearness, color and clearness.
_CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
_PALETTE = 3
_DEPTHS = {0: (1, 2, 4, 8, 16), 2: (8, 16), 3: (1, 2, 4, 8), 4: (8, 16), 6: (8, 16)}


class Pixels(NamedTuple):
    """A picture of 8 bits a channel, row by row."""

    width: int
    height: int
    colors: int  # channels: 1 is gray, 3 is color
    data: bytes
    alpha: bytes | None  # 255 is opaque; None: all of it is


class _Head(NamedTuple):
    width: int
    height: int
    depth: int
    kind: int

    @property
    def bits(self) -> int:
        """Bits of a pixel."""
        return self.depth * _CHANNELS[self.kind]

    @property
    def row(self) -> int:
        """Bytes of a row without its filter."""
        return (self.width * self.bits + 7) // 8


def read_png(data: bytes) -> Pixels:
    """Return the pixels of a PNG.

    Raises:
        ValueError: if it is broken, or interlaced.
    """
    try:
        return _read(data)
    except (struct.error, zlib.error, LookupError) as error:
        raise ValueError("a broken PNG") from error


def _read(data: bytes) -> Pixels:
    parts: dict[bytes, bytes] = {}
    packed = []
    for kind, body in _chunks(data):
        if kind == b"IDAT":
            packed.append(body)
        parts.setdefault(kind, body)
    width, height, depth, color, _, _, interlaced = struct.unpack(">IIBBBBB", parts[b"IHDR"])
    if depth not in _DEPTHS.get(color, ()) or interlaced or not 0 < width * height <= PIXELS:
        raise ValueError("a PNG of an unusual kind")
    head = _Head(width, height, depth, color)
    size = (head.row + 1) * height
    raw = zlib.decompressobj().decompress(b"".join(packed), size)
    if len(raw) < size:
        raise ValueError("half a PNG")
    samples = _samples(_unfiltered(raw, head), head)
    return _pixels(samples, head, parts.get(b"PLTE", b""), parts.get(b"tRNS"))


def _chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    if not data.startswith(SIGNATURE):
        raise ValueError("no PNG")
    at = len(SIGNATURE)
    while True:
        (length,) = struct.unpack_from(">I", data, at)
        kind, body = data[at + 4 : at + 8], data[at + 8 : at + 8 + length]
        (check,) = struct.unpack_from(">I", data, at + 8 + length)
        if zlib.crc32(kind + body) != check:
            raise ValueError("a broken PNG")
        if kind == b"IEND":
            return
        yield kind, body
        at += 12 + length


def _unfiltered(raw: bytes, head: _Head) -> bytearray:
    """Undo the filter of each row, which refers to the bytes at the left and above."""
    step, wide = max(1, head.bits // 8), head.row
    out = bytearray()
    above = bytearray(wide)
    for start in range(0, len(raw), wide + 1):
        way = raw[start]
        row = bytearray(raw[start + 1 : start + 1 + wide])
        if way == 1:
            for at in range(step, wide):
                row[at] = (row[at] + row[at - step]) & 255
        elif way == 2:
            row = bytearray([(a + b) & 255 for a, b in zip(row, above, strict=True)])
        elif way == 3:
            for at in range(wide):
                left = row[at - step] if at >= step else 0
                row[at] = (row[at] + (left + above[at]) // 2) & 255
        elif way == 4:
            _paeth(row, above, step)
        elif way:
            raise ValueError("a broken PNG")
        out += row
        above = row
    return out


def _paeth(row: bytearray, above: bytearray, step: int) -> None:
    for at in range(len(row)):
        a, c = (row[at - step], above[at - step]) if at >= step else (0, 0)
        b = above[at]
        left, up, corner = abs(b - c), abs(a - c), abs(a + b - 2 * c)
        near = a if left <= up and left <= corner else b if up <= corner else c
        row[at] = (row[at] + near) & 255


def _samples(rows: bytearray, head: _Head) -> list[int] | bytes:
    """Return one number a channel and pixel, of as many bits as the file has."""
    if head.depth == 8:
        return bytes(rows)
    if head.depth == 16:
        return list(struct.unpack(f">{len(rows) // 2}H", rows))
    most = (1 << head.depth) - 1
    each = [
        tuple(byte >> shift & most for shift in range(8 - head.depth, -1, -head.depth))
        for byte in range(256)
    ]
    out = bytearray()
    for start in range(0, len(rows), head.row):
        row = [value for byte in rows[start : start + head.row] for value in each[byte]]
        out += bytes(row[: head.width])
    return bytes(out)


def _pixels(samples: list[int] | bytes, head: _Head, palette: bytes, clear: bytes | None) -> Pixels:
    channels = _CHANNELS[head.kind]
    if head.kind == _PALETTE:
        return _from_palette(bytes(samples), head, palette, clear)
    alpha = None
    if head.kind in {4, 6}:
        alpha = _eight(samples[channels - 1 :: channels], head)
        planes = [samples[c::channels] for c in range(channels - 1)]
    else:
        planes = [samples[c::channels] for c in range(channels)]
        if clear is not None:
            key = struct.unpack(f">{channels}H", clear)
            alpha = bytes(0 if pixel == key else 255 for pixel in zip(*planes, strict=True))
    if alpha is not None and len(planes) == 1:
        planes *= 3  # as Pillow has it
    data = bytearray(len(planes) * len(planes[0]))
    for c, plane in enumerate(planes):
        data[c :: len(planes)] = _eight(plane, head)
    return Pixels(head.width, head.height, len(planes), bytes(data), _needed(alpha))


def _from_palette(at: bytes, head: _Head, palette: bytes, clear: bytes | None) -> Pixels:
    colors = [palette[n : n + 3] for n in range(0, len(palette), 3)]
    data = b"".join([colors[n] for n in at])
    alpha = None
    if clear is not None:
        alpha = at.translate(clear + b"\xff" * (256 - len(clear)))
    return Pixels(head.width, head.height, 3, data, _needed(alpha))


def _eight(values: list[int] | bytes, head: _Head) -> bytes:
    """Scale samples to 8 bits."""
    if head.depth == 8:
        return bytes(values)
    if head.depth == 16 and head.kind:
        return bytes(value >> 8 for value in values)  # as Pillow does with color
    most = (1 << head.depth) - 1
    return bytes((value * 255 + most // 2) // most for value in values)


def _needed(alpha: bytes | None) -> bytes | None:
    return None if alpha is None or alpha.count(255) == len(alpha) else alpha
