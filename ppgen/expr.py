"""Expressions and `${}` bindings: text to closures that ask a scope.

Takes the text of a value and its place; gives `Expression` and `Template`, which name what they
need and evaluate in a scope, or raises `Problem`. Must not know YAML, files, games, layouts or
where labels come from: those are values with the methods of `Look`.

A scan of our own checks the words and their order, so that messages are plain and Python's extras
(prefixes, escapes, comments) never get further. Python's parser then only finds the structure.
"""

from __future__ import annotations

import ast
import difflib
import keyword
import math
import operator
import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final, Protocol, TypeAlias

from ppgen.diagnostics import Problem, Span

MAX_TEXT: Final = 500
MAX_DEPTH: Final = 20
MAX_LIST: Final = 100_000
MAX_RESULT: Final = 10_000
#: Beyond it a float no longer holds every whole number, and nothing on paper is that large.
MAX_NUMBER: Final = 10**15

#: What a word of a bank has besides its text.
WORD_KEYS: Final = frozenset({"category", "note", "second", "id"})

#: A value at run time: int, float, str, bool, list, dict or a `Look`.
Value: TypeAlias = object
Scope: TypeAlias = Mapping[str, Value]
Calls: TypeAlias = tuple[tuple[str, frozenset[str]], ...]
_Run: TypeAlias = Callable[[Scope], Value]


class Look(Protocol):
    """A value that is asked by key and not kept as a dict, such as the labels behind `t`.

    Both methods may raise `Problem`; without a place it gets that of the expression.
    """

    def look(self, key: str) -> Value:
        """Give the value behind a key."""

    def call(self, key: str, arguments: dict[str, Value]) -> Value:
        """Fill the places of a label."""


@dataclass(frozen=True, slots=True)
class Expression:
    """A compiled expression.

    Attributes:
        text: As it was written.
        span: Where it stands.
        names: The names that it asks its scope for, `t` among them.
        labels: All fixed keys behind `t`, called or not.
        calls: Key and argument names of each call of a label with a fixed key.
        places: Each use of a name and the offset of it in the text.
    """

    text: str
    span: Span
    names: frozenset[str]
    labels: frozenset[str]
    calls: Calls
    places: tuple[tuple[str, int], ...] = field(repr=False)
    _run: _Run = field(repr=False, compare=False)

    def evaluate(self, scope: Scope) -> Value:
        """Give the value in a scope.

        Raises:
            Problem: E302 to E305, at the place of the expression.
        """
        try:
            return self._run(scope)
        except Problem as problem:
            raise _placed(problem, self.span) from None


@dataclass(frozen=True, slots=True)
class Template:
    """A text with bindings; `parts` are letters to print and expressions. Else as `Expression`."""

    text: str
    span: Span
    names: frozenset[str]
    labels: frozenset[str]
    calls: Calls
    parts: tuple[str | Expression, ...] = field(repr=False)

    @property
    def bindings(self) -> tuple[Expression, ...]:
        """Give the expressions in it."""
        return tuple(part for part in self.parts if isinstance(part, Expression))

    def evaluate(self, scope: Scope) -> Value:
        """Give the value of a lone binding as it is, anything else as text.

        Raises:
            Problem: E302 to E305, at the place of the binding.
        """
        if len(self.parts) == 1 and isinstance(self.parts[0], Expression):
            return self.parts[0].evaluate(scope)
        out = []
        for part in self.parts:
            if isinstance(part, str):
                out.append(part)
                continue
            value = part.evaluate(scope)
            try:
                out.append(_as_text(value, "a binding beside other letters"))
            except Problem as problem:
                raise _placed(problem, part.span) from None
        try:
            return _limited("".join(out))
        except Problem as problem:
            raise _placed(problem, self.span) from None


def compile_expression(text: str, span: Span) -> Expression:
    """Compile a text that is an expression as a whole.

    Args:
        text: The expression, without `${}`.
        span: The place of its first letter.

    Raises:
        Problem: E301 if it cannot be read, E305 if it is too long or deep, E306 if it has `${`.
    """
    return _Compiler(text, span).compile()


