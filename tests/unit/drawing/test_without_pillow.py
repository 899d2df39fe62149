"""Without Pillow, as in a browser, pictures make the same PDF."""

from __future__ import annotations

import io
import struct
import zlib
from pathlib import Path

import pytest
from PIL import Image

from ppgen.diagnostics import Problem
from ppgen.drawing import pictures
from ppgen.pdf import images
from ppgen.pdf.objects import Objects

NOISE = Image.effect_noise((37, 23), 80)
#: Few values, so that a filter finds neighbors that are equally near.
COARSE = NOISE.point(lambda value: value >> 5).tobytes()


def png(mode: str, **more: object) -> bytes:
    """Return a PNG of a mode, with every filter that its writer chooses."""
    ramp = Image.linear_gradient("L").resize(NOISE.size)
    color = Image.merge("RGBA", (NOISE, ramp, NOISE.rotate(180), ramp.rotate(180)))
    image = color.convert("RGB").convert(mode) if mode in {"1", "P", "L"} else color.convert(mode)
    out = io.BytesIO()
    image.save(out, "PNG", **more)
    return out.getvalue()


def by_hand(depth: int, kind: int, rows: list[bytes], *more: tuple[bytes, bytes]) -> bytes:
    """Return a PNG of a kind that Pillow does not write; each row begins with its filter."""

    def chunk(name: bytes, data: bytes) -> bytes:
        check = struct.pack(">I", zlib.crc32(name + data))
        return struct.pack(">I", len(data)) + name + data + check

    channels = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[kind]
    width = (len(rows[0]) - 1) * 8 // (depth * channels)
    head = struct.pack(">IIBBBBB", width, len(rows), depth, kind, 0, 0, 0)
    parts = [(b"IHDR", head), *more, (b"IDAT", zlib.compress(b"".join(rows))), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunk(*part) for part in parts)


def rows(width: int, *ways: int) -> list[bytes]:
    """Return rows of bytes, each with its filter."""
    return [bytes([way]) + COARSE[n * width : (n + 1) * width] for n, way in enumerate(ways)]


FILES = {
    **{mode: png(mode) for mode in ("1", "L", "LA", "P", "RGB", "RGBA")},
    "palette with clear colors": png("P", transparency=bytes([0, 90, 255])),
    "one clear gray": png("L", transparency=120),
    "one clear color": png("RGB", transparency=(1, 2, 3)),
    "2 bits": by_hand(2, 0, rows(5, 0, 1, 2, 3, 4)),
    "4 bits": by_hand(4, 0, rows(7, 4, 3, 2, 1, 0)),
    "4 bits of a palette": by_hand(4, 3, rows(6, 0, 2, 4), (b"PLTE", bytes(range(48)))),
    "all filters": by_hand(8, 2, rows(30, 0, 1, 2, 3, 4, 4, 3, 1)),
    "16 bits, gray": by_hand(16, 0, rows(12, 0, 1, 2, 3, 4)),
    "16 bits, color": by_hand(16, 2, rows(24, 4, 2, 3)),
    "16 bits, clear": by_hand(16, 6, rows(32, 1, 3, 4)),
    "16 bits, gray and clear": by_hand(16, 4, rows(16, 2, 3, 4)),
}


def added(file: Path) -> list[bytes]:
    """Return what a PDF would get."""

    class Kept(Objects):
        def __init__(self) -> None:
            self.kept: list[bytes] = []

        def packed(self, data: bytes, entries: str) -> str:
            self.kept.append(entries.encode() + data)
            return f"{len(self.kept)} 0 R"

    objects = Kept()
    images.add_picture(objects, file)
    return objects.kept


def as_in_a_browser(patch: pytest.MonkeyPatch) -> None:
    for module in (pictures, images):
        patch.setattr(module, "has_pillow", lambda: False)


@pytest.mark.parametrize("name", FILES)
def test_a_png_has_the_same_pixels(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    file = tmp_path / "a.png"
    file.write_bytes(FILES[name])
    with_pillow = added(file)
    size = pictures.picture_size(file)
    as_in_a_browser(monkeypatch)
    assert pictures.picture_size(file) == size
    assert added(file) == with_pillow


@pytest.mark.parametrize("mode", ["L", "RGB"])
def test_a_jpeg_goes_in_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mode: str
) -> None:
    file = tmp_path / "a.jpg"
    NOISE.convert(mode).save(file, "JPEG", exif=_held(1))
    with_pillow = added(file)
    as_in_a_browser(monkeypatch)
    assert added(file) == with_pillow


def _held(way: int) -> Image.Exif:
    exif = Image.Exif()
    exif[0x0112] = way
    return exif


def test_what_needs_pillow_is_refused_with_a_way_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    as_in_a_browser(monkeypatch)
    files = {"turned.jpg": "JPEG", "cmyk.jpg": "JPEG", "a.gif": "GIF", "a.webp": "WEBP"}
    for name, kind in files.items():
        image = NOISE.convert("CMYK" if name == "cmyk.jpg" else "RGB")
        image.save(tmp_path / name, kind, **({"exif": _held(6)} if name == "turned.jpg" else {}))
    for name, data in {"half.png": FILES["RGB"][:300], "bad.png": FILES["L"][:-20] + b"x" * 20,
                       "half.jpg": (tmp_path / "cmyk.jpg").read_bytes()[:400]}.items():  # fmt: skip
        (tmp_path / name).write_bytes(data)
    for file in sorted(tmp_path.iterdir()):
        with pytest.raises(Problem) as refused:
            pictures.picture_size(file)
        assert refused.value.diagnostic.code == "E605", file
        assert "PNG" in refused.value.diagnostic.help
