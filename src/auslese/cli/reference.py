"""The commands told to others: the reference page, made from what `--help` prints.

python -m auslese.cli.reference > docs/reference/commands.md
"""

import sys
from collections.abc import Iterator

import click

from auslese.cli.main import program

PAGE_WIDTH = 88  # columns of a help text; the page must not depend on anybody's terminal

PAGE_HEAD = """\
# Commands

This page is made by `python -m auslese.cli.reference` from what every command says to `--help`; a
test keeps it true.

In a checkout the program is called as `./auslese`. Data goes to stdout, talk to stderr. With
`--json` a command prints one JSON object, or one a line, instead of words. How options, variables
and `auslese.toml` go together: [settings](settings.md).

| exit code | means |
|---|---|
| 0 | done; a crawl also ends with 0 at a limit, or if some pages failed |
| 1 | failed, or nothing could be fetched; the message says what to do |
| 2 | an option or a setting is wrong |
| 3 | there is no such collection, file or URL |
| 4 | a crawl is done, but hosts could not be reached; they are named |
| 5 | another process works in this collection |
| 6 | it may not be done: no contact is set, or robots.txt keeps us away from every page |
| 130, 143 | stopped by Ctrl-C or by `kill`; the state is saved |
"""


def commands_page() -> str:
    """Return the reference page of all commands, as Markdown."""
    sections = [_section(context) for context in command_contexts()]
    return "\n".join([PAGE_HEAD, *sections])


def command_contexts() -> Iterator[click.Context]:
    """Give every command, those within groups behind their group, in the order of `--help`."""
    settings = {**program.context_settings, "terminal_width": PAGE_WIDTH}
    yield from _below(click.Context(program, info_name="auslese", **settings))


def _below(context: click.Context) -> Iterator[click.Context]:
    yield context
    if isinstance(context.command, click.Group):
        for name in context.command.list_commands(context):
            command = context.command.get_command(context, name)
            assert command is not None
            yield from _below(click.Context(command, parent=context, info_name=name))


def _section(context: click.Context) -> str:
    return f"## {context.command_path}\n\n```text\n{context.get_help()}\n```\n"


if __name__ == "__main__":
    sys.stdout.write(commands_page())
