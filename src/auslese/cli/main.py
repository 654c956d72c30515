"""The command line: finds the command, runs it, turns errors into words and exit codes."""

import gc
import os
import sys
from importlib import import_module
from io import StringIO
from typing import Any, NoReturn

import click

from auslese import __version__
from auslese.cli.late_commands import LazyCommand, LazyCommands
from auslese.cli.near_misses import with_suggestion
from auslese.cli.terminal import say
from auslese.records.errors import AusleseError

UNKNOWN_SETTINGS = "AUSLESE_UNKNOWN_SETTINGS"  # as `unknown_settings` has it, without loading it
NEW_OBJECTS = 100_000
"""Objects after which Python looks for rings of garbage. Its own 700 make it look several times for
every answer of a server, which takes some hundredths of the time; commands that ask something end
with some 70,000, and to look through these once takes 0.01 s."""
# Each is a module in a folder of its group with a click command called `command`.
COMMANDS = {
    "demo": LazyCommand(
        "crawling.demo_command", "A small web on this machine, crawled and read before your eyes."
    ),
    "go": LazyCommand(
        "crawling.go_command", "The main job in one command: a new collection, crawled and read."
    ),
    "new": LazyCommand("crawling.new_command", "Make a collection: choose a part of the web."),
    "crawl": LazyCommand(
        "crawling.crawl_command", "Fetch the pages of a collection; goes on where it stopped."
    ),
    "import": LazyCommand(
        "crawling.import_command", "Bring documents from files into a collection."
    ),
    "analyse": LazyCommand(
        "analysing.analyse_command",
        "Learn from the pages: texts, languages, copies, ranks, topics.",
    ),
    "index": LazyCommand("searching.index_command", "Bring the pages into the full-text index."),
    "search": LazyCommand("searching.search_command", "Ask a collection."),
    "serve": LazyCommand("searching.serve_command", "Collections as pages and as an API."),
    "mcp": LazyCommand(
        "searching.mcp_command", "Let a program with a language model read collections."
    ),
    "workers": LazyCommand(
        "crawling.workers_command", "Change the number of workers of a running crawl."
    ),
    "worker": LazyCommand(
        "crawling.worker_command", "One machine more for the crawl of a shared collection."
    ),
    "fleet": LazyCommand("fleet.fleet_command", "The machines that share a crawl."),
    "frontier": LazyCommand(
        "crawling.frontier_command", "Where the frontier is kept: in the collection or a database."
    ),
    "status": LazyCommand("crawling.status_command", "Where a collection stands."),
    "check": LazyCommand(
        "analysing.check_command", "Is everything as it was written, and what can be rebuilt?"
    ),
    "trace": LazyCommand("crawling.trace_command", "The life of one URL."),
    "outside": LazyCommand("crawling.outside_command", "What lies beyond the rules, with counts."),
    "rank": LazyCommand(
        "links.rank_command", "The best pages by their links, and who links to them."
    ),
    "hits": LazyCommand("links.hits_command", "Hubs and authorities around an answer."),
    "related": LazyCommand(
        "links.related_command", "Near relatives of a topic, by the names of links."
    ),
    "similar": LazyCommand("links.similar_command", "Pages that belong to a page by their links."),
    "clusters": LazyCommand(
        "topics.clusters_command", "What a collection is about: list, show, map, evaluate."
    ),
    "topic": LazyCommand(
        "relevance.topic_command", "Topics that an expert teaches: list, add, change, remove."
    ),
    "rate": LazyCommand("relevance.rate_command", "Rate pages for topics, one key each."),
    "learn": LazyCommand(
        "relevance.learn_command",
        "What ratings teach: apply, train, evaluate, simulate, and labels.",
    ),
    "annotate": LazyCommand(
        "annotation.annotate_command",
        "Pictures and their texts, annotated by several people.",
    ),
    "harvest": LazyCommand(
        "harvest.harvest_command", "Pictures with the texts around them: run, rank."
    ),
    "words": LazyCommand(
        "words.words_command", "The words of a collection: list, growth, movers, unknown."
    ),
    "sample": LazyCommand(
        "samples.sample_command", "How large is an index, and what would a random page be?"
    ),
    "contacts": LazyCommand(
        "people.contacts_command", "How to reach somebody: mails, numbers, postal addresses."
    ),
    "people": LazyCommand(
        "people.people_command", "Who is named, and which page is about whom; opt-outs."
    ),
    "coverage": LazyCommand(
        "people.coverage_command", "Which share of a list of URLs the crawl holds, and why not all."
    ),
    "wikidata": LazyCommand(
        "people.wikidata_command", "Names and institutions from Wikidata, or any copy of it."
    ),
    "records": LazyCommand(
        "records.records_command",
        "Records of evenly built pages: list, wrap, propose, learn, test.",
    ),
    "export": LazyCommand(
        "analysing.export_command", "What a collection has, in files for others."
    ),
    "passport": LazyCommand(
        "analysing.passport_command", "What a collection is, and how to cite it."
    ),
    "rights": LazyCommand(
        "analysing.rights_command", "What pages may be used for, and who said so."
    ),
    "presence": LazyCommand(
        "crawling.presence_command", "Try the rules on URLs; import and export presences."
    ),
    "about": LazyCommand(
        "crawling.about_command", "A page that explains the robot to site owners."
    ),
    "config": LazyCommand(
        "analysing.config_command", "Show the settings and where they come from."
    ),
    "domain": LazyCommand("topics.domain_command", "Topics as a filter: train, detect, evaluate."),
    "duplicates": LazyCommand(
        "duplicates.duplicates_command", "Copies: pairs, explain, groups, show, mirrors, templates."
    ),
    "extract": LazyCommand(
        "analysing.extract_command",
        "Pages as a filter: text, links, images, sentences, contacts …",
    ),
    "focus": LazyCommand("focus.focus_command", "Subjects of crawls: learn, compare, tune, score."),
    "language": LazyCommand(
        "languages.language_command",
        "Languages of texts: detect, list, evaluate, train, review, grow.",
    ),
    "robots": LazyCommand("crawling.robots_command", "robots.txt as a filter: check."),
    "topics": LazyCommand(
        "topics.topics_command", "Topics of texts as clusters: cluster, evaluate."
    ),
    "url": LazyCommand("crawling.url_command", "URLs as a filter: parse, canonical."),
}


