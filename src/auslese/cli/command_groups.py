"""Groups of commands, which help with near misses and put the collection behind the command.

The order of words is `auslese COMMAND [SUBCOMMAND] DIR`.
"""

from collections.abc import Collection
from itertools import takewhile
from pathlib import Path
from typing import Any

import click

from auslese.cli.near_misses import did_you_mean
from auslese.cli.terminal import harmless

HELP_COLUMNS = 200
"""Letters of a short help before click cuts it: more than any has, a test says, for a sentence
that breaks off tells nobody anything."""


class CommandGroup(click.Group):
    """A group that says what a wrong name may have meant, and shows whole short helps."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that the words name."""
        name = args[0]
        if self.get_command(ctx, name) is None and not name.startswith("-"):
            self.fail_unknown(ctx, name)
        return super().resolve_command(ctx, args)

    def fail_unknown(self, context: click.Context, name: str) -> None:
        """Say that there is no such command."""
        names = [*self.list_commands(context), "--help", "--version"]
        shown = harmless(name)
        raise click.UsageError(f"No such command '{shown}'.{did_you_mean(name, names)}", context)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands with their short helps."""
        commands = [(name, self.get_command(ctx, name)) for name in self.list_commands(ctx)]
        rows = [(name, each.get_short_help_str(HELP_COLUMNS)) for name, each in commands if each]
        with formatter.section("Commands"):
            formatter.write_dl(rows)


class CollectionGroup(CommandGroup):
    """A group whose commands all work on a collection: `auslese words list DIR`.

    Without a command it runs the first one. The order of earlier releases, `auslese words DIR
    list`, is understood, too.
    """

    def __init__(self, *args: Any, **attributes: Any) -> None:
        """A group of which the help says that the command may be left out."""
        attributes["subcommand_metavar"] = "[COMMAND] DIR [ARGS]..."
        super().__init__(*args, **attributes)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the words of the command line, the command first."""
        return super().parse_args(ctx, self._in_order(ctx, args))

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Name the commands, the one that runs unless told first."""
        return list(self.commands)

    def _in_order(self, context: click.Context, words: list[str]) -> list[str]:
        names = self.list_commands(context)
        if not words or words[0].startswith("-") or words[0] in names:
            return words
        folder, *others = words
        if others and others[0] in names:
            return [others[0], folder, *others[1:]]
        if others and not others[0].startswith("-"):  # one of the two was meant as a command
            unknown = others[0] if Path(folder).exists() else folder
            self.fail_unknown(context, unknown)
        return [names[0], *words]


def folder_argument(function: Any) -> Any:
    """Give a command the folder of a collection."""
    return click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))(function)


class FolderFirstCommand(click.Command):
    """A command that takes a collection and names: `auslese analyse DIR topics`.

    Names that stand before the folder are understood, too, for they look like commands of a group.
    """

    def __init__(self, *args: Any, names: Collection[str], **attributes: Any) -> None:
        """`names`: those that may stand behind the folder."""
        super().__init__(*args, **attributes)
        self._names = names

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the words of the command line, the folder first."""
        leading = list(takewhile(self._names.__contains__, args))
        rest = args[len(leading) :]
        if leading and rest and not rest[0].startswith("-"):
            args = [rest[0], *leading, *rest[1:]]
        return super().parse_args(ctx, args)
