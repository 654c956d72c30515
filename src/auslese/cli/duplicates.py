"""`auslese duplicates`: which texts or pages are the same, or nearly?"""

import click

from auslese.cli.late import Late, LateCommands

PLACES = {
    "pairs": Late("duplicates_pairs", "Texts that are alike: a filter.", "pairs"),
    "explain": Late("duplicates_explain", "Why two texts or pages are alike.", "explain"),
    "groups": Late("duplicates_groups", "The groups of copies of a collection.", "groups"),
    "show": Late("duplicates_groups", "The copies of one page.", "show"),
    "mirrors": Late("duplicates_mirrors", "Hosts and folders that stand twice.", "mirrors"),
    "templates": Late("duplicates_templates", "Pages that say little of their own.", "templates"),
}


@click.group("duplicates", cls=LateCommands, places=PLACES)
def command() -> None:
    """Find texts and pages that are the same, or nearly, and tell why."""
