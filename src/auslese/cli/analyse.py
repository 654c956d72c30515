"""`auslese analyse`: run what is stale of the analyses of a collection."""

import os
from pathlib import Path
from typing import Any

import click

from auslese.cli.crawl import EXIT_CODES
from auslese.cli.reading_progress import ReadingDisplay
from auslese.cli.words import say, say_json, some
from auslese.recipes.analysing import ANALYSES, Run, analyse_collection, noting_signals
from auslese.recipes.light_process import lighten_process
from auslese.recipes.settings import load_settings
from auslese.store.collection import Collection


@click.command(name="analyse")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.argument("names", metavar=f"[{'|'.join(ANALYSES)}]...", nargs=-1)
@click.option("--again", is_flag=True, help="Anew, also what is up to date.")
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
    tables documents, sentences and images. Stop it with Ctrl-C whenever you like: nothing is lost.
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
    lighten_process()
    collection = Collection.open(folder)
    settings = load_settings(collection.settings, {}, os.environ)
    with noting_signals() as stopped, ReadingDisplay(quiet=as_data) as display:
        run = Run(settings, workers, again, display.show, display.tell, stopped)
        summaries = analyse_collection(collection, names, run)
    if as_data:
        say_json({"analyses": summaries})
    else:
        for name, summary in summaries.items():
            say(TOLD[name](summary), err=True)
    endings = [summary["ending"] for summary in summaries.values()]
    return next((EXIT_CODES[ending] for ending in endings if ending in EXIT_CODES), 0)


def told_reading(summary: dict[str, Any]) -> str:
    """What a reading brought, in words."""
    if not summary["pages"] and not summary["left"]:
        return "every page is read"
    words = [
        f"{some(summary['pages'], 'page')} read in {summary['seconds']:.1f} s"
        f" ({summary['pages_per_second']:.1f} per second):"
        f" {some(summary['documents'], 'document')}, {some(summary['sentences'], 'sentence')},"
        f" {some(summary['images'], 'picture')}"
    ]
    if summary["unreadable"]:
        reasons = sorted(summary["unreadable"].items())
        parts = ", ".join(f"{reason} {number:,}" for reason, number in reasons)
        words.append(f"could not be read: {parts}")
    if summary["left"]:
        left = some(summary["left"], "page")
        words.append(f"stopped, all of it saved; {left} left; the same command goes on with them")
    return "\n".join(words)


TOLD = {"reading": told_reading}
