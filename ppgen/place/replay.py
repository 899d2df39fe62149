"""One walk through a layout, noted down so that the next record need not walk again.

Takes bindings and the names in scope, some of which differ from record to record; returns values,
and keeps how each value that differs was computed. A value that geometry depends on is *decided*:
the walk holds for every record for which all decisions come out alike. A value that is only drawn
stays open, as a `Reg`. Must not know layouts, text or drawing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Generic, TypeVar

from ppgen.diagnostics import Problem, Span
from ppgen.expr import Expression, Template, Term, placed, truth
from ppgen.model.needs import Data, Need, Scope, converted, evaluate, fill
from ppgen.source.decode import Bound, convert
from ppgen.source.kinds import Empty, Text

T = TypeVar("T")
#: Computes one value from those before it.
Step = Callable[[Sequence[Any]], Any]
#: Needs that a text with a place fills as it is.
_TEXTS = ("text", "word")
#: A layout whose decisions differ in more ways than this is walked anew for each record.
_MOST_ENDS = 2000


class Reg:
    """A value that differs from record to record: its place among those of a record."""

    __slots__ = ("at",)

    def __init__(self, at: int) -> None:
        self.at = at


class Trace:
    """The notes of one walk; `values` are those of the record that it is made with."""

    def __init__(self, values: Sequence[object]) -> None:
        self.values: list[Any] = list(values)
        #: What leads to each decision: steps, the place of the value, and what it was.
        self.decisions: list[tuple[tuple[Step, ...], int, object]] = []
        #: The steps since the last decision.
        self.steps: list[Step] = []
        #: The places of the values that are decided.
        self._decided: set[int] = set()
        #: What conditions on open values alone came to.
        self._known: dict[tuple[object, ...], bool] = {}
        #: Whether something was reported: such a walk leaves things out, and serves one record.
        self.faulty = False

    # --- values

    def step(self, run: Step) -> Reg:
        """Compute a value of this record, and note how."""
        self.values.append(run(self.values))
        self.steps.append(run)
        return Reg(len(self.values) - 1)

    def decide(self, value: object) -> Any:
        """Return a value to go by; from here on the walk is for records that have the same."""
        if type(value) is not Reg:
            return value
        decided = self.values[value.at]
        if value.at not in self._decided:
            self._decided.add(value.at)
            self.decisions.append((tuple(self.steps), value.at, decided))
            self.steps = []
        return decided

    def then(self, value: object, run: Callable[[Any], object]) -> object:
        """Compute something from a value that may be open."""
        if type(value) is not Reg:
            return run(value)
        at = value.at
        return self.step(lambda values: run(values[at]))

    # --- bindings

    def evaluate(
        self, thing: Expression | Template, scope: Scope, run: Callable[[Any], Any] | None = None
    ) -> object:
        """Evaluate an expression, and perhaps compute something from it."""
        asked = thing.asked if isinstance(thing, Template) else thing.evaluate
        names = thing.needed(scope, opens(scope))
        return self._within(names, scope, asked if run is None else _both(asked, run))

    def holds(self, condition: Expression, scope: Scope) -> bool:
        """Decide whether a condition holds; what is false for all records needs no looking at."""
        return all(self._term(term, scope, condition.span) for term in condition.terms)

    def _term(self, term: Term, scope: Scope, span: Span) -> bool:
        names = term.reads.needed(scope, opens(scope))
        values = [scope.get(name) for name in sorted(names)]
        # Elements that are there for opposite reasons ask the same of a record.
        key = (term.text, *[value.at for value in values if isinstance(value, Reg)])
        alike = len(key) == 1 + len(values)
        known = self._known.get(key) if alike else None
        if known is None:

            def run(inner: Scope) -> bool:
                try:
                    return truth(term.run(inner))
                except Problem as problem:
                    raise placed(problem, span) from None

            known = self.within(names, scope, run)
            if alike:
                self._known[key] = known
        return bool(known)

    def open(self, bound: Bound[T], scope: Scope) -> object:
        """Evaluate a binding whose value is only drawn: a value, or a `Reg`."""
        template = bound.template
        if template is None:
            return bound.constant
        kind, span = bound.kind, bound.span
        return self.evaluate(template, scope, lambda value: convert(kind, value, span))

    def get(self, bound: Bound[T], scope: Scope) -> T:
        """Evaluate a binding and decide its value.

        Where a condition decides between values that are the same for all records, only the
        condition is decided.
        """
        template = bound.template
        if template is None:
            return bound.constant  # type: ignore[return-value]
        is_open, span = opens(scope), template.span
        if not any(map(is_open, template.needed(scope, is_open))):
            return bound.get(scope)
        names = template.needed(scope, is_open, lambda term: self._term(term, scope, span))
        if any(map(is_open, names)):
            decided: T = self.decide(self.open(bound, scope))
            return decided
        values = self.values
        return bound.get({k: values[v.at] if type(v) is Reg else v for k, v in scope.items()})

    def data(self, data: Data, scope: Scope) -> object:
        """Evaluate a tree of values."""
        value = data.value
        asked = value.asked if isinstance(value, Template) else lambda inner: evaluate(data, inner)
        return self._within(_names(data, scope), scope, asked)

    def value(self, source: Expression | Data, scope: Scope) -> object:
        """Evaluate what may be an expression or a tree of values."""
        if isinstance(source, Expression):
            return self.evaluate(source, scope)
        return self.data(source, scope)

    def needed(self, things: Iterable[Template], scope: Scope) -> frozenset[str]:
        """Return the names that some bindings depend on."""
        is_open = opens(scope)
        return frozenset[str]().union(*[thing.needed(scope, is_open) for thing in things])

    def within(self, names: frozenset[str], scope: Scope, run: Callable[[Scope], object]) -> Any:
        """Compute and decide what depends on some names."""
        return self.decide(self._within(names, scope, run))

    def fill(
        self, needs: Mapping[str, Need], given: Mapping[Text, object], around: Scope,
        span: Span | None, what: str, *, defaults_first: bool,
    ) -> dict[str, object]:  # fmt: skip
        """Fill the needs of a layout or part; open values stay open."""
        return fill(
            needs, given, around, span, what, defaults_first=defaults_first, checked=self._checked
        )

    def _checked(self, value: object, need: Need, span: Span | None, name: str) -> object:
        if need.type.name in _TEXTS:
            # Nearly all that differs from record to record is a word.
            return self.then(
                value,
                lambda found: (
                    found
                    if isinstance(found, Text) and found.span and type(found) is not Empty
                    else converted(found, need, span, name)
                ),
            )
        return self.then(value, lambda found: converted(found, need, span, name))

    def _within(self, names: frozenset[str], scope: Scope, run: Callable[[Scope], Any]) -> object:
        places = [(n, found.at) for n in names if type(found := scope.get(n)) is Reg]
        if not places:
            return run(scope)
        # Kept from record to record: only what is open is replaced in it.
        inner = {name: scope[name] for name in names if name in scope}
        if len(places) == 1:
            ((name, at),) = places

            def one(values: Sequence[object]) -> object:
                inner[name] = values[at]
                return run(inner)

            return self.step(one)

        def some(values: Sequence[object]) -> object:
            for name, at in places:
                inner[name] = values[at]
            return run(inner)

        return self.step(some)


def _both(first: Callable[[Any], Any], then: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda scope: then(first(scope))


def opens(scope: Scope) -> Callable[[str], bool]:
    """Return what tells whether a name is still open in a scope."""
    return lambda name: type(scope.get(name)) is Reg


def _names(data: Data, scope: Scope) -> frozenset[str]:
    """Name all that a tree of values depends on."""
    value = data.value
    if isinstance(value, Template):
        return value.needed(scope, opens(scope))
    if isinstance(value, list | dict):
        parts = value if isinstance(value, list) else value.values()
        return frozenset[str]().union(*[_names(part, scope) for part in parts])
    return frozenset()


class _Node(Generic[T]):
    """Where walks part: steps, and what follows for each outcome; or steps, and the end."""

    __slots__ = ("at", "branches", "end", "steps")

    def __init__(self) -> None:
        self.steps: tuple[Step, ...] = ()
        self.at = -1
        self.branches: dict[object, _Node[T]] = {}
        self.end: T | None = None


class Paths(Generic[T]):
    """What walks came to, found again by running their steps."""

    def __init__(self) -> None:
        self._root: _Node[T] | None = None
        self._ends = 0

    def follow(self, values: Sequence[object]) -> tuple[T, list[Any]] | None:
        """Return what the walk for a record comes to, and its values; None if none was kept.

        Raises:
            Problem: As the walk would; walk anew to have it reported.
        """
        node, known = self._root, list(values)
        while node is not None:
            for step in node.steps:
                known.append(step(known))
            if node.end is not None:
                return node.end, known
            node = node.branches.get(known[node.at])
        return None

    def keep(self, trace: Trace, end: T) -> None:
        """Keep what a walk came to."""
        if trace.faulty or self._ends >= _MOST_ENDS:
            return
        self._ends += 1
        if self._root is None:
            self._root = _Node()
        node = self._root
        for steps, at, decided in trace.decisions:
            node.steps, node.at = steps, at
            node = node.branches.setdefault(decided, _Node())
        node.steps, node.end = tuple(trace.steps), end
