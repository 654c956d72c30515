"""`auslese clusters`: what a collection is about: list, show, map, evaluate."""

from pathlib import Path
from typing import Any

import click

from auslese.cli.command_groups import CollectionGroup, folder_argument
from auslese.cli.output_files import write_file
from auslese.cli.terminal import say, say_data, say_json
from auslese.cli.topics.cluster_words import cluster_list_report, cluster_report
from auslese.recipes.topics.cluster_map import FORMATS, HTML, map_of
from auslese.recipes.topics.cluster_report import (
    cluster_quality_report,
    clusters_report,
    single_cluster_report,
)
from auslese.store.collection import Collection
from auslese.wording.figures import plural

MOST = 10


@click.group("clusters", cls=CollectionGroup)
def command() -> None:
    """What the collection in DIR is about: clusters of alike pages; without a command, all of them.

    `auslese analyse DIR topics` makes them. How many, and by which method, the settings of [topics]
    say. Copies are left out.
    """


@command.command("list")
@folder_argument
@click.option("--json", "as_data", is_flag=True, help="Print as JSON.")
def list_clusters(folder: Path, as_data: bool = False) -> None:
    """All clusters with their labels, under the groups they are in."""
    found = clusters_report(Collection.open(folder))
    if as_data:
        say_json(found)
        return
    clusters = [each for each in found["clusters"] if not each["is_group"]]
    say(
        f"{plural(found['pages'], 'page')} in {plural(len(clusters), 'cluster')}",
        err=True,
    )
    for line in cluster_list_report(found["clusters"]):
        say(line)


@command.command("show")
@folder_argument
@click.argument("number", metavar="CLUSTER", type=click.IntRange(min=0))
@click.option(
    "-k",
    "most",
    type=click.IntRange(1, 100_000),
    default=MOST,
    show_default=True,
    help="Pages to list.",
)
@click.option("--json", "as_data", is_flag=True, help="Print as JSON.")
def show(folder: Path, number: int, most: int, as_data: bool) -> None:
    """One cluster: its words, its pages nearest to the middle, and clusters like it."""
    found = single_cluster_report(Collection.open(folder), number, most)
    if as_data:
        say_json(found)
        return
    for line in cluster_report(found):
        say(line)


@command.command("map")
@folder_argument
@click.option(
    "--to",
    "file",
    metavar="FILE",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Where to; without it, to stdout.",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(FORMATS),
    help=f"The map with the list beside it, or alone; {HTML} unless FILE ends with .svg.",
)
@click.option(
    "--language",
    type=click.Choice(("de", "en")),
    default="en",
    show_default=True,
    help="Of what is written around it.",
)
def draw(folder: Path, file: Path | None, form: str | None, language: str) -> None:
    """Draw clusters and pages on a map, as a page that any browser shows without scripts."""
    form = form or (file.suffix.lstrip(".").lower() if file else HTML)
    text = map_of(Collection.open(folder), form if form in FORMATS else HTML, language)
    if file is None:
        say_data(text)
        return
    write_file(file, text)
    say(f"the map is in {file}", err=True)


@command.command("evaluate")
@folder_argument
@click.argument(
    "gold", metavar="[GOLD.tsv]", required=False, type=click.Path(path_type=Path), default=None
)
@click.option("--json", "as_data", is_flag=True, help="Print as JSON.")
def evaluate(folder: Path, gold: Path | None, as_data: bool) -> None:
    """How well pages fit their clusters; with GOLD.tsv, also against topics that are known.

    GOLD.tsv has a URL, a tab and a topic in each line.
    """
    found: dict[str, Any] = cluster_quality_report(Collection.open(folder), gold)
    if as_data:
        say_json(found)
        return
    for name, value in found.items():
        say(f"{name:<12} {value}")
