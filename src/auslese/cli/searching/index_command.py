"""`auslese index`: bring the pages of a collection into its full-text index."""

from pathlib import Path
from typing import Any

import click

from auslese.cli.analysing.empty_collections import tell_if_empty
from auslese.cli.run_manner import SHOWN, RunManner
from auslese.cli.stage_progress import ReadingDisplay
from auslese.cli.terminal import say, say_json
from auslese.fleet.engine_choice import stages_run_on
from auslese.recipes.searching.index_stage import IndexStage, IndexSummary, check_index
from auslese.recipes.settings.settings_loading import settings_of
from auslese.recipes.stages.stage import StageOptions, run_stage
from auslese.records.errors import AusleseError
from auslese.search.index.index_generation import NOTE, required_generation
from auslese.store.collection import Collection
from auslese.system.light_process import lighten_process
from auslese.system.signals import EXIT_CODES, noting_signals
from auslese.wording.stage_sentences import StaleReason


@click.command(name="index")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option(
    "--again", is_flag=True, help="All anew; the index that is there answers until it is done."
)
@click.option(
    "--workers",
    metavar="N",
    type=click.IntRange(0, 1024),
    default=0,
    help="Processes that make terms; 0: all cores.",
)
@click.option("--check", is_flag=True, help="Only look whether the index is whole.")
@click.option(
    "--on",
    "place",
    metavar="PLACE",
    default="",
    help="Where: `ray` on this machine, ray://HOST:PORT on a Ray cluster. [here, without Ray]",
)
@click.option("--json", "as_data", is_flag=True, help="Print the summary as JSON.")
@click.pass_context
def command(
    context: click.Context, /, folder: Path, check: bool, as_data: bool, place: str, **options: Any
) -> None:
    """Bring what is new, changed or gone in DIR into its full-text index.

    Pages that are copies of others stand behind them. Pages that were never fetched are in it with
    what links call them. `auslese search DIR QUERY` asks it.
    """
    collection = Collection.open(folder)
    if check:
        _check(collection, as_data)
        return
    if not as_data:
        tell_if_empty(collection)
    is_first = not (collection.index / NOTE).exists()
    summary = index_shown(collection, **options, manner=RunManner(quiet=as_data, place=place))
    if as_data:
        say_json(summary.as_json())
    elif is_first and summary.is_finished:
        say(f"next: `auslese search {folder} WORDS`, or `auslese serve {folder}`", err=True)
    context.exit(EXIT_CODES.get(summary.ending, 0))


def index_shown(
    collection: Collection,
    *,
    again: bool = False,
    workers: int = 0,
    manner: RunManner = SHOWN,
) -> IndexSummary:
    """Index a collection, showing how it goes unless it is to be quiet."""
    lighten_process()
    with (
        collection.lock(),
        noting_signals(manner.deadline) as stopped,
        ReadingDisplay(manner.quiet) as display,
    ):
        settings, stage = settings_of(collection), IndexStage()
        options = StageOptions(settings, workers, again, display.show, display.tell, stopped)
        for words in stage.why_stale(collection, options) or [StaleReason.UP_TO_DATE.of()]:
            options.notify(f"index: {words}")
        with stages_run_on(manner.place, options) as placed:
            summary = run_stage(stage, collection, placed)
    if not manner.quiet:
        say(index_report(summary), err=True)
    return summary


def index_report(summary: IndexSummary) -> str:
    """What indexing brought, in words."""
    if summary.ending != "finished":
        return "stopped: the index is not complete; `auslese index` goes on"
    left_out = (
        f"; {_entries(summary.left_out)} of unwanted topics left out of answers"
        if summary.left_out
        else ""
    )
    if not summary.added + summary.changed + summary.removed:
        return f"the index is up to date: {_entries(summary.pages)}{left_out}"
    return (
        f"{_entries(summary.pages)} in the index: {summary.added:,} new,"
        f" {summary.changed:,} changed, {summary.removed:,} gone,"
        f" in {summary.seconds:.1f} s ({summary.pages_per_second:,.0f} a second){left_out}"
    )


def _entries(number: int) -> str:
    """What the index has: no copies, but pages that only links know; so these are not `pages`."""
    return "1 entry" if number == 1 else f"{number:,} entries"


def _check(collection: Collection, as_data: bool) -> None:
    problems = check_index(collection)
    if as_data:
        say_json({"problems": problems})
    if problems:
        required_generation(collection.index)
        again = f"`auslese index {collection.path} --again` makes it anew"
        sentence = "; ".join(problems)
        raise AusleseError(
            f"the index is not whole: {sentence}" + ("" if again in sentence else f"; {again}")
        )
    if not as_data:
        say("the index is whole", err=True)
