"""Checks the tokens of an expression: their order and brackets.

Takes text; returns text for Python's parser. Gives plain messages, and keeps out Python's extras:
prefixes, escapes, comments.
"""

from __future__ import annotations

import keyword
import re
import unicodedata
from typing import Final

from ppgen.diagnostics import Problem, Span
from ppgen.expr.places import place_in, too_deep
from ppgen.limits import EXPRESSION, EXPRESSION_DEPTH, NUMBER

_TOKEN: Final = re.compile(
    r"(?P<space>\s+)|(?P<number>[0-9]+(?:\.[0-9]+)?)|(?P<name>[^\W\d]\w*)|(?P<text>'[^']*')"
    r"|(?P<op>\.\.|==|!=|<=|>=|//|[-+*/%<>=.,()\[\]])"
)
_INFIX_WORDS: Final = frozenset({"and", "or", "in", "if", "else"})
_CLOSE: Final = {"(": ")", "[": "]"}

#: Help for characters that cannot start a token.
_LETTERS: Final = {
    '"': "put text in single quotes: 'text'",
    ":": "write part of a list as `list[0..1]`",
    "{": "write maps in YAML and look them up by name",
    "&": "write `and`",
    "|": "write `or`",
    "!": "write `not` or `!=`",
    "?": "write `a if c else b`",
    "\\": "escapes are not supported",
    "–": "write a hyphen for minus",
    "−": "write a hyphen for minus",
    "×": "write `*`",
    "…": "write two dots: 1..4",
    "‘": "put text in straight quotes: 'text'",
    "’": "put text in straight quotes: 'text'",
    "“": "put text in straight quotes: 'text'",
    "”": "put text in straight quotes: 'text'",
}
_NO_LOOP: Final = "there are no loops; use `repeat`"
_KEYWORDS: Final = {
    "True": "write `yes`",
    "False": "write `no`",
    "None": "there is no such value; write '' for empty text",
    "is": "write `==`",
    "for": _NO_LOOP,
    "lambda": _NO_LOOP,
}


