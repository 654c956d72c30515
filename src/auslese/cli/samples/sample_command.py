"""`auslese sample`: how large is an index, and what would a random page be?"""

import click

from auslese.cli.late_commands import LazyCommand, LazyCommands

PLACES = {
    "queries": LazyCommand(
        "samples.queries_command", "Random pages of an engine, by random queries.", "queries"
    ),
    "compare": LazyCommand(
        "samples.compare_command", "How large engines are against each other.", "compare"
    ),
    "walk": LazyCommand(
        "samples.walk_command", "Walk at random: every page as likely as any other.", "walk"
    ),
    "estimate": LazyCommand(
        "samples.estimate_command", "Languages, domains, types, copies, size.", "estimate"
    ),
}


@click.group("sample", cls=LazyCommands, places=PLACES)
def command() -> None:
    """Sample the web, or what an engine has of it, with every known bias named."""
