"""Write what is generated, schemas, tables and pictures, or check that it is up to date.

    python scripts/docs.py            write all
    python scripts/docs.py --check    exit 1 and name what is stale

`manual.py` has the texts; this is about the pictures of the README, of `base` and of the guide.

One picture of the family and one for each game, its parts in use (`scenes.py`). One for each step
of the guide.
And for the studio's first view one small picture a product, its first faces on a clear ground.
`docs/pictures.yaml` says which pieces. A picture carries a hash of what it was drawn from, so that
a newer rasteriser makes none stale.
"""

import argparse
import hashlib
import io
import sys
import tempfile
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import base
import guide
import manual
import pypdfium2
import scenes
import yaml
from PIL import Image, ImageDraw, ImageFilter, ImageFont, PngImagePlugin

from ppgen.build import Printout, make_pages, place
from ppgen.drawing.face import Face
from ppgen.drawing.ops import Op
from ppgen.geometry import Frame, Rect, Size
from ppgen.load.workspace import Workspace
from ppgen.pdf.document import Info, Page, Placed, write
from ppgen.request import Request
from ppgen.text.fonts import Fonts

ROOT = Path(__file__).resolve().parent.parent
IMG = ROOT / "docs" / "img"
STUDIO = ROOT / "studio" / "pictures"
CHOSEN = ROOT / "docs" / "pictures.yaml"
CAPTIONS = ROOT / "ppgen" / "fonts" / "RobotoCondensed-Regular.ttf"

GROUND = (236, 236, 236)
EDGE = (200, 200, 200)
INK = (40, 40, 40)
COLORS = 256
DPI = 100
SMOOTH = 2  # drawn larger, then scaled down: thin lines stay even
WIDE = 420.0  # mm: how wide a sheet may grow, unless one product is wider
GAP, PAIR, CAPTION = 7.0, 2.0, 6.0  # mm between products, between faces, for a caption
KEY = "drawn-from"
SCENES = "scenes"  # the pictures of the README
GUIDE = "guide"  # the pictures of the guide's steps
SMALL = (480, 360)  # px: a picture of the studio; it is shown at two thirds of that
ROOM = (400, 290)  # px of it for the faces; the rest is for their shadow
CASCADE = (0.42, 0.16)  # how far each face lies beside and below the one on it, of its size
MOST_FACES = 3


@dataclass(frozen=True)
class Block:
    """A product on a contact sheet: its caption and its faces, with the fonts they are set in."""

    caption: str
    faces: tuple[Face, ...]
    fonts: Fonts

    @property
    def size(self) -> Size:
        width = sum(f.size.width for f in self.faces) + PAIR * (len(self.faces) - 1)
        return Size(width, max(f.size.height for f in self.faces) + CAPTION)


def px(mm: float, scale: int = 1) -> int:
    return round(mm / 25.4 * DPI * scale)


def shown(done: Printout) -> Iterator[Face]:
    """Return fronts, each with its back; a back that is the same for all comes once, at the end."""
    for group in done.groups:
        backs = [f for f in group.backs if not f.empty] if group.backs is not group.fronts else []
        common = len({id(f) for f in backs}) == 1
        for at, face in enumerate(group.fronts):
            yield face
            if backs and not common:
                yield backs[at]
        if common:
            yield backs[0]


def block(workspace: Workspace, target: str, chosen: dict[str, Any], fonts: Fonts) -> Block:
    """Place one product's chosen pieces."""
    done = printout(workspace, target, chosen, fonts)
    faces = tuple(shown(done))
    if done.request.product.kind == "booklet":  # is placed whole; its pages are chosen from that
        only = numbers(str(chosen.get("only", 1)))
        faces = tuple(face for number, face in enumerate(faces, 1) if number in only)
    return Block(target, faces, fonts)


def printout(workspace: Workspace, target: str, chosen: dict[str, Any], fonts: Fonts) -> Printout:
    """Place and impose one product's chosen pieces; a booklet, and an imposed leaf, whole."""
    name, _, key = target.partition("/")
    game = workspace.game(name)
    assert game is not None
    product = game.products[key]
    whole = product.kind == "booklet" or "leaf" in chosen
    options = {o.name: o.default for o in product.options.values()}
    paper = chosen.get("paper", "a4")
    request = Request(
        game,
        product,
        str(chosen.get("lang", "en")),
        workspace.sizes().papers[paper],
        paper,
        size=chosen.get("size"),
        only=None if whole else numbers(str(chosen.get("only", 1))),
        options={**options, **chosen.get("options", {})},
    )
    done = place(workspace, request, fonts)
    if done is None:
        problems = "; ".join(d.message for d in workspace.report.sorted())
        sys.exit(f"docs: {target}: {problems}")
    return done


