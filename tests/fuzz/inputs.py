"""Inputs at random, each from a kind and a seed: the same pair is the same input everywhere.

`run(kind, seed, folder)` makes one, feeds it to the engine and returns what is wrong: nothing, or
a line. Any exception but a `Problem` or a refusal is a fault, as are a PDF that does not open and
an internal error in an answer of the studio.
"""

from __future__ import annotations

import base64
import contextlib
import io
import json
import math
import random
import shutil
import struct
import zipfile
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

import pikepdf
from PIL import Image

from ppgen.build import Fonts, default_request, make_pdf, make_svg, place
from ppgen.build.pages import make_pages
from ppgen.deal.recipe import read_recipe
from ppgen.diagnostics import Problem, Refused, Report, Source, Span, as_json, short, text
from ppgen.drawing.pictures import load_picture, read_plainly
from ppgen.drawing.svgpath import parse
from ppgen.expr import compile_expression, compile_template
from ppgen.geometry import Size
from ppgen.lint.run import lint
from ppgen.load.imports import read_import
from ppgen.load.workspace import Workspace
from ppgen.source.kinds import Text
from ppgen.studio.session import Session
from tests.support import made_fonts
from tests.support.run import REPO
from tests.unit.build.test_fuzz import VALUES, mutated

NUMBERS = ("0", "1", "-1", "3", "0.5", "1e3", "99999999999", "1e999", "9" * 40, ".", "1.2.3", "-.5")
LANGS = ("en", "de", "ar", "he", "hi", "th", "ja", "zh", "ko", "el", "tr", "und")
#: Characters that have broken something somewhere: controls, joiners, bidi, marks, odd spaces.
ODD = (
    "\0\a\b\t\n\r\x0b\x0c\x1b\x7f\x85\xa0\xad\u0300\u0301\u034f\u0488\u05b0\u061c\u064b\u115f\u1680"
    "\u180e\u200b\u200c\u200d\u200e\u200f\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u202f\u2060"
    "\u2066\u2067\u2068\u2069\u20e3\u3000\ufe0f\ufeff\ufff9\ufffc\ufffd\ud800\udfff\ufffe\U0001f468"
    "\U0001f3fd\U0001f1e9\U000e0067\U000e0001\U0010ffff"
)


def letters(rng: random.Random, most: int = 30) -> str:
    """Return text of any letters of Unicode, mostly of one script."""
    start = rng.choice(
        (0x20, 0x20, 0xA0, 0x370, 0x5D0, 0x620, 0x905, 0xE01, 0x3040, 0x4E00, 0xAC00)
    )
    out = []
    for _ in range(rng.randrange(most)):
        kind = rng.random()
        if kind < 0.8:
            out.append(chr(start + rng.randrange(90)))
        elif kind < 0.9:
            out.append(rng.choice(ODD))
        else:
            out.append(chr(rng.randrange(0x110000)))
    return "".join(out)


def spoiled(data: bytes, rng: random.Random) -> bytes:
    """Flip, cut, double or insert a few bytes."""
    out = bytearray(data)
    for _ in range(rng.randint(1, 6)):
        at = rng.randrange(len(out) + 1)
        match rng.randrange(5):
            case 0 if at < len(out):
                out[at] = rng.randrange(256)
            case 1:
                del out[at:]
            case 2:
                out[at:at] = out[at : at + rng.randrange(40)]
            case 3:
                del out[at : at + rng.randrange(9)]
            case _ if at + 4 <= len(out):
                out[at : at + 4] = struct.pack(
                    ">I", rng.choice((0, 1, 255, 65535, 2**31, 2**32 - 1))
                )
            case _:
                out.append(0)
    return bytes(out)


# --- small things


def expression(rng: random.Random, depth: int = 0) -> str:
    """Return an expression by the grammar, sometimes of the wrong types."""
    if depth > 4 or rng.random() < 0.3:
        return rng.choice(
            (
                *NUMBERS,
                "n",
                "word",
                "list",
                "m",
                "face",
                "t.hi",
                "'a'",
                "yes",
                "nothing",
                "x.y",
                "list[0]",
            )
        )

    def one() -> str:
        return expression(rng, depth + 1)

    match rng.randrange(9):
        case 0:
            return f"{one()} {rng.choice(('+', '-', '*', '/', '//', '%', '**', 'and', 'or', '==', '<'))} {one()}"
        case 1:
            return f"({one()})"
        case 2:
            return f"{one()} if {one()} else {one()}"
        case 3:
            name = rng.choice(
                ("len", "round", "min", "max", "join", "pick", "digits", "letters", "nope")
            )
            return f"{name}({', '.join(one() for _ in range(rng.randrange(4)))})"
        case 4:
            return f"{one()}..{one()}"
        case 5:
            return f"[{', '.join(one() for _ in range(rng.randrange(4)))}]"
        case 6:
            return f"[{one()} for x in {one()}]"
        case 7:
            return f"{one()}[{one()}]"
        case _:
            return f"{one()}.{rng.choice(('word', 'width', '__class__', 'a', 'category'))}"


