"""Values at run time: what operators and functions do with them, and the limits.

Takes and returns plain values; raises `Problem` without a place, which the caller adds. Must not
know how an expression is written.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from typing import Final, Protocol, TypeAlias

from ppgen.diagnostics import Problem, did_you_mean
from ppgen.limits import EXPRESSION, LIST, NUMBER, RESULT

#: The keys of a word of a bank besides its text.
WORD_KEYS: Final = frozenset({"category", "note", "second", "id"})

#: A value at run time: int, float, str, bool, list, dict or a `Look`.
Value: TypeAlias = object
Scope: TypeAlias = Mapping[str, Value]
Run: TypeAlias = Callable[[Scope], Value]

#: The names of types in messages, bool before int: a yes is an int in Python.
_KINDS: Final[Mapping[str, tuple[type, ...]]] = {
    "yes-no": (bool,),
    "number": (int, float),
    "text": (str,),
    "list": (list,),
    "nothing": (type(None),),
}
_named: dict[type, str] = {}
#: Types whose values contain no others.
_SIMPLE: Final = frozenset({"yes-no", "number", "text", "nothing"})


class Look(Protocol):
    """A value that is looked up by key but is not a dict, such as the labels of `t`.

    Both methods may raise `Problem`; if it lacks a place, it gets that of the expression.
    """

    def look(self, key: str) -> Value:
        """Return the value of a key."""

    def call(self, key: str, arguments: dict[str, Value]) -> Value:
        """Return a label with its placeholders filled."""


def truth(value: Value) -> bool:
    """Return whether a value counts as yes; empty text, an empty list, 0 and no do not."""
    return bool(value)


def _kind(value: Value) -> str:
    """Return the name of a value's type."""
    kind = type(value)
    name = _named.get(kind)
    if name is None:
        name = next((n for n, types in _KINDS.items() if issubclass(kind, types)), "map")
        _named[kind] = name
    return name


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


def as_number(value: Value, who: str) -> int | float:
    """Return the value if it is a number; raise E303 otherwise."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        return value
    raise _wrong(f"{who} needs a number, not {_show(value)}")


def as_whole(value: Value, who: str) -> int:
    """Return the value if it is a whole number; raise E303 otherwise."""
    number = as_number(value, who)
    if isinstance(number, int) or number.is_integer():
        if not -NUMBER <= number <= NUMBER:
            raise Problem("E305", f"a number over {NUMBER:,}")
        return int(number)
    raise _wrong(f"{who} needs a whole number, not {number:.12g}", "use `//` or round()")


def _short(number: int | float) -> str:
    """Write a number without artifacts of its computation: 3.0, 0.30000000000000004."""
    if not -NUMBER <= number <= NUMBER:
        raise Problem("E305", f"a number over {NUMBER:,}")
    if isinstance(number, int):
        return str(int(number))
    shown = f"{number:.6f}".rstrip("0").rstrip(".")
    return "0" if shown == "-0" else shown


def as_text(value: Value, who: str) -> str:
    """Return text, a number or yes-no as text; raise E303 for anything else."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | float):
        return _short(value)
    raise _wrong(f"{who} must be text, a number or yes-no, not {_show(value)}")


def limited(text: str) -> str:
    """Return the text, or raise E305 if it is too long."""
    if len(text) > RESULT:
        raise Problem("E305", f"a text of {len(text):,} characters; at most {RESULT:,}")
    return text


def arithmetic(
    symbol: str, operate: Callable[[int | float, int | float], int | float], left: Run, right: Run
) -> Run:
    """Return the closure of an operator on two numbers."""
    who = f"`{symbol}`"

    def run(scope: Scope) -> Value:
        a, b = as_number(left(scope), who), as_number(right(scope), who)
        try:
            result = operate(a, b)
        except ZeroDivisionError:
            raise _wrong("a division by 0") from None
        except (OverflowError, ValueError):
            raise Problem("E305", f"a number over {NUMBER:,}") from None
        if not -NUMBER <= result <= NUMBER:
            raise Problem("E305", f"a number over {NUMBER:,}")
        return result

    return run


