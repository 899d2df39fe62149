"""Golden faces: what every product draws and where it lies on its first leaf, as text.

One file per product and language holds the first, the last and the longest piece of each size.
After a change that is meant to move something: `pytest --update`, then read the diff.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby, islice
from pathlib import Path

import pytest

from ppgen.build.printout import Group, Printout
from ppgen.drawing.face import Face
from ppgen.drawing.ops import (
    Color,
    EllipseOp,
    ImageOp,
    LineOp,
    Op,
    Paint,
    PathOp,
    RectOp,
    TextOp,
    VeilOp,
)
from ppgen.geometry import Point, Rect, Size
from ppgen.impose.sheets import Sheet
from ppgen.load.languages import languages
from ppgen.load.workspace import Workspace
from ppgen.request import Dealing
from tests.support.products import Prepare
from tests.support.run import REPO, Expect

GOLDEN = Path(__file__).parent
#: Beside English and German, the languages that run from right to left or use other letters.
LANGUAGES = ("en", "de", "ar", "he", "el", "und")
#: Choices that draw something else than the defaults do.
VARIANTS: dict[str, tuple[str, dict[str, object]]] = {
    "decrypto-keywords-veiled": ("decrypto/keywords", {"veil": "red", "count": 9}),
    "decrypto-keywords-two-languages": (
        "decrypto/keywords",
        {"lang": "de", "dealing": Dealing(second="en")},
    ),
    "decrypto-keywords-poker-blank": (
        "decrypto/keywords",
        {"size": "poker", "case": "keep", "count": 8, "dealing": Dealing(blank=1)},
    ),
    "decrypto-notes-letter": ("decrypto/notes", {"paper": "letter", "rounds": 12}),
    "decrypto-notes-short": ("decrypto/notes", {"duplex": "short", "size": "a6", "lang": "de"}),
    "decrypto-aid-poker": ("decrypto/aid", {"size": "poker", "lang": "de"}),
    "decrypto-rules-small": ("decrypto/rules", {"duplex": "none", "lang": "de"}),
    "decrypto-screens-a3": ("decrypto/screens", {"paper": "a3", "card": "standard"}),
    "kryptx-pad-players-2": ("kryptx/pad", {"players": 2, "back": "pattern"}),
    "kryptx-pad-a5": ("kryptx/pad", {"size": "a5", "players": 4, "lang": "de"}),
    "kryptx-numbers-poker": ("kryptx/numbers", {"size": "poker", "duplex": "none"}),
    "kryptx-aid-poker": ("kryptx/aid", {"size": "poker", "lang": "de"}),
    "decipher-scores-detailed": ("decipher/scores", {"style": "detailed", "lang": "de"}),
    "decrypto-box-halves": ("decrypto/box", {"for_": "keywords:300"}),
    "decipher-board-letter": ("decipher/board", {"paper": "letter"}),
    "chiffre-scores-many": ("chiffre/scores", {"games": 8}),
    "chiffre-aid-poker": ("chiffre/aid", {"size": "poker"}),
}


def number(value: float) -> str:
    # Adding zero turns -0.0 into 0.0.
    return f"{round(value, 2) + 0.0:.2f}".rstrip("0").rstrip(".")


def numbers(*values: float) -> str:
    return " ".join(number(v) for v in values)


def color(value: Color | None) -> str:
    return f"#{value.red:02x}{value.green:02x}{value.blue:02x}" if value else "none"


def rect(value: Rect) -> str:
    return numbers(value.x, value.y, value.width, value.height)


def point(value: Point) -> str:
    return numbers(value.x, value.y)


def paint(value: Paint) -> str:
    out = [f"fill={color(value.fill)}"] if value.fill else []
    if value.stroke:
        out.append(f"stroke={color(value.stroke)} weight={number(value.weight)}")
    if value.dash:
        out.append(f"dash={number(value.dash)}")
    if value.hatch:
        out.append(f"weight={number(value.weight)} hatch={number(value.hatch)}")
    return " ".join(out)


def line(op: Op) -> str:
    match op:
        case RectOp():
            round_ = f" radius={number(op.radius)}" if op.radius else ""
            return f"rect {rect(op.rect)} {paint(op.paint)}{round_}"
        case EllipseOp():
            return f"ellipse {rect(op.rect)} {paint(op.paint)}"
        case LineOp():
            return f"line {point(op.start)} to {point(op.end)} {paint(op.paint)}"
        case PathOp():
            way = " ".join(f"{kind} {numbers(*values)}".strip() for kind, values in op.commands)
            return f"path {paint(op.paint)} {way}"
        case TextOp():
            first = op.fonts[0]
            font = f"{first.family or first.file} {first.weight}"
            return (
                f"text {op.text!r} {number(op.size)}pt {font!r} {op.lang} at {point(op.origin)} "
                f"turn={op.turn} {color(op.color)} box {rect(op.bounds)}"
            )
        case VeilOp():
            inner = "; ".join(line(text) for text in op.lines)
            return f"veil {rect(op.rect)} strength={number(op.strength)} {inner}"
        case ImageOp():
            return f"image {op.file.name} {rect(op.rect)} clip {rect(op.clip)} turn={op.turn}"


def lines_of(face: Face) -> list[str]:
    head = [f"face {numbers(face.size.width, face.size.height)}", f"outline {line(face.outline)}"]
    return [*head, *map(line, face.ops)]


def written(face: Face) -> str:
    return "\n".join(lines_of(face)) + "\n"


def changed(lines: Sequence[str], first: Sequence[str]) -> Iterator[str]:
    """Shorten what repeats the first face, line by line."""
    same = [i < len(first) and text == first[i] for i, text in enumerate(lines)]
    for equal, run in groupby(zip(same, lines, strict=True), key=lambda pair: pair[0]):
        texts = [text for _, text in run]
        yield from [f"... {len(texts)} as in the first"] if equal else texts


def letters(face: Face) -> int:
    ops = list(face.ops)
    texts = [t for op in ops for t in (op.lines if isinstance(op, VeilOp) else [op])]
    return sum(len(t.text) for t in texts if isinstance(t, TextOp))


def piece_lines(group: Group) -> Iterator[str]:
    """Write the first, the last and the longest piece, front and back; then each spare part."""
    count = len(group.fronts) - group.spares
    longest = max(range(count), key=lambda i: (letters(group.fronts[i]), -i))
    chosen = {0: "first", count - 1: "last", longest: "longest"}
    for side, faces in (("front", group.fronts), ("back", group.backs)):
        if not faces:
            continue
        first = lines_of(faces[0])
        for index, what in sorted(chosen.items()):
            yield f"== {side} of piece {index + 1} of {count} ({what})"
            lines = lines_of(faces[index])
            yield from lines if index == 0 else changed(lines, first)
        for face, run in groupby(faces[count:], key=id):
            same = list(run)
            yield f"== {side} of {len(same)} spare parts"
            yield from lines_of(next(f for f in faces[count:] if id(f) == face))


def sheet_lines(sheet: Sheet) -> Iterator[str]:
    yield f"== leaf {sheet.leaf + 1} {sheet.side}, trim {rect(sheet.trim)}"
    for slot in sheet.slots:
        yield f"{slot.side} of piece {slot.piece + 1} at {rect(slot.rect)} turn={slot.turn}"
    for mark in sheet.marks:
        yield f"mark {point(mark.start)} to {point(mark.end)}"


def product_lines(done: Printout) -> Iterator[str]:
    slots = [(group, slot) for group, sheet in done.sheets() for slot in sheet.slots]
    faces = sum(not group.is_spare(slot) for group, slot in slots)
    yield f"{done.pieces} pieces, {faces} faces on {done.leaves} leaves, {done.pages} pages"
    for group in done.groups:
        for sheet in islice(group.plan.sheets, 2 if group.two_sided else 1):
            yield from sheet_lines(sheet)
        yield from piece_lines(group)


def cases() -> list[tuple[str, str, dict[str, object]]]:
    """Name every product in each of the languages, and the variants."""
    workspace = Workspace(REPO)
    out: list[tuple[str, str, dict[str, object]]] = []
    for name in (*workspace.games(), "specimen"):
        game = workspace.game(name)
        assert game is not None
        for product in game.products.values():
            for lang in languages(workspace, game, product):
                if lang in LANGUAGES and f"{name}-{product.name}-{lang}" not in {c[0] for c in out}:
                    target = f"{name}/{product.name}"
                    out.append((f"{name}-{product.name}-{lang}", target, {"lang": lang}))
    out += [(name, target, given) for name, (target, given) in VARIANTS.items()]
    return out


CASES = cases()


@pytest.mark.parametrize(("name", "target", "given"), CASES, ids=[c[0] for c in CASES])
def test_product(
    placed: Prepare, expect: Expect, name: str, target: str, given: dict[str, object]
) -> None:
    lines = product_lines(placed(target, **given))
    expect(GOLDEN / f"{name}.txt", "".join(f"{one}\n" for one in lines))


def test_there_is_no_golden_file_without_a_product() -> None:
    assert {path.stem for path in GOLDEN.glob("*.txt")} == {name for name, _, _ in CASES}


def test_a_move_of_a_fiftieth_of_a_millimetre_shows() -> None:
    outline = RectOp(Rect(0, 0, 10, 10), Paint())
    black = Paint(fill=Color(0, 0, 0))
    one = Face.of(Size(10, 10), [RectOp(Rect(1, 1, 2, 2), black)], outline)
    moved = Face.of(Size(10, 10), [RectOp(Rect(1.02, 1, 2, 2), black)], outline)
    assert written(one) != written(moved)
    assert list(changed(lines_of(moved), lines_of(one)))[1].startswith("rect 1.02")
