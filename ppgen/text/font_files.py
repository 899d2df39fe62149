"""Finds font files by name: in given folders, in ppgen's own packages, on the machine.

Takes font choices, families and letters; returns typefaces, each opened once.
Must not know lines, PDF or YAML.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from ppgen.diagnostics import Problem, Span, did_you_mean
from ppgen.disk import inside
from ppgen.limits import FONT_BYTES, FONT_FILES
from ppgen.text.typeface import (
    SUFFIXES,
    BrokenFontError,
    LockedFontError,
    Names,
    Typeface,
    read_names,
)

if TYPE_CHECKING:
    from ppgen.drawing.ops import FontChoice, FontList
    from ppgen.text.system_fonts import SystemFonts

WEIGHTS = {
    "thin": 100, "extralight": 200, "light": 300, "regular": 400, "medium": 500,
    "semibold": 600, "bold": 700, "extrabold": 800, "black": 900,
}  # fmt: skip
#: The package with ppgen's own faces for Chinese, Japanese and Korean.
CJK_PACKAGE = "ppgen_fonts_cjk"
_OTHER_FONT = "use a TrueType or OpenType file"
BUNDLED = Path(__file__).resolve().parent.parent / "fonts"


@lru_cache
def cjk_folder() -> Path | None:
    """Return the folder of the package with East Asian fonts, if it is installed."""
    from importlib.util import find_spec  # noqa: PLC0415 - few texts need it

    found = find_spec(CJK_PACKAGE)
    return Path(found.origin).parent / "fonts" if found and found.origin else None


class Library:
    """The fonts of some folders; earlier folders win, the machine's own come last."""

    def __init__(self, folders: Sequence[Path]) -> None:
        self._folders = tuple(folders)
        self._read: dict[Path, dict[str, list[Names]]] = {}
        self._broken: list[Path] = []
        self._typefaces: dict[tuple[Path, int, int], Typeface] = {}

    @cached_property
    def _system(self) -> SystemFonts:
        # Few texts need more than the built-in fonts.
        from ppgen.text.system_fonts import SystemFonts  # noqa: PLC0415

        return SystemFonts()

    def choose(self, choice: FontChoice, span: Span | None) -> Typeface | None:
        """Return the typeface for an entry of a font list; None if it is not available.

        Raises:
            Problem: E601 or E603 if a file is missing or broken.
        """
        span = choice.span or span
        try:
            if choice.file:
                held = list(read_names(self._file(choice.file, span)))
                if not held:
                    raise BrokenFontError("no faces")
                own = [n for n in held if n.family.casefold() == choice.family.casefold()]
                return self._load(_nearest(own or held, choice.weight), choice.weight)
            readings = list(_readings(choice))
            for stage in self._stages():
                for family, weight in readings:
                    if held := stage(family, weight):
                        return self._load(_nearest(held, weight), weight)
        except BrokenFontError as error:
            name = choice.file or choice.family
            if isinstance(error, LockedFontError):
                message, helped = (
                    f"the license of the font `{name}` forbids embedding",
                    "use another",
                )
            else:
                message, helped = f"the font `{name}` cannot be read", _OTHER_FONT
            raise Problem("E603", message, span, help=helped) from error
        return None

    def family(self, family: str, weight: int) -> Typeface | None:
        """Find the face of a family that is nearest to a weight."""
        for stage in self._stages():
            if held := stage(family.casefold(), weight):
                return self._load(_nearest(held, weight), weight)
        return None

    def having(self, cluster: str, weight: int, fits: Callable[[str], bool]) -> Typeface | None:
        """Find any face of the machine that has a letter: upright and usual ones first."""
        found = sorted(self._system.having(cluster), key=lambda names: names.away(weight))
        for names in found:
            try:
                face = self._load(names, weight) if fits(names.family) else None
            except BrokenFontError:
                continue
            if face and face.covers(cluster):
                return face
        return None

    def unknown(self, fonts: FontList, span: Span | None) -> Problem:
        """Return the problem that no font of a list is available."""
        if not fonts:
            return Problem("E208", "no font for this text", span)
        name = fonts[0].family
        span = fonts[0].span or span
        known = {n.family for f in self._folders for held in self._index(f).values() for n in held}
        wanted = _squeezed(name)
        for path in self._broken:
            if wanted and _squeezed(path.stem).startswith(wanted):
                return Problem("E603", f"the font `{path.name}` cannot be read", span)
        listed = ", ".join(sorted(known)[:12]) + (", ..." if len(known) > 12 else "")
        helped = did_you_mean(name, known) or f"there are: {listed or 'none'}"
        return Problem("E208", f"unknown font `{name}`", span, help=helped)

    def _load(self, names: Names, weight: int) -> Typeface:
        least, most = names.weights
        key = (names.path, names.number, min(max(weight, least), most))
        if key not in self._typefaces:
            face = Typeface(names, weight)
            if names.path.parent != BUNDLED:
                face.check()
            self._typefaces[key] = face
        return self._typefaces[key]

    def _file(self, name: str, span: Span | None) -> Path:
        for folder in self._folders:
            path = folder if folder.name == name and folder.is_file() else inside(folder, name)
            if path is None or not path.is_file():
                continue
            if path.stat().st_size > FONT_BYTES:
                message = f"the font file `{name}` is larger than {FONT_BYTES / 1_000_000:g} MB"
                raise Problem("E305", message, span)
            return path
        helped = "put fonts in a folder listed under `fonts` in ppgen.yaml"
        raise Problem("E601", f"there is no font file `{name}`", span, help=helped)

    def _stages(self) -> Iterator[Callable[[str, int], list[Names]]]:
        """Return the ways to find a family, the quickest and nearest first."""
        yield lambda family, weight: self._among(self._folders, family, weight)
        yield lambda family, weight: self._among([f for f in [cjk_folder()] if f], family, weight)
        yield lambda family, _: self._system.family(family)

    def _among(self, folders: Iterable[Path], family: str, weight: int) -> list[Names]:
        """Collect the faces of a family, and read no further folders once one fits."""
        held: list[Names] = []
        for folder in folders:
            held += self._in(folder, family)
            # Not the width: all faces of a family may be narrow.
            if any(not n.italic and n.away(weight)[2] == 0 for n in held):
                break
        return held

    def _in(self, folder: Path, family: str) -> list[Names]:
        if folder not in self._read and (folder == BUNDLED or folder not in self._folders):
            # These files are named for their families: no need to open the others.
            wanted = _squeezed(family) + "-"
            files = sorted(folder.glob("*.ttf"))
            likely = [path for path in files if _squeezed(path.stem, "-").startswith(wanted)]
            return [n for path in likely for n in read_names(path)]
        return self._index(folder).get(family, [])

    def _index(self, folder: Path) -> dict[str, list[Names]]:
        if folder not in self._read:
            index: dict[str, list[Names]] = {}
            # Sorted, because the order of a folder differs from machine to machine.
            files = islice(folder.rglob("*"), FONT_FILES) if folder.is_dir() else [folder]
            for path in sorted(files):
                if path.suffix.lower() not in SUFFIXES or not path.is_file():
                    continue
                if path.stat().st_size > FONT_BYTES:
                    self._broken.append(path)
                    continue
                try:
                    for names in read_names(path):
                        index.setdefault(names.family.casefold(), []).append(names)
                except (BrokenFontError, OSError):
                    # It matters only to who asks for it: see unknown.
                    self._broken.append(path)
            self._read[folder] = index
        return self._read[folder]


def _readings(choice: FontChoice) -> Iterator[tuple[str, int]]:
    """Read a family name as it stands, then with a weight at its end: 'Roboto Bold'."""
    words = choice.family.casefold().split()
    # A weight that is said last is rarely a part of the name, and then is tried all the same.
    for tail in (0, 1, 2):
        weight = WEIGHTS.get("".join(words[-tail:])) if tail else choice.weight
        if weight is not None and len(words) > tail:
            yield " ".join(words[:-tail] if tail else words), weight


def _nearest(held: list[Names], weight: int) -> Names:
    return min(held, key=lambda names: names.away(weight))


def _squeezed(name: str, keep: str = "") -> str:
    return "".join(c for c in name.casefold() if c.isalnum() or c in keep)