class AllCommands(LazyCommands):
    """All commands."""

    def invoke(self, context: click.Context) -> Any:
        """Run the command; a reader of its output that has seen enough (`| head`) is no failure."""
        try:
            return super().invoke(context)
        except BrokenPipeError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return 0


@click.group(
    cls=AllCommands, places=COMMANDS, context_settings={"help_option_names": ["-h", "--help"]}
)
@click.version_option(__version__, message="auslese %(version)s")
@click.option(
    "--unknown-settings",
    type=click.Choice(["error", "warn"]),
    help="Settings that this program does not know: stop (the default), or warn and go on.",
)
def program(unknown_settings: str | None) -> None:
    """Build a search engine, and the corpora behind it, from a chosen part of the web."""
    if unknown_settings:  # for all processes that this command starts
        os.environ[UNKNOWN_SETTINGS] = unknown_settings


def tell_path_trouble(error: Exception) -> int:
    """Say what is wrong with a file or folder; the exit code, 0 if it is a bug of ours."""
    troubles = import_module("auslese.cli.path_troubles")  # only if something is wrong
    words = troubles.path_trouble(error)
    if words:
        say(f"auslese: {words}", err=True)
    return int(bool(words))


def main() -> NoReturn:
    """Run the command line and exit with its code."""
    gc.set_threshold(NEW_OBJECTS)
    try:
        code = program.main(prog_name="auslese", standalone_mode=False)
    except AusleseError as error:
        say(f"auslese: {error}", err=True)
        code = error.exit_code
    except click.ClickException as error:
        shown = StringIO()
        with_suggestion(error).show(shown)
        say(shown.getvalue().removesuffix("\n"), err=True)
        code = error.exit_code
    except (click.Abort, KeyboardInterrupt):
        code = 130
    except Exception as error:
        code = tell_path_trouble(error)
        if not code:
            raise
    sys.exit(code)
