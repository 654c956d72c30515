"""`auslese demo`: a small web on this machine, crawled and read before your eyes."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import time

import click

from auslese.cli.crawling import outside_command as outside
from auslese.cli.crawling import status_command as status
from auslese.cli.crawling import trace_command as trace
from auslese.cli.crawling.demo_harvest import show_harvest
from auslese.cli.crawling.go_command import run_all
from auslese.cli.links.link_words import page_report as ranked_page_report
from auslese.cli.people.people_words import people_list, person_lines
from auslese.cli.searching.answer_words import answer_report
from auslese.cli.searching.serve_command import serve_folders
from auslese.cli.terminal import say
from auslese.cli.topics.cluster_words import cluster_list_report
from auslese.crawl.scope.scope import Presence
from auslese.demo.demo_ratings import demo_topics
from auslese.demo.demo_server import DemoServer
from auslese.demo.web import DemoWeb
from auslese.recipes.links.link_answers import best_pages
from auslese.recipes.pages.status_report import outside_of, status_of, trace_of
from auslese.recipes.people.people_report import people_report
from auslese.recipes.presences.presence_files import begin_collection
from auslese.recipes.presences.presence_sheet import PresenceSheet
from auslese.recipes.reading.read_pages import document_of, wordiest_page
from auslese.recipes.relevance.topic_report import topic_line, topics_report
from auslese.recipes.searching.searcher import Searcher
from auslese.recipes.settings.settings_edit import write_setting
from auslese.recipes.settings.value_kinds import STARTS
from auslese.recipes.topics.cluster_report import clusters_report
from auslese.records.answer import SearchQuery
from auslese.records.errors import AusleseError
from auslese.records.rating import PageRating, RatedTopic
from auslese.records.url import Url, key_of
from auslese.store.collection import Collection
from auslese.store.lookups.people_lookups import PeopleQuestion
from auslese.store.rating_book import RatingBook

# The demo web is on this machine, so nobody has to be spared; its dead hosts stay dead.
SETTINGS: dict[str, object] = {
    "politeness.delay": "20ms",
    "politeness.address_delay": "0s",  # all hosts of the demo web are this machine
    "crawl.retries": 1,
}


BEGINNING = 300  # letters of a page that are shown
BEST = 5  # pages by rank, and hits
EXAMPLE_QUERY = "Gletscher glacier"
TOPIC_QUERY = "Honig honey miel topic:Bees>0.3"
RATER = "demo"


@click.command(name="demo")
@click.option("--port", default=0, help="Port of the small web; 0 takes a free one.")
@click.option("--once", is_flag=True, help="End after printing, do not go on serving.")
@click.option("--into", type=click.Path(path_type=Path), help="Keep the collection in this folder.")
@click.pass_context
def command(context: click.Context, /, port: int, once: bool, into: Path | None) -> None:
    """Serve a small multilingual web on 127.0.0.1, crawl, read and index it, let you search it.

    What came of it is printed, and a page to search and look around is served until Ctrl-C.
    """
    with demo_server(port) as server, folder_for(into) as folder:
        starts = STARTS.read(tuple(server.start_urls))
        presence = Presence("demo", starts, allow=tuple(server.web.allow_rules()))
        say(
            f"a web of {server.web.page_count} pages, and beside them documents, copies, redirects,"
            f" errors and traps, is served at {starts[0]}",
            err=True,
        )
        collection = begin_collection(folder, PresenceSheet(presence))
        for key, value in SETTINGS.items():
            write_setting(collection.settings, key, value)
        teach(collection, server.web)
        if code := run_all(folder, {}, quiet=False):
            context.exit(code)
        show(collection, server.web.page_urls()[-1])
        show_harvest(collection, server.web, BEST)
        if not once:
            say(f"\nthe web is still there: {starts[0]}; search it at", err=True)
            serve_folders([folder])


def teach(collection: Collection, web: DemoWeb) -> None:
    """Write down two topics with ratings, as an expert would have given them."""
    book = RatingBook(collection.path)
    for topic in demo_topics(web):
        number = book.add_topic(RatedTopic(0, topic.name, topic.criteria)).number
        book.rate(
            [
                PageRating(number, key_of(url), url, RATER, time(), grade=grade)
                for url, grade in ((Url(each), grade) for each, grade in topic.grades.items())
            ]
        )


def demo_server(port: int) -> DemoServer:
    """The server of the demo web, if the port is free."""
    try:
        return DemoServer(port)
    except OSError as error:
        raise AusleseError(
            f"port {port} cannot be used ({error.strerror}); name another with --port, or 0 for any"
        ) from error


@contextmanager
def folder_for(into: Path | None) -> Iterator[Path]:
    """The folder asked for, or one that vanishes afterwards."""
    if into is not None:
        yield into
        return
    with tempfile.TemporaryDirectory(prefix="auslese-demo-") as name:
        yield Path(name) / "demo"


def page_report(collection: Collection, url: str) -> str:
    """Title, beginning and first sentences of a page."""
    page = document_of(collection, url)
    sentences = [f"  {number}. {text}" for number, text in enumerate(page.sentences, 1)]
    beginning = page.text[:BEGINNING].replace("\n", "\n  ")
    return "\n".join([url, page.title, f"  {beginning} …", "some of its sentences", *sentences])


def show(collection: Collection, url: str) -> None:
    """Print the status, the life of a URL, what it says, ranks, clusters, what is outside."""
    say("\n== auslese status")
    say(status.status_report(status_of(collection)))
    say("\n== auslese trace")
    say(trace.trace_report(trace_of(collection, url), trace.page_findings(collection, url)))
    say("\n== a page, read")
    say(page_report(collection, wordiest_page(collection)))
    say("\n== auslese rank")
    for page in best_pages(collection, BEST, ())["best"]:
        say(ranked_page_report(f"{page['rank']:7.2f}", page, "linked_by"))
    say("\n== auslese clusters")
    for line in cluster_list_report(clusters_report(collection)["clusters"]):
        say(line)
    say("\n== auslese search")
    for line in answer_report(
        Searcher(collection).answer(SearchQuery(EXAMPLE_QUERY, most=BEST, groups=True))
    ):
        say(line)
    say("\n== auslese topic")
    for topic in topics_report(collection)["topics"]:
        say(topic_line(topic))
    say("\n== auslese search with a topic that an expert taught")
    for line in answer_report(Searcher(collection).answer(SearchQuery(TOPIC_QUERY, most=BEST))):
        say(line)
    show_people(collection)
    say("\n== auslese outside")
    hosts, _, _ = outside_of(collection, 5)
    say("\n".join(map(outside.outside_host_report, hosts)))


def show_people(collection: Collection) -> None:
    """Print who is named most, and all that is known of the first."""
    most = people_report(collection, PeopleQuestion(most=BEST))
    say("\n== auslese people")
    for line in people_list(most):
        say(line)
    first = PeopleQuestion(most["people"][0]["name"], most["people"][0]["site"], most=1)
    for line in person_lines(people_report(collection, first)["people"][0]):
        say(line)
