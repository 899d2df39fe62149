"""Tuck boxes, folded up in numbers: they close, hold their deck, and glue meets paper."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

from ppgen.build import Fonts, Printout, default_request, place
from ppgen.load.workspace import Workspace
from tests.support.carton import Carton, Panel, fold
from tests.support.products import Build, Prepare, texts
from tests.support.run import REPO, Runner, write

#: How far two edges may be from each other, by the pixels that they are measured with.
NEAR = 0.5
#: The thickness of a box's own card.
CARD = 0.3
#: For each box what it holds, and the sides and thickness of a piece.
STOCK = 0.25
BOXES: dict[str, tuple[str, str, dict[str, object]]] = {
    "decrypto": ("decrypto/box", "keywords", {}),
    "decrypto-right-to-left": ("decrypto/box", "keywords", {"lang": "ar"}),
    "decrypto-glued": ("decrypto/box", "keywords", {"layers": 2}),
    "decrypto-codes": ("decrypto/box", "codes", {"for_": "codes"}),
    "kryptx": ("kryptx/box", "numbers", {}),
    "kryptx-thick-letter": ("kryptx/box", "numbers", {"stock": 0.4, "paper": "letter"}),
    "decipher": ("decipher/box", "letters", {}),
    "chiffre": ("chiffre/box", "letters", {"paper": "letter"}),
    "chiffre-few": ("chiffre/box", "themes", {"for_": "themes"}),
}


class Deck(NamedTuple):
    width: float
    height: float
    pieces: int


@pytest.fixture
def deck(placed: Prepare) -> Callable[[str], Deck]:
    """Measure a deck as it is printed."""

    def measure(target: str) -> Deck:
        made = placed(target)
        size = made.groups[0].size
        return Deck(min(size), max(size), made.pieces)

    return measure


def cartons(made: Printout) -> list[Carton]:
    return [fold(face) for group in made.groups for face in group.fronts]


def walls(carton: Carton) -> list[Panel]:
    """Give the panels that stand: all between the strip and the free edge."""
    side = max(range(len(carton.panels)), key=lambda n: len(carton.beside(n)))
    ends = np.array(carton.panels[side].box)[[1, 3]]
    level = [p for p in carton.panels if np.abs(np.array(p.box)[[1, 3]] - ends).max() < NEAR]
    return [p for p in level if not p.glued]


def shut(carton: Carton, deck: Deck, high: float) -> None:
    """Check that a box in one part closes, and that it is large enough."""
    assert len(carton.panels) == 13, "a strip, four panels, a lid with its flap, six flaps"
    up = walls(carton)
    assert len(up) == 4
    low = np.min([p.span[0] for p in up], axis=0)
    top = np.max([p.span[1] for p in up], axis=0)
    room = sorted(top - low - 2 * CARD)
    assert np.all(np.array(room) >= sorted([deck.width, deck.height, high])), "the deck fits"
    assert np.all(np.array(room) <= np.array(sorted([deck.width, deck.height, max(high, 8)])) + 2)
    # Nothing is left of the paper outside of the box, but for a little play of flaps.
    everything = [p.span for p in carton.panels]
    assert np.all(np.min([s[0] for s in everything], axis=0) >= low - NEAR)
    assert np.all(np.max([s[1] for s in everything], axis=0) <= top + NEAR)


def flat_at(panel: Panel, axis: int) -> float | None:
    """Give where a panel lies along an axis, if it is level there."""
    low, high = panel.span
    return float(low[axis]) if high[axis] - low[axis] < 1e-6 else None


def level(carton: Carton) -> dict[tuple[int, int], list[Panel]]:
    """Give the panels by the plane in which they lie, after folding."""
    planes: dict[tuple[int, int], list[Panel]] = {}
    for panel in carton.panels:
        (axis,) = (a for a in range(3) if flat_at(panel, a) is not None)
        at = flat_at(panel, axis)
        assert at is not None
        near = next(
            (k for k in planes if k[0] == axis and abs(k[1] / 10 - at) < NEAR),
            (axis, round(at * 10)),
        )
        planes.setdefault(near, []).append(panel)
    return planes


def share(one: Panel, other: Panel, play: float = 0.0) -> float:
    """Give how much of a panel lies on another one, as a share of its box."""
    (a, b), (c, d) = one.span, other.span
    size = b - a
    sides = np.clip(np.minimum(b, d) - np.maximum(a, c) + play, 0, size)
    flat = size > 1e-6
    return float(np.prod(sides[flat]) / np.prod(size[flat]))


@pytest.mark.parametrize(("target", "held", "given"), BOXES.values(), ids=list(BOXES))
def test_a_box_folds_up_and_holds_its_deck(
    placed: Prepare, deck: Callable[[str], Deck], target: str, held: str, given: dict[str, object]
) -> None:
    made = placed(target, **given)
    (carton,) = cartons(made)
    inside = deck(f"{target.partition('/')[0]}/{held}")
    thick = float(given.get("stock", STOCK)) * int(given.get("layers", 1))  # type: ignore[call-overload,arg-type]
    high = inside.pieces * thick
    if target == "decipher/box":
        high += deck("decipher/markers").pieces * thick
    shut(carton, inside, high)
    planes = level(carton)
    assert len(planes) == 6
    sides = sorted(planes.values(), key=len)
    # Two sides are one panel; the strip lies behind the back, the flap of the lid behind the
    # front; on top the lid and two flaps, at the bottom four flaps.
    assert [len(s) for s in sides] == [1, 1, 2, 2, 3, 4]
    glued = [p for p in carton.panels if p.glued]
    assert len(glued) == 2
    for panel in glued:
        (plane,) = (s for s in sides if any(p is panel for p in s))
        assert max(share(panel, p, NEAR) for p in plane if p is not panel) > 0.98, "glue on paper"
    lid = max(sides[4], key=lambda p: p.area)
    floor = sorted(sides[5], key=lambda p: -p.area)[:2]
    low = np.min([p.span[0] for p in walls(carton)], axis=0)
    top = np.max([p.span[1] for p in walls(carton)], axis=0)
    for cover in (lid, *floor):
        size = sorted(cover.span[1] - cover.span[0])[1:]
        opening = sorted(np.delete(top - low, 1))
        assert np.allclose(size, opening, atol=1.2), "it covers the opening"
    dust = [p for s in (sides[4], sides[5]) for p in s if p not in (lid, *floor)]
    assert len(dust) == 4
    for plane in (sides[4], sides[5]):
        pair = [p for p in plane if any(p is d for d in dust)]
        assert share(pair[0], pair[1]) == 0, "narrow flaps do not meet"


def edges(panel: Panel) -> list[np.ndarray]:
    """Give the four edges of a panel in space, each with its ends in order."""
    left, top, right, bottom = panel.box
    ends = [
        ((left, top), (left, bottom)), ((right, top), (right, bottom)),
        ((left, top), (right, top)), ((left, bottom), (right, bottom)),
    ]  # fmt: skip
    return [np.array([panel.at(*a), panel.at(*b)]) for a, b in ends]


@pytest.mark.parametrize("given", [{}, {"lang": "ar"}])
def test_the_strip_lies_behind_the_free_edge(placed: Prepare, given: dict[str, object]) -> None:
    (carton,) = cartons(placed("kryptx/box", **given))
    strip = next(n for n, p in enumerate(carton.panels) if p.glued and len(carton.beside(n)) == 1
                 and p.box[3] - p.box[1] > p.box[2] - p.box[0])  # fmt: skip
    (hinge,) = (one for one, a, b in carton.folds if strip in {a, b})
    there = carton.edge(strip, hinge)
    back = [p for n, p in enumerate(carton.panels) if strip not in (n, *carton.beside(n))]
    gaps = [np.abs(edge - there).max() for p in back for edge in edges(p)]
    assert min(gaps) < NEAR


def test_two_parts_make_one_box(placed: Prepare) -> None:
    """Each has a strip for the free edge of the other one."""
    made = placed("decrypto/box", for_="keywords:300")
    front, back = cartons(made)
    assert [len(c.panels) for c in (front, back)] == [6, 8]
    rooms = []
    for carton in (front, back):
        spans = [p.span for p in walls(carton)]
        assert len(spans) == 2
        rooms.append(np.max([s[1] for s in spans], axis=0) - np.min([s[0] for s in spans], axis=0))
        assert sum(p.glued for p in carton.panels) == (1 if carton is front else 2)
    assert np.allclose(sorted(rooms[0]), sorted(rooms[1]), atol=NEAR)
    assert np.all(np.array(sorted(rooms[0])) - 2 * CARD >= sorted([44, 63, 300 * STOCK]))


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("keywrds", "--for: decrypto has no product `keywrds`; did you mean `keywords`?"),
        ("box", "--for: `box` is made for other products, and cannot be put into one"),
        ("notes", "--for: `notes` comes in several sizes: write which, notes:63x88"),
        ("screens", "--for: `screens` comes in several sizes: write which, screens:63x88"),
        ("codes:60:8", "--for: `codes:60:8`: write at most a number and a size"),
        ("codes:pocker", "--for: there is no size `pocker`; did you mean `poker`?"),
        ("codes:0", "--for: there is no telling how many pieces `codes` has: write codes:60"),
    ],
)
def test_what_cannot_be_put_into_a_box_is_refused(ppgen: Runner, asked: str, said: str) -> None:
    ran = ppgen("make", "decrypto/box", "--for", asked, "-o", "never.pdf")
    assert ran.code == 2
    assert said in ran.err


def test_a_box_that_no_leaf_holds_is_refused_with_its_size(ppgen: Runner) -> None:
    ran = ppgen("make", "decrypto/box", "--for", "keywords:900", "-o", "never.pdf")
    assert ran.code == 1
    assert "281x531.5 mm does not fit on a4 (210x297 mm)" in ran.err
    assert "--fit" not in ran.err


def test_a_default_that_names_no_product_is_an_error_of_the_game(
    ppgen: Runner, tmp_path: Path
) -> None:
    game = (REPO / "content/chiffre/game.yaml").read_text(encoding="utf-8")
    assert "default: letters\n" in game
    (tmp_path / "ppgen.yaml").write_text("ppgen: workspace/1\n", encoding="utf-8")
    (tmp_path / "content/own").mkdir(parents=True)
    file = tmp_path / "content/own/game.yaml"
    file.write_text(game.replace("default: letters\n", "default: leters\n"), encoding="utf-8")
    ran = ppgen("make", "own/box", "-o", tmp_path / "x.pdf", cwd=tmp_path)
    assert ran.code == 1
    assert "own has no product `leters`; did you mean `letters`?" in ran.err


OWN = """ppgen: game/2
title: Bingo
values: {tape: ['101', '110', '011', '100', '001'], accent: red}
products:
  cards:
    size: poker
    each: {n: 1..54}
    front: {layout: x, with: {said: "${n}"}}
  box:
    size: auto
    options:
      for_: {type: products, default: cards}
    let:
      wide: for_.width + 1.5
      high: for_.height + 1.5
      deep: for_.pile * 0.3 + 1.5
      strip: 9
      tuck: 14
    front: {layout: base/box, with: {title: Bingo, part: whole}}
