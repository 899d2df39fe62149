"""The JSON Schemas: they take every shipped file, and refuse what is wrong in form."""

from __future__ import annotations

import importlib.util
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import jsonschema
import pytest
import yaml

from ppgen.load.workspace import Workspace
from ppgen.schema import FILES, reference, schema
from ppgen.source.forms import Entry, Record, named_in
from ppgen.source.kinds import Text
from tests.support.run import REPO

ERRORS = REPO / "tests/errors"
SHIPPED = [REPO / "ppgen.yaml", *REPO.glob("content/**/*.yaml"), *REPO.glob("templates/**/*.yaml")]
#: The cases of tests/errors that a schema refuses: those that are a matter of form in one file.
#: The others need other files, the values of expressions, or what YAML itself refuses.
FORM = {
    "E101-colon-without-space", "E101-empty-file",
    "E103-merge-key",
    "E201-bank", "E201-element", "E201-element-kind", "E201-game", "E201-labels", "E201-layout",
    "E201-product", "E201-rows", "E201-several", "E201-sizes", "E201-style", "E201-workspace",
    "E202-choice", "E202-colour-is-comment", "E202-comma-in-text", "E202-digits", "E202-first-line",
    "E202-language",
    "E202-list-for-map", "E202-nothing", "E202-number", "E202-other-kind", "E202-version",
    "E202-version-1", "E202-yes-no",
    "E204-generator", "E204-key",
    "E205-label", "E205-word",
    "E301-hyphen",
    "E306-binding",
}  # fmt: skip


class Core(yaml.SafeLoader):
    """YAML 1.2 as editors read it: `no` is text, and `012` a number."""


Core.yaml_implicit_resolvers = {}
for tag, pattern, first in (
    ("bool", r"true|false|True|False|TRUE|FALSE", "tfTF"),
    ("int", r"[-+]?[0-9]+", "-+0123456789"),
    ("float", r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?", "-+0123456789."),
    ("null", r"~|null|Null|NULL|", ["~", "n", "N", ""]),
):
    Core.add_implicit_resolver(
        f"tag:yaml.org,2002:{tag}", re.compile(f"^(?:{pattern})$"), list(first)
    )
Core.add_constructor("tag:yaml.org,2002:int", lambda _loader, node: int(node.value))

VALIDATORS = {kind: jsonschema.Draft7Validator(schema(kind)) for kind in FILES}


def faults(text: str, kind: str = "") -> list[str]:
    """Return what a schema finds wrong in a file."""
    data = yaml.load(text, Core)
    head = re.search(r"^ppgen: (\w+)/", text, re.MULTILINE)
    kind = kind or (head[1] if head else "")
    return [error.message for error in VALIDATORS[kind].iter_errors(data)]


def keys() -> Iterator[tuple[str, str, Entry]]:
    for kind, file in FILES.items():
        for name, form in named_in(file).items():
            if isinstance(form, Record):
                for key, entry in form.keys().items():
                    yield f"{kind}: {name}", key, entry


@pytest.mark.parametrize("kind", FILES)
def test_schemas_are_schemas(kind: str) -> None:
    jsonschema.Draft7Validator.check_schema(schema(kind))


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.relative_to(REPO).as_posix())
def test_shipped_files_are_taken(path: Path) -> None:
    assert faults(path.read_text("utf-8")) == []


def test_every_key_says_what_it_is() -> None:
    found = list(keys())
    assert len(found) > 100
    for where, key, entry in found:
        assert re.fullmatch(r"[A-Z`].{1,88}[.]", entry.doc), f"{where}: {key}: {entry.doc}"
        assert f"| `{key}` |" in reference()


def test_names_of_forms_are_their_own() -> None:
    """Two tables under one name would leave one of them out of the schema."""
    for kind, file in FILES.items():
        found: dict[str, object] = {}
        forms = [file, *named_in(file).values()]
        for form in forms:
            if isinstance(form, Record):
                assert found.setdefault(form.name, form.keys()) == form.keys(), (kind, form.name)
        assert kind in found


def kind_at(path: Path) -> str:
    """Return the kind that a file is read as, wherever its first line says otherwise."""
    if path.parent.name == "labels":
        return "labels"
    named = {"ppgen": "workspace", "game": "game", "sizes": "sizes"}
    return "layout" if "templates" in path.parts else named.get(path.stem, "bank")


def refused(case: Path) -> bool:
    """Return whether a schema refuses a file of a case; what is no YAML is for YAML to refuse."""
    for path in filter(Path.is_file, case.rglob("*.yaml")):
        try:
            if faults(path.read_text("utf-8"), kind_at(path)):
                return True
        except (yaml.YAMLError, UnicodeDecodeError):
            continue
    return False


