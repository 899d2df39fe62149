"""`ppgen show`: pictures as files and in terminals, of what was asked for."""

from __future__ import annotations

import base64
import io
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from ppgen.cli import screen
from ppgen.proof.sixel import sixel
from tests.support.run import Ran, run_here


def show(*args: str | Path, cwd: Path) -> Ran:
    return run_here("show", *args, cwd=cwd)


def opened(file: Path) -> Image.Image:
    return Image.open(io.BytesIO(file.read_bytes()))


@pytest.mark.slow
def test_the_first_leaf_is_a_picture_of_both_sides(tmp_path: Path) -> None:
    ran = show("decrypto/codes", "--dpi", "50", cwd=tmp_path)
    assert ran.code == 0, ran.err
    assert ran.out == (
        "out/decrypto-codes-en-a4.png: the first of 3 sheets of decrypto/codes; "
        "to print: ppgen make decrypto/codes\n"
    )
    wide, high = opened(tmp_path / "out/decrypto-codes-en-a4.png").size
    # Two leaves of A4, 8 mm around each.
    assert wide == pytest.approx((2 * 210 + 3 * 8) * 50 / 25.4, abs=2)
    assert high == pytest.approx((297 + 2 * 8) * 50 / 25.4, abs=2)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ending", "kind"), [("png", "PNG"), ("jpg", "JPEG"), ("JPEG", "JPEG"), ("webp", "WEBP")]
)
def test_the_ending_decides(ending: str, kind: str, tmp_path: Path) -> None:
    file = tmp_path / f"a.{ending}"
    args = ("decrypto/tokens", "--page", "1", "--dpi", "30", "-o", file)
    assert show(*args, cwd=tmp_path).code == 0
    assert opened(file).format == kind
    assert opened(file).size == (248, 351)
    # It is known for one of ours, and another is kept.
    assert show(*args, cwd=tmp_path).code == 0
    opened(file).convert("RGB").save(file, kind)
    ran = show(*args, cwd=tmp_path)
    assert ran.code == 2
    assert "not made by ppgen" in ran.err


def test_svg_needs_no_pixels(tmp_path: Path) -> None:
    file = tmp_path / "a.svg"
    for _ in range(2):
        assert show("decrypto/tokens", "--page", "1", "-o", file, cwd=tmp_path).code == 0
    assert ET.fromstring(file.read_text("utf-8")).attrib["viewBox"] == "0 0 210 297"


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("show", "-o", "a.gif"), "`ppgen show` writes .png, .jpg, .jpeg, .webp, .svg"),
        (("show", "-o", "a.pdf"), "`ppgen make` makes .pdf"),
        (("show", "-o", "a"), "such as -o a.png"),
        (("make", "-o", "a.png"), "`ppgen show` makes .png"),
        (("make", "-o", "a.doc"), "`ppgen make` writes .pdf"),
        (("proof", "-o", "a.pdf"), "`ppgen make` makes .pdf"),
        (("show", "--page", "9"), "--page 9: there are 2 pages"),
        (("show", "--page", "1", "--faces"), "choose one of them"),
        (("show", "--card", "99"), "--card 99: there are 8 pieces"),
        (("show", "--faces", "--dpi", "2400", "--size", "a5"), "choose a smaller --dpi"),
    ],
)
def test_what_cannot_be_made_is_refused(args: tuple[str, ...], said: str, tmp_path: Path) -> None:
    ran = run_here(args[0], "decrypto/tokens", *args[1:], cwd=tmp_path)
    assert ran.code == 2
    assert said in ran.err
    assert not any(path.is_file() for path in tmp_path.rglob("*"))


@pytest.mark.slow
def test_a_card_is_shown_front_beside_back(tmp_path: Path) -> None:
    file = tmp_path / "a.svg"
    ran = show("decrypto/keywords", "--lang", "de", "--card", "17", "-o", file, cwd=tmp_path)
    assert (ran.code, ran.out) == (0, "a.svg: card 17 of decrypto/keywords\n")
    root = ET.fromstring(file.read_text("utf-8"))
    wide, high = map(float, root.attrib["viewBox"].split()[2:])
    assert wide == pytest.approx(2 * 63 + 2 + 2 * 8)
    assert high == pytest.approx(44 + 8 + 6 + 8)
    whole = show("decrypto/keywords", "--faces", "--count", "18", "-o", file, cwd=tmp_path)
    assert whole.out == "a.svg: 18 pieces of decrypto/keywords\n"


@pytest.mark.slow
def test_equal_pieces_are_shown_once(tmp_path: Path) -> None:
    file = tmp_path / "a.svg"
    show("decrypto/notes", "--faces", "-o", file, cwd=tmp_path)
    few = file.read_text("utf-8")
    show("decrypto/notes", "--faces", "--count", "1", "-o", file, cwd=tmp_path)
    assert re.findall('viewBox="[^"]+"', few) == re.findall('viewBox="[^"]+"', file.read_text())


