"""Pictures in the terminal itself, where it can show them.

Finds out which way of sending pictures a terminal knows: that of kitty, of iTerm2, or sixels. Takes
the bytes of a PNG; gives what is to be written. `PPGEN_PICTURES` says it instead.
"""

from __future__ import annotations

import base64
import os
import re
import shutil
import sys
from collections.abc import Callable, Mapping
from typing import Any, Literal, TextIO, get_args

Way = Literal["kitty", "iterm", "sixel", "none"]
_CHUNK = 4096  # the most that kitty takes at once
#: Pixels of a letter, where the terminal does not say.
_LETTER = 10, 20
#: Rows that stay free for the prompt and for what is said below a picture.
_FREE = 4
#: Terminals by the variable in which they name themselves.
_KITTY, _ITERM = {"ghostty", "kitty"}, {"iTerm.app", "WezTerm", "mintty", "vscode", "rio"}


def way(env: Mapping[str, str], sixels: Callable[[], bool]) -> Way:
    """Tell how a terminal is sent pictures; `sixels` asks it, which takes a moment."""
    said = env.get("PPGEN_PICTURES", "").lower()
    for known in get_args(Way):
        if said == known:
            return known  # type: ignore[no-any-return]
    # What stands between us and the terminal does not pass on what it does not know.
    between = "TMUX" in env or env.get("TERM", "").startswith(("screen", "tmux"))
    if not between:
        program = env.get("TERM_PROGRAM", "")
        if program in _KITTY or "KITTY_WINDOW_ID" in env or "kitty" in env.get("TERM", ""):
            return "kitty"
        if program in _ITERM or env.get("LC_TERMINAL") == "iTerm2":
            return "iterm"
    return "sixel" if sixels() else "none"


def here() -> Way:
    """Tell how the terminal that we write to is sent pictures; `none` if it is none."""
    out = _bare(sys.stdout)
    if out is None or not out.isatty():
        return "none"
    return way(os.environ, _answers_sixel)


def room() -> tuple[int, int]:
    """Return how many pixels there are for a picture."""
    columns, rows = shutil.get_terminal_size()
    width, height = _pixels() or (columns * _LETTER[0], rows * _LETTER[1])
    return width, height * max(1, rows - _FREE) // max(1, rows)


def kitty(png: bytes) -> str:
    """Write a PNG for terminals that know kitty's way."""
    text = base64.standard_b64encode(png).decode("ascii")
    parts = [text[start : start + _CHUNK] for start in range(0, len(text), _CHUNK)]
    out = []
    for at, part in enumerate(parts):
        head = "a=T,f=100,q=2," if at == 0 else ""
        out.append(f"\x1b_G{head}m={int(at < len(parts) - 1)};{part}\x1b\\")
    return "".join(out)


def iterm(png: bytes) -> str:
    """Write a PNG for terminals that know iTerm2's way."""
    text = base64.standard_b64encode(png).decode("ascii")
    return f"\x1b]1337;File=inline=1;size={len(png)};preserveAspectRatio=1:{text}\a"


def send(picture: str) -> None:
    """Write a picture past what keeps texts from steering the terminal."""
    out = _bare(sys.stdout)
    if out is not None:
        out.write(f"{picture}\n")
        out.flush()


def clear() -> None:
    """Empty the screen, pictures and all."""
    send("\x1b[2J\x1b[3J\x1b[H\x1b_Ga=d,q=2\x1b\\")


def _bare(stream: Any) -> TextIO | None:
    found: TextIO | None = getattr(stream, "stream", stream)
    return found


def _pixels() -> tuple[int, int] | None:
    """Ask the system how many pixels the terminal has."""
    try:
        import fcntl  # noqa: PLC0415 - not on Windows
        import struct  # noqa: PLC0415
        import termios  # noqa: PLC0415

        raw = fcntl.ioctl(1, termios.TIOCGWINSZ, b"\0" * 8)
        _, _, width, height = struct.unpack("HHHH", raw)
    except (ImportError, OSError):
        return None
    return (width, height) if width and height else None


def _answers_sixel() -> bool:
    """Ask the terminal what it can do; one that does not answer soon cannot show pictures."""
    try:
        import select  # noqa: PLC0415
        import termios  # noqa: PLC0415
        import tty  # noqa: PLC0415

        file = os.open("/dev/tty", os.O_RDWR | os.O_NOCTTY)
    except (ImportError, OSError):
        return False
    try:
        before = termios.tcgetattr(file)
        try:
            tty.setcbreak(file)
            os.write(file, b"\x1b[c")
            answer = b""
            while not answer.endswith(b"c") and select.select([file], [], [], 0.3)[0]:
                answer += os.read(file, 64)
        finally:
            termios.tcsetattr(file, termios.TCSADRAIN, before)
    except (OSError, termios.error):
        return False
    finally:
        os.close(file)
    return speaks_sixel(answer)


def speaks_sixel(answer: bytes) -> bool:
    """Tell from a terminal's answer whether sixels are among what it can do."""
    found = re.search(rb"\x1b\[\?([\d;]*)c", answer)
    return found is not None and b"4" in found[1].split(b";")[1:]