def floor_divide(a: int | float, b: int | float) -> int:
    """Divide and round down."""
    return int(a // b)


def range_of(first: Value, last: Value) -> Value:
    """Return the whole numbers from the first to the last."""
    low, high = as_whole(first, "`..`"), as_whole(last, "`..`")
    if high - low >= LIST:
        raise Problem("E305", f"a list of more than {LIST:,} entries")
    return list(range(low, high + 1))


def _equal(a: Value, b: Value) -> bool:
    """Compare all the way down; Python alone would call `yes` and 1 equal."""
    kind = _kind(a)
    if kind != _kind(b):
        return False
    if kind in _SIMPLE:
        return a == b
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(map(_equal, a, b))
    if isinstance(a, Mapping) and isinstance(b, Mapping):
        return a.keys() == b.keys() and all(_equal(a[key], b[key]) for key in a)
    return a == b


def _differ(a: Value, b: Value, symbol: str) -> Problem:
    return _wrong(
        f"`{symbol}` compares values of one type, not {_show(a)} with {_show(b)}",
        "write numbers as 3, texts as '3'",
    )


def same(a: Value, b: Value, symbol: str) -> bool:
    """Return whether two values of one type are equal."""
    if _kind(a) != _kind(b):
        raise _differ(a, b, symbol)
    return _equal(a, b)


def ordered(a: Value, b: Value, symbol: str, order: Callable[[Value, Value], bool]) -> bool:
    """Compare two numbers or two texts."""
    kind = _kind(a)
    if kind != _kind(b):
        raise _differ(a, b, symbol)
    if kind not in ("number", "text"):
        raise _wrong(f"`{symbol}` compares numbers or texts, not {_show(a)}")
    return order(a, b)


def contains(item: Value, where: Value) -> bool:
    """Return whether a list, or a text as a list of letters, contains a value."""
    if isinstance(where, str):
        if not isinstance(item, str):
            raise _differ(item, where, "in")
        # A text is the list of its letters, so it contains no longer piece of itself.
        return len(item) == 1 and item in where
    if not isinstance(where, list):
        raise _wrong(f"`in` needs a list, not {_show(where)}")
    if any(_equal(item, entry) for entry in where):
        return True
    # A list may mix types ([all, 2]), but if no entry could ever match, it is a mistake.
    kind = _kind(item)
    if where and all(_kind(entry) != kind for entry in where):
        raise _differ(item, where[0], "in")
    return False


def look(value: Value, key: str) -> Value:
    """Return the value of a key of a map, a word or a `Look`."""
    if isinstance(value, Mapping):
        if key in value:
            child: Value = value[key]
            return child
        raise _no_key(key, value)
    if isinstance(value, str):
        if key in WORD_KEYS and hasattr(value, key):
            part: Value = getattr(value, key)
            return part
        hint = f"words of a bank have {', '.join(sorted(WORD_KEYS))}"
        raise _wrong(f"{_show(value)} has no `{key}`", hint)
    look = getattr(value, "look", None)
    if look is None:
        raise _wrong(f"`{key}` needs a map, not {_show(value)}")
    try:
        answer: Value = look(key)
    except KeyError:
        raise _no_key(key, ()) from None
    return answer


def _no_key(key: str, known: Iterable[object]) -> Problem:
    names = [str(name) for name in known]
    near = did_you_mean(key, names)
    hints = [near] if near else []
    if names:
        more = ", ..." if len(names) > 20 else ""
        hints.append(f"there are: {', '.join(names[:20])}{more}")
    place = getattr(key, "span", None)
    note = "this key is looked up" if place else ""
    message = f"there is no entry `{key}`"
    return Problem("E304", message, help=" ".join(hints), second=place, second_note=note)


def entry(value: Value, index: Value) -> Value:
    """Return an entry or part of a list, a letter of a text, or the value of a key."""
    if not isinstance(value, list | str):
        return look(value, as_text(index, "a key"))
    if isinstance(index, list):
        return [_item(value, one) for one in index]
    return _item(value, index)


def _item(value: list[Value] | str, index: Value) -> Value:
    if type(index) is int and 0 <= index < len(value):
        return value[index]
    what = "letter" if isinstance(value, str) else "entry"
    number = as_whole(index, f"an {what} of a list" if what == "entry" else "a letter of a text")
    if 0 <= number < len(value):
        return value[number]
    there = f"there are 0 to {len(value) - 1}" if value else "it is empty"
    raise Problem("E304", f"there is no {what} {number}", help=f"counted from 0, {there}")


def call_label(value: Value, key: Value, arguments: dict[str, Value]) -> Value:
    """Return a label with its placeholders filled."""
    call = getattr(value, "call", None)
    if call is None:
        raise _wrong(f"only labels can be called, not {_show(value)}")
    name = as_text(key, "a key")
    for place, given in arguments.items():
        if isinstance(given, bool) or not isinstance(given, str | int | float):
            message = f"the placeholder `{place}` of the label `{name}` takes text or a number"
            raise _wrong(f"{message}, not {_show(given)}")
    try:
        result: Value = call(name, arguments)
    except KeyError:
        raise _no_key(name, ()) from None
    return limited(result) if isinstance(result, str) else result


def _len(value: Value) -> Value:
    if isinstance(value, list | str):
        return len(value)
    raise _wrong(f"`len` needs a list or text, not {_show(value)}")


def _round(value: Value) -> Value:
    number = as_number(value, "`round`")
    try:
        low = math.floor(number)
    except (OverflowError, ValueError):
        raise Problem("E305", f"a number over {NUMBER:,}") from None
    # Not floor(number + 0.5): the sum itself may be rounded up.
    return low + (1 if number - low >= 0.5 else 0)


def _min(*numbers: Value) -> Value:
    return min(as_number(number, "`min`") for number in numbers)


def _max(*numbers: Value) -> Value:
    return max(as_number(number, "`max`") for number in numbers)


def _pick(value: Value, keys: Value) -> Value:
    if not isinstance(keys, list | str):
        raise _wrong(f"`pick` needs a list of keys, not {_show(keys)}")
    return [entry(value, key) for key in keys]


def _text(value: Value) -> Value:
    return as_text(value, "`text`")


def _join(items: Value, between: Value) -> Value:
    if not isinstance(items, list):
        raise _wrong(f"`join` needs a list, not {_show(items)}")
    if not isinstance(between, str):
        raise _wrong(f"`join` puts a text between, not {_show(between)}")
    return limited(between.join(as_text(item, "an entry in `join`") for item in items))


def _digits(number: Value, width: Value) -> Value:
    whole, wide = as_whole(number, "`digits`"), as_whole(width, "`digits`")
    if not 0 <= wide <= RESULT:
        raise Problem("E305", f"`digits` makes 0 to {RESULT:,} digits, not {_short(wide)}")
    return _short(whole).zfill(wide)


#: The minimum and maximum number of arguments, the usage, and the implementation of a function.
FUNCTIONS: Final[dict[str, tuple[int, int, str, Callable[..., Value]]]] = {
    "len": (1, 1, "len(list)", _len),
    "round": (1, 1, "round(a)", _round),
    "min": (2, EXPRESSION, "min(a, b)", _min),
    "max": (2, EXPRESSION, "max(a, b)", _max),
    "join": (2, 2, "join(list, '.')", _join),
    "pick": (2, 2, "pick(map, list)", _pick),
    "text": (1, 1, "text(a)", _text),
    "digits": (2, 2, "digits(7, 2)", _digits),
}
