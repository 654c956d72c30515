"""`auslese duplicates`: which texts or pages are the same, or nearly?"""

import click

from auslese.cli.late_commands import LazyCommand, LazyCommands

PLACES = {
    "pairs": LazyCommand("duplicates.pairs_command", "Texts that are alike: a filter.", "pairs"),
    "explain": LazyCommand(
        "duplicates.explain_command", "Why two texts or pages are alike.", "explain"
    ),
    "groups": LazyCommand(
        "duplicates.groups_command", "The groups of copies of a collection.", "groups"
    ),
    "show": LazyCommand("duplicates.groups_command", "The copies of one page.", "show"),
    "mirrors": LazyCommand(
        "duplicates.mirrors_command", "Hosts and folders that stand twice.", "mirrors"
    ),
    "templates": LazyCommand(
        "duplicates.templates_command", "Pages that say little of their own.", "templates"
    ),
}


@click.group("duplicates", cls=LazyCommands, places=PLACES)
def command() -> None:
    """Find texts and pages that are the same, or nearly, and tell why."""