"""
CARD_OF_OWN = """ppgen: layout/2
extends: base
needs: {said: text}
draw: [{text: "${said}"}]
"""


def test_a_game_of_ones_own_has_a_box_too(fonts: Fonts, tmp_path: Path) -> None:
    write(tmp_path, {
        "ppgen.yaml": "ppgen: workspace/1\n", "content/g/game.yaml": OWN,
        "templates/x.yaml": CARD_OF_OWN,
    })  # fmt: skip
    workspace = Workspace(tmp_path)
    game = workspace.game("g")
    assert game
    made = place(workspace, default_request(workspace, game, game.products["box"], "de"), fonts)
    assert made, [d.message for d in workspace.report.sorted()]
    (carton,) = cartons(made)
    shut(carton, Deck(63.5, 88.9, 54), 54 * 0.3)


def test_smaller_pieces_lie_beside_each_other(placed: Prepare) -> None:
    """A hundred markers in four piles are as high as twenty-five."""

    def deep(named: str) -> float:
        (carton,) = cartons(placed("decipher/box", for_=named))
        low, high = zip(*(p.span for p in walls(carton)), strict=True)
        return float(np.max(np.max(high, axis=0) - np.min(low, axis=0)))

    one, four = deep("letters:150+markers:100"), deep("letters:150+markers:100:16x16")
    assert one - four == pytest.approx(75 * STOCK, abs=NEAR)


@pytest.mark.parametrize("name", ["decrypto", "kryptx", "decipher", "chiffre"])
def test_a_box_says_what_it_is(build: Build, name: str) -> None:
    (page,) = texts(build(f"{name}/box"))
    assert name.upper() in page
    assert "Unofficial fan print · not for sale" in page.replace("\u00a0", " ")
    assert "Card of 200 to 300 g/m²" in page
