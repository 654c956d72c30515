"""`auslese worker`: one machine more for a crawl."""

import os
from collections.abc import Mapping
from pathlib import Path

import click

from auslese.cli.crawl_progress import CrawlDisplay
from auslese.cli.crawling.crawl_command import crawl_report, exit_code_of
from auslese.cli.terminal import say, say_json
from auslese.fleet.joining import JoinRequest, join_crawl
from auslese.recipes.crawling.crawl_run import CrawlWatchers, as_json
from auslese.recipes.settings.settings_loading import Settings, load_settings
from auslese.system.light_process import lighten_process

FOLDER = "auslese-worker"


@click.command(name="worker")
@click.option(
    "--join",
    "url",
    metavar="URL",
    required=True,
    help="Shared storage of the collection: file:///a/folder or s3://bucket/prefix.",
)
@click.option(
    "--dir",
    "folder",
    metavar="DIR",
    type=click.Path(path_type=Path),
    default=Path(FOLDER),
    show_default=True,
    help="Where this machine works; one folder for each worker.",
)
@click.option("--workers", metavar="N", help="Fetching processes; 0 is one per core.")
@click.option("--json", "as_data", is_flag=True, help="Print the summary as JSON.")
@click.pass_context
def command(
    context: click.Context, /, url: str, folder: Path, workers: str | None, as_data: bool
) -> None:
    """Work on the crawl of a collection that machines share, from this machine.

    Settings come from the storage. Stop it whenever you like, in order with Ctrl-C or SIGTERM:
    nothing is lost, and others go on.
    """
    lighten_process()
    given = {"crawl.workers": workers}

    def load(path: Path, flags: Mapping[str, object]) -> Settings:
        return load_settings(path, {**given, **flags}, os.environ)

    with CrawlDisplay(as_data) as display:
        watchers = CrawlWatchers(display.show, said=display.say)
        summary = join_crawl(JoinRequest(url, folder, load), watchers)
    if as_data:
        say_json(as_json(summary))
    else:
        say(crawl_report(summary), err=True)
    context.exit(exit_code_of(summary))
