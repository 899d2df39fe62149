"""Pictures of any kind: drawn right, or refused with their place in the YAML."""

from __future__ import annotations

import io
import shutil
import struct
import zlib
from pathlib import Path

import pikepdf
import pytest
from PIL import Image

from ppgen.drawing.pictures import FORMATS
from tests.support.run import BASE, Ran, Runner, write

#: A program in PostScript that calls itself a picture; Ghostscript would write the file it names.
EPS = """\
%!PS-Adobe-3.0 EPSF-3.0
%%BoundingBox: 0 0 10 10
({here}/written) (w) file dup (x) writestring closefile
showpage
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Return a workspace whose only card shows `a.png`."""
    shutil.copytree(BASE, tmp_path / "w")
    layout = """\
        ppgen: layout/2
        fonts: {body: Roboto Condensed}
        draw:
          - {text: "${t.hello}"}
          - {image: a.png}
        """
    write(tmp_path / "w", {"templates/x.yaml": layout})
    return tmp_path / "w"


def encoded(image: Image.Image, kind: str, **more: object) -> bytes:
    out = io.BytesIO()
    image.save(out, kind, **more)
    return out.getvalue()


def assert_refused(ran: Ran, place: str = "templates/x.yaml:5:13") -> None:
    assert ran.code == 1
    assert "error[E605]: the picture `a.png` cannot be read" in ran.err
    assert f"--> {place}" in ran.err


def test_no_program_is_started_for_a_picture(ppgen: Runner, root: Path, tmp_path: Path) -> None:
    """Pillow goes by content, and draws EPS with Ghostscript."""
    (root / "a.png").write_text(EPS.format(here=tmp_path), encoding="ascii")
    # A stand-in, so that the test says the same where there is no Ghostscript.
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin/gs").write_text(f"#!/bin/sh\ntouch {tmp_path}/started\n", encoding="ascii")
    (tmp_path / "bin/gs").chmod(0o755)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PATH", str(tmp_path / "bin"), prepend=":")
        for command in ("check", "make"):
            assert_refused(ppgen(command, cwd=root))
    assert not (tmp_path / "started").exists()
    assert not (root / "out").exists()


@pytest.mark.parametrize("kind", ["PPM", "TGA", "ICO", "DDS", "PCX", "SGI", "PDF"])
def test_other_kinds_are_refused(ppgen: Runner, root: Path, kind: str) -> None:
    (root / "a.png").write_bytes(encoded(Image.new("RGB", (32, 32)), kind))
    assert_refused(ppgen("check", cwd=root))


@pytest.mark.parametrize("kind", FORMATS)
def test_named_kinds_are_drawn(ppgen: Runner, root: Path, kind: str) -> None:
    (root / "a.png").write_bytes(encoded(Image.new("RGB", (32, 32), "red"), kind))
    assert ppgen("make", cwd=root).code == 0


