"""Labels that are looked up by a value which an expression chooses."""

from __future__ import annotations

from pathlib import Path

import pytest

from ppgen.load.unused import unused_labels
from ppgen.load.workspace import Workspace
from tests.support.run import write

FILES = {
    "ppgen.yaml": "ppgen: workspace/1\n",
    "content/g/game.yaml": """
        ppgen: game/2
        title: G
        products: {p: {size: 63x88, front: x}}
        """,
    "content/g/labels/en.yaml": """
        ppgen: labels/1
        lang: en
        labels: {won: Won, lost: Lost}
        """,
}


@pytest.mark.parametrize(
    ("text", "unused"),
    [
        ("${t['won' if n else 'lost']}", []),
        ("${t[key]}", []),
        ("${t.won}", ["lost"]),
        ("${'won'}", ["lost", "won"]),
    ],
)
def test_a_key_that_an_expression_chooses_is_used(
    tmp_path: Path, text: str, unused: list[str]
) -> None:
    layout = f"""
        ppgen: layout/2
        needs: {{n: integer = 1}}
        let: {{key: "'won' if n else 'lost'"}}
        draw: [{{text: "{text}"}}]
        """
    write(tmp_path, {**FILES, "templates/x.yaml": layout})
    workspace = Workspace(tmp_path)
    unused_labels(workspace)
    found = [d.message.split("`")[1] for d in workspace.report.sorted() if d.code == "E214"]
    assert sorted(found) == unused