def numbers(text: str) -> frozenset[int]:
    """Read `1,3-5` as the command line does."""
    ends = (part.partition("-") for part in text.split(","))
    return frozenset(n for low, _, high in ends for n in range(int(low), int(high or low) + 1))


def raster(item: Block) -> list[Image.Image]:
    """Draw each face on a page of its own size."""
    pages = [
        Page(f.size, (Placed(f, Frame()),), _outline(f), (), _whole(f.size)) for f in item.faces
    ]
    return pixels(pages, item.fonts, SMOOTH * DPI)


def pixels(pages: list[Page], fonts: Fonts, dpi: float) -> list[Image.Image]:
    """Rasterise pages as their PDF shows them."""
    data = write(iter(pages), Info("docs", "en", "long", "ppgen"), fonts)
    with pypdfium2.PdfDocument(io.BytesIO(data)) as document:
        return [page.render(scale=dpi / 72).to_pil().convert("RGB") for page in document]


def _outline(face: Face) -> tuple[Op, ...]:
    return () if type(face.outline).__name__ == "RectOp" else (face.outline,)


def _whole(size: Size) -> Rect:
    return Rect(0, 0, size.width, size.height)


def rows(blocks: list[Block]) -> list[list[Block]]:
    """Break the products into rows, in their order."""
    out: list[list[Block]] = []
    wide = max(WIDE, *(b.size.width for b in blocks))
    room = 0.0
    for item in blocks:
        room -= GAP + item.size.width
        if not out or room < 0:
            out.append([])
            room = wide - item.size.width
        out[-1].append(item)
    return out


def compose(blocks: list[Block]) -> Image.Image:
    """Lay the products out on a light gray ground, to one scale."""
    laid = rows(blocks)
    wide = max(sum(b.size.width + GAP for b in row) for row in laid) + GAP
    high = sum(max(b.size.height for b in row) + GAP for row in laid) + GAP
    ground = Image.new("RGB", (px(wide), px(high)), GROUND)
    pen = ImageDraw.Draw(ground)
    font = ImageFont.truetype(CAPTIONS, px(3.4))
    y = GAP
    for row in laid:
        x = GAP
        for item in row:
            pen.text((px(x), px(y + CAPTION - 1.2)), item.caption, INK, font, anchor="ls")
            at = x
            for face, image in zip(item.faces, raster(item), strict=True):
                left, top = px(at), px(y + CAPTION)
                size = (px(face.size.width), px(face.size.height))
                pen.rectangle((left - 1, top - 1, left + size[0], top + size[1]), EDGE)
                ground.paste(image.resize(size, Image.Resampling.LANCZOS), (left, top))
                at += face.size.width + PAIR
            x += item.size.width + GAP
        y += max(b.size.height for b in row) + GAP
    return ground.quantize(COLORS, dither=Image.Dither.NONE)


