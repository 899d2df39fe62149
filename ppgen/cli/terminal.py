r"""The streams that commands write to: all that is shown goes through here.

Takes text from files, file names and arguments, which may hold anything; shows what would steer a
terminal as `\x1b` or `\u202e` instead of sending it.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from typing import Any, TextIO

import click

from ppgen.diagnostics import visible


class Terminal:
    """A text stream that may be closed, or of an encoding that lacks most letters.

    It has neither `buffer` nor `fileno`, by which click would go around it.
    """

    def __init__(self, stream: TextIO | None) -> None:
        self.stream = stream  # None if the process was started without it

    @property
    def encoding(self) -> str:
        """How the stream writes letters."""
        return getattr(self.stream, "encoding", None) or "utf-8"

    def write(self, text: str) -> int:
        """Write text with all but line ends and tabs escaped."""
        shown = visible(text, keep="\n\t")
        if self.stream is not None:
            try:
                self.stream.write(shown)
            except UnicodeEncodeError:
                self.stream.write("".join(map(self._written, shown)))
        return len(text)

    def _written(self, letter: str) -> str:
        """Return a letter as the encoding has it, or as JSON would escape it."""
        try:
            letter.encode(self.encoding)
        except UnicodeEncodeError:
            # Hardly any terminal is without Unicode.
            import json  # noqa: PLC0415

            return json.dumps(letter)[1:-1]
        return letter

    def flush(self) -> None:
        """Pass on what is kept back."""
        if self.stream is not None:
            self.stream.flush()

    def close(self) -> None:
        """Close the stream."""
        if self.stream is not None:
            self.stream.close()

    def isatty(self) -> bool:
        """Return whether somebody is looking."""
        return self.stream is not None and self.stream.isatty()


@contextlib.contextmanager
def terminals() -> Iterator[None]:
    """Let nothing reach the standard streams but through a `Terminal`."""
    out: Any = Terminal(sys.stdout)
    err: Any = Terminal(sys.stderr)
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        yield


def say(line: str, *, err: bool = False) -> None:
    """Show one line, whatever it holds."""
    click.echo(visible(line), err=err)