def test_an_option_of_a_product_wins(tmp_path: Path) -> None:
    ran = show("kryptx/stands", "--card", "poker", "-o", tmp_path / "a.svg", cwd=tmp_path)
    assert ran.code == 0, ran.err
    shown = show("kryptx/stands", "--help", cwd=tmp_path).out
    assert shown.count("--card") == 1
    assert "--card SIZE" in shown
    assert "--card N" in show("decrypto/keywords", "--help", cwd=tmp_path).out


# --- in the terminal


@pytest.mark.parametrize(
    ("env", "answers", "expected"),
    [
        ({"TERM": "xterm-kitty"}, False, "kitty"),
        ({"KITTY_WINDOW_ID": "1"}, False, "kitty"),
        ({"TERM_PROGRAM": "ghostty"}, False, "kitty"),
        ({"TERM_PROGRAM": "iTerm.app"}, False, "iterm"),
        ({"LC_TERMINAL": "iTerm2"}, False, "iterm"),
        ({"TERM_PROGRAM": "WezTerm"}, True, "iterm"),
        ({"TERM": "foot"}, True, "sixel"),
        ({"TERM": "xterm"}, False, "none"),
        ({"TERM": "tmux-256color", "TERM_PROGRAM": "iTerm.app", "TMUX": "x"}, True, "sixel"),
        ({"TERM": "screen", "KITTY_WINDOW_ID": "1"}, False, "none"),
        ({"TERM": "xterm-kitty", "PPGEN_PICTURES": "none"}, True, "none"),
        ({"PPGEN_PICTURES": "kitty"}, False, "kitty"),
    ],
)  # fmt: skip
def test_a_terminal_is_known_by_what_it_says(
    env: dict[str, str], answers: bool, expected: str
) -> None:
    assert screen.way(env, lambda: answers) == expected


def test_a_file_is_no_terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PPGEN_PICTURES", "kitty")
    ran = show("decrypto/tokens", "--dpi", "20", cwd=tmp_path)
    assert "\x1b" not in ran.out
    assert (tmp_path / "out/decrypto-tokens-en-a4.png").is_file()


@pytest.mark.parametrize(
    ("answer", "speaks"),
    [(b"\x1b[?62;4;22c", True), (b"\x1b[?64;1;2;4c", True), (b"\x1b[?62;22c", False), (b"", False),
     (b"\x1b[?4c", False), (b"\x1b[?62;14c", False)],
)  # fmt: skip
def test_sixels_are_feature_four(answer: bytes, speaks: bool) -> None:
    assert screen.speaks_sixel(answer) is speaks


def test_kitty_gets_the_png_in_pieces() -> None:
    png = bytes(range(256)) * 40
    sent = screen.kitty(png)
    parts = re.findall("\x1b_G([^;]*);([^\x1b]*)\x1b\\\\", sent)
    assert "".join(f"\x1b_G{head};{data}\x1b\\" for head, data in parts) == sent
    assert base64.b64decode("".join(data for _, data in parts)) == png
    assert all(len(data) <= 4096 for _, data in parts)
    assert [head[-3:] for head, _ in parts] == ["m=1"] * (len(parts) - 1) + ["m=0"]
    assert parts[0][0].startswith("a=T,f=100")


def test_iterm_gets_the_png_whole() -> None:
    head, _, data = screen.iterm(b"abc").partition(":")
    assert head == "\x1b]1337;File=inline=1;size=3;preserveAspectRatio=1"
    assert data == f"{base64.b64encode(b'abc').decode()}\a"


def unpacked(text: str) -> np.ndarray:
    """Draw sixels as a terminal does."""
    head = re.match('\x1bPq"1;1;(\\d+);(\\d+)', text)
    assert head is not None
    width, height = map(int, head.groups())
    pixels = np.zeros((-(-height // 6) * 6, width, 3), int)
    colors: dict[int, tuple[int, ...]] = {}
    color = x = y = 0
    body = text[head.end() : -2]
    for n, mix, dollar, minus, times, one in re.findall(
        r"#(\d+)((?:;\d+)*)|(\$)|(-)|(?:!(\d+))?([?-~])", body
    ):
        if n:
            color = int(n)
            if mix:
                colors[color] = tuple(round(int(v) * 2.55) for v in mix.split(";")[2:])
        elif dollar or minus:
            x, y = 0, y + (6 if minus else 0)
        else:
            last = x + int(times or 1)
            for row in range(6):
                if (ord(one) - 63) >> row & 1:
                    pixels[y + row, x:last] = colors[color]
            x = last
    return pixels[:height]


def test_sixels_are_the_picture() -> None:
    image = Image.new("RGB", (37, 20), "white")
    image.paste((200, 0, 50), (3, 2, 30, 9))
    image.putpixel((36, 19), (0, 0, 0))
    assert np.abs(unpacked(sixel(image)) - np.asarray(image)).max() <= 2
