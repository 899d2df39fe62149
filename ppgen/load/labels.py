"""Reads label files: the short texts of one language.

Must not know where files are: `workspace` finds and reads them.
"""

from __future__ import annotations

from ppgen.diagnostics import Problem, Report
from ppgen.model.bank import Labels
from ppgen.source.decode import Key, Keys, Reading, first_line, list_of, map_of, plain, record
from ppgen.source.forms import Record, Value, reads
from ppgen.source.kinds import TEXT, Text, choice
from ppgen.source.nodes import Mapping, Node


@reads(Value(TEXT))
def _label(node: Node, reading: Reading) -> str:
    """Read a label; a broken one becomes empty text, so that it is not also reported as missing."""
    try:
        return plain(TEXT)(node, reading)
    except Problem as problem:
        reading.report.problem(problem)
        return Text("", node.span)


LABEL_KEYS: Keys = {
    "ppgen": first_line("labels"),
    "lang": Key("Language of the labels, such as `de`.", plain(TEXT), "", must=True),
    "direction": Key("Direction of the language, if not the usual.", plain(choice("ltr", "rtl"))),
    "products": Key("Products that the file is for; all by default.", list_of(plain(TEXT))),
    "labels": Key(
        "Short texts by name; `{n}` is a placeholder for a value.", map_of(_label), {}, must=True
    ),
}


@reads(Record("labels", lambda: LABEL_KEYS))
def read_labels(node: Mapping, report: Report) -> Labels:
    """Read a label file."""
    values = record(node, LABEL_KEYS, Reading(report))
    rtl = None if values["direction"] is None else values["direction"] == "rtl"
    return Labels(str(values["lang"]), node.span, values["labels"], rtl, values["products"])
