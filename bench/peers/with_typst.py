"""The same drawing by typst, compiled from jobs.typ."""

from pathlib import Path

import typst
from drawing import FONT_FILE, arguments

kind, count, words, out = arguments()
typst.compile(
    str(Path(__file__).with_name("jobs.typ")),
    output=out,
    root="/",
    font_paths=[str(FONT_FILE.parent)],
    ignore_system_fonts=True,
    sys_inputs={"kind": kind, "count": str(count), "words": str(Path(words).resolve())},
)
