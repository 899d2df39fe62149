"""Files for all games of a workspace, from a node tree to models: defaults and named sizes.

Must not know where files lie: `workspace` finds and reads them.
"""

from __future__ import annotations

from ppgen.diagnostics import Report
from ppgen.geometry import Size
from ppgen.model.settings import Settings, Sizes
from ppgen.source.decode import Key, Keys, Reading, entries, items, plain, record
from ppgen.source.kinds import AREA, LANGUAGE, TEXT, YES_NO
from ppgen.source.nodes import Mapping

SIZES_KEYS: Keys = {
    "ppgen": Key(plain(TEXT)),
    "papers": Key(lambda n, r: entries(n, plain(AREA), r), {}),
    "faces": Key(lambda n, r: entries(n, plain(AREA), r), {}),
}


def read_sizes(node: Mapping, report: Report) -> Sizes:
    """Read a file of named sizes."""
    got = record(node, SIZES_KEYS, Reading(report))
    papers: dict[str, Size] = {str(k): v for k, v in got["papers"].items()}
    return Sizes(papers, {str(k): v for k, v in got["faces"].items()})


WORKSPACE_KEYS: Keys = {
    "ppgen": Key(plain(TEXT)),
    "lang": Key(plain(LANGUAGE)),
    "paper": Key(plain(TEXT)),
    "log": Key(plain(YES_NO), True),
    "fonts": Key(lambda n, r: items(n, plain(TEXT), r), ()),
}


def read_settings(node: Mapping, report: Report) -> Settings:
    """Read a workspace file."""
    got = record(node, WORKSPACE_KEYS, Reading(report))
    fonts = tuple(str(entry) for entry in got["fonts"])
    return Settings(str(got["lang"] or "en"), got["paper"] or "a4", fonts, log=bool(got["log"]))
