r"""The streams that commands write to: all output goes through here.

Takes text from files, file names and arguments, which may hold anything; shows what would steer a
terminal as `\x1b` or `\u202e` instead of sending it.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TextIO, TypeVar

import click

from ppgen.diagnostics import visible

T = TypeVar("T")


class Terminal:
    """A text stream that may be closed, or have an encoding that lacks most letters.

    It has neither `buffer` nor `fileno`, which click would use to bypass it.
    """

    def __init__(self, stream: TextIO | None) -> None:
        self.stream = stream  # None if the process was started without it

    @property
    def encoding(self) -> str:
        """The encoding of the stream."""
        return getattr(self.stream, "encoding", None) or "utf-8"

    def write(self, text: str) -> int:
        """Write text, escaping control characters except line breaks and tabs."""
        shown = visible(text, keep="\n\t")
        if self.stream is not None:
            try:
                self.stream.write(shown)
            except UnicodeEncodeError:
                self.stream.write("".join(map(self._written, shown)))
        return len(text)

    def _written(self, letter: str) -> str:
        """Return a letter if the encoding has it, otherwise escaped as in JSON."""
        try:
            letter.encode(self.encoding)
        except UnicodeEncodeError:
            # Nearly all terminals support Unicode.
            import json  # noqa: PLC0415

            return json.dumps(letter)[1:-1]
        return letter

    def flush(self) -> None:
        """Flush the stream."""
        if self.stream is not None:
            self.stream.flush()

    def close(self) -> None:
        """Close the stream."""
        if self.stream is not None:
            self.stream.close()

    def isatty(self) -> bool:
        """Return whether the stream is a terminal."""
        return self.stream is not None and self.stream.isatty()


@contextlib.contextmanager
def terminals() -> Iterator[None]:
    """Replace the standard streams by `Terminal`s."""
    out: Any = Terminal(sys.stdout)
    err: Any = Terminal(sys.stderr)
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        yield


def say(line: str, *, err: bool = False) -> None:
    """Print one line, whatever it contains."""
    click.echo(visible(line), err=err)


def bar(
    items: Iterable[T], label: str, name: Callable[[T], str] | None = None, *,
    length: int | None = None, shows: bool = True,
) -> Iterator[T]:  # fmt: skip
    """Yield the items, with a progress bar on stderr if that is a terminal and it `shows`."""
    if not shows or not sys.stderr.isatty():
        yield from items
        return
    # A progress bar controls the terminal, so it gets the underlying stream.
    bare = getattr(sys.stderr, "stream", sys.stderr)
    item_name = None if name is None else lambda item: "" if item is None else name(item)
    with click.progressbar(
        items, length=length, label=label, file=bare, item_show_func=item_name, width=24
    ) as shown:
        yield from shown
