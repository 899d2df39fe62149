"""Generates files from the tables of keys: schemas, the keys in the manual, a line for editors.

Returns the wanted text of each file; `docs.py` writes them or names those that differ.
"""

import json
import os
import re
from collections.abc import Iterator
from pathlib import Path

import base

from ppgen import limits
from ppgen.schema import FILES, reference, schema

ROOT = Path(__file__).resolve().parent.parent
SCHEMA = ROOT / "schema"
MANUAL = ROOT / "docs" / "layout-language.md"
LIMITS = ROOT / "docs" / "limits.md"
#: What the keys stand between in the manual.
BEGIN, END = "<!-- keys: written by make docs -->\n", "<!-- end of keys -->\n"
_LINE = re.compile(r"^# yaml-language-server: .*\n", re.MULTILINE)
_KIND = re.compile(r"^ppgen: (\w+)/.*\n", re.MULTILINE)


def wanted() -> Iterator[tuple[Path, str]]:
    """Return each file that is generated, as a whole or in part, with its text."""
    for kind in FILES:
        text = json.dumps(schema(kind), indent=2, ensure_ascii=False)
        yield SCHEMA / f"{kind}.json", f"{text}\n"
    yield MANUAL, with_keys(MANUAL.read_text("utf-8"))
    yield LIMITS, limits_page()
    yield base.PAGE, base.page(base.base())
    for path in yaml_files():
        yield path, with_line(path, path.read_text("utf-8"))


def limits_page() -> str:
    """Return the manual's page of limits."""
    out = [
        "# Limits\n",
        "What goes beyond one of these is an error, `E305`, with its place. All are far beyond",
        "what games need; they keep a file from a stranger from taking much time or memory.",
    ]
    area = ""
    for limit in limits.ALL:
        if limit.area != area:
            area = limit.area
            out += [f"\n## {area}\n", "| at most | of what | why |", "|---:|---|---|"]
        out.append(f"| {limit:,} | {limit.what} | {limit.why} |")
    out.append("\n<!-- written by make docs from ppgen/limits.py -->")
    return "\n".join(out) + "\n"


def yaml_files() -> list[Path]:
    """Name the shipped files that ppgen reads."""
    listed = [p for folder in ("content", "templates") for p in (ROOT / folder).rglob("*.yaml")]
    return sorted([*listed, ROOT / "ppgen.yaml"])


def with_keys(text: str) -> str:
    """Put the tables of keys into the manual."""
    before, _, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not end:
        raise SystemExit(f"{MANUAL.name} lacks the lines {BEGIN!r} and {END!r}")
    return f"{before}{BEGIN}\n{reference()}\n\n{END}{after}"


def with_line(path: Path, text: str) -> str:
    """Begin a file with the line that tells an editor its schema: it must be before all keys."""
    text = _LINE.sub("", text)
    kind = _KIND.search(text)
    if not kind:
        raise SystemExit(f"{path} has no line `ppgen: KIND/VERSION`")
    to = os.path.relpath(SCHEMA / f"{kind[1]}.json", path.parent)
    line = f"# yaml-language-server: $schema={Path(to).as_posix()}\n"
    return line + text


def stale() -> list[str]:
    """Return the files that are out of date, and schemas of kinds that no longer exist."""
    known = {SCHEMA / f"{kind}.json" for kind in FILES}
    old = [path for path in SCHEMA.glob("*.json") if path not in known]
    changed = [p for p, text in wanted() if not p.exists() or p.read_text("utf-8") != text]
    return sorted(path.relative_to(ROOT).as_posix() for path in (*old, *changed))


def write() -> None:
    """Write the files that are out of date."""
    SCHEMA.mkdir(exist_ok=True)
    for path, text in wanted():
        if not path.exists() or path.read_text("utf-8") != text:
            path.write_text(text, "utf-8")
            print(path.relative_to(ROOT))
    for path in SCHEMA.glob("*.json"):
        if path.stem not in FILES:
            path.unlink()
