"""Compiles text into closures: Python's parser finds the structure, each node becomes a closure.

Takes the text of a value and its place; returns `Expression` and `Template`, or raises `Problem`.
"""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable
from typing import Final

from ppgen.diagnostics import Problem, Span, did_you_mean, plural
from ppgen.expr import values
from ppgen.expr.model import Expression, LabelUse, Template
from ppgen.expr.places import place_in, too_deep, unknown
from ppgen.expr.reads import Choice, Reads, Term
from ppgen.expr.scan import Scanner
from ppgen.expr.values import Run, Scope, Value, truth
from ppgen.limits import EXPRESSION_DEPTH

_BODY: Final = re.compile(r"((?:[^'}]|'[^']*')*)\}")
_FUNCTIONS_HELP: Final = f"functions are {', '.join(values.FUNCTIONS)}, and labels `t.key(n=1)`"
_ARITHMETIC: Final[
    dict[type[ast.operator], tuple[str, Callable[[int | float, int | float], int | float]]]
] = {
    ast.Add: ("+", operator.add),
    ast.Sub: ("-", operator.sub),
    ast.Mult: ("*", operator.mul),
    ast.Div: ("/", operator.truediv),
    ast.FloorDiv: ("//", values.floor_divide),
    ast.Mod: ("%", operator.mod),
}
_ORDER: Final[dict[type[ast.cmpop], tuple[str, Callable[..., bool]]]] = {
    ast.Lt: ("<", operator.lt),
    ast.LtE: ("<=", operator.le),
    ast.Gt: (">", operator.gt),
    ast.GtE: (">=", operator.ge),
}


def compile_expression(text: str, span: Span) -> Expression:
    """Compile a text that is an expression.

    Args:
        text: The expression, without `${}`.
        span: The place of its first letter.

    Raises:
        Problem: E301 if it cannot be read, E305 if it is too long or deep, E306 if it has `${`.
    """
    return _Compiler(text, span).compile()


