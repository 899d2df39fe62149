"""The documents name what there is, no less and no more: keys, rules, codes, commands, folders."""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Iterable, Iterator

import click
import pytest

import ppgen.load
from ppgen.cli.app import COMMANDS
from ppgen.diagnostics import CODES
from ppgen.expr.values import FUNCTIONS
from ppgen.lint.rules import RULES
from ppgen.source.decode import Key
from tests.support.run import REPO

LANGUAGE = (REPO / "docs/layout-language.md").read_text("utf-8")
BANKS = (REPO / "docs/word-banks.md").read_text("utf-8")
CONTRIBUTING = (REPO / "CONTRIBUTING.md").read_text("utf-8")
README = (REPO / "README.md").read_text("utf-8")
#: The pages for those who use ppgen.
PAGES = "\n".join(
    [README, *(path.read_text("utf-8") for path in sorted((REPO / "docs").glob("*.md")))]
)
PRINTING = (REPO / "docs/printing.md").read_text("utf-8")


def code(page: str) -> str:
    """Return all that a page sets as code."""
    blocks = re.findall(r"^```.*?^```", page, re.M | re.S)
    rest = re.sub(r"^```.*?^```", "", page, flags=re.M | re.S)
    return "\n".join([*blocks, *re.findall(r"`[^`\n]+`", rest)])


def rows(page: str, head: str) -> list[list[str]]:
    """Return the cells of all rows of a page's tables whose first column has a head."""
    out: list[list[str]] = []
    inside = False
    for line in page.splitlines():
        cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        if not cells:
            inside = False
        elif cells[0] == head:
            inside = True
        elif inside and set(cells[0]) != {"-"}:
            out.append(cells)
    return out


def listed(page: str, head: str) -> list[str]:
    """Return the names in the first column of a page's tables with such a head."""
    return [name for cells in rows(page, head) for name in re.findall(r"`([^`]+)`", cells[0])]


def key_tables() -> Iterator[tuple[str, set[str]]]:
    """Yield the tables of keys that files are read by, those of all modules of `load`."""
    for found in pkgutil.iter_modules(ppgen.load.__path__):
        module = importlib.import_module(f"ppgen.load.{found.name}")
        for name, value in vars(module).items():
            if not isinstance(value, dict) or not value:
                continue
            if all(isinstance(key, Key) for key in value.values()):
                yield f"{found.name}.{name}", set(value)
            elif all(isinstance(keys, dict) for keys in value.values()):
                for kind, keys in value.items():
                    yield f"{found.name}.{name}: {kind}", {kind, *keys}


def absent(names: Iterable[str], page: str) -> list[str]:
    """Name what a page does not have as code."""
    found = set(re.findall(r"[\w-]+", code(page)))
    return sorted(set(names) - found)


def commands() -> Iterator[str]:
    """Yield every command as it is typed."""
    for later in COMMANDS:
        command = later.load()
        yield f"ppgen {later.name}"
        if isinstance(command, click.Group):
            yield from (f"ppgen {later.name} {name}" for name in command.commands)


@pytest.mark.parametrize("command", list(commands()))
def test_every_command_is_shown(command: str) -> None:
    assert re.search(rf"{command}\b", code(PAGES))


def test_no_other_command_is_shown() -> None:
    names = {command.split()[1] for command in commands()}
    shown = re.findall(r"^(?:`|)ppgen ([a-z]+)", code(PAGES), re.M)
    assert set(shown) <= names
    assert len(set(shown)) == len(names)


def test_the_rules_of_lint_are_those_in_the_table() -> None:
    found = [(cells[0], cells[1].split(",")[0]) for cells in rows(BANKS, "id")]
    assert found == [(rule.id, rule.level) for rule in RULES]


TABLES = dict(key_tables())


@pytest.mark.parametrize("table", TABLES)
def test_every_key_of_a_file_is_documented(table: str) -> None:
    assert absent(TABLES[table], LANGUAGE + BANKS) == []


def test_every_function_of_expressions_is_documented() -> None:
    assert [name for name in FUNCTIONS if f"{name}(" not in code(LANGUAGE)] == []


@pytest.mark.parametrize("head", ["key", "product key", "kind"])
def test_keys_that_are_documented_are_read(head: str) -> None:
    assert listed(LANGUAGE, head)
    assert set(listed(LANGUAGE, head)) <= set().union(*TABLES.values())


@pytest.mark.parametrize("page", [LANGUAGE, BANKS, README], ids=["language", "banks", "readme"])
def test_codes_and_rules_that_are_named_exist(page: str) -> None:
    named = set(re.findall(r"\b[A-Z]\d{2,3}\b", page)) - {"A1", "A5"}
    assert {name for name in named if name[0] == "E"} <= set(CODES)
    assert {name for name in named if name[0] in "BWDCPN"} <= {rule.id for rule in RULES}


def test_unit_tests_lie_by_the_folders_of_the_engine() -> None:
    stages = {path.parent.name for path in (REPO / "ppgen").glob("*/__init__.py")}
    assert {path.parent.name for path in (REPO / "tests/unit").glob("*/test_*.py")} <= stages


def test_every_option_of_printing_is_explained() -> None:
    """The page on printing is where people look for what to do."""
    options = {
        flag for later in COMMANDS if later.name == "printer" for flag in flags(later.load())
    }
    printing = ("--duplex", "--fronts", "--leaves", "--margin", "--fit", "--marks", "--marks-on",
                "--spares", "--gang", "--one-file")  # fmt: skip
    wanted = {*printing, "--gap", "--bleed", "--printer", "--pads", "--count", *options} - {
        "--root",
        "--output",
        "--force",
    }
    assert sorted(flag for flag in wanted if f"{flag}" not in code(PRINTING)) == []
    assert sorted(set(re.findall(r"--[a-z-]+", code(PRINTING))) - {*wanted, "--across"}) == []


def flags(group: click.Command) -> Iterator[str]:
    """Yield the long options of all commands of a group."""
    assert isinstance(group, click.Group)
    for command in group.commands.values():
        for param in command.params:
            yield from (flag for flag in param.opts if flag.startswith("--"))


def test_every_folder_of_the_engine_and_of_the_tests_is_described() -> None:
    engine = [path.parent.name for path in (REPO / "ppgen").glob("*/__init__.py")]
    assert absent(engine, CONTRIBUTING) == []
    tests = [path.name for path in (REPO / "tests").iterdir() if path.is_dir()]
    assert absent([name for name in tests if name[0] not in "._"], CONTRIBUTING) == []


def test_what_is_missing_is_seen() -> None:
    page = "| key | meaning |\n|---|---|\n| `rows` \\| `columns` | both |\n\nof `draw: [x-y]`\n"
    assert listed(page, "key") == ["rows", "columns"]
    assert absent(["rows", "draw", "x-y", "meaning", "let"], page) == ["let", "meaning"]
