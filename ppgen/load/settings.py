"""Files for all games of a workspace, from a node tree to models: defaults and named sizes.

Must not know where files lie: `workspace` finds and reads them.
"""

from __future__ import annotations

from ppgen.diagnostics import Report
from ppgen.geometry import Size
from ppgen.model.settings import Settings, Sizes
from ppgen.source.decode import Key, Keys, Reading, first_line, list_of, map_of, plain, record
from ppgen.source.forms import Record, reads
from ppgen.source.kinds import AREA, LANGUAGE, TEXT, YES_NO
from ppgen.source.nodes import Mapping

SIZES_KEYS: Keys = {
    "ppgen": first_line("sizes"),
    "papers": Key("Sizes of paper by name.", map_of(plain(AREA)), {}),
    "faces": Key("Sizes of cards and other faces by name.", map_of(plain(AREA)), {}),
}


@reads(Record("sizes", lambda: SIZES_KEYS))
def read_sizes(node: Mapping, report: Report) -> Sizes:
    """Read a file of named sizes."""
    got = record(node, SIZES_KEYS, Reading(report))
    papers: dict[str, Size] = {str(k): v for k, v in got["papers"].items()}
    return Sizes(papers, {str(k): v for k, v in got["faces"].items()})


WORKSPACE_KEYS: Keys = {
    "ppgen": first_line("workspace"),
    "lang": Key("Language of what is printed.", plain(LANGUAGE), without="en"),
    "paper": Key("Paper in the printer: a name or WxH.", plain(TEXT), without="a4"),
    "log": Key("`no`: decks are not noted in the list of printed ones.", plain(YES_NO), True),
    "fonts": Key("Folders or files with fonts of your own.", list_of(plain(TEXT)), ()),
}


@reads(Record("workspace", lambda: WORKSPACE_KEYS))
def read_settings(node: Mapping, report: Report) -> Settings:
    """Read a workspace file."""
    got = record(node, WORKSPACE_KEYS, Reading(report))
    fonts = tuple(str(entry) for entry in got["fonts"])
    return Settings(str(got["lang"] or "en"), got["paper"] or "a4", fonts, log=bool(got["log"]))