def _expression(rng: random.Random, _folder: Path) -> None:
    line = expression(rng)
    if rng.random() < 0.3:
        at = rng.randrange(len(line) + 1)
        line = line[:at] + rng.choice(ODD + "(){}[]'\"\\$.,:;#@!~`") + line[at:]
    span = Span(Source("f.yaml", line), 1, 1)
    scope = {
        "n": 3,
        "word": Text("ab", span),
        "list": [1, "b", [2]],
        "m": {"a": 1},
        "face": Size(6, 8),
    }
    made = compile_expression(line, span)
    value = made.evaluate(scope)
    if isinstance(value, float) and not math.isfinite(value):
        raise ArithmeticError(f"{line} is {value}")
    template = compile_template(f"a ${{{line}}} b", span)
    if template is not None:
        template.evaluate(scope)


def _path(rng: random.Random, _folder: Path) -> None:
    parts = []
    for _ in range(rng.randrange(1, 12)):
        parts.append(rng.choice("MmLlHhVvCcSsQqTtAaZz"))
        parts += [
            rng.choice((*NUMBERS, "5", "2", "7.5", "01", "1,1")) for _ in range(rng.randrange(8))
        ]
    line = rng.choice(("M0 0", "M1 1L2 2", "", "m")) + rng.choice(("", " ")).join(parts)
    commands = parse(line, Size(9, 9), Span(Source("f", line), 1, 1))
    if not all(math.isfinite(v) for _, values in commands for v in values):
        raise ArithmeticError(line)


@lru_cache(maxsize=1)
def _fonts() -> Fonts:
    return Fonts(Workspace(None).fonts)


def _list(rng: random.Random, folder: Path) -> None:
    suffix = rng.choice((".txt", ".csv", ".tsv", ".json", ".xlsx"))
    rows = [
        rng.choice((",", ";", "\t", " ")).join(letters(rng, 12) for _ in range(rng.randrange(5)))
        for _ in range(rng.randrange(12))
    ]
    line = rng.choice(("", "word\n", "category,word\n", "sep=;\n", '"')) + "\n".join(rows)
    data = line.encode(rng.choice(("utf-8", "utf-16", "cp1252", "utf-8-sig")), "replace")
    if suffix == ".json":
        data = json.dumps(
            rng.choice(([line], rows, {"words": rows}, [{"word": r} for r in rows], 3))
        ).encode()
    elif suffix == ".xlsx":
        data = _book()
    if suffix == ".xlsx" or rng.random() < 0.3:
        data = spoiled(data, rng)
    path = folder / f"w{suffix}"
    path.write_bytes(data)
    workspace = Workspace(folder)
    lang = rng.choice(LANGS)
    read_import(workspace, path, lang)
    if suffix in {".txt", ".csv"} and rng.random() < 0.05:
        lint(workspace, [path], "en", mixed=False)
    _shown(workspace.report)


@lru_cache(maxsize=1)
def _book() -> bytes:
    import openpyxl  # noqa: PLC0415 - slow to import

    book, out = openpyxl.Workbook(), io.BytesIO()
    sheet: Any = book.active
    for row in (["word", "note"], ["cat", 1], ["dog", 2.5]):
        sheet.append(row)
    book.save(out)
    stored = io.BytesIO()
    with zipfile.ZipFile(out) as packed, zipfile.ZipFile(stored, "w") as plain:
        for name in packed.namelist():
            plain.writestr(name, packed.read(name))
    return stored.getvalue()


# --- recipes, pictures, fonts


@lru_cache(maxsize=1)
def _deck() -> tuple[bytes, bytes]:
    workspace = Workspace(None)
    game = workspace.game("decrypto")
    assert game is not None
    request = default_request(workspace, game, game.products["keywords"], "en")
    done = place(workspace, request, _fonts())
    assert done is not None
    data = make_pdf(done, _fonts())
    with pikepdf.open(io.BytesIO(data)) as file:
        held = next(iter(file.attachments.values())).get_file().read_bytes()
    return data, held


