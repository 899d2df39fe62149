"""Write the alphabet of four pieces, content/decipher/alphabet/und.yaml, or check it.

    python scripts/alphabet.py            write it
    python scripts/alphabet.py --check    exit 1 if the file says something else

A letter is a list of placed pieces: kind, x, y, turn. Lengths are mm at a cap height of 24, y up,
baseline at 0. A straight piece stands upright around its middle; a curve bulges to the right of the
middle of its ring; turns are counter-clockwise. Where pieces cross (B, Q, X) the later one lies on
top. The bank holds what layouts need: each placed piece as a path in a view that all letters share,
how wide a letter is when set in a word, and its pieces side by side, always in one order.
"""

import argparse
import math
import sys
from collections import defaultdict
from pathlib import Path

BANK = Path(__file__).resolve().parent.parent / "content/decipher/alphabet/und.yaml"

CAP, STROKE = 24.0, 4.0
#: The straight pieces by length, the curves (half rings) by outer radius.
STRAIGHT = {"long": 24.0, "short": 12.0}
CURVE = {"wide": 12.0, "tight": 7.0}
#: Pieces are drawn this much smaller on all sides: neighbors then show a fine seam.
INSET = 0.3
VIEW = (32.0, 26.0)
BASELINE = 25.0

#: Pieces lying side by side as signs: in this order, on one line, this far apart.
ORDER = ("long", "short", "wide", "tight")
SIGNS_GAP = 5.0
SIGNS_VIEW = (88.0, 13.0)

Placed = tuple[str, float, float, float]
LETTERS = {
    "A": "long 6.88 11.72 -25, long 20.65 11.72 25, short 13.77 6.88 90",
    "B": "long 2 12 0, tight 4 17 0, tight 4 7 0",
    "C": "wide 12 12 180, short 18.32 19.83 -110, short 18.32 4.17 -70",
    "D": "short 2 18 0, short 2 6 0, wide 4 12 0",
    "E": "long 2 12 0, short 10 22 90, short 10 12 90, short 10 2 90",
    "F": "long 2 12 0, short 10 22 90, short 10 11 90",
    "G": "wide 12 12 150, short 13.38 2 90, short 21.38 6 0, short 17.38 14 90",
    "H": "long 2 12 0, long 18 12 0, short 10 12 90",
    "I": "long 2 12 0",
    "J": "short 10 22 90, short 12 13.5 0, tight 7 7 -90",
    "K": "long 2 12 0, short 9.2 18 -36.87, short 9.2 6 36.87",
    "L": "short 2 18 0, short 2 6 0, short 10 2 90",
    "M": "long 2 12 0, long 24.33 12 0, short 8.58 17.76 28, short 17.75 17.76 -28",
    "N": "long 2 12 0, long 17.57 12 0, short 7.84 17.68 18.92, short 11.73 6.32 18.92",
    "O": "wide 12 12 180, wide 12 12 0",
    "P": "short 2 18 0, short 2 6 0, tight 4 17 0",
    "Q": "wide 12 12 180, wide 12 12 0, short 19.07 4.93 45",
    "R": "long 2 12 0, tight 4 17 0, short 10.97 5.88 40",
    "S": "tight 9.35 16.41 152, tight 4.65 7.59 -28",
    "T": "long 14 12 0, short 6 22 90, short 22 22 90",
    "U": "short 2 18 0, short 22 18 0, wide 12 12 -90",
    "V": "long 5.78 12 18.92, long 17.35 12 -18.92",
    "W": "long 0 12.01 9, long 21.19 12.01 -9, short 7.2 6.31 -14, short 13.99 6.31 14",
    "X": "long 0 12 30, long 0 12 -30",
    "Y": "short 4.58 17.42 28, short 13.75 17.42 -28, short 9.17 6 0",
    "Z": "long 12 22 90, long 12 2 90, short 17.07 15.21 -57.6, short 6.93 8.79 -57.6",
}