@pytest.mark.parametrize("kind", FORMATS)
def test_half_a_picture_is_refused_before_anything_is_written(
    ppgen: Runner, root: Path, kind: str
) -> None:
    data = encoded(Image.effect_noise((200, 200), 90).convert("RGB"), kind)
    (root / "a.png").write_bytes(data[: len(data) // 2])
    for command in ("check", "make"):
        assert_refused(ppgen(command, cwd=root))
    assert not (root / "out").exists()


def test_check_decodes_what_no_product_draws(ppgen: Runner, root: Path) -> None:
    (root / "a.png").write_bytes(encoded(Image.new("L", (9, 9)), "PNG"))
    unused = (
        "ppgen: layout/2\nparts:\n  p:\n    draw:\n      - {image: b.png}\ndraw:\n  - {use: p}\n"
    )
    write(root, {"templates/y.yaml": unused})
    (root / "b.png").write_bytes((root / "a.png").read_bytes()[:40])
    ran = ppgen("check", cwd=root)
    assert ran.code == 1
    assert "the picture `b.png` cannot be read\n --> templates/y.yaml:5:17" in ran.err


def drawn(ppgen: Runner, root: Path) -> Image.Image:
    """Make the card and take its picture out of the PDF, on white."""
    assert ppgen("make", "-o", "x.pdf", cwd=root).code == 0
    with pikepdf.open(root / "x.pdf") as pdf:
        # A picture comes behind its mask.
        streams = [o for o in pdf.objects if isinstance(o, pikepdf.Stream)]
        found = [o for o in streams if o.get("/Subtype") == "/Image"][-1]
        picture = pikepdf.PdfImage(found).as_pil_image()
        mask = found.get("/SMask")
        if not isinstance(mask, pikepdf.Stream):
            return picture.copy()
        white = Image.new(picture.mode, picture.size, "white")
        return Image.composite(picture, white, pikepdf.PdfImage(mask).as_pil_image())


def png_of_16_bits(values: list[int], clear: int | None = None) -> bytes:
    """Write a row of greys by hand: Pillow has no way to say which one is clear."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        check = struct.pack(">I", zlib.crc32(kind + data))
        return struct.pack(">I", len(data)) + kind + data + check

    head = struct.pack(">IIBBBBB", len(values), 1, 16, 0, 0, 0, 0)
    row = b"\0" + struct.pack(f">{len(values)}H", *values)
    clears = b"" if clear is None else chunk(b"tRNS", struct.pack(">H", clear))
    body = chunk(b"IHDR", head) + clears + chunk(b"IDAT", zlib.compress(row)) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + body


def test_grey_of_16_bits_is_scaled(ppgen: Runner, root: Path) -> None:
    deep, flat = [0, 257, 20000, 20001, 32768, 65535], [0, 1, 78, 78, 128, 255]
    (root / "a.png").write_bytes(png_of_16_bits(deep))
    assert list(drawn(ppgen, root).convert("L").tobytes()) == flat
    (root / "a.png").write_bytes(png_of_16_bits(deep, clear=20000))
    assert list(drawn(ppgen, root).convert("L").tobytes()) == [0, 1, 255, 78, 128, 255]
    tiff = Image.frombytes("I;16", (6, 1), struct.pack("<6H", *deep))
    (root / "a.png").write_bytes(encoded(tiff, "TIFF"))
    assert list(drawn(ppgen, root).convert("L").tobytes()) == flat


@pytest.mark.parametrize("mode", ["I", "F"])
def test_numbers_without_a_white_are_refused(ppgen: Runner, root: Path, mode: str) -> None:
    (root / "a.png").write_bytes(encoded(Image.new(mode, (4, 4), 70000), "TIFF"))
    assert_refused(ppgen("check", cwd=root))


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "TIFF"])
@pytest.mark.parametrize("way", range(1, 9))
def test_pictures_are_turned_as_they_were_held(
    ppgen: Runner, root: Path, kind: str, way: int
) -> None:
    """The upper left corner is red, the upper right one green; by EXIF 2.3, table 6."""
    upright = Image.new("RGB", (48, 32), "blue")
    upright.paste((255, 0, 0), (0, 0, 16, 16))
    upright.paste((0, 255, 0), (32, 0, 48, 16))
    undo = {
        1: [], 2: [Image.Transpose.FLIP_LEFT_RIGHT], 3: [Image.Transpose.ROTATE_180],
        4: [Image.Transpose.FLIP_TOP_BOTTOM], 5: [Image.Transpose.TRANSPOSE],
        6: [Image.Transpose.ROTATE_90], 7: [Image.Transpose.TRANSVERSE],
        8: [Image.Transpose.ROTATE_270],
    }[way]  # fmt: skip
    held = upright
    for step in undo:
        held = held.transpose(step)
    exif = Image.Exif()
    exif[0x0112] = way
    options: dict[str, dict[str, object]] = {"JPEG": {"quality": 95}, "WEBP": {"lossless": True}}
    (root / "a.png").write_bytes(encoded(held, kind, exif=exif, **options.get(kind, {})))
    picture = drawn(ppgen, root).convert("RGB")
    assert picture.size == (48, 32)
    for at, color in (((4, 4), (255, 0, 0)), ((44, 4), (0, 255, 0)), ((4, 28), (0, 0, 255))):
        assert picture.getpixel(at) == pytest.approx(color, abs=12)
