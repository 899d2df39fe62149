"""How much work a printout is, counted and never timed: what grows with it, and what must not.

The functions that do the work are wrapped, not replaced. Each limit says why it is one: whoever
has to raise it has made something happen again and again that happened once.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from ppgen.build import Fonts, Printout, default_request, make_pdf, place
from ppgen.load.workspace import Workspace
from ppgen.place.program import Program
from ppgen.place.walk import Walk
from ppgen.source import nodes
from ppgen.text import fonts as metrics
from ppgen.text.typeface import Typeface
from tests.support.run import REPO, write

GAME = """
ppgen: game/2
title: Deck
banks: {words: words}
products:
  cards:
    size: 85x55
    each: {hand: {deal: words, take: 4}}
    count: COUNT
    front: {layout: card, with: {pair: "${hand[0..1]}"}}
    back: {layout: card, with: {pair: "${hand[2..3]}"}}
  notes:
    kind: pad
    size: 148x105
    count: COUNT
    front: {layout: note, with: {team: white}}
    back: {layout: note, with: {team: black}}
"""
CARD = """
ppgen: layout/2
extends: base
needs: {number: integer, pair: [word], deck: text}
rows: {first: 1fr, axis: 7, second: 1fr}
styles:
  word: {size: 50pt, min-size: 9pt, lines: 2, uniform: most, align: center, case: upper}
draw:
  - {text: "${pair[0]}", box: first, style: word}
  - {text: "${pair[1]}", box: second, style: word, rotate: 180}
  - {shape: rect, box: axis, style: {fill: "#1f2a36"}}
  - {text: "${number}", box: {in: axis, left: 2}, style: {size: 9pt, color: "#ffffff"}}
  - {text: "${deck}", box: {in: axis, right: 2}, style: {size: 5pt, min-size: 5pt, align: right}}
"""
NOTE = """
ppgen: layout/2
extends: base
needs: {team: text}
rows: {head: 9, rounds: 1fr}
draw:
  - {text: "${t[team]}", box: head, style: {size: 14pt}}
  - text: "${t.round} ${n}"
    box: rounds
    style: {size: 9pt}
    repeat: {each: n, in: 1..8, columns: 2}
