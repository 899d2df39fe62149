"""Forms: what a reader of nodes takes, so that schemas and references follow from the readers.

Each reader carries its form. Must not know nodes, nor how forms are written down.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, Protocol, TypeAlias, TypeVar

from ppgen.source.kinds import Kind

F = TypeVar("F", bound=Callable[..., Any])


class Entry(Protocol):
    """A key of a record, as far as forms know it."""

    @property
    def doc(self) -> str:
        """What the key says, in one line."""

    @property
    def read(self) -> Callable[..., object]:
        """The reader of its value."""

    @property
    def must(self) -> bool:
        """Whether a record must have it."""

    @property
    def default(self) -> object:
        """What its value is if a record has it not."""

    @property
    def without(self) -> object:
        """What the manual says of that, if it is something else."""


class Value(NamedTuple):
    """A scalar of a kind, which may bind or be an expression if `bound`."""

    kind: Kind[object]
    bound: bool = False


class Formula:
    """A scalar that is an expression as a whole."""


class Loose:
    """Anything: scalars, lists and maps."""


class ListOf(NamedTuple):
    """A list; `one` is of one item."""

    item: Form
    one: bool = False


class MapOf(NamedTuple):
    """A map of names; `one` has one entry, `named` has names that expressions can say."""

    value: Form
    one: bool = False
    named: bool = False


class OneOf(NamedTuple):
    """One of several forms."""

    forms: tuple[Form, ...]


class Record(NamedTuple):
    """A map with a table of keys; the table is asked for late, as forms may hold themselves."""

    name: str
    keys: Callable[[], Mapping[str, Entry]]
    must: tuple[str, ...] = ()  # keys that it has besides those that its table insists on


class Named(NamedTuple):
    """Another form by a name, for one that holds itself."""

    name: str
    form: Callable[[], Form]


Form: TypeAlias = Value | Formula | Loose | ListOf | MapOf | OneOf | Record | Named


def reads(*forms: Form) -> Callable[[F], F]:
    """Return a decorator that gives a reader its form, or the forms of which it takes one."""

    def decorate(read: F) -> F:
        vars(read)["form"] = forms[0] if len(forms) == 1 else OneOf(forms)
        return read

    return decorate


def form_of(read: Callable[..., object]) -> Form:
    """Return the form of a reader."""
    form: Form = vars(read)["form"]
    return form


def named_in(form: Form) -> dict[str, Record | Named]:
    """Return the forms with names in a form, each before those that it holds."""
    found: dict[str, Record | Named] = {}
    _collect(form, found)
    return found


def _collect(form: Form, found: dict[str, Record | Named]) -> None:
    match form:
        case Record(name, keys):
            if name not in found:
                found[name] = form
                for key in keys().values():
                    _collect(form_of(key.read), found)
        case Named(name, inner):
            if name not in found:
                found[name] = form
                _collect(inner(), found)
        case OneOf(forms):
            for one in forms:
                _collect(one, found)
        case ListOf(item):
            _collect(item, found)
        case MapOf(value):
            _collect(value, found)
        case Value() | Formula() | Loose():
            pass
