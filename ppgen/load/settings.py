"""Reads the files that apply to all games of a workspace: defaults and named sizes.

Must not know where files are: `workspace` finds and reads them.
"""

from __future__ import annotations

from typing import get_args

from ppgen.diagnostics import Report
from ppgen.geometry import Duplex, Size
from ppgen.model.settings import Service, Settings, Sizes
from ppgen.source.decode import Key, Keys, Reading, first_line, list_of, map_of, plain, record
from ppgen.source.forms import Record, reads
from ppgen.source.kinds import (
    AREA,
    LANGUAGE,
    MARGIN,
    NOT_NEGATIVE,
    TEXT,
    YES_NO,
    choice,
    integer_from,
)
from ppgen.source.nodes import Mapping, Node

SERVICE_KEYS: Keys = {
    "size": Key("Size of a face when it is cut.", plain(AREA), must=True),
    "bleed": Key("How far a picture reaches beyond it, in mm.", plain(NOT_NEGATIVE), 0.0),
    "dpi": Key("Dots per inch.", plain(integer_from(50, 2400)), 300),
}


@reads(Record("service", lambda: SERVICE_KEYS))
def _service(node: Node, reading: Reading) -> Service:
    values = record(node, SERVICE_KEYS, reading)
    if values["size"] is None:
        return Service(Size(1, 1), 0, 300)  # the missing key was reported
    return Service(values["size"], values["bleed"], values["dpi"])


SIZES_KEYS: Keys = {
    "ppgen": first_line("sizes"),
    "papers": Key("Paper sizes by name.", map_of(plain(AREA)), {}),
    "faces": Key("Sizes of cards and other faces by name.", map_of(plain(AREA)), {}),
    "services": Key("What print services want, by name: for `--service`.", map_of(_service), {}),
}


@reads(Record("sizes", lambda: SIZES_KEYS))
def read_sizes(node: Mapping, report: Report) -> Sizes:
    """Read a file of named sizes."""
    values = record(node, SIZES_KEYS, Reading(report))
    papers: dict[str, Size] = {str(k): v for k, v in values["papers"].items()}
    faces, services = ({str(k): v for k, v in values[key].items()} for key in ("faces", "services"))
    return Sizes(papers, faces, services)


WORKSPACE_KEYS: Keys = {
    "ppgen": first_line("workspace"),
    "lang": Key("Language to print in.", plain(LANGUAGE), without="en"),
    "paper": Key("Paper in the printer: a name or WxH.", plain(TEXT), without="a4"),
    "duplex": Key(
        "Edge about which your printer turns paper: `long`, `short`; or `manual`, `fold`, `none`.",
        plain(choice(*get_args(Duplex))),
        without="long",
    ),
    "margin": Key(
        "What your printer cannot reach: one length, or those of top,right,bottom,left.",
        plain(MARGIN),
        without="5",
    ),
    "log": Key("`no`: keeps decks out of the list of printed decks.", plain(YES_NO), True),
    # Read by `cli.ui`, which needs it before any file is loaded.
    "ui": Key(
        "Language in which ppgen speaks to you: `en` or `de`; by default that of your computer.",
        plain(choice("en", "de")),
        without="en",
    ),
    "fonts": Key("Folders or files with fonts of your own.", list_of(plain(TEXT)), ()),
}


@reads(Record("workspace", lambda: WORKSPACE_KEYS))
def read_settings(node: Mapping, report: Report) -> Settings:
    """Read a workspace file."""
    values = record(node, WORKSPACE_KEYS, Reading(report))
    fonts = tuple(values["fonts"])
    return Settings(
        str(values["lang"] or "en"), values["paper"] or "a4", fonts, log=bool(values["log"]),
        duplex=values["duplex"] or "long", margin=values["margin"],
    )  # fmt: skip
