"""`auslese sample`: how large is an index, and what would a random page be?"""

import click

from auslese.cli.late import Late, LateCommands

PLACES = {
    "walk": Late("sample_walk", "Walk at random, so that every page is as likely as any other."),
    "estimate": Late(
        "sample_estimate", "What walks tell: languages, domains, types, copies, size."
    ),
}


@click.group(name="sample", cls=LateCommands, places=PLACES)
def command() -> None:
    """Sample the web, or what an engine has of it, with every known bias named."""
