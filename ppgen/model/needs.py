"""Needs and how they are filled: by passed values, from scope, or by default; checked by type.

Takes needs, passed values and a scope; returns the names of a layout or part.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from ppgen.diagnostics import NEEDED, Problem, Span, nearest, suggest
from ppgen.expr import Expression, Template
from ppgen.geometry import Size
from ppgen.model.style_keys import SCALAR_NEEDS
from ppgen.source.kinds import TEXT, Empty, Text, Word

Scope = Mapping[str, object]
#: Names that are in scope in every layout and part besides its needs.
ALWAYS = ("face", "lang", "t")


class NeedType(NamedTuple):
    """The type of a need: a scalar's name, a list of one type, or a map of needs."""

    name: str
    item: NeedType | None = None
    keys: Mapping[str, Need] = {}


class Need(NamedTuple):
    """A name that a layout or part needs a value for."""

    type: NeedType
    span: Span | None
    default: object = None
    has_default: bool = False


def written(need: Need) -> str:
    """Return a need as it is declared: `number = 3`, `[text]`, `{sign: text}`."""
    kind = need.type
    if kind.name == "list" and kind.item:
        return f"[{written(Need(kind.item, None))}]"
    if kind.name == "map":
        return "{" + ", ".join(f"{k}: {written(n)}" for k, n in kind.keys.items()) + "}"
    if not need.has_default:
        return kind.name
    return f"{kind.name} = {TEXT.convert(need.default, None)}".rstrip()


class Data(NamedTuple):
    """A tree of YAML values in which any text may have bindings."""

    value: object  # Template | Text | number | list[Data] | dict[Text, Data]
    span: Span


class Let(NamedTuple):
    """The value of a `let` name, computed once from the names above it."""

    value: Expression | Data
    expressions: tuple[Expression, ...] = ()  # in the value


def evaluate(data: Data, scope: Scope) -> object:
    """Evaluate every binding in a tree of values."""
    value = data.value
    if isinstance(value, Template):
        return value.evaluate(scope)
    if isinstance(value, list):
        return [evaluate(v, scope) for v in value]
    if isinstance(value, dict):
        return {str(k): evaluate(v, scope) for k, v in value.items()}
    return value


def value_of(source: Expression | Data, scope: Scope) -> object:
    """Evaluate an expression or a tree of values."""
    return source.evaluate(scope) if isinstance(source, Expression) else evaluate(source, scope)


def computed(
    lets: Mapping[Text, Let],
    scope: Scope,
    value: Callable[[Expression | Data, Scope], object] = value_of,
) -> Scope:
    """Return a scope extended by `let` names; `value` evaluates them."""
    if not lets:
        return scope
    out = dict(scope)
    for name, let in lets.items():
        out[str(name)] = value(let.value, out)
    return out


def convert(value: object, kind: NeedType, span: Span | None, name: str) -> object:
    """Convert a value to a need's type; extra keys of a map are dropped."""
    if type(value) is Word and kind.name == "word":
        return value  # by far the most
    if kind.name == "list":
        if not isinstance(value, list):
            raise Problem("E202", f"`{name}` must be a list, not `{value}`", span)
        item = kind.item or NeedType("text")
        return [convert(v, item, span, name) for v in value]
    if kind.name == "map":
        if not isinstance(value, dict | Mapping):
            raise Problem("E202", f"`{name}` must be a map, not `{value}`", span)
        entries = {str(k): v for k, v in value.items()}
        out: dict[str, object] = {}
        for key, need in kind.keys.items():
            if key in entries:
                out[key] = converted(entries[key], need, span, f"{name}.{key}")
            elif need.has_default:
                out[key] = need.default
            else:
                raise _lacking(value, kind.keys, span, name, key)
        return out
    if type(value) not in _PLAIN and isinstance(value, list | Mapping):
        raise Problem(
            "E202", f"`{name}` must be {SCALAR_NEEDS[kind.name].name}, not a list or map", span
        )
    if kind.name == "size" and isinstance(value, Size):
        return value
    place = getattr(value, "span", None) or span
    try:
        return SCALAR_NEEDS[kind.name].convert(value, place)
    except Problem as problem:
        d = problem.diagnostic
        raise Problem(d.code, f"`{name}`: {d.message}", d.span) from None


def _lacking(
    value: Mapping[object, object], needs: Mapping[str, Need], span: Span | None, name: str,
    key: str,
) -> Problem:  # fmt: skip
    """Return the problem of a missing entry, at the similar or last name where the map is written.

    The names of a record from a table know their place: its first row.
    """
    names = [str(k) for k in value]
    near = nearest(key, [n for n in names if n not in needs])
    message = f"`{name}` lacks the entry `{key}`"
    ways = f"add `{key}`; there are: {', '.join(names)}" if names else f"add `{key}`"
    if near:
        ways = f"rename `{near}` to `{key}`, or add `{key}`"
    spans = {str(k): place for k in value if (place := getattr(k, "span", None))}
    place = spans.get(near) if near else next(reversed(spans.values()), None)
    if place is None:
        return Problem("E209", message, span, help=ways)
    return Problem("E209", message, place, help=ways, second=span, second_note=NEEDED)


def converted(value: object, need: Need, span: Span | None, name: str) -> object:
    """Convert a value to a need; an empty table cell takes the need's default."""
    if need.has_default and isinstance(value, Empty):
        return need.default
    return convert(value, need.type, span, name)


#: Types of values other than lists and maps: nearly all values.
_PLAIN = {str, Text, int, float, bool}

#: Converts a value to a need; the place and the name are for messages.
Check = Callable[[object, Need, Span | None, str], object]


def fill(
    needs: Mapping[str, Need],
    given: Mapping[Text, object],
    around: Scope,
    span: Span | None,
    what: str,
    *,
    defaults_first: bool,
    checked: Check = converted,
) -> dict[str, object]:
    """Fill needs from passed values, then by name from the scope, then by default.

    With `defaults_first`, a need with a default ignores the scope (the rule for parts).
    `checked` converts a value to a need.
    """
    out: dict[str, object] = {}
    for key in given:
        if key not in needs:
            raise Problem(
                "E210", f"{what} has no need `{key}`", getattr(key, "span", None) or span,
                help=suggest(key, needs),
            )  # fmt: skip
    for name, need in needs.items():
        if name in given:
            value = given[Text(name)]
        elif name in around and not (defaults_first and need.has_default):
            value = around[name]
        elif need.has_default:
            out[name] = need.default
            continue
        else:
            raise Problem(
                "E209", f"nothing fills the need `{name}` of {what}", span,
                help=f"pass it: `with: {{{name}: ...}}`", second=need.span,
                second_note=NEEDED,
            )  # fmt: skip
        out[name] = checked(value, need, span, name)
    return out
