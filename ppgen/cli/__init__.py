"""The command line: the only place that prints, asks or exits.

Takes arguments, gives files, messages and exit codes: 0 fine, 1 something wrong in a file, 2 usage,
3 the machine. Must not know how anything is drawn.
"""

from __future__ import annotations

import gc
import sys

import click

from ppgen import __version__
from ppgen.cli.check import check
from ppgen.cli.list import list_
from ppgen.cli.make import make
from ppgen.cli.proof import proof
from ppgen.cli.words import words


@click.group(
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Start with: ppgen list",
)
@click.version_option(__version__, prog_name="ppgen")
@click.option("--debug", is_flag=True, help="Show Python's traceback when ppgen itself fails.")
def cli(debug: bool) -> None:
    """Turn YAML into paper: print-and-play parts as PDF, true to size and two-sided."""
    del debug


cli.add_command(make)
cli.add_command(proof)
cli.add_command(list_)
cli.add_command(check)
cli.add_command(words)


def main() -> None:
    """Run the command line and exit."""
    debug = "--debug" in sys.argv
    # A run is short and keeps nearly all it makes: looking for garbage finds none.
    gc.set_threshold(200_000)
    try:
        # Outside standalone mode click gives the code of an Exit back instead of raising it.
        code = cli.main(standalone_mode=False)
    except click.ClickException as wrong:
        wrong.show()
        sys.exit(wrong.exit_code)
    except (click.Abort, KeyboardInterrupt):
        click.echo("stopped; no file was changed", err=True)
        sys.exit(130)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(3)
    except OSError as wrong:
        if debug:
            raise
        place = f"{wrong.filename}: " if wrong.filename else ""
        click.echo(f"error: {place}{wrong.strerror or wrong}", err=True)
        sys.exit(3)
    except Exception as wrong:
        if debug:
            raise
        click.echo(
            f"error: ppgen itself failed ({type(wrong).__name__}: {wrong}); "
            "run again with `ppgen --debug ...` and report it",
            err=True,
        )
        sys.exit(3)
    sys.exit(code if isinstance(code, int) else 0)
