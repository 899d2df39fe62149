"""`python -m ppgen`."""

import sys

# Python puts the current folder first on the path: a `yaml.py` in a stranger's workspace would run.
# ppgen itself is loaded by now, from wherever it was found.
if __name__ == "__main__" and not sys.flags.safe_path:
    del sys.path[0]

from ppgen.cli import main

if __name__ == "__main__":
    main()