#: White to the left and to the right of letters in a word, by their shapes there.
SIDES = {
    **dict.fromkeys("ATVWXY", (0.7, 0.7)),
    **dict.fromkeys("HIMNU", (2.5, 2.5)),
    **dict.fromkeys("OQS", (1.8, 1.8)),
    **dict.fromkeys("EFKL", (2.5, 1.6)),
    **dict.fromkeys("BDP", (2.5, 1.8)),
    "C": (1.8, 1.6), "G": (1.8, 2.5), "J": (1.6, 2.5), "R": (2.5, 0.7), "Z": (1.6, 1.6),
}  # fmt: skip

HEAD = """\
# yaml-language-server: $schema=../../../schema/bank.json
# Twenty-six capitals built from four kinds of pieces.
# Written by scripts/alphabet.py: change it there. All letters share one view of 32x26 with a cap
# height of 24 and the baseline at 25; a later piece lies on an earlier one. `advance` is how wide a
# letter is in a word, `start` where it begins in the row of all 26, `row` how long that row is.
# `same` lists which letters take the same pieces, and these side by side in a view of 88x13;
# `group` says where in that list a letter stands.
ppgen: bank/1
lang: und
title: Letters built from four kinds of pieces
licence: CC0-1.0
author: ppgen
values:
  order: [A, B, C, D, E, F, G, H, I, J, K, L, M, N, O, P, Q, R, S, T, U, V, W, X, Y, Z]
  letters:
"""


def pieces(letter: str) -> list[Placed]:
    """Read the placed pieces of a letter."""
    rows = (row.split() for row in LETTERS[letter].split(","))
    return [(kind, float(x), float(y), float(turn)) for kind, x, y, turn in rows]


def outline(kind: str) -> list[tuple[float, float]]:
    """Return the corners of a piece as drawn, around its own origin."""
    side = STROKE / 2 - INSET
    if kind in STRAIGHT:
        end = STRAIGHT[kind] / 2 - INSET
        return [(-side, -end), (side, -end), (side, end), (-side, end)]
    outer, inner = radii(kind)
    # The ends of the arms stay straight, `INSET` before the half ring's diameter.
    return [
        (INSET, -math.sqrt(outer**2 - INSET**2)),
        (INSET, math.sqrt(outer**2 - INSET**2)),
        (INSET, math.sqrt(inner**2 - INSET**2)),
        (INSET, -math.sqrt(inner**2 - INSET**2)),
    ]


def radii(kind: str) -> tuple[float, float]:
    return CURVE[kind] - INSET, CURVE[kind] - STROKE + INSET


def placed(piece: Placed) -> list[tuple[float, float]]:
    """Turn and move a piece's corners into the letter."""
    kind, x, y, turn = piece
    sin, cos = math.sin(math.radians(turn)), math.cos(math.radians(turn))
    return [(x + px * cos - py * sin, y + px * sin + py * cos) for px, py in outline(kind)]


def across(piece: Placed) -> tuple[float, float]:
    """Return how far a whole piece, without the inset, reaches to the left and to the right."""
    kind, x, _, turn = piece
    sin, cos = math.sin(math.radians(turn)), math.cos(math.radians(turn))
    if kind in STRAIGHT:
        reach = STRAIGHT[kind] / 2 * abs(sin) + STROKE / 2 * abs(cos)
        return x - reach, x + reach
    outer = CURVE[kind]
    ends = (outer * sin, -outer * sin)
    # The bulge counts if it points to that side.
    return x + (-outer if cos < 0 else min(ends)), x + (outer if cos > 0 else max(ends))


def path(piece: Placed, shift: float) -> str:
    """Write one placed piece as path data in the view, y down."""
    points = [f"{x + shift:.3f} {BASELINE - y:.3f}" for x, y in placed(piece)]
    if piece[0] in STRAIGHT:
        return "M" + " L".join(points) + " Z"
    outer, inner = radii(piece[0])
    a, b, c, d = points
    return f"M{a} A{outer:.2f} {outer:.2f} 0 0 0 {b} L{c} A{inner:.2f} {inner:.2f} 0 0 1 {d} Z"


