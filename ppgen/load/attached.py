"""Finds the file that one of our own PDFs carries, without a PDF library.

Takes the bytes of a PDF, which may be untrusted; returns the bytes of the file. Must not know what
the file means. Uses only the standard library: a web page runs it too.
"""

from __future__ import annotations

import re
import zlib
from itertools import islice

from ppgen.diagnostics import Problem

_TYPE = re.compile(rb"/EmbeddedFile(?![A-Za-z])")
_STREAM = re.compile(rb"\bstream\r?\n")
#: The dictionary before a stream is never longer than this.
_ENTRIES = 2000
_LENGTH = re.compile(rb"/Length (\d{1,9})(?! \d+ R)")
#: No PDF of ours carries more than one file.
_MOST_FILES = 20
_HELP = (
    "the PDF of a deck carries its recipe, unless it was made with --no-recipe or rewritten by "
    "another program; you can also use the code printed on a piece: --deck CODE"
)


def is_pdf(data: bytes) -> bool:
    """Return whether a file starts like a PDF."""
    return data.startswith(b"%PDF-")


def attached(data: bytes, name: str, head: bytes, most: int) -> bytes:
    """Return the first file in a PDF that begins with `head`.

    Raises:
        Problem: E606 if there is none or it is damaged; E305 if it is larger than `most`.
    """
    damaged = False
    for match in islice(_TYPE.finditer(data), _MOST_FILES):
        at = match.start()
        stream = _STREAM.search(data, at, at + _ENTRIES)
        if stream is None:
            continue
        first = data.rfind(b" obj", max(0, at - _ENTRIES), at)
        entries = data[at if first < 0 else first : stream.end()]
        content = _content(data, stream.end(), entries, most)
        damaged |= content is None
        if content is None or not content.startswith(head):
            continue
        if len(content) > most:
            raise Problem(
                "E305", f"the deck in `{name}` is larger than {most // 1_000_000} MB", help=_HELP
            )
        return content
    what = f"the deck in `{name}` is damaged" if damaged else f"`{name}` carries no deck"
    raise Problem("E606", what, help=_HELP)


def _content(data: bytes, start: int, entries: bytes, most: int) -> bytes | None:
    """Unpack a stream, stopping just after `most` bytes; None if it is damaged."""
    if b"/FlateDecode" not in entries:
        length = _LENGTH.search(entries)
        end = start + min(int(length[1]), most + 1) if length else 0
        return data[start:end] if start <= end <= len(data) else None
    unpack = zlib.decompressobj()
    try:
        content = unpack.decompress(data[start : start + most + 1000], most + 1)
    except zlib.error:
        return None
    return content if unpack.eof or len(content) > most else None
