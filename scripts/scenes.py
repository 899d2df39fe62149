"""Draw the parts of the games in use: standing, filled in, open, with soft shadows on a table.

Takes a scene of `docs/pictures.yaml` and a function that rasterises faces; returns a picture. All
lengths are in mm: `at` is where an item's upper left corner is on the table, `scale` its size
there, `turn` degrees clockwise. Kinds of items:

    flat      faces, one beside the other, `step` apart; `crop`, rounded corners of `round`
    shield    a sheet folded twice, its wings away from who looks
    screen    a strip folded up twice: pockets with cards behind windows, wings at its ends
    tent      a card stands in a strip that is folded to a roof
    box       a net of paper, folded up and closed
    booklet   two pages of it, open

Any item may have `name`, a caption, and `pen`: words, rings and strokes as from a hand.
"""

import itertools
import random
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageFont

Point = tuple[float, float]
Item = dict[str, Any]
Faces = Callable[[Item], Sequence[Image.Image]]

GROUND = (233, 231, 226)
INK = (52, 50, 47)
PEN = (28, 62, 150)
WIDE = 1780  # px: twice what a README shows
WORK = 8.0  # px a mm while drawing; faces come in this resolution too
SHADOW, SOFT, DROP = 0.34, 1.3, (0.5, 1.1)
CAPTION = 4.4
COLORS = 256
#: A hand's letters: strokes of corners on a grid 4 wide and 6 high, later rounded off.
HAND = {
    "A": "06 20 46|14 34", "B": "00 06 36 45 33 03 33 42 30 00", "C": "41 20 02 04 26 45",
    "D": "00 06 26 44 42 20 00", "E": "40 00 06 46|03 33", "F": "40 00 06|03 33",
    "G": "41 20 02 04 26 45 43 23", "H": "00 06|40 46|03 43", "I": "20 26", "J": "30 35 16 04",
    "K": "00 06|40 03 46", "L": "00 06 46", "M": "06 00 23 40 46", "N": "06 00 46 40",
    "O": "20 02 04 26 44 42 20", "P": "06 00 30 41 33 03", "Q": "20 02 04 26 44 42 20|25 46",
    "R": "06 00 30 41 33 03 46", "S": "41 20 01 22 44 26 05", "T": "00 40|20 26",
    "U": "00 04 26 44 40", "V": "00 26 40", "W": "00 16 22 36 40", "X": "00 46|40 06",
    "Y": "00 23 40|23 26", "Z": "00 40 06 46", "0": "20 02 04 26 44 42 20", "1": "02 20 26",
    "2": "01 20 41 06 46", "3": "00 40 23 44 26 05", "4": "36 30 04 44", "5": "40 00 02 33 45 06",
    "6": "30 02 05 26 44 23 03", "7": "00 40 16", "8": "20 01 23 45 26 05 23 41 20",
    "9": "43 13 01 20 41 36", "/": "40 06", "-": "03 43", ".": "26 26", "+": "21 25|03 43",
}  # fmt: skip


