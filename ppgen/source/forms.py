"""Forms describe what a reader of nodes accepts; schemas and the manual are derived from them.

Each reader carries its form. Must not know nodes, nor how forms are written down.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, Protocol, TypeAlias, TypeVar

from ppgen.source.kinds import Kind

F = TypeVar("F", bound=Callable[..., Any])


class Entry(Protocol):
    """A key of a record, as forms see it."""

    @property
    def doc(self) -> str:
        """The description of the key, in one line."""

    @property
    def read(self) -> Callable[..., object]:
        """The reader of its value."""

    @property
    def must(self) -> bool:
        """Whether a record must have it."""

    @property
    def default(self) -> object:
        """The value if a record lacks the key."""

    @property
    def without(self) -> object:
        """The default shown in the manual, if it differs."""


class Value(NamedTuple):
    """A scalar of a kind; if `bound`, it may hold bindings or be an expression."""

    kind: Kind[object]
    bound: bool = False


class Formula:
    """A scalar whose whole text is an expression."""


class Loose:
    """Anything: scalars, lists and maps."""


class ListOf(NamedTuple):
    """A list; with `one`, a list of exactly one item."""

    item: Form
    one: bool = False


class MapOf(NamedTuple):
    """A map of names; with `one`, of one entry; with `named`, its keys are valid in expressions."""

    value: Form
    one: bool = False
    named: bool = False


class OneOf(NamedTuple):
    """One of several forms."""

    forms: tuple[Form, ...]


class Record(NamedTuple):
    """A map with a table of keys; the table is looked up late, as forms may contain themselves."""

    name: str
    keys: Callable[[], Mapping[str, Entry]]
    must: tuple[str, ...] = ()  # required keys besides those that its table requires


class Named(NamedTuple):
    """A reference to a form by name, for forms that contain themselves."""

    name: str
    form: Callable[[], Form]


Form: TypeAlias = Value | Formula | Loose | ListOf | MapOf | OneOf | Record | Named


def reads(*forms: Form) -> Callable[[F], F]:
    """Return a decorator that attaches to a reader the form, or forms, that it accepts."""

    def decorate(read: F) -> F:
        vars(read)["form"] = forms[0] if len(forms) == 1 else OneOf(forms)
        return read

    return decorate


def form_of(read: Callable[..., object]) -> Form:
    """Return the form of a reader."""
    form: Form = vars(read)["form"]
    return form


def named_in(form: Form) -> dict[str, Record | Named]:
    """Return the named forms within a form, each before those that it contains."""
    named: dict[str, Record | Named] = {}
    _collect(form, named)
    return named


def _collect(form: Form, named: dict[str, Record | Named]) -> None:
    match form:
        case Record(name, keys):
            if name not in named:
                named[name] = form
                for key in keys().values():
                    _collect(form_of(key.read), named)
        case Named(name, inner):
            if name not in named:
                named[name] = form
                _collect(inner(), named)
        case OneOf(forms):
            for one in forms:
                _collect(one, named)
        case ListOf(item):
            _collect(item, named)
        case MapOf(value):
            _collect(value, named)
        case Value() | Formula() | Loose():
            pass
