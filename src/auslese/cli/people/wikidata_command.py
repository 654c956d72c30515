"""`auslese wikidata`: names and institutions from Wikidata, or any other SPARQL endpoint."""

import click

from auslese.cli.late_commands import LazyCommand, LazyCommands

PLACES = {
    "names": LazyCommand(
        "people.wikidata_names_command", "Lists of first, middle and last names.", "names"
    ),
    "institutions": LazyCommand(
        "people.institutions_command", "Institutions with their sites as presences.", "institutions"
    ),
}


@click.group("wikidata", cls=LazyCommands, places=PLACES)
def command() -> None:
    """Ask Wikidata, or any copy of it, for names of people or for institutions with their sites."""
