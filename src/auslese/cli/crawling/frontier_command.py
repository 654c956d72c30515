"""`auslese frontier`: where the frontier of a collection is kept."""

from importlib import import_module
from pathlib import Path

import click

from auslese.cli.command_groups import CommandGroup
from auslese.cli.terminal import say, say_json
from auslese.records.errors import SettingsError
from auslese.store.collection import Collection
from auslese.wording.figures import plural
from auslese.wording.fleet.move_sentences import FrontierMoveProblem

EMBEDDED, POSTGRESQL = "embedded", "postgresql"
SCHEMES = ("postgresql://", "postgres://")


@click.group("frontier", cls=CommandGroup)
def command() -> None:
    """Say where the frontier is kept: in the collection, or in a database that machines share."""


@command.command("move")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.argument("target")
@click.option("--json", "as_data", is_flag=True, help="Print what was moved as JSON.")
def move(folder: Path, target: str, as_data: bool) -> None:
    """Move the frontier of DIR to TARGET: a URL of PostgreSQL, or `embedded`.

    The URL is like postgresql://user@host:5432/database?schema=name, with a schema for each
    collection; the password comes from PGPASSWORD or ~/.pgpass. All of it is moved or nothing:
    what was killed is begun anew by the same command. What is there is counted before auslese.toml
    names the new place. The old file is kept as frontier.db.moved; an old schema stays as it is.
    """
    moving = import_module("auslese.cli.crawling.move_run")  # with all that writes a frontier
    collection = Collection.open(folder)
    moved = moving.move_shown(collection, *_place_of(target), quiet=as_data)
    if as_data:
        say_json(moved._asdict())
    elif moved.was_there and not moved.rows:
        say(f"the frontier of {folder} is kept there already")
    else:
        urls, waiting = plural(moved.urls, "URL"), f"{moved.waiting:,}"
        say(f"the frontier of {folder} is kept there now: {urls}, {waiting} of them waiting")


def _place_of(target: str) -> tuple[str, str]:
    """The store, and where it is."""
    if target == EMBEDDED:
        return EMBEDDED, ""
    if target.startswith(SCHEMES):
        return POSTGRESQL, target
    raise SettingsError(FrontierMoveProblem.NO_TARGET.of(target=target))
