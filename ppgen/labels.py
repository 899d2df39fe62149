"""Labels as expressions see them: `t.name`, `t[name]`, `t.name(n=3)`.

Takes the label files of a language, nearest first; gives texts or E215.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from ppgen.decode import Text, nearest
from ppgen.diagnostics import Problem
from ppgen.model import Labels
from ppgen.units import show

_PLACE = re.compile(r"\{(\w+)\}")


class Texts:
    """All labels of a product in one language."""

    def __init__(self, files: Sequence[Labels], lang: str) -> None:
        self._lang = lang
        self._texts: dict[str, Text] = {}
        for file in reversed(files):
            self._texts.update({str(k): v for k, v in file.texts.items()})

    def has(self, key: str) -> bool:
        """Tell whether there is such a label."""
        return key in self._texts

    def look(self, key: str) -> Text:
        """Give a label."""
        found = self._texts.get(key)
        if found is None:
            raise Problem(
                "E215",
                f"there is no label `{key}` in language `{self._lang}`",
                getattr(key, "span", None),
                help=f"add `{key}:` to a labels/{self._lang}.yaml; {nearest(key, self._texts)}",
            )
        return found

    def call(self, key: str, arguments: Mapping[str, object]) -> Text:
        """Give a label with its places filled."""
        text = self.look(key)
        places = set(_PLACE.findall(text))
        if places != set(arguments):
            wanted = ", ".join(sorted(places)) or "none"
            raise Problem("E303", f"the label `{key}` has other places: {wanted}", text.span)

        def fill(match: re.Match[str]) -> str:
            value = arguments[match[1]]
            return show(value) if isinstance(value, int | float) else str(value)

        return Text(_PLACE.sub(fill, text), text.span)
