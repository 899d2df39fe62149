"""Turns YAML text into a tree of nodes that know their places.

Takes the bytes of a file or a `Source`; returns `Scalar`, `Sequence` and `Mapping` nodes and adds
problems to a report. Every scalar stays text. Must not know which keys a file may have, what a
value means, or expressions. The only module that imports yaml.
"""

from __future__ import annotations

import codecs
import re
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

import yaml

from ppgen.diagnostics import Problem, Report, Source, Span
from ppgen.limits import FILE_BYTES, FILE_ENTRIES, NESTING, SCALAR
from ppgen.source.syntax import SHARE, explain

if TYPE_CHECKING:
    import pathlib

# libyaml is about ten times faster, but PyYAML may have been built without it.
_LOADER: Final[Any] = getattr(yaml, "CBaseLoader", yaml.BaseLoader)

# Everything YAML 1.1 does not call printable. libyaml rejects it too, but without a line number.
_UNPRINTABLE: Final = re.compile(
    "[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"
)
_SAVE: Final = "save the file as UTF-8"
_SAVE_TABLE: Final = "save the file as UTF-8; spreadsheets call it `CSV UTF-8`"
_FIRST: Final = "the first line names the kind of file, for example `ppgen: game/2`"


class Scalar(NamedTuple):
    """A text; `plain` if it is unquoted, `style` is the mark it starts with."""

    text: str
    span: Span
    plain: bool
    style: str = ""

    @property
    def inside(self) -> Span:
        """Return the place of the first letter of the text, after a quote or below a `|`."""
        at = self.span
        if self.style in ("'", '"'):
            return Span(at.source, at.line, at.column + 1, max(1, at.length - 2))
        if self.style in ("|", ">") and self.text.strip():
            number = at.line + 1
            while not (line := at.source.line(number)).strip():
                number += 1
            start = len(line) - len(line.lstrip(" "))
            return Span(at.source, number, start + 1, max(1, len(line) - start))
        return at


class Sequence(NamedTuple):
    """A list of nodes."""

    items: tuple[Node, ...]
    span: Span


class Mapping(NamedTuple):
    """Unique keys and their nodes, in file order."""

    entries: tuple[tuple[Scalar, Node], ...]
    span: Span

    def get(self, key: str) -> Node | None:
        """Return the node of a key, or None."""
        return next((node for name, node in self.entries if name.text == key), None)


Node: TypeAlias = Scalar | Sequence | Mapping


def is_file(path: pathlib.Path) -> bool:
    """Return whether the path is a regular file: reading a pipe or device might never end."""
    try:
        return path.is_file()
    except (OSError, ValueError):  # an impossible file name, or a folder without read permission
        return False


def list_files(folder: pathlib.Path, pattern: str) -> list[pathlib.Path]:
    """List the regular files under a folder, sorted.

    Hidden files are skipped: editors and systems leave `.#x.yaml` and `._x.yaml` behind.
    """
    return sorted(
        path
        for path in folder.glob(pattern)
        if not any(part.startswith(".") for part in path.relative_to(folder).parts)
        and is_file(path)
    )


def read_bytes(
    path: pathlib.Path, name: str, report: Report, most: int = FILE_BYTES
) -> bytes | None:
    """Read a file, which messages call `name`; None if it cannot be read or is too large."""
    try:
        if path.exists() and not path.is_file():
            report.error("E601", f"`{name}` is a folder, pipe or device, not a file")
            return None
        if path.stat().st_size <= most:
            return path.read_bytes()
    except FileNotFoundError:
        report.error("E601", f"there is no file `{name}`")
        return None
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        report.error("E601", f"`{name}` cannot be read: {why}")
        return None
    report.error("E305", f"`{name}` is larger than {most / 1_000_000:g} MB", help="split it")
    return None


def read_text(path: pathlib.Path, name: str, report: Report) -> Source | None:
    """Read a UTF-8 file, which messages call `name`; None if it cannot be read."""
    data = read_bytes(path, name, report)
    return None if data is None else text_of(data, name, report)


