"""`auslese sample`: how large is an index, and what is a random page?"""

import click

from auslese.cli.late import Late, LateCommands

PLACES = {
    "queries": Late("sample_queries", "Random pages of an engine, by random queries.", "queries"),
    "compare": Late("sample_compare", "How large engines are against each other.", "compare"),
}


@click.group("sample", cls=LateCommands, places=PLACES)
def command() -> None:
    """Sample search engines: random pages, overlap, relative size."""