def compile_template(text: str, span: Span) -> Template | None:
    """Compile a text with `${}` bindings; None if there are none.

    Args:
        text: The whole text; `$${` in it is a literal `${`.
        span: The place of its first letter.

    Raises:
        Problem: As `compile_expression`; also E301 if a `${` is not closed.
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
        # Quoted text may contain a brace, so the first one is not always the end.
        body = _BODY.match(text, start + 2)
        if body is None:
            raise Problem(
                "E301",
                "a `${` that is not closed",
                place_in(span, text, start, 2),
                help="end it with `}` and close every quote; `$${` prints `${`",
            )
        at = place_in(span, text, start + 2, max(1, len(body[1])))
        parts.append(compile_expression(body[1], at))
        done = body.end()
    if done < len(text):
        parts.append(text[done:])
    return Template(text, span, tuple(parts))


class _Compiler:
    """Turns Python's syntax tree into closures, node by node; other nodes are rejected."""

    def __init__(self, text: str, span: Span) -> None:
        self.text = text
        self.span = span
        self.names: list[tuple[str, int]] = []
        self.reads = Reads()
        self.labels: list[LabelUse] = []
        self.dynamic_labels = False
        self.texts: set[str] = set()
        self.lead = 0
        self.body = b""

    def compile(self) -> Expression:
        """Compile the whole text, or raise Problem."""
        readable = Scanner(self.text, self.span).scan().rstrip()
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
        terms = self.terms(tree)
        return Expression(
            self.text,
            self.span,
            self.reads,
            tuple(sorted(self.labels, key=lambda use: use.offset)),
            self.dynamic_labels,
            frozenset(self.texts),
            tuple(sorted(self.names, key=lambda use: use[1])),
            terms,
            terms[0].run if len(terms) == 1 else _every([term.run for term in terms]),
        )

    def terms(self, tree: ast.expr) -> tuple[Term, ...]:
        """Compile the whole tree, the operands of a top-level `and` as separate terms."""
        joined = isinstance(tree, ast.BoolOp) and isinstance(tree.op, ast.And)
        parts = tree.values if isinstance(tree, ast.BoolOp) and joined else [tree]
        terms = [self.apart(part, 2 if joined else 1) for part in parts]
        self.reads = _chained(terms, every=True)
        return tuple(terms)

    def apart(self, node: ast.expr, depth: int) -> Term:
        """Compile a node, recording what it reads separately from the rest."""
        outer, self.reads = self.reads, Reads()
        run = self.visit(node, depth)
        inner, self.reads = self.reads, outer
        return Term(self.body[node.col_offset : node.end_col_offset].decode(), inner, run)

    def fail(self, where: int | ast.expr, message: str = "", help_: str = "") -> Problem:
        """Return an E301 at an offset or node."""
        offset = where if isinstance(where, int) else self.offset(where)
        place = place_in(self.span, self.text, offset, 1)
        return Problem("E301", message or "this is not a valid expression", place, help=help_)

    def offset(self, node: ast.expr, *, end: bool = False) -> int:
        """Return the offset in letters where a node starts or ends; Python counts bytes."""
        at = node.end_col_offset if end else node.col_offset
        return self.lead + len(self.body[:at].decode())

    def visit(self, node: ast.expr, depth: int) -> Run:
        """Compile one node.

        Chains such as `a + b + c` or `a.b.c` nest to the left in the tree but not for a reader, so
        the left side keeps its depth.
        """
        if depth > EXPRESSION_DEPTH:
            raise too_deep(place_in(self.span, self.text, self.offset(node), 1))
        match node:
            case ast.Constant(value=int() | float() | str() as value):
                if isinstance(value, str):
                    self.texts.add(value)
                return _constant(value)
            case ast.Name(id="yes" | "no" as word):
                return _constant(word == "yes")
            case ast.Name(id=name):
                # The labels as a whole: any of them may be looked up later.
                self.dynamic_labels |= name == "t"
                return self.name(node)
            case ast.List(elts=items):
                runs = [self.visit(item, depth + 1) for item in items]
                return lambda scope: [run(scope) for run in runs]
            case ast.BoolOp(op=op, values=parts):
                every = isinstance(op, ast.And)
                terms = [self.apart(part, depth + 1) for part in parts]
                self.reads = self.reads.joined(_chained(terms, every=every))
                runs = [part.run for part in terms]
                return _every(runs) if every else _any(runs)
            case ast.IfExp():
                return self.conditional(node, depth)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                inner = self.visit(operand, depth + 1)
                return lambda scope: not truth(inner(scope))
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                inner = self.visit(operand, depth + 1)
                return lambda scope: -values.as_number(inner(scope), "`-`")
            case ast.Compare():
                return self.compare(node, depth)
            case ast.BinOp(op=op, left=left, right=right):
                return self.binary(node, op, self.visit(left, depth), self.visit(right, depth + 1))
            case ast.Attribute(value=ast.Name(id="t") as base, attr=key):
                inner = self.label(node, base)
                return lambda scope: values.look(inner(scope), key)
            case ast.Attribute(value=base, attr=key):
                inner = self.visit(base, depth)
                return lambda scope: values.look(inner(scope), key)
            case ast.Subscript(value=ast.Name(id="t") as base, slice=index):
                inner, which = self.label(node, base), self.visit(index, depth + 1)
                return lambda scope: values.entry(inner(scope), which(scope))
            case ast.Subscript(value=base, slice=index):
                inner, which = self.visit(base, depth), self.visit(index, depth + 1)
                return lambda scope: values.entry(inner(scope), which(scope))
            case ast.Call():
                return self.call(node, depth)
            case ast.Tuple():
                raise self.fail(node, "`,` outside a list", "write a list as [1, 2]")
            case _:
                raise self.fail(node)

    def conditional(self, node: ast.IfExp, depth: int) -> Run:
        """Compile `a if c else b`; a chain of them does not count as nesting."""
        condition, then = self.apart(node.test, depth + 1), self.apart(node.body, depth + 1)
        otherwise = self.apart(node.orelse, depth)
        choice = Choice(condition, then.reads, otherwise.reads)
        self.reads = self.reads.joined(Reads(choices=(choice,)))
        test, one, other = condition.run, then.run, otherwise.run
        return lambda scope: one(scope) if truth(test(scope)) else other(scope)

    def name(self, node: ast.Name) -> Run:
        """Compile a name."""
        self.names.append((node.id, self.offset(node)))
        self.reads = self.reads.joined(Reads(frozenset({node.id})))
        return _name(node.id)

    def label(
        self, node: ast.Attribute | ast.Subscript, base: ast.Name,
        arguments: frozenset[str] | None = None,
    ) -> Run:  # fmt: skip
        """Record the use of a label, and compile the name of the labels."""
        if isinstance(node, ast.Attribute):
            key, length = node.attr, len(node.attr)
            start = self.offset(node, end=True) - length
            self.labels.append(LabelUse(key, start, length, arguments))
        elif isinstance(node.slice, ast.Constant):
            key = values.as_text(node.slice.value, "a key")
            quote = isinstance(node.slice.value, str)
            start = self.offset(node.slice) + quote
            length = self.offset(node.slice, end=True) - quote - start
            self.labels.append(LabelUse(key, start, length, arguments))
        else:
            self.dynamic_labels = True
        return self.name(base)

    def compare(self, node: ast.Compare, depth: int) -> Run:
        """Compile a comparison."""
        if len(node.ops) != 1:
            hint = "write `a < b and b < c`"
            raise self.fail(node.comparators[1], "two comparisons in a row", hint)
        left, right = self.visit(node.left, depth + 1), self.visit(node.comparators[0], depth + 1)
        match node.ops[0]:
            case ast.In():
                return lambda scope: values.contains(left(scope), right(scope))
            case ast.NotIn():
                return lambda scope: not values.contains(left(scope), right(scope))
            case ast.Eq():
                return lambda scope: values.same(left(scope), right(scope), "==")
            case ast.NotEq():
                return lambda scope: not values.same(left(scope), right(scope), "!=")
            case other:
                if (ordering := _ORDER.get(type(other))) is None:
                    raise self.fail(node)
                symbol, order = ordering
                return lambda scope: values.ordered(left(scope), right(scope), symbol, order)

    def binary(self, node: ast.BinOp, op: ast.operator, left: Run, right: Run) -> Run:
        """Compile a range or arithmetic."""
        if isinstance(op, ast.LShift):
            if any(
                isinstance(side, ast.BinOp) and isinstance(side.op, ast.LShift)
                for side in (node.left, node.right)
            ):
                raise self.fail(node, "a range needs two ends", "write it as 1..4")
            return lambda scope: values.range_of(left(scope), right(scope))
        if (operation := _ARITHMETIC.get(type(op))) is None:
            raise self.fail(node, "unknown operator", "use + - * / // %")
        return values.arithmetic(operation[0], operation[1], left, right)

    def call(self, node: ast.Call, depth: int) -> Run:
        """Compile a call of a function or a label."""
        func = node.func
        if isinstance(func, ast.Name):
            return self.function(node, func.id, depth)
        if not isinstance(func, ast.Attribute | ast.Subscript):
            raise self.fail(node, "this cannot be called", _FUNCTIONS_HELP)
        labels = func.value
        if not (isinstance(labels, ast.Name) and labels.id == "t"):
            raise self.fail(node, "this cannot be called", _FUNCTIONS_HELP)
        names = [k.arg for k in node.keywords if k.arg is not None]
        if node.args or len(names) != len(node.keywords):
            message = "the values for a label's placeholders need names"
            raise self.fail((*node.args, node)[0], message, "write `t.key(n=1)`")
        if not names:
            raise self.fail(node, "a label called without values", "write `t.key`")
        if len(set(names)) != len(names):
            raise self.fail(node, "a placeholder filled twice")
        base = self.label(func, labels, frozenset(names))
        if isinstance(func, ast.Attribute):
            key = _constant(func.attr)
        else:
            key = self.visit(func.slice, depth + 1)
        runs = [
            (name, self.visit(k.value, depth + 1))
            for name, k in zip(names, node.keywords, strict=True)
        ]
        return lambda scope: values.call_label(
            base(scope), key(scope), {name: run(scope) for name, run in runs}
        )

    def function(self, node: ast.Call, name: str, depth: int) -> Run:
        """Compile a call of a function by name."""
        if name not in values.FUNCTIONS:
            near = did_you_mean(name, values.FUNCTIONS)
            hint = f"{near} {_FUNCTIONS_HELP}".strip()
            raise self.fail(node, f"there is no function `{name}`", hint)
        least, most, form, function = values.FUNCTIONS[name]
        if node.keywords or not least <= len(node.args) <= most:
            needs = plural(least, "value") + ("" if least == most else " or more")
            raise self.fail(node, f"`{name}` needs {needs}", f"write `{form}`")
        runs = [self.visit(value, depth + 1) for value in node.args]
        if len(runs) == 1:
            first = runs[0]
            return lambda scope: function(first(scope))
        return lambda scope: function(*[run(scope) for run in runs])


def _chained(parts: list[Term], *, every: bool) -> Reads:
    """Return what the operands of `and` or `or` read: each only if those before do not decide."""
    before, reads = Reads(), Reads()
    for at, part in enumerate(parts):
        runs = [earlier.run for earlier in parts[:at]]
        known = _every(runs) if every else _any(runs)
        text = (" and " if every else " or ").join(earlier.text for earlier in parts[:at])
        branches = (part.reads, Reads()) if every else (Reads(), part.reads)
        choice = Reads(choices=(Choice(Term(text, before, known), *branches),))
        reads = reads.joined(choice if at else part.reads)
        before = before.joined(part.reads)
    return reads


def _constant(value: Value) -> Run:
    return lambda _scope: value


def _name(name: str) -> Run:
    def run(scope: Scope) -> Value:
        try:
            return scope[name]
        except KeyError:
            raise unknown(name, scope) from None

    return run


# Operands are evaluated only as needed: `n > 0 and list[n - 1] == 3`.
def _every(runs: list[Run]) -> Run:
    return lambda scope: all(truth(run(scope)) for run in runs)


def _any(runs: list[Run]) -> Run:
    return lambda scope: any(truth(run(scope)) for run in runs)