def width(letter: str) -> float:
    """Measure a letter with the white beside it."""
    ends = [across(p) for p in pieces(letter)]
    return max(e[1] for e in ends) - min(e[0] for e in ends) + sum(SIDES[letter])


def kinds(letter: str) -> tuple[str, ...]:
    """Name the pieces that a letter takes, in the one order."""
    return tuple(sorted((p[0] for p in pieces(letter)), key=ORDER.index))


def signs(row: tuple[str, ...]) -> list[str]:
    """Write pieces lying side by side as path data, all on one line."""
    x, base = 0.5, SIGNS_VIEW[1] - 0.5
    paths = []
    for kind in row:
        if kind in STRAIGHT:
            long = STRAIGHT[kind]
            paths.append(f"M{x:g} {base:g}h{long:g}v{-STROKE:g}h{-long:g}z")
        else:
            outer, inner = CURVE[kind], CURVE[kind] - STROKE
            long = 2 * outer
            arc = f"A{outer:g} {outer:g} 0 0 1 {x + long:g} {base:g}h{-STROKE:g}"
            paths.append(f"M{x:g} {base:g}{arc}A{inner:g} {inner:g} 0 0 0 {x + STROKE:g} {base:g}z")
        x += long + SIGNS_GAP
    return paths


def same() -> list[tuple[list[str], tuple[str, ...]]]:
    """Group the letters by their pieces: most letters first, then those of most pieces."""
    groups: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for letter in LETTERS:
        groups[kinds(letter)].append(letter)
    found = [(letters, row) for row, letters in groups.items()]
    return sorted(found, key=lambda g: (-len(g[0]), -len(g[1]), g[0]))


def bank() -> str:
    """Write the whole file."""
    lines = [HEAD]
    for letter in LETTERS:
        found = pieces(letter)
        ends = [across(p) for p in found]
        shift = (VIEW[0] - min(e[0] for e in ends) - max(e[1] for e in ends)) / 2
        lines.append(f"    {letter}:\n")
        lines += [f"      - {{kind: {p[0]}, path: {path(p, shift)}}}\n" for p in found]
    start = 0.0
    starts = []
    for letter in LETTERS:
        starts.append(f"{letter}: {start:.2f}")
        start += width(letter)
    advances = [f"{letter}: {width(letter):.2f}" for letter in LETTERS]
    for name, entries in (("advance", advances), ("start", starts)):
        lines.append(f"  {name}: {{\n")
        lines += [f"    {', '.join(entries[at : at + 9])},\n" for at in range(0, 26, 9)]
        lines.append("  }\n")
    groups = same()
    where = {letter: at for at, (letters, _) in enumerate(groups) for letter in letters}
    lines.append(f"  row: {start:.2f}\n  group: {{\n")
    entries = [f"{letter}: {where[letter]}" for letter in LETTERS]
    lines += [f"    {', '.join(entries[at : at + 13])},\n" for at in range(0, 26, 13)]
    lines.append("  }\n  same:\n")
    for letters, row in groups:
        lines.append(f"    - letters: [{', '.join(letters)}]\n      pieces:\n")
        drawn = zip(row, signs(row), strict=True)
        lines += [f"        - {{kind: {kind}, path: {at}}}\n" for kind, at in drawn]
    return "".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(description="Write or check the alphabet of four pieces.")
    parser.add_argument("--check", action="store_true", help="write nothing, compare the file")
    text = bank()
    if not parser.parse_args().check:
        BANK.write_text(text, encoding="utf-8")
        return 0
    if BANK.read_text("utf-8") != text:
        print(f"{BANK.name} is not what {Path(__file__).name} writes; run it", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
