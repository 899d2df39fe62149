"""The command line: the only place that prints, asks or exits.

Takes arguments; returns files, messages and exit codes: 0 success, 1 a problem in a file, 2 wrong
usage, 3 a problem of the machine. Must not know how anything is drawn.
"""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line and exit."""
    try:
        # Loading takes a moment too, and the user may interrupt it.
        from ppgen.cli.app import run  # noqa: PLC0415

        code = run()
    except KeyboardInterrupt:
        if sys.stderr:  # None if the process was started without stderr
            sys.stderr.write("interrupted; no file is half written\n")
        code = 130
    sys.exit(code)
