"""Problems: what is wrong, where, and what to do, as spans, diagnostics and reports.

Takes places and messages from every stage; returns text, one-line and JSON forms.
Must not know YAML or the command line.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import Literal, NamedTuple

from ppgen.limits import PROBLEMS, SHOWN_LINE

Level = Literal["error", "warning", "note"]

#: Every code that ppgen can report, with its meaning; each has a folder in tests/errors.
CODES = {
    "E101": "the YAML cannot be read",
    "E102": "a key used twice",
    "E103": "an anchor, alias, merge key or tag",
    "E201": "unknown key",
    "E202": "a value of the wrong kind",
    "E203": "unknown style",
    "E204": "a required key is missing",
    "E205": "a mapping where a word is expected",
    "E206": "unknown color",
    "E207": "unknown shape",
    "E208": "unknown font",
    "E209": "a need that nothing fills",
    "E210": "a value without a matching need",
    "E211": "unknown part, layout, box, bank, word or type",
    "E212": "a name used twice",
    "E213": "something that extends or uses itself",
    "E214": "a label that nothing uses",
    "E215": "a missing label",
    "E216": "a bank that lacks this language",
    "E217": "rows and columns on one level",
    "E221": "a bank too short for the deal",
    "E222": "a deck that cannot be dealt again",
    "E223": "a product without pieces",
    "E301": "an expression that cannot be read",
    "E302": "unknown name in an expression",
    "E303": "wrong types in an expression",
    "E304": "no such entry",
    "E305": "a limit exceeded",
    "E306": "${} where the whole value is an expression",
    "E401": "text that does not fit",
    "E402": "too small for its content",
    "E403": "a box that sticks out of the one around it",
    "E404": "a box with too many edges",
    "E405": "a path that cannot be read or leaves its view",
    "E406": "text outside the safe area",
    "E407": "more items than cells",
    "E501": "paper smaller than a face",
    "E601": "a missing file",
    "E602": "a file that is not UTF-8",
    "E603": "a font that cannot be read",
    "E604": "a character that no font has",
    "E605": "a picture that cannot be read",
    "E606": "a PDF without a readable deck",
}


class Source:
    """The text of a file; `name` is the path to show, and sources with the same name are equal."""

    __slots__ = ("_lines", "name", "text")

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self.text = text
        self._lines: list[str] = []

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Source) and self.name == other.name

    def __hash__(self) -> int:
        return hash(self.name)

    def __repr__(self) -> str:
        return f"Source({self.name!r})"

    def line(self, number: int) -> str:
        """Return one line, counted from 1."""
        # Split once: a large bank may have thousands of messages.
        lines = self._lines
        if not lines:
            lines.extend(self.text.splitlines())
        return lines[number - 1] if 0 < number <= len(lines) else ""


class Span(NamedTuple):
    """A place in a source: line and column, counted from 1, and length in letters."""

    source: Source
    line: int
    column: int
    length: int = 1

    def __str__(self) -> str:
        return f"{self.source.name}:{self.line}:{self.column}"


class Diagnostic(NamedTuple):
    """One problem: code, message, place, note after the caret, help, and a second place."""

    code: str
    message: str
    span: Span | None = None
    note: str = ""
    help: str = ""
    second: Span | None = None
    second_note: str = ""
    level: Level = "error"


class Problem(Exception):  # noqa: N818 - it carries a diagnostic, it is not one more error class
    """Stops the work on one value; the caller adds its diagnostic to the report."""

    def __init__(
        self,
        code: str,
        message: str,
        span: Span | None = None,
        *,
        note: str = "",
        help: str = "",  # noqa: A002 - the word that the message shows
        second: Span | None = None,
        second_note: str = "",
    ) -> None:
        super().__init__(message)
        self.diagnostic = Diagnostic(code, message, span, note, help, second, second_note)


class Refused(Exception):  # noqa: N818 - a refused request, not an error in a file
    """The request cannot be fulfilled; the message says what is available."""


class Unsuited(Refused):
    """What is requested cannot be made of this product; others of its game may do."""


class Report:
    """Collects the diagnostics of a run, without duplicates."""

    def __init__(self) -> None:
        self._items: dict[tuple[str, str, Span | None], Diagnostic] = {}
        self._errors = 0
        #: What tells apart the errors beyond the limit, which are not kept.
        self._more: set[int] = set()

    @property
    def full(self) -> bool:
        """Whether further errors are only counted; advice for them would be wasted."""
        return self._errors >= PROBLEMS

    def add(self, diagnostic: Diagnostic) -> None:
        """Add a diagnostic; errors beyond the limit are only counted."""
        if diagnostic.level == "error" and not self.holds(diagnostic):
            if self.full:
                self._more.add(hash((diagnostic.code, diagnostic.message, diagnostic.span)))
                return
            self._errors += 1
        self._items.setdefault((diagnostic.code, diagnostic.message, diagnostic.span), diagnostic)

    def problem(self, problem: Problem) -> None:
        """Add the diagnostic of a caught problem."""
        self.add(problem.diagnostic)

    def error(
        self,
        code: str,
        message: str,
        span: Span | None = None,
        *,
        note: str = "",
        help: str = "",  # noqa: A002 - as in `Problem`
        second: Span | None = None,
        second_note: str = "",
    ) -> None:
        """Add a new error."""
        self.add(Diagnostic(code, message, span, note, help, second, second_note))

    def holds(self, diagnostic: Diagnostic) -> bool:
        """Return whether the diagnostic was already added."""
        return (diagnostic.code, diagnostic.message, diagnostic.span) in self._items

    def __bool__(self) -> bool:
        return bool(self._items)

    def __len__(self) -> int:
        return len(self._items)

    @property
    def errors(self) -> int:
        """The number of errors."""
        return self._errors + self.more

    @property
    def more(self) -> int:
        """The number of errors beyond the limit."""
        return len(self._more)

    def sorted(self) -> list[Diagnostic]:
        """Return all diagnostics by file, line and column; those without a place come first."""
        return sorted(self._items.values(), key=_key)


#: The note at the second place of a problem with a value that comes from elsewhere.
NEEDED = "needed here"


def joined(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Return diagnostics with one for each cause: the first of those on the same value from data.

    A note says in how many more places it is.
    """
    causes: dict[object, list[Diagnostic]] = {}
    for at, d in enumerate(diagnostics):
        same = (d.code, d.message, d.second) if d.second_note == NEEDED else at
        causes.setdefault(same, []).append(d)
    return [
        first._replace(note=f"and in {plural(len(more), 'more place')}") if more else first
        for first, *more in causes.values()
    ]


