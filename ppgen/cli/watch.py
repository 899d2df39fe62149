"""`ppgen watch`: build again whenever a file is saved."""

from __future__ import annotations

from ppgen.cli.make_command import make_command
from ppgen.cli.options import MakeOptions
from ppgen.cli.show import looks
from ppgen.load.workspace import Workspace


@make_command("watch", *looks(), reads=False)
def command(workspace: Workspace, options: MakeOptions, **shown: object) -> None:
    """Build again whenever a file of yours is saved; options as for make.

    While something is wrong in a file, the last good PDF stays. `-o FILE.png` (or .jpg .webp .svg)
    makes a picture instead, and a terminal that can show pictures shows it. Ctrl-C ends it.
    """
    # Help and usage errors need not wait for fonts and PDF.
    from ppgen.cli.show_output import Look  # noqa: PLC0415
    from ppgen.cli.watch_output import watch  # noqa: PLC0415

    watch(workspace, options, Look(**shown))  # type: ignore[arg-type]
