"""All commands under one name, and what becomes of their failures.

Takes the arguments of the process; returns an exit code.
"""

from __future__ import annotations

import gc
import sys
import traceback

import click

from ppgen import __version__
from ppgen.cli.commands import Later, LazyGroup
from ppgen.cli.terminal import say, terminals

COMMANDS = (
    Later(
        "check",
        "ppgen.cli.check",
        "Load and place everything; with PATH, report only problems of these files or folders.",
    ),
    Later(
        "list",
        "ppgen.cli.list",
        "Show games, what each product is, its options and languages; papers and sizes.",
    ),
    Later(
        "make",
        "ppgen.cli.make",
        "Build PDFs: TARGET is a game or game/product; none is every game, `all` all of them.",
    ),
    Later(
        "proof",
        "ppgen.cli.proof",
        "Draw the first leaf as PNG, as color-blind eyes see it and in grey; options as for make.",
    ),
    Later(
        "studio",
        "ppgen.studio.command",
        "Open the studio in your browser: type words, see the cards, print.",
    ),
    Later(
        "words",
        "ppgen.cli.words",
        "Look at word banks and printed decks; bring words in and out.",
    ),
)


@click.group(
    cls=LazyGroup,
    commands=COMMANDS,
    # Not that there are colors: click would drop what looks like one, and not show it.
    context_settings={"help_option_names": ["-h", "--help"], "color": True},
    epilog="Start with: ppgen list",
)
@click.version_option(__version__, prog_name="ppgen")
@click.option("--debug", is_flag=True, help="Show Python's traceback when ppgen itself fails.")
def cli(debug: bool) -> None:
    """Turn YAML into paper: print-and-play parts as PDF, true to size and two-sided."""
    del debug


def run() -> int:
    """Run the command line; give the exit code."""
    # A run is short and keeps nearly all it makes: looking for garbage finds none.
    collects = gc.isenabled()
    gc.disable()
    try:
        with terminals():
            return _run()
    finally:
        if collects:
            gc.enable()


def _run() -> int:
    debug = "--debug" in sys.argv
    try:
        # Outside standalone mode click gives the code of an Exit back instead of raising it.
        code = cli.main(standalone_mode=False)
    except click.ClickException as wrong:
        wrong.show()
        return wrong.exit_code
    except click.Abort:
        raise KeyboardInterrupt from None
    except BrokenPipeError:
        sys.stderr.close()
        return 3
    except Exception as wrong:
        if debug:
            traceback.print_exc()
        else:
            say(f"error: {_failure(wrong)}", err=True)
        return 3
    return code if isinstance(code, int) else 0


def _failure(wrong: Exception) -> str:
    """Say what the machine did not allow, or that ppgen is at fault."""
    if isinstance(wrong, OSError):
        place = f"{wrong.filename}: " if wrong.filename else ""
        return f"{place}{wrong.strerror or wrong}"
    return (
        f"ppgen itself failed ({type(wrong).__name__}: {wrong}); "
        "run again with `ppgen --debug ...` and report it"
    )