def compose(scene: dict[str, Any], faces: Faces, font: Path) -> Image.Image:
    """Draw a scene: its items in their order, each over what came before."""
    wide, high = scene["size"]
    table = Image.new("RGBA", (px(wide), px(high)), (*GROUND, 255))
    letters = ImageFont.truetype(font, px(CAPTION * scene.get("names", 1)))
    pen = ImageDraw.Draw(table)
    for item in scene["items"]:
        box = KINDS[item.get("kind", "flat")](table, item, faces)
        if "name" in item:
            x, y = item.get("name_at", (box[0] / WORK, box[3] / WORK + 6.6))
            pen.text((px(x), px(y)), item["name"], INK, letters, anchor="ls")
    size = (WIDE, round(WIDE * high / wide))
    small = table.convert("RGB").resize(size, Image.Resampling.LANCZOS)
    # The best colors for a few of its pixels are good ones for all, and found in a second.
    some = small.resize((size[0] // 4, size[1] // 4), Image.Resampling.NEAREST)
    return small.quantize(palette=some.quantize(COLORS, kmeans=1), dither=Image.Dither.NONE)


def px(mm: float) -> int:
    return round(mm * WORK)


Box = tuple[int, int, int, int]


def flat(table: Image.Image, item: Item, faces: Faces) -> Box:
    """Lay faces on the table."""
    x, y = item["at"]
    scale, turn = item.get("scale", 1), item.get("turn", 0)
    dx, dy = item.get("step", (0, 0))
    boxes = []
    for i, image in enumerate(chosen(item, faces)):
        face = prepared(image, item)
        w, h = (length * scale for length in face.size)
        left, top = (x + i * dx) * WORK, (y + i * dy) * WORK
        around = turn + i * item.get("fan", 0)
        corners = ((left, top), (left + w, top), (left + w, top + h), (left, top + h))
        middle = (left + w / 2, top + h / 2)
        quad = item.get("quad") and [(a * WORK, b * WORK) for a, b in item["quad"]]
        quad = quad or [turned(p, middle, around) for p in corners]
        boxes.append(laid(table, face, quad, shadow=item.get("shadow", 1), item=item))
    return union(boxes)


def screen(table: Image.Image, item: Item, faces: Faces) -> Box:
    """Stand a screen up: its lower strip folded to the front, cards behind its windows."""
    front, back = faces(item)[:2]
    k, x, y = item.get("scale", 1), *item["at"]
    wing, fold, rim = (px(item[key]) for key in ("wing", "fold", "rim"))
    width = front.width
    inside = front.crop((0, 0, width, fold)).convert("RGBA")
    # What folds up shows its other side: the back, turned over the fold.
    panel = back.crop((wing, fold, width - wing, back.height)).convert("RGBA")
    panel = panel.transpose(Image.Transpose.ROTATE_180)
    holes = ImageDraw.Draw(panel)
    cards = list(faces(item["cards"]))
    for (left, top, w, h), card in zip(item["windows"], cards, strict=False):
        middle = px(left + w / 2)
        inside.paste(card.convert("RGB"), (middle - card.width // 2, fold - rim - card.height))
        bottom = panel.height - (px(top) - fold)
        holes.rectangle(
            (px(left) - wing, bottom - px(h), px(left + w) - wing, bottom), (0, 0, 0, 0)
        )
    whole = inside.crop((wing, 0, width - wing, fold))
    edge = panel.getchannel("A").point(lambda a: a // 3).filter(ImageFilter.GaussianBlur(5))
    dark = Image.new("RGBA", whole.size)
    dark.paste((0, 0, 0, 255), (0, whole.height - panel.height + 3), edge)
    whole.alpha_composite(dark)
    whole.alpha_composite(panel, (0, whole.height - panel.height))
    outline(whole, (0, whole.height - panel.height, whole.width, whole.height))
    w, h, depth = whole.width * k, whole.height * k, wing * k
    left, top = px(x) + depth * 0.72, float(px(y))
    right, foot = left + w, top + h
    out, lower, rise = depth * 0.72, depth * 0.5, depth * 0.12
    ground(table, [(left, foot), (right, foot), (right + out, foot + lower),
                   (right + 0.6 * out, foot + 1.15 * lower),
                   (left - 0.6 * out, foot + 1.15 * lower),
                   (left - out, foot + lower)])  # fmt: skip
    sides = (
        (inside.crop((0, 0, wing, fold)), [(left - out, top + rise), (left, top), (left, foot),
                                           (left - out, foot + lower)], 0.1),
        (inside.crop((width - wing, 0, width, fold)),
         [(right, top), (right + out, top + rise), (right + out, foot + lower), (right, foot)],
         0.16),
    )  # fmt: skip
    for image, quad, dark_by in sides:
        laid(table, shaded(image, dark_by), quad, shadow=0)
    box = laid(table, whole, [(left, top), (right, top), (right, foot), (left, foot)], shadow=0)
    return (round(left - out), box[1], round(right + out), round(foot + lower))


def shield(table: Image.Image, item: Item, faces: Faces) -> Box:
    """Stand a shield up, as those see it from whom it hides: its wings folded away."""
    face = next(iter(faces(item))).convert("RGBA")
    k, x, y = item.get("scale", 1), *item["at"]
    wing = px(item["wing"])
    middle = face.crop((wing, 0, face.width - wing, face.height))
    w, h, out = middle.width * k, middle.height * k, wing * k * 0.62
    left, top = px(x) + out, float(px(y))
    right, foot, rise = left + w, top + h, wing * k * 0.2
    ground(table, [(left, foot), (right, foot), (right + out, foot - 2 * rise),
                   (right + 1.5 * out, foot - rise), (right + 0.3 * out, foot + 0.4 * rise),
                   (left, foot + 0.4 * rise)])  # fmt: skip
    wings = (
        (face.crop((0, 0, wing, face.height)),
         [(left - out, top + rise * 0.5), (left, top), (left, foot), (left - out, foot - rise)],
         0.1),
        (face.crop((face.width - wing, 0, face.width, face.height)),
         [(right, top), (right + out, top + rise * 0.5), (right + out, foot - rise), (right, foot)],
         0.18),
    )  # fmt: skip
    for image, quad, dark in wings:
        laid(table, shaded(image, dark), quad, shadow=0)
    laid(table, middle, [(left, top), (right, top), (right, foot), (left, foot)], shadow=0)
    return (round(left - out), round(top), round(right + out), round(foot))


def tent(table: Image.Image, item: Item, faces: Faces) -> Box:
    """Stand a card in its tent."""
    strip = list(faces(item))[item.get("face", 0)].convert("RGBA")
    card = rounded(next(iter(faces(item["card"]))).convert("RGBA"), px(2.5))
    k, x, y = item.get("scale", 1), *item["at"]
    first, last, seen = (px(v) for v in (*item["side"], item["seen"]))
    side = strip.crop((0, first, strip.width, last))
    top_of_card = card.crop((0, 0, card.width, seen))
    w, high, rise = strip.width * k, (last - first) * k * 0.9, seen * k
    left, top = float(px(x)), float(px(y))
    ridge, foot = top + rise, top + rise + high
    inset = 0.03 * w
    ground(table, [(left, foot), (left + w, foot), (left + w + 0.1 * w, foot - 0.3 * high),
                   (left + w, foot - 0.6 * high), (left, foot - 0.6 * high)])  # fmt: skip
    middle, half = left + w / 2, card.width * k / 2
    laid(table, shaded(top_of_card, 0.02),
         [(middle - half, top), (middle + half, top),
          (middle + half, ridge), (middle - half, ridge)],
         shadow=0.8)  # fmt: skip
    quad = [(left + inset, ridge), (left + w - inset, ridge), (left + w, foot), (left, foot)]
    return union([laid(table, shaded(side, 0.04), quad, shadow=0.5),
                  (round(left), round(top), round(left + w), round(foot))])  # fmt: skip


def closed(table: Image.Image, item: Item, faces: Faces) -> Box:
    """Fold up a net: a strip to glue, then side, front, side, back, with the lid above the back."""
    net = next(iter(faces(item))).convert("RGBA")
    k, x, y = item.get("scale", 1), *item["at"]
    strip, play = 9, 1.5
    wide, high = (length + play for length in item["holds"])
    deep = (net.width / WORK - strip) / 2 - wide
    body = net.height / WORK - high - deep
    front = cut(net, strip + deep, body, wide, high)
    # The thumb's notch shows the lid's flap behind it.
    side = cut(net, strip + deep + wide, body, deep, high)
    lid = cut(net, strip + 2 * deep + wide, body - deep, wide, deep)
    lid = lid.transpose(Image.Transpose.ROTATE_180)
    w, h = front.width * k, front.height * k
    dx, dy = side.width * k * 0.56, side.width * k * 0.3
    left, top = float(px(x)), px(y) + dy
    right, foot = left + w, top + h
    ground(table, [(left, foot), (right, foot), (right + dx, foot - dy),
                   (right + dx + 0.22 * h, foot - dy * 0.7),
                   (right + 0.16 * h, foot + 0.02 * h)])  # fmt: skip
    for image, quad, dark in (
        (lid, [(left + dx, top - dy), (right + dx, top - dy), (right, top), (left, top)], 0.0),
        (
            side,
            [(right, top), (right + dx, top - dy), (right + dx, foot - dy), (right, foot)],
            0.16,
        ),
        (front, [(left, top), (right, top), (right, foot), (left, foot)], 0.03),
    ):
        laid(table, shaded(image, dark), quad, shadow=0)
    return (round(left), round(top - dy), round(right + dx), round(foot))


def booklet(table: Image.Image, item: Item, faces: Faces) -> Box:
    """Open a booklet on two of its pages."""
    pages = list(faces(item))
    k, x, y = item.get("scale", 1), *item["at"]
    first, second = (pages[i].convert("RGBA") for i in item["pages"])
    w, h = first.width * k, first.height * k
    left, top, lift = float(px(x)), float(px(y)), 0.025 * h
    spine, right, foot = left + w, left + 2 * w, top + h
    quads = (
        (first, [(left, top - lift), (spine, top), (spine, foot), (left, foot - lift)], True),
        (second, [(spine, top), (right, top - lift), (right, foot - lift), (spine, foot)], False),
    )
    for shift in (2.2, 1.1):  # the pages below
        for image, quad, _ in quads:
            blank = Image.new("RGBA", image.size, (250, 250, 248, 255))
            under = [(a + (-shift if a < spine else shift if a > spine else 0) * 2, b + shift * 3)
                     for a, b in quad]  # fmt: skip
            laid(table, blank, under, shadow=1 if shift > 2 else 0.3)
    for image, quad, before in quads:
        laid(table, toward_spine(image, before), quad, shadow=0.2)
    return (round(left), round(top - lift), round(right), round(foot + 6))


KINDS: dict[str, Callable[[Image.Image, Item, Faces], Box]] = {
    "flat": flat, "screen": screen, "shield": shield,
    "tent": tent, "box": closed, "booklet": booklet,
}  # fmt: skip


def chosen(item: Item, faces: Faces) -> list[Image.Image]:
    """Return the faces that an item shows, all unless `face` names them."""
    images = list(faces(item))
    wanted = item.get("face")
    if wanted is None:
        return images
    return [images[i] for i in (wanted if isinstance(wanted, list) else [wanted])]


def prepared(image: Image.Image, item: Item) -> Image.Image:
    """Write on a face, cut out what is wanted of it, and round its corners."""
    face = image.convert("RGBA")
    if "pen" in item:
        written(face, item["pen"])
    if "crop" in item:
        face = cut(face, *item["crop"])
    return rounded(face, px(item["round"])) if "round" in item else face


def cut(image: Image.Image, x: float, y: float, w: float, h: float) -> Image.Image:
    return image.crop((px(x), px(y), px(x + w), px(y + h)))


def rounded(image: Image.Image, radius: int) -> Image.Image:
    """Round the corners of a card."""
    mask = Image.new("L", (image.width * 2, image.height * 2))
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, mask.width - 1, mask.height - 1), 2 * radius, 255)
    image.putalpha(mask.resize(image.size, Image.Resampling.LANCZOS))
    return image


def shaded(image: Image.Image, dark: float) -> Image.Image:
    """Darken what light reaches less."""
    black = Image.new("RGBA", image.size, (20, 18, 15, 255))
    out = Image.blend(image.convert("RGBA"), black, dark)
    out.putalpha(image.convert("RGBA").getchannel("A"))
    return out


def outline(image: Image.Image, box: Box) -> None:
    """Draw the edge of one paper on another."""
    ImageDraw.Draw(image).rectangle((box[0], box[1], box[2] - 1, box[3] - 1), None, (205, 203, 198))


def toward_spine(image: Image.Image, before: bool) -> Image.Image:
    """Darken a page towards its fold."""
    ramp = Image.linear_gradient("L").rotate(90 if before else -90).resize(image.size)
    dark = ramp.point(lambda v: int(max(0, v - 190) * 0.75))
    black = Image.new("RGBA", image.size, (30, 28, 25, 255))
    black.putalpha(dark)
    return Image.alpha_composite(image, black)


def ground(table: Image.Image, shape: Sequence[Point]) -> None:
    """Cast the shadow of what stands."""
    mask = Image.new("L", table.size)
    ImageDraw.Draw(mask).polygon(list(shape), round(255 * 0.3))
    mask = mask.filter(ImageFilter.GaussianBlur(2.6 * WORK))
    table.paste((35, 32, 28), (0, 0), mask)


def laid(
    table: Image.Image,
    image: Image.Image,
    quad: Sequence[Point],
    *,
    shadow: float,
    item: Item | None = None,
) -> Box:
    """Draw an image with its corners at the quad's, above its shadow; return its box."""
    xs, ys = [p[0] for p in quad], [p[1] for p in quad]
    pad = 4
    box = (int(min(xs)) - pad, int(min(ys)) - pad, int(max(xs)) + pad + 1, int(max(ys)) + pad + 1)
    size = (box[2] - box[0], box[3] - box[1])
    # Scaled down first, since a transform alone drops thin lines; a clear rim keeps edges smooth.
    w, h = image.size
    span = max(max(xs) - min(xs), max(ys) - min(ys)) / max(w, h)
    if span < 0.9:
        image = image.resize(
            (max(1, round(w * span)), max(1, round(h * span))), Image.Resampling.LANCZOS
        )
        w, h = image.size
    rim = Image.new("RGBA", (w + 4, h + 4), (255, 255, 255, 0))
    rim.paste(image, (2, 2))
    corners = ((2, 2), (w + 2, 2), (w + 2, h + 2), (2, h + 2))
    target = [(x - box[0], y - box[1]) for x, y in quad]
    drawn = rim.transform(
        size, Image.Transform.PERSPECTIVE, mapping(target, corners), Image.Resampling.BICUBIC
    )
    if item and item.get("blend") == "multiply":
        below = table.crop(box)
        white = Image.new("RGBA", size, (255, 255, 255, 255))
        white.alpha_composite(drawn)
        table.paste(ImageChops.multiply(below.convert("RGB"), white.convert("RGB")), box)
        return box
    if shadow:
        far = px(3 * SOFT)
        shade = Image.new("L", (size[0] + 2 * far, size[1] + 2 * far))
        shade.paste(drawn.getchannel("A").point(lambda a: round(a * SHADOW * shadow)), (far, far))
        shade = shade.filter(ImageFilter.GaussianBlur(SOFT * WORK))
        table.paste((35, 32, 28), (box[0] - far + px(DROP[0]), box[1] - far + px(DROP[1])), shade)
    table.paste(drawn, box, drawn)
    return box


def mapping(target: Sequence[Point], source: Sequence[Point]) -> list[float]:
    """Return the eight numbers that take each point of a target to one of the source."""
    rows = []
    for (x, y), (u, v) in zip(target, source, strict=True):
        rows.append([x, y, 1, 0, 0, 0, -u * x, -u * y, u])
        rows.append([0, 0, 0, x, y, 1, -v * x, -v * y, v])
    for i in range(8):
        best = max(range(i, 8), key=lambda r: abs(rows[r][i]))
        rows[i], rows[best] = rows[best], rows[i]
        for r in range(8):
            if r != i:
                share = rows[r][i] / rows[i][i]
                rows[r] = [a - share * b for a, b in zip(rows[r], rows[i], strict=True)]
    return [rows[i][8] / rows[i][i] for i in range(8)]


def turned(point: Point, middle: Point, degrees: float) -> Point:
    """Turn a point clockwise about another."""
    z = complex(point[0] - middle[0], point[1] - middle[1])
    z *= complex(0, 1) ** (degrees / 90)
    return z.real + middle[0], z.imag + middle[1]


def union(boxes: Iterable[Box]) -> Box:
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def written(face: Image.Image, marks: Sequence[Sequence[Any]]) -> None:
    """Write on a face: `[words, x, y, height]`, or `[o, x, y, radius]` and `[/, x, y, length]`."""
    draw = ImageDraw.Draw(face)
    for words, x, y, size in marks:
        hand = random.Random(f"{words} {x} {y}")
        if words == "o":
            ring = [(x + size * cx, y + size * 0.92 * cy) for cx, cy in CIRCLE]
            stroke(draw, [(a + hand.gauss(0, 0.12), b + hand.gauss(0, 0.12)) for a, b in ring])
        elif words == "/":
            stroke(draw, [(x, y + size), (x + size * 0.5, y + size * 0.45), (x + size, y)])
        else:
            letters(draw, str(words), (x, y), size, hand)


CIRCLE = ((0.1, -1), (-0.75, -0.7), (-1, 0.1), (-0.6, 0.85), (0.2, 1), (0.9, 0.55), (0.95, -0.3),
          (0.5, -0.95), (-0.2, -1.05))  # fmt: skip


def letters(
    draw: ImageDraw.ImageDraw, words: str, at: Point, size: float, hand: random.Random
) -> None:
    """Write words with their foot at a point, leaning a little, no two letters alike."""
    x, foot = at
    unit = size / 6
    for letter in words.upper():
        if letter not in HAND:
            x += 3 * unit
            continue
        tall, drift = unit * hand.uniform(0.92, 1.06), hand.gauss(0, 0.25) * unit
        wide = 0
        for line in HAND[letter].split("|"):
            corners = [(int(c[0]), int(c[1])) for c in line.split()]
            wide = max(wide, *(c for c, _ in corners))
            stroke(draw, [
                (x + (c + (6 - r) * 0.16 + hand.gauss(0, 0.1)) * unit * 0.82,
                 foot + drift - (6 - r + hand.gauss(0, 0.1)) * tall)
                for c, r in corners
            ])  # fmt: skip
        x += (wide * 0.82 + 1.5) * unit


def stroke(draw: ImageDraw.ImageDraw, points: Sequence[Point]) -> None:
    """Draw a line with its corners cut off twice, as a pen rounds them."""
    line = list(points)
    for _ in range(2):
        pairs = itertools.pairwise(line)
        inner = [
            (a[0] + (b[0] - a[0]) * s, a[1] + (b[1] - a[1]) * s)
            for a, b in pairs
            for s in (0.22, 0.78)
        ]
        line = [line[0], *inner, line[-1]]
    dots = [(x * WORK, y * WORK) for x, y in line]
    thick = round(0.42 * WORK)
    draw.line(dots, PEN, thick, joint="curve")
    for x, y in (dots[0], dots[-1]):
        draw.ellipse((x - thick / 2, y - thick / 2, x + thick / 2, y + thick / 2), PEN)
