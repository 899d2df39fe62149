"""Finds places inside the text of an expression, and builds problems that several stages report.

Takes spans and offsets; returns spans and `Problem`s. Must not know what an expression means.
"""

from __future__ import annotations

from collections.abc import Iterable

from ppgen.diagnostics import NEEDED, Problem, Span, did_you_mean
from ppgen.limits import EXPRESSION_DEPTH


def too_deep(span: Span) -> Problem:
    """Return the problem of an expression nested too deep."""
    message = f"an expression nested more than {EXPRESSION_DEPTH} deep"
    return Problem("E305", message, span, help="move part of it to a `let`")


def place_in(span: Span, text: str, offset: int, length: int) -> Span:
    """Return the place of a letter inside a text, as precisely as possible."""
    before = text[:offset]
    if offset < span.length and "\n" not in before:
        return Span(span.source, span.line, span.column + offset, length)
    line, column = span.line + before.count("\n"), span.column + offset - (before.rfind("\n") + 1)
    row = span.source.line(line)
    # The columns of folded or escaped text differ from the source: point to the whole instead.
    if (line != span.line and not row) or (row and column > len(row) + 1):
        return span
    return Span(span.source, line, column, length)


def placed(problem: Problem, span: Span) -> Problem:
    """Return the problem with a place, unless it has one."""
    d = problem.diagnostic
    if d.span is not None:
        if d.second is not None or d.span.source == span.source:
            return problem
        return Problem(
            d.code, d.message, d.span, note=d.note, help=d.help, second=span, second_note=NEEDED
        )
    return Problem(
        d.code,
        d.message,
        span,
        note=d.note,
        help=d.help,
        second=d.second,
        second_note=d.second_note,
    )


def unknown(name: str, known: Iterable[str]) -> Problem:
    """Return the problem of an unknown name, listing the known ones."""
    names = sorted(known)
    near = did_you_mean(name, [*names, "yes", "no"])
    hints = [near] if near else []
    hints.append(f"known names: {', '.join(names)}" if names else "no names are in scope here")
    return Problem("E302", f"unknown name `{name}`", help=" ".join(hints))
