"""What the tests share: running ppgen in this process or another, and PDFs built once."""

from __future__ import annotations

import contextlib
import io
import os
import subprocess
import sys
import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from unittest import mock

import pytest

from ppgen.build import Printout, place
from ppgen.cli import main
from ppgen.diagnostics import Report
from ppgen.drawing.face import Face
from ppgen.drawing.style import Style
from ppgen.geometry import Size, portrait
from ppgen.load.workspace import Workspace
from ppgen.model.layout import Layout
from ppgen.place.placer import Placer
from ppgen.place.program import settle
from ppgen.place.styles import Styles
from ppgen.place.trace import Trace
from ppgen.place.walk import Given, Voice
from ppgen.request import Request
from ppgen.source.kinds import Text
from ppgen.text.fonts import Fonts

FACE = Size(100, 60)
REPO = Path(__file__).resolve().parents[1]
# What is installed here must make no difference.
os.environ["PPGEN_FONT_PATH"] = ""


@pytest.fixture(scope="session", autouse=True)
def own_cache_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Nor must what earlier runs have kept."""
    folder = str(tmp_path_factory.mktemp("kept"))
    with mock.patch.dict(os.environ, XDG_CACHE_HOME=folder):
        yield


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-golden", action="store_true", help="Write the golden files anew; read the diff."
    )


@dataclass(frozen=True)
class Ran:
    """What a run of ppgen gave."""

    code: int
    out: str
    err: str


Runner = Callable[..., Ran]


def write(root: Path, files: dict[str, str]) -> None:
    """Write files by name; what all lines are indented by goes."""
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(textwrap.dedent(text).lstrip(), encoding="utf-8")


def run_here(*args: str | Path, cwd: Path = REPO) -> Ran:
    """Run the command line in this process, exit codes and all."""
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True) for _ in range(2))
    argv = ["ppgen", *map(str, args)]
    with (
        mock.patch.object(sys, "argv", argv),
        contextlib.chdir(cwd),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
        pytest.raises(SystemExit) as leaving,
    ):
        main()
    code = leaving.value.code
    assert isinstance(code, int)
    texts = [s.buffer.getvalue().decode() for s in (out, err)]  # type: ignore[attr-defined]
    return Ran(code, texts[0], texts[1])


def run_apart(*args: str | Path, cwd: Path = REPO, env: Mapping[str, str] | None = None) -> Ran:
    """Run the command line in a process of its own."""
    got = subprocess.run(
        [sys.executable, "-m", "ppgen", *map(str, args)],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(REPO), **(env or {})},
        capture_output=True,
        check=False,
        text=True,
        encoding="utf-8",
    )
    return Ran(got.returncode, got.stdout, got.stderr)


@pytest.fixture(scope="session")
def ppgen() -> Runner:
    """Run ppgen in this process."""
    return run_here


@pytest.fixture(scope="session")
def ppgen_apart() -> Runner:
    """Run ppgen in another process."""
    return run_apart


Build = Callable[..., bytes]


@pytest.fixture(scope="session")
def build(tmp_path_factory: pytest.TempPathFactory) -> Build:
    """Build a product of this repository into bytes; the same arguments are built once."""
    made: dict[tuple[str, ...], bytes] = {}

    def get(*args: str) -> bytes:
        if args not in made:
            path = tmp_path_factory.mktemp("pdf") / "made.pdf"
            ran = run_here("make", *args, "-o", path)
            assert ran.code == 0, ran.err
            made[args] = path.read_bytes()
        return made[args]

    return get


@pytest.fixture(scope="session")
def fonts() -> Fonts:
    return Fonts(Workspace(REPO).fonts)


Prepare = Callable[..., Printout]


@pytest.fixture(scope="session")
def placed(fonts: Fonts) -> Prepare:
    """Place and impose a product: `placed("game/product", "de", paper="a4", rounds=5, ...)`.

    What a request has no field for is an option of the product.
    """

    def get(target: str, lang: str = "en", paper: str = "a4", **asked: object) -> Printout:
        workspace = Workspace(REPO)
        name, _, key = target.partition("/")
        game = workspace.game(name)
        size = workspace.size(paper)
        assert game is not None
        assert size is not None
        product = game.products[key]
        options = {o.name: asked.pop(o.name, o.default) for o in product.options.values()}
        request = Request(game, product, lang, portrait(size), paper, options=options)
        done = place(workspace, replace(request, **asked), fonts)  # type: ignore[arg-type]
        assert done is not None, [d.message for d in workspace.report.sorted()]
        return done

    return get


@pytest.fixture(scope="session")
def notes(placed: Prepare) -> Prepare:
    """Place and impose note sheets: `notes("en", paper="a4", rounds=5, ...)`."""
    return partial(placed, "decrypto/notes")


@dataclass
class Bench:
    """A workspace of one layout, `layout`, with the faces it gives."""

    root: Path
    fonts: Fonts
    report: Report

    def layout(self, draw: str, head: str = "") -> Layout:
        """Read a layout whose `draw` (and other keys in `head`) is given as YAML."""
        text = f"ppgen: layout/1\nextends: base\nmargin: 0\n{head}\ndraw:\n{draw}\n"
        (self.root / "templates").mkdir(exist_ok=True)
        (self.root / "templates/layout.yaml").write_text(text, encoding="utf-8")
        workspace = Workspace(self.root, self.report)
        layout = workspace.layout(Text("layout"))
        assert layout is not None, [d.message for d in self.report.sorted()]
        return layout

    def style(self, name: str | None) -> Style:
        """Return a style of a plain layout."""
        styles = Styles(self.layout("  - {text: x}"))
        return styles.get(None if name is None else Text(name), {}, Trace([]))

    def face(
        self,
        draw: str,
        *,
        size: Size = FACE,
        rtl: bool = False,
        lang: str = "en",
        head: str = "",
        needs: Mapping[str, object] | None = None,
    ) -> Face:
        """Place one face; whatever is wrong is in the report."""
        layout = self.layout(draw, head)
        (face,) = self._faces(layout, needs or {}, [], [[]], size, Voice(lang, rtl, {}))
        return face

    def faces(self, draw: str, head: str, records: Sequence[Mapping[str, object]]) -> list[Face]:
        """Place one face for each record; all have the same names."""
        values = [list(record.values()) for record in records]
        voice = Voice("en", False, {})
        return self._faces(self.layout(draw, head), {}, list(records[0]), values, FACE, voice)

    def _faces(
        self, layout: Layout, scope: Mapping[str, object], names: list[str],
        records: Sequence[Sequence[object]], size: Size, voice: Voice,
    ) -> list[Face]:  # fmt: skip
        placer = Placer(layout, Given({}, None), scope, names, voice, self.fonts, [self.root])
        placed = [placer.place(values, size, self.report) for values in records]
        for program, texts in placed:
            program.add(texts, self.report)
        limits = settle({id(p.program): p.program for p in placed}.values())
        return [program.face(texts, limits, self.report) for program, texts in placed]

    def codes(self) -> list[str]:
        """Name the codes of what was reported."""
        return [d.code for d in self.report.sorted()]


@pytest.fixture
def bench(tmp_path: Path, fonts: Fonts) -> Bench:
    (tmp_path / "ppgen.yaml").write_text("ppgen: workspace/1\n", encoding="utf-8")
    return Bench(tmp_path, fonts, Report())