def compile_template(text: str, span: Span) -> Template | None:
    """Compile a text with `${}` bindings; None if there is no `${`, so nothing to do.

    Args:
        text: The whole text; `$${` in it stands for a printed `${`.
        span: The place of its first letter.

    Raises:
        Problem: As `compile_expression`; E301 also if a `${` is not closed.
    """
    if "${" not in text:
        return None
    parts: list[str | Expression] = []
    done = 0
    while (start := text.find("${", done)) >= 0:
        if start > done and text[start - 1] == "$":
            parts.append(text[done : start - 1] + "${")
            done = start + 2
            continue
        if start > done:
            parts.append(text[done:start])
        # Quoted text may hold a brace, so the first one need not be the end.
        body = _BODY.match(text, start + 2)
        if body is None:
            raise Problem(
                "E301",
                "a `${` that is not closed",
                _place(span, text, start, 2),
                help="write `}` at its end and close every quote; `$${` prints `${`",
            )
        at = _place(span, text, start + 2, max(1, len(body[1])))
        parts.append(compile_expression(body[1], at))
        done = body.end()
    if done < len(text):
        parts.append(text[done:])
    bound = [part for part in parts if isinstance(part, Expression)]
    return Template(
        text,
        span,
        frozenset().union(*(b.names for b in bound)),
        frozenset().union(*(b.labels for b in bound)),
        tuple(call for b in bound for call in b.calls),
        tuple(parts),
    )


def truth(value: Value) -> bool:
    """Say whether a value counts as yes: not so empty text, an empty list, 0 and no."""
    return bool(value)


def check_names(thing: Expression | Template, known: Iterable[str]) -> None:
    """Refuse names that a scope will not have.

    Raises:
        Problem: E302 at the first such name, or E301 if it is a piece of one with a hyphen.
    """
    names = frozenset(known)
    if thing.names <= names:
        return
    for one in thing.bindings if isinstance(thing, Template) else (thing,):
        for name, offset in one.places:
            if name in names:
                continue
            for word in _HYPHENED.finditer(one.text):
                pieces = word[0].split("-")
                joined = "_".join(pieces)
                if word.start() <= offset < word.end() and (
                    joined in names or names.isdisjoint(pieces)
                ):
                    raise Problem(
                        "E301",
                        f"`{word[0]}` is no name: names in expressions have no hyphens",
                        _place(one.span, one.text, word.start(), len(word[0])),
                        help=f"write `_`: `{joined}`; to subtract, write spaces around `-`",
                    )
            raise _placed(_unknown(name, names), _place(one.span, one.text, offset, len(name)))


def at_label(problem: Problem, thing: Expression, key: str) -> Problem:
    """Give a problem with a label the place where the expression names it."""
    found = re.search(
        rf"\bt\s*\.\s*({re.escape(key)})\b|\bt\s*\[\s*'({re.escape(key)})'", thing.text
    )
    if found is None:
        return _placed(problem, thing.span)
    which = 1 if found[1] is not None else 2
    return _placed(problem, _place(thing.span, thing.text, found.start(which), len(key)))


# ---------------------------------------------------------------------------------- reading

_BODY: Final = re.compile(r"((?:[^'}]|'[^']*')*)\}")
_HYPHENED: Final = re.compile(r"[^\W\d]\w*(?:-[^\W\d]\w*)+")
_TOKEN: Final = re.compile(
    r"(?P<space>\s+)|(?P<number>[0-9]+(?:\.[0-9]+)?)|(?P<name>[^\W\d]\w*)|(?P<text>'[^']*')"
    r"|(?P<op>\.\.|==|!=|<=|>=|//|[-+*/<>=.,()\[\]])"
)
_INFIX_WORDS: Final = frozenset({"and", "or", "in"})
_CLOSE: Final = {"(": ")", "[": "]"}
_FUNCTIONS_HELP: Final = "there are len, round, min, max, join, digits, and labels `t.key(n=1)`"