def test_schemas_refuse_what_is_wrong_in_form() -> None:
    # Each code E201 is about a key that is not known: none of them may be missing.
    assert {p.name for p in ERRORS.glob("E201-*")} <= FORM
    # What ppgen writes for itself, the recipes of decks, has no schema.
    cases = [p for p in ERRORS.iterdir() if p.name != "_base" and not p.name.endswith("-recipe")]
    assert {case.name for case in cases if refused(case)} == FORM
    assert not refused(ERRORS / "_base")


@pytest.mark.parametrize(
    ("good", "bad"),
    [
        ("margin: 2 * n", "margin: '${n}'"),
        ("margin: 4", "margin: -1"),
        ("margin: 4mm", "margin: 4mmm"),
        ("margin: face.width / 20", "margin: 0,5"),
        ("styles: {a: {size: 9pt}}", "styles: {a: {size: 9}}"),
        ("styles: {a: {bold: yes}}", "styles: {a: {bold: true}}"),
        ("styles: {a: {align: '${x}'}}", "styles: {a: {align: middle}}"),
        ("styles: {a: {fill: ink}}", "styles: {a: {fill: '#12345'}}"),
        ("colors: {ink: '#000000'}", "colors: {ink: black}"),
        ("rows: {a: 1fr+3, b: {size: 3, min: 2}}", "rows: {a: {siez: 3}}"),
        ("columns: [a: 12, 3, b: 1fr]", "columns: [{a: 12, b: 3}]"),
        ("needs: {n: [text], m: {k: integer = 3}}", "needs: {n: [text, text]}"),
        ("needs: {a_b: text}", "needs: {a-b: text}"),
        ("draw: [{text: a, when: n == 1}]", "draw: [{text: a, when: '${n}'}]"),
        ("draw: [{text: a, rotate: 90}]", "draw: [{text: a, rotate: 45}]"),
        ("draw: [{group: [{text: a}]}]", "draw: [{group: [{txt: a}]}]"),
        ("let: {a: 1 + 2, b: [1]}", "let: {a-b: 1}"),
    ],
)
def test_forms_of_values(good: str, bad: str) -> None:
    assert faults(f"ppgen: layout/2\n{good}\n") == []
    assert faults(f"ppgen: layout/2\n{bad}\n") != []


@pytest.fixture
def manual(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The script that writes what is generated, over a copy of what it writes."""
    monkeypatch.syspath_prepend(REPO / "scripts")
    spec = importlib.util.spec_from_file_location("manual", REPO / "scripts/manual.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    for name in ("schema", "content", "templates"):
        shutil.copytree(REPO / name, tmp_path / name)
    (tmp_path / "docs").mkdir()
    for name in ("docs/layout-language.md", "docs/base.md", "ppgen.yaml"):
        shutil.copy(REPO / name, tmp_path / name)
    monkeypatch.setattr(module, "ROOT", tmp_path)
    monkeypatch.setattr(module.base, "PAGE", tmp_path / "docs/base.md")
    monkeypatch.setattr(module, "SCHEMA", tmp_path / "schema")
    monkeypatch.setattr(module, "MANUAL", tmp_path / "docs/layout-language.md")
    return module


def test_what_is_generated_is_up_to_date(manual: ModuleType) -> None:
    assert manual.stale() == []


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("schema/layout.json", "Safe area", "Margin"),
        ("docs/layout-language.md", "Safe area: dist", "Margin: dist"),
        ("docs/base.md", "`weight: 0.18`", "`weight: 0.2`"),
        ("ppgen.yaml", "# yaml-language-server: $schema=schema/workspace.json\n", ""),
        ("content/sizes.yaml", "schema/sizes.json", "schema/bank.json"),
    ],
)
def test_stale_files_are_named_and_written(
    manual: ModuleType, name: str, old: str, new: str
) -> None:
    path = manual.ROOT / name
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")
    assert manual.stale() == [name]
    manual.write()
    assert path.read_text("utf-8") == text
    assert manual.stale() == []


def test_a_schema_of_no_kind_is_stale(manual: ModuleType) -> None:
    old = manual.SCHEMA / "card.json"
    old.write_text("{}")
    assert manual.stale() == ["schema/card.json"]
    manual.write()
    assert not old.exists()


def test_base_is_explained_whole() -> None:
    """Every style, colour, shape and part of base is on its page, the parts with their needs."""
    page = (REPO / "docs/base.md").read_text("utf-8")
    layout = Workspace(REPO).layout(Text("base"))
    assert layout
    for names in (layout.styles, layout.colors, layout.shapes, layout.parts):
        assert [name for name in names if f"`{name}`" not in page] == []
    for part in layout.parts.values():
        assert all(
            f"`{name}: {need.type.name}" in page
            for name, need in part.needs.items()
            if need.type.name not in {"list", "map"}
        )
    for picture in re.findall(r"\]\((img/.*?)\)", page):
        assert (REPO / "docs" / picture).is_file()
