"""The command line: the only place that prints, asks or exits.

Takes arguments; returns files, messages and exit codes: 0 success, 1 a problem in a file, 2 wrong
usage, 3 a problem of the machine. Must not know how anything is drawn.
"""

from __future__ import annotations

import atexit
import gc
import sys

from ppgen.deferred import defer

#: What click and the standard library import along with what a run needs.
_DEFERRED = ("tokenize", "ipaddress")


def main() -> None:
    """Run the command line and exit."""
    # A run is short and keeps nearly all it makes: looking for garbage finds none, neither on the
    # way nor among all that is left at the end.
    collects = gc.isenabled()
    gc.disable()
    atexit.register(gc.freeze)
    defer(_DEFERRED)
    try:
        # Loading takes a moment too, and the user may interrupt it.
        from ppgen.cli.app import run  # noqa: PLC0415

        code = run()
    except KeyboardInterrupt:
        if sys.stderr:  # None if the process was started without stderr
            sys.stderr.write("interrupted; no file is half written\n")
        code = 130
    finally:
        if collects:
            gc.enable()
    sys.exit(code)
