"""`auslese wikidata institutions`: a presence for every institution that has a site."""

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
from auslese.recipes.wikidata import institution_harvest, presence_lists
from auslese.recipes.wikidata.endpoint_opening import checked_endpoint, open_endpoint
from auslese.recipes.wikidata.institution_harvest import InstitutionQuestion, InstitutionReport
from auslese.recipes.wikidata.wikidata_queries import (
    EDUCATIONAL,
    country_pattern,
    item,
    language_tag,
)
from auslese.records.errors import SettingsError
from auslese.wording.figures import plural


@click.command("institutions")
@click.option(
    "--to",
    "target",
    metavar="FILE|FOLDER",
    required=True,
    type=click.Path(path_type=Path),
    help="FILE.jsonl for all in one file, or a folder for a file each.",
)
@with_endpoint
@click.option(
    "--class",
    "kind",
    metavar="ITEM",
    default=EDUCATIONAL,
    show_default=True,
    help="Of what; classes below it are taken in.",
)
@click.option(
    "--country", metavar="ITEM|CODE", default="", help="Only of this country: Q183 or DE."
)
@click.option(
    "--limit",
    metavar="N",
    type=click.IntRange(NO_LIMIT),
    default=NO_LIMIT,
    help="Institutions to ask for; 0: all.",
)
@click.option(
    "--page",
    metavar="N",
    type=click.IntRange(1, MOST_ENTITIES),
    default=institution_harvest.PAGE,
    show_default=True,
    help="Institutions of one answer.",
)
def institutions(target: Path, endpoint: str, **options: Any) -> None:
    """Write a presence for every institution that has a site.

    `auslese presence import` makes collections of them.
    """
    address = checked_endpoint(endpoint)
    if options["country"]:
        country_pattern(options["country"])
    question = InstitutionQuestion(
        item(options["kind"]),
        options["country"],
        tuple(map(language_tag, options["languages"])),
        options["limit"] or None,
        options["page"],
    )
    answers = _answers_beside(target)
    settings = endpoint_settings(address, answers, options)
    report = InstitutionReport(endpoint, str(target))
    display = QueryDisplay("institution", options["as_data"])
    with explaining_interrupt(), display, open_endpoint(address, answers, settings) as client:
        found = institution_harvest.harvest_institutions(client, question, report, display.show)
    presences = list(institution_harvest.presences_of(found, report))
    presence_lists.write_presences(target, found, presences)
    presence_lists.write_table(answers, found)
    if options["as_data"]:
        say_json(report.as_json())
    else:
        _say_institutions(report, answers)


def _say_institutions(report: InstitutionReport, answers: Path) -> None:
    say(
        f"{plural(report.presences, 'presence')} of {plural(report.institutions, 'institution')}"
        f" in {report.target}"
    )
    table = answers / presence_lists.TABLE
    told = {
        f"sites are no address of the web: {report.bad_urls:,}": report.bad_urls,
        f"called by a label of another language: {report.relabelled:,}": report.relabelled,
        f"called by their host, for want of a label: {report.nameless:,}": report.nameless,
        f"keep to their folder, as very many share their domain: {report.narrowed:,}": (
            report.narrowed
        ),
        f"their items of Wikidata are in {table}": report.presences,
    }
    for words, number in told.items():
        if number:
            say(words, err=True)


def _answers_beside(target: Path) -> Path:
    """Where answers are kept: not among the presences, which are read file by file."""
    if target.suffix and not presence_lists.is_file_name(target) and not target.is_dir():
        raise SettingsError(f"expected FILE.jsonl or a folder, found {target}")
    return target.with_name(f"{target.name}.{ANSWERS}")