def text_of(data: bytes, name: str, report: Report) -> Source | None:
    """Decode UTF-8 bytes; None if they are something else."""
    save = _SAVE_TABLE if name.lower().endswith((".csv", ".tsv")) else _SAVE
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        # Spreadsheets call this "Unicode text".
        source = Source(name, data.decode("utf-16", errors="replace"))
        message = f"`{name}` is not UTF-8: it is UTF-16"
        report.error("E602", message, Span(source, 1, 1), help=save)
        return None
    data = data.removeprefix(codecs.BOM_UTF8)
    try:
        return Source(name, data.decode("utf-8"))
    except UnicodeDecodeError as error:
        # The lines around the bad byte are still worth showing.
        source = Source(name, data.decode("utf-8", errors="replace"))
        span = _at_offset(source, len(data[: error.start].decode("utf-8")))
        message = f"`{name}` is not UTF-8: byte {data[error.start]:#04x} cannot be read"
        report.error("E602", message, span, help=save)
        return None


def read(path: pathlib.Path, name: str, report: Report) -> Mapping | None:
    """Read and parse a file; None if it yields no tree."""
    source = read_text(path, name, report)
    return None if source is None else parse(source, report)


def parse(source: Source, report: Report) -> Mapping | None:
    """Parse a text into a tree.

    Duplicate keys keep their first value, merge keys are dropped, anchors and tags ignored. All of
    these are reported, so one run shows them together.

    Args:
        source: The text.
        report: Collects all problems.

    Returns:
        The tree, or None if there is none.
    """
    if match := _UNPRINTABLE.search(source.text):
        message = f"a character that YAML does not allow: U+{ord(match[0]):04X}"
        span = _at_offset(source, match.start())
        report.error("E101", message, span, help="delete it")
        return None
    if sum(map(source.text.count, ",:[{\n")) > FILE_ENTRIES:
        # Before it is parsed, which takes long.
        message = f"`{source.name}` has more than {FILE_ENTRIES:,} entries"
        report.error("E305", message, Span(source, 1, 1), help="split it")
        return None
    try:
        root = _Builder(source, report).build()
    except Problem as problem:
        report.problem(problem)
        return None
    except yaml.MarkedYAMLError as error:
        report.problem(_explained(source, error))
        return None
    except (yaml.YAMLError, UnicodeError) as error:
        message = f"the YAML cannot be read: {str(error).splitlines()[0]}"
        report.error("E101", message, Span(source, 1, 1))
        return None
    if root is None or (isinstance(root, Scalar) and root.plain and not root.text):
        report.error("E101", "the file is empty", Span(source, 1, 1), help=_FIRST)
        return None
    if not isinstance(root, Mapping):
        kind = "a list" if isinstance(root, Sequence) else "a single text"
        message = f"the file holds {kind}, not keys with values"
        report.error("E101", message, root.span, help=_FIRST)
        return None
    return root


class _Open(NamedTuple):
    """A list or map whose end event has not arrived yet."""

    span: Span
    is_map: bool
    flow: bool
    nodes: list[Node]


