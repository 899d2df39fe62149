"""What `ppgen watch` does each time: read, place and write anew, or say what is wrong.

Imports all that draws, so commands import it when they are called.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

import click

from ppgen.build import Fonts, Printout
from ppgen.cli import screen
from ppgen.cli.files import save, shown
from ppgen.cli.make_command import read_all
from ppgen.cli.naming import ending_of
from ppgen.cli.options import MakeOptions
from ppgen.cli.output import by_side, make_files, write_pdf
from ppgen.cli.saved import changes, stamps
from ppgen.cli.shared import open_workspace, show_problems
from ppgen.cli.show_output import ENDINGS, Look, asked, file_of, page_shown, part_of, send
from ppgen.cli.terminal import say
from ppgen.load.workspace import Workspace

_FONTS = {".ttf", ".otf", ".ttc", ".otc"}


def watch(workspace: Workspace, options: MakeOptions, look: Look) -> None:
    """Build, and build again after each change, until ctrl-C."""
    if not options.targets:
        msg = "name what is to be built, as for make: ppgen watch GAME/PRODUCT"
        raise click.UsageError(msg)
    files = [Path(name).absolute() for name in (*options.bank, *options.first, *options.exclude)]
    files = [path for path in files if path.is_file()]
    if workspace.root is None and not files:
        msg = (
            "there is nothing of yours to watch here: no workspace (a folder with ppgen.yaml) and "
            "no --bank FILE; `ppgen init` starts a workspace"
        )
        raise click.UsageError(msg)
    # Wrong from the start is nothing to wait with.
    ending_of(options.output, (".pdf", *ENDINGS), "watch")
    ignored = Path(options.output).absolute() if options.output else Path("out").absolute()
    before = stamps(workspace.root, files, ignored)
    builder = _Builder(options, look)
    builder.build(workspace)
    say("watching for changes; ctrl-C ends it", err=True)
    try:
        for saved in changes(workspace.root, files, ignored, before):
            say(f"{time.strftime('%H:%M:%S')} {', '.join(map(shown, saved))}", err=True)
            builder.forget_fonts(saved)
            builder.build(open_workspace(options.root))
    except KeyboardInterrupt:
        say(builder.last_words(), err=True)


class _Builder:
    """Builds the same request again and again; keeps what does not change."""

    def __init__(self, options: MakeOptions, look: Look) -> None:
        self._options, self._look = options, look
        self._ending = ending_of(options.output, (".pdf", *ENDINGS), "watch")
        self._way = screen.here()
        self._fonts: Fonts | None = None
        self._folders: list[Path] = []
        self._written: list[Path] = []
        self._broken = False

    def build(self, workspace: Workspace) -> None:
        """Read everything and write anew; what is wrong is shown, and nothing is written."""
        start = time.perf_counter()
        self._broken, before, self._written = True, self._written, []
        try:
            options, requests = read_all(workspace, self._options)
            requests = [asked(request, self._look) for request in requests]
            if self._fonts is None or self._folders != workspace.fonts:
                self._fonts, self._folders = Fonts(workspace.fonts), workspace.fonts
            pdf = self._ending == ".pdf"
            part = "" if pdf else part_of(self._look)
            make_files(
                workspace, options, requests, self._write, f"{part}{self._ending}",
                by_side if pdf else None, self._fonts,
            )  # fmt: skip
        except click.UsageError as wrong:
            if workspace.report:
                show_problems(workspace.report)
            else:
                say(f"error: {wrong.format_message()}", err=True)
        except click.exceptions.Exit:
            pass  # the problems have been shown
        except OSError as wrong:
            # Such as a file that an editor is just writing, or a viewer that locks the PDF.
            say(f"error: {wrong.filename or ''}: {wrong.strerror or wrong}", err=True)
        else:
            self._broken = False
            names = ", ".join(map(shown, self._written))
            say(f"{names}: built in {time.perf_counter() - start:.2f} s", err=True)
        if self._broken:
            self._written = before
        if self._broken and before:
            say("nothing was written; the last good file is still there", err=True)

    def forget_fonts(self, saved: Sequence[Path]) -> None:
        """Open fonts again if one was saved."""
        if any(path.suffix.lower() in _FONTS for path in saved):
            self._fonts = None

    def last_words(self) -> str:
        """Say what is there in the end."""
        names = ", ".join(map(shown, self._written))
        if not names:
            return "stopped; nothing was written"
        return (
            f"stopped; {names} is from before the last mistake"
            if self._broken
            else (f"stopped; {names} is up to date")
        )

    def _write(self, printout: Printout, path: Path, fonts: Fonts, quiet: bool) -> None:
        if self._ending == ".pdf":
            write_pdf(printout, path, fonts, quiet=True)
        else:
            page = page_shown(printout, fonts, self._look)
            save(path, file_of(printout, fonts, page, self._look, self._ending))
        self._written.append(path)
        if self._way != "none" and not quiet:
            screen.clear()
            page = page_shown(printout, fonts, self._look)
            send(printout, fonts, page, self._look, self._way)
