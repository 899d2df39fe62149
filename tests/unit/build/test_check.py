"""What `check` places: a person's own work in all ways, what is built in as it is usually made."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ppgen.deal.defaults import every_choice
from ppgen.load.own import is_own, touches_builtin
from ppgen.load.workspace import Workspace
from ppgen.model.game import Product
from tests.support.run import REPO, Runner, write

#: A card whose words fit unless `mood` is `loud` and `n` is at its end.
OWN = {
    "ppgen.yaml": "ppgen: workspace/1\n",
    "content/own/game.yaml": """
        ppgen: game/2
        title: Own
        products:
          p:
            size: 60x40
            front: own
            options:
              mood:
                choices: [calm, loud]
                default: calm
              n:
                type: integer
                min: 1
                max: 9
                default: 2
    """,
    "content/own/labels/en.yaml": """
        ppgen: labels/1
        lang: en
        labels:
          hello: Hello
          long: Wordwordwordword
    """,
    "templates/own.yaml": """
        ppgen: layout/2
        extends: base
        needs: {mood: text, n: integer}
        draw:
          - text: ${t.long if mood == 'loud' and n == 9 else t.hello}
            style: {size: 40pt, min-size: 30pt}
    """,
}


def product(workspace: Workspace, target: str) -> Product:
    name, _, key = target.partition("/")
    game = workspace.game(name)
    assert game is not None
    return game.products[key]


def owned(root: Path, target: str, lang: str) -> bool:
    """Return whether a file of a workspace has a part in a product."""
    workspace = Workspace(root)
    name, _, key = target.partition("/")
    game = workspace.game(name)
    assert game is not None
    return is_own(workspace, game, game.products[key], lang)


def test_options_are_tried_in_all_ways_that_they_go_together(tmp_path: Path) -> None:
    write(tmp_path, OWN)
    ways = list(every_choice(product(Workspace(tmp_path), "own/p")))
    assert ways[0] == {"mood": "calm", "n": 2}
    found = {(way["mood"], way["n"]) for way in ways}
    assert found == {(mood, n) for mood in ("calm", "loud") for n in (1, 2, 9)}
    assert len(ways) == 6
    assert all(type(way["n"]) is int for way in ways)


def test_options_with_too_many_ways_are_tried_one_at_a_time(tmp_path: Path) -> None:
    options = ", ".join(f"o{i}: {{choices: [a, b, c], default: b}}" for i in range(8))
    game = (
        "ppgen: game/2\ntitle: G\nproducts:\n"
        f"  p: {{size: 60x40, front: x, options: {{{options}}}}}\n"
    )
    write(tmp_path, {"content/g/game.yaml": game})
    ways = list(every_choice(product(Workspace(tmp_path), "g/p")))
    assert len(ways) == 1 + 8 * 2
    assert set(ways[0].values()) == {"b"}
    assert all(sum(value != "b" for value in way.values()) == 1 for way in ways[1:])


def test_an_own_product_is_checked_with_every_choice(ppgen: Runner, tmp_path: Path) -> None:
    write(tmp_path, OWN)
    assert ppgen("make", cwd=tmp_path).code == 0
    ran = ppgen("check", cwd=tmp_path)
    assert ran.code == 1
    assert "error[E401]: `Wordwordwordword` does not fit" in ran.err
    write(tmp_path, {"templates/own.yaml": OWN["templates/own.yaml"].replace("30pt", "9pt")})
    assert ppgen("check", cwd=tmp_path).out == "no problems: 1 product in 1 language\n"


def test_whose_a_product_is_follows_from_its_files(tmp_path: Path) -> None:
    write(tmp_path, OWN)
    assert owned(tmp_path, "own/p", "en")
    assert not owned(tmp_path, "decrypto/notes", "de")
    assert not touches_builtin(Workspace(tmp_path))
    for at, (file, target, other) in enumerate(
        (
            ("content/words/de.yaml", "decrypto/keywords", "decrypto/notes"),
            ("content/decrypto/labels/de.yaml", "decrypto/notes", "kryptx/pad"),
            ("templates/decrypto/notes.yaml", "decrypto/notes", "kryptx/pad"),
        )
    ):
        root = tmp_path / str(at)
        copied = (REPO / file).read_text("utf-8")
        write(root, {**OWN, file: copied})
        assert not touches_builtin(Workspace(root)), f"{file}: a copy changes nothing"
        assert not owned(root, target, "de"), file
        write(root, {file: f"{copied}\n# mine\n"})
        assert touches_builtin(Workspace(root)), file
        assert owned(root, target, "de"), file
        assert not owned(root, other, "de"), file
        if not file.startswith("templates"):
            assert not owned(root, target, "fr"), file
    base = (REPO / "templates/base.yaml").read_text("utf-8")
    write(tmp_path, {"templates/base.yaml": f"{base}\n# mine\n"})
    assert owned(tmp_path, "decrypto/notes", "fr")


def test_nothing_built_in_is_a_persons_own() -> None:
    assert not owned(REPO, "decrypto/notes", "de")
    assert not touches_builtin(Workspace(REPO))


@pytest.mark.slow
def test_what_a_person_changes_is_checked_in_its_language(ppgen: Runner, tmp_path: Path) -> None:
    """Of games that ppgen brought along, French is else left out."""
    labels = re.sub(
        "(?m)^  clues: .*", "  clues: Wo" + "rd" * 50,
        (REPO / "content/decrypto/labels/fr.yaml").read_text("utf-8"),
    )  # fmt: skip
    fine = OWN["templates/own.yaml"].replace("30pt", "9pt")
    write(tmp_path, {**OWN, "templates/own.yaml": fine, "content/decrypto/labels/fr.yaml": labels})
    ran = ppgen("check", cwd=tmp_path)
    assert ran.code == 1
    assert re.search(r"error\[E401\].*\n *--> content/decrypto/labels/fr.yaml", ran.err)


@pytest.mark.slow
def test_built_in_games_are_fine_and_no_file_is_made(ppgen: Runner, tmp_path: Path) -> None:
    """In every language, with every choice of options: this is what a plain `check` leaves out."""
    ran = ppgen("check", "--all", cwd=tmp_path)
    assert (ran.code, ran.err, [*tmp_path.iterdir()]) == (0, "", [])
    said = re.compile(r"no problems: (\d+) built-in products in (?:up to )?(\d+) languages\n")
    found = said.fullmatch(ran.out)
    assert found
    usual = ppgen("check", cwd=tmp_path)
    assert (usual.code, usual.err, [*tmp_path.iterdir()]) == (0, "", [])
    few = said.fullmatch(usual.out)
    assert few
    assert few[1] == found[1]
    assert int(few[2]) == 2 < int(found[2])


def test_products_and_languages_are_counted_apart(ppgen: Runner, tmp_path: Path) -> None:
    fine = OWN["templates/own.yaml"].replace("30pt", "9pt")
    german = OWN["content/own/labels/en.yaml"].replace("lang: en", "lang: de")
    write(tmp_path, {**OWN, "templates/own.yaml": fine, "content/own/labels/de.yaml": german})
    assert ppgen("check", cwd=tmp_path).out == "no problems: 1 product in 2 languages\n"
    game = OWN["content/own/game.yaml"]
    digits = "\n          q: {size: 60x40, front: bare, labels: no}"
    bare = 'ppgen: layout/2\nextends: base\ndraw: [{text: "1"}]\n'
    write(
        tmp_path,
        {"content/own/game.yaml": game.rstrip() + digits, "templates/bare.yaml": bare},
    )
    ran = ppgen("check", cwd=tmp_path)
    assert re.fullmatch(r"no problems: 2 products in up to \d+ languages\n", ran.out), ran


def test_a_game_in_no_workspace_is_noted_as_not_checked(ppgen: Runner, tmp_path: Path) -> None:
    """What is said to be fine is not what lies here."""
    write(tmp_path, {name: text for name, text in OWN.items() if name != "ppgen.yaml"})
    for args in ((), ("content/own",), ("content/own/game.yaml",)):
        ran = ppgen("check", *args, cwd=tmp_path)
        assert ran.err.startswith("note: not checked: content/own; `ppgen init .` makes"), ran.err
        assert re.fullmatch(r"no problems: \d+ built-in products in 2 languages\n", ran.out)


def test_a_gap_in_a_table_is_noted(ppgen: Runner, tmp_path: Path) -> None:
    game = (
        "ppgen: game/2\ntitle: G\nproducts:\n"
        "  p: {size: 60x40, each: {card: {rows: c.csv}}, front: x}\n"
    )
    layout = (
        'ppgen: layout/2\nextends: base\nneeds: {card: {de: text}}\ndraw: [{text: "${card.de}"}]\n'
    )
    write(
        tmp_path,
        {"ppgen.yaml": OWN["ppgen.yaml"], "content/g/game.yaml": game, "templates/x.yaml": layout,
         "content/g/c.csv": "n,de\n1,\n2,A\n"},
    )  # fmt: skip
    ran = ppgen("check", cwd=tmp_path)
    assert (ran.code, ran.err) == (0, "note: column `de` is empty in 1 row (content/g/c.csv:2)\n")