def _recipe(rng: random.Random, _folder: Path) -> None:
    data, held = _deck()
    if rng.random() < 0.8:
        lines = held.decode().split("\n")
        data = "\n".join(mutated(lines, rng)).encode("utf-8", "replace")
        if rng.random() < 0.3:
            data = spoiled(data, rng)
    else:
        data = spoiled(data, rng)
    report = Report()
    read_recipe(data, "deck.pdf", report)
    _shown(report)


@lru_cache(maxsize=8)
def _picture_bytes(kind: str) -> bytes:
    out = io.BytesIO()
    mode = {"GIF": "P", "BMP": "RGB", "JPEG": "RGB", "TIFF": "CMYK"}.get(kind, "RGBA")
    Image.new(mode, (9, 7), 77).save(out, kind)
    return out.getvalue()


def _picture(rng: random.Random, folder: Path) -> None:
    kind = rng.choice(("PNG", "JPEG", "GIF", "WEBP", "BMP", "TIFF"))
    path = folder / "a.png"
    path.write_bytes(spoiled(_picture_bytes(kind), rng))
    with contextlib.suppress(Problem):
        read_plainly(path)  # as where there is no Pillow
    image = load_picture(path)
    if not 0 < image.size[0] * image.size[1] <= 40_000_000:
        raise AssertionError("too large")


LAYOUT = "ppgen: layout/2\nextends: base\n"
GAME = "ppgen: game/2\ntitle: Game\nproducts:\n  p:\n    size: 63x88\n    front: x\n"


def _workspace(folder: Path, files: dict[str, str | bytes]) -> Workspace:
    for name in ("content", "templates", "fonts", "out"):
        shutil.rmtree(folder / name, ignore_errors=True)
    base = {"ppgen.yaml": "ppgen: workspace/1\n", "content/g/game.yaml": GAME}
    for name, data in {**base, **files}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data if isinstance(data, bytes) else data.encode("utf-8", "replace"))
    return Workspace(folder)


def _make(workspace: Workspace, lang: str = "en") -> None:
    """Place the products of `g`, write PDF and SVG, and open the PDF."""
    fonts = Fonts(workspace.fonts)
    game = workspace.game("g")
    for product in game.products.values() if game else ():
        done = place(workspace, default_request(workspace, game, product, lang), fonts)  # type: ignore[arg-type]
        if done is None or done.pages > 20:
            continue
        data = make_pdf(done, fonts)
        if b"nan" in data or b" inf" in data:
            raise ArithmeticError("nan or inf in a PDF")
        with pikepdf.open(io.BytesIO(data)) as file:
            if problems := file.check_pdf_syntax():
                raise AssertionError(str(problems[0]))
        for page in make_pages(done, fonts):
            make_svg(done, fonts, page)
    _shown(workspace.report)


@lru_cache(maxsize=3)
def _font_bytes(kind: str, folder: Path) -> bytes:
    make = {"ps": made_fonts.postscript, "tt": made_fonts.truetype}[kind]
    return make(folder / "made.ttf").read_bytes()


def _font(rng: random.Random, folder: Path) -> None:
    data = bytearray(_font_bytes(rng.choice(("ps", "tt")), folder))
    if rng.random() < 0.3:
        data = bytearray(spoiled(bytes(data), rng))
    for _ in range(rng.randint(1, 4)):  # behind the list of tables
        at = rng.randrange(200, len(data)) if len(data) > 200 else 0
        data[at : at + 1] = bytes([rng.choice((0, 1, 127, 255, rng.randrange(256)))])
    _make(
        _workspace(
            folder,
            {
                "ppgen.yaml": "ppgen: workspace/1\nfonts: [fonts]\n",
                "fonts/f.ttf": bytes(data),
                "templates/x.yaml": "ppgen: layout/2\nfonts: {body: f.ttf}\ndraw:\n  - {text: AB BA}\n",
            },
        )
    )


# --- workspaces


