"""The command line: finds the command, runs it, turns errors into words and exit codes."""

import gc
import os
import sys
from io import StringIO
from typing import Any, NoReturn

import click

from auslese import __version__
from auslese.cli.late import Late, LateCommands
from auslese.cli.words import say
from auslese.records.errors import AusleseError

NEW_OBJECTS = 50_000
"""Objects after which Python looks for rings of garbage. Its own 700 make it look several times for
every answer of a server, which takes some hundredths of the time."""
# Each is a module beside this one with a click command called `command`; imported when called.
COMMANDS = {
    "demo": "A small web on this machine, crawled and read before your eyes.",
    "go": "The main job in one command: a new collection, crawled and read.",
    "new": "Make a collection: choose a part of the web.",
    "crawl": "Fetch the pages of a collection; goes on where it stopped.",
    "import": "Bring documents from files into a collection.",
    "analyse": "Learn from the pages: texts, languages, copies, ranks, topics.",
    "index": "Bring the pages into the full-text index.",
    "search": "Ask a collection.",
    "serve": "Collections as pages and as an API.",
    "workers": "Change the number of workers of a running crawl.",
    "status": "Where a collection stands.",
    "trace": "The life of one URL.",
    "outside": "What lies beyond the rules, with counts.",
    "rank": "The best pages by their links, and who links to them.",
    "hits": "Hubs and authorities around an answer.",
    "related": "Near relatives of a topic, by the names of links.",
    "similar": "Pages that belong to a page by their links.",
    "clusters": "What a collection is about: list, show, map, evaluate.",
    "words": "The words of a collection: list, growth, movers, unknown.",
    "sample": "How large is an index, and what would a random page be?",
    "export": "What a collection has, in files for others.",
    "presence": "Try the rules on URLs; import and export presences.",
    "about": "A page that explains the robot to site owners.",
    "config": "Show the settings and where they come from.",
    "domain": "Topics as a filter: train, detect, evaluate.",
    "duplicates": "Copies: pairs, explain, groups, show, mirrors, templates.",
    "extract": "Pages as a filter: text, links, images, sentences.",
    "language": "Languages of texts: detect, list, evaluate, train, review.",
    "robots": "robots.txt as a filter: check.",
    "topics": "Topics of texts as clusters: cluster, evaluate.",
    "url": "URLs as a filter: parse, canonical.",
}

# `cli.words` says what commands say, and `import` is a word of Python; these live elsewhere.
MODULES = {"words": "word_lists", "import": "importing"}


class Commands(LateCommands):
    """All commands."""

    def invoke(self, context: click.Context) -> Any:
        """Run the command; a reader of its output that has seen enough (`| head`) is no failure."""
        try:
            return super().invoke(context)
        except BrokenPipeError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return 0


PLACES = {name: Late(MODULES.get(name, name), about) for name, about in COMMANDS.items()}


@click.group(cls=Commands, places=PLACES, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, message="auslese %(version)s")
def program() -> None:
    """Build a search engine, and the corpora behind it, from a chosen part of the web."""


def main() -> NoReturn:
    """Run the command line and exit with its code."""
    gc.set_threshold(NEW_OBJECTS)
    try:
        code = program.main(prog_name="auslese", standalone_mode=False)
    except AusleseError as error:
        say(f"auslese: {error}", err=True)
        code = error.exit_code
    except PermissionError as error:
        say(f"auslese: {error.filename}: {error.strerror}", err=True)
        code = 1
    except click.ClickException as error:
        shown = StringIO()
        error.show(shown)
        say(shown.getvalue().removesuffix("\n"), err=True)
        code = error.exit_code
    except (click.Abort, KeyboardInterrupt):
        code = 130
    sys.exit(code)
