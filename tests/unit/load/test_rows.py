"""Tables of records: what spreadsheets write, and what of it is refused, with its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from ppgen.build import Fonts, default_request, place
from ppgen.diagnostics import Source, short
from ppgen.drawing.ops import TextOp
from ppgen.load.cells import cut_table, separator
from ppgen.load.workspace import Workspace
from ppgen.model.game import Table
from ppgen.source.kinds import Empty, Text
from tests.support.run import Runner, write

GAME = """
ppgen: game/2
title: G
products:
  cards:
    size: half
    each: {card: {rows: FILE}}
    front: card
  other:
    size: half
    front: {layout: card, with: {card: {name: none}}}
"""


def read(root: Path, data: str | bytes, file: str = "cards.csv") -> Workspace:
    """Make a workspace with a table; read its game."""
    write(root, {"content/g/game.yaml": GAME.replace("FILE", file)})
    path = root / "content/g" / file
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return Workspace(root)


def rows(workspace: Workspace) -> list[dict[str, object]]:
    game = workspace.game("g")
    assert game
    assert not workspace.report, [short(d) for d in workspace.report.sorted()]
    table = game.products["cards"].each["card"]
    assert isinstance(table, Table)
    return [dict(row) for row in table.rows]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("name,n\nA,1\n\nB,-2.5\n", [{"name": "A", "n": 1}, {"name": "B", "n": -2.5}]),
        ("name;n\r\nA;1,5\r\nB;2\r\n", [{"name": "A", "n": 1.5}, {"name": "B", "n": 2}]),
        ("sep=|\nname|n\nA|1\n", [{"name": "A", "n": 1}]),
        ("\ufeffname\tn\nA\t007\n", [{"name": "A", "n": "007"}]),
        ('name,n\n"A, ""b""",\n', [{"name": 'A, "b"', "n": ""}]),
        ('name,n\n"two\nlines",1\nB,2\n', [{"name": "two\nlines", "n": 1}, {"name": "B", "n": 2}]),
        ("name,n,,\nA,1,,\n,,\nB\n", [{"name": "A", "n": 1}, {"name": "B", "n": ""}]),
        ("#c,First name\n#fff, A \n", [{"#c": "#fff", "First name": "A"}]),
        ("name\n${x}\nno\n", [{"name": "${x}"}, {"name": "no"}]),
        ("name,n\n", []),
    ],
)
def test_rows_of_a_csv(tmp_path: Path, text: str, expected: list[dict[str, object]]) -> None:
    found = rows(read(tmp_path, text, "cards.tsv" if "\t" in text else "cards.csv"))
    assert found == expected
    for row in found:
        for value in row.values():
            assert isinstance(value, int | float | Text)
            assert isinstance(value, Empty) == (value == "")


def test_a_cell_knows_its_place_below_one_of_two_lines() -> None:
    text = 'name,n\n"two\nlines","x\ny"\n  B, c\n'
    source = Source("t.csv", text)
    spans = [[(f.span.line, f.span.column) for f in row] for row in cut_table(source, ",")]
    assert spans == [[(1, 1), (1, 6)], [(2, 2), (3, 9)], [(5, 3), (5, 6)]]
    assert separator(Source("t.tsv", text)) == "\t"


@pytest.mark.parametrize(
    ("encoding", "named"), [("cp1252", "Windows (cp1252)"), ("utf-16", "UTF-16"), ("utf-8", "")]
)
def test_encodings_are_read_as_those_of_lists_of_words(
    ppgen: Runner, tmp_path: Path, encoding: str, named: str
) -> None:
    data = "name\nBärenklau für Gäste\nÖl\n".encode(encoding)
    assert [row["name"] for row in rows(read(tmp_path, data))] == ["Bärenklau für Gäste", "Öl"]
    layout = "ppgen: layout/2\nextends: base\nneeds: {card: {name: text}}\ndraw:\n"
    write(
        tmp_path,
        {
            "ppgen.yaml": "ppgen: workspace/1\n",
            "templates/card.yaml": f"{layout}  - text: ${{card.name}}\n",
        },
    )
    ran = ppgen("make", "g/cards", cwd=tmp_path)
    assert ran.code == 0, ran.err
    note = f"note: `content/g/cards.csv` is not UTF-8: read as {named}\n" if named else ""
    assert ran.err == note


