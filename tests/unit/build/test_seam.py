"""The engine's one way in, `ppgen.build`: no command line is needed to make a PDF."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from ppgen.build import (
    Fonts,
    NoLanguage,
    check_workspace,
    default_request,
    make_pages,
    make_pdf,
    place,
    place_words,
)
from ppgen.load.workspace import Workspace
from ppgen.place.placer import SharedWalks
from ppgen.request import Dealing, Request
from ppgen.source.kinds import Word
from tests.support.products import Build
from tests.support.run import REPO, write

MAKE = """
import sys
from pathlib import Path
from ppgen.build import Fonts, default_request, make_pdf, place
from ppgen.load.workspace import Workspace

workspace = Workspace(Path(sys.argv[1]))
fonts = Fonts(workspace.fonts)
game = workspace.game("decrypto")
request = default_request(workspace, game, game.products["notes"], "de")
printout = place(workspace, request, fonts)
Path(sys.argv[2]).write_bytes(make_pdf(printout, fonts))
print("click" in sys.modules, any(name.startswith("ppgen.cli") for name in sys.modules))
"""
GAME = """
ppgen: game/2
title: G
products:
  p: {size: 60x40, front: x}
"""
LAYOUT = """
ppgen: layout/2
extends: base
margin: 0
draw: [{text: "${t.hello}", style: {size: 8pt}}]
"""


def request_for(workspace: Workspace, target: str, lang: str) -> Request:
    name, _, key = target.partition("/")
    game = workspace.game(name)
    assert game is not None
    return default_request(workspace, game, game.products[key], lang)


@pytest.fixture
def own(tmp_path: Path) -> Workspace:
    """Open a workspace with a game that is fine and one whose layout is not."""
    write(
        tmp_path,
        {
            "ppgen.yaml": "ppgen: workspace/1\n",
            "content/g/game.yaml": GAME,
            "content/broken/game.yaml": GAME.replace("front: x", "front: y"),
            "content/g/labels/en.yaml": "ppgen: labels/1\nlang: en\nlabels: {hello: Hello}\n",
            "templates/x.yaml": LAYOUT,
            "templates/y.yaml": LAYOUT.replace("${t.hello}", "x").replace("8pt", "8pz"),
        },
    )
    return Workspace(tmp_path)


@pytest.mark.slow
def test_a_pdf_needs_no_command_line(tmp_path: Path, build: Build) -> None:
    path = tmp_path / "made.pdf"
    ran = subprocess.run(
        [sys.executable, "-c", MAKE, REPO, path], check=True, capture_output=True, text=True,
        env={**os.environ, "PYTHONPATH": str(REPO)},
    )  # fmt: skip
    assert ran.stdout.split() == ["False", "False"]
    assert path.read_bytes() == build("decrypto/notes", "--lang", "de")


def test_pages_may_be_some_of_them(fonts: Fonts) -> None:
    workspace = Workspace(REPO)
    printout = place(workspace, request_for(workspace, "decrypto/notes", "en"), fonts)
    assert printout is not None
    whole, leaf = (
        make_pdf(printout, fonts, pages)
        for pages in (make_pages(printout, fonts), islice(make_pages(printout, fonts), 2))
    )
    assert whole == make_pdf(printout, fonts)
    assert b"/Count 2" in leaf
    assert f"/Count {printout.pages}".encode() not in leaf


def test_what_is_wrong_is_in_the_report(own: Workspace, fonts: Fonts) -> None:
    assert place(own, request_for(own, "g/p", "en"), fonts) is not None
    assert not own.report
    assert place(own, request_for(own, "broken/p", "en"), fonts) is None
    assert [d.span.source.name for d in own.report.sorted() if d.span] == ["templates/y.yaml"]


def test_words_in_a_language_that_there_is_not_are_refused(own: Workspace, fonts: Fonts) -> None:
    with pytest.raises(
        NoLanguage, match="decrypto/keywords has no language `sw`; it has: ar, de, el, en"
    ):
        place(own, request_for(own, "decrypto/keywords", "sw"), fonts)
    assert not own.report


def test_labels_in_a_language_that_there_is_not_are_replaced(own: Workspace, fonts: Fonts) -> None:
    printout = place(own, request_for(own, "g/p", "sw"), fonts)
    assert printout is not None
    assert (printout.request.lang, printout.texts.lang) == ("en", "en")
    assert not own.report


def test_another_problem_is_not_explained_by_the_language(own: Workspace, fonts: Fonts) -> None:
    small = replace(request_for(own, "g/p", "en"), size="1x1")
    assert place(own, small, fonts) is None
    assert {d.code for d in own.report.sorted()} <= {"E401", "E402", "E403"}
    assert own.report


def test_a_code_deals_the_same_deck(fonts: Fonts) -> None:
    workspace = Workspace(REPO)
    request = request_for(workspace, "decrypto/keywords", "en")
    first = place(workspace, replace(request, seed=7, count=5), fonts)
    assert first is not None
    again = place(workspace, replace(request, dealing=Dealing(deck=first.dealt.deck)), fonts)
    assert again is not None
    assert (again.request.seed, again.request.count) == (7, 5)
    assert again.dealt.hands == first.dealt.hands


def test_words_are_placed_without_a_trace(fonts: Fonts) -> None:
    workspace = Workspace(REPO)
    game = workspace.game("decrypto")
    assert game is not None
    product = game.products["keywords"]

    def found(*words: str) -> set[str]:
        dealt = [Word(word) for word in words]
        return {d.code for d in place_words(workspace, game, product, "en", dealt, fonts)}

    assert found("river", "stone") == set()
    assert found("river", "m" * 80) == {"E401"}
    assert not workspace.report


@pytest.mark.slow
@pytest.mark.parametrize("target", ["decipher/letters", "decrypto/screens", "kryptx/slips"])
def test_languages_that_share_walks_draw_what_they_draw_alone(target: str, fonts: Fonts) -> None:
    workspace = Workspace(REPO)
    shared = SharedWalks()
    for lang in ("de", "en", "ar", "el"):
        request = request_for(workspace, target, lang)
        try:
            alone = place(workspace, request, fonts)
        except NoLanguage:
            continue
        together = place(workspace, request, fonts, shared)
        assert alone
        assert together
        for one, other in zip(alone.groups, together.groups, strict=True):
            assert [face.ops for face in one.fronts] == [face.ops for face in other.fronts]
            assert [face.ops for face in one.backs] == [face.ops for face in other.backs]
            assert one.plan == other.plan


def test_a_broken_layout_is_reported_where_words_are_placed(own: Workspace, fonts: Fonts) -> None:
    game = own.game("broken")
    assert game is not None
    assert place_words(own, game, game.products["p"], "en", [Word("a")], fonts) == []
    assert [d.span.source.name for d in own.report.sorted() if d.span] == ["templates/y.yaml"]


def test_check_places_everything_and_reports_it_all(own: Workspace) -> None:
    assert check_workspace(own).products == 1
    assert {d.span.source.name for d in own.report.sorted() if d.span} == {"templates/y.yaml"}


def test_check_of_an_unknown_paper_goes_on(own: Workspace) -> None:
    assert own.root is not None
    write(own.root, {"ppgen.yaml": "ppgen: workspace/1\npaper: a44\n"})
    workspace = Workspace(own.root)
    assert check_workspace(workspace).products == 1
    assert {d.span.source.name for d in workspace.report.sorted() if d.span} == {
        "ppgen.yaml", "templates/y.yaml",
    }  # fmt: skip
