"""Reads how boxes are divided into tracks.

Takes the keys `rows`, `columns`, `gap` and `inset` of a layout, part, group or track; returns its
division. Must not know elements.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ppgen.diagnostics import Problem, Report, Span
from ppgen.model.layout import Division, Track
from ppgen.source.decode import Bound, Key, Keys, Reading, bound, fixed, items, mapping, record
from ppgen.source.forms import ListOf, MapOf, Named, OneOf, Record, Value, reads
from ppgen.source.kinds import NUMBER, SIZE, TRACK, Text, TrackSize
from ppgen.source.nodes import Mapping, Node, Scalar, Sequence

_SPACE = Value(TRACK, bound=True)
_TRACK = OneOf((_SPACE, Record("track", lambda: _TRACK_KEYS)))


@reads(
    Named(
        "tracks",
        lambda: OneOf((MapOf(_TRACK), ListOf(OneOf((_SPACE, MapOf(_TRACK, one=True)))))),
    )
)
def _read_tracks(node: Node, reading: Reading) -> tuple[Track, ...]:
    """Read a map of tracks, or a list in which a bare size is a space."""
    if isinstance(node, Sequence):
        return tuple(items(node, _read_listed, reading))
    out: list[Track] = []
    for name, child in mapping(node, "tracks such as {top: 12, rest: 1fr}").entries:
        try:
            out.append(_read_track(name, child, reading))
        except Problem as problem:
            reading.report.problem(problem)
    return tuple(out)


def _read_listed(node: Node, reading: Reading) -> Track:
    if isinstance(node, Scalar):
        return Track(None, bound(TRACK)(node, reading))
    if not isinstance(node, Mapping) or len(node.entries) != 1:
        message = "a track in a list is `name: size`, or just a size for a space"
        raise Problem("E202", message, node.span, help="write `- name: {size: ..., min: ...}`")
    ((name, child),) = node.entries
    return _read_track(name, child, reading)


def _read_track(name: Scalar, child: Node, reading: Reading) -> Track:
    label = Text(name.text, name.span)
    if not isinstance(child, Mapping):
        return Track(label, bound(TRACK)(child, reading))
    values = record(child, _TRACK_KEYS, reading)
    size: Bound[TrackSize] = values["size"] or fixed(TRACK, TrackSize(1, 0))
    inner = _division(values, child, reading.report)
    return Track(label, size, values["min"], values["max"], inner, values["inset"])


DIVISION_KEYS: Keys = {
    "rows": Key("Boxes from top to bottom, each with its height.", _read_tracks),
    "columns": Key("Boxes side by side, each with its width.", _read_tracks),
    "gap": Key("Space between rows or columns.", bound(NUMBER), without=0),
    "inset": Key("Free space on all sides.", bound(SIZE), without=0),
}
_TRACK_KEYS: Keys = {
    "size": Key("Height or width; `fr` is a share of the free space.", bound(TRACK), without="1fr"),
    "min": Key("Smallest height or width.", bound(NUMBER)),
    "max": Key("Largest height or width.", bound(NUMBER)),
    **DIVISION_KEYS,
}


def last_key(node: Node, names: Iterable[str]) -> Span:
    """Return the place of the last of the given keys in a node."""
    keys = [k.span for k, _ in node.entries if k.text in names] if isinstance(node, Mapping) else []
    return keys[-1] if keys else node.span


def _division(values: dict[str, Any], node: Node, report: Report) -> Division | None:
    if values["rows"] and values["columns"]:
        report.error(
            "E217",
            "rows and columns on one level",
            last_key(node, ("rows", "columns")),
            help="divide one of the rows: `name: {size: 1fr, columns: {...}}`",
        )
    tracks = values["rows"] or values["columns"]
    if not tracks:
        return None
    return Division(not values["rows"], tracks, values["gap"])


def _unique_tracks(division: Division | None, seen: dict[str, Text], report: Report) -> None:
    """Report a second box of the same name in a scope."""
    for track in division.tracks if division else ():
        if track.name is None:
            continue
        first = seen.setdefault(str(track.name), track.name)
        if first is not track.name or track.name in {"face", "bleed"}:
            always = "; a box of this name always exists" if first is track.name else ""
            report.error(
                "E212",
                f"two boxes have the name `{track.name}`{always}",
                track.name.span,
                help="rename one of them",
                second=None if first is track.name else first.span,
                second_note="first here",
            )
        _unique_tracks(track.inner, seen, report)


def scope_division(values: dict[str, Any], node: Node, report: Report) -> Division | None:
    """Return the division of a layout, part or group, including its inset."""
    division = _division(values, node, report)
    _unique_tracks(division, {}, report)
    if values["inset"] is None:
        return division
    if division is None:
        return Division(across=False, tracks=(), inset=values["inset"])
    return Division(division.across, division.tracks, division.gap, values["inset"])