def test_rows_of_a_yaml_have_the_keys_of_all(tmp_path: Path) -> None:
    text = "ppgen: rows/1\nrows:\n  - {name: A, n: 1}\n  - {name: '2', tags: [x, y]}\n"
    assert rows(read(tmp_path, text, "deep/cards.yaml")) == [
        {"name": "A", "n": 1, "tags": ""},
        {"name": "2", "n": "", "tags": ["x", "y"]},
    ]


def test_a_broken_table_takes_only_its_own_product_along(tmp_path: Path) -> None:
    workspace = read(tmp_path, "name,name\nA,B\n")
    game = workspace.game("g")
    assert game
    assert list(game.products) == ["other"]
    assert [d.code for d in workspace.report.sorted()] == ["E102"]


@pytest.mark.parametrize(
    "file", ["../h/cards.csv", "/etc/x.csv", "C:\\x.csv", "..\\x.csv", "a/../../x.csv"]
)
def test_a_table_outside_of_the_game_is_refused(tmp_path: Path, file: str) -> None:
    write(tmp_path, {"content/g/game.yaml": GAME.replace("FILE", file)})
    write(tmp_path, {"content/h/cards.csv": "name\nA\n"})
    workspace = Workspace(tmp_path)
    workspace.game("g")
    (problem,) = workspace.report.sorted()
    assert problem.code == "E601"
    assert "outside the folder of the game" in problem.message


def test_a_link_to_a_table_outside_is_refused(tmp_path: Path) -> None:
    write(tmp_path / "w", {"content/g/game.yaml": GAME.replace("FILE", "cards.csv")})
    (tmp_path / "secret.csv").write_text("name\nA\n")
    (tmp_path / "w/content/g/cards.csv").symlink_to(tmp_path / "secret.csv")
    workspace = Workspace(tmp_path / "w")
    workspace.game("g")
    assert [d.code for d in workspace.report.sorted()] == ["E601"]


def test_an_empty_cell_leaves_a_need_its_default(ppgen: Runner, tmp_path: Path) -> None:
    """In a map and alone, in the first record and in a later one."""
    read(tmp_path, "name,n\nA,\nB,5\nC,\n")
    write(
        tmp_path,
        {
            "ppgen.yaml": "ppgen: workspace/1\n",
            "content/g/game.yaml": """
                ppgen: game/2
                title: G
                products:
                  cards:
                    size: half
                    each: {card: {rows: cards.csv}}
                    front: {layout: card, with: {alone: "${card.n}", word: "${card.n}"}}
                """,
            "templates/card.yaml": """
                ppgen: layout/2
                extends: base
                needs:
                  card: {name: text, n: integer = 7}
                  alone: integer = 8
                  word: text = nine
                draw:
                  - text: ${card.name} ${card.n} ${alone} ${word}
                """,
        },
    )
    ran = ppgen("check", cwd=tmp_path)
    assert (ran.code, ran.err) == (0, "")
    workspace = Workspace(tmp_path)
    assert drawn(workspace) == ["A 7 8 nine", "B 5 5 5", "C 7 8 nine"]


def drawn(workspace: Workspace) -> list[str]:
    """Return the texts of all fronts."""
    game = workspace.game("g")
    assert game
    request = default_request(workspace, game, game.products["cards"], "en")
    made = place(workspace, request, Fonts(workspace.fonts))
    assert made
    return [
        op.text
        for group in made.groups
        for face in group.fronts
        for op in face.ops
        if isinstance(op, TextOp)
    ]


def test_more_rows_than_anybody_prints_are_refused(tmp_path: Path) -> None:
    workspace = read(tmp_path, "name\n" + "A\n" * 100_001)
    workspace.game("g")
    assert [d.code for d in workspace.report.sorted()] == ["E305"]


@pytest.mark.parametrize(
    ("table", "remarks"),
    [
        (
            "n,en,de\n1,A,B\n2,C,\n3,D,\n",
            ("column `de` is empty in 2 rows (content/g/cards.csv:3, 4)",),
        ),
        ("n,en,de\n1,A,\n2,C,\n", ()),
        ("n,en,wild\n1,A,\n2,C,x\n", ()),
        ("n,en,de\n1,A,B\n", ()),
    ],
)
def test_a_gap_in_a_language_is_remarked(
    tmp_path: Path, table: str, remarks: tuple[str, ...]
) -> None:
    """A column that no row fills is yet to come, and one of another name may be optional."""
    game = read(tmp_path, table).game("g")
    assert game
    assert game.products["cards"].remarks == remarks
