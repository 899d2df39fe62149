"""What a run loads before it starts to work, counted and never timed."""

from __future__ import annotations

import importlib
import os
import pkgutil
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import reportlab
from PIL import Image

import ppgen
from tests.support.run import REPO

#: Values are named tuples, and what is told apart by identity is a plain class: defining a
#: dataclass takes seven times as long as a named tuple. Elements and a few others are worth it.
DATACLASSES = 13

#: Packages of which a product without pictures uses nothing.
UNUSED = {
    "PIL", "svg", "numpy", "hypothesis", "lxml", "pyphen", "pypdfium2", "fontTools", "wordfreq",
    "simplemma", "snowballstemmer", "asyncio", "html", "multiprocessing", "pickle", "random",
    "sqlite3", "unittest", "xml", "json",
    "reportlab.graphics", "reportlab.pdfgen", "reportlab.platypus", "reportlab.lib.colors",
    "reportlab.lib.styles",
}  # fmt: skip
#: What the oldest reportlab that we allow loads all the same.
OF_OLD_REPORTLAB = {"email", "http", "random", "socket", "ssl", "tempfile", "urllib.request"}
#: To know where Pillow is, its package is loaded: two files without a picture in them.
FOUND = {"PIL", "PIL._version"}

RUN = """
import sys
from ppgen.cli import main
try:
    main()
except SystemExit as leaving:
    assert leaving.code == 0, leaving.code
deferred = [n for n, m in sys.modules.items() if type(m).__name__ == "_Deferred"]
print("\\n" + " ".join(sorted(sys.modules.keys() - deferred)))
"""


def run(code: str, *args: str, first: Path = REPO) -> str:
    """Run Python code in a process of its own; `first` is the first folder of its path."""
    path = os.pathsep.join([str(first), str(REPO), os.environ.get("PYTHONPATH", "")])
    return subprocess.run(
        [sys.executable, "-c", code, *args],
        capture_output=True, text=True, check=True, encoding="utf-8",
        env={**os.environ, "PYTHONPATH": path},
    ).stdout  # fmt: skip


def inside(name: str, package: str) -> bool:
    return name == package or name.startswith(f"{package}.")


@pytest.mark.slow
def test_a_plain_product_loads_only_what_it_uses(tmp_path: Path) -> None:
    args = ("make", "decrypto/codes", "--quiet", "-o", str(tmp_path / "codes.pdf"))
    found = set(run(RUN, *args).splitlines()[-1].split())
    assert {"ppgen.pdf.document", "reportlab.pdfbase.pdfdoc"} <= found
    old = reportlab.Version.startswith("4.")
    unused = UNUSED - OF_OLD_REPORTLAB if old else UNUSED | OF_OLD_REPORTLAB
    wasted = {n for n in found - FOUND if any(inside(n, package) for package in unused)}
    assert wasted == set()


def test_few_classes_are_dataclasses() -> None:
    found = set()
    for module in pkgutil.walk_packages(ppgen.__path__, "ppgen."):
        if module.name.rpartition(".")[2] != "__main__":
            for value in vars(importlib.import_module(module.name)).values():
                if isinstance(value, type) and "__dataclass_fields__" in vars(value):
                    found.add(f"{value.__module__}.{value.__qualname__}")
    own = sorted(name for name in found if inside(name, "ppgen"))
    assert 0 < len(own) <= DATACLASSES, own


# --- what is put off is there when somebody needs it ---


@pytest.mark.parametrize(
    "use",
    [
        "import PIL.Image; shown = PIL.Image.new('L', (2, 3)).size",
        "from PIL import Image; shown = Image.new('L', (2, 3)).size",
        "from PIL.Image import new; shown = new('L', (2, 3)).size",
        "from PIL.Image import *; shown = new('L', (2, 3)).size",
        "from PIL import ImageOps, Image; shown = ImageOps.mirror(Image.new('L', (2, 3))).size",
        "import pickle; shown = pickle.loads(pickle.dumps((2, 3)))",
        "import textwrap; shown = (2, len(textwrap.dedent('   abc')))",
        "from tempfile import gettempdir; shown = (2, 3 if gettempdir() else 0)",
        "import inspect; shown = (2, 3 if inspect.isfunction(inspect.isfunction) else 0)",
    ],
)
def test_a_module_that_was_put_off_is_loaded_by_its_first_use(use: str) -> None:
    before = "import ppgen.pdf.reportlab, sys\nkind = type(sys.modules['PIL.Image']).__name__\n"
    assert run(f"{before}{use}\nprint(kind, shown)").split(maxsplit=1) == ["_Deferred", "(2, 3)\n"]


def test_reportlab_reads_pictures_with_a_pillow_that_was_put_off(tmp_path: Path) -> None:
    Image.new("RGB", (7, 5), "red").save(tmp_path / "a.png")
    code = """
import sys
import ppgen.pdf.reportlab
from reportlab.lib.utils import ImageReader
print(ImageReader(sys.argv[1]).getSize())
"""
    assert run(code, str(tmp_path / "a.png")) == "(7, 5)\n"


@pytest.mark.slow
def test_a_reportlab_that_needs_it_at_once_has_it(tmp_path: Path) -> None:
    needing = tmp_path / "reportlab"
    leave = shutil.ignore_patterns("fonts", "graphics", "platypus", "__pycache__")
    shutil.copytree(Path(reportlab.__file__).parent, needing, ignore=leave)
    with (needing / "lib" / "utils.py").open("a", encoding="utf-8") as utils:
        utils.write(
            "\n_size = Image.new('L', (2, 3)).size"
            "\nimport tempfile, textwrap"
            "\n_all = (tempfile.gettempdir(), textwrap.dedent(' x'), pickle.dumps(_size))\n"
        )
    code = f"""
import reportlab.lib.utils
print(reportlab.__file__, reportlab.lib.utils._size)
{RUN}"""
    # As in a run: ours is there before anything of reportlab is.
    code = f"import ppgen.pdf.reportlab\n{code}"
    made = []
    for first in (REPO, tmp_path):
        file = tmp_path / "codes.pdf"
        args = ("make", "decrypto/codes", "--quiet", "-o", str(file))
        said = run(code if first == tmp_path else RUN, *args, first=first)
        assert (f"{needing / '__init__.py'} (2, 3)" in said) == (first == tmp_path)
        made.append(file.read_bytes())
    assert made[0] == made[1]
