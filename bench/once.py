"""One command run and timed from a process that is smaller than any it runs.

A child's peak memory begins with that of the process it is started from. This one imports next to
nothing, so what it reports is the command's own.

    python -I -S bench/once.py REPORT STDOUT STDERR COMMAND...
"""

import os
import sys
import time

NEW = os.O_WRONLY | os.O_CREAT | os.O_TRUNC


def main() -> None:
    report, *streams = sys.argv[1:4]
    command = sys.argv[4:]
    opened = [(os.POSIX_SPAWN_OPEN, n, path, NEW, 0o600) for n, path in enumerate(streams, 1)]
    start = time.perf_counter()
    child = os.posix_spawnp(command[0], command, os.environ, file_actions=opened)
    _, status, usage = os.wait4(child, 0)
    wall = time.perf_counter() - start
    unit = 1 if sys.platform == "darwin" else 1024
    figures = (wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * unit)
    with open(report, "w", encoding="ascii") as file:  # noqa: PTH123 - pathlib is no small import
        file.write(" ".join(map(str, (os.waitstatus_to_exitcode(status), *figures))))


main()
