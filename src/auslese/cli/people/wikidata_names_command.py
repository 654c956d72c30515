"""`auslese wikidata names`: lists of first, middle and last names from the labels of humans."""

from pathlib import Path
from typing import Any

import click

from auslese.cli.people.wikidata_options import (
    ANSWERS,
    MOST_ENTITIES,
    NO_LIMIT,
    QueryDisplay,
    endpoint_settings,
    with_endpoint,
)
from auslese.cli.samples.sample_options import explaining_interrupt
from auslese.cli.terminal import say, say_json
from auslese.recipes.wikidata import name_harvest
from auslese.recipes.wikidata.endpoint_opening import checked_endpoint, open_endpoint
from auslese.recipes.wikidata.name_harvest import NameQuestion, NameReport
from auslese.recipes.wikidata.wikidata_queries import HUMAN, item, language_tag
from auslese.wording.figures import plural


@click.command("names")
@click.option(
    "--to",
    "folder",
    metavar="FOLDER",
    required=True,
    type=click.Path(path_type=Path, file_okay=False),
    help="Where the lists go; the same call goes on there.",
)
@with_endpoint
@click.option("--class", "kind", metavar="ITEM", default=HUMAN, show_default=True, help="Of whom.")
@click.option(
    "--limit",
    metavar="N",
    type=click.IntRange(NO_LIMIT),
    default=name_harvest.LIMIT,
    show_default=True,
    help="Humans to ask for; 0: all.",
)
@click.option(
    "--page",
    metavar="N",
    type=click.IntRange(1, MOST_ENTITIES),
    default=name_harvest.PAGE,
    show_default=True,
    help="Humans of one answer.",
)
@click.option("--split-hyphens", is_flag=True, help="Hans-Peter is two parts of a name.")
@click.option(
    "--letters",
    metavar="N",
    type=click.IntRange(1, 20),
    default=1,
    show_default=True,
    help="Parts of fewer letters are left out.",
)
@click.option("--ordered", is_flag=True, help="Ask for an order: slow, but nobody comes twice.")
def names(folder: Path, endpoint: str, **options: Any) -> None:
    """Write lists of first, middle and last names from the labels of humans.

    FOLDER gets first.txt, middle.txt and last.txt, the most frequent first, and counts.tsv. The
    setting people.names = FOLDER gives them to the finder of names.
    """
    address = checked_endpoint(endpoint)
    question = NameQuestion(
        item(options["kind"]),
        tuple(map(language_tag, options["languages"])),
        options["limit"] or None,
        options["split_hyphens"],
        options["letters"],
        options["ordered"],
        options["page"],
    )
    settings = endpoint_settings(address, folder, options)
    report = NameReport(endpoint, folder)
    display = QueryDisplay("human", options["as_data"])
    with (
        explaining_interrupt(),
        display,
        open_endpoint(address, folder / ANSWERS, settings) as client,
    ):
        name_harvest.harvest_names(client, question, report, display.show)
    if options["as_data"]:
        say_json(report.as_json())
    else:
        _say_names(report)


def _say_names(report: NameReport) -> None:
    say(f"{plural(report.names, 'name')} of {plural(report.humans, 'human')} in {report.folder}")
    for kind, number in report.parts.items():
        say(f"{number:>10,}  {kind}.txt")
    if report.nameless:
        say(f"{report.nameless:,} have no label in these languages", err=True)
    if report.repeated:
        say(
            f"{report.repeated:,} came twice, so as many others may be lacking: the endpoint keeps"
            " no order by itself; --ordered asks for one",
            err=True,
        )
