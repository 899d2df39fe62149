"""Labels as expressions see them: `t.name`, `t[name]`, `t.name(n=3)`.

Takes the label files of a language, nearest first; returns texts or raises E215.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from ppgen.diagnostics import Problem, Span, did_you_mean
from ppgen.model.bank import Labels
from ppgen.source.kinds import Text
from ppgen.units import show

#: Labels that ppgen itself prints in the margin of a leaf, with their placeholders.
ENGINE_LABELS: dict[str, tuple[str, ...]] = {
    "margin_line": ("sheet", "sheets", "edge"),
    "edge_long": (),
    "edge_short": (),
    "edge_manual": (),
    "edge_fold": (),
    "edge_none": (),
}
#: Labels that ppgen prints nowhere: names of pages in viewers. A language may lack them.
NAMES_OF_PAGES = ("side_front", "side_back")
_PLACE = re.compile(r"\{(\w+)\}")


def product_label(name: str) -> str:
    """Return the key of the label that names a product in the margin; a language may lack it."""
    return f"product_{name.replace('-', '_')}"


def no_label(key: str, lang: str = "") -> str:
    """Return the message that a language, or every language, lacks a label."""
    return f"there is no label `{key}`" + (f" in language `{lang}`" if lang else "")


class Texts:
    """All labels of a product in one language."""

    def __init__(self, files: Sequence[Labels], lang: str) -> None:
        self.lang = lang
        self._broken = any(file.broken for file in files)
        self._span = files[0].span if files else None
        # The nearest file is the game's own.
        self.where = files[0].span.source.name if files else f"content/labels/{lang}.yaml"
        self._texts: dict[str, Text] = {}
        for file in reversed(files):
            self._texts.update({str(k): v for k, v in file.texts.items()})

    def has(self, key: str) -> bool:
        """Return whether there is such a label."""
        return key in self._texts or self._broken

    def look(self, key: str) -> Text:
        """Return a label."""
        label = self._texts.get(key)
        if label is None and self._broken:
            return Text("")
        if label is None:
            near = did_you_mean(key, self._texts)
            way = f"add `{key}: ...` to {self.where}"
            raise Problem(
                "E215",
                no_label(key, self.lang),
                getattr(key, "span", None),
                help=f"{near} Otherwise {way}" if near else way,
            )
        return label

    @property
    def span(self) -> Span | None:
        """The place of the nearest file."""
        return self._span

    def plain(self, key: str) -> Text:
        """Return a label that has no placeholders."""
        text = self.look(key)
        if places := _PLACE.findall(text):
            given = ", ".join(f"{place}=..." for place in dict.fromkeys(places))
            raise Problem(
                "E303",
                f"the label `{key}` has placeholders to fill",
                help=f"write `t.{key}({given})`",
                second=text.span,
                second_note="the label",
            )
        return text

    def call(self, key: str, arguments: Mapping[str, object]) -> Text:
        """Return a label with its placeholders filled."""
        text = self.look(key)
        places = set(_PLACE.findall(text))
        if places != set(arguments):
            wanted = ", ".join(f"{place}=..." for place in sorted(places))
            raise Problem(
                "E303",
                f"the label `{key}` has other placeholders" if places else
                f"the label `{key}` has no placeholders",
                help=f"write `t.{key}({wanted})`" if places else f"write `t.{key}`",
                second=text.span,
                second_note="the label",
            )  # fmt: skip

        def fill(match: re.Match[str]) -> str:
            value = arguments[match[1]]
            return show(value) if isinstance(value, int | float) else str(value)

        return Text(_PLACE.sub(fill, text), text.span)
