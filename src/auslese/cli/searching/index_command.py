"""`auslese index`: bring the pages of a collection into its full-text index."""

from collections.abc import Sequence
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
from auslese.search.index.index_generation import NOTE, index_command, required_generation
from auslese.store.collection import Collection
from auslese.store.index_shard import MOST_SHARDS, IndexShard
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
@click.option(
    "--shards",
    metavar="N",
    type=click.IntRange(1, MOST_SHARDS),
    help="The index in N parts instead, each for a server of its own: `auslese serve --shard`.",
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
    context: click.Context,
    /,
    folder: Path,
    shards: int | None,
    check: bool,
    as_data: bool,
    **options: Any,
) -> None:
    """Bring what is new, changed or gone in DIR into its full-text index.

    Pages that are copies of others stand behind them. Pages that were never fetched are in it with
    what links call them. `auslese search DIR QUERY` asks it. With --shards N the pages are spread
    over N indexes by their keys; `auslese serve DIR --shards …` asks the servers of all of them.
    """
    collection = Collection.open(folder)
    parts = parts_of(collection, shards)
    if check:
        _check(parts, as_data)
        return
    if not as_data:
        tell_if_empty(collection)
    manner = RunManner(quiet=as_data, place=options.pop("place"))
    if shards:
        ending = _parts_shown(parts, manner, options)
        context.exit(EXIT_CODES.get(ending, 0))
    is_first = not (collection.index / NOTE).exists()
    summary = index_shown(collection, **options, manner=manner)
    if as_data:
        say_json(summary.as_json())
    elif is_first and summary.is_finished:
        say(f"next: `auslese search {folder} WORDS`, or `auslese serve {folder}`", err=True)
    context.exit(EXIT_CODES.get(summary.ending, 0))


def parts_of(collection: Collection, shards: int | None) -> list[Collection]:
    """The collection for each part of its index; itself alone where the index is whole."""
    numbers = range(1, (shards or 0) + 1)
    return [collection.with_shard(IndexShard(each, len(numbers))) for each in numbers] or [
        collection
    ]


def _parts_shown(parts: Sequence[Collection], manner: RunManner, options: dict[str, Any]) -> str:
    """Index each part, and tell how the last of them ended; the others follow one that is whole."""
    summaries: list[IndexSummary] = []
    for part in parts:
        if not manner.quiet:
            say(f"shard {part.shard}:", err=True)
        summaries.append(index_shown(part, **options, manner=manner))
        if not summaries[-1].is_finished:
            break
    ending = summaries[-1].ending
    if manner.quiet:
        pages = sum(each.pages for each in summaries)
        told = [each.as_json() for each in summaries]
        say_json({"shards": told, "pages": pages, "ending": ending})
    elif ending == "finished":
        folder = parts[0].path
        say(f"next: `auslese serve {folder} --shard 1/{len(parts)}` for each of them", err=True)
    return ending


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


def _check(parts: Sequence[Collection], as_data: bool) -> None:
    damaged = {part: problems for part in parts if (problems := check_index(part))}
    problems = [problem for some in damaged.values() for problem in some]
    if as_data:
        say_json({"problems": problems})
    if problems:
        part = next(iter(damaged))
        required_generation(part.index)
        again = f"`{index_command(part.index)} --again` makes it anew"
        sentence = "; ".join(problems)
        raise AusleseError(
            f"the index is not whole: {sentence}" + ("" if again in sentence else f"; {again}")
        )
    if not as_data:
        say("the index is whole", err=True)
