"""Generates JSON Schemas for editors and tables for the manual from the tables of keys.

Takes the key tables of `load`; returns a schema for each kind of file, and its keys as Markdown.
Must not read or write files.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeAlias

from ppgen.geometry import Size
from ppgen.load.bank import read_bank
from ppgen.load.game import read_game
from ppgen.load.labels import read_labels
from ppgen.load.layout import read_layout
from ppgen.load.rows import read_rows
from ppgen.load.settings import read_settings, read_sizes
from ppgen.source.forms import (
    Entry,
    Form,
    Formula,
    ListOf,
    Loose,
    MapOf,
    Named,
    OneOf,
    Record,
    Value,
    form_of,
    named_in,
)
from ppgen.source.kinds import Parsed
from ppgen.units import parse_number, show

Schema: TypeAlias = dict[str, object]

#: The form of each kind of file.
FILES: Final[Mapping[str, Form]] = {
    "workspace": form_of(read_settings),
    "game": form_of(read_game),
    "layout": form_of(read_layout),
    "bank": form_of(read_bank),
    "rows": form_of(read_rows),
    "labels": form_of(read_labels),
    "sizes": form_of(read_sizes),
}
_BINDING = r"[\s\S]*\$\{[\s\S]*"
#: What may be an expression: no `${}`, and no lone number, which would be malformed.
_FORMULA = r"(?!(?:[-+]?[\d.][\w.,]*\s*$|[\s\S]*\$\{))[\s\S]+"
#: The same where `${}` may appear next to parts that expressions lack: `x`, `fr`.
_UNITS = r"(?![-+]?[\d.][\w.,]*\s*$)[\s\S]+"
_NO_BINDING = r"^(?![\s\S]*\$\{)"
#: Names that expressions can use, as far as a pattern can tell.
_NAME = r"^[^\d\W]\w*$"


def schema(kind: str) -> Schema:
    """Return the JSON Schema of a kind of file."""
    definitions: dict[str, Schema] = {}
    _schema(FILES[kind], definitions)
    top = definitions.pop(kind)
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": f"{kind} file of ppgen",
        **top,
        "definitions": dict(sorted(definitions.items())),
    }


def _schema(form: Form, definitions: dict[str, Schema]) -> Schema:
    """Return the schema of a form; records and named forms become definitions."""
    match form:
        case Value():
            return _value(form)
        case Formula():
            return {"type": ["string", "number"], "pattern": _NO_BINDING}
        case Loose():
            return {"type": ["string", "number", "boolean", "array", "object"]}
        case ListOf(item, one):
            size = {"minItems": 1, "maxItems": 1} if one else {}
            return {"type": "array", "items": _schema(item, definitions), **size}
        case MapOf(value, one, named):
            size = {"minProperties": 1, "maxProperties": 1} if one else {}
            names = {"propertyNames": {"pattern": _NAME}} if named else {}
            values = _schema(value, definitions)
            return {"type": "object", "additionalProperties": values, **size, **names}
        case OneOf(forms):
            return {"anyOf": [_schema(one, definitions) for one in forms]}
        case Named(name, inner):
            if name not in definitions:
                definitions[name] = {}
                definitions[name] = _schema(inner(), definitions)
        case Record(name, keys):
            if name not in definitions:
                definitions[name] = {}
                definitions[name] = _record(form, keys(), definitions)
    return {"$ref": f"#/definitions/{form.name}"}


def _record(form: Record, keys: Mapping[str, Entry], definitions: dict[str, Schema]) -> Schema:
    must = [name for name, key in keys.items() if key.must or name in form.must]
    properties = {
        name: {"description": key.doc, **_schema(form_of(key.read), definitions)}
        for name, key in keys.items()
    }
    return {
        "type": "object",
        "properties": properties,
        **({"required": must} if must else {}),
        "additionalProperties": False,
    }


def _value(form: Value) -> Schema:
    kind = form.kind
    if not isinstance(kind, Parsed):
        return {"type": ["string", "number", "boolean"]}
    computed = _UNITS if kind.units else _FORMULA
    other = (computed if kind.computed else _BINDING) if form.bound else ""
    if kind.choices:
        numbers = [n for choice in kind.choices if (n := parse_number(choice)) is not None]
        exact: Schema = {"enum": [*kind.choices, *numbers]}
        open_ = {"type": "string", "pattern": f"^(?:{other})$"}
        return {"anyOf": [exact, open_]} if other else exact
    written = kind.written
    pattern = "|".join(filter(None, (written.pattern, other)))
    out: Schema = {
        "type": ["string", written.numbers] if written.numbers else "string",
        "pattern": rf"^\s*(?:{pattern})\s*$",
    }
    if written.low is not None:
        out["minimum"] = written.low
    if written.high is not None:
        out["maximum"] = written.high
    return out


def reference() -> str:
    """Return all keys as Markdown: a table for each kind of file and each map in it."""
    blocks: list[str] = []
    for kind, file in FILES.items():
        blocks.append(f"### Keys of a {kind} file")
        shared: Mapping[str, Entry] = {}
        for name, form in named_in(file).items():
            if name != kind:
                blocks.append(f"#### {_title(name)}")
            if isinstance(form, Record):
                blocks.append(_table(_less(form.keys(), shared), form.must))
                continue
            said = _words(form.form())
            blocks.append(f"{said[0].upper()}{said[1:]}.")
            if common := _common(form.form()):
                shared = common
                blocks.append(f"All of them have these keys:\n\n{_table(common)}")
    return "\n\n".join(blocks)


def _title(name: str) -> str:
    return name.replace("-", " ")


def _common(form: Form) -> dict[str, Entry]:
    """Return the keys that several records have in common."""
    if not isinstance(form, OneOf):
        return {}
    first, *others = [one.keys() if isinstance(one, Record) else {} for one in form.forms]
    return {k: key for k, key in first.items() if all(o.get(k) is key for o in others)}


def _less(keys: Mapping[str, Entry], shared: Mapping[str, Entry]) -> dict[str, Entry]:
    return {name: key for name, key in keys.items() if shared.get(name) is not key}


def _table(keys: Mapping[str, Entry], musts: tuple[str, ...] = ()) -> str:
    rows = ["| key | value | default | |", "|---|---|---|---|"]
    for name, key in keys.items():
        default = key.default if key.without is None else key.without
        shown = "required" if key.must or name in musts else _default(default)
        cells = (f"`{name}`", _words(form_of(key.read)), shown, key.doc)
        rows.append("| " + " | ".join(cell.replace("|", r"\|") for cell in cells) + " |")
    return "\n".join(rows)


def _words(form: Form) -> str:
    """Describe a form for the manual."""
    match form:
        case Value(kind, bound):
            computed = bound and isinstance(kind, Parsed) and kind.computed
            return kind.name + (", or an expression" if computed else "")
        case Formula():
            return "an expression"
        case Loose():
            return "any value"
        case ListOf(item, one):
            return f"a list of one: {_inner(item)}" if one else f"a list: {_inner(item)}"
        case MapOf(value, one):
            return f"{'one name' if one else 'names'}, each: {_inner(value)}"
        case OneOf(forms):
            return "; or ".join(_words(one) for one in forms)
        case Named(name) | Record(name):
            return f"*{_title(name)}*"


def _inner(form: Form) -> str:
    return f"({_words(form)})" if isinstance(form, OneOf) else _words(form)


def _default(value: object) -> str:
    """Return a default as written in a file; empty if there is none."""
    match value:
        case bool():
            return "`yes`" if value else "`no`"
        case int() | float():
            return f"`{show(value)}`"
        case Size(width, height):
            return f"`{show(width)}x{show(height)}`"
        case str() if value:
            return f"`{value}`"
        case _:
            return ""