class Scanner:
    """Checks tokens, their order and brackets; returns the text for Python's parser."""

    def __init__(self, text: str, span: Span) -> None:
        self.text = text
        self.span = span
        #: What is open: brackets, and each `if` still without its `else`.
        self.brackets: list[tuple[str, int]] = []
        self.previous = ""  # the previous token, "" at the start
        self.kind = ""
        self.operand = True  # whether a value must come next, not an operator

    def fail(self, offset: int, length: int, message: str, help_: str = "") -> Problem:
        """Return an E301 at a place in the text."""
        return Problem("E301", message, place_in(self.span, self.text, offset, length), help=help_)

    def scan(self) -> str:
        """Check the whole text, or raise Problem."""
        text = self.text
        if len(text) > EXPRESSION:
            message = f"an expression of {len(text)} characters; at most {EXPRESSION} are allowed"
            raise Problem("E305", message, self.span, help="make a value of a part of it")
        if half := re.search("[\ud800-\udfff]", text):
            message = f"half of a character, U+{ord(half[0]):04X}"
            raise self.fail(half.start(), 1, message, "delete it")
        if not text.strip():
            raise self.fail(0, 1, "the expression is missing", "write a name, number or 'text'")
        out = []
        at = 0
        while at < len(text):
            match = _TOKEN.match(text, at)
            if match is None:
                raise self.bad_letter(at)
            piece, kind = match[0], str(match.lastgroup)
            if kind == "space":
                out.append(" " * len(piece))  # Python would end the expression at a line break
            else:
                if piece == "-" and self.operand:
                    kind = "minus"  # before a value, not between two
                self.check(piece, kind, at)
                # Same length, so columns stay true, and the same precedence.
                out.append("<<" if piece == ".." else piece)
                self.previous, self.kind = piece, kind
            at = match.end()
        if self.operand:
            message = f"a value is missing after `{self.previous}`"
            raise self.fail(len(text.rstrip()), 1, message)
        self.ended()
        if self.brackets:
            mark, place = self.brackets[-1]
            raise self.fail(place, 1, f"`{mark}` is not closed", f"write `{_CLOSE[mark]}`")
        return "".join(out)

    def bad_letter(self, at: int) -> Problem:
        """Return the problem of a character that cannot start a token."""
        letter = self.text[at]
        if self.text.startswith("${", at):
            return Problem(
                "E306",
                "`${` in a value that is already an expression",
                place_in(self.span, self.text, at, 2),
                help="remove `${` and its `}`",
            )
        if letter == "'":
            return self.fail(at, 1, "a text that is not closed", "end it with `'`")
        shown = f"`{letter}`" if letter.isprintable() else f"U+{ord(letter):04X}"
        return self.fail(
            at, 1, f"{shown} is not allowed in an expression", _LETTERS.get(letter, "delete it")
        )

    def check(self, piece: str, kind: str, at: int) -> None:
        """Check a token against the one before."""
        if kind == "name":
            self.word(piece, at)
        elif kind == "minus":
            if self.kind == "minus":
                raise self.fail(at, 1, "unexpected `-`", "use brackets: -(-a)")
            if self.previous == ".":
                raise self.fail(at, 1, "expected a name after `.`")
        elif kind == "op":
            self.operator(piece, at)
        else:
            self.value(piece, at)
            if kind == "number":
                self.number(piece, at)
            elif "\\" in piece:
                place = at + piece.index("\\")
                raise self.fail(place, 1, "a backslash in a text", "escapes are not supported")

    def number(self, piece: str, at: int) -> None:
        """Check the form of a number; Python accepts more forms than we do."""
        if re.match(r"0[0-9]", piece):
            message = f"`{piece}`: a number does not start with 0"
            raise self.fail(at, len(piece), message, f"for text write '{piece}'; see also digits()")
        if float(piece) > NUMBER:
            place = place_in(self.span, self.text, at, len(piece))
            raise Problem("E305", f"a number over {NUMBER:,}", place)
        behind = self.text[at + len(piece) :][:2]
        # Python would only warn of `1or 2` and `1.if`, on stderr.
        if behind[:1].isalpha() or behind[:1] == "_" or (behind[:1] == "." and behind != ".."):
            what = "dot" if behind[:1] == "." else "letter"
            message = f"a {what} directly after the number `{piece}`"
            raise self.fail(at + len(piece), 1, message, "is an operator or a space missing?")

    def value(self, piece: str, at: int) -> None:
        """Check that a value may come here."""
        if self.previous == ".":
            hint = "write a list entry as `list[0]`, a range as `1..4`"
            raise self.fail(at, len(piece), "expected a name after `.`", hint)
        if not self.operand:
            message = f"an operator is missing between `{self.previous}` and `{piece}`"
            raise self.fail(at, len(piece), message)
        self.operand = False

    def word(self, piece: str, at: int) -> None:
        """Check a name or an operator that is a word."""
        if self.previous != ".":
            if piece in _INFIX_WORDS:
                if self.operand and not (piece == "in" and self.previous == "not"):
                    raise self.missing(piece, at)
                if piece == "if":
                    self.brackets.append((piece, at))
                elif piece == "else" and (not self.brackets or self.brackets.pop()[0] != "if"):
                    raise self.fail(at, 4, "`else` without `if`", "write `a if c else b`")
                self.operand = True
                return
            if piece == "not":
                if self.operand and self.previous == "not":
                    raise self.fail(at, 3, "two `not` in a row", "write it once or use brackets")
                self.operand = True  # after a value it is `not in`; Python's parser checks
                return
        if keyword.iskeyword(piece):
            hint = _KEYWORDS.get(piece, f"rename it, for example `{piece}_`")
            if self.previous == ".":
                hint = f"write ['{piece}'] instead of .{piece}"
            message = f"`{piece}` is a reserved word and cannot be a name"
            raise self.fail(at, len(piece), message, hint)
        if not piece.isidentifier() or unicodedata.normalize("NFKC", piece) != piece:
            # Python would normalize it to another spelling than the one in the file.
            message = f"`{piece}` cannot be a name"
            raise self.fail(at, len(piece), message, "use plain letters, digits and `_`")
        if self.previous == ".":
            self.operand = False
        else:
            self.value(piece, at)

    def missing(self, piece: str, at: int) -> Problem:
        """Return the problem of a value missing before a token."""
        return self.fail(at, len(piece), f"a value is missing before `{piece}`")

    def operator(self, piece: str, at: int) -> None:
        """Check an operator or bracket."""
        if piece in ("(", "["):
            self.open(piece, at)
        elif piece in (")", "]"):
            self.close(piece, at)
        elif self.operand:
            raise self.missing(piece, at)
        elif piece == "=" and not (self.kind == "name" and self.brackets):
            raise self.fail(at, 1, "`=` is not allowed here", "to compare, write `==`")
        else:
            if piece == ",":
                self.ended()
                if not self.brackets:
                    raise self.fail(at, 1, "`,` outside brackets", "write a list as [1, 2]")
            self.operand = True

    def ended(self) -> None:
        """Raise E301 for an `if` without `else` where a value ends."""
        if self.brackets and self.brackets[-1][0] == "if":
            raise self.fail(self.brackets[-1][1], 2, "`if` without `else`", "write `a if c else b`")

    def open(self, piece: str, at: int) -> None:
        """Open a bracket."""
        if piece == "(" and not self.operand and self.kind != "name" and self.previous != "]":
            message = f"an operator is missing between `{self.previous}` and `(`"
            raise self.fail(at, 1, message)
        if self.previous == ".":
            raise self.fail(at, 1, "expected a name after `.`")
        self.brackets.append((piece, at))
        self.operand = True
        if len(self.brackets) > EXPRESSION_DEPTH:
            raise too_deep(place_in(self.span, self.text, at, 1))

    def close(self, piece: str, at: int) -> None:
        """Close a bracket."""
        if not self.operand:
            self.ended()
        mark = self.brackets.pop()[0] if self.brackets else ""
        if mark == "if":
            raise self.missing(piece, at)
        if not mark or _CLOSE[mark] != piece:
            raise self.fail(at, 1, f"`{piece}` closes nothing", "check the brackets before it")
        if self.operand and self.previous != mark:
            raise self.missing(piece, at)
        self.operand = False
