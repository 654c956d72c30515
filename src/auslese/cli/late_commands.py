"""Groups whose commands are imported only when they are called, so that all start quickly."""

from collections.abc import Mapping
from importlib import import_module
from typing import Any, NamedTuple

import click

from auslese.cli.command_groups import CommandGroup


class LazyCommand(NamedTuple):
    """Where a command is, and what it is for."""

    module: str
    """Below `auslese.cli`: its group and its name."""
    about: str
    name: str = "command"
    """In the module."""


class LazyCommands(CommandGroup):
    """A group that knows its commands by name and place only."""

    def __init__(self, *args: Any, places: Mapping[str, LazyCommand], **attributes: Any) -> None:
        """Take the places of the commands, in the order in which they are listed."""
        super().__init__(*args, **attributes)
        self._places = places

    def list_commands(self, context: click.Context) -> list[str]:
        """Name all commands, in the order of work."""
        return list(self._places)

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        """Import the command of this name."""
        place = self._places.get(name)
        if place is None:
            return None
        command: click.Command = getattr(import_module(f"auslese.cli.{place.module}"), place.name)
        return command

    def format_commands(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, place.about) for name, place in self._places.items()])
