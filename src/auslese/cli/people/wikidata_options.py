"""What all commands that ask a SPARQL endpoint have in common: options, contact, progress."""

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import click

from auslese.cli.crawl_progress import LiveLine
from auslese.cli.crawling.contact_prompt import contact_for
from auslese.recipes.settings.settings_loading import Settings, load_settings
from auslese.recipes.wikidata.endpoint_opening import WIKIDATA, endpoint_presence
from auslese.recipes.wikidata.sparql_client import QueryProgress
from auslese.records.url import Url
from auslese.store.collection import SETTINGS_FILE
from auslese.wording.figures import plural

ANSWERS = "asked"
"""Folder of what was answered: within that of the lists, beside that of the presences."""
NO_LIMIT = 0
MOST_ENTITIES = 10_000  # of an answer: some 2 MB, a fifth of the longest that is taken
Command = TypeVar("Command", bound=Callable[..., Any])
OPTIONS = (
    click.option(
        "--endpoint",
        metavar="URL",
        default=WIKIDATA,
        show_default=True,
        help="The SPARQL endpoint: Wikidata's, or that of a copy.",
    ),
    click.option(
        "--language",
        "languages",
        metavar="CODE",
        multiple=True,
        default=("en",),
        show_default=True,
        help="Language of the labels; may be repeated, the best one first.",
    ),
    click.option("--delay", metavar="TIME", help="Pause between two requests, as 1s."),
    click.option("--contact", metavar="WHO", help="Mail address or page for the endpoint's owner."),
    click.option("--json", "as_data", is_flag=True, help="Print the report as JSON."),
)


def with_endpoint(command: Command) -> Command:
    """Give a command the options of all that ask an endpoint."""
    for option in reversed(OPTIONS):
        command = option(command)
    return command


def endpoint_settings(endpoint: Url, folder: Path, options: dict[str, Any]) -> Settings:
    """The settings under which an endpoint is asked; nobody else's machine without a contact."""
    file = folder / SETTINGS_FILE
    flags = {"politeness.delay": options["delay"], "politeness.contact": options["contact"]}
    settings = load_settings(file if file.is_file() else None, flags, os.environ)
    presence = endpoint_presence(endpoint)
    contact = contact_for(presence, settings.politeness.contact, file)
    politeness = replace(settings.politeness, contact=contact)
    return replace(settings, presence=presence, politeness=politeness)


class QueryDisplay:
    """Shows how many have come."""

    def __init__(self, noun: str, quiet: bool) -> None:
        """Show so many of these, or nothing."""
        self._noun = noun
        self._line = LiveLine(quiet)

    def __enter__(self) -> "QueryDisplay":
        """Use it in a `with` statement."""
        return self

    def __exit__(self, *_: object) -> None:
        """Leave the terminal on a new line."""
        self._line.clear()

    def show(self, progress: QueryProgress) -> None:
        """Take notice of how far it is."""
        self._line.show(
            f"{plural(progress.entities, self._noun)}  {plural(progress.asked, 'request')}"
        )
