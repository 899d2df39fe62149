"""Run every known attack in a process of its own: time, memory, exit code and first message.

    python -m tests.fuzz.attacks [ID...]

Each attack is a workspace written from here and a command line. Exit code 1 if any takes longer
than `SECONDS`, more than `MEGABYTES`, or ends in an internal error.
"""

from __future__ import annotations

import os
import resource
import struct
import subprocess
import sys
import tempfile
import time
import zlib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

REPO = Path(__file__).resolve().parents[2]
SECONDS, MEGABYTES = 2.0, 300
#: Beyond these a run is ended.
_MOST_SECONDS, _MOST_MEMORY = 40, 4 << 30

GAME = "ppgen: game/2\ntitle: Game\nproducts:\n  p:\n    size: 63x88\n    front: x\n"
LAYOUT = "ppgen: layout/2\nfonts: {body: Roboto Condensed}\n"
MAKE = ("make", "-o", "made.pdf")
CHECK = ("check",)


class Attack(NamedTuple):
    """What to write, and what to run; `build` makes what is not text."""

    id: str
    files: dict[str, str | bytes]
    args: tuple[str, ...] = MAKE
    build: Callable[[Path], object] | None = None
    env: Mapping[str, str] = MappingProxyType({})


class Result(NamedTuple):
    """How a run ended."""

    code: int
    seconds: float  # of processor time: other work on the machine does not count
    megabytes: float
    message: str

    @property
    def good(self) -> bool:
        """Whether it ended in time, within memory and not by a fault of ppgen."""
        return (
            self.seconds <= SECONDS
            and self.megabytes <= MEGABYTES
            and self.code in {0, 1, 2, 3}
            and "ppgen itself" not in self.message
        )


def layout(draw: str, head: str = "") -> dict[str, str | bytes]:
    return {"templates/x.yaml": f"{LAYOUT}{head}draw:\n{draw}\n"}


def shape(path: str) -> dict[str, str | bytes]:
    return layout("  - {shape: s}", f'shapes:\n  s: {{view: 9x9, path: "{path}"}}\n')


def game(product: str) -> dict[str, str | bytes]:
    text = "ppgen: game/2\ntitle: Game\nproducts:\n  p:\n    size: 63x88\n    front: x\n"
    return {
        "content/g/game.yaml": text + product,
        "templates/x.yaml": f"{LAYOUT}draw:\n  - {{text: x}}\n",
    }


