"""A workspace of one layout, and the faces that it gives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ppgen.diagnostics import Report
from ppgen.drawing.face import Face
from ppgen.drawing.style import Style
from ppgen.geometry import Size
from ppgen.load.workspace import Workspace
from ppgen.model.layout import Layout
from ppgen.place.placer import Placer
from ppgen.place.program import settle
from ppgen.place.replay import Trace
from ppgen.place.styles import StyleBook, Styles
from ppgen.place.walk import Given, Voice
from ppgen.source.kinds import Text
from ppgen.text.fonts import Fonts

FACE = Size(100, 60)


@dataclass
class Bench:
    """A workspace of one layout, `layout`, with the faces it gives."""

    root: Path
    fonts: Fonts
    report: Report

    def layout(self, draw: str, head: str = "") -> Layout:
        """Read a layout whose `draw` (and other keys in `head`) is given as YAML."""
        text = f"ppgen: layout/2\nextends: base\nmargin: 0\n{head}\ndraw:\n{draw}\n"
        (self.root / "templates").mkdir(exist_ok=True)
        (self.root / "templates/layout.yaml").write_text(text, encoding="utf-8")
        workspace = Workspace(self.root, self.report)
        layout = workspace.layout(Text("layout"))
        assert layout is not None, [d.message for d in self.report.sorted()]
        return layout

    def style(self, name: str | None) -> Style:
        """Return a style of a plain layout."""
        styles = Styles(StyleBook(self.layout("  - {text: x}")), {}, Trace([]))
        return styles.get(None if name is None else Text(name), {})

    def face(
        self,
        draw: str,
        *,
        size: Size = FACE,
        rtl: bool = False,
        lang: str = "en",
        head: str = "",
        needs: Mapping[str, object] | None = None,
    ) -> Face:
        """Place one face; whatever is wrong is in the report."""
        layout = self.layout(draw, head)
        (face,) = self._faces(layout, needs or {}, [], [[]], size, Voice(lang, rtl, {}))
        return face

    def faces(self, draw: str, head: str, records: Sequence[Mapping[str, object]]) -> list[Face]:
        """Place one face for each record; all have the same names."""
        values = [list(record.values()) for record in records]
        voice = Voice("en", False, {})
        return self._faces(self.layout(draw, head), {}, list(records[0]), values, FACE, voice)

    def _faces(
        self, layout: Layout, scope: Mapping[str, object], names: list[str],
        records: Sequence[Sequence[object]], size: Size, voice: Voice,
    ) -> list[Face]:  # fmt: skip
        placer = Placer(layout, Given({}, None), scope, names, voice, self.fonts, [self.root])
        placed = [placer.place(values, size, self.report) for values in records]
        for program, texts in placed:
            program.add(texts, self.report)
        limits = settle({id(p.program): p.program for p in placed}.values())
        return [program.face(texts, limits, self.report) for program, texts in placed]

    def codes(self) -> list[str]:
        """Name the codes of what was reported."""
        return [d.code for d in self.report.sorted()]
