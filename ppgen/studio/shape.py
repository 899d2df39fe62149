"""Whether a message has the shape that `protocol` promises: a stranger may send anything.

Takes what JSON held; refuses it by the name of the field. Must not know what messages mean.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ppgen.diagnostics import Refused

#: Longer than any name, tag or value of an option that means something.
_LONG = 2000

Check = Callable[[str, object], None]


def check_message(message: object) -> None:
    """Refuse what is no message.

    Raises:
        Refused: with the field that is wrong.
    """
    _record(_MESSAGE)("message", message)


def _refuse(name: str) -> Refused:
    return Refused(f"not a message: `{name[:40]}` is wrong")


def _text(name: str, value: object) -> None:
    """Accept any text that UTF-8 can hold."""
    if not isinstance(value, str):
        raise _refuse(name)
    try:
        value.encode()
    except UnicodeEncodeError:
        raise _refuse(name) from None


def _short(name: str, value: object) -> None:
    _text(name, value)
    if not isinstance(value, str) or len(value) > _LONG or "\0" in value:
        raise _refuse(name)


def _number(name: str, value: object) -> None:
    if not isinstance(value, int) or isinstance(value, bool):
        raise _refuse(name)


def _list(each: Check) -> Check:
    def check(name: str, value: object) -> None:
        if not isinstance(value, list):
            raise _refuse(name)
        for item in value:
            each(name, item)

    return check


def _map(each: Check) -> Check:
    def check(name: str, value: object) -> None:
        if not isinstance(value, dict):
            raise _refuse(name)
        for key, item in value.items():
            _text(name, key)
            each(key, item)

    return check


def _record(fields: Mapping[str, Check], *must: str) -> Check:
    def check(name: str, value: object) -> None:
        if not isinstance(value, dict) or any(field not in value for field in must):
            raise _refuse(name)
        for key, item in value.items():
            if key in fields:
                fields[key](key, item)

    return check


_WORDS = _record({"name": _short, "text": _text, "data": _text, "use": _short}, "name", "use")
_JOB = _record({"target": _short, "set": _map(_short), "words": _WORDS, "recipe": _text}, "target")
_MESSAGE: Mapping[str, Check] = {
    "op": _short,
    "lang": _short,
    "job": _JOB,
    "sides": _list(_number),
    "target": _short,
    "data": _text,
    "files": _map(_text),
}