#: Why a letter that starts nothing is refused, where more can be said than that.
_LETTERS: Final = {
    '"': "text stands in single quotes: 'text'",
    ":": "a part of a list is `list[0..1]`",
    "{": "maps are written in YAML and looked up by name",
    "&": "write `and`",
    "|": "write `or`",
    "!": "write `not` or `!=`",
    "%": "there is no `%`; `a - b * (a // b)` is the rest",
    "?": "there is no if; look it up in a map or use `when`",
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
_NO_IF: Final = "there is no if and no loop; look it up in a map, or use `when` or `repeat`"
_KEYWORDS: Final = {
    "True": "write `yes`",
    "False": "write `no`",
    "None": "there is no such value; empty text is ''",
    "is": "write `==`",
    "if": _NO_IF,
    "else": _NO_IF,
    "for": _NO_IF,
    "lambda": _NO_IF,
}


class _Scanner:
    """Checks words, their order and brackets; gives the text that Python's parser reads."""

    def __init__(self, text: str, span: Span) -> None:
        self.text = text
        self.span = span
        self.brackets: list[tuple[str, int]] = []
        self.previous = ""  # the piece before, "" at the start
        self.kind = ""
        self.operand = True  # whether a value must come next, not an operator

    def fail(self, offset: int, length: int, message: str, help_: str = "") -> Problem:
        """Make an E301 at a place in the text."""
        return Problem("E301", message, _place(self.span, self.text, offset, length), help=help_)

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
                _place(self.span, self.text, at, 2),
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
            place = _place(self.span, self.text, at, len(piece))
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
        elif piece == "," and not self.brackets:
            raise self.fail(at, 1, "`,` outside brackets", "a list is [1, 2]")
        else:
            self.operand = True

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
            raise _too_deep(_place(self.span, self.text, at, 1))

    def close(self, piece: str, at: int) -> None:
        """Come out of a bracket."""
        mark = self.brackets.pop()[0] if self.brackets else ""
        if not mark or _CLOSE[mark] != piece:
            raise self.fail(at, 1, f"`{piece}` closes nothing", "check the brackets before it")
        if self.operand and self.previous != mark:
            raise self.missing(piece, at)
        self.operand = False


def _too_deep(span: Span) -> Problem:
    message = f"an expression nested more than {MAX_DEPTH} deep"
    return Problem("E305", message, span, help="make a value of a part of it")


def _place(span: Span, text: str, offset: int, length: int) -> Span:
    """Give the place of a letter inside a text, as well as it can be known."""
    before = text[:offset]
    if offset < span.length and "\n" not in before:
        return Span(span.source, span.line, span.column + offset, length)
    line, column = span.line + before.count("\n"), span.column + offset - (before.rfind("\n") + 1)
    row = span.source.line(line)
    # A folded or escaped text has other columns than its source: better the whole than a wrong one.
    if (line != span.line and not row) or (row and column > len(row) + 1):
        return span
    return Span(span.source, line, column, length)


def _placed(problem: Problem, span: Span) -> Problem:
    """Give the problem a place, unless it has one."""
    d = problem.diagnostic
    if d.span is not None:
        return problem
    return Problem(
        d.code,
        d.message,
        span,
        note=d.note,
        help=d.help,
        second=d.second,
        second_note=d.second_note,
    )


def _unknown(name: str, known: Iterable[str]) -> Problem:
    names = sorted(known)
    near = difflib.get_close_matches(name, names, 1)
    hints = [f"did you mean `{near[0]}`?"] if near else []
    hints.append(f"known names: {', '.join(names)}" if names else "no names are known here")
    return Problem("E302", f"unknown name `{name}`", help=" ".join(hints))


# -------------------------------------------------------------------------------- compiling


class _Compiler:
    """Turns what Python's parser found into closures, node by node; other nodes are refused."""

    def __init__(self, text: str, span: Span) -> None:
        self.text = text
        self.span = span
        self.names: list[tuple[str, int]] = []
        self.labels: set[str] = set()
        self.calls: list[tuple[str, frozenset[str]]] = []
        self.lead = 0
        self.body = b""

    def compile(self) -> Expression:
        """Compile all; raises Problem."""
        readable = _Scanner(self.text, self.span).scan().rstrip()
        body = readable.lstrip()
        self.lead = len(readable) - len(body)
        self.body = body.encode()
        try:
            tree = ast.parse(body, mode="eval").body
        except SyntaxError as error:
            offset = self.lead + max(0, (error.offset or 1) - 1)
            raise self.fail(min(offset, len(self.text) - 1)) from None
        except (ValueError, RecursionError, MemoryError):
            raise self.fail(self.lead) from None
        run = self.visit(tree, 1)
        return Expression(
            self.text,
            self.span,
            frozenset(name for name, _ in self.names),
            frozenset(self.labels),
            tuple(dict.fromkeys(self.calls)),
            tuple(sorted(self.names, key=lambda use: use[1])),
            run,
        )

    def fail(self, where: int | ast.expr, message: str = "", help_: str = "") -> Problem:
        """Make an E301 at an offset or node."""
        offset = where if isinstance(where, int) else self.offset(where)
        place = _place(self.span, self.text, offset, 1)
        return Problem("E301", message or "the expression cannot be read here", place, help=help_)

    def offset(self, node: ast.expr) -> int:
        """Give the letter where a node starts; Python counts bytes."""
        return self.lead + len(self.body[: node.col_offset].decode())

    def visit(self, node: ast.expr, depth: int) -> _Run:
        """Compile one node.

        Chains such as `a + b + c` or `a.b.c` lean left in the tree but are not deep to a reader,
        so the left side keeps its depth.
        """
        if depth > MAX_DEPTH:
            raise _too_deep(_place(self.span, self.text, self.offset(node), 1))
        match node:
            case ast.Constant(value=int() | float() | str() as value):
                return _constant(value)
            case ast.Name(id="yes" | "no" as word):
                return _constant(word == "yes")
            case ast.Name(id=name):
                self.names.append((name, self.offset(node)))
                return _name(name)
            case ast.List(elts=items):
                runs = [self.visit(item, depth + 1) for item in items]
                return lambda scope: [run(scope) for run in runs]
            case ast.BoolOp(op=op, values=values):
                every = isinstance(op, ast.And)
                return _both(every, [self.visit(value, depth + 1) for value in values])
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                inner = self.visit(operand, depth + 1)
                return lambda scope: not truth(inner(scope))
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                inner = self.visit(operand, depth + 1)
                return lambda scope: -_number(inner(scope), "`-`")
            case ast.Compare():
                return self.compare(node, depth)
            case ast.BinOp(op=op, left=left, right=right):
                return self.binary(node, op, self.visit(left, depth), self.visit(right, depth + 1))
            case ast.Attribute(value=base, attr=key):
                if _is_t(base):
                    self.labels.add(key)
                inner = self.visit(base, depth)
                return lambda scope: _look(inner(scope), key)
            case ast.Subscript(value=base, slice=index):
                if _is_t(base) and isinstance(index, ast.Constant):
                    self.labels.add(_as_text(index.value, "a key"))
                inner, which = self.visit(base, depth), self.visit(index, depth + 1)
                return lambda scope: _entry(inner(scope), which(scope))
            case ast.Call():
                return self.call(node, depth)
            case ast.Tuple():
                raise self.fail(node, "`,` without a list", "a list is [1, 2]")
            case _:
                raise self.fail(node)

    def compare(self, node: ast.Compare, depth: int) -> _Run:
        """Compile a comparison."""
        if len(node.ops) != 1:
            hint = "write `a < b and b < c`"
            raise self.fail(node.comparators[1], "two comparisons in a row", hint)
        left, right = self.visit(node.left, depth + 1), self.visit(node.comparators[0], depth + 1)
        match node.ops[0]:
            case ast.In():
                return lambda scope: _contains(left(scope), right(scope))
            case ast.NotIn():
                return lambda scope: not _contains(left(scope), right(scope))
            case ast.Eq():
                return lambda scope: _same(left(scope), right(scope), "==")
            case ast.NotEq():
                return lambda scope: not _same(left(scope), right(scope), "!=")
            case other:
                if (found := _ORDER.get(type(other))) is None:
                    raise self.fail(node)
                symbol, order = found
                return lambda scope: _ordered(left(scope), right(scope), symbol, order)

    def binary(self, node: ast.BinOp, op: ast.operator, left: _Run, right: _Run) -> _Run:
        """Compile a range or arithmetic."""
        if isinstance(op, ast.LShift):
            if any(
                isinstance(side, ast.BinOp) and isinstance(side.op, ast.LShift)
                for side in (node.left, node.right)
            ):
                raise self.fail(node, "a range has two ends", "write it as 1..4")
            return lambda scope: _range(left(scope), right(scope))
        if (found := _ARITHMETIC.get(type(op))) is None:
            raise self.fail(node, "an operator that does not exist", "there are + - * / //")
        return _arithmetic(found[0], found[1], left, right)

    def call(self, node: ast.Call, depth: int) -> _Run:
        """Compile a call of a function or a label."""
        func = node.func
        if isinstance(func, ast.Name):
            return self.function(node, func.id, depth)
        if not (isinstance(func, ast.Attribute | ast.Subscript) and _is_t(func.value)):
            raise self.fail(node, "this cannot be called", _FUNCTIONS_HELP)
        names = [k.arg for k in node.keywords if k.arg is not None]
        if node.args or len(names) != len(node.keywords):
            message = "the values of a label's places need names"
            raise self.fail((*node.args, node)[0], message, "write `t.key(n=1)`")
        if not names:
            raise self.fail(node, "a label called without values", "write `t.key`")
        if len(set(names)) != len(names):
            raise self.fail(node, "the same place of a label twice")
        base = self.visit(func.value, depth)
        if isinstance(func, ast.Attribute):
            fixed: str | None = func.attr
            key = _constant(func.attr)
        else:
            constant = func.slice.value if isinstance(func.slice, ast.Constant) else None
            fixed = None if constant is None else _as_text(constant, "a key")
            key = self.visit(func.slice, depth + 1)
        if fixed is not None:
            self.labels.add(fixed)
            self.calls.append((fixed, frozenset(names)))
        runs = [
            (name, self.visit(k.value, depth + 1))
            for name, k in zip(names, node.keywords, strict=True)
        ]
        return lambda scope: _call(
            base(scope), key(scope), {name: run(scope) for name, run in runs}
        )

    def function(self, node: ast.Call, name: str, depth: int) -> _Run:
        """Compile a call of a function by its name."""
        if name not in _FUNCTIONS:
            near = difflib.get_close_matches(name, _FUNCTIONS, 1)
            hint = f"did you mean `{near[0]}`? " if near else ""
            raise self.fail(node, f"there is no function `{name}`", hint + _FUNCTIONS_HELP)
        count, form, function = _FUNCTIONS[name]
        if node.keywords or len(node.args) != count:
            raise self.fail(node, f"`{name}` needs {_plural(count)}", f"write `{form}`")
        runs = [self.visit(value, depth + 1) for value in node.args]
        if count == 1:
            first = runs[0]
            return lambda scope: function(first(scope))
        first, second = runs
        return lambda scope: function(first(scope), second(scope))


def _plural(count: int) -> str:
    return "1 value" if count == 1 else f"{count} values"


def _is_t(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id == "t"


def _constant(value: Value) -> _Run:
    return lambda _scope: value


def _name(name: str) -> _Run:
    def run(scope: Scope) -> Value:
        try:
            return scope[name]
        except KeyError:
            raise _unknown(name, scope) from None

    return run


def _both(every: bool, runs: list[_Run]) -> _Run:
    # Values that are not needed are not asked: `n > 0 and list[n - 1] == 3`.
    if every:
        return lambda scope: all(truth(run(scope)) for run in runs)
    return lambda scope: any(truth(run(scope)) for run in runs)


# ------------------------------------------------------------------------------- evaluating


def _kind(value: Value) -> str:
    """Name the type of a value."""
    if isinstance(value, bool):
        return "yes-no"
    if isinstance(value, int | float):
        return "number"
    if isinstance(value, str):
        return "text"
    if isinstance(value, list | tuple):
        return "list"
    if isinstance(value, Mapping):
        return "map"
    return "nothing" if value is None else "thing with keys"


def _show(value: Value) -> str:
    """Describe a value in a message."""
    kind = _kind(value)
    if kind == "text":
        shown = str(value)
        return f"the text '{shown if len(shown) <= 30 else shown[:29] + '…'}'"
    if kind == "number":
        return f"the number {value}"
    if kind == "yes-no":
        return "`yes`" if value else "`no`"
    return kind if kind == "nothing" else f"a {kind}"


def _wrong(message: str, help_: str = "") -> Problem:
    return Problem("E303", message, help=help_)


def _number(value: Value, who: str) -> int | float:
    if isinstance(value, int | float) and not isinstance(value, bool):
        return value
    raise _wrong(f"{who} needs a number, not {_show(value)}")


def _whole(value: Value, who: str) -> int:
    number = _number(value, who)
    if isinstance(number, int) or number.is_integer():
        if not -MAX_NUMBER <= number <= MAX_NUMBER:
            raise Problem("E305", f"a number over {MAX_NUMBER:,}")
        return int(number)
    raise _wrong(f"{who} needs a whole number, not {number:.12g}", "use `//` or round()")


def _short(number: int | float) -> str:
    """Print a number without what only its making left in it: 3.0, 0.30000000000000004."""
    if not -MAX_NUMBER <= number <= MAX_NUMBER:
        raise Problem("E305", f"a number over {MAX_NUMBER:,}")
    if isinstance(number, int):
        return str(int(number))
    shown = f"{number:.6f}".rstrip("0").rstrip(".")
    return "0" if shown == "-0" else shown


def _as_text(value: Value, who: str) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | float):
        return _short(value)
    raise _wrong(f"{who} must be text, a number or yes-no, not {_show(value)}")


def _limited(text: str) -> str:
    if len(text) > MAX_RESULT:
        raise Problem("E305", f"a text of {len(text):,} letters; at most {MAX_RESULT:,}")
    return text


def _arithmetic(
    symbol: str, operate: Callable[[int | float, int | float], int | float], left: _Run, right: _Run
) -> _Run:
    who = f"`{symbol}`"

    def run(scope: Scope) -> Value:
        a, b = _number(left(scope), who), _number(right(scope), who)
        try:
            result = operate(a, b)
        except ZeroDivisionError:
            raise _wrong("a division by 0") from None
        except (OverflowError, ValueError):
            raise Problem("E305", f"a number over {MAX_NUMBER:,}") from None
        if not -MAX_NUMBER <= result <= MAX_NUMBER:
            raise Problem("E305", f"a number over {MAX_NUMBER:,}")
        return result

    return run


def _floor_divide(a: int | float, b: int | float) -> int:
    return int(a // b)


def _range(first: Value, last: Value) -> Value:
    low, high = _whole(first, "`..`"), _whole(last, "`..`")
    if high - low >= MAX_LIST:
        raise Problem("E305", f"a list of more than {MAX_LIST:,} entries")
    return list(range(low, high + 1))


def _equal(a: Value, b: Value) -> bool:
    """Compare all the way down; Python alone would call `yes` and 1 equal."""
    if _kind(a) != _kind(b):
        return False
    if isinstance(a, list | tuple) and isinstance(b, list | tuple):
        return len(a) == len(b) and all(map(_equal, a, b))
    if isinstance(a, Mapping) and isinstance(b, Mapping):
        return a.keys() == b.keys() and all(_equal(a[key], b[key]) for key in a)
    return a == b


def _differ(a: Value, b: Value, symbol: str) -> Problem:
    return _wrong(
        f"`{symbol}` compares values of one type, not {_show(a)} with {_show(b)}",
        "numbers are written 3, texts '3'",
    )


def _same(a: Value, b: Value, symbol: str) -> bool:
    if _kind(a) != _kind(b):
        raise _differ(a, b, symbol)
    return _equal(a, b)


def _ordered(a: Value, b: Value, symbol: str, order: Callable[[Value, Value], bool]) -> bool:
    kind = _kind(a)
    if kind != _kind(b):
        raise _differ(a, b, symbol)
    if kind not in ("number", "text"):
        raise _wrong(f"`{symbol}` compares numbers or texts, not {_show(a)}")
    return order(a, b)


def _contains(item: Value, where: Value) -> bool:
    if isinstance(where, str):
        if not isinstance(item, str):
            raise _differ(item, where, "in")
        # A text is the list of its letters, so a longer piece of it is not in it.
        return len(item) == 1 and item in where
    if not isinstance(where, list | tuple):
        raise _wrong(f"`in` asks a list, not {_show(where)}")
    if any(_equal(item, entry) for entry in where):
        return True
    # A list may mix types ([all, 2]); but where no entry could ever match, it is a mistake.
    kind = _kind(item)
    if where and all(_kind(entry) != kind for entry in where):
        raise _differ(item, where[0], "in")
    return False


def _look(value: Value, key: str) -> Value:
    """Ask a map, a word or a `Look` for a key."""
    if isinstance(value, Mapping):
        if key in value:
            found: Value = value[key]
            return found
        raise _no_key(key, value)
    if isinstance(value, str):
        if key in WORD_KEYS and hasattr(value, key):
            part: Value = getattr(value, key)
            return part
        hint = f"words of a bank have {', '.join(sorted(WORD_KEYS))}"
        raise _wrong(f"{_show(value)} has no `{key}`", hint)
    look = getattr(value, "look", None)
    if look is None:
        raise _wrong(f"`{key}` asks a map, not {_show(value)}")
    try:
        answer: Value = look(key)
    except KeyError:
        raise _no_key(key, ()) from None
    return answer


def _no_key(key: str, known: Iterable[object]) -> Problem:
    names = [str(name) for name in known]
    near = difflib.get_close_matches(key, names, 1)
    hints = [f"did you mean `{near[0]}`?"] if near else []
    if names:
        more = ", ..." if len(names) > 20 else ""
        hints.append(f"there are: {', '.join(names[:20])}{more}")
    place = getattr(key, "span", None)
    note = "the key that is looked up" if place else ""
    message = f"there is no entry `{key}`"
    return Problem("E304", message, help=" ".join(hints), second=place, second_note=note)


def _entry(value: Value, index: Value) -> Value:
    """Give an entry or part of a list, a letter of a text, or what stands behind a key."""
    if not isinstance(value, list | tuple | str):
        return _look(value, _as_text(index, "a key"))
    if isinstance(index, list | tuple):
        return [_item(value, one) for one in index]
    return _item(value, index)


def _item(value: list[Value] | tuple[Value, ...] | str, index: Value) -> Value:
    what = "letter" if isinstance(value, str) else "entry"
    number = _whole(index, f"an {what} of a list" if what == "entry" else "a letter of a text")
    if 0 <= number < len(value):
        return value[number]
    there = f"there are 0 to {len(value) - 1}" if value else "it is empty"
    raise Problem("E304", f"there is no {what} {number}", help=f"counted from 0, {there}")


def _call(value: Value, key: Value, arguments: dict[str, Value]) -> Value:
    call = getattr(value, "call", None)
    if call is None:
        raise _wrong(f"only labels can be called, not {_show(value)}")
    name = _as_text(key, "a key")
    try:
        result: Value = call(name, arguments)
    except KeyError:
        raise _no_key(name, ()) from None
    return _limited(result) if isinstance(result, str) else result


def _len(value: Value) -> Value:
    if isinstance(value, list | tuple | str):
        return len(value)
    raise _wrong(f"`len` needs a list or text, not {_show(value)}")


def _round(value: Value) -> Value:
    number = _number(value, "`round`")
    try:
        low = math.floor(number)
    except (OverflowError, ValueError):
        raise Problem("E305", f"a number over {MAX_NUMBER:,}") from None
    # Not floor(number + 0.5): the sum may itself be rounded up.
    return low + (1 if number - low >= 0.5 else 0)


def _min(a: Value, b: Value) -> Value:
    return min(_number(a, "`min`"), _number(b, "`min`"))


def _max(a: Value, b: Value) -> Value:
    return max(_number(a, "`max`"), _number(b, "`max`"))


def _join(items: Value, between: Value) -> Value:
    if not isinstance(items, list | tuple):
        raise _wrong(f"`join` needs a list, not {_show(items)}")
    if not isinstance(between, str):
        raise _wrong(f"`join` puts a text between, not {_show(between)}")
    return _limited(between.join(_as_text(item, "an entry in `join`") for item in items))


def _digits(number: Value, width: Value) -> Value:
    whole, wide = _whole(number, "`digits`"), _whole(width, "`digits`")
    if not 0 <= wide <= MAX_RESULT:
        raise Problem("E305", f"`digits` makes 0 to {MAX_RESULT:,} digits, not {_short(wide)}")
    return _short(whole).zfill(wide)


#: How many values a function takes, how it is written, what it does.
_FUNCTIONS: Final[dict[str, tuple[int, str, Callable[..., Value]]]] = {
    "len": (1, "len(list)", _len),
    "round": (1, "round(a)", _round),
    "min": (2, "min(a, b)", _min),
    "max": (2, "max(a, b)", _max),
    "join": (2, "join(list, '.')", _join),
    "digits": (2, "digits(7, 2)", _digits),
}
_ARITHMETIC: Final[
    dict[type[ast.operator], tuple[str, Callable[[int | float, int | float], int | float]]]
] = {
    ast.Add: ("+", operator.add),
    ast.Sub: ("-", operator.sub),
    ast.Mult: ("*", operator.mul),
    ast.Div: ("/", operator.truediv),
    ast.FloorDiv: ("//", _floor_divide),
}
_ORDER: Final[dict[type[ast.cmpop], tuple[str, Callable[..., bool]]]] = {
    ast.Lt: ("<", operator.lt),
    ast.LtE: ("<=", operator.le),
    ast.Gt: (">", operator.gt),
    ast.GtE: (">=", operator.ge),
}