def png(wide: int, high: int) -> bytes:
    """A gray picture of many pixels in a small file."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return (
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        )

    press = zlib.compressobj(9)
    row = bytes(wide + 1)
    data = b"".join([*(press.compress(row) for _ in range(high)), press.flush()])
    head = struct.pack(">IIBBBBB", wide, high, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", data) + chunk(b"IEND", b"")


def _chain(kind: str, count: int, entry: str) -> str:
    return f"{kind}:\n" + "".join(f"  s{i}: {entry.format(i + 1)}\n" for i in range(count))


IMAGE = layout("  - {image: a.png}")
NINES = "9" * 5000
WORDS = "".join(f"{a}{b}{c}\n" for a in "bdfgk" for b in "aeiou" for c in "lmnrst")


def attacks() -> Iterator[Attack]:
    """Yield all attacks."""
    words = ("make", "decrypto/keywords", "--bank", "words.txt", "-o", "made.pdf")
    yield Attack(
        "S1", {**IMAGE, "a.png": b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n{} loop\n"}
    )
    yield Attack("S2", {}, ("make",), lambda here: _link(here / "out/g-p-en-a4.pdf", "../../x.txt"))
    yield Attack("S4", layout('  - {text: x, "\\e]52;c;aGk=\\a": 1}'), CHECK)
    yield Attack("S5-fifo", {}, CHECK, lambda here: os.mkfifo(here / "content/fifo.yaml"))
    yield Attack(
        "S5-zero", {}, CHECK, lambda here: _link(here / "templates/zero.yaml", "/dev/zero")
    )
    yield Attack("S5-root", {}, MAKE, lambda here: _zero_root(here))
    yield Attack(
        "S6-bank",
        _bank("extends: ../../../other\n"),
        ("words", "lint", "content/w/en.yaml"),
        lambda here: (here.parent / "other.yaml").write_text(_BANK.format("")),
    )
    yield Attack(
        "S6-font",
        layout("  - {text: x}").copy()
        | {
            "templates/x.yaml": f"ppgen: layout/2\nfonts: {{body: {{family: R, file: {_FONT}}}}}\ndraw:\n  - {{text: x}}\n"
        },
    )
    yield Attack(
        "E1",
        {"words.txt": WORDS, "mine.pdf": "%PDF-1.7 of another program"},
        ("make", "decrypto/keywords", "--bank", "words.txt", "-o", "mine.pdf"),
    )
    yield Attack("E6", shape("M1 1L9 9; L9 9"))
    yield Attack("E7", shape("M0 0T1 1e999"))
    yield Attack("E8", layout(f"  - {{text: x, repeat: {{in: '[1]', gap: -{'9' * 400}}}}}"))
    yield Attack(
        "E9",
        layout('  - {text: "${t.hi(n=face)}"}')
        | {"content/g/labels/en.yaml": "ppgen: labels/1\nlang: en\nlabels: {hi: 'Hi {n}'}\n"},
    )
    yield Attack(
        "E10", {"content/g/game.yaml": GAME.replace("title: Game", "title: " + "long " * 60)}
    )
    yield Attack("E11-paper", {"ppgen.yaml": "ppgen: workspace/1\npaper: 0x0\n"}, CHECK)
    yield Attack("E11-lang", {"ppgen.yaml": "ppgen: workspace/1\nlang: klingon!\n"}, CHECK)
    yield Attack("E11-png", {**IMAGE, "a.png": png(90, 90)[:50]}, CHECK)
    yield Attack("H1-list", {"words.txt": WORDS + "word " * 1000 + "\n"}, words)
    yield Attack("H1-word", {"words.txt": WORDS + "w" * 5000 + "\n"}, words)
    yield Attack("H1-han", layout(f"  - {{text: {'漢' * 5000}, style: {{lines: 3}}}}"))
    yield Attack(
        "H2",
        layout(
            "  - {text: a b c, style: {lines: any, min-size: 0.00001pt, size: 0.002pt}, box: {width: 0.000001}}"
        ),
    )
    yield Attack(
        "H3",
        {
            "templates/x.yaml": f"{LAYOUT}{_chain('types', 30, '{{a: s{0}, b: s{0}}}')}  s30: text\nneeds: {{n: s0}}\ndraw:\n  - {{text: x}}\n"
        },
    )
    yield Attack("H4", game('    each: {a: 1..9999, b: "[1..100000]"}\n'))
    yield Attack("H5", game('    each: {a: 1..100000, b: 1..100000, c: "[]"}\n'))
    yield Attack(
        "H6", layout("  - {text: veiled, style: {veil: red, size: 0.5pt, min-size: 0.001pt}}")
    )
    yield Attack(
        "H7",
        layout(
            "".join('  - {text: "${number}"}\n' for _ in range(2000)), "needs: {number: number}\n"
        )
        | {"content/g/game.yaml": GAME + "    count: 5000\n"},
    )
    yield Attack(
        "H7-pieces",
        layout('  - {text: "${number}"}\n', "needs: {number: number}\n")
        | {"content/g/game.yaml": GAME + "    count: 1000000\n"},
    )
    yield Attack("H8", {**IMAGE, "a.png": png(13000, 13000)})
    yield Attack("H8-bytes", {**IMAGE, "a.png": png(9, 9) + bytes(60_000_000)})
    yield Attack("H9", {"words.csv": "word," * 400_000}, ("words", "lint", "words.csv"))
    yield Attack("L-copies", game("    copies: 100000\n"))
    yield Attack(
        "L-tracks",
        layout(
            "".join(f"  - {{shape: rect, box: {{in: t{i}}}}}\n" for i in range(12000)),
            "rows:\n" + "".join(f"  - t{i}: 0.001\n" for i in range(12000)),
        ),
    )
    yield Attack("L-path", shape("M0 0" + "L1 1 " * 20_000))
    yield Attack("L-text", layout(f"  - {{text: {'a ' * 500_000}}}"))
    yield Attack(
        "L-keys",
        {"templates/x.yaml": LAYOUT + "".join(f"k{i}: 1\n" for i in range(300_000))},
        CHECK,
    )
    yield Attack("L-fonts", {"ppgen.yaml": 'ppgen: workspace/1\nfonts: ["/"]\n'}, MAKE)
    yield Attack(
        "L-scalar", {"templates/x.yaml": f"{LAYOUT}draw:\n  - {{text: {'a' * 20_000_000}}}\n"}
    )
    yield Attack("L-depth", {"templates/x.yaml": LAYOUT + "draw: " + "[" * 100_000})
    yield Attack("C1", {"words.csv": "category,word\nfoo\n"}, ("words", "lint", "words.csv"))
    yield Attack("C2", {}, (*MAKE, "--paper", f"{'9' * 400}x100"))
    yield Attack(
        "C3",
        {
            "content/g/game.yaml": GAME
            + "    options: {rounds: {kind: number, default: 1, help: x}}\n"
        },
        (*MAKE, "--rounds", NINES),
    )
    yield Attack(
        "C3-veil", {}, ("make", "decrypto/keywords", "-o", "m.pdf", "--veil-strength", NINES)
    )
    yield Attack("C4", layout(f"  - {{text: x, style: {{lines: {NINES}}}}}"))
    yield Attack("C5", layout(f"  - {{text: x, box: {{ratio: {NINES}}}}}"))
    yield Attack("C6", layout(f"  - {{text: x, repeat: {{in: 1..9, gap: {'9' * 400}}}}}"))
    yield Attack("C7", layout("  - {text: x, style: {lines: any}, box: {height: 0}}"))
    yield Attack(
        "C8",
        layout(
            "  - {prose: x, style: {size: fit, min-size: 0.0001pt}, box: {height: 0}}",
            "extends: base\n",
        ),
    )
    yield Attack(
        "C9", layout("  - {prose: x, style: {size: fit, min-size: fit}}", "extends: base\n")
    )
    yield Attack(
        "C10",
        {
            "templates/x.yaml": f"{LAYOUT}{_chain('styles', 1200, '{{extends: s{0}}}')}  s1200: {{color: black}}\ndraw:\n  - {{text: x, style: s0}}\n"
        },
    )
    yield Attack(
        "C11",
        {
            "templates/x.yaml": f"{LAYOUT}{_chain('types', 1200, 's{0}')}  s1200: text\nneeds: {{n: s0}}\ndraw:\n  - {{text: x}}\n"
        },
    )
    font = _FONT.read_bytes()
    own = "ppgen: layout/2\nfonts: {body: {family: R, file: f.ttf}}\ndraw:\n  - {text: Hamburg}\n"
    for name, data in (
        ("C12", font[:36382]),
        ("C12-half", font[: len(font) // 2]),
        ("C13", b"ttcf\0\1\0\0\0\0\0\0"),
    ):
        yield Attack(
            name,
            {
                "templates/x.yaml": own,
                "ppgen.yaml": "ppgen: workspace/1\nfonts: [fonts]\n",
                "fonts/f.ttf": data,
            },
        )
        yield Attack(
            f"{name}-check",
            {
                "templates/x.yaml": own,
                "ppgen.yaml": "ppgen: workspace/1\nfonts: [fonts]\n",
                "fonts/f.ttf": data,
            },
            CHECK,
        )
    yield Attack("C14", {}, MAKE, lambda here: _ring(here))
    cached = layout("  - {text: x ♞}")
    for n, text in enumerate(
        ('{"a": 1}', '{"/x": [1, 2, [[1]]]}', "[1]", "[" * 9999, '{"%s": [0, 0, 7]}')
    ):
        yield Attack(
            f"C15-{n}", cached | {"cache/ppgen/fonts-1.json": text}, env={"XDG_CACHE_HOME": "cache"}
        )
    yield Attack(
        "C15-fifo",
        cached,
        build=lambda here: _fifo(here / "cache/ppgen/fonts-1.json"),
        env={"XDG_CACHE_HOME": "cache"},
    )
    yield Attack(
        "C16",
        {"words.txt": "кот\n"},
        ("words", "stats", "words.txt"),
        env={"PYTHONIOENCODING": "cp1252"},
    )
    yield Attack("C18", {}, MAKE, lambda here: (here / ".made.pdf.1").write_text("x"))
    yield Attack("no-home", cached, env={"HOME": "", "XDG_CACHE_HOME": ""})
    yield Attack("dds", {**IMAGE, "a.png": b"DDS |" + bytes(200)})
    yield Attack("bad-char", layout('  - {text: "a\\u202eb\\u0007c"}'))
    yield Attack("surrogate", layout('  - {text: "a\\ud800b"}'))
    yield Attack("zero-width", {"words.txt": WORDS + "\u200b\u200b\n"}, words)
    yield Attack(
        "problems", layout("".join(f"  - {{shape: no{i}}}\n" for i in range(12_000))), CHECK
    )
    yield Attack("expr-bomb", layout('  - {text: "${' + "(" * 400 + "1" + ")" * 400 + '}"}'))
    yield Attack("bindings", layout('  - {text: "' + "${1}" * 100_000 + '"}'))
    yield Attack(
        "zip-deck", {"d.pdf": b"%PDF-1.7\n" + bytes(9_000_000)}, ("make", "--deck", "d.pdf")
    )
    yield Attack("xlsx", {"w.xlsx": _xlsx()}, ("words", "import", "w.xlsx", "--lang", "en"))
    yield Attack(
        "json",
        {"w.json": "[" * 100_000},
        ("words", "import", "w.json", "--lang", "en"),
    )
    for name, value in (("title", '"../../up"'), ("slash", '"a/b"')):
        yield Attack(
            f"name-{name}",
            {
                "content/g/game.yaml": f"ppgen: game/2\ntitle: Game\nproducts:\n  {value}:\n    size: 63x88\n    front: x\n"
            },
            ("make",),
        )


_FONT = REPO / "ppgen/fonts/RobotoCondensed-Regular.ttf"
_BANK = "ppgen: bank/1\nlang: en\ntitle: T\nlicence: CC0\nauthor: A\n{}words: [cat, dog]\n"


def _bank(more: str) -> dict[str, str | bytes]:
    return {"content/w/en.yaml": _BANK.format(more)}


def _xlsx() -> bytes:
    """A workbook that unpacks to far more than it is."""
    import io  # noqa: PLC0415
    import zipfile  # noqa: PLC0415

    import openpyxl  # noqa: PLC0415

    book, out = openpyxl.Workbook(), io.BytesIO()
    book.active.append(["word"])
    book.save(out)
    with zipfile.ZipFile(out) as packed:
        held = {name: packed.read(name) for name in packed.namelist()}
    again = io.BytesIO()
    with zipfile.ZipFile(again, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        for name, data in held.items():
            if name.endswith("sheet1.xml"):
                row = b'<row><c t="inlineStr"><is><t>' + b"a" * 1000 + b"</t></is></c></row>"
                data = data.replace(b"</sheetData>", row * 300_000 + b"</sheetData>")  # noqa: PLW2901
            packed.writestr(name, data)
    return again.getvalue()


def _link(path: Path, to: str) -> None:
    path.parent.mkdir(exist_ok=True)
    path.symlink_to(to)


def _fifo(path: Path) -> None:
    path.parent.mkdir(parents=True)
    os.mkfifo(path)


def _zero_root(here: Path) -> None:
    (here / "ppgen.yaml").unlink()
    (here / "ppgen.yaml").symlink_to("/dev/zero")


def _ring(here: Path) -> None:
    (here / "made.pdf").symlink_to("other.pdf")
    (here / "other.pdf").symlink_to("made.pdf")


def prepare(attack: Attack, here: Path) -> None:
    """Write the files of an attack into a folder."""
    base: dict[str, str | bytes] = {
        "ppgen.yaml": "ppgen: workspace/1\n",
        "content/g/game.yaml": GAME,
        "templates/x.yaml": f"{LAYOUT}draw:\n  - {{text: x}}\n",
    }
    for name, data in (base | attack.files).items():
        path = here / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data if isinstance(data, bytes) else data.encode("utf-8"))
    if attack.build:
        attack.build(here)


def run(attack: Attack, here: Path) -> Result:
    """Run an attack in its folder."""
    prepare(attack, here)
    path = f"{REPO}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"
    env = {**os.environ, "PYTHONPATH": path, "XDG_DATA_HOME": str(here / "data"), **attack.env}
    child = subprocess.Popen(
        [sys.executable, "-P", "-m", "ppgen", *attack.args], cwd=here, env=env,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        preexec_fn=_bounded,  # noqa: PLW1509 - no threads here
    )  # fmt: skip
    assert child.stdout is not None
    start = time.monotonic()
    os.set_blocking(child.stdout.fileno(), False)
    out = b""
    while True:
        out += child.stdout.read() or b""
        pid, status, used = os.wait4(child.pid, os.WNOHANG)
        if pid:
            break
        if time.monotonic() - start > 3 * _MOST_SECONDS:
            child.kill()
        time.sleep(0.005)
    out += child.stdout.read() or b""
    code = os.waitstatus_to_exitcode(status)
    child.returncode = code
    text = out.decode("utf-8", "replace").strip().replace(str(here), "HERE")
    said = text if "ppgen itself" in text else text.partition("\n")[0]
    seconds = used.ru_utime + used.ru_stime
    return Result(code, seconds, used.ru_maxrss / 1024, " ".join(said.split()))


def _bounded() -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (_MOST_SECONDS, _MOST_SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (_MOST_MEMORY, _MOST_MEMORY))


def main() -> int:
    wanted = sys.argv[1:]
    bad = 0
    for attack in attacks():
        if wanted and not any(attack.id.startswith(name) for name in wanted):
            continue
        with tempfile.TemporaryDirectory() as folder:
            here = Path(folder) / "in"
            here.mkdir()
            result = run(attack, here)
        bad += not result.good
        mark = " " if result.good else "!"
        print(
            f"{mark} {attack.id:12} {result.seconds:6.2f} s {result.megabytes:5.0f} MB "
            f"{result.code:4}  {result.message[:170]}",
            flush=True,
        )
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
