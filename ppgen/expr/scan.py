"""The words of an expression: their order and brackets.

Takes text; gives text for Python's parser, so that messages are plain and Python's extras
(prefixes, escapes, comments) never get further.
"""

from __future__ import annotations

import keyword
import re
import unicodedata
from typing import Final

from ppgen.diagnostics import Problem, Span
from ppgen.expr.places import place_in, too_deep
from ppgen.expr.values import MAX_DEPTH, MAX_NUMBER, MAX_TEXT

_TOKEN: Final = re.compile(
    r"(?P<space>\s+)|(?P<number>[0-9]+(?:\.[0-9]+)?)|(?P<name>[^\W\d]\w*)|(?P<text>'[^']*')"
    r"|(?P<op>\.\.|==|!=|<=|>=|//|[-+*/%<>=.,()\[\]])"
)
_INFIX_WORDS: Final = frozenset({"and", "or", "in", "if", "else"})
_CLOSE: Final = {"(": ")", "[": "]"}

#: Why a letter that starts nothing is refused, where more can be said than that.
_LETTERS: Final = {
    '"': "text stands in single quotes: 'text'",
    ":": "a part of a list is `list[0..1]`",
    "{": "maps are written in YAML and looked up by name",
    "&": "write `and`",
    "|": "write `or`",
    "!": "write `not` or `!=`",
    "?": "write `a if c else b`",
    "\\": "there are no escapes",
    "–": "write a hyphen for minus",
    "−": "write a hyphen for minus",
    "×": "write `*`",
    "…": "write two dots: 1..4",
    "‘": "text stands in straight quotes: 'text'",
    "’": "text stands in straight quotes: 'text'",
    "“": "text stands in straight quotes: 'text'",
    "”": "text stands in straight quotes: 'text'",
}
_NO_LOOP: Final = "there is no loop; use `repeat`"
_KEYWORDS: Final = {
    "True": "write `yes`",
    "False": "write `no`",
    "None": "there is no such value; empty text is ''",
    "is": "write `==`",
    "for": _NO_LOOP,
    "lambda": _NO_LOOP,
}