def cascade(item: Block) -> Image.Image:
    """Lay a product's first faces one behind the other, with a soft shadow, on nothing."""
    images = raster(replace(item, faces=item.faces[:MOST_FACES]))
    wide, high = (max(image.size[axis] for image in images) for axis in (0, 1))
    # What is tall lies beside what is behind it, what is wide lies above it.
    beside, below = CASCADE if high < 1.2 * wide else (0.62, 0.07)
    steps = len(images) - 1
    scale = min(ROOM[0] / (wide * (1 + beside * steps)), ROOM[1] / (high * (1 + below * steps)))
    wide, high = wide * scale, high * scale
    left = (SMALL[0] - wide * (1 + beside * steps)) / 2
    top = (SMALL[1] - high * (1 + below * steps)) / 2
    ground = Image.new("RGBA", SMALL)
    for at, image in reversed(list(enumerate(images))):
        size = (round(image.width * scale), round(image.height * scale))
        face = cut_out(image, item.faces[at]).resize(size, Image.Resampling.LANCZOS)
        place_at = (round(left + at * beside * wide), round(top + at * below * high))
        shade = Image.new("L", SMALL)
        shade.paste(
            face.getchannel("A").point(lambda a: a * 2 // 5), (place_at[0], place_at[1] + 5)
        )
        shade = shade.filter(ImageFilter.GaussianBlur(7))
        ground.alpha_composite(Image.merge("RGBA", (*[Image.new("L", SMALL)] * 3, shade)))
        ground.alpha_composite(face, place_at)
    return ground


def cut_out(image: Image.Image, face: Face) -> Image.Image:
    """Make clear what lies outside of a face that is no rectangle."""
    whole = image.convert("RGBA")
    if _outline(face):
        for corner in ((0, 0), (image.width - 1, 0), (0, image.height - 1),
                       (image.width - 1, image.height - 1)):  # fmt: skip
            if whole.getpixel(corner) == (255, 255, 255, 255):
                ImageDraw.floodfill(whole, corner, (255, 255, 255, 0), thresh=40)
    return whole


def drawn_from(blocks: list[Block], folder: Path) -> str:
    """Hash what the faces draw, not a file: bytes follow zlib's and the fonts' versions."""
    text = repr([(b.caption, [(f.size, repr(f.ops)) for f in b.faces]) for b in blocks])
    # A picture's or font's file may lie elsewhere on another machine; a span tells where from.
    text = text.replace(str(folder), "").replace(str(ROOT), "")
    return hashlib.sha256(text.encode()).hexdigest()


def carried(png: Path) -> str:
    """Read the hash that a picture carries."""
    if not png.exists():
        return ""
    with Image.open(png) as image:
        return str(image.info.get(KEY, "") or image.info.get("xmp", b"").decode())


def main() -> int:
    parser = argparse.ArgumentParser(description="Write or check what is generated.")
    parser.add_argument("--check", action="store_true", help="write nothing, name what is stale")
    check = parser.parse_args().check

    if not check:
        manual.write()
    texts = manual.stale()
    if texts:
        print(f"stale: {', '.join(texts)}; run make docs", file=sys.stderr)
    with tempfile.TemporaryDirectory() as folder:
        return max(pictures(check, Path(folder)), 1 if texts else 0)


def guide_pictures(folder: Path, steps: dict[int, list[dict[str, Any]]]) -> dict[str, list[Block]]:
    """Place what the guide shows after each step, a row for each entry."""
    text = guide.PAGE.read_text("utf-8")
    drawn: dict[str, list[Block]] = {}
    for number, rows_of in steps.items():
        root = folder / f"{GUIDE}-{number}"
        guide.write(root, text, number)
        workspace = Workspace(root)
        fonts = Fonts(workspace.fonts)
        laid = drawn[root.name] = []
        for how in rows_of:
            shown_of = block(workspace, "harvest/cards", how, fonts)
            laid.append(replace(shown_of, caption=f"--lang {how['lang']}" if "lang" in how else ""))
    return drawn


def pictures(check: bool, folder: Path) -> int:
    chosen = yaml.safe_load(CHOSEN.read_text("utf-8"))
    views, steps = chosen.pop(SCENES), chosen.pop(GUIDE)
    workspace = Workspace(ROOT)
    fonts = Fonts(workspace.fonts)
    games = [g for name in workspace.games() if (g := workspace.game(name)) and g.listed]
    targets = {f"{game.name}/{key}": game for game in games for key in game.products}
    if unknown := chosen.keys() - targets.keys():
        sys.exit(f"docs/pictures.yaml names no product: {', '.join(sorted(unknown))}")
    hidden = targets.keys() - {show for scene in views.values() for show in in_scene(scene)}
    if hidden:
        sys.exit(f"docs/pictures.yaml: no scene shows {', '.join(sorted(hidden))}")
    drawn: dict[str, list[Block]] = {}
    shows = base.write_scenes(folder, base.base())
    parts = Workspace(folder)
    for name, shown_of in shows.items():
        found = [block(parts, target, {}, fonts) for target in shown_of]
        drawn[name] = [replace(b, caption=b.caption.partition("/")[2]) for b in found]
    drawn.update(guide_pictures(folder, steps))
    stale = [p.stem for p in IMG.glob("*.png") if p.stem not in {*drawn, *views}]
    stale += scene_pictures(check, views, workspace, fonts)
    for name, blocks in drawn.items():
        digest, png = drawn_from(blocks, folder), IMG / f"{name}.png"
        if check:
            if carried(png) != digest:
                stale.append(name)
            continue
        if carried(png) == digest:
            continue
        info = PngImagePlugin.PngInfo()
        info.add_text(KEY, digest)
        IMG.mkdir(parents=True, exist_ok=True)
        compose(blocks).save(png, optimize=True, pnginfo=info)
        print(f"{png.relative_to(ROOT)}  {png.stat().st_size // 1024} KB")
    small = small_pictures(check, folder, workspace, targets, chosen, fonts)
    if check and small:
        print(f"studio/pictures is stale: {', '.join(small)}; run make docs", file=sys.stderr)
    if check and stale:
        print(f"docs/img is stale: {', '.join(sorted(stale))}; run make docs", file=sys.stderr)
        return 1
    for name in stale:
        (IMG / f"{name}.png").unlink(missing_ok=True)
    return 1 if small else 0


def small_pictures(
    check: bool,
    folder: Path,
    workspace: Workspace,
    targets: Collection[str],
    chosen: dict[str, Any],
    fonts: Fonts,
) -> list[str]:
    """Draw the studio's picture of each product; or return the names of stale ones."""
    blocks = {t.replace("/", "-"): block(workspace, t, chosen.get(t) or {}, fonts) for t in targets}
    stale = [p.stem for p in STUDIO.glob("*.webp") if p.stem not in blocks]
    for name, item in blocks.items():
        digest, picture = drawn_from([item], folder), STUDIO / f"{name}.webp"
        if carried(picture) == digest:
            continue
        if check:
            stale.append(name)
            continue
        STUDIO.mkdir(parents=True, exist_ok=True)
        cascade(item).save(picture, quality=78, method=6, xmp=digest.encode())
        print(f"{picture.relative_to(ROOT)}  {picture.stat().st_size // 1024} KB")
    if check:
        return sorted(stale)
    for name in stale:
        (STUDIO / f"{name}.webp").unlink(missing_ok=True)
    return []


def in_scene(scene: dict[str, Any]) -> Iterator[str]:
    """Yield the products that a scene shows."""
    for item in scene["items"]:
        for part in (item, *(v for v in item.values() if isinstance(v, dict))):
            if "show" in part:
                yield part["show"]


def scene_pictures(
    check: bool, views: dict[str, Any], workspace: Workspace, fonts: Fonts
) -> list[str]:
    """Draw the scenes that have changed; or return the names of those that have."""
    stale = []
    for name, scene in views.items():
        pages: dict[str, list[Page]] = {}
        for item in scene["items"]:
            for part in (item, *(v for v in item.values() if isinstance(v, dict))):
                if "show" in part:
                    pages[part_of(part)] = scene_pages(workspace, part, fonts)
        code = Path(scenes.__file__).read_text("utf-8")
        text = repr((scene, code, {key: [paper_of(p) for p in ps] for key, ps in pages.items()}))
        digest = hashlib.sha256(text.replace(str(ROOT), "").encode()).hexdigest()
        png = IMG / f"{name}.png"
        if carried(png) == digest:
            continue
        if check:
            stale.append(name)
            continue
        images = {key: pixels(ps, fonts, scenes.WORK * 25.4) for key, ps in pages.items()}
        info = PngImagePlugin.PngInfo()
        info.add_text(KEY, digest)
        picture = scenes.compose(scene, lambda part, images=images: images[part_of(part)], CAPTIONS)
        IMG.mkdir(parents=True, exist_ok=True)
        picture.save(png, optimize=True, pnginfo=info)
        print(f"{png.relative_to(ROOT)}  {png.stat().st_size // 1024} KB")
    return stale


def part_of(item: dict[str, Any]) -> str:
    """Name what an item asks of a product."""
    keys = ("show", "only", "lang", "size", "paper", "options", "leaf")
    return repr([item.get(key) for key in keys])


def scene_pages(workspace: Workspace, item: dict[str, Any], fonts: Fonts) -> list[Page]:
    """Return a page for each face of an item, or its imposed leaf."""
    done = printout(workspace, item["show"], item, fonts)
    if "leaf" in item:
        return [page for _, page in zip(range(item["leaf"]), make_pages(done, fonts), strict=False)]
    faces = [face for group in done.groups for face in group.fronts]
    if not item.get("fronts"):
        faces = list(shown(done))
    return [Page(f.size, (Placed(f, Frame()),), _outline(f), (), _whole(f.size)) for f in faces]


def paper_of(page: Page) -> str:
    """Say what a page draws."""
    return repr(([(p.face.size, p.frame, p.face.ops) for p in page.placed], page.marks, page.ops))


if __name__ == "__main__":
    sys.exit(main())
