"""One word of a deck changed, with everything loaded: the wait of somebody who edits.

Takes the file of a deck's words; prints, as JSON, the least seconds from a changed word to the
PDF bytes of the leaf that it is on.

    python -m bench.edited FILE
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path

from bench.jobs import ROOT
from ppgen.build.pages import pages
from ppgen.build.pipeline import prepare
from ppgen.geometry import portrait
from ppgen.load.workspace import Workspace
from ppgen.pdf.document import Info, write
from ppgen.request import Dealing, Request
from ppgen.source.kinds import Text
from ppgen.text.fonts import Fonts

TIMES = 12


class Editor:
    """A workspace with its fonts, and a request for a deck of certain words."""

    def __init__(self) -> None:
        self.workspace = Workspace(ROOT)
        self.fonts = Fonts(self.workspace.fonts)
        game, paper = self.workspace.game("decrypto"), self.workspace.size("a4")
        if game is None or paper is None:
            sys.exit("bench: there is no decrypto, or no a4")
        self.product = game.products["keywords"]
        options = {option.name: option.default for option in self.product.options.values()}
        self.request = Request(
            game, self.product, "en", portrait(paper), "a4", size="63x88",
            options={**options, "case": "keep"},
        )  # fmt: skip

    def first_leaf(self, words: Sequence[str]) -> bytes:
        """Place a deck of these words and return its first leaf: all that is timed."""
        dealing = Dealing(words=tuple(Text(word, self.product.span) for word in words))
        done = prepare(self.workspace, replace(self.request, dealing=dealing), self.fonts)
        if done is None:
            sys.exit("bench: the edited deck was refused")
        info = Info("edited", "en", "long", "bench")
        sides = [side for group in done.groups for side in (group.fronts, group.backs)]
        return write(islice(pages(done, self.fonts), 2), info, self.fonts, families=sides)


def main() -> None:
    words = Path(sys.argv[1]).read_text(encoding="utf-8").split()
    editor = Editor()
    before = editor.first_leaf(words)
    taken = []
    for n in range(TIMES):
        words[0] = f"Neuwort{'abcdefghijkl'[n]}"
        start = time.perf_counter(), time.process_time()
        after = editor.first_leaf(words)
        taken.append((time.perf_counter() - start[0], time.process_time() - start[1]))
        if after == before:
            sys.exit("bench: the edited word does not show")
        before = after
    wall, cpu = map(min, zip(*taken, strict=True))
    print(json.dumps({"wall": wall, "cpu": cpu}))


if __name__ == "__main__":
    main()