class Scanner:
    """Checks words, their order and brackets; gives the text that Python's parser reads."""

    def __init__(self, text: str, span: Span) -> None:
        self.text = text
        self.span = span
        #: What is open: brackets, and each `if` without its `else` yet.
        self.brackets: list[tuple[str, int]] = []
        self.previous = ""  # the piece before, "" at the start
        self.kind = ""
        self.operand = True  # whether a value must come next, not an operator

    def fail(self, offset: int, length: int, message: str, help_: str = "") -> Problem:
        """Make an E301 at a place in the text."""
        return Problem("E301", message, place_in(self.span, self.text, offset, length), help=help_)

    def scan(self) -> str:
        """Check all; raises Problem."""
        text = self.text
        if len(text) > MAX_TEXT:
            message = f"an expression of {len(text)} letters; at most {MAX_TEXT} are allowed"
            raise Problem("E305", message, self.span, help="make a value of a part of it")
        if not text.strip():
            raise self.fail(0, 1, "an expression is missing", "write a name, number or 'text'")
        out = []
        at = 0
        while at < len(text):
            found = _TOKEN.match(text, at)
            if found is None:
                raise self.bad_letter(at)
            piece, kind = found[0], str(found.lastgroup)
            if kind == "space":
                out.append(" " * len(piece))  # Python would end the expression at a line break
            else:
                if piece == "-" and self.operand:
                    kind = "minus"  # before a value, not between two
                self.check(piece, kind, at)
                # Same length, so columns stay true, and the same precedence.
                out.append("<<" if piece == ".." else piece)
                self.previous, self.kind = piece, kind
            at = found.end()
        if self.operand:
            message = f"a value is missing behind `{self.previous}`"
            raise self.fail(len(text.rstrip()), 1, message)
        self.ended()
        if self.brackets:
            mark, place = self.brackets[-1]
            raise self.fail(place, 1, f"`{mark}` is not closed", f"write `{_CLOSE[mark]}`")
        return "".join(out)

    def bad_letter(self, at: int) -> Problem:
        """Say why nothing can start with this letter."""
        letter = self.text[at]
        if self.text.startswith("${", at):
            return Problem(
                "E306",
                "`${` in a value that is an expression already",
                place_in(self.span, self.text, at, 2),
                help="leave out `${` and its `}`",
            )
        if letter == "'":
            return self.fail(at, 1, "a text that is not closed", "write `'` at its end")
        shown = f"`{letter}`" if letter.isprintable() else f"U+{ord(letter):04X}"
        return self.fail(
            at, 1, f"{shown} cannot stand in an expression", _LETTERS.get(letter, "delete it")
        )

    def check(self, piece: str, kind: str, at: int) -> None:
        """Check one piece against the one before."""
        if kind == "name":
            self.word(piece, at)
        elif kind == "minus":
            if self.kind == "minus":
                raise self.fail(at, 1, "a minus too many", "use brackets: -(-a)")
            if self.previous == ".":
                raise self.fail(at, 1, "behind `.` stands a name")
        elif kind == "op":
            self.operator(piece, at)
        else:
            self.value(piece, at)
            if kind == "number":
                self.number(piece, at)
            elif "\\" in piece:
                place = at + piece.index("\\")
                raise self.fail(place, 1, "a backslash in a text", "there are no escapes")

    def number(self, piece: str, at: int) -> None:
        """Check the form of a number, which Python takes in more ways than we do."""
        if re.match(r"0[0-9]", piece):
            message = f"`{piece}`: a number does not start with 0"
            raise self.fail(at, len(piece), message, f"text is '{piece}'; see also digits()")
        if float(piece) > MAX_NUMBER:
            place = place_in(self.span, self.text, at, len(piece))
            raise Problem("E305", f"a number over {MAX_NUMBER:,}", place)
        behind = self.text[at + len(piece) :][:2]
        # Python would only warn of `1or 2` and `1.if`, on stderr.
        if behind[:1].isalpha() or behind[:1] == "_" or (behind[:1] == "." and behind != ".."):
            what = "dot" if behind[:1] == "." else "letter"
            message = f"a {what} directly behind the number `{piece}`"
            raise self.fail(at + len(piece), 1, message, "is an operator or a space missing?")

    def value(self, piece: str, at: int) -> None:
        """Check that a value may stand here."""
        if self.previous == ".":
            hint = "entries of a list are `list[0]`, ranges `1..4`"
            raise self.fail(at, len(piece), "behind `.` stands a name", hint)
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
                    raise self.fail(at, 3, "`not` twice", "write it once or use brackets")
                self.operand = True  # behind a value it is `not in`; Python's parser insists
                return
        if keyword.iskeyword(piece):
            hint = _KEYWORDS.get(piece, f"rename it, for example `{piece}_`")
            if self.previous == ".":
                hint = f"write ['{piece}'] instead of .{piece}"
            message = f"`{piece}` is a word of Python and cannot be a name"
            raise self.fail(at, len(piece), message, hint)
        if not piece.isidentifier() or unicodedata.normalize("NFKC", piece) != piece:
            # Python would look for another spelling of it than the one in the file.
            message = f"`{piece}` cannot be a name"
            raise self.fail(at, len(piece), message, "use plain letters, digits and `_`")
        if self.previous == ".":
            self.operand = False
        else:
            self.value(piece, at)

    def missing(self, piece: str, at: int) -> Problem:
        """Say that a value must stand before a piece."""
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
            raise self.fail(at, 1, "`=` cannot stand here", "to compare, write `==`")
        else:
            if piece == ",":
                self.ended()
                if not self.brackets:
                    raise self.fail(at, 1, "`,` outside brackets", "a list is [1, 2]")
            self.operand = True

    def ended(self) -> None:
        """Refuse an `if` that is still without its `else` where a value ends."""
        if self.brackets and self.brackets[-1][0] == "if":
            raise self.fail(self.brackets[-1][1], 2, "`if` without `else`", "write `a if c else b`")

    def open(self, piece: str, at: int) -> None:
        """Go into a bracket."""
        if piece == "(" and not self.operand and self.kind != "name" and self.previous != "]":
            message = f"an operator is missing between `{self.previous}` and `(`"
            raise self.fail(at, 1, message)
        if self.previous == ".":
            raise self.fail(at, 1, "behind `.` stands a name")
        self.brackets.append((piece, at))
        self.operand = True
        if len(self.brackets) > MAX_DEPTH:
            raise too_deep(place_in(self.span, self.text, at, 1))

    def close(self, piece: str, at: int) -> None:
        """Come out of a bracket."""
        if not self.operand:
            self.ended()
        mark = self.brackets.pop()[0] if self.brackets else ""
        if not mark or _CLOSE[mark] != piece:
            raise self.fail(at, 1, f"`{piece}` closes nothing", "check the brackets before it")
        if self.operand and self.previous != mark:
            raise self.missing(piece, at)
        self.operand = False
