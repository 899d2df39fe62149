"""Workspaces: a game of one's own in YAML alone, what wins over what, and which games are meant."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pikepdf
import pypdfium2 as pdfium
import pytest

from tests.support.run import REPO, Runner, write

FILES = {
    "ppgen.yaml": "ppgen: workspace/1\n",
    "content/pairs/game.yaml": """
        ppgen: game/2
        title: Pairs
        notice: "${t.notice}"
        values:
          animals: [{key: cat, points: 2}, {key: dog, points: 3}, {key: owl, points: 5}]
        products:
          deck:
            size: 60x40
            each: {animal: animals}
            copies: 2
            options:
              tone: {choices: [plain, loud], default: plain, help: How loud the backs are}
              bonus: {type: integer, min: 0, max: 9, default: 0, help: Points on top}
            front:
              layout: pairs/card
              with: {name: "${t[animal.key]}", points: "${animal.points + bonus}"}
            back: {layout: pairs/back, with: {loud: "${tone == 'loud'}"}}
        """,
    "content/pairs/labels/en.yaml": """
        ppgen: labels/1
        lang: en
        labels: {cat: Cat, dog: Dog, owl: Owl, worth: "{n} points", back: Turn me}
        """,
    "content/pairs/labels/de.yaml": """
        ppgen: labels/1
        lang: de
        labels: {cat: Katze, dog: Hund, owl: Eule, worth: "{n} Punkte", back: Dreh mich}
        """,
    "templates/pairs/card.yaml": """
        ppgen: layout/2
        extends: base
        needs: {name: text, points: integer}
        shapes:
          paw: {view: 10x10, path: M0 0H10V5H5V10H0z}
        rows: {name: 10, icon: 1fr, worth: 6}
        draw:
          - {text: "${name}", box: name, style: {size: 20pt}}
          - {shape: paw, box: {in: icon, width: 12, height: 12}, style: {fill: green}}
          - {text: "${t.worth(n=points)}", box: worth}
        """,
    "templates/pairs/back.yaml": """
        ppgen: layout/2
        extends: base
        needs: {loud: yes-no}
        draw:
          - {shape: rect, style: {fill: red}, when: loud}
          - {text: "${t.back}"}
        """,
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "mine"
    write(folder, FILES)
    return folder


def texts(path: Path) -> list[str]:
    document = pdfium.PdfDocument(path)
    return [" ".join(page.get_textpage().get_text_range().split()) for page in document]


def made(folder: Path) -> list[str]:
    return sorted(p.name for p in (folder / "out").iterdir()) if (folder / "out").exists() else []


# --- a game in YAML alone ---


def test_own_game_prints_two_sided_in_its_own_words(ppgen: Runner, root: Path) -> None:
    for lang, names, worth, back in (
        ("en", ("Cat", "Dog", "Owl"), "points", "Turn me"),
        ("de", ("Katze", "Hund", "Eule"), "Punkte", "Dreh mich"),
    ):
        ran = ppgen("make", "pairs/deck", "--lang", lang, cwd=root)
        assert ran.code == 0, ran.err
        assert "6 two-sided pieces on 1 sheet of A4 paper; print both sides" in ran.out
        front, behind = texts(root / f"out/pairs-deck-{lang}-a4.pdf")
        for name, points in zip(names, (2, 3, 5), strict=True):
            assert front.count(name) == 2, "two copies of each"
            assert front.count(f"{points} {worth}") == 2
        assert behind.count(back) == 6
        assert back not in front


def colors(path: Path, page: int) -> set[tuple[int, int, int]]:
    """Return the colours that fill more than a square centimetre of a page."""
    pixels = pdfium.PdfDocument(path)[page].render(scale=100 / 72, rev_byteorder=True).to_numpy()
    packed = pixels[:, :, :3].astype(np.int64) @ np.array([1 << 16, 1 << 8, 1])
    found, counts = np.unique(packed, return_counts=True)
    return {
        (int(c) >> 16, int(c) >> 8 & 255, int(c) & 255)
        for c, n in zip(found, counts, strict=True)
        if n > 39**2
    }


WHITE, GREEN, RED = (255, 255, 255), (0x00, 0x80, 0x5C), (0xD5, 0x30, 0x1C)


def test_own_option_and_own_icon(ppgen: Runner, root: Path) -> None:
    for tone in ("plain", "loud"):
        ran = ppgen("make", "pairs", "--tone", tone, "--bonus", "4", cwd=root)
        assert ran.code == 0, ran.err
    assert made(root) == [
        "pairs-deck-en-a4-bonus-4-tone-loud.pdf",
        "pairs-deck-en-a4-bonus-4-tone-plain.pdf",
    ]
    plain, loud = (root / f"out/pairs-deck-en-a4-bonus-4-tone-{t}.pdf" for t in ("plain", "loud"))
    assert colors(plain, 0) == {WHITE, GREEN}
    assert colors(plain, 1) == {WHITE}
    assert colors(loud, 1) == {WHITE, RED}
    assert "6 points" in texts(plain)[0]
    assert "9 points" in texts(plain)[0]


@pytest.mark.slow
def test_own_icon_has_its_own_outline(ppgen: Runner, root: Path) -> None:
    """Three quarters of its square are filled: the path was drawn, not a box."""
    assert ppgen("make", "pairs", cwd=root).code == 0
    pixels = pdfium.PdfDocument(root / "out/pairs-deck-en-a4.pdf")[0].render(
        scale=12 * 25.4 / 72, rev_byteorder=True
    )
    found = pixels.to_numpy()[:, :, :3].astype(np.int16)
    green = (np.abs(found - np.array(GREEN, dtype=np.int16)).max(axis=2) < 30).sum()
    assert green == pytest.approx(6 * 0.75 * (12 * 12) ** 2, rel=0.02)


def test_own_options_are_told_and_checked(ppgen: Runner, root: Path) -> None:
    told = ppgen("make", "pairs", "--help", cwd=root)
    assert told.code == 0
    assert "--tone" in told.out
    assert "plain|loud" in told.out
    assert "How loud the backs are" in told.out
    assert "--bonus" in told.out
    assert "ppgen make " in told.out
    listed = ppgen("list", cwd=root).out
    assert "--tone plain|loud  (default plain)  How loud the backs are" in listed
    assert "--bonus 0 to 9  (default 0)" in listed
    for wrong, names in (
        (("--tone", "lowd"), "loud"),
        (("--bonus", "10"), "0 to 9"),
        (("--bonus", "x"), "integer"),
    ):
        ran = ppgen("make", "pairs", *wrong, cwd=root)
        assert ran.code == 2
        assert names in ran.err
    assert made(root) == []


# --- what wins ---


def test_own_file_wins_over_the_built_in_one(ppgen: Runner, root: Path) -> None:
    write(root, {"content/decrypto/labels/en.yaml": (
        REPO / "content/decrypto/labels/en.yaml"
    ).read_text(encoding="utf-8").replace("Team name", "Our crew")})  # fmt: skip
    assert ppgen("make", "decrypto/notes", "--count", "1", cwd=root).code == 0
    front, back = texts(root / "out/decrypto-notes-en-a4-x1.pdf")
    for page in (front, back):
        assert "Our crew" in page
        assert "Team name" not in page
        assert "Clues" in page
        assert "Unofficial fan print" in page, "what is not replaced is the built-in one's"


def test_own_layout_wins_over_the_built_in_one(ppgen: Runner, root: Path) -> None:
    write(root, {"templates/decrypto/notes.yaml": """
        ppgen: layout/2
        extends: base
        needs: {team: text, rounds: integer}
        draw: [{text: "mine: ${team} ${rounds}"}]
        """})  # fmt: skip
    assert ppgen("make", "decrypto/notes", "--count", "1", cwd=root).code == 0
    front, back = texts(root / "out/decrypto-notes-en-a4-x1.pdf")
    assert "mine: white 8" in front
    assert "mine: black 8" in back


def test_own_sizes_join_the_built_in_ones(ppgen: Runner, root: Path) -> None:
    write(root, {"content/sizes.yaml": """
        ppgen: sizes/1
        papers: {odd: 150x250, a4: 211x298}
        """})  # fmt: skip
    listed = ppgen("list", cwd=root).out
    assert "odd 150x250" in listed
    assert "a4 211x298" in listed
    assert "letter 215.9x279.4" in listed
    assert ppgen("make", "pairs", "--paper", "odd", cwd=root).code == 0
    with pikepdf.open(root / "out/pairs-deck-en-odd.pdf") as pdf:
        box = [float(v) * 25.4 / 72 for v in pdf.pages[0].mediabox]
    assert box == pytest.approx([0, 0, 150, 250], abs=0.01)


# --- where the workspace is ---


def test_nearest_workspace_above(ppgen: Runner, root: Path) -> None:
    deep = root / "notes/of/mine"
    deep.mkdir(parents=True)
    ran = ppgen("make", "pairs", cwd=deep)
    assert ran.code == 0, ran.err
    assert made(root) == ["pairs-deck-en-a4.pdf"]
    assert not (deep / "out").exists()


def test_root_names_another(ppgen: Runner, root: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    ran = ppgen("make", "pairs", "--root", root, cwd=elsewhere)
    assert ran.code == 0, ran.err
    assert made(root) == ["pairs-deck-en-a4.pdf"]
    assert list(elsewhere.iterdir()) == []
    assert "pairs/deck" in ppgen("list", "--root", root, cwd=elsewhere).out
    checked = ppgen("check", "--root", root, cwd=elsewhere)
    assert checked.code == 0, checked.err
    missing = ppgen("make", "--root", tmp_path / "nowhere", cwd=elsewhere)
    assert missing.code == 2


def test_root_also_gives_its_own_options(ppgen: Runner, root: Path, tmp_path: Path) -> None:
    ran = ppgen("make", "pairs", f"--root={root}", "--tone", "loud", cwd=tmp_path)
    assert ran.code == 0, ran.err
    assert made(root) == ["pairs-deck-en-a4-tone-loud.pdf"]


def test_no_workspace_means_built_in_games_and_out_here(ppgen: Runner, tmp_path: Path) -> None:
    ran = ppgen("make", "decrypto/notes", "--count", "2", cwd=tmp_path)
    assert ran.code == 0, ran.err
    assert made(tmp_path) == ["decrypto-notes-en-a4-x2.pdf"]
    assert "pairs" not in ppgen("list", cwd=tmp_path).out


# --- defaults ---


def test_defaults_of_the_workspace(ppgen: Runner, root: Path) -> None:
    write(root, {"ppgen.yaml": "ppgen: workspace/1\nlang: de\npaper: letter\n"})
    assert ppgen("make", "pairs", cwd=root).code == 0
    assert ppgen("make", "pairs", "--lang", "en", "--paper", "a5", cwd=root).code == 0
    assert made(root) == ["pairs-deck-de-letter.pdf", "pairs-deck-en-a5.pdf"]
    data = (root / "out/pairs-deck-de-letter.pdf").read_bytes()
    with pikepdf.open(io.BytesIO(data)) as pdf:
        box = [float(v) / 72 for v in pdf.pages[0].mediabox]
        assert str(pdf.Root.Lang) == "de"
    assert box == pytest.approx([0, 0, 8.5, 11], abs=0.001)
    assert "Katze" in texts(root / "out/pairs-deck-de-letter.pdf")[0]


def test_locale_changes_nothing(ppgen_apart: Runner, root: Path) -> None:
    env = {"LANG": "de_DE.UTF-8", "LC_ALL": "de_DE.UTF-8", "LC_PAPER": "en_US.UTF-8"}
    ran = ppgen_apart("make", "pairs", cwd=root, env=env)
    assert ran.code == 0, ran.err
    assert made(root) == ["pairs-deck-en-a4.pdf"]


# --- targets ---


@pytest.fixture
def three(root: Path) -> Path:
    """Return a workspace with a second game, and a third that is built only by name."""
    game = """
        ppgen: game/2
        title: Other
        LISTED
        products:
          one: {size: 60x40, front: {layout: pairs/back, with: {loud: yes}}}
          two: {size: 60x40, front: {layout: pairs/back, with: {loud: no}}}
        """
    labels = FILES["content/pairs/labels/en.yaml"].replace("cat: Cat, dog: Dog, owl: Owl, ", "")
    labels = labels.replace('worth: "{n} points", ', "")
    for name, listed in (("open", "listed: yes"), ("hidden", "listed: no")):
        write(root, {
            f"content/{name}/game.yaml": game.replace("LISTED", listed),
            f"content/{name}/labels/en.yaml": labels,
        })  # fmt: skip
    return root


def test_no_target_is_every_game_of_the_workspace(ppgen: Runner, three: Path) -> None:
    ran = ppgen("make", cwd=three)
    assert ran.code == 0, ran.err
    assert made(three) == ["open-one-en-a4.pdf", "open-two-en-a4.pdf", "pairs-deck-en-a4.pdf"]


@pytest.mark.slow
def test_all_is_every_game_that_can_be_named(ppgen: Runner, three: Path) -> None:
    ran = ppgen("make", "all", cwd=three)
    assert ran.code == 0, ran.err
    found = made(three)
    assert "decrypto-notes-en-a4.pdf" in found
    assert "pairs-deck-en-a4.pdf" in found
    assert not any(name.startswith("hidden") for name in found)


def test_a_game_is_all_its_products_also_a_hidden_one(ppgen: Runner, three: Path) -> None:
    ran = ppgen("make", "hidden", "open/two", cwd=three)
    assert ran.code == 0, ran.err
    assert made(three) == ["hidden-one-en-a4.pdf", "hidden-two-en-a4.pdf", "open-two-en-a4.pdf"]


def test_list_shows_hidden_games_apart(ppgen: Runner, three: Path) -> None:
    out = ppgen("list", cwd=three).out
    only = out.index("Made only if named:")
    assert out.index("pairs: Pairs") < only < out.index("hidden: Other")
    assert out.index("open: Other") < only


def test_an_option_goes_to_the_products_that_have_it(ppgen: Runner, three: Path) -> None:
    ran = ppgen("make", "pairs", "open", "--tone", "loud", cwd=three)
    assert ran.code == 0, ran.err
    assert made(three) == [
        "open-one-en-a4.pdf", "open-two-en-a4.pdf", "pairs-deck-en-a4-tone-loud.pdf",
    ]  # fmt: skip
    none = ppgen("make", "open", "--tone", "loud", cwd=three)
    assert none.code == 2
    assert "--tone" in none.err


def test_broken_own_game_is_named_with_its_place(ppgen: Runner, root: Path) -> None:
    path = root / "content/pairs/game.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("copies:", "copys:"), encoding="utf-8")
    ran = ppgen("make", "pairs", cwd=root)
    assert ran.code == 1
    assert "error[E201]" in ran.err
    assert "content/pairs/game.yaml:" in ran.err
    assert "did you mean `copies`?" in ran.err
    assert made(root) == []
