"""Generates the page on `base`, with pictures: styles, colors, shapes and parts.

Writes a workspace into a folder that draws one of each, and the text of the page. `docs.py` draws
the pictures. `docs/base-parts.yaml` says how parts are drawn.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from ppgen.load.workspace import Workspace
from ppgen.model.layout import Layout
from ppgen.model.needs import written
from ppgen.source.kinds import Text

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "base.md"
SAMPLES = ROOT / "docs" / "base-parts.yaml"
HEAD = """# What `base` has

Written by `make docs`. A layout with `extends: base` has all of this; `ppgen list --base` prints
the names.
"""
LINE = "Sphinx of quartz 0123"


def base() -> Layout:
    """Return the layout that others extend."""
    layout = Workspace(ROOT).layout(Text("base"))
    assert layout
    return layout


def scenes(layout: Layout) -> dict[str, dict[str, tuple[str, dict[str, Any]]]]:
    """Return what is drawn: by the name of a picture and of a thing its size and element."""
    samples = yaml.safe_load(re.sub(r"\b(yes|no)\b", r"'\1'", SAMPLES.read_text("utf-8")))
    if samples.keys() != layout.parts.keys():
        odd = ", ".join(sorted(samples.keys() ^ layout.parts.keys()))
        raise SystemExit(f"{SAMPLES.name} and the parts of base differ: {odd}")
    return {
        "base-styles": {name: ("62x11", {"text": LINE, "style": name}) for name in layout.styles},
        "base-colors": {
            name: ("18x10", {"shape": "rect", "style": {"fill": name}}) for name in layout.colors
        },
        "base-shapes": {
            name: ("12x12", {"shape": name, "style": {"fill": "ink"}}) for name in layout.shapes
        },
        "base-parts": {
            name: (str(how["size"]), {"use": name, "with": how.get("with", {})})
            for name, how in samples.items()
        },
    }


def write_scenes(folder: Path, layout: Layout) -> dict[str, list[str]]:
    """Write a workspace that draws all; return the products of each picture."""
    out: dict[str, list[str]] = {}
    for picture, things in scenes(layout).items():
        products = {}
        for name, (size, element) in things.items():
            products[name] = {"size": size, "front": f"{picture}/{name}"}
            face = {"ppgen": "layout/2", "extends": "base", "margin": "1", "draw": [element]}
            save(folder / f"templates/{picture}/{name}.yaml", face)
        game = {"ppgen": "game/2", "title": picture, "products": products}
        save(folder / f"content/{picture}/game.yaml", game)
        notice = {"notice": "What the game has to say for itself."}
        labels = {"ppgen": "labels/1", "lang": "en", "labels": notice}
        save(folder / f"content/{picture}/labels/en.yaml", labels)
        out[picture] = [f"{picture}/{name}" for name in products]
    save(folder / "ppgen.yaml", {"ppgen": "workspace/1"})
    return out


def save(path: Path, data: dict[str, Any]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(yaml.safe_dump(data, sort_keys=False), "utf-8")


def page(layout: Layout) -> str:
    """Return the text of the page."""
    return "\n\n".join([HEAD.rstrip(), *_sections(layout)]) + "\n"


def _sections(layout: Layout) -> Iterator[str]:
    styles = _styles(layout)
    yield f"## Styles\n\n![Each style, as a line in it](img/base-styles.png)\n\n{styles}"
    colors = _rows("| name | color |", [(n, f"`{value}`") for n, value in layout.colors.items()])
    yield f"## Colors\n\n![Each color](img/base-colors.png)\n\n{colors}"
    shapes = ", ".join(f"`{name}`" for name in layout.shapes)
    yield f"## Shapes\n\n![Each shape](img/base-shapes.png)\n\nFor `shape:`: {shapes}."
    parts = [
        (name, ", ".join(f"`{key}: {written(need)}`" for key, need in part.needs.items()))
        for name, part in layout.parts.items()
    ]
    yield (
        "## Parts\n\n![Each part](img/base-parts.png)\n\n"
        "For `use:`; set needs without a default via `with`, or by a name in scope.\n\n"
        + _rows("| part | needs |", parts)
    )


def _styles(layout: Layout) -> str:
    rows = []
    for name, found in layout.styles.items():
        decl = found[0]
        keys = [f"extends: {decl.extends}"] if decl.extends else []
        # As they are in the file: the place of a value knows its line.
        for key, value in decl.values.items():
            span = value.span
            said = span.source.line(span.line)[span.column - 1 :][: span.length] if span else ""
            keys.append(f"{key}: {said}")
        rows.append((name, ", ".join(f"`{key}`" for key in keys)))
    return _rows("| style | says |", rows)


def _rows(head: str, rows: list[tuple[str, str]]) -> str:
    return "\n".join([head, "|---|---|", *(f"| `{name}` | {said} |" for name, said in rows)])
