"""Write content/suggestions: names of everyday things in many languages, out of Unicode's CLDR.

    python scripts/suggestions.py ANNOTATIONS EMOJI

The folders are the unpacked npm packages `cldr-annotations-full` and `unicode-emoji-json`, which
say what people call an emoji, and what the emoji are. suggestions.txt says which of them a game
has a use for, and the category of each.
"""

from __future__ import annotations

import json
import re
import shutil
import sys
from collections import Counter
from pathlib import Path
from typing import NamedTuple

from ppgen.language.folding import fold
from ppgen.language.tags import tag
from ppgen.load.workspace import Workspace

REPO = Path(__file__).resolve().parents[1]
TARGET = REPO / "content" / "suggestions"
LIST = Path(__file__).with_suffix(".txt")
#: A language is taken if it names this share of the concepts.
ENOUGH = 0.6
#: A keyword of more concepts than this says what kind of thing one is.
COMMON = 3
KEYWORDS = 4
LONGEST = 24
#: The language as such is enough where a territory only differs in some names.
TERRITORIES = {"pt-PT", "zh-Hant"}
VARIANT = "\ufe0f"


class Concept(NamedTuple):
    name: str
    category: str
    emoji: str


def concepts(emoji: Path) -> list[Concept]:
    by_name = {
        str(about["slug"]): glyph
        for glyph, about in json.loads((emoji / "data-by-emoji.json").read_text("utf-8")).items()
    }
    text = re.sub(r"(?m)^#.*\n", "", LIST.read_text("utf-8")).strip()
    found: list[Concept] = []
    for block in re.split(r"\n(?=\w+:)", text):
        category, names = block.split(":", 1)
        found += [Concept(name, category, by_name[name]) for name in names.split()]
    twice = [name for name, count in Counter(c.name for c in found).items() if count > 1]
    if twice:
        sys.exit(f"named twice in {LIST.name}: {', '.join(twice)}")
    return found


def ids(names: dict[str, str]) -> dict[str, str]:
    """Return the ids that concepts have in the English bank, so that banks can be joined."""
    bank = Workspace(REPO).bank("words", "en")
    assert bank is not None
    known = {fold(word, "en"): word.id for word in bank.words if word.id}
    return {concept: known.get(fold(name, "en"), "") for concept, name in names.items()}


def usable(text: str) -> bool:
    return (
        len(text) <= LONGEST
        and text.count(" ") < 2
        and not re.search(r"[\d(),:;/|“”\"!?.&+•]|\u2191", text)
    )


def rows(annotations: dict[str, dict[str, list[str]]], todo: list[Concept]) -> list[list[str]]:
    """Return for each concept its name, then other words for it."""
    entries = [annotations.get(c.emoji.replace(VARIANT, ""), {}) for c in todo]
    names = [(entry.get("tts") or [""])[0].strip() for entry in entries]
    names = [name if usable(name) else "" for name in names]
    often = Counter(word for entry in entries for word in entry.get("default", ()))
    seen = set(names)
    out = []
    for name, entry in zip(names, entries, strict=True):
        words = [w for w in entry.get("default", ()) if usable(w) and " " not in w]
        new = [w for w in words if often[w] <= COMMON and len(w) > 1 and w not in seen][:KEYWORDS]
        seen.update(new)
        out.append([name, *new])
    return out


def main(annotations: Path, emoji: Path) -> None:
    todo = concepts(emoji)
    shutil.rmtree(TARGET, ignore_errors=True)
    TARGET.mkdir(parents=True)
    shutil.copy(annotations / "LICENSE", TARGET / "CLDR-LICENSE.txt")
    tables: dict[str, list[list[str]]] = {}
    for folder in sorted((annotations / "annotations").iterdir()):
        code = tag(folder.name)
        if code is None or ("-" in folder.name and folder.name not in TERRITORIES):
            continue
        data = json.loads((folder / "annotations.json").read_text("utf-8"))
        table = rows(data["annotations"].get("annotations", {}), todo)
        if len([row for row in table if row[0]]) >= ENOUGH * len(todo):
            tables[code] = table
    joined = ids({c.name: row[0] for c, row in zip(todo, tables["en"], strict=True)})
    lines = [f"{c.name}\t{c.category}\t{joined[c.name]}".rstrip() for c in todo]
    (TARGET / "concepts.tsv").write_text("\n".join(lines) + "\n", "utf-8")
    for code, table in tables.items():
        text = "".join("\t".join(row) + "\n" for row in table)
        (TARGET / f"{code}.tsv").write_text(text, "utf-8")
    print(
        f"{len(tables)} languages, {len(todo)} concepts, "
        f"{len([i for i in joined.values() if i])} with the id of a bank"
    )


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
