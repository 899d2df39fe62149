"""Times the change of one word of a deck with everything loaded, as an editing user sees it.

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
from ppgen.build import Fonts, default_request, make_pages, make_pdf, place
from ppgen.load.workspace import Workspace
from ppgen.request import Dealing
from ppgen.source.kinds import Word

TIMES = 12


class Editor:
    """A workspace with its fonts, and a request for a deck of certain words."""

    def __init__(self) -> None:
        self.workspace = Workspace(ROOT)
        self.fonts = Fonts(self.workspace.fonts)
        game = self.workspace.game("decrypto")
        if game is None:
            sys.exit("bench: there is no decrypto")
        self.product = game.products["keywords"]
        request = default_request(self.workspace, game, self.product, "en")
        self.request = replace(request, size="63x88", options={**request.options, "case": "keep"})

    def first_leaf(self, words: Sequence[str]) -> bytes:
        """Place a deck of these words and return its first leaf: all that is timed."""
        dealing = Dealing(words=tuple(Word(word, self.product.span) for word in words))
        printout = place(self.workspace, replace(self.request, dealing=dealing), self.fonts)
        if printout is None:
            sys.exit("bench: the edited deck was refused")
        return make_pdf(printout, self.fonts, islice(make_pages(printout, self.fonts), 2))


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