class _Builder:
    """Turns events into nodes; its explicit stack makes deep nesting safe."""

    def __init__(self, source: Source, report: Report) -> None:
        self.source = source
        self.report = report
        self.lines = source.text.splitlines()
        self.open: list[_Open] = []
        self.root: Node | None = None

    def build(self) -> Node | None:
        """Read all events and return the root, or None if the file is empty."""
        documents = 0
        for event in yaml.parse(self.source.text, Loader=_LOADER):
            if isinstance(event, yaml.ScalarEvent):
                self._check(event, event.tag)
                self._add(self._scalar(event))
            elif isinstance(event, yaml.CollectionStartEvent):
                self._check(event, event.tag)
                self._start(event)
            elif isinstance(event, yaml.CollectionEndEvent):
                self._add(self._close(self.open.pop(), event))
            elif isinstance(event, yaml.AliasEvent):
                span = self._span(event)
                self._refuse(f"an alias, `*{event.anchor}`", span)
                self._add(Scalar(f"*{event.anchor}", span, plain=True))
            elif isinstance(event, yaml.DocumentStartEvent):
                documents += 1
                if documents > 1:
                    raise Problem(
                        "E101",
                        "a second document starts here",
                        self._span(event),
                        help="a file holds one document: delete `---` or make two files",
                    )
        return self.root

    # Events are typed Any below: the stubs allow events without marks, which no parser emits.
    def _span(self, event: Any) -> Span:
        """Return the place of an event, no further than the end of its first line."""
        start, end = event.start_mark, event.end_mark
        stop = end.column
        if end.line != start.line:
            stop = len(self.lines[start.line]) if start.line < len(self.lines) else 0
        length = max(1, stop - start.column)
        return Span(self.source, start.line + 1, start.column + 1, length)

    def _scalar(self, event: yaml.ScalarEvent) -> Scalar:
        style = event.style or ""
        if len(event.value) > SCALAR:
            message = f"a value of {len(event.value):,} characters; at most {SCALAR:,} are allowed"
            raise Problem("E305", message, self._span(event)._replace(length=1), help="shorten it")
        return Scalar(event.value, self._span(event), plain=not style, style=style)

    def _start(self, event: Any) -> None:
        span = self._span(event)
        if len(self.open) >= NESTING:
            message = f"lists and maps nested more than {NESTING} deep"
            raise Problem("E101", message, span, help="is a bracket missing?")
        is_map = isinstance(event, yaml.MappingStartEvent)
        self.open.append(_Open(span, is_map, bool(event.flow_style), []))

    def _check(self, event: Any, tag: str | None) -> None:
        """Reject anchors and tags; the node itself is kept."""
        if event.anchor is None and tag is None:
            return
        start = event.start_mark
        line = self.lines[start.line] if start.line < len(self.lines) else ""
        # Both an anchor and a tag may precede the node's own text, in any order.
        column = start.column
        for word in re.finditer(r"([&!]\S*)\s*", line[column:]):
            if word.start() + start.column != column:
                break
            column += len(word[0])
            kind = "an anchor" if word[1].startswith("&") else "a tag"
            place = Span(self.source, start.line + 1, start.column + word.start() + 1, len(word[1]))
            self._refuse(f"{kind}, `{word[1]}`", place)

    def _refuse(self, what: str, span: Span) -> None:
        self.report.error("E103", f"{what}, is not allowed here", span, help=SHARE)

    def _add(self, node: Node) -> None:
        if self.open:
            self.open[-1].nodes.append(node)
        else:
            self.root = node

    def _whole(self, done: _Open, event: Any) -> Span:
        """Return the place of `{...}` or `[...]`, no further than the end of its first line."""
        start, end = done.span, event.end_mark
        if not done.flow:
            return start
        last = len(self.lines[start.line - 1]) if end.line >= start.line else end.column
        return Span(self.source, start.line, start.column, max(1, last - start.column + 1))

    def _close(self, done: _Open, event: Any) -> Node:
        span = self._whole(done, event)
        if not done.is_map:
            return Sequence(tuple(done.nodes), span)
        entries: dict[str, tuple[Scalar, Node]] = {}
        for key, value in zip(done.nodes[::2], done.nodes[1::2], strict=True):
            if not isinstance(key, Scalar):
                kind = "a list" if isinstance(key, Sequence) else "a map"
                message = f"{kind} where a key is expected"
                hint = "a key is a single word; quote it if it starts with a bracket"
                self.report.error("E101", message, key.span, help=hint)
            elif key.plain and key.text == "<<":
                self._refuse("a merge key, `<<`", key.span)
            elif key.text in entries:
                first = entries[key.text][0].span
                self.report.error(
                    "E102",
                    f"the key `{key.text}` is used twice",
                    key.span,
                    help="delete or rename one of them",
                    second=first,
                    second_note="first here",
                )
            else:
                entries[key.text] = (key, value)
        return Mapping(tuple(entries.values()), span)


def _at_offset(source: Source, offset: int) -> Span:
    """Return the place of a letter, given its offset in the text."""
    # The letter itself is replaced: splitlines could take it for a line break, YAML would not.
    before = [*(source.text[:offset] + "x").splitlines()]
    return Span(source, len(before), len(before[-1]))


def _explained(source: Source, error: yaml.MarkedYAMLError) -> Problem:
    marks = (error.problem_mark, error.context_mark)
    at, began = ((mark.line, mark.column) if mark else None for mark in marks)
    return explain(source, error.problem or "cannot be read", error.context or "", at, began)
