"""The rules of each game: booklets that are whole, alike in their languages, and large enough."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest
import yaml

from ppgen.build import Printout
from ppgen.drawing.face import Face
from ppgen.drawing.ops import TextOp
from tests.support.folding import read_nested, read_slit
from tests.support.products import Prepare, ops
from tests.support.run import REPO

GAMES = sorted(path.parent.name for path in (REPO / "content").glob("*/rules"))
#: How a booklet is printed, the least size of its text in points, and most leaves of paper.
WAYS = [
    ("a4", "long", 8, 1),
    ("letter", "long", 8, 1),
    ("a4", "none", 7, 2),
    ("letter", "none", 7, 2),
]
#: Every game's rules, in each language that has them.
TEXTS = [
    (game, path.stem)
    for game in GAMES
    for path in sorted((REPO / f"content/{game}/rules").glob("*.yaml"))
]


def bank(game: str, lang: str) -> dict[str, Any]:
    path = REPO / f"content/{game}/rules/{lang}.yaml"
    values: dict[str, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))["values"]
    return values


def said(face: Face) -> list[TextOp]:
    return [op for op in ops(face) if isinstance(op, TextOp)]


def pages(done: Printout) -> list[Face]:
    (group,) = done.groups
    return list(group.fronts)


def plain(text: str) -> str:
    """Leave out what only says how a text is set."""
    return re.sub(r"\*\*|^# |^- ", "", text, flags=re.MULTILINE)


def run_in(face: Face) -> str:
    """Join all that a page says, without spaces, since lines may end anywhere."""
    return re.sub(r"[\s\u00ad•]", "", "".join(op.text for op in said(face)))


def test_every_game_has_rules() -> None:
    assert GAMES == ["chiffre", "decipher", "decrypto", "kryptx"]
    assert {(game, lang) for game in GAMES for lang in ("en", "de")} <= set(TEXTS)


@pytest.mark.parametrize(("game", "lang"), TEXTS)
def test_all_languages_have_the_same_chapters(game: str, lang: str) -> None:
    def shape(lang: str) -> list[object]:
        return [
            (page["first"], [{k: v for k, v in row.items() if k in {"n", "sign", "picture"}}
                             for row in page["rows"]])
            for page in bank(game, lang)["pages"]
        ]  # fmt: skip

    assert shape(lang) == shape("en")
    assert len(shape("en")) == 7


@pytest.mark.parametrize(("paper", "duplex", "least", "leaves"), WAYS)
@pytest.mark.parametrize(("game", "lang"), TEXTS)
def test_a_booklet(
    placed: Prepare, game: str, lang: str, paper: str, duplex: str, least: float, leaves: int
) -> None:
    done = placed(f"{game}/rules", lang, paper=paper, duplex=duplex)
    faces, texts = pages(done), bank(game, lang)
    halves = 1 if duplex == "long" else 2
    assert len(faces) == 1 + halves * len(texts["pages"])
    assert done.leaves == leaves
    # The line that it is a fan's is small; nothing else is.
    fan = texts["cover"]["fan"]
    for face in (faces[0], faces[-1]):
        assert fan in [op.text for op in said(face)]
    small = [op for face in faces for op in said(face) if op.size < 7 and op.text != fan]
    assert [op.text for op in small] == []
    sizes = Counter(round(op.size, 2) for face in faces[1:] for op in said(face))
    assert sizes.most_common(1)[0][0] >= least
    # Every chapter begins on the page that the cover names, and says all of its text.
    cover = [op.text for op in said(faces[0])]
    for number, chapter in enumerate(texts["pages"], 1):
        at = number if halves == 1 else 2 * number - 1
        entry = cover.index(chapter["title"])
        assert cover[entry - 1 : entry + 2] == [str(number), chapter["title"], str(at + 1)]
        found = "".join(run_in(face) for face in faces[at : at + halves])
        for row in chapter["rows"]:
            for key in ("head", "text", "second"):
                want = re.sub(r"[\s\u00ad]", "", plain(row.get(key, "")))
                assert want in found


@pytest.mark.parametrize(("paper", "duplex"), [(way[0], way[1]) for way in WAYS])
@pytest.mark.parametrize("game", GAMES)
def test_it_reads_in_order(placed: Prepare, game: str, paper: str, duplex: str) -> None:
    """Print, cut, fold and read."""
    done = placed(f"{game}/rules", "en", paper=paper, duplex=duplex)
    (group,) = done.groups
    if duplex == "long":
        read = read_nested(group.plan, group.size, "long", spine="left")
    else:
        read = [one for book in read_slit(group.plan, group.size, spine="left") for one in book]
    assert [one.page for one in read if one] == list(range(len(group.fronts)))
    assert all(one.upright for one in read if one)
