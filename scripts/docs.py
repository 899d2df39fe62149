"""Draw the pictures of the README into docs/img, or check that they are up to date.

    python scripts/docs.py            draw all
    python scripts/docs.py --check    exit 1 and name those whose PDF has changed

Up to date is judged by the PDF that a picture was made from, not by the picture: rasterisers
differ from version to version.
"""

import argparse
import hashlib
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

import pikepdf
import pypdfium2
from PIL import Image

ROOT = Path(__file__).resolve().parent.parent
IMG = ROOT / "docs" / "img"
HASHES = IMG / "hashes.json"

GROUND = (236, 236, 236)
EDGE = (208, 208, 208)
MARGIN_MM = 6.0
COLOURS = 64


class Picture(NamedTuple):
    name: str  # docs/img/NAME.png
    target: str
    args: tuple[str, ...]
    pages: tuple[int, ...]  # from 1, side by side
    dpi: int


PICTURES = [
    Picture(
        "decrypto-notes",
        "decrypto/notes",
        ("--count", "1", "--size", "a5", "--paper", "a5", "--lang", "en"),
        (1, 2),
        110,
    ),
]


def build(picture: Picture, folder: Path) -> Path:
    """Run ppgen for one picture and return the PDF."""
    pdf = folder / f"{picture.name}.pdf"
    command = [sys.executable, "-m", "ppgen", "make", picture.target, *picture.args]
    result = subprocess.run([*command, "-o", str(pdf), "--quiet"], cwd=ROOT, check=False)
    if result.returncode:
        sys.exit(f"docs: {picture.name}: ppgen make {picture.target} failed ({result.returncode})")
    return pdf


def compose(pdf: Path, picture: Picture) -> Image.Image:
    """Rasterise the pages and lay them side by side on a light grey ground."""
    with pypdfium2.PdfDocument(pdf) as document:
        pages = [
            document[number - 1].render(scale=picture.dpi / 72).to_pil().convert("RGB")
            for number in picture.pages
        ]
    margin = round(MARGIN_MM / 25.4 * picture.dpi)
    width = sum(page.width for page in pages) + margin * (len(pages) + 1)
    height = max(page.height for page in pages) + margin * 2
    ground = Image.new("RGB", (width, height), GROUND)
    x = margin
    for page in pages:
        y = (height - page.height) // 2
        ground.paste(EDGE, (x - 1, y - 1, x + page.width + 1, y + page.height + 1))
        ground.paste(page, (x, y))
        x += page.width + margin
    return ground.quantize(COLOURS, dither=Image.Dither.NONE)


def drawn(pdf: Path) -> str:
    """Hash what the pages draw: not the file, whose bytes follow zlib's and the fonts' versions."""
    digest = hashlib.sha256()
    with pikepdf.open(pdf) as file:
        for page in file.pages:
            digest.update(page.obj.Contents.read_bytes())
            for form in sorted(page.resources.get("/XObject", {}).items()):
                digest.update(form[1].read_bytes())
    return digest.hexdigest()


def main() -> int:
    parser = argparse.ArgumentParser(description="Draw or check the pictures of the README.")
    parser.add_argument("--check", action="store_true", help="draw nothing, name stale pictures")
    check = parser.parse_args().check

    known = json.loads(HASHES.read_text("utf-8")) if HASHES.exists() else {}
    hashes = {}
    stale = sorted(known.keys() - {picture.name for picture in PICTURES})
    with tempfile.TemporaryDirectory() as folder:
        for picture in PICTURES:
            pdf = build(picture, Path(folder))
            digest = drawn(pdf)
            hashes[picture.name] = digest
            png = IMG / f"{picture.name}.png"
            if check:
                if known.get(picture.name) != digest or not png.exists():
                    stale.append(picture.name)
                continue
            IMG.mkdir(parents=True, exist_ok=True)
            compose(pdf, picture).save(png, optimize=True)
            print(f"{png.relative_to(ROOT)}  {png.stat().st_size // 1024} KB")
    if check:
        if stale:
            print(f"docs/img is stale: {', '.join(stale)}; run make docs", file=sys.stderr)
        return 1 if stale else 0
    for name in stale:
        (IMG / f"{name}.png").unlink(missing_ok=True)
    HASHES.write_text(json.dumps(hashes, indent=2, sort_keys=True) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
