"""`auslese config`: every setting, its value, and where it came from."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import click

from auslese.cli.command_groups import CommandGroup
from auslese.cli.terminal import say, say_data, say_json
from auslese.recipes.settings.settings_loading import settings_of
from auslese.recipes.settings.settings_reference import (
    settings_listing,
    settings_page,
    settings_schema,
)
from auslese.recipes.settings.value_kinds import toml_literal
from auslese.store.collection import Collection


@click.group("config", cls=CommandGroup)
def command() -> None:
    """Look at settings."""


@command.command("show")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="One JSON object with all settings.")
def show(folder: Path, as_json: bool) -> None:
    """Print every setting of DIR, its value, and where that came from.

    That is a flag, env (a variable), file (auslese.toml), user (your own configuration) or default.
    """
    listing = settings_listing(settings_of(Collection.open(folder)))
    if as_json:
        say_json(listing)
    else:
        say("\n".join(_lines(listing)))


def _lines(listing: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    """Give the settings as TOML, with their origins as comments."""
    last = ""
    for key, setting in listing.items():
        table, _, name = key.partition(".")
        if table != last:
            yield f"[{table}]" if not last else f"\n[{table}]"
            last = table
        where = " ".join(filter(None, (setting["origin"], setting["place"])))
        where += "; it is set, and secret" * setting.get("hidden", False)
        yield f"{name} = {toml_literal(setting['value'])}  # {where}"


@command.command("schema")
@click.option("--markdown", is_flag=True, help="The reference page instead.")
def schema(markdown: bool) -> None:
    """Print the JSON schema of auslese.toml."""
    page = settings_page() if markdown else json.dumps(settings_schema(), indent=2) + "\n"
    say_data(page)
