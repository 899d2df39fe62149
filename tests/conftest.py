"""Fixtures of all tests; what they are made of is in tests/support."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache, partial
from pathlib import Path
from unittest import mock

import pytest

from ppgen.build import Printout, place
from ppgen.diagnostics import Report
from ppgen.geometry import portrait
from ppgen.load.workspace import Workspace
from ppgen.pdf.document import _Writer
from ppgen.request import Request
from ppgen.text.fonts import Fonts
from tests.support.layouts import Bench
from tests.support.products import Build, Prepare
from tests.support.run import REPO, Expect, Runner, run_apart, run_here

# What is installed here must make no difference.
os.environ["PPGEN_FONT_PATH"] = ""
# Nor must the language of the machine.
os.environ["LC_ALL"] = "C.UTF-8"


@pytest.fixture(scope="session", autouse=True)
def own_cache_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Nor must what earlier runs have kept."""
    folder = str(tmp_path_factory.mktemp("kept"))
    with mock.patch.dict(
        os.environ, XDG_CACHE_HOME=folder, XDG_DATA_HOME=folder, XDG_CONFIG_HOME=folder
    ):
        yield


@pytest.fixture(scope="session", autouse=True)
def kept_pdfs() -> Iterator[None]:
    """Keep every PDF that tests make in the folder that PPGEN_KEEP_PDFS names."""
    folder = os.environ.get("PPGEN_KEEP_PDFS")
    if not folder:
        yield
        return
    write = _Writer.write

    def keep(self: _Writer) -> bytes:
        data = write(self)
        name = f"{hashlib.sha256(data).hexdigest()[:16]}.pdf"
        (Path(folder) / name).write_bytes(data)
        return data

    with mock.patch.object(_Writer, "write", keep):
        yield


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update", action="store_true", help="Write every expected text anew; read the diff."
    )


@pytest.fixture
def expect(request: pytest.FixtureRequest) -> Expect:
    """Compare a text with the file that holds it, which `--update` writes anew."""

    def check(file: Path, text: str) -> None:
        if request.config.getoption("--update"):
            file.write_text(text, encoding="utf-8")
        assert text == file.read_text(encoding="utf-8")

    return check


@pytest.fixture(scope="session")
def ppgen() -> Runner:
    """Run ppgen in this process."""
    return run_here


@pytest.fixture(scope="session")
def ppgen_apart() -> Runner:
    """Run ppgen in another process."""
    return run_apart


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
def shipped() -> Workspace:
    """Open the workspace of this repository; what is read of it is read once."""
    return Workspace(REPO)


@pytest.fixture(scope="session")
def fonts(shipped: Workspace) -> Fonts:
    return Fonts(shipped.fonts)


@pytest.fixture(scope="session")
def placed(shipped: Workspace, fonts: Fonts) -> Prepare:
    """Place and impose a product: `placed("game/product", "de", paper="a4", rounds=5, ...)`.

    What a request has no field for is an option of the product. What is kept is not placed again.
    """

    @lru_cache(maxsize=32)
    def get(target: str, lang: str = "en", paper: str = "a4", **asked: object) -> Printout:
        name, _, key = target.partition("/")
        game = shipped.game(name)
        size = shipped.size(paper)
        assert game is not None
        assert size is not None
        product = game.products[key]
        options = {o.name: asked.pop(o.name, o.default) for o in product.options.values()}
        request = Request(game, product, lang, portrait(size), paper, options=options)
        done = place(shipped, replace(request, **asked), fonts)  # type: ignore[arg-type]
        assert done is not None, [d.message for d in shipped.report.sorted()]
        return done

    return get


@pytest.fixture(scope="session")
def notes(placed: Prepare) -> Prepare:
    """Place and impose note sheets: `notes("en", paper="a4", rounds=5, ...)`."""
    return partial(placed, "decrypto/notes")


@pytest.fixture
def bench(tmp_path: Path, fonts: Fonts) -> Bench:
    (tmp_path / "ppgen.yaml").write_text("ppgen: workspace/1\n", encoding="utf-8")
    return Bench(tmp_path, fonts, Report())
