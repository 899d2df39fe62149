"""`ppgen completion`: the Tab key in bash, zsh and fish."""

from __future__ import annotations

import os
from pathlib import Path

import click
from click.shell_completion import ShellComplete, get_completion_class

from ppgen.cli.files import save
from ppgen.cli.terminal import say

SHELLS = ("bash", "zsh", "fish")
#: By this name click's scripts ask ppgen, and ppgen knows that it is asked.
VARIABLE = "_PPGEN_COMPLETE"
#: zsh knows how to complete only once this was called.
_READY = "(( $+functions[compdef] )) || { autoload -Uz compinit && compinit }\n"


@click.command("completion", epilog="Example: ppgen completion --install")
@click.argument("shell", type=click.Choice(SHELLS), required=False)
@click.option("--install", is_flag=True, help="Put it where your shell finds it.")
def command(shell: str | None, *, install: bool) -> None:
    """Let the Tab key complete targets, options and names in bash, zsh or fish.

    Without --install the script is printed. SHELL is yours, if you name none.
    """
    shell = shell or own_shell(os.environ.get("SHELL", ""))
    text = script(shell)
    if not install:
        click.echo(text, nl=False)
        return
    home = Path.home()
    path, starts = places(
        shell, home, os.environ.get("XDG_CONFIG_HOME", ""), os.environ.get("ZDOTDIR", "")
    )
    save(path, text.encode())
    say(f"wrote {path}")
    if starts is not None:
        line = f'[ -r "{path}" ] && . "{path}"   # ppgen completion'
        before = starts.read_text("utf-8") if starts.exists() else ""
        if line not in before.splitlines():
            gap = "\n" if before and not before.endswith("\n") else ""
            save(starts, f"{before}{gap}{line}\n".encode())
            say(f"added a line to {starts}; to have it no longer, delete that line")
    say("it works in every new terminal: ppgen make <Tab>")


def own_shell(path: str) -> str:
    """Name the shell of a person by its file."""
    name = Path(path).name
    if name in SHELLS:
        return name
    msg = f"your shell `{name}` is none of {', '.join(SHELLS)}; name one: ppgen completion bash"
    raise click.UsageError(msg)


def script(shell: str) -> str:
    """Return what a shell has to run."""
    from ppgen.cli.app import cli  # noqa: PLC0415 - it imports this

    kind = get_completion_class(shell)
    if kind is None:
        raise TypeError(shell)
    # Not bash's own way, which starts a bash to ask for its version.
    text = ShellComplete.source(kind(cli, {}, "ppgen", VARIABLE))
    return _READY + text if shell == "zsh" else text


def places(shell: str, home: Path, config: str, zdot: str) -> tuple[Path, Path | None]:
    """Return where the script goes, and the file that must start it, if one must."""
    base = Path(config) if config else home / ".config"
    if shell == "fish":
        return base / "fish/completions/ppgen.fish", None
    starts = home / ".bashrc" if shell == "bash" else Path(zdot or home) / ".zshrc"
    return base / f"ppgen/completion.{shell}", starts