def _key(d: Diagnostic) -> tuple[str, int, int, str, str]:
    if d.span is None:
        return ("", 0, 0, d.code, d.message)
    return (d.span.source.name, d.span.line, d.span.column, d.code, d.message)


def _cells(letter: str) -> int:
    """Return the number of columns that a letter takes in a terminal."""
    if unicodedata.combining(letter):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1


#: In characters: longer than any message that quotes nothing.
_LONGEST = 1000
#: Control characters of terminals and text direction: C0, DEL, C1, bidi controls.
_STEERING = re.compile("[\0-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def visible(text: str, keep: str = "") -> str:
    r"""Escape control characters as `\x1b` or `\u202e`, except for those in `keep`."""

    def escaped(match: re.Match[str]) -> str:
        letter = match[0]
        if letter in keep:
            return letter
        return f"\\x{ord(letter):02x}" if letter < "\u0100" else f"\\u{ord(letter):04x}"

    return _STEERING.sub(escaped, text)


def _clipped(text: str) -> str:
    """Shorten the middle of a message that quotes something endless."""
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST // 2]}…{text[-_LONGEST // 2 :]}"


def _window(line: str, start: int, end: int) -> tuple[str, int, int]:
    """Return the part of a long line around a place, and the place in it."""
    if len(line) <= SHOWN_LINE:
        return line, start, end
    first = max(0, min(start - SHOWN_LINE // 3, len(line) - SHOWN_LINE))
    last = first + SHOWN_LINE
    ahead, behind = "…" if first else "", "…" if last < len(line) else ""
    moved = len(ahead) - first
    end = min(end, last)
    return f"{ahead}{line[first:last]}{behind}", start + moved, end + moved


def text(d: Diagnostic) -> str:
    """Render with source line, caret and help."""
    out = [f"{d.level}[{d.code}]: {visible(_clipped(d.message))}"]
    wide = max((len(str(s.line)) for s in (d.span, d.second) if s), default=1)
    for arrow, span, note in (("-->", d.span, d.note), (":::", d.second, d.second_note)):
        if span is None:
            continue
        line = span.source.line(span.line)
        out.append(f"{' ' * wide}{arrow} {visible(str(span))}")
        if not line:
            continue
        line, start, end = _window(line, span.column - 1, span.column - 1 + span.length)
        before, marked, behind = (
            visible(part, keep="\t") for part in (line[:start], line[start:end], line[end:])
        )
        pad = "".join("\t" if c == "\t" else " " * _cells(c) for c in before)
        length = max(1, sum(map(_cells, marked)))
        out.append(f"{' ' * wide} |")
        out.append(f"{span.line:>{wide}} | {before}{marked}{behind}")
        out.append(f"{' ' * wide} | {pad}{'^' * length} {visible(_clipped(note))}".rstrip())
    if d.help:
        out.append(f"{' ' * wide} = help: {visible(_clipped(d.help))}")
    return "\n".join(out)


def short(d: Diagnostic) -> str:
    """Render as one line, like a compiler."""
    place = f"{d.span}: " if d.span else ""
    hint = f" ({d.help})" if d.help else ""
    return visible(_clipped(f"{place}{d.level}[{d.code}]: {d.message}{hint}"))


def as_json(diagnostics: list[Diagnostic]) -> str:
    """Render all as one JSON list."""
    # Only JSON output needs it.
    import json  # noqa: PLC0415

    def place(span: Span | None) -> dict[str, object] | None:
        if span is None:
            return None
        return {
            "file": span.source.name,
            "line": span.line,
            "column": span.column,
            "length": span.length,
        }

    rows = [
        {
            "code": d.code,
            "level": d.level,
            "message": d.message,
            "place": place(d.span),
            "note": d.note,
            "help": d.help,
            "second": place(d.second),
            "second-note": d.second_note,
        }
        for d in diagnostics
    ]
    shown = json.dumps(rows, ensure_ascii=False, indent=2)
    # JSON itself escapes only C0, of which just the line ends between rows remain.
    return _STEERING.sub(lambda m: m[0] if m[0] == "\n" else json.dumps(m[0])[1:-1], shown)


def nearest(word: str, known: Iterable[str]) -> str | None:
    """Return the known word that is most similar, if any is."""
    # Needed only after a mistake.
    import difflib  # noqa: PLC0415

    folded = {name.casefold(): name for name in sorted(set(known), reverse=True)}
    close = difflib.get_close_matches(word.casefold(), sorted(folded), 1, 0.6)
    return folded[close[0]] if close else None


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return "did you mean" with the nearest known word, or empty text."""
    near = nearest(word, known)
    return "" if near is None else f"did you mean `{near}`?"


def suggest(word: str, known: Iterable[str]) -> str:
    """Return a help line with the nearest known word, or else the list of known words."""
    names = sorted(set(known))
    return did_you_mean(word, names) or (f"known: {', '.join(names)}" if names else "")


def plural(number: int, one: str, many: str = "") -> str:
    """Return a number with its noun: `1 word`, `2 words`, `3 leaves`."""
    return f"{number} {one if number == 1 else many or one + 's'}"
