"""`auslese sample`: how large is an index, and what would a random page be?"""

import click

from auslese.cli.late import Late, LateCommands

PLACES = {
    "queries": Late("sample_queries", "Random pages of an engine, by random queries.", "queries"),
    "compare": Late("sample_compare", "How large engines are against each other.", "compare"),
    "walk": Late("sample_walk", "Walk at random: every page as likely as any other.", "walk"),
    "estimate": Late("sample_estimate", "Languages, domains, types, copies, size.", "estimate"),
}


@click.group("sample", cls=LateCommands, places=PLACES)
def command() -> None:
    """Sample the web, or what an engine has of it, with every known bias named."""