def _text(rng: random.Random, folder: Path) -> None:
    style = {
        "size": rng.choice(("9pt", "fit", "0.01pt", "300pt")),
        "min-size": rng.choice(("0.001pt", "0.01pt", "4pt")),
        "lines": rng.choice(("1", "2", "5", "any")),
        "hyphens": rng.choice(("yes", "no")),
        "case": rng.choice(("keep", "upper")),
        "veil": rng.choice(("none", "none", "red")),
        "valign": rng.choice(("top", "middle", "ink")),
    }
    keys = ", ".join(f"{k}: {v}" for k, v in style.items())
    kind = rng.choice(("text", "text", "prose"))
    box = f"{{width: {rng.choice(('0.1', '30', '55', '50'))}, height: {rng.choice(('0', '2', '60', '80', '70'))}}}"
    raw = letters(rng, rng.choice((5, 40, 600)))
    if rng.random() < 0.8:  # what YAML takes, and mostly letters that there is a font for
        raw = "".join(c for c in raw if c.isprintable() and (c < "\u0370" or rng.random() < 0.9))
    said = json.dumps(raw, ensure_ascii=False)
    draw = f"draw:\n  - {{{kind}: {said}, box: {box}, style: {{{keys}}}}}\n"
    _make(_workspace(folder, {"templates/x.yaml": LAYOUT + draw}), rng.choice(LANGS))


def _element(rng: random.Random, depth: int = 0) -> str:
    kinds = [
        "text: ab",
        "shape: rect",
        'text: "${number}"',
        "shape: s",
        "field: write",
        "field: write",
        "use: part",
    ]
    if depth < 3:
        inner = ", ".join(f"{{{_element(rng, depth + 1)}}}" for _ in range(rng.randrange(3)))
        kinds.append(f"group: [{inner}]")
    out = [rng.choice(kinds)]
    good = {
        "box": ("a", "b", "{left: 3, width: 20}", "{in: c, inset: 1}"),
        "style": ("{size: fit}", "{stroke: 1, color: black}", "{fill: gray}", "{align: center}"),
        "repeat": ("{in: 1..4}", "{each: n, in: 1..3, columns: 2}", "{in: '[1, 2]', gap: 2}"),
        "when": ("number > 1", "yes", "no"), "rotate": ("90", "180"), "mirror": ("no",),
    }  # fmt: skip
    for key, values in good.items():
        if rng.random() < 0.3:
            out.append(f"{key}: {rng.choice(values)}")
    if rng.random() < 0.6:
        return ", ".join(out)

    def value() -> str:
        return rng.choice((*VALUES, "12", "3", "1..4", '"${number * 2}"', "50", "a"))

    for key in ("box", "style", "repeat", "when", "rotate", "mirror", "columns", "rows"):
        if rng.random() < 0.1 and not any(part.startswith(f"{key}:") for part in out):
            inner = ", ".join(
                f"{rng.choice(('in', 'left', 'top', 'width', 'height', 'each', 'index', 'columns', 'rows', 'gap', 'size', 'lines', 'stroke', 'fill', 'ratio', 'inset'))}: {value()}"
                for _ in range(rng.randrange(4))
            )
            out.append(f"{key}: {{{inner}}}" if rng.random() < 0.8 else f"{key}: {value()}")
    return ", ".join(out)


def _layout(rng: random.Random, folder: Path) -> None:
    draw = "".join(f"  - {{{_element(rng)}}}\n" for _ in range(rng.randrange(1, 5)))
    head = "needs: {number: integer}\nshapes:\n  s: {view: 9x9, path: M0 0L9 9z}\nrows: {a: 1fr, b: 2fr+1, c: 3}\n"
    part = f"parts:\n  part:\n    draw:\n      - {{{_element(rng, 2).replace('use: part', 'text: b')}}}\n"
    product = rng.choice(("", "    count: 7\n", "    each: {n: 1..4}\n", "    copies: 3\n"))
    files: dict[str, str | bytes] = {
        "templates/x.yaml": f"{LAYOUT}{head}{part}draw:\n{draw}",
        "content/g/game.yaml": GAME + product,
    }
    _make(_workspace(folder, files), rng.choice(LANGS))


SHIPPED = (
    "decrypto/keywords",
    "decrypto/codes",
    "chiffre/scores",
    "kryptx/numbers",
    "decipher/letters",
)


@lru_cache(maxsize=64)
def _lines(name: str) -> tuple[str, ...]:
    return tuple((REPO / name).read_text("utf-8").split("\n"))