"""
FILES = {
    "ppgen.yaml": "ppgen: workspace/1\n",
    "content/deck/labels/de.yaml": """
        ppgen: labels/1
        lang: de
        labels: {white: Weiß, black: Schwarz, round: Runde}
    """,
    "templates/card.yaml": CARD,
    "templates/note.yaml": NOTE,
}
SYLLABLES = [*map("".join, product("bdfgklmnprstvz", "aeiou"))]


def words(count: int) -> list[str]:
    """Make words of two to six syllables, all different."""
    made: dict[str, None] = {}
    state = 1
    while len(made) < count:
        syllables = []
        for _ in range(2 + len(made) % 5):
            state = state * 1103515245 + 12345 & 0x7FFFFFFF
            syllables.append(SYLLABLES[state // 65536 % len(SYLLABLES)])
        made["".join(syllables)] = None
    return list(made)


class Work:
    """What was done: walks and programs counted; files, typefaces, strings and words by name."""

    def __init__(self) -> None:
        self.walks = self.programs = 0
        self.files: list[str] = []
        self.typefaces: list[str] = []
        self.shaped: list[str] = []
        self.hyphenated: list[str] = []

    def watch(self, patch: pytest.MonkeyPatch) -> None:
        """Wrap the functions that do the work."""

        def walk(*_: object) -> None:
            self.walks += 1

        def program(*_: object) -> None:
            self.programs += 1

        def wrap(owner: object, name: str, note: Callable[..., None]) -> None:
            real: Callable[..., object] = getattr(owner, name)

            def noted(*args: Any, **named: Any) -> object:
                note(*args)
                return real(*args, **named)

            patch.setattr(owner, name, noted)

        wrap(Walk, "__init__", walk)
        wrap(Program, "__init__", program)
        wrap(nodes, "parse", lambda source, _report: self.files.append(source.name))
        wrap(
            Typeface, "__init__", lambda _face, font, _weight: self.typefaces.append(font.path.name)
        )
        wrap(Typeface, "positions", lambda _face, text, *_: self.shaped.append(text))
        wrap(metrics, "positions", lambda word, _lang: self.hyphenated.append(word))


def printed(root: Path, target: str) -> tuple[Printout, Work]:
    """Place a product and write its PDF, from files to bytes; return it with all the work."""
    work = Work()
    with pytest.MonkeyPatch.context() as patch:
        work.watch(patch)
        workspace = Workspace(root)
        name, _, key = target.partition("/")
        game = workspace.game(name)
        assert game is not None
        fonts = Fonts(workspace.fonts)
        done = place(workspace, default_request(workspace, game, game.products[key], "de"), fonts)
        assert done is not None, [d.message for d in workspace.report.sorted()]
        assert make_pdf(done, fonts)
    return done, work


def deck(root: Path, count: int) -> Path:
    """Make a workspace with a deck of so many cards and a pad of so many sheets."""
    write(root, {**FILES, "content/deck/game.yaml": GAME.replace("COUNT", str(count))})
    bank = "".join(f"\n  - {word}" for word in words(4 * count))
    (root / "content/words").mkdir()
    (root / "content/words/de.yaml").write_text(
        f"ppgen: bank/1\nlang: de\ntitle: T\nlicence: CC0\nauthor: we\nwords:{bank}\n", "utf-8"
    )
    return root


def patterns(done: Printout) -> int:
    """Count the patterns of all faces."""
    return len({id(f.pattern) for group in done.groups for f in (*group.fronts, *group.backs)})


def faces(done: Printout) -> int:
    """Count the faces that differ."""
    return len({id(face) for group in done.groups for face in (*group.fronts, *group.backs)})


def shaped_words(work: Work) -> set[str]:
    """Return what was shaped as a whole: neither letters, nor pairs, nor a letter among others.

    Pairs that are learnt together stand in one text, with bars between them.
    """
    return {
        text for text in work.shaped if len(text) > 2 and not (text[:2] == "AA" or text[2] == "|")
    }


@pytest.mark.parametrize("count", [11, 110])
def test_a_layout_is_walked_once_a_side(tmp_path: Path, count: int) -> None:
    """Cards differ by their words alone, so what one card needs holds for all."""
    done, work = printed(deck(tmp_path, count), "deck/cards")
    assert faces(done) == 2 * count
    assert (work.walks, work.programs, patterns(done)) == (2, 2, 2)


@pytest.mark.parametrize("count", [5, 50])
def test_sheets_of_a_pad_are_one_face_a_side(tmp_path: Path, count: int) -> None:
    done, work = printed(deck(tmp_path, count), "deck/notes")
    assert done.pieces == count
    assert (work.walks, work.programs, patterns(done), faces(done)) == (2, 2, 2, 2)


@pytest.mark.parametrize(("target", "sides"), [("decrypto/keywords", 8), ("decrypto/notes", 2)])
def test_shipped_layouts_are_walked_once_a_side(target: str, sides: int) -> None:
    """Of several sizes, only one is walked that may leave the least of the paper.

    Beside its own two, a deck of keyword cards has the sides of three spare parts.
    """
    done, work = printed(REPO, target)
    assert (work.walks, work.programs, patterns(done)) == (sides, sides, sides)


@pytest.mark.parametrize(
    ("product", "few", "many"), [("cards", 11, 110), ("notes", 5, 50)], ids=["cards", "notes"]
)
def test_ten_times_as_many_do_not_shape_ten_times_as_much(
    tmp_path: Path, product: str, few: int, many: int
) -> None:
    """Plain words are measured by pairs of letters, and of those most are soon known."""
    _, little = printed(deck(tmp_path / "few", few), f"deck/{product}")
    _, much = printed(deck(tmp_path / "many", many), f"deck/{product}")
    assert 0 < len(much.shaped) < 1.5 * len(little.shaped)
    assert shaped_words(much) == set()


def test_only_words_that_may_be_too_long_are_hyphenated(tmp_path: Path) -> None:
    """A tenth may be set smaller than the others: one more word is tried in two lines, not all."""
    _, work = printed(deck(tmp_path, 110), "deck/cards")
    assert 0 < len(work.hyphenated) <= 440 // 10 + 1
    assert len(work.hyphenated) == len(set(work.hyphenated))


def test_files_are_read_once_and_only_those_that_are_used(tmp_path: Path) -> None:
    """Neither the words nor the layout of the cards, where notes are printed."""
    _, work = printed(deck(tmp_path, 50), "deck/notes")
    assert len(work.files) == len(set(work.files))
    assert {name for name in work.files if (tmp_path / name).is_file()} == {
        "content/deck/game.yaml", "content/deck/labels/de.yaml", "ppgen.yaml",
        "templates/note.yaml",
    }  # fmt: skip


def test_typefaces_are_opened_once_and_only_those_that_are_used(tmp_path: Path) -> None:
    """One for the cards and the margin, and a bold one for the title there."""
    _, work = printed(deck(tmp_path, 110), "deck/cards")
    assert sorted(work.typefaces) == ["RobotoCondensed-Bold.ttf", "RobotoCondensed-Regular.ttf"]
