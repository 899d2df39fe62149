"""How many pieces lists and help promise: as many as are made."""

from __future__ import annotations

from pathlib import Path

import pytest

from ppgen.build import Fonts, default_request, place
from ppgen.deal.pieces import usual_pieces
from ppgen.load.workspace import Workspace
from tests.support.run import REPO, Runner, write


@pytest.mark.slow
@pytest.mark.parametrize("name", [n for n in Workspace(REPO).games() if n != "specimen"])
def test_as_many_pieces_are_promised_as_are_made(name: str) -> None:
    workspace = Workspace(REPO)
    game = workspace.game(name)
    assert game
    fonts = Fonts(workspace.fonts)
    for product in game.products.values():
        made = place(workspace, default_request(workspace, game, product, "en"), fonts)
        assert made
        # The pages of a booklet are promised nowhere: their number depends on their size.
        promised = None if product.kind == "booklet" else made.pieces
        assert usual_pieces(workspace, game, product) == promised, product.name


GAME = """
ppgen: game/2
title: G
banks: {extra: extra}
products:
  cards:
    size: half
    count: 3
    each: {n: EACH}
    when: n != 2
    copies: n
    front: {layout: none, with: {n: 1}}
"""


def pieces(root: Path, each: str) -> int | None:
    bank = "ppgen: bank/1\nlang: de\ntitle: T\nlicence: CC0\nauthor: A\nvalues: {m: 4}\n"
    game = GAME.replace("EACH", each)
    write(root, {"content/g/game.yaml": game, "content/extra/de.yaml": bank})
    workspace = Workspace(root)
    read = workspace.game("g")
    assert read
    return usual_pieces(workspace, read, read.products["cards"])


def test_conditions_copies_and_counts_are_heeded(tmp_path: Path) -> None:
    assert pieces(tmp_path, "1..4") == 3 * (1 + 3 + 4)


def test_a_bank_without_the_usual_language_or_a_fault_leaves_it_open(tmp_path: Path) -> None:
    assert pieces(tmp_path, "1..extra.m") is None
    write(tmp_path, {"ppgen.yaml": "ppgen: workspace/1\nlang: de\n"})
    assert pieces(tmp_path, "1..extra.m") == 3 * 8
    assert pieces(tmp_path, "1..extra.n") is None
    assert pieces(tmp_path, "1..6 / 0") is None


def test_list_of_such_a_product_has_no_number(ppgen: Runner, tmp_path: Path) -> None:
    pieces(tmp_path, "1..extra.n")
    write(tmp_path, {"ppgen.yaml": "ppgen: workspace/1\n"})
    ran = ppgen("list", cwd=tmp_path)
    assert "  g/cards\n      size" in ran.out
