"""Cut Noto Sans for Japanese, Chinese and Korean down to national sets, for fonts-cjk/.

Takes the full fonts from npm (@expo-google-fonts/noto-sans-*, as packed by `npm pack`, or a folder
of such .tgz files as the only argument); writes TrueType files of a few megabytes, each with all
letters of the standard that its country's computers have had for decades.
"""

from __future__ import annotations

import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

import uharfbuzz as hb

TARGET = Path(__file__).resolve().parents[1] / "fonts-cjk" / "ppgen_fonts_cjk" / "fonts"
VERSION = "0.4.3"
#: Latin with accents, punctuation, enclosed figures, kana, brackets, full-width letters.
COMMON = {
    *range(0x20, 0x7F), *range(0xA0, 0x180), *map(ord, "–—‘’“”„…•€·←↑→↓○●◎△▲▽▼◇◆□■☆★"),
    *range(0x2460, 0x2474), *range(0x3000, 0x3040), *range(0x3040, 0x3100), *range(0xFF01, 0xFF5F),
}  # fmt: skip


def standard(encoding: str, first: range, second: range) -> set[int]:
    """Return all letters of a two-byte character set."""
    out = set()
    for a in first:
        for b in second:
            try:
                out.add(ord(bytes((a, b)).decode(encoding)))
            except (UnicodeDecodeError, TypeError):
                continue
    return out


ROWS = range(0xA1, 0xFF)
SETS = {
    "jp": standard("euc_jp", range(0xA1, 0xF5), ROWS),  # JIS X 0208
    "sc": standard("gb2312", range(0xA1, 0xF8), ROWS),  # GB 2312
    "tc": standard("big5", range(0xA1, 0xC7), range(0x40, 0xFF)),  # Big5, level 1
    "kr": standard("euc_kr", range(0xA1, 0xC9), ROWS)
    | set(range(0xAC00, 0xD7A4)),  # KS X 1001 without Han
}


def cut(data: bytes, letters: set[int]) -> bytes:
    """Keep some letters of a font."""
    wanted = hb.SubsetInput()
    wanted.unicode_set.update(letters)
    wanted.flags = hb.SubsetFlags.NO_HINTING
    return bytes(hb.subset(hb.Face(hb.Blob(data)), wanted).blob.data)


def main() -> None:
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(sys.argv[1] if len(sys.argv) > 1 else temporary)
        for name, letters in SETS.items():
            package = f"@expo-google-fonts/noto-sans-{name}@{VERSION}"
            packed = folder / f"expo-google-fonts-noto-sans-{name}-{VERSION}.tgz"
            if not packed.exists():
                subprocess.run(["npm", "pack", "--silent", package], cwd=folder, check=True)
            code = name.upper()
            with tarfile.open(packed) as archive:
                full = archive.extractfile(f"package/700Bold/NotoSans{code}_700Bold.ttf")
                licence = archive.extractfile("package/LICENSE_FONT")
                assert full
                assert licence
                data = cut(full.read(), letters | COMMON)
                (TARGET / f"NotoSans{code}-Bold.ttf").write_bytes(data)
                # The same for all of them.
                (TARGET / "NotoSans-LICENSE.txt").write_bytes(licence.read())
            print(f"Noto Sans {code}: {len(letters)} letters, {len(data) // 1000} kB")


if __name__ == "__main__":
    main()
