"""`auslese duplicates groups` and `show`: the copies of a collection, group by group."""

from pathlib import Path

import click

from auslese.cli.duplicates.copy_words import (
    HEAD,
    STALE,
    duplicate_total_report,
    group_report,
    shown_group_report,
)
from auslese.cli.terminal import say, say_json
from auslese.recipes.duplicates.copy_report import (
    duplicate_counts,
    group_of_page,
    require_groups,
)
from auslese.records.errors import NotFoundError
from auslese.store.collection import Collection
from auslese.store.lookups.copy_lookups import groups_of_size
from auslese.store.tables.sql_views import connect
from auslese.wording.figures import plural


@click.command("groups")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option(
    "--least",
    metavar="N",
    type=click.IntRange(min=2),
    default=2,
    show_default=True,
    help="Pages of a group, at the least.",
)
@click.option(
    "-n",
    "most",
    metavar="N",
    type=click.IntRange(min=0),
    default=50,
    show_default=True,
    help="Groups to list; 0 for all.",
)
@click.option("--json", "as_data", is_flag=True, help="Print it as JSON.")
def groups(folder: Path, least: int, most: int, as_data: bool) -> None:
    """List the groups of copies in DIR, the largest first.

    Of each: how many pages it has, how many of them have the same text as the first and how many
    nearly, how alike they are to it, the first page, and the hosts.
    """
    collection = Collection.open(folder)
    require_groups(collection)
    with connect(collection) as tables:
        counts = duplicate_counts(collection, tables)
        found = groups_of_size(tables, least, most or None)
    if as_data:
        say_json(counts | {"listed": [group._asdict() for group in found]})
        return
    say(duplicate_total_report(counts), err=True)
    if counts["stale"]:
        say(STALE.format(folder), err=True)
    if found:
        say("\n".join([HEAD, *map(group_report, found)]))
    elif counts["groups"]:
        say(f"no group has {plural(least, 'page')}", err=True)
    if len(found) == most and most < counts["groups"]:
        say(f"these are the largest {most:,}; -n 0 lists all", err=True)


@click.command("show")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.argument("url")
@click.option("--json", "as_data", is_flag=True, help="Print it as JSON.")
def show(folder: Path, url: str, as_data: bool) -> None:
    """Tell the group of the page URL: each copy, how alike it is, and why the first is first."""
    collection = Collection.open(folder)
    require_groups(collection)
    shown = group_of_page(collection, url)
    if shown is None:
        raise NotFoundError(f"{url} is no page that was looked through for copies")
    if as_data:
        members = [member._asdict() for member in shown.members]
        report = {"url": shown.url} | shown.page._asdict()
        say_json(report | {"members": members, "stale": shown.is_stale})
    else:
        say(shown_group_report(shown))
        if shown.is_stale:
            say(STALE.format(folder), err=True)
