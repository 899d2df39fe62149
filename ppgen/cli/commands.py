"""Groups of commands that show help by default and import their commands when called.

Takes names, modules and help texts, so the help of the group imports only click.
"""

from __future__ import annotations

from importlib import import_module

import click


class Later(click.Command):
    """The name and help of a command, which its module defines as `command`."""

    def __init__(self, name: str, module: str, help: str) -> None:  # noqa: A002 - click's word
        super().__init__(name, help=help)
        self.module = module

    def load(self) -> click.Command:
        """Import the command itself."""
        command = import_module(self.module).command
        if not isinstance(command, click.Command):
            raise TypeError(self.module)
        return command


class HelpfulGroup(click.Group):
    """A group that shows its help, with success, if called without arguments."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Treat missing arguments as `--help`."""
        return super().parse_args(ctx, args or ["--help"])


class LazyGroup(HelpfulGroup):
    """A group that holds only the names and help texts of its commands."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Import the command that is called."""
        name, command, rest = super().resolve_command(ctx, args)
        return name, command.load() if isinstance(command, Later) else command, rest
