"""Explains YAML syntax errors in plain words.

Takes the parser's own words and places (line and column from 0); returns a `Problem`. Must not know
the parser.
"""

from __future__ import annotations

import re
from typing import Final, TypeAlias

from ppgen.diagnostics import Problem, Source, Span

Place: TypeAlias = tuple[int, int]

SHARE: Final = "use `extends` or `use` to share; if it is text, put it in quotes"

#: A fragment of a libyaml or PyYAML message; our message; what to do.
_SAYINGS: Final = (
    (
        "mapping values are not allowed",
        "a `:` where no key can be",
        "check the indent of this line; text with `: ` in it must be quoted",
    ),
    ("expected ':'", "a key without `:`", "write `key: value`; check the indent of this line"),
    (
        "expected key",
        "this does not fit the lines above",
        "check the indent; text that starts with a quote must end with it",
    ),
    (
        "expected <block end>",
        "this does not fit the lines above",
        "check the indent; text that starts with a quote must end with it",
    ),
    ("expected '-'", "an entry of a list without `- `", "check the indent of this line"),
    ("',' or ']'", "a list that is not closed", "add a `,` or `]` before this place"),
    ("',' or '}'", "a map that is not closed", "add a `,` or `}` before this place"),
    ("unexpected end of stream", "a quote that is not closed", "end the text with the same quote"),
    (
        "document indicator",
        "a quote that is not closed",
        "end the text with the same quote",
    ),
    (
        "escape",
        "an unknown escape after `\\`",
        "write `\\\\` for a backslash, or use single quotes",
    ),
    (
        "hexdecimal",
        "an unknown escape after `\\`",
        "write `\\\\` for a backslash, or use single quotes",
    ),
    ("tab character", "a tab", "YAML indents with spaces: write spaces"),
    (
        "node content",
        "a bracket or comma where a value is expected",
        "delete it, or put the text in quotes",
    ),
    (
        "comment or line break",
        "text after `>` or `|` on the same line",
        "start the text on the next line, or put it in quotes",
    ),
)


#: A color in `{...}` that YAML takes for a comment, closing bracket and all.
_COMMENTED = re.compile(r"[{,]\s*[\w-]+:\s+(#[0-9A-Za-z]{3,8})")


def _commented(source: Source, lines: list[str]) -> Problem | None:
    """Find an unquoted `#333` in brackets: the parser only trips later, over what it hides."""
    for number in range(len(lines), 0, -1):
        if match := _COMMENTED.search(lines[number - 1]):
            span = Span(source, number, match.start(1) + 1, len(match[1]))
            message = f"`{match[1]}` starts a comment that runs to the end of the line"
            return Problem("E101", message, span, help=f'quote it: "{match[1]}"')
    return None


#: A key of `{...}` whose `:` YAML takes for a part of it, as no space follows.
_GLUED = re.compile(r"[\w.-]+:(?=[\]}])")


def _glued(source: Source, at: Span) -> Problem | None:
    """Find `{winter:}`."""
    key = _GLUED.match(source.line(at.line), at.column - 1)
    if key is None:
        return None
    message = f"`{key[0]}` has no value, and no space after `:`"
    span = at._replace(length=len(key[0]))
    return Problem(
        "E101", message, span, help=f'write a value, or "" for empty text: `{key[0]} ""`'
    )


def explain(
    source: Source, words: str, context: str, at: Place | None, began: Place | None
) -> Problem:
    """Return the parser's error as a problem in plain words."""
    line, column = at or began or (0, 0)
    lines = source.text.splitlines()
    if line >= len(lines) > 0:
        # The end of the file: point at the last line, as there is none after it.
        line, column = len(lines) - 1, len(lines[-1])
    row = lines[line] if lines else ""
    span = Span(source, line + 1, column + 1)
    first = Span(source, began[0] + 1, began[1] + 1) if began else None

    if "alias" in context or "anchor" in context or "tag" in context or "tag handle" in words:
        kind = next((k for k in ("alias", "anchor") if k in context), "tag")
        article = "a" if kind == "tag" else "an"
        message = f"this reads as {article} {kind}, which is not allowed"
        return Problem("E103", message, first or span, help=SHARE)
    letter = row[column : column + 1]
    if "cannot start any token" in words:
        if letter == "\t":
            hint = "YAML indents with spaces: write spaces"
            return Problem("E101", "a tab at the start of a line or value", span, help=hint)
        return Problem(
            "E101", f"text cannot start with `{letter}`", span, help="put the text in quotes"
        )
    if row[:column].endswith("$") and letter == "{":
        message = "a binding in `{...}` or `[...]` without quotes"
        start = Span(source, span.line, span.column - 1, 2)
        return Problem("E101", message, start, help='quote it: "${...}"')
    if lost := _commented(source, lines[: line + 1]):
        return lost
    if "%" in row[:1] or "directive" in context:
        return Problem("E101", "a `%` line that cannot be read", span, help="delete this line")
    for piece, message, hint in _SAYINGS:
        if piece in words:
            if "quote" in message and "closed" in message and first:
                return Problem("E101", message, first, note="it starts here", help=hint)
            if "not closed" in message and first:
                return Problem(
                    "E101", message, span, help=hint, second=first, second_note="it starts here"
                )
            if "without `:`" in message and first and (glued := _glued(source, first)):
                return glued
            if "without `:`" in message and first:
                # The parser notices on the next line; the key is where it began.
                return Problem("E101", message, first, help=hint)
            return Problem("E101", message, span, help=hint)
    return Problem("E101", f"the YAML cannot be read: {words}", span, help="check this line")
