"""`auslese harvest`: pictures with the texts around them, fetched, scored and ranked."""

import os
from pathlib import Path
from typing import Any

import click

from auslese.analyse.pictures.picture_ranking import DEFAULT_PARENT, RankingOptions
from auslese.cli.command_groups import CollectionGroup, folder_argument
from auslese.cli.crawl_progress import CrawlDisplay
from auslese.cli.harvest.harvest_words import harvest_report, ranking_words
from auslese.cli.stage_progress import ReadingDisplay
from auslese.cli.terminal import say, say_json
from auslese.recipes.crawling.crawl_run import CrawlWatchers
from auslese.recipes.harvest.harvest_run import HarvestContext, HarvestSummary, run_harvest
from auslese.recipes.harvest.picture_ranks import PictureRanking, rank_by_captions, rank_pictures
from auslese.recipes.harvest.text_scores import open_scorer
from auslese.recipes.settings.settings_loading import load_settings
from auslese.recipes.stages.stage import StageOptions
from auslese.store.collection import Collection
from auslese.system.light_process import lighten_process
from auslese.system.signals import EXIT_CODES, noting_signals

MOST_SHOWN = 20
as_json = click.option("--json", "as_data", is_flag=True, help="Print as JSON.")
DEFAULTS = RankingOptions()


@click.group("harvest", cls=CollectionGroup)
def command() -> None:
    """Harvest the pictures of the collection in DIR; without a command, fetch and record them.

    Pictures need an alt text or a title, and are fetched as politely as pages. `auslese export DIR
    images` writes them for others.
    """


@command.command("run")
@folder_argument
@click.option(
    "--model",
    metavar="FOLDER",
    type=click.Path(path_type=Path, file_okay=False),
    help="Model of the topic, by `auslese focus learn`; models/focus of DIR if it has one.",
)
@click.option("--no-fetch", is_flag=True, help="Look at and record what is there; ask nobody.")
@click.option("--max-time", metavar="TIME", help="Stop fetching after this time, as 30m or 2h.")
@click.option("--delay", metavar="TIME", help="Pause between two requests to one host, as 1s.")
@click.option("--contact", metavar="WHO", help="Mail address or page for site owners.")
@click.option("--workers", type=click.IntRange(min=0), default=0, help="Processes; 0: all cores.")
@as_json
@click.pass_context
def run(
    context: click.Context, /, folder: Path, model: Path | None, as_data: bool, **flags: Any
) -> None:
    """Fetch the pictures, measure them, and record each with the texts around it and their scores.

    `auslese analyse DIR reading` finds the pictures first. Stop it with Ctrl-C whenever you like:
    the same command goes on. Without a model all is recorded but the scores.
    """
    given = {
        "limits.time": flags["max_time"],
        "politeness.delay": flags["delay"],
        "politeness.contact": flags["contact"],
    }
    lighten_process()
    collection = Collection.open(folder)
    settings = load_settings(collection.settings, given, os.environ)
    with CrawlDisplay(as_data) as crawl, ReadingDisplay(as_data) as display:
        watchers = CrawlWatchers(crawl.show, said=crawl.say)
        harvest = HarvestContext(open_scorer(collection, model), watchers, not flags["no_fetch"])
        with noting_signals() as stopped:
            options = StageOptions(
                settings, flags["workers"], progress=display.show, stopped=stopped
            )
            summary = run_harvest(collection, options, harvest)
    _tell(summary, folder, as_data=as_data)
    context.exit(EXIT_CODES.get(summary.ending, 0))


def _tell(summary: HarvestSummary, folder: Path, *, as_data: bool) -> None:
    if as_data:
        say_json(summary.as_json())
    else:
        say(harvest_report(summary.as_json(), folder), err=True)


@command.command("rank")
@folder_argument
@click.option("-k", "most", type=click.IntRange(min=1), help="So many pictures at most.")
@click.option("--least", default=DEFAULTS.least, show_default=True, help="Lower end of the cut.")
@click.option("--most", "highest", default=DEFAULTS.most, show_default=True, help="Upper end.")
@click.option(
    "--strict-cut", is_flag=True, help="Cut off means of 1, too, which key words alone decide."
)
@click.option(
    "--parent",
    default=DEFAULT_PARENT,
    show_default=True,
    type=click.IntRange(min=0),
    help="Which of the elements around a picture counts, from 0.",
)
@click.option(
    "--good",
    metavar="FILE",
    type=click.Path(path_type=Path, dir_okay=False, exists=True),
    help="Rank by likeness to the captions in FILE, one in a line, instead.",
)
@click.option("--fold", is_flag=True, help="One of pictures that look alike.")
@as_json
def rank(folder: Path, most: int | None, as_data: bool, **given: Any) -> None:
    """List pictures, the most promising first: by the scores of alt text and surroundings.

    With some good captions at hand --good finds more like them, and needs no model.
    """
    collection = Collection.open(folder)
    if given["good"]:
        lines = given["good"].read_text("utf-8", "replace").splitlines()
        ranking = rank_by_captions(collection, lines, fold=given["fold"])
        _show(ranking, most, folder, as_data=as_data)
        return
    options = RankingOptions(
        given["least"], given["highest"], not given["strict_cut"], given["parent"]
    )
    ranking = rank_pictures(collection, options, fold=given["fold"])
    _show(ranking, most, folder, as_data=as_data)


def _show(ranking: PictureRanking, most: int | None, folder: Path, *, as_data: bool) -> None:
    if as_data:
        say_json(ranking.as_json(most))
    else:
        say(ranking_words(ranking, most or MOST_SHOWN, folder))
