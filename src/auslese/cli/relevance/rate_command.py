"""`auslese rate`: the page on which pages are rated, opened on this machine."""

from pathlib import Path

import click

from auslese.cli.analysing.analyse_run import analyse_shown, exit_code_of
from auslese.cli.run_manner import RunManner
from auslese.cli.searching.serve_command import ServedPlace, serve_folders
from auslese.cli.terminal import say
from auslese.recipes.relevance.prepared_pages import why_unprepared
from auslese.records.rating import RatedTopic
from auslese.records.topic_use import topic_key
from auslese.store.collection import Collection
from auslese.store.rating_book import RatingBook


@click.command(name="rate")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--topic", "name", default="", metavar="NAME", help="Begin this topic if it is new.")
@click.option("--criteria", default="", help="When is a page relevant for a new topic?")
@click.option("--port", metavar="N", default=0, help="Port; 0 for any.")
@click.pass_context
def command(context: click.Context, folder: Path, name: str, criteria: str, port: int) -> None:
    """Open the page on which pages of the collection in DIR are rated, one key each.

    Pages are prepared first if that was not done yet. Every answer is on the disk before the next
    page comes; Ctrl-C ends it. Then `auslese learn DIR` scores all pages.
    """
    collection = Collection.open(folder)
    book = RatingBook(collection.path)
    if name and topic_key(name) not in {topic_key(topic.name) for topic in book.topics}:
        book.add_topic(RatedTopic(0, name, criteria))
    if not book.topics:
        say("no topic yet: the page begins with making one", err=True)
    if why_unprepared(collection):
        summaries = analyse_shown(folder, ("relevance",), manner=RunManner(wanted=True))
        if code := exit_code_of(summaries):
            context.exit(code)
    say("rate pages at the address below, under Rate", err=True)
    serve_folders([folder], ServedPlace(port=port, start="topics"))
