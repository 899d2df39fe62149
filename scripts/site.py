"""`make site`: the studio as a folder that any web host serves, with the engine inside.

Takes the page in `studio/`, Pyodide from npm and wheels from the package index, in the versions and
with the checksums of `studio/engine-lock.json`; writes `build/site`.

    python scripts/site.py [FOLDER]
    python scripts/site.py --lock      write the checksums anew
"""

from __future__ import annotations

import argparse
import hashlib
import json
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path

from ppgen.studio.session import Session

ROOT = Path(__file__).resolve().parent.parent
LOCK = ROOT / "studio/engine-lock.json"
#: Of Pyodide, what a worker needs to start without a network.
PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip",
           "pyodide-lock.json")  # fmt: skip
#: The platform that Pyodide's Python is of, for the one compiled wheel.
PLATFORM, PYTHON = "pyemscripten_2026_0_wasm32", "314"
#: What ppgen imports in a browser; Pillow is not to be had there.
PURE = ("click", "reportlab", "pyphen", "snowballstemmer")
#: The languages of the page.
LANGUAGES = ("en", "de")
#: The East Asian fonts, fetched when somebody chooses such a language.
FONTS = "fonts-cjk.zip"
#: Nothing comes from elsewhere, and nothing goes there.
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
    "img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; manifest-src 'self'; "
    "worker-src 'self'; frame-src blob:; base-uri 'none'; form-action 'none'"
)
#: Paths in wheels that no page needs.
LEFT_OUT = (
    "reportlab/graphics/", "reportlab/fonts/", "reportlab/platypus/", "/tests/", ".so",
    # The same patterns as Germany's, which every German finds then.
    "hyph_de_AT.dic", "hyph_de_CH.dic",
)  # fmt: skip
#: Modules of Python's own library for who develops.
TOOLS = ("unittest/", "_pyrepl/", "doctest.py", "pdb.py")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "build/site")
    parser.add_argument("--lock", action="store_true", help="write the checksums anew")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        parts = fetch(Path(scratch), read_lock(), anew=args.lock)
        build(args.folder, parts)
    print(f"{args.folder}: {sum(p.stat().st_size for p in files(args.folder)) / 1e6:.1f} MB")
    return 0


def read_lock() -> dict[str, dict[str, str]]:
    data: dict[str, dict[str, str]] = json.loads(LOCK.read_text("utf-8"))
    return data


def fetch(scratch: Path, lock: dict[str, dict[str, str]], *, anew: bool) -> dict[str, Path]:
    """Return the file of every part, in its pinned version and with its checksum."""
    found: dict[str, Path] = {}
    for name, entry in lock.items():
        folder = scratch / name
        folder.mkdir()
        if entry["from"] == "npm":
            run("npm", "pack", "--silent", f"{name}@{entry['version']}", cwd=folder)
        else:
            run(sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--only-binary=:all:",
                *platform(name), f"{name}=={entry['version']}", "-d", ".", cwd=folder)  # fmt: skip
        (path,) = folder.iterdir()
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        if anew:
            entry["sha256"] = digest
        elif digest != entry["sha256"]:
            sys.exit(f"{path.name}: its checksum is not that of {LOCK.name}")
        found[name] = path
    if anew:
        LOCK.write_text(json.dumps(lock, indent=2) + "\n", "utf-8")
    return found


def platform(name: str) -> list[str]:
    if name == "uharfbuzz":
        tags = PLATFORM
    elif name == "pyyaml":  # its Python files alone are taken, of any build
        tags = "manylinux2014_x86_64"
    else:
        return []
    return ["--platform", tags, "--python-version", PYTHON, "--implementation", "cp"] + (
        ["--abi", "abi3"] if name == "uharfbuzz" else []
    )


