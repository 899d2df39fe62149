"""Compiles expressions and `${}` bindings into closures over a scope.

Takes the text of a value and its place; returns `Expression` and `Template`, which list the names
they need and evaluate in a scope, or raises `Problem`. Must not know YAML, files, games, layouts or
where labels come from: those are values with the methods of `Look`.
"""

from ppgen.expr.compile import compile_expression, compile_template
from ppgen.expr.model import Expression, LabelUse, Template, check_names
from ppgen.expr.places import placed
from ppgen.expr.reads import Term
from ppgen.expr.values import WORD_KEYS, Look, Scope, Value, truth

__all__ = [
    "WORD_KEYS", "Expression", "LabelUse", "Look", "Scope", "Template",
    "Term", "Value", "check_names",
    "compile_expression", "compile_template", "placed", "truth",
]  # fmt: skip
