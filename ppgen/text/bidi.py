"""The Unicode bidirectional algorithm, UAX #9: which letters of a line run which way.

Takes one line; returns an embedding level a letter (odd: right to left) and the visual order of
runs. Must not know fonts. Import it only where a line has letters that run to the left.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from typing import Final, TypeVar

T = TypeVar("T")

_MOST_DEPTH: Final = 125
_MOST_BRACKETS: Final = 63
_REMOVED: Final = {"RLE", "LRE", "RLO", "LRO", "PDF", "BN"}
_ISOLATES: Final = {"LRI", "RLI", "FSI"}
_NEUTRAL: Final = {"B", "S", "WS", "ON", "LRI", "RLI", "FSI", "PDI"}
#: Numbers count as right to left where neutrals look for their neighbors.
_SIDE: Final = {"L": "L", "R": "R", "EN": "R", "AN": "R"}
_OPENING: Final = "([{༺༼᚛⁅⁽₍⌈⌊❨❪❬❮❰❲❴⟅⟦⟨⟪⟬⟮⦃⦅⦇⦉⦋⦍⦏⦑⦓⦕⦗⧘⧚⧼⸢⸤⸦⸨⹕⹗⹙⹛〈《「『【〔〖〘〚﹙﹛﹝（［｛｟｢"
_CLOSING: Final = ")]}༻༽᚜⁆⁾₎⌉⌋❩❫❭❯❱❳❵⟆⟧⟩⟫⟭⟯⦄⦆⦈⦊⦌⦐⦎⦒⦔⦖⦘⧙⧛⧽⸣⸥⸧⸩⹖⹘⹚⹜〉》」』】〕〗〙〛﹚﹜﹞）］｝｠｣"
#: An opening bracket and what closes it; equivalent brackets count as one.
_PAIRS: Final = {**dict(zip(_OPENING, _CLOSING, strict=True)), "\u2329": "\u3009"}
_SAME: Final = {"\u232a": "\u3009"}


def levels(text: str, base: int | None = None) -> list[int]:
    """Return the level of each letter; `base` is that of the line, None to see from its letters."""
    classes = [unicodedata.bidirectional(c) or "L" for c in text]
    # For each isolate's start where it ends, and the other way round.
    matching = _isolates(classes)
    if base is None:
        base = _first_strong(classes, matching, 0, len(text))
    found, types = _explicit(classes, matching, base)
    kept = [i for i, c in enumerate(classes) if c not in _REMOVED]
    given = list(found)
    for sequence in _sequences(kept, given, classes, matching):
        start, end = _edges(sequence, given, classes, matching, base)
        resolved = _resolve(sequence, text, types, classes, given[sequence[0]], start, end)
        for i, level in zip(sequence, resolved, strict=True):
            found[i] = level
    _trailing(classes, found, base)
    last = base
    for i, c in enumerate(classes):
        # What the rules leave out goes with the letter before it, so that joiners keep joining.
        if c in _REMOVED:
            found[i] = last
        last = found[i]
    return found


def visual(items: Sequence[T], level: Callable[[T], int]) -> list[T]:
    """Return runs in visual order, from left to right (rule L2)."""
    out = list(items)
    own = [level(item) for item in out]
    odd = [n for n in own if n % 2]
    for cut in range(max(own, default=0), min(odd, default=1) - 1, -1):
        i = 0
        while i < len(out):
            if own[i] < cut:
                i += 1
                continue
            j = i
            while j < len(out) and own[j] >= cut:
                j += 1
            out[i:j], own[i:j] = out[i:j][::-1], own[i:j][::-1]
            i = j
    return out


def _isolates(classes: list[str]) -> dict[int, int]:
    """Match isolates with what ends them (BD9)."""
    out: dict[int, int] = {}
    open_: list[int] = []
    for i, c in enumerate(classes):
        if c in _ISOLATES:
            open_.append(i)
        elif c == "PDI" and open_:
            start = open_.pop()
            out[start], out[i] = i, start
        elif c == "B":
            open_.clear()
    return out


def _first_strong(classes: list[str], matching: dict[int, int], start: int, end: int) -> int:
    """Return the level that the first strong letter asks for (P2, P3)."""
    i = start
    while i < end:
        c = classes[i]
        if c in {"L", "R", "AL"}:
            return int(c != "L")
        if c in _ISOLATES:
            i = matching.get(i, end)
        i += 1
    return 0


def _explicit(
    classes: list[str], matching: dict[int, int], base: int
) -> tuple[list[int], list[str]]:
    """Follow embeddings, overrides and isolates (X1 to X8)."""
    found, types = [base] * len(classes), list(classes)
    # Level, override, whether an isolate opened it.
    stack: list[tuple[int, str, bool]] = [(base, "", False)]
    beyond_isolates = beyond_embeddings = valid = 0
    for i, c in enumerate(classes):
        level, override, _ = stack[-1]
        if c in {"RLE", "LRE", "RLO", "LRO"}:
            new = (level + 1) | 1 if c[0] == "R" else (level + 2) & ~1
            if new <= _MOST_DEPTH and not beyond_isolates and not beyond_embeddings:
                stack.append((new, {"RLO": "R", "LRO": "L"}.get(c, ""), False))
            elif not beyond_isolates:
                beyond_embeddings += 1
        elif c in _ISOLATES:
            found[i] = level
            types[i] = override or c
            end = matching.get(i, len(classes))
            right = c == "RLI" or (c == "FSI" and _first_strong(classes, matching, i + 1, end))
            new = (level + 1) | 1 if right else (level + 2) & ~1
            if new <= _MOST_DEPTH and not beyond_isolates and not beyond_embeddings:
                valid += 1
                stack.append((new, "", True))
            else:
                beyond_isolates += 1
        elif c == "PDI":
            if beyond_isolates:
                beyond_isolates -= 1
            elif valid:
                beyond_embeddings = 0
                while not stack[-1][2]:
                    stack.pop()
                stack.pop()
                valid -= 1
            found[i] = stack[-1][0]
            types[i] = stack[-1][1] or c
        elif c == "PDF":
            if beyond_isolates:
                pass
            elif beyond_embeddings:
                beyond_embeddings -= 1
            elif not stack[-1][2] and len(stack) > 1:
                stack.pop()
        elif c == "B":
            found[i] = base
        elif c != "BN":
            found[i] = level
            types[i] = override or c
    return found, types


def _sequences(
    kept: list[int], found: list[int], classes: list[str], matching: dict[int, int]
) -> list[list[int]]:
    """Join level runs over isolates into sequences that are resolved as one (X10)."""
    runs: list[list[int]] = []
    for i in kept:
        if runs and found[runs[-1][-1]] == found[i]:
            runs[-1].append(i)
        else:
            runs.append([i])
    starts = {run[0]: run for run in runs}
    out = []
    for run in runs:
        if classes[run[0]] == "PDI" and run[0] in matching:
            continue
        sequence = list(run)
        while classes[sequence[-1]] in _ISOLATES and sequence[-1] in matching:
            sequence += starts[matching[sequence[-1]]]
        out.append(sequence)
    return out


def _edges(
    at: list[int], found: list[int], classes: list[str], matching: dict[int, int], base: int
) -> tuple[str, str]:
    """Return the directions at the start and the end of a sequence."""
    level = found[at[0]]
    before = next((found[i] for i in range(at[0] - 1, -1, -1) if classes[i] not in _REMOVED), base)
    after = base
    if not (classes[at[-1]] in _ISOLATES and at[-1] not in matching):
        rest = range(at[-1] + 1, len(classes))
        after = next((found[i] for i in rest if classes[i] not in _REMOVED), base)
    return "R" if max(level, before) % 2 else "L", "R" if max(level, after) % 2 else "L"


def _resolve(
    at: list[int], text: str, types: list[str], classes: list[str], level: int, start: str, end: str
) -> list[int]:
    """Resolve one sequence: weak types, brackets, neutrals, then its levels."""
    t = [types[i] for i in at]
    _weak(t, start)
    own = "R" if level % 2 else "L"
    _brackets(t, [text[i] for i in at], [classes[i] for i in at], own, start)
    _neutrals(t, own, start, end)
    up = {"L": (0, 1), "R": (1, 0), "EN": (2, 1), "AN": (2, 1)}
    return [level + up[c][level % 2] for c in t]


def _weak(t: list[str], sos: str) -> None:
    last = strong = sos
    for i, c in enumerate(t):  # W1, W2, W3
        if c == "NSM":
            c = "ON" if last in _ISOLATES or last == "PDI" else last  # noqa: PLW2901
        last = c
        if c in {"L", "R", "AL"}:
            strong = c
        elif c == "EN" and strong == "AL":
            last = c = "AN"  # noqa: PLW2901
        t[i] = c
    t[:] = ["R" if c == "AL" else c for c in t]
    for i in range(1, len(t) - 1):  # W4
        a, c, b = t[i - 1], t[i], t[i + 1]
        if a == b and ((c == "ES" and a == "EN") or (c == "CS" and a in {"EN", "AN"})):
            t[i] = a
    i = 0
    while i < len(t):  # W5
        if t[i] != "ET":
            i += 1
            continue
        j = i
        while j < len(t) and t[j] == "ET":
            j += 1
        if (i and t[i - 1] == "EN") or (j < len(t) and t[j] == "EN"):
            t[i:j] = ["EN"] * (j - i)
        i = j
    strong = sos
    for i, c in enumerate(t):  # W6, W7
        if c in {"ES", "ET", "CS"}:
            t[i] = "ON"
        elif c in {"L", "R"}:
            strong = c
        elif c == "EN" and strong == "L":
            t[i] = "L"


def _brackets(t: list[str], letters: list[str], classes: list[str], own: str, sos: str) -> None:
    """Return brackets the direction of what they hold (N0)."""
    open_: list[tuple[str, int]] = []
    pairs: list[tuple[int, int]] = []
    for i, letter in enumerate(letters):
        if t[i] != "ON":
            continue
        if closing := _PAIRS.get(letter):
            if len(open_) == _MOST_BRACKETS:
                return
            open_.append((closing, i))
        elif open_:
            same = _SAME.get(letter, letter)
            for k in range(len(open_) - 1, -1, -1):
                if open_[k][0] == same:
                    pairs.append((open_[k][1], i))
                    del open_[k:]
                    break
    for a, b in sorted(pairs):
        inner = {_SIDE[c] for c in t[a + 1 : b] if c in _SIDE}
        if not inner:
            continue
        side = own
        if own not in inner:
            side = next((_SIDE[c] for c in reversed(t[:a]) if c in _SIDE), sos)
        for end in (a, b):
            t[end] = side
            k = end + 1
            while k < len(t) and classes[k] == "NSM":
                t[k] = side
                k += 1


def _neutrals(t: list[str], own: str, sos: str, eos: str) -> None:
    i = 0
    while i < len(t):  # N1, N2
        if t[i] not in _NEUTRAL:
            i += 1
            continue
        j = i
        while j < len(t) and t[j] in _NEUTRAL:
            j += 1
        a = _SIDE[t[i - 1]] if i else sos
        b = _SIDE[t[j]] if j < len(t) else eos
        t[i:j] = [a if a == b else own] * (j - i)
        i = j


def _trailing(classes: list[str], found: list[int], base: int) -> None:
    """Reset spaces before separators and at the end of the line (L1)."""
    reset = True
    for i in range(len(classes) - 1, -1, -1):
        c = classes[i]
        if c in {"B", "S"}:
            reset = True
            found[i] = base
        elif c in {"WS", "PDI"} or c in _ISOLATES:
            if reset:
                found[i] = base
        elif c not in _REMOVED:
            reset = False
