"""Runs all commands under one name, and handles their failures.

Takes the arguments of the process; returns an exit code.
"""

from __future__ import annotations

import contextlib
import os
import sys

import click

from ppgen import __version__
from ppgen.cli.commands import Later, LazyGroup
from ppgen.cli.terminal import say, terminals
from ppgen.cli.ui import Formatter

#: By this name shells ask how a command line may go on.
_ASKED = "_PPGEN_COMPLETE"
COMMANDS = (
    Later(
        "check",
        "ppgen.cli.check",
        "Check that everything loads and fits; with PATH, report only problems in these files.",
    ),
    Later(
        "completion",
        "ppgen.cli.completion",
        "Let the Tab key complete targets, options and names in bash, zsh or fish.",
    ),
    Later(
        "copy",
        "ppgen.cli.copy",
        "Bring built-in files into your workspace, where they take the place of the originals.",
    ),
    Later(
        "init",
        "ppgen.cli.init",
        "Start a workspace in DIR, or here: settings, folders, and a small game that prints.",
    ),
    Later(
        "cut",
        "ppgen.cli.cut",
        "Write cut and fold lines as SVG and DXF, with a PDF to print; options as for make.",
    ),
    Later(
        "list",
        "ppgen.cli.list",
        "List games, their products with options and languages, and papers and sizes.",
    ),
    Later(
        "make",
        "ppgen.cli.make",
        "Build PDFs of TARGET: a game, game/product, or `all`; by default every game.",
    ),
    Later(
        "proof",
        "ppgen.cli.proof",
        "Draw the first leaf as PNG, as seen by color-blind eyes and in gray; options as for make.",
    ),
    Later(
        "studio",
        "ppgen.studio.command",
        "Open the studio in your browser: type words, see the cards, print.",
    ),
    Later(
        "printer",
        "ppgen.cli.printer",
        "Measure once how a printer shifts, turns and scales pages, and correct every job.",
    ),
    Later(
        "show",
        "ppgen.cli.show",
        "Show the first sheet as a picture, in the terminal or as a file; options as for make.",
    ),
    Later(
        "watch",
        "ppgen.cli.watch",
        "Build again whenever a file of yours is saved; options as for make.",
    ),
    Later(
        "words",
        "ppgen.cli.words",
        "Check, show, import and export word banks; list printed decks.",
    ),
)


@click.group(
    cls=LazyGroup,
    commands=COMMANDS,
    # Not for colors: click would drop what looks like a color code instead of showing it.
    context_settings={"help_option_names": ["-h", "--help"], "color": True},
    epilog="Start with: ppgen list",
)
@click.version_option(__version__, prog_name="ppgen")
@click.option("--debug", is_flag=True, help="Show Python's traceback when ppgen itself fails.")
def cli(debug: bool) -> None:
    """Turn YAML into print-and-play PDFs, true to size and two-sided."""
    del debug


def run() -> int:
    """Run the command line and return the exit code."""
    click.Context.formatter_class = Formatter
    # click answers shells in bytes; all that answers hold was escaped before.
    asked = _ASKED in os.environ
    with contextlib.nullcontext() if asked else terminals():
        return _run()


def _run() -> int:
    debug = "--debug" in sys.argv
    try:
        # Outside standalone mode, click returns the code of an Exit instead of raising it.
        # By whatever name it was started, shells ask by this one.
        code = cli.main(standalone_mode=False, complete_var=_ASKED)
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
            import traceback  # noqa: PLC0415 - few runs fail

            traceback.print_exc()
        else:
            say(f"error: {_failure(wrong)}", err=True)
        return 3
    return code if isinstance(code, int) else 0


def _failure(wrong: Exception) -> str:
    """Return what the machine did not allow, or that ppgen itself failed."""
    if isinstance(wrong, OSError):
        place = f"{wrong.filename}: " if wrong.filename else ""
        return f"{place}{wrong.strerror or wrong}"
    return (
        f"ppgen itself failed ({type(wrong).__name__}: {wrong}); "
        "please run `ppgen --debug ...` and report the output"
    )