def _yaml(rng: random.Random, folder: Path) -> None:
    """Break a shipped game or layout, and place one of its products."""
    games = ("decrypto", "chiffre", "kryptx", "decipher")
    game = rng.choice(games)
    names = [f"content/{game}/game.yaml", "templates/base.yaml"]
    names += [str(p.relative_to(REPO)) for p in sorted((REPO / "templates" / game).glob("*.yaml"))]
    name = rng.choice(names)
    lines = list(_lines(name))
    for _ in range(rng.choice((1, 1, 2))):
        lines = mutated(lines, rng) or [""]
    files: dict[str, str | bytes] = {name: "\n".join(lines)}
    workspace = _workspace(folder, files)
    made = workspace.game(game)
    if made and made.products:
        product = rng.choice(sorted(made.products))
        request = default_request(workspace, made, made.products[product], "en")
        done = place(workspace, request, _fonts())
        if done is not None and done.pages < 9:
            make_pdf(done, _fonts())
    _shown(workspace.report)


_JOB: Any = {"target": "decrypto/codes", "set": {"lang": "en", "paper": "a4"}}


def _studio(rng: random.Random, folder: Path) -> None:
    ops = (
        "catalog",
        "preview",
        "pdf",
        "words",
        "lint",
        "deck",
        "files",
        "copy",
        "schemas",
        "x",
        "",
    )
    odd: Any = [
        None,
        3,
        "",
        "..",
        "../x",
        "/etc/passwd",
        [],
        {},
        {"a": 1},
        True,
        -1,
        10**30,
        letters(rng),
    ]
    words = {
        "name": rng.choice(("a.txt", "../../a.txt", "a.csv", letters(rng, 9))),
        "text": letters(rng),
        "use": "first",
    }
    message: Any = {"op": rng.choice(ops), "id": 1, "lang": "en", "target": "decrypto/codes"}
    message["job"] = {
        **_JOB,
        "set": {
            **_JOB["set"],
            rng.choice(("paper", "lang", "count", "x", "seed", "only")): rng.choice(
                ("1", "", "a6", *map(str, odd))
            ),
        },
    }
    if rng.random() < 0.4:
        message["job"]["words"] = words
    data = base64.b64encode(letters(rng).encode("utf-8", "replace")).decode()
    message["data"] = data
    message["files"] = {
        rng.choice(
            ("templates/x.yaml", "../x", "/x", "a/../../b", "content/g/game.yaml", letters(rng, 9))
        ): data
    }
    message["sides"] = rng.choice(([0], [10**9], [-1], ["a"], None, list(range(99))))
    for _ in range(rng.randrange(3)):
        where = (
            rng.choice((message, message["job"], message["job"]["set"]))
            if isinstance(message.get("job"), dict) and isinstance(message["job"].get("set"), dict)
            else message
        )
        key = rng.choice(sorted(where)) if where else "op"
        where[key] = rng.choice(odd)
    answer = _session(folder).answer(message)
    if not answer["ok"] and "ppgen itself" in answer["error"]:
        raise AssertionError(f"{answer['error']} for {message!r}"[:600])
    outside = {p.name for p in folder.parent.iterdir()} - {folder.name}
    if outside:
        raise AssertionError(f"outside: {outside}")


@lru_cache(maxsize=1)
def _session(folder: Path) -> Session:
    return Session(folder)


def _shown(report: Report) -> None:
    """Show all problems in every form: that must work, too."""
    for item in report.sorted():
        for line in (text(item), short(item)):
            if any(c < " " and c not in "\n\t" for c in line) or "\u202e" in line:
                raise AssertionError(f"a control character in {line!r}")
        if "<ppgen." in item.message:
            raise AssertionError(item.message)
    as_json(report.sorted())


#: Every kind, and how many of a thousand inputs are of it.
KINDS: dict[str, tuple[Callable[[random.Random, Path], None], int]] = {
    "expression": (_expression, 480),
    "path": (_path, 230),
    "list": (_list, 90),
    "recipe": (_recipe, 40),
    "picture": (_picture, 80),
    "text": (_text, 25),
    "layout": (_layout, 25),
    "yaml": (_yaml, 6),
    "font": (_font, 16),
    "studio": (_studio, 8),
}


def run(kind: str, seed: int, folder: Path) -> str:
    """Try one input; return what is wrong, or nothing."""
    rng = random.Random(f"{kind}:{seed}")
    try:
        KINDS[kind][0](rng, folder)
    except (Problem, Refused):
        pass
    except Exception as error:
        trace = error.__traceback__
        place = "?"
        while trace:
            file = Path(trace.tb_frame.f_code.co_filename)
            if "ppgen" in file.parts and "tests" not in file.parts:
                place = f"{file.name}:{trace.tb_lineno}"
            trace = trace.tb_next
        return f"{type(error).__name__} at {place}: {error}"[:500]
    return ""
