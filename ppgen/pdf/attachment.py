"""Attaches a file to a PDF.

Takes the objects of a PDF; adds the file to them. Must not know what the file means.
"""

from __future__ import annotations

from typing import NamedTuple

from ppgen.pdf.objects import Objects


class Attachment(NamedTuple):
    """A file: its name, letters without marks or brackets, and what is in it."""

    name: str
    data: bytes


def attach(objects: Objects, file: Attachment) -> None:
    """Carry a file as the source that the document was made of; nothing says when or by whom."""
    name, size = file.name, len(file.data)
    # The subtype is `application/yaml`.
    head = f"/Type/EmbeddedFile/Subtype/application#2Fyaml/Params<</Size {size}>>"
    stream = objects.stream(file.data, head)
    names = f"/F({name})/UF({name})/EF<</F {stream}/UF {stream}>>"
    spec = objects.add(f"<</Type/Filespec{names}/AFRelationship/Source>>")
    objects.catalog("Names", f"<</EmbeddedFiles<</Names[({name}) {spec}]>>>>")
    objects.catalog("AF", f"[{spec}]")
