"""`make --as png` and `--as tts`: pictures of faces, for print services and for the screen."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from PIL import Image

from ppgen.build import Fonts, face_pages, make_pdf
from ppgen.build.tabletop import sheet_grids
from ppgen.proof.faces import faces, run_on
from tests.support.products import Prepare
from tests.support.run import Ran, run_here


def make(*args: str | Path, cwd: Path) -> Ran:
    return run_here("make", *args, cwd=cwd)


def pixels(file: Path) -> npt.NDArray[np.int_]:
    with Image.open(file) as picture:
        return np.array(picture.convert("RGB")).astype(int)


def only_folder(path: Path) -> Path:
    (folder,) = path.iterdir()
    return folder


def drawn(placed: Prepare, fonts: Fonts, target: str, dpi: float) -> list[Image.Image]:
    """Draw the fronts of a product, each by itself."""
    printout = placed(target)
    pages = face_pages(printout.groups[0].fronts)
    return list(faces(make_pdf(printout, fonts, pages), dpi))


def test_a_picture_for_each_face_by_number(tmp_path: Path) -> None:
    args = ("decrypto/keywords", "--as", "png", "--dpi", "50", "--only", "3,12", "--count", "20")
    ran = make(*args, cwd=tmp_path)
    assert ran.code == 0, ran.err
    folder = only_folder(tmp_path / "out")
    assert folder.name.endswith("-x20-only-3,12-50dpi-png")
    assert {file.name for file in folder.iterdir()} == {
        "003-front.png", "003-back.png", "012-front.png", "012-back.png",
    }  # fmt: skip
    # Another deck of the same name is replaced, and somebody else's file is not.
    assert make(*args, cwd=tmp_path).code == 0
    Image.new("RGB", (1, 1)).save(folder / "003-front.png")
    again = make(*args, cwd=tmp_path)
    assert again.code == 2
    assert "was not made by ppgen" in again.err


def test_equal_pieces_are_one_picture(tmp_path: Path) -> None:
    assert make("decrypto/tokens", "--as", "png", "--dpi", "30", cwd=tmp_path).code == 0
    names = sorted(file.name for file in only_folder(tmp_path / "out").iterdir())
    assert names == [
        "001-x4-back.png", "001-x4-front.png", "005-x4-back.png", "005-x4-front.png",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("service", "size"),
    [("gamecrafter-poker", (825, 1125)), ("makeplayingcards-poker", (822, 1122))],
)
def test_a_service_gets_the_pixels_that_it_asks_for(
    service: str, size: tuple[int, int], tmp_path: Path
) -> None:
    args = ("decrypto/keywords", "--as", "png", "--service", service, "--only", "1")
    assert make(*args, cwd=tmp_path).code == 0
    with Image.open(only_folder(tmp_path / "out") / "001-front.png") as picture:
        assert picture.size == size
        assert picture.info["dpi"] == pytest.approx((300, 300), abs=0.1)


def test_edges_run_on_into_the_bleed() -> None:
    picture = Image.new("RGB", (4, 3), (255, 255, 255))
    picture.putpixel((0, 1), (255, 0, 0))
    picture.putpixel((3, 2), (0, 0, 255))
    out = run_on(picture, (9, 7))
    assert out.crop((2, 2, 6, 5)).tobytes() == picture.tobytes()
    assert [out.getpixel((x, 3)) for x in range(3)] == [(255, 0, 0)] * 3
    assert out.getpixel((8, 6)) == out.getpixel((6, 4)) == (0, 0, 255)
    assert out.getpixel((0, 0)) == (255, 255, 255)


def test_the_bleed_can_be_chosen(tmp_path: Path) -> None:
    args = ("decrypto/tokens", "--as", "png", "--dpi", "254", "--bleed", "3")
    assert make(*args, cwd=tmp_path).code == 0
    file = only_folder(tmp_path / "out") / "001-x4-front.png"
    assert pixels(file).shape == (360, 360, 3)


@pytest.mark.parametrize(
    ("cards", "grids"),
    [
        (1, [(2, 2, 1)]),
        (8, [(5, 2, 8)]),
        (20, [(7, 3, 20)]),
        (69, [(10, 7, 69)]),
        (70, [(10, 7, 69), (2, 2, 1)]),
        (110, [(10, 7, 69), (9, 5, 41)]),
    ],
)
def test_cards_are_divided_among_sheets(cards: int, grids: list[tuple[int, ...]]) -> None:
    assert [tuple(grid) for grid in sheet_grids(cards)] == grids


def test_no_sheet_is_ever_full() -> None:
    for cards in range(1, 300):
        for columns, rows, held in sheet_grids(cards):
            assert 2 <= columns <= 10
            assert 2 <= rows <= 7
            assert held < columns * rows
        assert sum(grid.cards for grid in sheet_grids(cards)) == cards


def deck_of(file: Path) -> dict[str, Any]:
    saved = json.loads(file.read_text("utf-8"))
    (deck,) = saved["ObjectStates"]
    return dict(deck)


@pytest.mark.slow
def test_sheets_can_be_cut_apart_again(tmp_path: Path, placed: Prepare, fonts: Fonts) -> None:
    dpi = 40
    ran = make("kryptx/numbers", "--as", "tts", "--dpi", str(dpi), cwd=tmp_path)
    assert ran.code == 0, ran.err
    folder = only_folder(tmp_path / "out")
    deck = deck_of(folder / f"{folder.name}.json")
    fronts = drawn(placed, fonts, "kryptx/numbers", dpi)
    assert deck["Name"] == "DeckCustom"
    assert len(deck["DeckIDs"]) == len(deck["ContainedObjects"]) == len(fronts) == 50
    for card, front in zip(deck["ContainedObjects"], fronts, strict=True):
        number, place = divmod(card["CardID"], 100)
        sheet = deck["CustomDeck"][str(number)]
        assert card["CustomDeck"] == {str(number): sheet}
        picture = pixels(Path(sheet["FaceURL"].removeprefix("file://")))
        high, wide = picture.shape[0] // sheet["NumHeight"], picture.shape[1] // sheet["NumWidth"]
        row, column = divmod(place, sheet["NumWidth"])
        assert row < sheet["NumHeight"]
        cell = picture[row * high : (row + 1) * high, column * wide : (column + 1) * wide]
        assert (cell == np.array(front)).all()
    # The last place is what others see of a card in a hand: the back.
    last = picture[-high:, -wide:]
    assert (last != 255).any()
    back = pixels(Path(sheet["BackURL"].removeprefix("file://")))
    assert (last == (back if back.shape == last.shape else back[:high, :wide])).all()


def test_round_cards_are_round(tmp_path: Path) -> None:
    args = ("decrypto/tokens", "--as", "tts", "--dpi", "20", "--url", "https://example.org/d/")
    assert make(*args, cwd=tmp_path).code == 0
    folder = only_folder(tmp_path / "out")
    deck = deck_of(folder / f"{folder.name}.json")
    (sheet,) = deck["CustomDeck"].values()
    assert sheet["Type"] == 4
    # As small as the disc: 24.875 mm.
    assert pixels(folder / "fronts-1.png").shape == (2 * 20, 5 * 20, 3)
    assert sheet["FaceURL"] == "https://example.org/d/fronts-1.png"
    assert sheet["UniqueBack"] is True
    # What others see of a hand is nothing, not a back that may be secret.
    assert sheet["BackIsHidden"] is False
    assert pixels(folder / "fronts-1.png")[-1, -1].tolist() == [225, 225, 225]
    assert deck["Nickname"] == "Decrypto: tokens"


def test_what_is_no_deck_is_skipped(tmp_path: Path) -> None:
    ran = make("decrypto/notes", "--as", "tts", cwd=tmp_path)
    assert ran.code == 0
    assert ran.err == "note: skipped decrypto/notes: a pad is no deck of cards\n"
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("--dpi", "100"), "--dpi is for pictures: add --as png or --as tts"),
        (("--as", "png", "--service", "gamecrafter-pokr"), "did you mean `gamecrafter-poker`"),
        (
            ("--as", "png", "--dpi", "2400", "--size", "2000x2000", "--paper", "3000x3000"),
            "choose a smaller --dpi",
        ),
    ],
)  # fmt: skip
def test_refusals(args: tuple[str, ...], said: str, tmp_path: Path) -> None:
    ran = make("decrypto/tokens", *args, cwd=tmp_path)
    assert ran.code == 2
    assert said in ran.err


def workspace(folder: Path, service: str) -> Path:
    (folder / "content").mkdir()
    (folder / "ppgen.yaml").write_text("ppgen: workspace/1\n", "utf-8")
    text = f"ppgen: sizes/1\nservices:\n  mine:\n    {service}\n"
    (folder / "content/sizes.yaml").write_text(text, "utf-8")
    return folder


def test_a_workspace_has_services_of_its_own(tmp_path: Path) -> None:
    here = workspace(tmp_path, "{size: 70x110, bleed: 1, dpi: 254}")
    ran = make("decrypto/aid", "--as", "png", "--service", "mine", cwd=here)
    assert ran.code == 0, ran.err
    file = min(only_folder(here / "out").glob("*-front.png"))
    assert pixels(file).shape == (1120, 720, 3)


def test_a_service_needs_a_size(tmp_path: Path) -> None:
    here = workspace(tmp_path, "{bleed: 1}")
    ran = make("decrypto/aid", "--as", "png", "--service", "mine", cwd=here)
    assert ran.code == 1
    assert "error[E204]: the key `size` is missing" in ran.err
