"""`auslese analyse`: run what is stale of the analyses of a collection."""

import os
from pathlib import Path
from typing import Any

import click

from auslese.cli.command_groups import FolderFirstCommand
from auslese.cli.duplicates.copy_words import duplicates_report
from auslese.cli.languages.language_words import languages_report
from auslese.cli.links.link_words import graph_report
from auslese.cli.near_misses import did_you_mean
from auslese.cli.stage_progress import ReadingDisplay, reading_report
from auslese.cli.terminal import say, say_json
from auslese.cli.topics.cluster_words import topics_report
from auslese.recipes.settings.settings_loading import load_settings
from auslese.recipes.stages.analyses import Summaries, analyse_collection
from auslese.recipes.stages.stage import StageOptions
from auslese.recipes.stages.stage_list import ANALYSES
from auslese.records.errors import SettingsError
from auslese.store.collection import Collection
from auslese.system.light_process import lighten_process
from auslese.system.signals import EXIT_CODES, noting_signals


@click.command(name="analyse", cls=FolderFirstCommand, names=ANALYSES)
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.argument("names", metavar=f"[{'|'.join(ANALYSES)}]...", nargs=-1)
@click.option(
    "--again", is_flag=True, help="Anew, also what is up to date; what these need is not. If stopped, it begins anew."
)
@click.option(
    "--workers",
    metavar="N",
    type=click.IntRange(0, 1024),
    default=0,
    help="Processes; 0: all cores.",
)
@click.option("--json", "as_data", is_flag=True, help="Print the summary as JSON.")
@click.pass_context
def command(context: click.Context, /, folder: Path, names: tuple[str, ...], **flags: Any) -> None:
    """Run what is stale of the analyses of the collection in DIR, or of those that are named.

    `reading` reads the pages that were fetched since the last time: from the archive into the
    tables documents, sentences and images. Stop it with Ctrl-C whenever you like: what was read is
    saved. With --again a page stays as it was until the thousand pages it is stored with are read.

    `language` tells the languages of each page and of its paragraphs, in the table languages.

    `duplicates` puts pages with the same text, or nearly, into groups, in the table duplicates.

    `graph` makes the link graph of the pages and ranks them, in the table ranks.

    `topics` puts pages into clusters by what they say, in the tables clusters and page_clusters.
    """
    context.exit(run_analyses(folder, names, **flags))


def run_analyses(
    folder: Path,
    names: tuple[str, ...] = (),
    *,
    workers: int = 0,
    again: bool = False,
    as_data: bool = False,
) -> int:
    """Analyse a collection before the eyes of a person or into a pipe; the exit code."""
    _require_known(names)
    summaries = analyse_shown(folder, names, workers=workers, again=again, quiet=as_data)
    if as_data:
        say_json({"analyses": summaries})
    return exit_code_of(summaries)


def _require_known(names: tuple[str, ...]) -> None:
    for name in names:
        if name not in ANALYSES:
            known = ", ".join(ANALYSES)
            raise SettingsError(
                f"there is no analysis '{name}'.{did_you_mean(name, ANALYSES)} There are: {known}"
            )


def analyse_shown(
    folder: Path,
    names: tuple[str, ...] = (),
    *,
    workers: int = 0,
    again: bool = False,
    quiet: bool = False,
) -> Summaries:
    """Analyse a collection, showing how it goes unless `quiet`."""
    lighten_process()
    collection = Collection.open(folder)
    settings = load_settings(collection.settings, {}, os.environ)
    with noting_signals() as stopped, ReadingDisplay(quiet) as display:
        options = StageOptions(settings, workers, again, display.show, display.tell, stopped)
        summaries = analyse_collection(collection, names, options)
    if not quiet:
        for name, summary in summaries.items():
            say(REPORTS[name](summary), err=True)
    return summaries


def exit_code_of(summaries: Summaries) -> int:
    """The exit code: that of the signal that stopped an analysis, if one did."""
    endings = [summary["ending"] for summary in summaries.values()]
    return next((EXIT_CODES[ending] for ending in endings if ending in EXIT_CODES), 0)


REPORTS = {
    "reading": reading_report,
    "language": languages_report,
    "duplicates": duplicates_report,
    "graph": graph_report,
    "topics": topics_report,
}