def build(folder: Path, parts: dict[str, Path]) -> None:
    """Write the site into an empty folder."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(
        ROOT / "studio",
        folder,
        ignore=shutil.ignore_patterns(
            "engine-lock.json",
            "*.md",
            "*.mjs",
            "*.d.ts",
            "package*.json",
            "jsconfig.json",
            "node_modules",
            "tests",
        ),
    )
    (folder / "pyodide").mkdir()
    with tarfile.open(parts["pyodide"]) as archive:
        for name in PYODIDE:
            member = archive.extractfile(f"package/{name}")
            assert member is not None, name
            (folder / "pyodide" / name).write_bytes(member.read())
    without_tools(folder / "pyodide/python_stdlib.zip")
    with tempfile.TemporaryDirectory() as scratch:
        packages, raw = Path(scratch) / "packages", Path(scratch) / "app.zip"
        for name in (*PURE, "pyyaml", "uharfbuzz"):
            unpack(parts[name], packages, keep_so=name == "uharfbuzz")
        own(packages)
        pack(packages, raw)
        run("node", str(ROOT / "studio/compile.mjs"), str(folder / "pyodide"), str(raw),
            str(folder / "app.zip"), cwd=folder)  # fmt: skip
        fonts = Path(scratch) / "fonts"
        shutil.copytree(ROOT / "fonts-cjk/ppgen_fonts_cjk", fonts / "ppgen_fonts_cjk",
                        ignore=shutil.ignore_patterns("__pycache__"))  # fmt: skip
        pack(fonts, folder / FONTS)
    catalogs(folder)
    engine = [f"pyodide/{name}" for name in PYODIDE if name.endswith((".wasm", ".zip"))]
    entries = [
        {"path": path, "size": (folder / path).stat().st_size} for path in (*engine, "app.zip")
    ]
    (folder / "engine.json").write_text(
        json.dumps({"carrier": "worker", "files": entries}), "utf-8"
    )
    keep_offline(folder)


def catalogs(folder: Path) -> None:
    """Write what there is to choose from, so that the page shows it before its engine runs."""
    with tempfile.TemporaryDirectory() as scratch:
        session = Session(Path(scratch))
        for lang in LANGUAGES:
            answer = session.answer({"op": "catalog", "lang": lang})
            (folder / f"catalog-{lang}.json").write_text(json.dumps(answer["result"]), "utf-8")


def keep_offline(folder: Path) -> None:
    """Tell the service worker which files there are, under a name that changes with them."""
    listed = [path.relative_to(folder).as_posix() for path in files(folder)]
    names = ["./", *(name for name in listed if name not in {"sw.js", "index.html", FONTS})]
    digest = hashlib.sha256(b"".join(path.read_bytes() for path in files(folder))).hexdigest()
    worker = folder / "sw.js"
    text = worker.read_text("utf-8").replace("VERSION", digest[:12])
    worker.write_text(
        text.replace("const FILES = [];", f"const FILES = {json.dumps(names)};"), "utf-8"
    )
    page = folder / "index.html"
    policy = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
    page.write_text(page.read_text("utf-8").replace("  <title>", f"  {policy}  <title>"), "utf-8")


def without_tools(library: Path) -> None:
    """Leave out of a zip of modules what no page imports."""
    with zipfile.ZipFile(library) as archive:
        kept = {
            entry.filename: archive.read(entry)
            for entry in archive.infolist()
            if not entry.filename.startswith(TOOLS)
        }
    with zipfile.ZipFile(library, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, data in kept.items():
            entry = zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, data)


def unpack(wheel: Path, target: Path, *, keep_so: bool) -> None:
    with zipfile.ZipFile(wheel) as archive:
        for name in archive.namelist():
            if keep_so or not any(part in f"/{name}" for part in LEFT_OUT):
                archive.extract(name, target)


def own(target: Path) -> None:
    """Copy ppgen as a wheel of it would lie."""
    # The page suggests no words; CLDR's are as large as the fonts.
    ignore = shutil.ignore_patterns("__pycache__", "*.pyc", "server.py", "suggestions")
    shutil.copytree(ROOT / "ppgen", target / "ppgen", ignore=ignore)
    builtin = target / "ppgen/builtin"
    for name in ("content", "templates", "schema"):
        shutil.copytree(ROOT / name, builtin / name, ignore=ignore)
    shutil.copy(ROOT / "ppgen.yaml", builtin / "ppgen.yaml")


def pack(folder: Path, target: Path) -> None:
    """Write a zip whose bytes follow from what is in it."""
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path in files(folder):
            entry = zipfile.ZipInfo(path.relative_to(folder).as_posix(), (2020, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, path.read_bytes())


def files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


def run(*command: str, cwd: Path) -> None:
    subprocess.run(command, cwd=cwd, check=True, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    sys.exit(main())
