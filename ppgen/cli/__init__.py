"""The command line: the only place that prints, asks or exits.

Takes arguments, returns files, messages and exit codes: 0 fine, 1 something wrong in a file, 2 usage,
3 the machine. Must not know how anything is drawn.
"""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line and exit."""
    try:
        # Loading takes a moment too, in which a person may lose patience.
        from ppgen.cli.app import run  # noqa: PLC0415

        code = run()
    except KeyboardInterrupt:
        if sys.stderr:  # None if the process was started without it
            sys.stderr.write("stopped; no file is half written\n")
        code = 130
    sys.exit(code)
