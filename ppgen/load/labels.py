"""Label files: from a node tree to the short texts of one language.

Must not know where files lie: `workspace` finds and reads them.
"""

from __future__ import annotations

from ppgen.diagnostics import Problem, Report
from ppgen.model.bank import Labels
from ppgen.source.decode import Key, Keys, Reading, entries, items, plain, record
from ppgen.source.kinds import TEXT, Text, choice
from ppgen.source.nodes import Mapping, Node


def _label(node: Node, reading: Reading) -> str:
    """Read a label; a broken one stays as an empty text, so that it is not missed as well."""
    try:
        return plain(TEXT)(node, reading)
    except Problem as problem:
        reading.report.problem(problem)
        return Text("", node.span)


LABEL_KEYS: Keys = {
    "ppgen": Key(plain(TEXT)),
    "lang": Key(plain(TEXT), "", must=True),
    "direction": Key(plain(choice("ltr", "rtl"))),
    "products": Key(lambda n, r: tuple(items(n, plain(TEXT), r))),
    "labels": Key(lambda n, r: entries(n, _label, r), {}, must=True),
}


def read_labels(node: Mapping, report: Report) -> Labels:
    """Read a label file."""
    got = record(node, LABEL_KEYS, Reading(report))
    rtl = None if got["direction"] is None else got["direction"] == "rtl"
    return Labels(str(got["lang"]), node.span, got["labels"], rtl, got["products"])
